"""Laws of what a stranger to a hand may learn by asking, and by counting: nothing.

They compare two worlds that everybody at the table takes for the same: other cards were dealt, another action was
played that looks the same, or a seat has said something besides that is its own.
"""

from collections.abc import Iterator
from itertools import islice, pairwise, repeat
from random import Random
from typing import Any, Final

from pearlboard.checking.board import after_hands, lying_on, moment
from pearlboard.checking.evidence import Evidence, Happening, Played, again, named, open_to, through_text, views
from pearlboard.checking.laws import broken
from pearlboard.errors import BadInput, PearlboardError
from pearlboard.games.api import (
    TABLE,
    Actor,
    Choice,
    GameAction,
    GameState,
    GameView,
    IllegalAction,
    Package,
    Reads,
    Rules,
    Undo,
    Verdict,
)
from pearlboard.games.moving import effect
from pearlboard.games.rules import NO_ASIDES

DEALS: Final = 12
"""Other deals that are tried for each game; a deal that shows is no other world."""
LOOKS: Final = 8
"""Moments of a pair of worlds in which something is asked."""
ASKED: Final = 40
"""Open actions that are asked for in one moment, and as many that come near them."""
ASIDES: Final = 3
FOLLOWING: Final = 12
"""Words that are said aside in one moment, and happenings after them that are looked at."""


def strangers(evidence: Evidence) -> None:
    """Asked from a page that all share, no answer depends on what is hidden: not its name, its words nor its places."""
    for played in evidence.few:
        rng = Random(played.players)
        for one, two in _alike(evidence.package, played, rng):
            _asked(evidence.package, played, one, two, rng)
            _common(evidence.package, played, one, two)


def _alike(package: Package, played: Played, rng: Random) -> Iterator[tuple[GameState, GameState]]:
    """Pairs of states that everybody takes for the same."""
    rules = package.rules
    for _ in range(DEALS if played.deal is not None else 0):
        yield from _dealt_otherwise(package, played, rng)
    acts = [happening for happening in played.acts if happening.actor != TABLE]
    for happening in rng.sample(acts, min(LOOKS, len(acts))):
        for other in _open(rules, rules.view(happening.before, happening.actor or TABLE), rng)[:4]:
            two = _after(rules, happening.before, happening.actor, other)
            if two is not None and _same(rules, happening.after, two):
                yield happening.after, two
                break


def _dealt_otherwise(package: Package, played: Played, rng: Random) -> Iterator[tuple[GameState, GameState]]:
    """The game until the two worlds part: somebody cannot do in the other what was done, or it shows."""
    rules, dealt = package.rules, package.dealt
    try:
        deal = dealt.decode(_exchanged(dealt.encode(played.deal), rng))
        two = rules.opening(played.setup, played.first, deal)
    except (PearlboardError, TypeError, ValueError, LookupError):
        return
    if deal == played.deal:
        return
    every = max(1, len(played.happened) // LOOKS)
    for number, happening in enumerate(played.happened):
        if not _same(rules, happening.before, two):
            return
        if number % every == 0:
            yield happening.before, two
        try:
            two = again(package, two, happening)
        except PearlboardError:
            return


def _exchanged(document: object, rng: Random) -> object:
    """A deal with two items of a list, or of two lists, exchanged."""
    copy = through_text(document)
    places = [(within, index) for within in _lists(copy) for index in range(len(within))]
    one, two = rng.choice(places), rng.choice(places)
    one[0][one[1]], two[0][two[1]] = two[0][two[1]], one[0][one[1]]
    return copy


def _lists(document: object) -> Iterator[list[Any]]:
    """The containers that hold nothing but plain items."""
    if isinstance(document, list) and not any(isinstance(each, list | dict) for each in document):
        yield document
    for each in document.values() if isinstance(document, dict) else document if isinstance(document, list) else ():
        yield from _lists(each)


def _same(rules: Rules, one: GameState, two: GameState) -> bool:
    return rules.view(one, TABLE) == rules.view(two, TABLE) and rules.active(one) == rules.active(two)


def _asked(package: Package, played: Played, one: GameState, two: GameState, rng: Random) -> None:
    rules = package.rules
    seen = rules.view(one, TABLE)
    for actor in sorted(rules.active(one), key=str):
        found = [action for state in (one, two) for action in _open(rules, rules.view(state, actor), rng)]
        for action in (*found, *_near(rules, found, rng)):
            if not package.asides.aside(action) and _open_to_strangers(package, played, seen, actor, action):
                _answered(rules, actor, (one, action), (two, action))
        _drafted(package, seen, actor, found, (one, two))


def _common(package: Package, played: Played, one: GameState, two: GameState) -> None:
    """The view that advice on a shared page is made of, and the time that all see, hide what is hidden."""
    for seat in range(1, played.players + 1):
        if package.common(one, seat) != package.common(two, seat):
            broken(
                f"`Secrets.common` of {named(seat)} is another one as what is hidden is: all see the advice made of it"
            )
    if package.timed.timer(one) != package.timed.timer(two):
        broken("`Timed.timer` is another one as what is hidden is, and all see it")


def _open_to_strangers(package: Package, played: Played, seen: GameView, actor: Actor, action: GameAction) -> bool:
    """Whether the table does what a page asks that does not show what the seat alone sees."""
    if package.effect(action).sites:
        return False
    if actor == TABLE or not package.secrets.hangs_on_secret(seen, action):
        return True
    offered = package.shown.buttons(seen, moment(played))
    return any(button.actor == actor and button.action == action for button in offered)


def _answered(rules: Rules, actor: Actor, one: tuple[GameState, GameAction], two: tuple[GameState, GameAction]) -> None:
    answers = [_answer(rules, state, actor, action) for state, action in (one, two)]
    if answers[0] != answers[1]:
        told = " or ".join(sorted(answer[0] for answer in answers))
        what = type(one[1]).__name__
        broken(
            f"whoever asks for {what} of {named(actor)} without seeing what is hidden is answered {told}, as that is: "
            "`hangs_on_secret` is to say so, or nothing hidden to be asked for"
        )


def _answer(rules: Rules, state: GameState, actor: Actor, action: GameAction) -> tuple[str, object, object]:
    try:
        rules.apply(state, actor, action)
    except IllegalAction as refused:
        return refused.rule, refused.sentence, refused.sites
    return "done", None, None


def _drafted(
    package: Package, seen: GameView, actor: Actor, found: list[GameAction], states: tuple[GameState, GameState]
) -> None:
    """Pieces on the board are confirmed by any page, whatever the seat has in its hand."""
    board, rules = package.board, package.rules
    if board is None or actor == TABLE or board.reads(seen) is not Reads.PIECES:
        return
    lying = lying_on(package, board, seen)
    for done in dict.fromkeys(effect(board, action) for action in found):
        draft = board.draft(seen, after_hands(lying, done), {}, confirms_itself=False)
        if done.sites and draft.verdict is Verdict.LEGAL and draft.seat == actor:
            one, two = ((state, package.choices.action(rules.view(state, actor), draft, Choice())) for state in states)
            _answered(rules, actor, one, two)


def _open(rules: Rules, own: GameView, rng: Random) -> list[GameAction]:
    """Some open actions of the viewer."""
    found = open_to(rules, own, 10 * ASKED, repeat(rng, ASKED))
    return rng.sample(found, min(ASKED, len(found)))


def _near(rules: Rules, found: list[GameAction], rng: Random) -> Iterator[GameAction]:
    """Actions with a number, a word or a yes changed, as far as those can be read."""
    documents = [through_text(rules.encode(action)) for action in found]
    words = sorted({leaf for document in documents for _, _, leaf in _leaves(document) if isinstance(leaf, str)})
    for document in rng.sample(documents, min(ASKED, len(documents))):
        leaves = list(_leaves(document))
        if not leaves:
            continue
        within, key, leaf = rng.choice(leaves)
        within[key] = _otherwise(leaf, words, rng)
        try:
            yield rules.decode(document)
        except (BadInput, TypeError, ValueError, LookupError, AttributeError):
            continue


def _otherwise(leaf: object, words: list[str], rng: Random) -> object:
    if isinstance(leaf, bool):
        return not leaf
    if isinstance(leaf, int):
        return leaf + rng.choice((-1, 1, 2))
    return rng.choice(words) if words else leaf


def _leaves(document: object) -> Iterator[tuple[Any, Any, object]]:
    """The plain items of a document, each with the container and the key that hold it."""
    items = enumerate(document) if isinstance(document, list) else ()
    for key, each in document.items() if isinstance(document, dict) else items:
        if isinstance(each, list | dict):
            yield from _leaves(each)
        else:
            yield document, key, each


def _after(rules: Rules, state: GameState, actor: Actor | None, action: GameAction) -> GameState | None:
    try:
        return rules.apply(state, actor or TABLE, action)
    except PearlboardError:
        return None


# --- what is said aside ------------------------------------------------------------------------------------------


def asides(evidence: Evidence) -> None:
    """Whether a seat has said something aside shows in nothing: not at once, and not in anything that follows."""
    package, met = evidence.package, False
    for played in evidence.few:
        rng = Random(played.players)
        every = max(1, len(played.happened) // LOOKS)
        for number in range(0, len(played.happened), every):
            state, following = played.happened[number].before, played.happened[number : number + FOLLOWING]
            for seat in range(1, played.players + 1):
                for word in _words(package, package.rules.view(state, seat), rng):
                    met = True
                    _said(package, played, seat, word, following)
    if not met and package.asides is not NO_ASIDES:
        broken("something can be said aside, and `asides.some` never offered any of it to be looked at")


def _words(package: Package, own: GameView, rng: Random) -> list[GameAction]:
    found = list(islice(package.asides.some(own), 10 * ASKED))
    for word in found:
        if not package.asides.aside(word):
            broken(f"`asides.some` offers {type(word).__name__}, and `asides.aside` says that this is none")
    return rng.sample(found, min(ASIDES, len(found)))


def _said(package: Package, played: Played, seat: int, word: GameAction, following: tuple[Happening, ...]) -> None:
    silent = following[0].before
    try:
        said = package.rules.apply(silent, seat, word)
    except IllegalAction as refused:
        broken(f"`asides.some` offers {type(word).__name__} to {named(seat)}, and `apply` refuses it: {refused.rule}")
    _nobody_sees(package, played, seat, word, (silent, said), following[0])
    for happening, then in pairwise(following):
        if happening.actor == seat or _opens(package, happening):
            return  # by what the seat does next, and where hidden things are seen, it may show what was said
        try:
            said = again(package, said, happening)
        except PearlboardError as error:
            broken(f"since {named(seat)} has said {type(word).__name__}, {named(happening.actor or TABLE)} is {error}")
        _nobody_sees(package, played, seat, word, (happening.after, said), then)


def _opens(package: Package, happening: Happening) -> bool:
    """Whether hidden things may be seen by it, so that nobody takes it back alone."""
    if happening.actor is None:
        return package.timed.undo(happening.before, happening.action) is Undo.NEVER
    return package.rules.undo(happening.before, happening.action) is not Undo.ALONE


def _nobody_sees(
    package: Package, played: Played, seat: int, word: GameAction, states: tuple[GameState, GameState], then: Happening
) -> None:
    """Two states are the same to all but that seat, and so is whose turn it is and what can be taken back."""
    rules = package.rules
    one, two = (views(rules, state, played.players) for state in states)
    seeing = [named(viewer) for viewer in one if viewer != seat and one[viewer] != two[viewer]]
    asked = {"active": rules.active, "timer": package.timed.timer, "outcome": rules.outcome}
    seeing += [f"`{name}`" for name, about in asked.items() if about(states[0]) != about(states[1])]
    if then.actor not in (None, seat) and rules.undo(states[0], then.action) != rules.undo(states[1], then.action):
        seeing.append("`undo`")
    if seeing:
        broken(f"{seeing[0]} tells whether {named(seat)} has said {type(word).__name__}, which is said aside")
