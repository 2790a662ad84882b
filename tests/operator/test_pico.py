"""A Pico that gets the table's firmware from the operator's page: what is said of it, and how the copy goes."""

import asyncio
import contextlib
import os
import pty
import threading
import time
import tty
from types import SimpleNamespace

import pytest

from firmware.mpremote import Mpremote
from firmware.pico import FIRMWARE, LONGEST_S, Pico
from firmware.ports import ports_in
from firmware.talking import talking
from pearlboard.drivers.rp2040_copying import OWN_TOOL, own_firmware, version_in
from pearlboard.drivers.rp2040_port import Port
from pearlboard.languages import LANGUAGES
from pearlboard.operator import pico as service
from pearlboard.operator.deeds import DEEDS, Anew, Operating
from pearlboard.operator.pico import PicoKeeper
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from pearlboard.texts import say
from pearlboard.web.port import Operated
from support.fuzzing import AnyTable

pytestmark = pytest.mark.slow

PROMPT = b"MicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040\r\n>>> "
END = b"the end"
OLD = {"VERSION = (1, 1, 0)": "VERSION = (1, 0, 3)"}
NEW = {"VERSION = (1, 1, 0)": "VERSION = (1, 10, 0)"}
STRANGE = {"LOWEST = 1\nHIGHEST = 2": "LOWEST = 4\nHIGHEST = 7"}


class House:
    """A table on whose pages nobody has chosen a board yet, and what is plugged in there."""

    def __init__(self, folder):
        self.folder, self.by_id = folder, folder / "plugged" / "by-id"
        self.mpremote = Mpremote(folder)
        self.unsaid, self.playing = True, False
        self.lost = None
        self.keeper = self.keeps(None)

    def keeps(self, board, **more):
        return PicoKeeper(
            board,
            lambda: self.lost,
            lambda: self.unsaid,
            lambda: self.playing,
            ports=ports_in(self.by_id),
            tool=(str(self.mpremote.tool),),
            **more,
        )

    @contextlib.contextmanager
    def plugged(self, **changed):
        """The firmware, with something else in its messages.py."""
        pico = Pico(self.folder / "plugged")
        source = (FIRMWARE / "messages.py").read_text()
        for before, after in changed.get("messages", {}).items():
            assert before in source
            source = source.replace(before, after)
        (pico.own / "messages.py").write_text(source)
        pico.plug()
        yield pico
        pico.close()

    @contextlib.contextmanager
    def bare(self, says=b"", name="usb-MicroPython_Board_1"):
        """A port behind which no firmware is."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        self.by_id.mkdir(parents=True, exist_ok=True)
        link = self.by_id / name
        link.symlink_to(os.ttyname(slave))
        answering = threading.Thread(target=_answer, args=(master, says), daemon=True)
        answering.start()
        try:
            yield link
        finally:
            link.unlink(missing_ok=True)
            os.write(slave, END)
            answering.join(LONGEST_S)
            os.close(master)
            os.close(slave)

    def look(self, language="en"):
        return asyncio.run(self.keeper.look(catalogues()[language]))

    async def filled(self, keeper=None, language="en"):
        """Everything that a page saw from the press to the end."""
        keeper, seen = keeper or self.keeper, []
        await keeper.put()
        async with asyncio.timeout(2 * LONGEST_S):
            while not seen or seen[-1]["working"]:
                seen.append(await keeper.look(catalogues()[language]))
                await asyncio.sleep(0.01)
        return seen


def _answer(master, says):
    while END not in os.read(master, 4096):
        os.write(master, says)


@pytest.fixture
def house(tmp_path):
    return House(tmp_path)


@pytest.fixture
def impatient(monkeypatch):
    """Nobody waits for a second, and for four in all, for a Pico that says nothing."""
    monkeypatch.setattr("pearlboard.link.connection.SILENT_MS", 100)
    monkeypatch.setattr("pearlboard.drivers.rp2040_exchange.PATIENCE_MS", 1)


# --- what is there ---------------------------------------------------------------------------------------------


def test_the_table_knows_the_version_of_its_own_firmware():
    """It stands in the firmware, and nowhere else."""
    assert version_in(own_firmware()) == (1, 1, 0)


def test_nothing_is_said_where_the_board_was_chosen_otherwise(house):
    """It is drawn because somebody wants that, or wired to the Pi."""
    house.unsaid = False
    with house.bare(PROMPT):
        seen = house.look()
    assert seen == {
        "found": None,
        "hindrance": None,
        "working": None,
        "outcome": None,
        "well": False,
        "offers": False,
        "none": False,
    }


def test_where_no_pico_shows_itself_the_page_says_what_a_new_one_needs(house):
    """With none, and nothing else."""
    seen = house.look()
    assert (seen["none"], seen["offers"], seen["found"]) == (True, False, None)


def test_of_several_none_is_taken(house):
    """Nobody knows which is meant."""
    with house.bare(PROMPT), house.bare(PROMPT, "usb-MicroPython_Board_2"):
        seen = house.look()
        with pytest.raises(Refused, match="no_pico"):
            asyncio.run(house.keeper.put())
    assert (seen["offers"], seen["none"]) == (False, False)
    assert seen["found"] == "2 Picos are plugged in. Leave in only the one that belongs to the board."


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("says", "words"), [(PROMPT, "is not on it"), (b"", "does not answer like a board")])
def test_a_pico_without_the_firmware_is_offered_it(house, says, words):
    """At its prompt, or silent."""
    with house.bare(says):
        seen = house.look()
    assert (seen["offers"], seen["hindrance"]) == (True, None)
    assert words in seen["found"]


@pytest.mark.parametrize(
    ("messages", "offers", "found"),
    [
        ({}, False, "The table’s program, version 1.1.0, runs on the Pico."),
        (OLD, True, "The program on the Pico is version 1.0.3; this table’s own is 1.1.0."),
        (NEW, False, "The table’s program, version 1.10.0, runs on the Pico."),
        (STRANGE, True, "The program on the Pico does not go with this table’s."),
    ],
)
def test_a_pico_with_a_firmware_is_offered_it_where_its_own_is_older_or_does_not_fit(house, messages, offers, found):
    """One that works, and is as new or newer, needs nothing."""
    with house.plugged(messages=messages):
        seen = house.look()
    assert (seen["offers"], seen["found"]) == (offers, found)


def test_a_pico_is_asked_once_each_time_it_is_plugged_in(house, monkeypatch):
    """However many pages look; one that was unplugged and comes back is asked anew."""
    asked = []
    identify = service.identify
    monkeypatch.setattr(service, "identify", lambda path: asked.append(path) or identify(path))
    with house.plugged() as pico:

        async def look_often():
            await asyncio.gather(*(house.keeper.look(catalogues()["en"]) for _ in range(5)))

        asyncio.run(look_often())
        assert len(asked) == 1
        pico.unplug()
        assert house.look()["none"]
        pico.plug()
        house.look()
        assert len(asked) == 2


def test_a_port_that_another_program_has_is_asked_again(house):
    """It says nothing of the Pico behind it, and so nothing is said of that."""
    with house.plugged() as pico:
        with Port(str(pico.link)):
            assert house.look()["found"] is None
        assert house.look()["found"]


# --- the copy --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_progress_and_result_are_told(house, language):
    """Each stage, then who answers; every file was copied, main.py last."""
    with house.plugged(messages=OLD) as pico:
        board = house.mpremote.starts(pico)
        seen = asyncio.run(house.filled(language=language))
        board.join(LONGEST_S)
        told = [look["working"] for look in seen if look["working"]]
        rendered = [catalogues()[language].render(sentence) for sentence in service.STAGES.values()]
        assert list(dict.fromkeys(told)) == list(dict.fromkeys(words for words in rendered if words in told)) != []
        done = say("pico_done", version="1.1.0", uid="e6614c311b7e6f35", bits=144, leds=135)
        assert seen[-1]["outcome"] == catalogues()[language].render(done)
        assert seen[-1]["well"]
        assert not any(look["offers"] for look in seen)
        asked = house.mpremote.lines()[-1].split()
        assert asked[:3] == ["connect", str(pico.link), "cp"]
        assert asked[-4:] == [str(FIRMWARE / "main.py"), ":", "+", "reset"]
        assert str(FIRMWARE / "config.py") in asked


def test_the_config_that_is_on_it_stays(house):
    """It says how that board is wired."""
    (house.folder / "configured").touch()
    with house.plugged(messages=OLD) as pico:
        house.mpremote.starts(pico)
        assert asyncio.run(house.filled())[-1]["well"]
    assert str(FIRMWARE / "config.py") not in house.mpremote.lines()[-1].split()


def test_what_came_of_it_is_said_until_that_pico_is_unplugged(house):
    """Another one is another one."""
    with house.plugged(messages=OLD) as pico:
        house.mpremote.starts(pico)
        asyncio.run(house.filled())
        assert house.look()["outcome"]
        pico.unplug()
        assert house.look()["outcome"] is None
        pico.plug()
        assert house.look()["outcome"] is None


@pytest.mark.usefixtures("impatient")
def test_a_copy_that_fails_says_what_to_do_and_can_be_tried_again(house, caplog):
    """What mpremote said stands in the log."""
    (house.folder / "fails").touch()
    with house.bare(PROMPT):
        seen = asyncio.run(house.filled())[-1]
        assert (seen["well"], seen["offers"]) == (False, True)
        assert "plug it in again, and press the button once more" in seen["outcome"]
    assert "no room there" in caplog.text


@pytest.mark.usefixtures("impatient")
def test_a_copy_that_hangs_is_broken_off(house, monkeypatch):
    """A Pico that takes nothing any more would keep the tool for ever."""
    monkeypatch.setattr("pearlboard.drivers.rp2040_copying.LONGEST_S", 0.2)
    (house.folder / "hangs").touch()
    with house.bare(PROMPT):
        seen = asyncio.run(house.filled())[-1]
    assert seen["outcome"].startswith("The program could not be copied.")


@pytest.mark.usefixtures("impatient")
def test_a_pico_that_does_not_answer_after_the_copy_is_said_to_be_silent(house, monkeypatch):
    """The copy is there, and is not said to have failed."""
    monkeypatch.setattr("pearlboard.drivers.rp2040_copying.STARTS_S", 0)
    with house.bare(PROMPT):
        seen = asyncio.run(house.filled())[-1]
    assert seen["outcome"].startswith("The program was copied, but the Pico has not answered since.")


@pytest.mark.usefixtures("impatient")
def test_a_tool_that_is_not_there_is_a_sentence(house):
    """Whatever is wrong with it."""
    house.mpremote.tool.chmod(0o600)
    with house.bare(PROMPT):
        seen = asyncio.run(house.filled())[-1]
    assert "could not be started: Permission denied" in seen["outcome"]


@pytest.mark.usefixtures("impatient")
def test_one_at_a_time_and_the_loop_goes_on(house):
    """Whoever presses twice is told; whatever would end the program waits; the end of the table breaks it off."""
    (house.folder / "hangs").touch()
    table = AnyTable()

    async def press():
        operating = Operating(table.game_is_on, *[None] * 5, catalogues(), Anew(), *[None] * 5, house.keeper)
        await operating.do(Operated("fill_pico"), "en")
        async with asyncio.timeout(LONGEST_S):
            while not house.mpremote.lines():  # noqa: ASYNC110 - a process brings it about
                await asyncio.sleep(0.01)
        ends = [name for name, deed in DEEDS.items() if deed.ends_run]
        assert {"use_pico", "restore", "poweroff", "update", "restart"} < {*ends}
        for again in ("fill_pico", *ends):
            with pytest.raises(Refused, match="at_work"):
                await operating.do(Operated(again, sure=True), "en")
        assert (await operating.do(Operated("pico"), "en"))["pico"]["working"]
        await operating.pico.close()
        assert not house.keeper.at_work

    with house.bare(PROMPT):
        begun = time.monotonic()
        asyncio.run(press())
        assert time.monotonic() - begun < LONGEST_S


@pytest.mark.usefixtures("impatient")
def test_in_a_game_nothing_is_copied(house):
    """It is said before, and to whoever asks all the same."""
    house.playing = True
    with house.bare(PROMPT):
        assert house.look()["hindrance"] == "A game is on. The Pico can get its program when it has ended."
        with pytest.raises(Refused, match="game_is_on"):
            asyncio.run(house.keeper.put())
    assert house.mpremote.lines() == []


@pytest.mark.usefixtures("impatient")
def test_without_a_firmware_nothing_is_begun(house, monkeypatch):
    """An installation that is not whole."""
    monkeypatch.setattr(service, "own_firmware", lambda: house.folder / "nothing")
    house.keeper = house.keeps(None)
    with house.bare(PROMPT), pytest.raises(Refused, match="no_files"):
        asyncio.run(house.keeper.put())


# --- where the board is one --------------------------------------------------------------------------------------


def test_the_link_lets_go_of_the_port_and_takes_it_up_again(house):
    """The board is lost for a known reason meanwhile, and comes back with its new firmware."""

    async def play(pico):
        async with talking("", ports_in(house.by_id)) as talk:
            await talk.connected()
            assert talk.board.version == "1.0.3"
            keeper = house.keeps(talk.board)
            assert (await keeper.look(catalogues()["en"]))["offers"]
            house.mpremote.starts(pico)
            seen = await house.filled(keeper)
            assert seen[-1]["well"], seen[-1]
            assert [event.reason.name for event in talk.known[1:2]] == ["link_lent"]
            await talk.connected(times=2)
            assert talk.board.version == "1.1.0"
            assert not (await keeper.look(catalogues()["en"]))["offers"]

    with house.plugged(messages=OLD) as pico:
        asyncio.run(play(pico))


@pytest.mark.parametrize(
    ("why", "offers", "none"),
    [
        ("link_silent", True, False),
        ("link_stranger", True, False),
        ("link_prompt", True, False),
        ("link_version", True, False),
        ("link_limits", True, False),
        ("link_sensors", False, False),
        ("link_busy", False, False),
        ("link_lent", False, False),
    ],
)
def test_why_the_board_is_lost_says_whether_the_firmware_is_what_it_needs(house, why, offers, none):
    """Wrong wires or a port that somebody else has are mended otherwise."""
    house.lost = say(why)
    keeper = house.keeps(SimpleNamespace(version=None))
    with house.bare():
        seen = asyncio.run(keeper.look(catalogues()["en"]))
    assert (seen["offers"], seen["found"] is not None, seen["none"]) == (offers, offers, none)


def test_a_board_that_is_nowhere_may_be_a_new_pico(house):
    """Then the page says what that needs; a board that answers needs nothing."""
    house.lost = say("link_not_found")
    keeper = house.keeps(SimpleNamespace(version=None))
    assert asyncio.run(keeper.look(catalogues()["en"]))["none"]
    house.lost = None
    keeper = house.keeps(SimpleNamespace(version="1.1.0"))
    with house.bare():
        seen = asyncio.run(keeper.look(catalogues()["en"]))
    assert (seen["found"], seen["offers"], seen["none"]) == (None, False, False)


def test_the_tool_that_came_along_runs():
    """Apart from whatever lies in the folder where the service runs."""

    async def version():
        process = await asyncio.create_subprocess_exec(*OWN_TOOL, "version", stdout=asyncio.subprocess.PIPE)
        said, _ = await process.communicate()
        return said.decode()

    assert asyncio.run(version()).startswith("mpremote 1.")
