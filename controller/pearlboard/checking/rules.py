"""Laws of the rules: what may be done, and what is stored."""

import re
from random import Random
from typing import Final

from pearlboard.checking.evidence import (
    Evidence,
    Played,
    again,
    agreed,
    different,
    named,
    open_to,
    seat_numbers,
    sent,
    through_text,
    views,
    what,
)
from pearlboard.checking.laws import broken
from pearlboard.errors import BadInput
from pearlboard.games.api import (
    API,
    MOST_SEATS,
    TABLE,
    Actor,
    Choices,
    GameAction,
    GameState,
    IllegalAction,
    OnBoard,
    Package,
    Rules,
    Shown,
    Undo,
)
from pearlboard.games.registry import GAMES, Broken
from pearlboard.games.values import as_it_is
from pearlboard.texts import Sentence

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,30}")
PALETTE: Final = frozenset(range(1, MOST_SEATS + 1))
CONTRACTS: Final = (Rules, OnBoard, Shown, Choices)
"""The classes from which the parts of a package derive."""
LOOKED_AT: Final = 40
"""The most open actions that are tried."""
WRONG: Final = 6
"""The number of actions of other moments that are tried."""
JUNK: Final[tuple[object, ...]] = (
    None,
    5,
    -1,
    True,
    1.5,
    "",
    "nonsense",
    ["nonsense"],
    [None, None],
    {},
    {"nonsense": 1},
    [[]],
    [{}],
)
"""An empty list may be an action: to do nothing."""


def package(evidence: Evidence) -> None:
    """The name, seats, title, variants and parts of a package."""
    found = evidence.package
    if not NAME.fullmatch(found.name):
        broken(f"the name {found.name!r} is to be small letters, digits and _")
    if found.api != API:
        broken(f"it was written for contract {found.api}, and this is {API}")
    if not isinstance(found.title, Sentence):
        broken("its title is no `Sentence`")
    if list(found.seats) != list(range(found.seats[0], found.seats[-1] + 1)) or found.seats[-1] > MOST_SEATS:
        broken(f"its seats are no range within 1 to {MOST_SEATS}")
    if isinstance(GAMES.find(found.name), Broken):
        broken("the table of games does not take it")
    if not found.options.variants:
        broken("it has no variants: say at least `({},)`")
    _computers(found)
    for part, contract in zip((found.rules, found.board, found.shown, found.choices), CONTRACTS, strict=True):
        _called(type(part), contract)


def _called(part: type, contract: type) -> None:
    """The table calls every public method; one that the contract does not have is misspelt, or belongs elsewhere."""
    for name in () if part is type(None) else sorted(set(dir(part)) - set(dir(contract))):
        if not name.startswith("_") and callable(getattr(part, name)):
            broken(
                f"nobody calls `{part.__name__}.{name}`: spell it as in `{contract.__name__}`, give it to a "
                "capability, or begin its name with _"
            )


def _computers(found: Package) -> None:
    """The computer players that a package names are there."""
    players = found.players()
    adviser = () if found.advising is None else (found.advising.adviser,)
    analyst = () if found.reviewing is None else (found.reviewing.analyst,)
    for word in (*found.levels, *adviser, *analyst):
        if word not in players:
            broken(f"no computer player is called {word!r}")


def agreement(evidence: Evidence) -> None:
    """An agreement for every number of players, in every variant."""
    package = evidence.package
    for players in package.seats:
        for variant in package.options.variants:
            setup = agreed(package, players, dict(variant), 1)
            sides = [package.sides.side(setup, seat) for seat in seat_numbers(players)]
            if not all(type(side) is int and side >= 1 for side in sides):
                broken(f"the sides of {players} players are {sides}: they are numbered from 1")
            colours = package.picks.colours(setup)
            if not set(colours) <= set(seat_numbers(players)) or not set(colours.values()) <= PALETTE:
                broken(f"the colours of {players} players are {dict(colours)}: 1 to {MOST_SEATS}, by seat")
            own = [colours.get(seat, seat) for seat in seat_numbers(players)]
            if len(set(own)) < players:
                broken(f"two of {players} players have the same colour")
            deal = package.dealt.deal(setup, Random(2))
            package.rules.opening(package.options.again(setup, Random(2)), 1, deal)


def ends(evidence: Evidence) -> None:
    """Every game comes to an end, and that tells a place and points for each seat."""
    rules, side = evidence.rules, evidence.package.sides.side
    for played in evidence.play():
        outcome, seats = played.outcome, set(seat_numbers(played.players))
        if set(outcome.places) != seats or set(outcome.points) != seats:
            broken(f"an outcome of {played.players} players is not by seat: {dict(outcome.places)}")
        if min(outcome.places.values()) != 1:
            broken("nobody is in the first place")
        if not all(type(points) is int for points in outcome.points.values()):
            broken("points are to be whole numbers")
        if rules.active(played.end):
            broken("somebody may act though the game is over")
        for seat in seats:
            for other in seats:
                same = side(played.setup, seat) == side(played.setup, other)
                if same and outcome.places[seat] != outcome.places[other]:
                    broken(f"seats {seat} and {other} are of one side and not in one place")


def pure(evidence: Evidence) -> None:
    """Nothing is changed by an action but what comes of it, and the same comes of it every time."""
    rules = evidence.rules
    for played in evidence.games:
        state = rules.opening(played.setup, played.first, played.deal)
        for happening in played.happened:
            before = {viewer: sent(seen) for viewer, seen in views(rules, state, played.players).items()}
            after = again(evidence.package, state, happening)
            if (who := different(before, views(rules, state, played.players))) is not None:
                broken(f"{what(happening)} changes the state that it is played in: {who} sees another")
            seen = views(rules, after, played.players)
            twice = views(rules, again(evidence.package, state, happening), played.players)
            if (who := different(seen, twice)) is not None:
                broken(f"{what(happening)} is played twice in the same state, and {who} sees two different ones")
            state = after


def legal(evidence: Evidence) -> None:
    """Open actions can be played, and what `may` refuses `apply` refuses, too, by name and without any change."""
    rules = evidence.rules
    for played in evidence.few:
        others = [happening.action for happening in played.acts]
        rng = Random(len(others))
        for state in played.states[:-1]:
            for actor in rules.active(state):
                _open_can_be_played(rules, state, actor)
                for action in rng.sample(others, min(WRONG, len(others))):
                    _refused_by_both(rules, played, state, actor, action)
            for viewer in set(played.viewers) - rules.active(state) - {TABLE}:
                if rules.sample(rules.view(state, viewer), Random(1)) is not None:
                    broken(f"`sample` has an action for {named(viewer)}, who may not act")


def _open_can_be_played(rules: Rules, state: GameState, actor: Actor) -> None:
    view = rules.view(state, actor)
    for action in open_to(rules, view, LOOKED_AT, map(Random, range(3))):
        try:
            rules.may(view, actor, action)
            rules.apply(state, actor, action)
        except IllegalAction as refused:
            broken(f"{type(action).__name__} is open to {named(actor)}, and refused: {refused.rule}")


def _refused_by_both(rules: Rules, played: Played, state: GameState, actor: Actor, action: GameAction) -> None:
    """`apply` may refuse more than `may` can know."""
    view = rules.view(state, actor)
    try:
        rules.may(view, actor, action)
    except IllegalAction:
        before = views(rules, state, played.players)
        try:
            rules.apply(state, actor, action)
        except IllegalAction as refused:
            if not isinstance(refused.sentence, Sentence) or not refused.rule:
                broken(f"a refusal of {type(action).__name__} has no name or no sentence")
        else:
            broken(f"`may` refuses {type(action).__name__} of {named(actor)}, and `apply` plays it")
        if different(before, views(rules, state, played.players)) is not None:
            broken(f"a refused {type(action).__name__} changes the state")


def encodings(evidence: Evidence) -> None:
    """A stored game is read back the same, through text: to everybody it is the same game."""
    rules, options, dealt = evidence.rules, evidence.package.options, evidence.package.dealt
    for played in evidence.games:
        setup = options.decode(through_text(options.encode(played.setup)))
        if options.encode(setup) != options.encode(played.setup):
            broken("an agreement that is read back is another one")
        deal = None
        if played.deal is not None:
            deal = dealt.decode(through_text(dealt.encode(played.deal)))
            if dealt.encode(deal) != dealt.encode(played.deal):
                broken("a deal that is read back is another one")
        opened = rules.opening(setup, played.first, deal)
        if different(views(rules, played.start, played.players), views(rules, opened, played.players)) is not None:
            broken("a game that is read back opens differently")
        _replay(evidence.package, played, opened)


def _replay(package: Package, played: Played, state: GameState) -> None:
    rules = package.rules
    for happening in played.happened:
        if happening.actor is None:
            state = package.timed.time_up(state, happening.action)
        else:
            action = rules.decode(through_text(rules.encode(happening.action)))
            if rules.encode(action) != rules.encode(happening.action):
                broken(f"{type(action).__name__} that is read back is another action")
            state = rules.apply(state, happening.actor, action)
        if (
            who := different(views(rules, state, played.players), views(rules, happening.after, played.players))
        ) is not None:
            broken(f"after {what(happening)} that was read back {who} sees something else")


def junk(evidence: Evidence) -> None:
    """Input that is no agreement and no action is refused with `BadInput`, whatever it is.

    An agreement that is plain data itself is read as it is: no page sends any, and what the store has was written here.
    """
    options, action = ("options.decode", evidence.package.options.decode), ("decode", evidence.rules.decode)
    for name, reader in (*([] if options[1] is as_it_is else [options]), action):
        for document in JUNK:
            try:
                reader(document)
            except BadInput:
                continue
            except Exception as error:  # noqa: BLE001 - any other error is the fault that is looked for
                broken(f"`{name}` of {document!r} raises {type(error).__name__}, not `BadInput`")
            else:
                broken(f"`{name}` takes {document!r}")


def undo(evidence: Evidence) -> None:
    """Each action says how it can be taken back."""
    for played in evidence.games:
        for happening in played.acts:
            if not isinstance(evidence.rules.undo(happening.before, happening.action), Undo):
                broken(f"`undo` of {type(happening.action).__name__} is none of {', '.join(Undo)}")
        for happening in played.happened:
            if happening.actor is None and not isinstance(
                evidence.package.timed.undo(happening.before, happening.action), Undo
            ):
                broken(f"`timed.undo` of {happening.action!r} is none of {', '.join(Undo)}")
