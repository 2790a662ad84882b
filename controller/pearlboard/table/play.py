"""The state of play: the session, the places where it is played, requests, and the situations. Pure.

    intent -> ledger -> facts -> follow --+
    reading -> place -> board state ------+--> settle -> the situation at each place
    requests -----------------------------+

A refusal changes nothing. `tabletop` lets time pass and tells others of changes.
"""

from collections.abc import Callable, Mapping
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
from pearlboard.session.questions import package_of
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.table.exhibit import Showing
from pearlboard.table.following import Curtain, counted, cue_of, curtain_after, follow, follow_at, left_over
from pearlboard.table.ledger import Ledger
from pearlboard.table.place import Place
from pearlboard.table.places import Places
from pearlboard.table.ports import CommandMeta, Players, Voice
from pearlboard.table.refusals import check_board, check_curtain
from pearlboard.table.requests import PendingRequests
from pearlboard.table.sensors import Counted, ailments, resumed
from pearlboard.table.settling import settle
from pearlboard.table.situation import BoardPart, Given, Situation
from pearlboard.table.stopwatch import STOPPED, Stopwatch
from pearlboard.texts import say

REGIONS_MS: Final = 5_000
"""How long regions stay visible after a request or a released button."""


def as_logged(_: BoardState, session: Session) -> BoardState:
    """The state of a board of which nothing is known but the log."""
    return BoardState(must_lift=session.taken_back | left_over(session), owed=session.owed)


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
    patient          the table speaks: nothing counts by lying still, and no clock of a turn runs
    """

    still_ms: int
    confirms_itself: bool = True
    regions: RegionsWhen = RegionsWhen.CLOSED
    patient: bool = False

    def shows_regions(self, *, asked: bool) -> bool:
        """Whether the lights show the regions now; `asked`: somebody has asked for them."""
        return self.regions is RegionsWhen.ALWAYS or (asked and self.regions is RegionsWhen.REQUEST)


class Play:
    """The state of play (see the module). Its parts are read by all, and changed by it alone.

    counted  actions of this game that counted by themselves
    places   the boards, the table's own first; `place`: the one at issue
    showing  a finished game on the lights, or a lesson, while no game is on
    count    the count of points at the end, while it is shown
    stuck    the computer whose turn it is cannot play
    """

    def __init__(self, ledger: Ledger, places: tuple[Place, ...], clock: Callable[[], int], house: HouseRules) -> None:
        """Start without a situation: `take_over` computes it. `places`: the boards, the table's own first."""
        self.ledger = ledger
        self.places = Places(places)
        self.house = house
        self.regions_until_ms = 0
        self.requests = PendingRequests()
        self.counted: Counted = {}
        self.showing = Showing()
        self.count = STOPPED
        self.players = Players()
        self.voice = Voice()
        self.stuck = False
        self.looked_ms = 0
        self.clock = clock
        self._spoken: Seat | None = None

    def take_over(self) -> None:
        """Expect on the board the pieces that the log says."""
        for place in self.places:
            place.change(as_logged, self.session.at(place.number))
        self.counted = resumed(self.session)
        self.settle()

    @property
    def session(self) -> Session:
        """The session, from the log."""
        return self.ledger.session

    # --- where -------------------------------------------------------------------------------------------------

    @property
    def place(self) -> Place:
        """The place at issue."""
        return self.places.here

    @property
    def now(self) -> Situation:
        """How things stand there."""
        return self.places.here.now

    # --- how things stand --------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Compute the situation at every place, and drop what has lapsed."""
        self.looked_ms = self.clock()
        self.places.lead(self.session)
        self.showing = self.showing.seeing(self.places.home.state.sensed)
        for place in self.places.in_order:
            now, state, self.requests = settle(self._given(place))
            place.settled(now, state)
            place.senses.expect(now.board.table.expected)
            if not self.session.paused:
                package = now.game.package if now.phase is Phase.PLAYING else None
                place.watch(watched=package is not None and package.watching.watches(now.game.view))

    def _given(self, place: Place) -> Given:
        session, hint_held = self.session.at(place.number), place.buttons.held(Button.HINT)
        lifted = place.lifted_at(self.looked_ms)
        suspected = place.sensors.suspected(session) | frozenset(place.reading.ailing)
        board = BoardPart(
            tiles=place.tiles,
            on_screen=place.on_screen,
            lost=place.lost,
            lifted=lifted,
            part=self.places.part(place, self.session),
            leader=self.places.leader.called,
            other=self.places.other(place),
        )
        return Given(
            session,
            place.state,
            self.requests,
            self.showing if not place.number else replace(self.showing, lesson=None, left=NOWHERE),
            self.looked_ms,
            self.house.still_ms,
            place.number,
            board,
            place.stop,
            self.stuck,
            regions=self.house.shows_regions(asked=hint_held or self.looked_ms < self.regions_until_ms),
            ask_regions=self.house.regions is RegionsWhen.REQUEST,
            drawn=self.places.drawn(self.session),
            suspected=suspected - place.mask.untrusted,
            counting=self.count.left_at(self.looked_ms) > 0,
            patient=self.house.patient,
        )

    @property
    def left_out(self) -> frozenset[Site]:
        """The sensors that people chose not to have read."""
        return self.place.left_out(self.session)

    @property
    def ailments(self) -> Mapping[Site, Ailment]:
        """The suspicion against each sensor that is read; none on a drawn board."""
        place = self.place
        if place.on_screen:
            return {}
        suspected = self.session.at(place.number).suspected
        found = ailments(self.now, place.state, suspected, place.reading.ailing)
        return {site: ailment for site, ailment in found.items() if site not in place.mask.untrusted}

    def sense(self, reading: Reading) -> None:
        """Take a reading of the board: pieces come and go; a piece lifted and put back counts as tapped."""
        came, went = self.place.sense(reading, self.session, self.now.board.table.expected)
        if self.place is self.places.home:
            self.voice.moved(came, went, asks=self.place.buttons.held(Button.HINT))
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
        if isinstance(intent, intents.AgreeOnGame):
            self.places.check(intent.agreement)
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
            place.settled(place.now, follow_at(entry.fact, *around, place.now, place.state, self.clock()))
            place.draw(curtain_after(entry.fact, place.curtain))
        self.requests = follow(entry.fact, session, self.now, self.requests)
        self.counted = counted(
            self.counted, entry, before, session, by_itself=by_itself and self.place is self.places.home
        )
        if isinstance(entry.fact, GameEnded) and not session.gone:
            package = package_of(session)
            of_ms = package.shown.count_ms(package.rules.view(session.state, TABLE))
            self.count = Stopwatch("count", of_ms, since_ms=self.clock())
        if (cue := cue_of(entry.fact)) is not None:
            self.place.lights.sound(cue)

    def pause(self, meta: CommandMeta | None) -> None:
        """Stop for a while; `Refused` if that was done a moment ago."""
        self.ledger.check_pause(self.clock())
        self.do(intents.Pause(), meta)

    # --- what people do that is no fact ------------------------------------------------------------------------

    def attempt(self, act: Callable[[], None]) -> None:
        """Do what a button asks; if it is refused, the sentence stays as it was."""
        try:
            act()
        except PearlboardError as refused:
            self.place.lights.sound(Cue.ILLEGAL)
            self.voice.refuse(getattr(refused, "sentence", None))

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
        """Open a seat's curtain on one shared page, announced on all pages of its board; None: close it."""
        if curtain is not None:
            check_curtain(self.session, curtain.seat)
        self.place.draw(curtain)

    def behind_curtain(self, principal: Principal) -> Seat | None:
        """The seat whose curtain is open on that page."""
        curtain = self.places.of(principal.place).curtain
        return curtain.seat if curtain is not None and curtain.principal == principal else None

    def sees_alone(self, seat: Seat) -> bool:
        """Whether some screen shows the seat's private view: its own, or a shared page with its curtain open.

        On a drawn board every person has one.
        """
        behind = any(place.curtain is not None and place.curtain.seat == seat for place in self.places)
        return behind or seat in self.session.phones or seat in self.places.drawn(self.session)

    def show(self, showing: Showing) -> None:
        """Show a finished game, a lesson, or neither, until anything happens; `Refused` while a game is on."""
        lessons = self.now.phase is Phase.IDLE and not self.places.home.on_screen
        exhibits = self.now.phase in (Phase.IDLE, Phase.OVER)
        if (showing.exhibit is not None and not exhibits) or (showing.lesson is not None and not lessons):
            raise Refused("not_now", say("not_now"))
        self.showing = showing

    def turn_shown(self, by: int) -> None:
        """Turn what is shown `by` steps on."""
        self.showing = self.showing.turned(by)
