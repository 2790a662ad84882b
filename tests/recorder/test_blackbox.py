"""The black box: the last hour of a table, without secrets, that can be played once more and comes out the same."""

import errno
import json
import random
import stat
from pathlib import Path
from typing import get_args

import pytest

from pearlboard.cli import main
from pearlboard.commands.registry import read_command
from pearlboard.drivers.protocols import Button, Connected, Event
from pearlboard.errors import BadInput
from pearlboard.geometry import GRID
from pearlboard.recorder import blackbox, playing_back
from pearlboard.recorder.blackbox import BlackBox, folder_of, parts, whole
from pearlboard.recorder.lines import of_event
from pearlboard.recorder.playing_back import played_back
from pearlboard.session.facts import Entry, GameDeleted
from pearlboard.session.principal import OPERATOR
from pearlboard.session.state import Refused
from pearlboard.settings import Settings
from pearlboard.texts import say
from support.clumsy import Hands
from support.perladora_table import command, hints

pytestmark = pytest.mark.slow


class Nowhere:
    """A saver that keeps nothing."""

    def append(self, entries):
        """Nothing more."""


class Taped(Hands):
    """A table with a black box from its first moment on."""

    def __init__(self, folder):
        self.box = None
        super().__init__()
        self.box = BlackBox(Nowhere(), self.clock, Settings(), self.board.wiring.to_toml(), folder)
        self.box.watch(self.tabletop)
        self.folder, listener = folder, self.board._listener
        self.board._listener = lambda event: (self.box.told(event), listener(event))
        self.box.told(Connected("simulated", self.clock()))
        self.board.scan()
        self.clock.step(300)

    def append(self, entries):
        super().append(entries)
        if self.box is not None:
            self.box.append(entries)

    def ask(self, name, version=None, command_id=None, who=OPERATOR, **fields):
        with self.box.asked(read_command(command(name, **fields)), who):
            return super().ask(name, version, command_id, who, **fields)

    def lines(self):
        """All that was written."""
        self.box.close()
        return [line for part in parts(self.folder) for line in part.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def table(tmp_path):
    return Taped(tmp_path / "games.db.blackbox")


def test_an_evening_with_everything_in_it_comes_out_the_same(table):
    """Turns of every kind, mistakes, a sweep, a stuck and a dead sensor, flicker, plugs, take-backs and a pause."""
    table.begin(2)
    table.do("c4 wait 3500 a1-b1 wait 600 b2-c2 wait 3500 ~e2 wait 3500 d1 wait 500 -d1 wait 500 g1 press end_turn")
    table.do("press take_back wait 300 -g1 wait 500 g1 wait 4000 press end_turn wait 300")
    table.do("-c4 -e2 wait 2000 a5 c4 e2 wait 9000 press end_turn wait 300")
    table.do("h5=1 wait 3500 press take_back wait 12000").ask("leave_out", site="h5")
    table.do("a3=0 a3 wait 900 press end_turn").ask("laid", site="a3").do("wait 3300")
    table.do("f3*20*900 unplug wait 2000 plug wait 900").ask("pause").do("wait 500").ask("resume")
    with pytest.raises(Refused):
        table.ask("answer", answer="new")
    table.do("f1 wait 4000")
    done, differences = played_back(table.lines())
    assert differences == ()
    assert done >= 12


@pytest.mark.parametrize("seed", range(6))
def test_whatever_hands_and_sensors_do_comes_out_the_same(tmp_path, seed):
    """Nothing is decided by chance, or by what the black box does not hold."""
    rng, table = random.Random(seed), Taped(tmp_path / "box")
    table.begin(2)
    for _ in range(40):
        meddle(table, rng)
    done, differences = played_back(table.lines())
    assert differences == ()
    assert done >= 3


def meddle(table, rng):
    place = rng.choice(GRID.sites)
    lying = sorted(table.board.pieces, key=str)
    free = sorted(hints(table.tabletop.now).spaces - table.board.pieces) if table.screen()["game"] else []
    deeds = [
        lambda: [table.lay(each) for each in rng.sample(free, min(1, len(free)))] and table.do("wait 3500"),
        lambda: table.do(f"wait {rng.choice([50, 700, 4000, 12000])}"),
        table.press,
        lambda: table.press("take_back"),
        lambda: [table.take(each) for each in rng.sample(lying, min(1, len(lying)))],
        lambda: place in table.board.pieces or table.board.put(place),
        lambda: table.do(f"{place}={rng.choice(['0', '1', ''])} wait 400"),
        lambda: table.wish(rng.choice(["leave_out", "trust", "laid"]), site=str(place)),
        lambda: table.wish(rng.choice(["pause", "resume", "hint"])),
        lambda: table.do(rng.choice(["unplug wait 300 plug", f"{place}*20*300", "shift 1 wait 400 shift 0"])),
    ]
    rng.choice(deeds[:1] * 6 + deeds)()


def test_what_was_refused_is_marked_and_not_asked_again(table):
    """Ben's phone may not say that Anna has moved: played again, nobody does."""
    table.begin(2)
    ben = table.phone(2)
    table.do("c4 wait 500")
    with pytest.raises(Refused):
        table.ask("confirm", who=ben)
    with pytest.raises(Refused):
        table.ask("resume")
    table.ask("pause").ask("resume").do("-c4 wait 500 e2 wait 3500")
    lines = table.lines()
    asked = [json.loads(line) for line in lines if '"asked"' in line]
    assert [(line["asked"], "refused" in line) for line in asked[-4:]] == [
        ("confirm", True),
        ("resume", True),
        ("pause", False),
        ("resume", False),
    ]
    assert asked[-3]["refused"] == "not_paused"
    assert played_back(lines)[1] == ()


def test_a_deleted_game_is_in_no_black_box(table):
    """Its moves were in it for up to an hour; what is there afterwards can be played, and begins with the table now."""
    table.begin(2).do("c4 wait 3500 e2 wait 3500").ask("abandon").do("-c4 -e2 wait 500").begin(2).do("a1 wait 3500")
    number = next(entry.version for entry in table.log)
    table.append((Entry(table.tabletop.session.version + 1, GameDeleted(number)),))
    table.do("h1 wait 3500")
    lines = table.lines()
    assert len(parts(table.folder)) == 1
    assert not any(place in line for line in lines for place in ('"c4"', '"e2"'))
    assert [line for line in lines if '"game_deleted"' in line]
    assert any('"h1"' in line for line in lines)
    assert played_back(lines)[1] == ()


def test_what_is_decided_otherwise_is_told(table):
    """With a turn that nobody has recorded, and without one that was."""
    table.begin(2).do("c4 wait 3500 e2 wait 3500 g5 wait 3500")
    lines = table.lines()
    scans = [number for number, line in enumerate(lines) if '"scan"' in line]
    [difference, *_] = played_back([line for number, line in enumerate(lines) if number != scans[1]])[1]
    assert "recorded" in difference
    acted = next(number for number, line in enumerate(lines) if '"acted"' in line and '"diver"' in line)
    assert played_back([line for number, line in enumerate(lines) if number != acted])[1]


def test_it_goes_on_from_the_beginning_of_any_part(tmp_path, monkeypatch):
    """The oldest part may have gone: what is left says how the game stood."""
    monkeypatch.setattr(blackbox, "PART_BYTES", 600)
    table = Taped(tmp_path / "box")
    table.begin(2)
    for place in ("c4", "e2", "a1", "h1", "f3", "a4", "g1", "b5"):
        table.do(f"{place} wait 4000")
    table.lines()
    found = parts(tmp_path / "box")
    assert len(found) > 1
    for first in range(len(found)):
        lines = [line for part in found[first:] for line in part.read_text(encoding="utf-8").splitlines()]
        assert played_back(lines)[1] == ()


def test_a_part_begins_with_what_is_suspected_and_what_may_become_so(table, monkeypatch):
    """A sensor that waits for the button does so when it is played again, and one that counted by itself still may."""
    table.begin(2).do("c4=1 wait 3500 press take_back wait 300 c4= wait 500 e2 wait 3500 f3 wait 500 press end_turn")
    with monkeypatch.context() as soon:
        soon.setattr(blackbox, "PART_BYTES", 1)
        table.do("g1 wait 3500")
    table.do("press take_back wait 300 -g1 wait 500 c4=1 wait 20000 c4= wait 300 g1 wait 500 press end_turn")
    lines = table.lines()
    later = lines[[number for number, line in enumerate(lines) if '"blackbox"' in line][1] :]
    begun = json.loads(later[0])
    assert (begun["suspected"], begun["by_itself"]) == (["c4"], [1])
    assert table.facts[-5:] == ["Acted", "TakenBack", "SensorSuspected", "Acted", "SensorTrusted"]
    assert played_back(later) == (5, ())


def test_it_stays_small(tmp_path, monkeypatch):
    """The oldest files go; each is for its owner only."""
    monkeypatch.setattr(blackbox, "PART_BYTES", 500)
    table = Taped(tmp_path / "box")
    table.do("c4 wait 500 -c4 wait 500 " * 60).lines()
    found = parts(tmp_path / "box")
    assert len(found) == blackbox.KEPT
    assert {stat.S_IMODE(part.stat().st_mode) for part in found} == {0o600}
    assert sum(part.stat().st_size for part in found) < 40_000


def test_a_new_part_begins_every_twenty_minutes(table):
    """So four of them hold the last hour."""
    for _ in range(5):
        table.do("c4 wait 500 -c4 wait 1200000")
    assert sum('"blackbox"' in line for line in table.lines()) == blackbox.KEPT


def test_a_disk_that_fails_harms_nobody(tmp_path, caplog):
    """It is said once; the table goes on."""
    (tmp_path / "box").write_text("a file where a folder should be")
    table = Taped(tmp_path / "box")
    table.begin(2).do("c4 wait 3500")
    table.box.close()
    assert table.facts == ["Acted"]
    assert [record.message for record in caplog.records if "black box" in record.message]


def test_a_full_disk_takes_nothing_of_the_last_hour_away(tmp_path, monkeypatch):
    """What was written stays; what comes once there is room again has a beginning, and can be played."""
    table, opened = Taped(tmp_path / "box"), Path.open
    table.begin(2).do("c4 wait 3500")
    table.box.close()
    [before] = parts(tmp_path / "box")
    written = before.read_text(encoding="utf-8")

    def full(*_args, **_how):
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(Path, "open", full)
    files = table.box._files
    for _ in range(blackbox.KEPT + 2):
        files._keep([(blackbox._Do.WRITE, "a line that is lost\n")])
        files._keep([(blackbox._Do.BEGIN, "a beginning that is lost\n")])
    assert files.lost
    monkeypatch.setattr(Path, "open", opened)
    files._keep([(blackbox._Do.WRITE, "of this nobody knows where it belongs\n")])
    assert [part.read_text(encoding="utf-8") for part in parts(tmp_path / "box")] == [written]
    table.do("e2 wait 3500")
    while not files._jobs.empty():
        files._keep([files._jobs.get()])
    [kept, after] = [part.read_text(encoding="utf-8").splitlines() for part in parts(tmp_path / "box")]
    assert json.loads(after[0])["gap"]
    assert played_back([*kept, *after])[1] == ()


# --- nobody's secret ------------------------------------------------------------------------------------------------


def recorded(folder, value, name):
    """The black box of a game in which Anna, or whoever, has laid a Diver of that value, and told of another."""
    table = Taped(folder)
    players = [{"name": name, "clan": "fishermen"}, {"name": "Ben", "clan": "elders"}]
    table.ask("set_up", players=players, farms={"d1": 3, "b2": 4, "f2": 4, "h2": 5, "a4": 5, "e4": 6, "c5": 6, "g5": 7})
    table.ask("start")
    phone = table.phone(1)
    table.do("c4").ask("choose_value", value=value, who=phone).do("wait 3500 e2 wait 3500 a1")
    table.ask("say_later", who=phone).do("wait 3500")
    table.ask("note", who=phone, action=["tell", "a1", 6 - value])
    return "\n".join(table.lines())


def test_worlds_that_differ_in_secrets_have_the_same_black_box(tmp_path):
    """Not a byte tells what lies under a Diver, what was told of it, or what anybody is called."""
    one, other = recorded(tmp_path / "one", 5, "Anna"), recorded(tmp_path / "other", 1, "Zoe")
    assert one == other
    assert whole(tmp_path / "one") == whole(tmp_path / "other") == f"{one}\n"  # so it stands in a support bundle
    assert '"asked":"invite"' in one
    assert not any(said in one for said in ('"asked":"choose"', '"asked":"note"', "noted"))
    assert "Ben" not in one
    assert "token" not in one


@pytest.mark.parametrize("kind", get_args(Event))
def test_every_event_of_a_board_is_read_back(kind):
    """From its line, with the time at which it happened; a reason and a description are not kept."""
    parts = {"well": False, "button": Button.HINT, "bits": 5, "reason": say("board_lost"), "about": "black box"}
    event = kind(**{name: parts[name] for name in kind.__dataclass_fields__ if name in parts}, at_ms=7)
    assert playing_back._event(of_event(event, 9)) == event


@pytest.mark.parametrize("game", ["pearls", "piratoons"])
def test_a_game_that_deals_in_secret_is_not_played_back_and_says_why(table, game):
    """The line itself is a good one: what is lacking are the cards, or the tiles."""
    table.ask("set_up", game=game, players=[{"name": "Anna"}, {"name": "Ben"}])
    with pytest.raises(BadInput, match="secret"):
        played_back(table.lines())


# --- on the command line ----------------------------------------------------------------------------------------------


def test_it_is_exported_and_replayed(tmp_path, capsys):
    """One file, for its owner only; the exit code says whether all came out the same."""
    store, file = tmp_path / "games.db", tmp_path / "report.jsonl"
    assert main(["blackbox", "export", str(file), "--store", str(store)]) == 2
    table = Taped(folder_of(store))
    table.begin(2).do("c4 wait 3500 e2 wait 3500")
    table.box.close()
    assert main(["blackbox", "export", str(file), "--store", str(store)]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert main(["blackbox", "export", str(file), "--store", str(store)]) == 2
    whole = file.read_text(encoding="utf-8")
    with parts(folder_of(store))[-1].open("a", encoding="utf-8") as part:
        part.write('{"at":12,"sc')  # the power was cut
    assert main(["blackbox", "export", str(tmp_path / "torn.jsonl"), "--store", str(store)]) == 0
    assert (tmp_path / "torn.jsonl").read_text(encoding="utf-8") == whole
    capsys.readouterr()
    assert main(["blackbox", "replay", str(file)]) == 0
    assert "came out the same" in capsys.readouterr().out
    lines = file.read_text(encoding="utf-8").splitlines()
    scans = [number for number, line in enumerate(lines) if '"scan"' in line]
    file.write_text("\n".join(line for number, line in enumerate(lines) if number != scans[-1]))
    assert main(["blackbox", "replay", str(file)]) == 2
    assert "came out differently" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("{", "JSON"),
        ('{"scan": "0"}', '"at"'),
        ('{"at": 1, "scan": "0"}', "begins with"),
        ('{"at": 1, "blackbox": 7}', "form 7"),
        ('{"at": 1, "blackbox": 1, "starts": true}', "line 1"),
    ],
)
def test_what_is_no_black_box_is_refused_with_the_line(text, said):
    """Whoever has got half a file is told so."""
    with pytest.raises(BadInput, match=said):
        played_back(text.splitlines())


def test_two_runs_of_the_program_are_played_one_after_the_other(tmp_path):
    """What the second begins with is in its own first line."""
    first = Taped(tmp_path / "box")
    first.begin(2).do("c4 wait 3500")
    lines = first.lines()
    second = Taped(tmp_path / "other")
    second.begin(3).do("e2 wait 3500 a1 wait 3500")
    assert played_back([*lines, *second.lines()]) == (2 + 1 + 2 + 2, ())


def test_every_line_is_json(table):
    """One document a line, with its time."""
    table.begin(2).do("c4 wait 3500")
    assert all(isinstance(json.loads(line)["at"], int) for line in table.lines())
