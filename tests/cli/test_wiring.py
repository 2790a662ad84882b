"""`pearlboard wiring` as a person meets it: in the terminal, on a simulated board, and on the pins of a Pi."""

import io
import os
import signal
import threading
import tomllib
from argparse import ArgumentParser
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from gpiozero import Device

from drivers.pi_pins import Chips, PiOnTheDesk, Strips
from pearlboard.cli import wiring as command
from pearlboard.drivers.clock import SteppedClock
from pearlboard.drivers.protocols import Lost
from pearlboard.errors import ConfigError
from pearlboard.geometry import space
from pearlboard.screens.catalogues import catalogues
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Wiring, reference_wiring
from pearlboard.texts import say
from pearlboard.workshop import TRIALS, looking, waiting
from pearlboard.workshop.hands import Hands
from pearlboard.workshop.wizard_store import WizardFiles, WizardStore
from support.faulty_board import FaultyBoard

pytestmark = pytest.mark.slow

LONGEST_S = 20


def run(*words):
    parser = ArgumentParser()
    command.arguments(parser)
    return command.run(parser.parse_args(list(map(str, words))))


@pytest.fixture(autouse=True)
def nowhere(monkeypatch, tmp_path):
    """No settings of whoever runs the tests, and a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "INSTALLED", tmp_path / "not-installed" / "wiring.toml")
    for name in [name for name in os.environ if name.startswith("PEARLBOARD_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def pi(monkeypatch):
    """A Pi on the desk; its chips."""
    import board
    from adafruit_blinka.microcontroller.generic_agnostic_board import spi

    factory, strips = PiOnTheDesk(), Strips()
    factory.chips = Chips(reference_wiring(), set())
    factory.strips = strips
    monkeypatch.setattr(spi.SPI, "write", strips.by_spi)
    monkeypatch.setattr(board, "SCLK", board.SCK)
    monkeypatch.setattr(Device, "pin_factory", factory)
    monkeypatch.setenv("PEARLBOARD_SENSING_SCAN_MS", "1")
    return factory


@pytest.fixture
def types(monkeypatch):
    """Type these lines, and then end the input, or do something else."""
    opened = []

    def type_(*lines, before=lambda _: None, then=lambda: None):
        read, write = os.pipe()
        opened.append(os.fdopen(read))
        monkeypatch.setattr("sys.stdin", opened[-1])

        def typing():
            try:
                for number, line in enumerate(lines):
                    before(number)
                    os.write(write, f"{line}\n".encode())
                then()
            finally:
                os.close(write)

        threading.Thread(target=typing).start()

    yield type_
    for stdin in opened:
        stdin.close()


class Terminal(io.StringIO):
    """A screen that somebody reads while the program writes on it."""

    def __init__(self):
        """Empty."""
        super().__init__()
        self._written = threading.Condition()

    def write(self, text):
        with self._written:
            self._written.notify_all()
            return super().write(text)

    def wait_for(self, words):
        """Until they stand there."""
        with self._written:
            if not self._written.wait_for(lambda: words in self.getvalue(), LONGEST_S):
                raise AssertionError(f"{words!r} never stood there, but {self.getvalue()!r}")


@pytest.fixture
def terminal():
    return Terminal()


# --- a simulated board -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trial", TRIALS)
def test_a_newcomer_can_see_every_trial(trial, capsys):
    """Hands do what is asked; the last line is the verdict."""
    assert run(trial, "--simulate", "--seed", 1) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].endswith((".", "looking."))
    assert not any(line.startswith("!") for line in lines)


def test_a_simulated_map_is_written_where_it_is_asked_for_and_keeps_what_was_there(tmp_path, capsys):
    """What was there before is found beside it; without --output nothing is written."""
    path = tmp_path / "wiring.toml"
    run("map", "--simulate")
    assert not path.exists()
    path.write_text("mine", encoding="utf-8")
    run("map", "--simulate", "--output", path)
    Wiring.from_mapping(tomllib.loads(path.read_text(encoding="utf-8")))
    (kept,) = (other for other in tmp_path.iterdir() if other != path)
    assert kept.read_text(encoding="utf-8") == "mine"
    assert str(kept) in capsys.readouterr().out


def test_nobody_lays_pieces_on_the_simulated_board():
    """It says how to see a trial, or which board to name."""
    with pytest.raises(ConfigError, match=r"rp2040, pi.*--simulate"):
        run("walk")
    with pytest.raises(ConfigError, match=r"'rpi'.*there is simulated, rp2040, pi"):
        run("walk", "--board", "rpi")


def test_a_board_with_faults_can_be_played_on_and_mended_later(tmp_path, capsys):
    """The wiring is written with those places masked, and what is known stays: only they are asked for again."""
    clock, hidden = SteppedClock(), reference_wiring()
    board = FaultyBoard(hidden, clock)
    board.stick(space("c4"), 0)
    keeper = WizardStore(WizardFiles(tmp_path / "wiring.toml"))
    mapper = keeper.begin(hidden.chains)
    for _ in Hands(board, clock).work(mapper):
        assert keeper.learn(mapper) is None
    assert command._end(mapper, command.Talk(catalogues()["en"].render), keeper) == command.NOT_OK
    written = Wiring.from_mapping(tomllib.loads(keeper.mapped.wiring.read_text(encoding="utf-8")))
    assert written.masked == {space("c4")}
    assert keeper.begin(hidden.chains).touching.site == space("c4")
    assert capsys.readouterr().out.splitlines()[-1].startswith("Do not close the board yet: 1 place has a fault.")


@pytest.mark.parametrize("simulate", [True, False])
@pytest.mark.parametrize("output", ["/proc/nowhere/wiring.toml", "/dev/null/wiring.toml", "."])
@pytest.mark.usefixtures("pi")
def test_where_nothing_can_be_written_nobody_begins(types, output, simulate, capsys):
    """It is found out before the first place is asked for, and the path is named."""
    types()
    with pytest.raises(ConfigError, match=f"{Path(output).name}: cannot be written"):
        run("map", "--output", output, *(["--simulate"] if simulate else ["--board", "pi"]))
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("pi")
def test_the_wiring_of_an_installed_table_goes_where_its_settings_are(types, tmp_path, monkeypatch):
    """If that folder is there and can be written in; else it is written here."""
    installed = tmp_path / "etc" / "wiring.toml"
    monkeypatch.setattr(command, "INSTALLED", installed)
    types("a1")
    run("map", "--board", "pi")
    assert (tmp_path / "wiring.progress.toml").exists()
    installed.parent.mkdir()
    types("a1")
    run("map", "--board", "pi")
    assert installed.with_name("wiring.progress.toml").exists()


@pytest.mark.parametrize("hours", ["nan", "inf", "-1", "0", "1001"])
@pytest.mark.usefixtures("pi")
def test_a_soak_of_no_length_is_refused(hours):
    """Hours that are no number, none at all, or more than anybody waits for."""
    for more in (["--simulate"], ["--board", "pi"]):
        with pytest.raises(ConfigError, match=f"--hours: must be more than 0 and at most 1000, not {hours}"):
            run("soak", f"--hours={hours}", *more)


# --- a real one ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("pi")
def test_frame_on_a_pi_needs_nobody(types, monkeypatch, capsys):
    """Even with its input closed it watches to the end."""
    monkeypatch.setattr(waiting, "FRAME_MS", 500)
    types()
    assert run("frame", "--board", "pi") == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("The board answers: Raspberry Pi 3B" in line for line in lines)
    assert lines[-1] == "The chain is whole: all 9 frame bits are right. Go on with leds."


def test_a_bad_chain_is_said_on_lines_of_its_own_and_in_the_exit_code(pi, types, monkeypatch, capsys):
    """What is wrong begins with !, and the last line tells to stop."""
    monkeypatch.setattr(waiting, "FRAME_MS", 500)
    pi.chips.tied = 1
    pi.chips.chips = pi.chips.chips[:4]
    types()
    assert run("frame", "--board", "pi") == command.NOT_OK
    *_, finding, verdict = capsys.readouterr().out.splitlines()
    assert finding.startswith("! Nothing comes from bar 2 or from bar 3 on")
    assert verdict.startswith("Stop")


def test_lights_are_shown_and_dark_at_the_end(pi, types, capsys):
    """Every colour is on the strips when it is asked for; a slip of the tongue is answered."""
    dim = looking.DIM
    shown = [bytes(colour) * 135 for colour in ((dim, 0, 0), (0, dim, 0), (0, dim, 0), (0, 0, dim))]
    types(
        "yes",
        "perhaps",
        "yes",
        "yes",
        "yes",
        before=lambda number: pi.strips.wait_for(shown[number]) if number < len(shown) else None,
    )
    assert run("leds", "--board", "pi") == 0
    assert pi.strips.frames[-1] == bytes(405)
    assert "? 'perhaps' was not understood; answer yes, no, back" in capsys.readouterr().out


@pytest.mark.usefixtures("pi")
def test_the_wizard_can_be_left_with_ctrl_c_and_goes_on(types, tmp_path, terminal, capsys):
    """What was named is in a file beside the wiring to be; the next call does not ask for it again."""
    path = tmp_path / "mine.toml"

    def interrupt():
        terminal.wait_for("LED 2 ")
        os.kill(os.getpid(), signal.SIGINT)

    types("a1", "c4", then=interrupt)
    with redirect_stdout(terminal):
        assert run("map", "--board", "pi", "--output", path) == command.NOT_OK
    assert "Left. The same command goes on from there." in terminal.getvalue()
    assert not path.exists()
    types()
    assert run("map", "--board", "pi", "--output", path) == command.NOT_OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Going on where it was left: 2 lights and places are known."
    assert sum("Where does LED 2 shine?" in line for line in lines) == 1
    assert not any("Where does LED 0" in line for line in lines)


def test_a_walk_on_a_pi_follows_the_piece(pi, types, monkeypatch, terminal):
    """A place that is read goes on by itself; what is skipped is told of."""
    from pearlboard.workshop import trial

    monkeypatch.setattr(trial, "STABLE_MS", 20)
    pi.chips.pieces.add(space("a1"))
    types(then=lambda: terminal.wait_for("place, a1-b1"))
    with redirect_stdout(terminal):
        assert run("walk", "--board", "pi") == command.NOT_OK
    lines = terminal.getvalue().splitlines()
    assert any(line.startswith("Lay one piece on the lit place, a1-b1. If") for line in lines)
    assert lines[-1] == "Left before the end: nothing can be said yet."


def test_a_board_that_is_lost_is_lost_for_the_trial_too():
    """A frame that was watched on an unplugged board is not whole."""
    said = []
    trial = waiting.FrameTrial(reference_wiring())
    bench = command.Bench(
        trial, command.Talk(lambda sentence: said.append(sentence.name) or ""), None, 2_000, reference_wiring().chains
    )
    bench.hear(Scan(reference_wiring().as_read([]), 0))
    bench.hear(Lost(say("board_unplugged"), 1_000))
    trial.tick(waiting.FRAME_MS)
    assert (trial.verdict.ok, "bench_lost" in said) == (False, True)


# --- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (("a1 a1-b1", "b1 a1-b1"), "chain: b1 is there more than once"),
        (("a1 a1-b1", ". a1-b1"), "chain: a1 is not there; a site without a sensor goes under masked"),
        (("h1 =0", "h9 =0"), r"chain\[0\]: 'h9' is no space"),
    ],
)
@pytest.mark.usefixtures("pi", "types")
def test_a_wiring_that_cannot_be_is_refused_with_its_place(tmp_path, monkeypatch, change, match):
    """A doubled, a missing and an unknown site: the file and the place in it are named."""
    path = tmp_path / "wiring.toml"
    path.write_text(reference_wiring().to_toml().replace(*change, 1), encoding="utf-8")
    monkeypatch.setenv("PEARLBOARD_WIRING", str(path))
    with pytest.raises(ConfigError, match=f"wiring.toml: {match}"):
        run("walk", "--board", "pi")


@pytest.mark.usefixtures("pi")
def test_the_first_map_needs_no_wiring(types, tmp_path, monkeypatch):
    """Where the settings name a file that is still to be written; any other trial asks for it."""
    monkeypatch.setenv("PEARLBOARD_WIRING", str(tmp_path / "new.toml"))
    types("a1")
    assert run("map", "--board", "pi", "--bits", 112) == command.NOT_OK
    assert tomllib.loads((tmp_path / "new.progress.toml").read_text(encoding="utf-8"))["bits"] == 112
    with pytest.raises(ConfigError, match=r"new\.toml: cannot be read"):
        run("walk", "--board", "pi")
    with pytest.raises(ConfigError, match="--leds: must be from 1 to 1000, not 0"):
        run("map", "--board", "pi", "--leds", 0)
    with pytest.raises(ConfigError, match=r"112 bits and 135 LEDs, not 144 and 135.*move that file away"):
        run("map", "--board", "pi")
