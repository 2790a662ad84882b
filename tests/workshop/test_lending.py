"""The bench in a running table: the board is lent to a trial and comes back, and nothing of it becomes a turn."""

import asyncio
import tomllib

import pytest

from pearlboard.drivers.clock import LoopClock, SteppedClock
from pearlboard.drivers.protocols import Connected, Lost, Supplied
from pearlboard.errors import BadInput, ConfigError
from pearlboard.geometry import edge, site
from pearlboard.program import building, run
from pearlboard.screens.catalogues import catalogues
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.session.state import Refused
from pearlboard.settings import Settings
from pearlboard.store.log import FactLog
from pearlboard.table.situation import Stop
from pearlboard.texts import say
from pearlboard.workshop.lending import TableTrial, Workshop, trials
from pearlboard.workshop.trial import TrialResult
from pearlboard.workshop.wizard_store import WizardFiles
from support.faulty_board import FaultyBoard
from support.tabling import TestTable


class Counting:
    """A trial that waits for two pieces, lights LED 3, and understands nothing but "go"."""

    def __init__(self):
        self.scans, self.ticks, self.losses, self.verdict, self.due_ms = [], [], [], None, None
        self.asks, self.findings, self.lit = say("trial_on"), (), {3: (255, 0, 0)}

    def feed(self, scan):
        self.scans.append(scan)
        if len(self.scans) == 3:
            self.verdict = TrialResult(ok=True, sentence=say("no_trial"))

    def disconnect(self, at_ms):
        self.losses.append(at_ms)

    def tick(self, at_ms):
        self.ticks.append(at_ms)

    def answer(self, word):
        if word != "go":
            raise BadInput("", f"{word!r} was not understood")


class Bench:
    """A workshop over a simulated board, and what the table behind it hears."""

    def __init__(self):
        self.clock = SteppedClock(1_000)
        self.board = FaultyBoard(reference_wiring(), self.clock)
        self.trials, self.ended, self.left, self.heard = [], [], [], []
        trial_on_offer = TableTrial(say("trial_on"), self._begin, self._end, self._leave)
        self.workshop = Workshop(self.board, self.board.wiring, self.clock, {"count": trial_on_offer}, cap_ma=2_000)
        self.workshop.start(self.heard.append)

    def _begin(self):
        self.trials.append(Counting())
        return self.trials[-1]

    def _end(self, trial):
        self.ended.append(trial)
        return say("trial_on")

    def _leave(self, trial):
        self.left.append(trial)

    def state(self):
        return self.workshop.state(catalogues()["en"].render)


@pytest.fixture
def bench():
    return Bench()


def test_without_a_trial_everything_passes(bench):
    """The table hears the board, and the board shows what the table wants."""
    bench.board.put(site("c4"))
    assert [type(event) for event in bench.heard] == [Connected, Scan, Scan]
    frame = bytes([9]) * 405
    bench.workshop.show(frame)
    assert bench.board.frames[-1] == frame


def test_a_trial_has_the_board_to_itself(bench):
    """The table hears that it is away and nothing more; the trial gets the chain, and its lights shine."""
    bench.workshop.begin("count")
    bench.board.put(site("c4"))
    assert [type(event) for event in bench.heard] == [Connected, Scan, Lost]
    assert len(bench.trials[0].scans) == 2
    bench.workshop.show(bytes([9]) * 405)
    assert bench.board.frames[-1][9:12] == b"\xff\x00\x00"
    assert not any(bench.board.frames[-1][12:])


def test_what_is_given_back_is_the_whole_board(bench):
    """Connected, all bits, and the lights as the table last wanted them."""
    bench.workshop.begin("count")
    bench.board.put(site("c4"))
    bench.workshop.show(bytes([9]) * 405)
    bench.workshop.lamp(on=True)
    bench.workshop.leave()
    assert [type(event) for event in bench.heard[3:]] == [Connected, Scan]
    assert bench.board.wiring.sites(bench.board.wiring.upright(bench.heard[-1].bits)) == {site("c4")}
    assert (bench.board.frames[-1], bench.board.lamps[-1]) == (bytes([9]) * 405, True)
    assert (len(bench.left), bench.ended) == (1, [])


def test_a_supply_that_sags_still_does_after_a_trial(bench):
    """The table forgets it with the board, so it is told again; of a good one nothing is."""
    bench.workshop.hear(Supplied(well=False, at_ms=5))
    bench.workshop.begin("count")
    bench.workshop.leave()
    assert [type(event) for event in bench.heard[3:]] == [Lost, Connected, Supplied, Scan]
    assert bench.heard[5].well is False
    bench.workshop.begin("count")
    bench.workshop.hear(Supplied(well=True, at_ms=9))
    bench.workshop.leave()
    assert [type(event) for event in bench.heard[-2:]] == [Connected, Scan]


def test_an_ended_trial_is_told_once_and_stays_until_it_is_left(bench):
    """So that its one line can be read."""
    bench.workshop.begin("count")
    bench.board.put(site("c4"))
    bench.board.put(site("d4"))
    bench.clock.step(5_000)
    assert (len(bench.ended), bench.state()["trial"]["verdict"]["ok"]) == (1, True)
    bench.workshop.leave()
    assert (bench.left, bench.state()["trial"]) == ([], None)


def test_time_goes_by_for_a_trial_as_it_wants(bench):
    """It is woken when it is due, and its lights are sent again every second."""
    bench.workshop.begin("count")
    bench.trials[0].due_ms = 1_300
    bench.workshop.answer("go")
    bench.clock.step(299)
    before = len(bench.trials[0].ticks)
    bench.clock.step(1)
    assert (len(bench.trials[0].ticks), bench.trials[0].ticks[-1]) == (before + 1, 1_300)
    bench.trials[0].due_ms = None
    frames = len(bench.board.frames)
    bench.clock.step(5_000)
    assert len(bench.board.frames) >= frames + 4


def test_a_board_that_goes_away_in_a_trial_is_away_afterwards(bench):
    """And the trial goes on when it is back."""
    bench.workshop.begin("count")
    bench.board.unplug()
    assert bench.trials[0].losses == [1_000]
    assert bench.state()["board"]["problem"] == "The board is unplugged. Plug it in again; the game goes on by itself."
    assert bench.state()["sensors"] is None
    bench.workshop.leave()
    assert isinstance(bench.heard[-1], Lost)
    with pytest.raises(Refused, match="board_lost"):
        bench.workshop.begin("count")
    bench.board.plug()
    assert isinstance(bench.heard[-1], Scan)


def test_what_the_table_wanted_meanwhile_is_shown_though_the_board_is_away(bench):
    """A driver shows the last it was given once the board is back: no lamp stays lit, no light of the trial."""
    given = []
    bench.board.lamp = lambda *, on: given.append(on)
    bench.board.show = given.append
    bench.workshop.lamp(on=True)
    bench.workshop.begin("count")
    bench.workshop.lamp(on=False)
    bench.workshop.show(bytes([9]) * 405)
    bench.board.unplug()
    bench.workshop.leave()
    assert given[-2:] == [False, bytes([9]) * 405]


class Mapping:
    """The wizard on a running table whose games are in `folder`, and hands that do what it asks."""

    def __init__(self, folder):
        self.clock = SteppedClock(1_000)
        self.board = FaultyBoard(reference_wiring(), self.clock)
        wiring = self.board.wiring
        self.workshop = Workshop(self.board, wiring, self.clock, trials(wiring, folder), cap_ma=2_000)
        self.workshop.start(lambda _: None)
        self.light_at = {led: light for light, led in wiring.led_of.items()}
        self.workshop.begin("map")

    @property
    def trial(self):
        return self.workshop.trial

    @property
    def word(self):
        return self.workshop.state(catalogues()["en"].render)["word"]

    def name(self, dark=None):
        while not self.trial.naming.over:
            (led,) = self.trial.lit
            self.workshop.answer("skip" if self.light_at[led] == dark else str(self.light_at[led]))

    def carry(self, places):
        if self.trial.asks.name == "bench_clear":
            self.workshop.answer("done")
            self.clock.step(4_000)
        for _ in range(places):
            lying = self.trial.touching.site
            self.board.put(lying)
            self.clock.step(1_000)
            self.board.lift(lying)
            self.clock.step(1_000)


def test_the_wizard_keeps_every_answer_and_every_place_at_once(tmp_path):
    """So a table that is ended in the middle, by whatever, has lost nothing."""
    progress = tmp_path / "wiring.progress.toml"
    first = Mapping(tmp_path)
    assert not progress.exists()
    first.workshop.answer("a1")
    assert tomllib.loads(progress.read_text(encoding="utf-8"))["lights"][:2] == ["a1", ""]
    first.name()
    first.carry(3)
    assert list(tomllib.loads(progress.read_text(encoding="utf-8"))["sensors"]) == ["a1", "a1-b1", "b1"]
    second = Mapping(tmp_path)
    assert (second.trial.naming.over, len(second.trial.touching.found)) == (True, 3)


def test_a_wizard_that_ends_without_a_light_keeps_what_it_knows(tmp_path):
    """Nothing can be built on that wiring; once the LED shines, only its place is asked for."""
    first = Mapping(tmp_path)
    first.name(dark=edge("a1-b1"))
    first.carry(107)
    assert first.trial.verdict.sentence.name == "bench_map_dark"
    assert "a1-b1 is not there" in first.word
    assert str(tmp_path / "wiring.progress.toml") in first.word
    first.workshop.leave()
    second = Mapping(tmp_path)
    assert dict(second.trial.asks.parameters)["count"] == 1
    second.name()
    second.workshop.answer("done")
    second.clock.step(4_000)
    assert second.trial.verdict.ok
    assert str(tmp_path / "wiring.toml") in second.word
    assert [path.name for path in tmp_path.iterdir()] == ["wiring.toml"]


def test_a_wizard_that_cannot_keep_anything_does_not_begin(tmp_path):
    """It says where it cannot write, before anybody lays a hundred pieces."""
    (tmp_path / "full").write_text("no folder", encoding="utf-8")
    with pytest.raises(Refused, match="cannot_begin") as refusal:
        Mapping(tmp_path / "full" / "games")
    assert "wiring.toml: cannot be written" in catalogues()["en"].render(refusal.value.sentence)


def test_what_cannot_be_kept_any_more_is_told_at_once(tmp_path, monkeypatch):
    """A disk that is full in the middle; when there is room again all is written."""
    wizard = Mapping(tmp_path)
    keep = WizardFiles.keep

    def full(mapped, _):
        raise ConfigError(f"{mapped.progress}: cannot be written: No space left on device")

    monkeypatch.setattr(WizardFiles, "keep", full)
    wizard.workshop.answer("a1")
    assert "No space left" in wizard.word
    monkeypatch.setattr(WizardFiles, "keep", keep)
    wizard.clock.step(1_000)
    assert wizard.word is None
    assert (tmp_path / "wiring.progress.toml").exists()


@pytest.mark.parametrize(
    ("act", "name"),
    [
        (lambda workshop: workshop.begin("fly"), "no_such_trial"),
        (lambda workshop: workshop.answer("go"), "no_trial"),
        (lambda workshop: (workshop.begin("count"), workshop.begin("count")), "trial_on"),
        (lambda workshop: (workshop.begin("count"), workshop.answer("banana")), "not_understood"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(bench, act, name):
    """In a sentence that can be said in both languages."""
    with pytest.raises(Refused) as refusal:
        act(bench.workshop)
    assert refusal.value.name == name
    assert all(catalogues()[language].render(refusal.value.sentence) for language in ("en", "fr"))


def test_the_picture_shows_each_sensor(bench):
    """Those that read a piece, those that are masked, a bar that is wrong, and the chain bit by bit."""
    bench.board.put(site("a1"))
    state = bench.state()
    assert (state["sensors"], state["masked"], state["board"]["wrong_bar"]) == (["a1"], [], None)
    assert (len(state["raw"]), state["raw"][:3]) == (144, "011")
    bench.board.shift_chain()
    assert bench.state()["board"]["wrong_bar"] == 1


def test_lights_of_a_trial_keep_within_the_limit():
    """All LEDs white would draw eight amperes."""
    bench = Bench()
    bench.workshop.begin("count")
    bench.trials[0].lit = dict.fromkeys(range(135), (255, 255, 255))
    bench.clock.step(1_000)
    assert 0 < max(bench.board.frames[-1]) < 80


def test_a_game_waits_for_the_bench_and_goes_on():
    """Pieces that are laid and lifted again on the bench are no turn."""
    table = TestTable()
    workshop = Workshop(
        table.board, table.board.wiring, table.clock, {"count": TableTrial(say("trial_on"), Counting)}, cap_ma=2_000
    )
    table.tabletop.place.board = workshop
    workshop.start(table.tabletop.hear)
    table.clock.step(1_000)
    table.begin()
    version = table.tabletop.session.version
    workshop.begin("count")
    assert table.tabletop.now.stop is Stop.LOST
    table.board.put(site("c4"))
    table.clock.step(20_000)
    table.board.lift(site("c4"))
    table.clock.step(20_000)
    workshop.leave()
    table.clock.step(2_000)
    assert table.tabletop.now.stop is None
    assert (table.tabletop.session.version, table.screen()["pieces"]) == (version, [])


def test_a_board_on_the_bench_is_lent_and_not_lost(tmp_path):
    """Who looks after the table is not alarmed; but a board that goes away there, or hangs, is noticed."""

    async def scenario():
        log = FactLog(tmp_path / "games.db")
        async with building.running_table(Settings(), log, LoopClock(asyncio.get_running_loop()), 0) as running:
            life, stage, seen = run._Life(running), running.stage, []

            def look():
                health = stage.health()
                seen.append((health["board"], health["ok"], health["problem"], life.lost))

            look()
            stage.bench.at_the_bench("begin", "soak")
            look()
            running.tabletop.place.simulated.unplug()
            look()
            stage.bench.at_the_bench("leave", "")
            look()
            running.tabletop.place.simulated.plug()
            look()
        log.close()
        unplugged = ("lost", False, catalogues()["en"].render(say("board_unplugged")), True)
        well = ("connected", True, None, False)
        assert seen == [well, ("lent", True, None, False), unplugged, unplugged, well]

    asyncio.run(scenario())
