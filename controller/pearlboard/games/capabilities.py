"""What a game may have besides its core: times, secrets, choices, a replay of its own, ...

A capability is a value that names the functions that the game has for it; where one has a default, it may be left out.
A game says nothing of what it has not: the constant after a capability, and here alone, is what is so then.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from pearlboard.games.refusals import IllegalAction, refusal
from pearlboard.games.values import (
    NOWHERE,
    Button,
    Choice,
    GameAction,
    GameDeal,
    GameSetup,
    GameState,
    GameView,
    Json,
    Moment,
    Pick,
    Player,
    Seat,
    Side,
    Table,
    Timer,
    Undo,
)
from pearlboard.geometry import Site
from pearlboard.texts import Sentence

GameDraft: TypeAlias = Any
"""The draft that the game's own `OnBoard.draft` has made."""


def as_it_is(value: Any) -> Any:  # noqa: ANN401 - whatever a game makes of it
    """The same: it is plain data already, or all may see it."""
    return value


# --- before the game ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """What people agree on in the set-up form.

    agree(form, players, rng)  what was asked for, completed by chance where the table is to choose; or `BadSetup`
    encode(setup)              the agreement as plain data; `decode(document)` reads it back, or raises `BadInput`
    again(setup, rng)          the agreement for another game of the same people
    last(setup)                what the next form begins with
    said(setup)                how the game is played at this table, in sentences
    for_computers(setup)       whether a computer knows enough of such a game to play it, to advise and to judge
    trial(form, players, rng)  as `agree`, for a match of computer players; None: the same
    variants                   what the form may say that makes it another game: each is tried out
    """

    agree: Callable[[Json, Sequence[Player], Random], GameSetup]
    encode: Callable[[GameSetup], object] = as_it_is
    decode: Callable[[object], GameSetup] = as_it_is
    again: Callable[[GameSetup, Random], GameSetup] = lambda setup, rng: setup
    last: Callable[[GameSetup], Json] = lambda setup: {}
    said: Callable[[GameSetup], Iterable[Sentence]] = lambda setup: ()
    for_computers: Callable[[GameSetup], bool] = lambda setup: True
    trial: Callable[[Json, Sequence[Player], Random], GameSetup] | None = None
    variants: tuple[Json, ...] = ({},)

    def of_trial(self, players: int, variant: Json, rng: Random) -> GameSetup:
        """An agreement for a match of so many computer players; `variant` is what the form would say besides."""
        people = [Player(f"{seat}", "random") for seat in range(1, players + 1)]
        return (self.trial or self.agree)(variant, people, rng)


NO_OPTIONS: Final = Options(lambda form, players, rng: {"players": len(players)})


@dataclass(frozen=True, slots=True)
class Dealt:
    """What chance decides and nobody may know yet: a secret fact, handed to `Rules.opening`.

    deal(setup, rng)  a shuffled deck, for example; None where nothing is dealt
    encode(deal)      as plain data; `decode(document)` reads it back
    """

    deal: Callable[[GameSetup, Random], GameDeal]
    encode: Callable[[GameDeal], object] = as_it_is
    decode: Callable[[object], GameDeal] = as_it_is


NOTHING_DEALT: Final = Dealt(lambda setup, rng: None)


@dataclass(frozen=True, slots=True)
class Sides:
    """Seats that score together.

    side(setup, seat)  the side of a seat, from 1
    sides(players)     the same of every seat in order, before anything is agreed on but how many play
    """

    side: Callable[[GameSetup, Seat], Side]
    sides: Callable[[int], Sequence[Side]]


EACH_ALONE: Final = Sides(lambda setup, seat: seat, lambda players: range(1, players + 1))


@dataclass(frozen=True, slots=True)
class Picks:
    """What each player may choose for itself before the game, such as a colour, no two the same.

    offered         all there is to choose from; the form module's `pick(seat, name)` puts it among the options
    colours(setup)  the seats' colours, by number in the table's palette, from 1; seat 1 has the first, and so on
    """

    offered: Sequence[Pick]
    colours: Callable[[GameSetup], Mapping[Seat, int]]


NO_PICKS: Final = Picks((), lambda setup: {})


# --- in the game -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Timed:
    """Times that run at stages of the game.

    timer(state)          the time that is running, if one is
    time_up(state, name)  the state after it has run out; stored as a fact, so that a replay waits for nothing
    undo(state, name)     what can be taken back once it has run out: NEVER if hidden things lie open by it
    """

    timer: Callable[[GameState], Timer | None]
    time_up: Callable[[GameState, str], GameState]
    undo: Callable[[GameState, str], Undo] = lambda state, name: Undo.AGREED


TIMELESS: Final = Timed(lambda state: None, lambda state, name: state)


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a seat alone knows: a hand, a sealed bid.

    common(state, seat)            the seat's view, but for what it alone knows: for advice that all can see
    public(action)                 what all may see of an action, for feeds and logs; None: that there was one
    private(own, moment, choice)   what the seat's own screen shows besides, from its own view: plain data
    buttons(own, moment)           actions that depend on what it alone knows, for its own screen
    own(action)                    whether a seat with a screen of its own does this there alone
    hangs_on_secret(view, action)  whether only who sees what the seat alone sees can know if it may do this
    hindsight(state, end, seat)    what it could know if it knew all that lay open at the end; None: its view
    as_known(end, action)          the action with what was only said of it later

    What hangs on a secret is done behind the seat's curtain on a page that all share: whoever could ask without looking
    would learn from a refusal what is hidden. The view that is asked about is the table's.
    """

    common: Callable[[GameState, Seat], GameView] | None
    public: Callable[[GameAction], GameAction | None] = lambda action: None
    private: Callable[[GameView, Moment, Choice], Json] = lambda own, moment, choice: {}
    buttons: Callable[[GameView, Moment], Sequence[Button]] = lambda own, moment: ()
    own: Callable[[GameAction], bool] = lambda action: True
    hangs_on_secret: Callable[[GameView, GameAction], bool] = lambda view, action: True
    hindsight: Callable[[GameState, GameState, Seat], GameView] | None = None
    as_known: Callable[[GameState, GameAction], GameAction] = lambda end, action: action


NOTHING_SECRET: Final = Secrets(None, public=as_it_is, hangs_on_secret=lambda view, action: False)


@dataclass(frozen=True, slots=True)
class Asides:
    """What a seat says of what it alone knows, on its own screen, whoever is to act: nobody else notices.

    aside(action)              whether that is such a word
    some(view)                 some of what the viewer may say now, for whoever checks the game
    speaks_for(state, action)  whose knowledge an action of others states, and what is said against it where that seat
                               is the computer's

    It is no step: nobody tells of it, no replay shows it, and what is taken back afterwards leaves it, as long as it
    can still be said. Not even that it was said may be seen; what a seat does again in its turn, so that nothing
    changes for anybody else, is taken for such a word, too.
    """

    aside: Callable[[GameAction], bool]
    some: Callable[[GameView], Iterable[GameAction]]
    speaks_for: Callable[[GameState, GameAction], tuple[Seat, IllegalAction] | None] = lambda state, action: None


NO_ASIDES: Final = Asides(lambda action: False, lambda view: ())


# --- on the board ------------------------------------------------------------------------------------------------


class Choices:
    """What a seat says besides the pieces, by a screen; many questions about one thing, so a class to derive from."""

    def choose(self, own: GameView, moment: Moment, choice: Choice, wish: Json, *, own_screen: bool) -> Choice:
        """The choice with what a seat says now; or `IllegalAction`.

        `own_screen`: it comes from its own, and `own` is its view. From a page that all see it is judged by what
        everybody knows (`Secrets.common`), so that nothing is refused because of a secret.
        """
        raise refusal("no_such_choice")

    def open_to_all(self, draft: GameDraft, wish: Json) -> bool:
        """Whether any page may say this for the seat, though it has a screen of its own: what lies open anyway."""
        return True

    def awaits(self, draft: GameDraft, said: Any, *, own_screen: bool) -> bool:  # noqa: ANN401 - the game's own type
        """Whether an answer on a screen must come before the draft counts; `said`: the public part of the choice."""
        return False

    def tapped(self, view: GameView, draft: GameDraft, choice: Choice, site: Site) -> Choice:
        """The choice after a piece that lies there was lifted and put back."""
        return choice

    def holds(self, draft: GameDraft, choice: Choice, *, own_screen: bool) -> Choice:
        """What is left of a choice when the draft has become another."""
        return choice

    def without_declared(self, choice: Choice) -> Choice:
        """The choice without what belongs to one screen: its seat has got one, or has lost it."""
        return Choice()

    def action(self, own: GameView, draft: GameDraft, choice: Choice) -> GameAction:
        """The draft's action, completed by what its seat, whose own view this is, has said."""
        return draft.action


NO_CHOICES: Final = Choices()


@dataclass(frozen=True, slots=True)
class Freezing:
    """Actions at whose moment it counts what lies there.

    freezes(action)             whether it is one of them
    frozen(view, action, seen)  the action with what was seen: sites that the last scan before it had and that still lay
                                when all had settled, with the milliseconds for which they had lain there
    """

    freezes: Callable[[GameAction], bool]
    frozen: Callable[[GameView, GameAction, Mapping[Site, int]], GameAction]


NOTHING_FREEZES: Final = Freezing(lambda action: False, lambda view, action, seen: action)


@dataclass(frozen=True, slots=True)
class Watching:
    """Pieces that are lifted are remembered, until people say what it was (`Moment.lifted`). Nothing is made of them.

    watches(view)  whether they are at this stage
    cue            what is heard when one is lifted
    """

    watches: Callable[[GameView], bool]
    cue: str | None = None


NEVER_WATCHES: Final = Watching(lambda view: False)


@dataclass(frozen=True, slots=True)
class Peeking:
    """Pieces that may come and go for a moment, and are not missed.

    may_be_lifted(view)  those that somebody may take off, one at a time
    looked_at(view)      those that are being looked at, unless the computer's turn has come
    face_up(view)        tiles that lie face up, on a board that cannot sense them then
    """

    may_be_lifted: Callable[[GameView], frozenset[Site]]
    looked_at: Callable[[GameView], frozenset[Site]] = lambda view: NOWHERE
    face_up: Callable[[GameView], frozenset[Site]] = lambda view: NOWHERE

    def unsensed(self, view: GameView, *, tiles: bool, thinking: bool) -> frozenset[Site]:
        """Sites that take no part for now; `tiles`: the board does not sense those that lie face up."""
        return (NOWHERE if thinking else self.looked_at(view)) | (self.face_up(view) if tiles else NOWHERE)


NO_PEEKING: Final = Peeking(lambda view: NOWHERE)


@dataclass(frozen=True, slots=True)
class News:
    """Something new that the lights show for a while (`Moment.news`).

    ms                      for how long
    between(before, after)  what has just come about, in the game's own type; None: nothing
    """

    ms: int
    between: Callable[[GameView, GameView], Any]


NO_NEWS: Final = News(0, lambda before, after: None)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Help for hands on a board that is only drawn.

    replaces(view, table, site)  which drafted pieces go for one that is laid there, since not both can be meant
    by_itself(view)              what all would do with their hands at this stage, and such a board does itself
    """

    replaces: Callable[[GameView, Table, Site], frozenset[Site]] = lambda view, table, site: NOWHERE
    by_itself: Callable[[GameView], GameAction | None] = lambda view: None


LEFT_TO_HANDS: Final = Drawn()


@dataclass(frozen=True, slots=True)
class Hints:
    """The board can show what may be laid (`Moment.hinting`).

    few(view)  whether so few places are left to whoever is to move that they are shown unasked (`Moment.few`)
    """

    few: Callable[[GameView], bool] = lambda view: False
