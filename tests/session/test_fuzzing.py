"""Fuzzing: anybody may do anything to a table, in any order; the table never breaks, and never invents anything.

Commands from any screen, or with a forged token, neither change nor show what belongs to others; and from every state,
people who put everything right can play on.
"""

import contextlib
import random
from dataclasses import replace

import hypothesis
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pearlboard.commands import documents, handler, permissions
from pearlboard.commands import registry as command_table
from pearlboard.commands.permissions import Permission
from pearlboard.drivers.simulated import ImpossibleMove
from pearlboard.games.perladora.rules.steps import LayPontoons
from pearlboard.geometry import GRID
from pearlboard.program import table_service as stages
from pearlboard.screens import possible
from pearlboard.session import facts, intents
from pearlboard.session.principal import EVERYBODY, OPERATOR, Principal
from pearlboard.session.state import Refused
from pearlboard.store import codec
from pearlboard.table import requests, taking_back
from pearlboard.table.exhibit import replay
from support.finished import finished
from support.fuzzing import HOST, AnyTable, end_game, mend, play_token, play_turn, put_right
from support.lengths import at_length, soaked
from support.perladora_table import hints, tokens
from support.tabling import PLAYERS

pytestmark = pytest.mark.slow

SITES = st.sampled_from([str(place) for place in GRID.sites])
SPACES = st.sampled_from([str(place) for place in GRID.spaces])
BUTTONS = st.sampled_from(["end_turn", "hint", "take_back"])
MOSTLY = st.sampled_from([True, True, True, False])
SEATS = st.integers(1, 4)
PLAIN = st.sampled_from(
    [
        "tidy",
        "confirm",
        "take_back",
        "hint",
        "pass",
        "start",
        "counted",
        "pause",
        "resume",
        "abandon",
        "rematch",
        "new_game",
        "agree",
        "say_later",
        "agree_take_back",
        "refuse_take_back",
        "leave",
        "claim_host",
        "hand_back",
        "end_exhibit",
        "begin_lesson",
        "end_lesson",
    ]
)
DRAWN = [{**player, "clan": None} for player in PLAYERS]
SET_UP = st.fixed_dictionaries(
    {
        "name": st.just("set_up"),
        "advanced": st.booleans(),
        "peek_own": st.booleans(),
        "players": st.lists(st.sampled_from(PLAYERS + DRAWN), min_size=2, max_size=4),
        "edition": st.sampled_from(["en", "fr"]),
        "first": st.integers(0, 5),
        "hints": st.sampled_from(["off", "request", "always"]),
        "confirm": st.sampled_from(["auto", "button"]),
        "explain": st.booleans(),
    }
)
CHAIRS = st.fixed_dictionaries(
    {},
    optional={
        "guest": st.integers(1, 4),
        "called": st.sampled_from(["Ida", "Ben"]),
        "computer": st.sampled_from(["easy", "greedy"]),
    },
)
COMMANDS = st.one_of(
    st.builds(lambda name: {"name": name}, PLAIN),
    st.builds(lambda place: {"name": "put", "site": place}, SITES),
    st.builds(lambda place: {"name": "lift", "site": place}, SITES),
    st.builds(lambda value: {"name": "choose_value", "value": value}, st.none() | st.integers(0, 6)),
    st.builds(lambda place, value: {"name": "say_value", "space": place, "value": value}, SPACES, st.integers(1, 5)),
    st.builds(lambda place: {"name": "unsay_value", "space": place}, SPACES),
    st.builds(lambda index: {"name": "show_territory", "index": index}, st.integers(0, 9)),
    st.builds(lambda index: {"name": "count_show", "index": index}, st.integers(0, 9)),
    st.builds(lambda word: {"name": "answer", "answer": word}, st.sampled_from(["continue", "new", "perhaps"])),
    st.builds(lambda token: {"name": "play", "token": token}, st.sampled_from(["power", "backup", "luck", None])),
    st.builds(lambda place: {"name": "aim", "site": place}, st.none() | SITES),
    st.builds(
        lambda name, place: {"name": name, "site": place}, st.sampled_from(["leave_out", "trust", "laid"]), SITES
    ),
    st.builds(
        lambda name, seat: {"name": name, "seat": seat}, st.sampled_from(["invite", "free_seat", "private"]), SEATS
    ),
    st.builds(lambda index: {"name": "exhibit", "number": 7, "index": index}, st.integers(0, 99)),
    st.builds(lambda index: {"name": "turn_lesson", "index": index}, st.integers(0, 9)),
    st.builds(lambda number: {"name": "pick_in_lesson", "number": number}, st.integers(0, 4)),
    SET_UP,
    st.builds(lambda name: {"name": name}, st.sampled_from(["close_lobby", "leave_lobby", "begin_game"])),
    st.builds(lambda seats: {"name": "open_lobby", "seats": seats}, SEATS),
    st.builds(lambda chairs: {"name": "arrange", "chairs": chairs}, st.lists(CHAIRS, min_size=1, max_size=5)),
    st.builds(lambda guest: {"name": "remove_guest", "guest": guest}, st.integers(1, 4)),
    st.builds(
        lambda called, pick: {"name": "introduce", "called": called, "pick": pick},
        st.sampled_from(["Anna", "anna", "Ben", " ", "Cleo"]),
        st.sampled_from([None, "elders", "children", "pirates"]),
    ),
)
MEDDLING = [
    {"name": "choose_value", "value": 1},
    {"name": "choose_value", "value": None},
    {"name": "say_later"},
    {"name": "play", "token": "power"},
    {"name": "play", "token": None},
    {"name": "confirm"},
    {"name": "pass"},
    {"name": "hint"},
    {"name": "aim", "site": None},
    {"name": "take_back"},
    {"name": "refuse_take_back"},
    {"name": "pause"},
    {"name": "resume"},
    {"name": "abandon"},
    {"name": "new_game"},
    {"name": "private", "seat": 1},
]
"""Commands sent out of turn."""
JUNK = st.dictionaries(
    st.sampled_from(["name", "site", "value", "index", "players", "farms", "answer", "ms", "space"]),
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["put", "set_up", "button", "say_value", "invite", "play"])
    | st.dictionaries(SPACES, st.integers(0, 9), max_size=3),
)


SHOWN = replay(finished(5, players=2))


class TableInAnyHands(RuleBasedStateMachine):
    """A state machine whose rules are what people, faults and scripts do."""

    @initialize(
        players=st.integers(2, 4),
        edition=st.sampled_from(["en", "fr"]),
        begin=MOSTLY,
        advanced=MOSTLY,
        tiles=st.booleans(),
        peek_own=st.booleans(),
        host=MOSTLY,
        phones=st.frozensets(SEATS),
    )
    def sit_down(self, players, phones, *, begin, tiles, host, **form):
        self.take(AnyTable(tiles=tiles))
        if host:
            self.table.wish(who=HOST, name="set_up", players=PLAYERS[:2])
            self.table.wish(who=HOST, name="abandon")
        if begin:
            self.table.begin(players, **form)
            for seat in 2 * sorted(phones & set(range(1, players + 1))):
                self.table.phone(seat)

    def take(self, table):
        """Continue with this table; one finished game can be shown on it."""
        self.table = table
        table.stage._commands._opened = {7: SHOWN}.get

    @rule(place=SITES)
    def move(self, place):
        lies = GRID.site(place) in self.table.board.pieces
        self.table.do(f"-{place}" if lies else place)

    @rule(place=SITES)
    def chatter(self, place):
        self.table.do(f"~{place}")

    @rule(end=SITES, data=st.data())
    def slide(self, end, data):
        pieces = sorted(str(place) for place in self.table.board.pieces)
        if pieces and GRID.site(end) not in self.table.board.pieces:
            self.table.do(f"{data.draw(st.sampled_from(pieces))}>{end}")

    @rule(ms=st.sampled_from([1, 50, 150, 700, 3100, 6000, 20000]))
    def wait(self, ms):
        self.table.clock.step(ms)

    @rule(button=BUTTONS, ms=st.sampled_from([50, 500, 2500]))
    def press(self, button, ms):
        self.table.do(f"press {button} {ms}")

    @rule(place=SITES, level=st.sampled_from(["0", "1", ""]))
    def stick(self, place, level):
        self.table.do(f"{place}={level}")

    @rule(fault=st.sampled_from(["unplug", "plug", "shift 1", "shift 0", "shift 3"]))
    def fault(self, fault):
        self.table.do(fault)

    @rule()
    def mend(self):
        mend(self.table)

    @rule(command=COMMANDS, stale=st.booleans(), data=st.data())
    def command(self, command, stale, data):
        version = self.table.tabletop.session.version
        self.table.wish(version - 1 if stale and version else version, self.anybody(data), **command)

    def anybody(self, data):
        return data.draw(st.sampled_from(self.table.actors))

    @rule(command=COMMANDS, seats=st.booleans())
    def everybody_at_once(self, command, seats):
        """Send the same command from every screen."""
        for who in self.table.actors:
            if not seats or who.seat is not None:
                self.table.wish(None, who, **command)

    @rule(seat=SEATS)
    def phone(self, seat):
        """A phone joins, for the first time or again; if there is no such seat, the host is told."""
        with contextlib.suppress(Refused):
            self.table.phone(seat)

    @precondition(lambda self: self.table.seat_access.lobby.open is not None)
    @rule(data=st.data(), called=st.sampled_from(["Anna", "Ben", "Cleo", None]))
    def guest(self, data, called):
        """A guest joins the lobby, and may say a name; often the game begins then."""
        with contextlib.suppress(Refused):
            guest = self.table.guest()
            if called is not None:
                self.table.wish(None, guest, name="introduce", called=called)
        if data.draw(st.booleans()):
            self.table.wish(None, self.anybody(data), name="begin_game")

    @rule(code=st.text(max_size=30))
    def guess(self, code):
        version = self.table.tabletop.session.version
        with pytest.raises(Refused, match="invitation_used"):
            self.table.seat_access.join(code)
        assert self.table.tabletop.session.version == version

    @rule(data=st.data())
    def come_and_go(self, data):
        """A screen connects, and an earlier one disconnects."""
        seat_access = self.table.seat_access
        seat_access.arrive(self.anybody(data))
        if data.draw(st.booleans()):
            seat_access.depart(data.draw(st.sampled_from(sorted(seat_access._connected, key=repr))))

    @rule(document=JUNK, data=st.data())
    def junk(self, document, data):
        self.table.wish(None, self.anybody(data), **document)

    @precondition(lambda self: self.table.tabletop.now.game.stage == "playing")
    @rule(seed=st.integers(0, 999), turns=st.integers(1, 12), value=st.none() | st.integers(1, 5), tidied=st.booleans())
    def play(self, seed, turns, value, tidied):
        rng = random.Random(seed)
        if tidied:
            put_right(self.table, phones_away=False)
        while turns and play_turn(self.table, rng, value=value):
            self.table.check()
            for name in rng.sample(["power", "backup", "none"], 2):
                play_token(self.table, rng, name)
            turns -= 1

    @precondition(lambda self: tokens(self.table.tabletop.now))
    @rule(seed=st.integers(0, 999), name=st.sampled_from(["power", "backup"]))
    def token(self, seed, name):
        play_token(self.table, random.Random(seed), name)

    @precondition(lambda self: self.table.tabletop.now.game.stage == "playing")
    @rule(seed=st.integers(0, 999), tidied=st.booleans(), value=st.integers(1, 3), token=st.booleans())
    def meddle(self, seed, tidied, value, token):
        """In the middle of a turn, everybody else sends what only its player may send."""
        table, rng = self.table, random.Random(seed)
        if tidied:
            put_right(table, phones_away=False)
        now = table.tabletop.now
        if now.stop is not None or now.board.table.extra or now.board.table.missing:
            return
        mover = table.screen_of(now.game.to_move)
        if token:
            table.wish(None, mover, name="play", token="power")
        else:
            for space in sorted(hints(now).spaces - table.board.pieces)[:1]:
                table.do(str(space)).wish(None, mover, name="choose_value", value=value)
        for who in sorted(rng.sample(table.actors, len(table.actors)), key=lambda who: who.seat is None):
            if who not in (mover, OPERATOR):
                for command in rng.sample(MEDDLING, len(MEDDLING)):
                    table.wish(None, who, **command)

    @precondition(lambda self: self.table.tabletop.session.acts)
    @rule(data=st.data(), refused=st.booleans(), late=st.booleans())
    def take_back(self, data, refused, late):
        """Somebody proposes a take-back and everybody is asked; whoever has agreed may agree again."""
        self.table.wish(None, self.anybody(data), name="take_back")
        if refused:
            self.table.wish(None, self.anybody(data), name="refuse_take_back")
        if late:
            self.table.clock.step(130_000)
        for who in data.draw(st.permutations(self.table.actors)):
            self.table.wish(None, who, name="agree_take_back")

    @precondition(lambda self: self.table.tabletop.now.game.stage == "playing")
    @rule(seed=st.integers(0, 999))
    def play_to_the_end(self, seed):
        rng = random.Random(seed)
        while play_turn(self.table, rng):
            play_token(self.table, rng, rng.choice(["power", "backup", "none"]))

    @rule()
    def reboot(self):
        self.take(self.table.reboot())

    @rule(seed=st.integers(0, 999), to_the_end=st.booleans())
    def way_out(self, seed, to_the_end):
        """From every state, with faults repaired, phones away and pieces put right, a turn can be played."""
        put_right(self.table, phones_away=True)
        session = self.table.tabletop.session
        if session.stage == "idle":
            assert self.table.wish(name="set_up", players=PLAYERS[:2]) is None
        if self.table.tabletop.session.stage == "pearls":
            assert self.table.wish(name="start") is None
        if self.table.tabletop.session.stage == "playing":
            assert play_turn(self.table, random.Random(seed)), self.table.screen()["sentence"]
        elif to_the_end:
            end_game(self.table)
            assert self.table.tabletop.session.stage == "over"

    @invariant()
    def always(self):
        self.table.check()


FINDING = (hypothesis.Phase.explicit, hypothesis.Phase.reuse, hypothesis.Phase.generate)
"""Failures are shown as found: shrinking would take minutes, since the steps are whole games."""
EXAMPLES = at_length(600, 3)

TestTableInAnyHands = TableInAnyHands.TestCase
TestTableInAnyHands.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=40,
    deadline=None,
    phases=FINDING,
    suppress_health_check=list(HealthCheck),
)


def test_lifting_nothing_is_refused():
    """The simulated board refuses to lift a piece that is not there."""
    table = AnyTable()
    table.wish(name="lift", site="c4")
    assert [name for name, *_ in table.refusals] == ["impossible_move"]
    with pytest.raises(ImpossibleMove, match="c4"):
        table.do("-c4")


@pytest.mark.parametrize("interruption", ["pause", "unplug"])
def test_an_interruption_takes_no_value_away(interruption):
    """A value chosen by a seat without a phone survives another's pause and a disconnected cable."""
    table = AnyTable()
    table.begin(3)
    ben = table.phone(2)
    table.do("c4").wish(who=EVERYBODY, name="choose_value", value=4)
    if interruption == "pause":
        table.wish(who=ben, name="pause")
        table.do("wait 20000").wish(who=ben, name="resume")
    else:
        table.do("unplug wait 5000 plug wait 300")
    table.do("press end_turn wait 300")
    assert table.tabletop.session.played[-1][1].value == 4


def test_a_value_goes_with_its_diver():
    """Lifting the Diver during a pause discards the choice."""
    table = AnyTable()
    table.begin(3)
    table.do("c4").wish(name="choose_value", value=4)
    table.wish(name="pause")
    table.do("-c4").wish(name="resume")
    assert table.tabletop.requests.choice(1).private is None


# --- injected faults: the machine must find each of them --------------------------------------------------------------

PLANTED = {}


def planted(fault):
    """Register a fault that somebody might introduce; it gets `monkeypatch`."""
    PLANTED[fault.__name__] = fault
    return fault


def _change(patch, command, **changes):
    """Change the entry of a command in the table of commands."""
    patch.setitem(command_table.COMMANDS, command, replace(command_table.COMMANDS[command], **changes))


@planted
def a_phone_moves_for_another(patch):
    patch.setattr(permissions, "_seat_may", lambda *_: True)


@planted
def a_page_speaks_for_a_phone(patch):
    _change(patch, documents.Choose, permission=Permission.TABLE | Permission.PRIVATE)


@planted
def a_token_that_was_revoked_is_good(patch):
    def careless(may, who, session, now, **more):
        may_ask(
            may,
            Principal(who.seat, session.phones.get(who.seat, "")) if who.seat in session.phones else who,
            session,
            now,
            **more,
        )

    may_ask = handler.check
    patch.setattr(handler, "check", careless)


@planted
def anybody_gives_the_game_up(patch):
    _change(patch, documents.Abandon, permission=Permission.TABLE)


@planted
def nobody_need_agree_to_a_take_back(patch):
    patch.setattr(requests.Proposal, "open", lambda *_: ())


@planted
def a_refused_take_back_clears_the_turn(patch):
    patch.setattr(taking_back, "refuse", lambda table: table.ask(requests.PendingRequests()))


def _add_to_screens(patch, change):
    def leaking(shows, language, who=EVERYBODY):
        shown = screen(shows, language, who)
        change(shown, shows._tabletop.session, who)
        return shown

    screen = stages.TableService.screen
    patch.setattr(stages.TableService, "screen", leaking)


@planted
def a_screen_shows_every_value(patch):
    def leak(shown, session, _):
        if session.state is not None:
            shown["worth"] = [{"space": str(place), "value": value} for place, value in session.state.values.items()]

    _add_to_screens(patch, leak)


@planted
def a_phone_shows_the_hand_of_another(patch):
    shown = stages.private

    def leaking(seat, *rest):
        mine = shown(seat, *rest)
        return {**mine, "game": {**mine["game"], **shown(seat % 2 + 1, *rest)["game"]}}

    patch.setattr(stages, "private", leaking)


@planted
def a_phone_that_was_signed_out_goes_on_showing(patch):
    you = {"seat": 1, "can": [], "game": {}}
    _add_to_screens(patch, lambda shown, _, who: who.seat and shown.setdefault("you", you))


@planted
def a_token_is_on_a_screen(patch):
    _add_to_screens(patch, lambda shown, session, _: shown.update(keys=list(session.phones.values())))


@planted
def a_page_offers_what_is_not_its_own(patch):
    patch.setattr(possible, "_can_play", lambda _: ["leave"])


@planted
def the_store_forgets_whose_phone_left(patch):
    patch.setitem(codec.DECODERS, "seat_freed", lambda _: facts.SeatFreed(1))


@planted
def a_sensor_that_was_left_out_stays_out(patch):
    _change(patch, documents.Tidy, do=lambda *_: None)


@planted
def a_step_is_played_with_a_piece_that_does_not_lie_there(patch):
    def invent(table, _, sent):
        edges = hints(table.now).edges if table.now.game.stage == "playing" else ()
        for edge in sorted(edges, key=str)[:1]:
            table.do(intents.Act(1, LayPontoons((edge,))), sent)

    patch.setattr(taking_back, "ask", invent)


RARE = (  # faults that show only in hundreds of games
    "a_page_speaks_for_a_phone",
    "a_phone_moves_for_another",
    "a_phone_shows_the_hand_of_another",
    "a_refused_take_back_clears_the_turn",
    "a_screen_shows_every_value",
    "a_token_that_was_revoked_is_good",
    "anybody_gives_the_game_up",
    "nobody_need_agree_to_a_take_back",
)


@pytest.mark.parametrize("fault", soaked(PLANTED, PLANTED.keys() - RARE))
def test_a_planted_fault_is_found(monkeypatch, fault):
    """Every law of `fuzzing` can fail: the same machine raises when the program breaks the law.

    The games tried depend on what else was imported, so there are many; most faults show within the first hundred.
    """
    PLANTED[fault](monkeypatch)
    with pytest.raises((AssertionError, Refused)):
        run_state_machine_as_test(
            TableInAnyHands,
            settings=settings(
                TestTableInAnyHands.settings, max_examples=1_000, derandomize=True, database=None, print_blob=False
            ),
        )
