"""Two worlds: the same public game is played twice with different secrets, and no output may differ.

Output is caught where it leaves: screens in both languages, the messages of watchers, answers over HTTP with their
headers, the frames of the lights, the cues, what the table says aloud and would answer, the words of every refusal, the
program's logs. Compared are a table page,
the host's page, and the phone of a witness, whose own secrets are the same in both worlds.
"""

import asyncio
import contextlib
import dataclasses
import io
import itertools
import logging
import random
import sys
from dataclasses import replace

import pytest
from starlette.requests import Request

from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.setup import deal
from pearlboard.games.perladora.rules.state import Clan
from pearlboard.home.entities import Machine, Permits
from pearlboard.home.publishing import Publishing, Surroundings
from pearlboard.languages import LANGUAGES
from pearlboard.program import table_service
from pearlboard.program.table_service import TableService
from pearlboard.recorder.journal import Journal
from pearlboard.screens.archive import Archive
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.principal import EVERYBODY, OPERATOR
from pearlboard.session.state import Refused
from pearlboard.settings import Home
from pearlboard.store.log import StoredGame
from pearlboard.store.tombstones import Contents
from pearlboard.table import play
from pearlboard.table.tabletop import Tabletop
from pearlboard.web.guard import Gate, Guard
from pearlboard.web.hub import Hub, SharedScreen
from pearlboard.web.routes import table_app
from pearlboard.web.server import Pages
from support.advanced import Players
from support.fuzzing import AnyTable, Disk
from support.hearing import Mouth, all_answers, speaking
from support.lengths import at_length
from support.perladora_table import hints, tokens
from support.tabling import PLAYERS

pytestmark = [pytest.mark.slow, pytest.mark.parallel]

PAIRS = at_length(10_000, 5)
PARTS = min(PAIRS, 100)
THOROUGH = 500
"""The number of pairs compared in every language; each of the thousands after them is compared in one language."""
TURNS = (4, 8, 12, 16, 90)
TURNS_OF_THOUSANDS = (2, 3, 4, 5, 6, 8, 8, 10, 12) * 2 + (16, 90)
"""How many turns a pair plays: one in five to the end, of the thousands one in twenty."""
ASKED = at_length(10, 40)
"""How many looks there are to each at which the voice is asked everything."""
FETCHED = at_length(200, 1)
PATHS = (
    "/",
    "/seat",
    "/archive",
    "/archive/1",
    "/archive/1.json",
    "/api/archive/1",
    "/?tv=plain&lang=en",
    "/api/screen?lang=en",
    "/api/screen?lang=fr",
    "/health",
    "/nothing",
)
HOST = (b"host", b"localhost")


async def get(app, path, method="GET", token=None):
    """All parts of an answer."""
    path, _, query = path.partition("?")
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    headers = [HOST] if token is None else [HOST, (b"authorization", f"Bearer {token}".encode())]
    await app(
        {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": headers,
            "http_version": "1.1",
            "scheme": "http",
            "root_path": "",
            "asgi": {"version": "3.0"},
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        },
        receive,
        send,
    )
    return repr(sent)


class Kept(Disk):
    """A disk that can be asked for the current game."""

    shelf = property(lambda self: self)
    contents = Contents()

    def __init__(self, log):
        self.log = log

    async def ask(self, question):
        return question(self)

    def title(self, _number):
        return ""

    def finished_games(self, _search):
        return ()

    def game(self, number):
        return StoredGame(number, "2026-01-01T00:00:00+00:00", tuple(self.log)) if number == 1 else None


class Overheard(logging.Handler):
    """Records what the program's loggers say, at every level."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []

    def emit(self, record):
        self.lines.append(f"{record.levelname} {record.name}: {self.format(record)}")

    def take(self):
        """The lines since the last call."""
        taken, self.lines = self.lines, []
        return taken


OVERHEARD = Overheard()


@contextlib.contextmanager
def overhearing():
    """Listen to every logger of the program for the duration of the block."""
    logger = logging.getLogger("pearlboard")
    level = logger.level
    logger.addHandler(OVERHEARD)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.setLevel(level)
        logger.removeHandler(OVERHEARD)
        OVERHEARD.take()


EVERYTHING = Permits(lights=True, mode=True, call=True)


def told_home(table):
    """What a smart home would hear of a table by MQTT, people's names and all."""
    around = Surroundings(
        lambda: catalogues()["en"],
        lambda _: {"well": True, "sentence": ""},
        lambda _: None,
        lambda: Machine("", "", 1.0, "default", ("default",)),
    )
    home = Publishing("pearlboard_test", table.tabletop, around)
    home._home = Home(broker="192.0.2.9", names="on")
    return home


class World:
    """A table with a watcher on every way out; `out`: all output for those who must not see a difference."""

    def __init__(self, form, phones, witness, languages=LANGUAGES):
        self.table = AnyTable()
        self.out = []
        self.logged = []
        self._sent = None
        self.home = told_home(self.table)
        self.mouth, self.asking = Mouth(), itertools.count()
        speaking(self.table, mouth=self.mouth)
        self._write_a_journal()
        self.tokens = {}
        self.table.stage.finished.games = Archive(Kept(self.table.log))
        # Nothing tells the hub about changes here: by its clock, every cached screen is too old.
        self.hub = Hub(self.table.stage, now_s=itertools.count(0, 1).__next__)
        self.app = table_app(
            self.table.stage, self.hub, Guard(frozenset({"localhost"}), "token"), catalogues(), lambda: "en"
        )
        self.table.ask("set_up", **form).ask("start")
        self.players = Players(self.table, random.Random(0), phones)
        self.witness = self.players.phones.get(witness)
        watching = [(language, EVERYBODY) for language in languages] + [("en", OPERATOR)]
        watching += [("fr", self.witness)] if self.witness is not None else []
        self.watchers = [self.hub.join(language, who, lights=True) for language, who in watching]
        self.hear()

    def _write_a_journal(self):
        """Write the journal as `run` does: it sits before the saver, and looks at whatever may have changed."""
        tabletop, access = self.table.tabletop, self.table.seat_access
        journal = Journal(self.table, catalogues()["en"])
        on_change, tabletop.ledger.saver = self.table._changed, journal

        def changed():
            journal.look(tabletop, access)
            on_change()

        tabletop.listen(changed)
        access.listen(lambda: journal.look(tabletop, access))

    def hear(self):
        """Record the log lines, while the worlds can be compared."""
        heard = OVERHEARD.take()
        self.logged += heard
        if self.comparable:
            self.out += heard

    @property
    def comparable(self):
        """True until the tiles are turned up, and then as long as the last step can be taken back."""
        session = self.table.tabletop.session
        return session.stage == "playing" or (session.stage == "reveal" and session.free)

    def look(self):
        """Record everything visible now; pages receive changes."""
        self.hear()
        if not self.comparable:
            return
        sent, self._sent = self._sent, self.table.changes
        for watcher in self.watchers:
            if sent != self._sent:
                watcher.show(SharedScreen(self.table.stage.screen(watcher.language, watcher.principal)))
            watcher.light(self.table.stage.frame())
            self.out.extend(watcher._texts)
            watcher._texts.clear()
        asked = next(self.asking) % ASKED == 0
        self.out.append(repr((self.mouth.take(), all_answers(self.table.tabletop.now, "en") if asked else ())))
        self.home.notice()
        self.out.append(repr((self.home.retained(EVERYTHING), list(self.home.happened))))
        self.out.append(self.table.stage.frame().hex())
        self.out.append(repr((self.table.stage.health(), self.table.lighting.cue, self.table.changes)))
        board = self.table.board
        for given in (self.table.refusals, board.played, board.lamps):  # since the last look
            self.out.append(repr(list(given)))
            given.clear()

    def say(self, value):
        """Choose a value as the seat to move; a refusal would be visible."""
        try:
            self.players.ask("choose_value", value=value)
        except Refused as refusal:
            self.out.append(refusal.name)

    async def fetch(self):
        """Fetch every page, as anybody, and the witness's screen with its token."""
        for path in PATHS:
            self.out.append(await get(self.app, path))

    def err(self):
        """Send commands that are refused to a table page and to the witness: the words of a refusal are output, too."""
        for document in (
            {"name": "say_value", "space": "c4", "value": 5},
            {"name": "agree"},
            {"name": "put", "site": "z9"},
            {"name": "choose_value", "value": 9},
            {"name": "pearls_laid"},
            {"name": "rematch"},
            {"name": "lift", "site": "d1"},
            {"name": "new_game"},
            {"name": "peek"},
            {"name": "show_territory", "index": 0},
            {"name": "invite", "seat": 1},
            {"name": "play", "token": "wibble"},
        ):
            self.table.wish(who=EVERYBODY, **document)
        if self.witness is not None:
            for document in (
                {"name": "say_value", "space": "c4", "value": 5},
                {"name": "peek"},
                {"name": "abandon"},
                {"name": "put", "site": "c4"},
            ):
                self.table.wish(who=self.witness, **document)


class Pair:
    """Two worlds with one public course of events."""

    def __init__(self, seed):
        self.public = public = random.Random(seed)
        self.turns = TURNS if seed < THOROUGH else TURNS_OF_THOUSANDS
        players, edition = public.choice([2, 3, 4]), public.choice(["en", "fr"])
        farms = {str(farm): pearls for farm, pearls in deal(public).items()}
        clans = public.sample(["fishermen", "foragers", "children", "elders"], players)
        people = [{"name": player["name"], "clan": clan} for player, clan in zip(PLAYERS, clans, strict=False)]
        form = {
            "players": people,
            "advanced": public.random() < 0.75,
            "edition": edition,
            "farms": farms,
            "hints": "always",
            "explain": True,
            "peek_own": public.random() < 0.5,
        }
        phones = [seat for seat in range(1, players + 1) if public.random() < 0.6]
        self.witness = public.choice(phones) if phones else None
        languages = LANGUAGES if seed < THOROUGH else (LANGUAGES[seed % len(LANGUAGES)],)
        self.worlds = [World(form, phones, self.witness, languages) for _ in range(2)]
        self.secrets = [random.Random(f"{seed}/{number}") for number in range(2)]
        self.telling = random.Random(f"{seed}/told later")

    @property
    def out(self):
        return [world.out for world in self.worlds]

    def both(self, act, *, look=True):
        """Do the same in both worlds."""
        for world in self.worlds:
            act(world)
            if look:
                world.look()

    def turn(self):
        """Play a whole turn, with errors and second thoughts."""
        if self.telling.random() < 0.3:
            self.tell()
        now = self.worlds[0].table.tabletop.now
        found = [token.name for token in tokens(now) if token.why is None]
        if found and self.public.random() < 0.4 and self.token(self.public.choice(found)) == "backup":
            return
        now = self.worlds[0].table.tabletop.now
        places = hints(now)
        spaces, edges = sorted(places.spaces), sorted(places.edges, key=str)
        if not spaces and not edges:
            self.token("backup")
            return
        diver = bool(spaces) and (not edges or self.public.random() < 0.7)
        self.lay(self.public.choice(spaces if diver else edges), diver=diver)

    def tell(self):
        """Say the value of a Diver on a phone: the witness's the same in both worlds, any other different."""
        phones, divers = self.worlds[0].players.phones, self.worlds[0].table.tabletop.now.game.view.public.divers
        mine = [place for place, diver in sorted(divers.items()) if diver.seat in phones and diver.shown is None]
        if not mine:
            return
        place, same = self.telling.choice(mine), self.telling.random()
        seat = divers[place].seat
        for world, rng in zip(self.worlds, self.secrets, strict=True):
            state = world.table.tabletop.session.state
            left = [value for value, count in enumerate(state.hands[seat - 1], 1) if count] or [state.values[place]]
            value = (random.Random(same) if seat == self.witness else rng).choice(left)
            world.table.ask("note", who=world.players.phones[seat], action=["tell", str(place), value])
            world.look()

    def token(self, token):
        """Play a Power or the Backup; a witness looks only where both worlds agree."""
        self.both(lambda world: world.players.ask("play", token=token))
        now = self.worlds[0].table.tabletop.now
        clan = now.game.view.public.setup.clans[now.game.to_move - 1]
        if token == "power" and clan in (Clan.FISHERMEN, Clan.CHILDREN):
            edges = hints(now).edges
            self.lay(self.public.choice(sorted(now.board.draft.targets or edges, key=str)), diver=clan is Clan.CHILDREN)
            return "power"
        targets = sorted(now.board.draft.targets)
        if token == "power" and clan is Clan.ELDERS and now.game.to_move == self.witness:
            one, other = map(values, self.worlds)
            targets = [space for space in targets if one[space] is not None and one[space] == other[space]]
        if not targets:
            self.both(lambda world: world.players.ask("play", token=None))
            return "nothing"
        target, by_hand = str(self.public.choice(targets)), self.public.random() < 0.5
        self.both(
            lambda world: (
                world.table.do(f"-{target} wait 400 {target} wait 300")
                if by_hand
                else world.players.ask("aim", site=target)
            )
        )
        self.both(World.err)
        self.both(lambda world: world.table.do("press end_turn wait 100"))
        return token

    def lay(self, place, *, diver):
        """Lay a piece, and choose its value."""
        self.both(lambda world: world.table.do(str(place)))
        draft = self.worlds[0].table.tabletop.now.board.draft
        if diver:
            self.whisper(draft)
        self.both(World.err)
        again = self.public.random() < 0.1
        self.both(lambda world: world.table.do("press end_turn wait 100"))
        if again and self.worlds[0].table.tabletop.session.free:
            self.both(lambda world: world.table.do(f"press take_back wait 300 -{place} wait 300"))

    def whisper(self, draft):
        """Choose values: equal for a tile that lies face up and for the witness, different for all others."""
        seat, phone = draft.seat, self.worlds[0].players.phones.get(draft.seat)
        if draft.face_up:
            value = self.public.choice(draft.values)
            self.both(lambda world: world.say(value))
        elif phone is not None and self.public.random() < 0.2:
            self.both(lambda world: world.players.ask("say_later"))
        elif phone is not None or self.public.random() < 0.7:
            same, sloppy = self.public.random(), self.public.random() < 0.3
            for world, rng in zip(self.worlds, self.secrets, strict=True):
                chooses = random.Random(same) if seat == self.witness else rng
                world.say(any_value(world, chooses, seat, sloppy=sloppy and not phone))
                world.look()


def any_value(world, rng, seat, *, sloppy):
    """A value that this seat still has; a sloppy person says any, also one that is not left."""
    state = world.table.tabletop.session.state
    own = [value for value, count in enumerate(state.hands[seat - 1], 1) if count]
    return rng.choice(world.table.tabletop.now.board.draft.values if sloppy else own)


def two_worlds(seed, *, fetch=False, turns=None):
    """The output of both worlds until the reveal, and the worlds."""
    with overhearing():
        return in_step(Pair(seed), fetch=fetch, turns=turns)


def in_step(pair, *, fetch, turns):
    """Both worlds after so many turns, or a number that the pair chooses."""
    for _ in range(turns or pair.public.choice(pair.turns)):
        if pair.worlds[0].table.tabletop.now.game.stage != "playing":
            break
        try:
            pair.turn()
        except (Refused, IllegalStep) as refusal:  # one of them has come to another situation
            pair.worlds[0].out.append(f"out of step: {refusal}")
            break
    if fetch and pair.worlds[0].comparable:
        for world in pair.worlds:
            asyncio.run(world.fetch())
    return pair.worlds


def values(world):
    """The secrets of a world."""
    return world.table.tabletop.session.state.values


def differing(seeds, **kind):
    """The seeds whose worlds can be told apart."""
    return [seed for seed in seeds if (pair := two_worlds(seed, **kind))[0].out != pair[1].out]


def some_differ(seeds, **kind):
    """Whether an injected leak is found in any of these pairs."""
    return any((pair := two_worlds(seed, **kind))[0].out != pair[1].out for seed in seeds)


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_that_goes_out_tells_two_worlds_apart(part, record_property):
    """Pairs of games that differ only in secret values: not a byte differs until the reveal."""
    many = PAIRS // PARTS
    assert differing(range(part * many, (part + 1) * many)) == []
    record_property("reached", f"{many} pairs, none differs")


def test_the_worlds_really_differ(monkeypatch):
    """Without different secrets the comparison would prove nothing; witnesses and Powers must have occurred as well."""
    monkeypatch.setattr(World, "look", lambda _: None)  # other tests compare the output
    pairs = [two_worlds(seed, turns=14) for seed in range(12)]
    assert sum(values(one) != values(other) for one, other in pairs) >= 10
    assert sum(one.witness is not None for one, _ in pairs) >= 8
    played = {type(step).__name__ for one, _ in pairs for _, step in one.table.tabletop.session.played}
    assert {"Elders", "Foragers", "Children", "Fishermen", "PlaceDiver", "LayPontoons"} <= played


def test_no_page_tells_two_worlds_apart(record_property):
    """Every page and answer over HTTP, headers and lengths included, is the same to the byte."""
    assert differing(range(300, 300 + FETCHED), fetch=True) == []
    record_property("reached", f"{FETCHED} pairs whose pages were fetched, none differs")


def test_nothing_on_the_console_tells_two_worlds_apart():
    """Neither world prints anything while it is played, and their loggers say the same, however much is asked."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        pairs = [two_worlds(seed, turns=12) for seed in (7, 8)]
    assert said.getvalue() == ""
    assert sys.stdout is not said
    for one, other in pairs:
        assert one.logged == other.logged
        assert any(line.startswith("INFO pearlboard.session: game begun: perladora") for line in one.logged)
        assert sum("has acted" in line for line in one.logged) >= 4


# --- injected leaks: the comparison must find each of them -----------------------------------------------------------


def _screen_with(monkeypatch, change):
    screen = TableService.screen

    def leaking(shows, language, who=EVERYBODY):
        shown = screen(shows, language, who)
        state = shows._tabletop.session.state
        if state is not None and not state.public.over:
            change(shown, state)
        return shown

    monkeypatch.setattr(TableService, "screen", leaking)


def test_a_planted_field_is_found(monkeypatch):
    """A value beside a piece."""

    def leak(shown, state):
        for piece in shown["pieces"]:
            piece["worth"] = next((value for space, value in state.values.items() if str(space) == piece["site"]), None)

    _screen_with(monkeypatch, leak)
    assert some_differ(range(5), turns=10)


def test_a_planted_word_to_the_home_is_found(monkeypatch):
    """The value of the newest Diver, in place of how many turns there were."""
    played = Publishing._played

    def leaking(home):
        state = home._tabletop.session.state
        return replace(played(home), turns=state and sum(value or 0 for value in state.values.values()))

    monkeypatch.setattr(Publishing, "_played", leaking)
    assert some_differ(range(5), turns=10)


def test_a_planted_line_of_the_log_is_found(monkeypatch):
    """A fact that is quoted, not named."""
    append = AnyTable.append

    def leaking(_, entries):
        for entry in entries:
            logging.getLogger("pearlboard.session").debug("saved: %s", getattr(entry.fact, "action", ""))

    monkeypatch.setattr(AnyTable, "append", lambda table, entries: (leaking(table, entries), append(table, entries)))
    assert some_differ(range(5), turns=10)


def test_a_planted_order_is_found(monkeypatch):
    """A list that is sorted by what nobody may know."""

    def leak(shown, state):
        worth = {str(space): value or 0 for space, value in state.values.items()}
        shown["pieces"].sort(key=lambda piece: worth.get(piece["site"], 0))

    _screen_with(monkeypatch, leak)
    assert some_differ(range(5), turns=10)


def test_a_planted_sum_is_found(monkeypatch):
    """A number that adds secrets up."""

    def leak(shown, state):
        shown["version"] += sum(value or 0 for value in state.values.values()) * 1000

    _screen_with(monkeypatch, leak)
    assert some_differ(range(5), turns=10)


def test_a_planted_hint_is_found(monkeypatch):
    """A hint that leaves out spaces beside Divers that are worth much."""

    def leak(shown, state):
        if shown["game"]["hints"] is not None:
            strong = {str(space) for space, value in state.values.items() if (value or 0) > 1}
            places = shown["game"]["hints"]
            places["spaces"] = [name for name in places["spaces"] if name[0] not in {space[0] for space in strong}]

    _screen_with(monkeypatch, leak)
    assert some_differ(range(5), turns=10)


def test_a_planted_hand_of_another_is_found(monkeypatch):
    """A phone that tells how many strong Divers the others have left: found by its witness."""
    shown = table_service.private

    def leaking(seat, session, *rest):
        mine = shown(seat, session, *rest)
        return mine if session.state is None else {**mine, "others": session.state.hands}

    monkeypatch.setattr(table_service, "private", leaking)
    assert some_differ(range(6), turns=10)


def test_a_planted_header_is_found(monkeypatch):
    """An ETag made from the whole state."""
    screen = Pages.screen

    async def leaking(pages, request: Request):
        answer = await screen(pages, request)
        answer.headers["ETag"] = str(hash(str(sorted(map(str, pages._table._tabletop.session.state.values.items())))))
        return answer

    monkeypatch.setattr(Pages, "screen", leaking)
    assert some_differ(range(300, 306), fetch=True, turns=10)


def test_a_careless_log_line_tells_nothing(monkeypatch):
    """Whoever logs a session, a state, entries or what was asked tells two worlds apart by nothing."""
    record, heard = Tabletop._record, {}

    def careless(tabletop, entries, **how):
        record(tabletop, entries, **how)
        said = f"{tabletop.session} {tabletop.session.state!r} {entries} {tabletop.requests} {tabletop.now.game.view}"
        heard.setdefault(id(tabletop), []).append(said)

    monkeypatch.setattr(Tabletop, "_record", careless)
    one, other = two_worlds(11, turns=12)
    assert values(one) != values(other)
    assert heard[id(one.table.tabletop)] == heard[id(other.table.tabletop)]


def test_offering_only_what_is_left_would_be_found(monkeypatch):
    """The leak that once was there: a value that is not offered any more was laid before."""
    settled = play.settle

    def leaking(given):
        now, *kept = settled(given)
        draft, state = now.board.draft, given.session.state
        if draft is None or not getattr(draft, "values", ()) or state is None:
            return now, *kept
        hand = state.hands[now.game.to_move - 1]
        left = tuple(value for value in draft.values if hand[value - 1])
        board = dataclasses.replace(now.board, draft=dataclasses.replace(draft, values=left))
        return dataclasses.replace(now, board=board), *kept

    monkeypatch.setattr(play, "settle", leaking)
    assert some_differ(range(30))


def test_the_gate_is_what_the_pages_are_asked_through():
    """The pages are fetched as served, with every header."""
    world = two_worlds(0, turns=1)[0]
    assert isinstance(world.app, Gate)
    assert "Content-Security-Policy".lower() in asyncio.run(get(world.app, "/health")).lower()
