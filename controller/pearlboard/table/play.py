"""The state of play: the session, the places where it is played, requests, and the situations. Pure.

    intent -> ledger -> facts -> follow --+
    reading -> place -> board state ------+--> settle -> the situation at each place
    requests -----------------------------+

One place leads: that of whoever is to act. Its pieces are read as a draft; every other board is led to the same
picture. `Play.place` is the place at issue: the one that leads, except while a board, or somebody who sits at it, has
just spoken (`at`). A refusal changes nothing. `tabletop` lets time pass and tells others of changes.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from pearlboard.drivers.protocols import Button
from pearlboard.errors import PearlboardError
from pearlboard.games.api import NOWHERE, TABLE, Choice, Seat
from pearlboard.geometry import Site
from pearlboard.lights.scene import Cue
from pearlboard.sensing.health import Ailment
from pearlboard.sensing.senses import Reading
from pearlboard.session import intents
from pearlboard.session.board_state import BoardState
from pearlboard.session.facts import OF_SENSORS, Entry, GameEnded, Noted
from pearlboard.session.intents import Intent
from pearlboard.session.principal import Principal
from pearlboard.session.questions import agreed, begun, of_computer, package_of
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.table.exhibit import Showing
from pearlboard.table.following import Curtain, counted, cue_of, follow, follow_at, left_over
from pearlboard.table.ledger import Ledger
from pearlboard.table.place import Place
from pearlboard.table.ports import CommandMeta, Players
from pearlboard.table.refusals import check_board, check_curtain
from pearlboard.table.requests import PendingRequests
from pearlboard.table.sensors import Counted, ailments, resumed
from pearlboard.table.settling import settle
from pearlboard.table.situation import BoardPart, Given, Part, Situation
from pearlboard.table.stopwatch import STOPPED, Stopwatch
from pearlboard.texts import say

REGIONS_MS: Final = 5_000
"""How long regions stay visible after a request or a released button."""


class RegionsWhen(StrEnum):
    """When the board's own lights show the regions of a game; which there are, and how they look, is the game's."""

    CLOSED = "closed"  # when one is closed
    REQUEST = "request"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """House rules, whatever is played; the operator may change them while a game is on.

    still_ms         how long a draft lies still before it counts
    confirms_itself  the default for new games: whether a draft confirms itself by lying still
    regions          when the lights show the regions of a game
    """

    still_ms: int
    confirms_itself: bool = True
    regions: RegionsWhen = RegionsWhen.CLOSED

    def shows_regions(self, *, asked: bool) -> bool:
        """Whether the lights show the regions now; `asked`: somebody has asked for them."""
        return self.regions is RegionsWhen.ALWAYS or (asked and self.regions is RegionsWhen.REQUEST)


class Play:
    """The state of play (see the module). Its parts are read by all, and changed by it alone.

    counted  actions of this game that counted by themselves
    places   the boards, the table's own first; `place`: the one at issue
    showing  a finished game on the lights, or a lesson, while no game is on
    curtain  a shared page that shows what one seat alone may see
    count    the count of points at the end, while it is shown
    stuck    the computer whose turn it is cannot play
    """

    def __init__(self, ledger: Ledger, places: tuple[Place, ...], clock: Callable[[], int], house: HouseRules) -> None:
        """Start without a situation: `take_over` computes it. `places`: the boards, the table's own first."""
        self.ledger = ledger
        self.places = places
        for number, place in enumerate(places):
            place.number = number
        self.place = self._leader = places[0]
        self.house = house
        self.regions_until_ms = 0
        self.requests = PendingRequests()
        self.counted: Counted = {}
        self.showing = Showing()
        self.curtain: Curtain | None = None
        self.count = STOPPED
        self.players = Players()
        self.stuck = False
        self.looked_ms = 0
        self.clock = clock
        self._spoken: Seat | None = None

    def take_over(self) -> None:
        """Expect on the board the pieces that the log says."""
        for place in self.places:
            session = self.session.at(place.number)
            place.state = BoardState(must_lift=session.taken_back | left_over(session), owed=session.owed)
        self.counted = resumed(self.session)
        self.settle()

    @property
    def session(self) -> Session:
        """The session, from the log."""
        return self.ledger.session

    # --- where -------------------------------------------------------------------------------------------------

    @property
    def now(self) -> Situation:
        """How things stand at the place at issue."""
        return self.place.now

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """Have a place at issue, because its board, or somebody who sits there, has spoken."""
        self.place = place
        try:
            yield
        finally:
            self.place = self._leader

    def _leads(self) -> Place:
        """The place of whoever is to act; the table's own if these are several, or nobody."""
        session, home = self.session, self.places[0]
        if len(self.places) == 1 or session.phase is not Phase.PLAYING or not begun(session):
            return home
        active = package_of(session).rules.active(session.state)
        people = {int(actor) for actor in active if actor != TABLE and not of_computer(session, actor)}
        sitting = {agreed(session).place(seat) for seat in people}
        return self._placed(sitting.pop()) if len(sitting) == 1 else home

    def _placed(self, number: int) -> Place:
        """The place of that number; the table's own if a game was begun at more boards than there are now."""
        return self.places[number if number < len(self.places) else 0]

    def _part(self, place: Place) -> Part:
        if place is self._leader:
            return Part.LEADS
        agreement = self.session.agreement
        takes_part = self.session.phase is Phase.IDLE or agreement is None or place.number < agreement.boards
        return Part.FOLLOWS if takes_part else Part.WATCHES

    @property
    def _drawn(self) -> frozenset[Seat]:
        """The seats that sit at a drawn board."""
        agreement = self.session.agreement
        if agreement is None:
            return frozenset()
        seats = range(1, len(agreement.names) + 1)
        return frozenset(seat for seat in seats if self._placed(agreement.place(seat)).on_screen)

    @property
    def present(self) -> tuple[Place, ...]:
        """The places that take part in the game, and whose board answers."""
        return tuple(place for place in self.places if place.lost is None and self._part(place) is not Part.WATCHES)

    def all_ready(self, place: Place) -> bool:
        """Note that a place is ready for what all do together; returns whether every place that is present is now."""
        if self.present == (place,):
            return True
        self.requests = replace(self.requests, ready=self.requests.ready | {place.number})
        others = (each for each in self.present if each is not place)
        return all(each.number in self.requests.ready and not each.now.board.in_the_way for each in others)

    # --- how things stand --------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Compute the situation at every place, and drop what has lapsed."""
        self.looked_ms = self.clock()
        led, self._leader = self._leader, self._leads()
        if self.place is led:
            self.place = self._leader
        self.showing = self.showing.seeing(self.places[0].state.sensed)
        self._settle_at(self._leader)
        for place in self.places:
            if place is not self._leader:
                self._settle_at(place)

    def _settle_at(self, place: Place) -> None:
        place.now, place.state, self.requests = settle(self._given(place))
        place.senses.expect(place.now.board.table.expected)
        if not self.session.paused:
            package, playing = place.now.game.package, place.now.phase is Phase.PLAYING
            watched = package is not None and playing and package.watching.watches(place.now.game.view)
            place.watch(watched=watched)

    def _given(self, place: Place) -> Given:
        session, hint_held = self.session.at(place.number), place.buttons.held(Button.HINT)
        lifted = place.lifted_at(self.looked_ms)
        suspected = place.sensors.suspected(session) | frozenset(place.reading.ailing)
        board = BoardPart(
            tiles=place.tiles, on_screen=place.on_screen, lost=place.lost, lifted=lifted, part=self._part(place)
        )
        return Given(
            session,
            place.state,
            self.requests,
            self.showing if not place.number else replace(self.showing, lesson=None, left=NOWHERE),
            self.looked_ms,
            self.house.still_ms,
            board,
            place.stop,
            self.stuck,
            regions=self.house.shows_regions(asked=hint_held or self.looked_ms < self.regions_until_ms),
            ask_regions=self.house.regions is RegionsWhen.REQUEST,
            drawn=self._drawn,
            suspected=suspected - place.mask.untrusted,
            counting=self.count.left_at(self.looked_ms) > 0,
        )

    @property
    def left_out(self) -> frozenset[Site]:
        """The sensors that people chose not to have read."""
        return self.place.sensors.left_out(self.session.at(self.place.number))

    @property
    def ailments(self) -> Mapping[Site, Ailment]:
        """What seems wrong with each sensor that is read; none on a drawn board."""
        place = self.place
        if place.on_screen:
            return {}
        suspected = self.session.at(place.number).suspected
        found = ailments(self.now, place.state, suspected, place.reading.ailing)
        return {site: ailment for site, ailment in found.items() if site not in place.mask.untrusted}

    def sense(self, reading: Reading) -> None:
        """Take a reading of the board: pieces come and go; a piece lifted and put back counts as tapped."""
        session = self.session.at(self.place.number)
        came, went = self.place.sense(reading, session, self.now.board.table.expected)
        now, package, draft = self.now, self.now.game.package, self.now.board.draft
        if self.place.notice(went) and package is not None and package.watching.cue is not None:
            self.place.lights.sound(package.watching.cue)
        tapped = len(came) == 1 and came <= now.board.table.expected
        if tapped and package is not None and draft is not None and draft.seat is not None:
            [place] = came
            choice = self.requests.choice(draft.seat)
            self.keep(draft.seat, package.choices.tapped(now.game.view, draft, choice, place))

    # --- facts -------------------------------------------------------------------------------------------------

    def do(self, intent: Intent, meta: CommandMeta | None, *, by_itself: bool = False) -> None:
        """Turn an intent into facts. `meta` is what a screen sent; None: a button or the clock, which are never stale.

        `by_itself`: a draft has lain still, and nobody has confirmed it.
        """
        check_board(intent, self.now)
        intent = self.place.sensors.with_sensors(intent, self.session, self.counted, by_itself=by_itself)
        self._record(self.ledger.entries(intent, meta), by_itself=by_itself)

    def _record(self, entries: tuple[Entry, ...], *, by_itself: bool) -> None:
        if not all(isinstance(entry.fact, OF_SENSORS) for entry in entries):  # what is shown or taught meanwhile stays
            self.showing = self.showing.of()
        if entries:
            for entry, before, after in self.ledger.record(entries, self.clock()):
                self._follow(entry, before, after, by_itself=by_itself)
            fact = entries[0].fact if len(entries) == 1 else None
            self._spoken = int(fact.actor) if isinstance(fact, Noted) else None

    def _follow(self, entry: Entry, before: Session, session: Session, *, by_itself: bool) -> None:
        """Change on the table what a fact changes."""
        for place in self.places:
            around = before.at(place.number), session.at(place.number)
            place.state = follow_at(entry.fact, *around, place.now, place.state, self.clock())
        self.requests, self.curtain = follow(entry.fact, session, self.now, (self.requests, self.curtain))
        self.counted = counted(self.counted, entry, before, session, by_itself=by_itself)
        if isinstance(entry.fact, GameEnded) and not session.gone:
            package = package_of(session)
            of_ms = package.shown.count_ms(package.rules.view(session.state, TABLE))
            self.count = Stopwatch("count", of_ms, since_ms=self.clock())
        if (cue := cue_of(entry.fact)) is not None:
            self.place.lights.sound(cue)

    def pause(self, meta: CommandMeta) -> None:
        """Stop for a while; `Refused` if that was done a moment ago."""
        self.ledger.check_pause(self.clock())
        self.do(intents.Pause(), meta)

    # --- what people do that is no fact ------------------------------------------------------------------------

    def attempt(self, act: Callable[[], None]) -> None:
        """Do what a button asks; if it is refused, the sentence stays as it was."""
        try:
            act()
        except PearlboardError:
            self.place.lights.sound(Cue.ILLEGAL)

    def ask(self, requests: PendingRequests) -> None:
        """Replace the pending requests."""
        self.requests = requests

    def keep(self, seat: Seat, choice: Choice) -> None:
        """Keep a seat's choice."""
        self.requests = replace(self.requests.with_choice(seat, choice), gave_way=NOWHERE)

    def note_spoken(self, seat: Seat) -> None:
        """Note that a seat has said something that nobody else may notice."""
        self._spoken = seat

    def ask_regions(self) -> None:
        """Show the regions for a while, if the house rules show them on request."""
        if self.house.regions is RegionsWhen.REQUEST:
            self.regions_until_ms = self.clock() + REGIONS_MS

    def end_count(self) -> None:
        """End the count at the end of a game, and show who has won."""
        self.count = STOPPED

    def draw_curtain(self, curtain: Curtain | None) -> None:
        """Open a seat's curtain on one shared page, announced on all pages; None: close it."""
        if curtain is not None:
            check_curtain(self.session, curtain.seat)
        self.curtain = curtain

    def behind_curtain(self, principal: Principal) -> Seat | None:
        """The seat whose curtain is open on that page."""
        return self.curtain.seat if self.curtain is not None and self.curtain.principal == principal else None

    def sees_alone(self, seat: Seat) -> bool:
        """Whether some screen shows the seat's private view: its own, or a shared page with its curtain open.

        On a drawn board every person has one.
        """
        behind = self.curtain is not None and self.curtain.seat == seat
        return behind or seat in self.session.phones or seat in self._drawn

    def show(self, showing: Showing) -> None:
        """Show a finished game, a lesson, or neither, until anything happens; `Refused` while a game is on."""
        lessons = self.now.phase is Phase.IDLE and not self.place.on_screen
        exhibits = self.now.phase in (Phase.IDLE, Phase.OVER)
        if (showing.exhibit is not None and not exhibits) or (showing.lesson is not None and not lessons):
            raise Refused("not_now", say("not_now"))
        self.showing = showing

    def turn_shown(self, by: int) -> None:
        """Turn what is shown `by` steps on."""
        self.showing = self.showing.turned(by)
