"""The driver of the board on USB against its firmware under MicroPython, and against other things on a port."""

import asyncio
import errno
import os
import pty
import random
import select
import threading
import time
import tty

import pytest
import serial

from firmware.pico import FIRMWARE, LONGEST_S, Pico
from firmware.ports import ports_in
from firmware.talking import CHAINS, talking
from pearlboard.drivers.protocols import Lost, Pressed, Released
from pearlboard.drivers.rp2040 import NoAnswer, SerialBoard, candidates, identify, leave_loop, open_rp2040
from pearlboard.drivers.rp2040_port import Plugged, Port
from pearlboard.link.connection import Connection
from pearlboard.link.framing import Frame, framed
from pearlboard.link.messages import BLOCK
from pearlboard.settings import Settings
from pearlboard.texts import say

pytestmark = pytest.mark.slow

LEDS = 135
ALL = (1 << 144) - 1
SOON_S = 6
"""A timeout for what takes one or two seconds on an idle machine."""


@pytest.fixture
def pico(tmp_path):
    """The firmware, plugged in; it must end without a traceback."""
    pico = Pico(tmp_path).plug()
    yield pico
    pico.close()
    assert pico.errors == b""


@pytest.fixture
def bare():
    """A port without a board: the path for the driver, and the descriptor of the other end."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield os.ttyname(slave), master
    os.close(master)
    os.close(slave)


def picture(value):
    return bytes([value, value // 2, 1] * LEDS)


def frames_in(talk):
    return [type(event).__name__ for event in talk.known]


# --- a board's behaviour -----------------------------------------------------------------------------------------


def test_a_board_identifies_itself_and_sends_its_readings(pico):
    """Its id and version, then the whole chain, and afterwards only changes."""

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            assert talk.events[0].about == "rp2040 e6614c311b7e6f35, firmware 1.1.0, link 1-2"
            pico.bits = ALL & ~(1 << 3) & ~(1 << 143)
            await talk.until(lambda: len(talk.scans) == 2)
            heard = talk.board.seen_ms
            await talk.until(lambda: talk.board.seen_ms > heard + 500)
            assert talk.scans == [ALL, ALL & ~(1 << 3) & ~(1 << 143)]

    asyncio.run(play())


def test_the_board_keeps_to_its_own_current_limit(tmp_path):
    """Whatever the table sends: of 500 mA, 300 mA are left for white on 135 LEDs."""
    pico = Pico(tmp_path, CAP_MA=800).plug()

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            talk.board.show(b"\xff" * 3 * LEDS)
            await talk.until(lambda: pico.shown)
            assert 0 < sum(pico.shown) * 20 / 255 + LEDS * 3.7 <= 800

    asyncio.run(play())
    pico.close()


def test_the_latest_of_many_pictures_wins_and_none_is_torn(tmp_path):
    """Of two hundred in a row only some are shown, each complete, in order, and the last one at the end."""
    pico = Pico(tmp_path, CAP_MA=10_000).plug()

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            for value in range(1, 201):
                talk.board.show(picture(value))
            await talk.until(lambda: pico.shown == picture(200))

    asyncio.run(play())
    pico.close()
    values = [shown[0] for shown in pico.pictures if any(shown)]
    assert all(shown == picture(shown[0]) for shown in pico.pictures if any(shown))
    assert values == sorted(values)
    assert len(values) < 200


def test_a_picture_is_repeated_though_nobody_asks(pico):
    """A disturbed strip shows the right picture again within about a second."""

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            talk.board.show(picture(9))
            talk.board.lamp(on=True)
            await talk.until(lambda: pico.pictures.count(picture(9)) >= 3)

    asyncio.run(play())
    pico.wait(lambda pico: pico.lines("lamp")[-1] == "0")
    assert pico.lines("lamp")[-2:] == ["1", "0"], "lit again and again, and dark when the table ends"


def test_sounds_are_played_one_after_the_other_and_end(pico):
    """A cue replaces one that is still sounding; a rest is silent."""

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            talk.board.play([(300, 60_000)])
            await talk.until(lambda: "300" in pico.lines("tone"))
            talk.board.play([(440, 20), (0, 20), (880, 20)])
            await talk.until(lambda: pico.lines("tone")[-1] == "0" and "880" in pico.lines("tone"))

    asyncio.run(play())
    pico.wait(lambda pico: len(pico.lines("tone")) == 7)
    assert pico.lines("tone")[1:] == ["300", "440", "0", "880", "0", "0"]


def test_a_button_that_chatters_is_pressed_once(pico):
    """A button held while the board connects counts only when it is pressed again."""
    pico.hold(4)

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            pico.held = 2
            await talk.until(lambda: talk.events and isinstance(talk.events[-1], Pressed))
            pico.held = 0
            await talk.until(lambda: isinstance(talk.events[-1], Released))
            pico.held = 4
            await talk.until(lambda: isinstance(talk.events[-1], Pressed))
            return [(type(event).__name__, event.button.value) for event in talk.events[2:]]

    assert asyncio.run(play()) == [("Pressed", "hint"), ("Released", "hint"), ("Pressed", "take_back")]


# --- resets and disconnections -----------------------------------------------------------------------------------


def test_a_reset_is_noticed_and_everything_is_read_again(pico):
    """Lost, then connected, with the current pieces and the last picture, in less than two seconds."""

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            talk.board.show(picture(7))
            await talk.until(lambda: pico.shown == picture(7))
            pico.reset(cause=3)
            pico.bits = ALL & ~1
            begun = time.monotonic()
            await talk.connected(times=2)
            assert time.monotonic() - begun < SOON_S
            shown = len(pico.pictures)
            await talk.until(lambda: len(pico.pictures) > shown)
            assert frames_in(talk) == ["Connected", "Lost", "Connected"]
            assert talk.known[1].reason.name in ("link_restarted", "link_stalled")
            assert talk.scans == [ALL, ALL & ~1]
            assert pico.shown == picture(7)

    asyncio.run(play())


def test_a_board_that_is_plugged_in_under_another_name_is_found(pico):
    """By its USB descriptors, without a configured port; while the board is away no piece counts as lifted."""

    async def play():
        async with talking("", pico.ports) as talk:
            await talk.connected()
            first = pico.port
            keep = os.open(first, os.O_RDWR | os.O_NOCTTY)
            pico.unplug()
            await talk.lost("link_not_found")
            assert talk.board.seen_ms is None
            pico.bits = ALL & ~4
            pico.plug()
            assert pico.port != first
            begun = time.monotonic()
            await talk.connected(times=2)
            assert time.monotonic() - begun < SOON_S
            os.close(keep)
            assert talk.scans == [ALL, ALL & ~4]

    asyncio.run(play())


def test_a_board_that_stalls_is_lost_within_a_good_second_and_comes_back(pico):
    """A stalled board neither reads nor writes, although its port is open; then it goes on."""

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            talk.board.show(picture(1))
            await talk.until(lambda: pico.shown == picture(1))
            pico.freeze()
            begun = time.monotonic()
            assert (await talk.lost("link_stalled")).name == "link_stalled"
            assert time.monotonic() - begun < SOON_S
            pico.bits = ALL & ~8
            talk.board.show(picture(2))
            pico.thaw()
            await talk.connected(times=2)
            await talk.until(lambda: pico.shown == picture(2))
            assert talk.scans == [ALL, ALL & ~8]

    asyncio.run(play())


def test_a_board_that_takes_nothing_any_more_does_not_hold_the_thread(bare):
    """The board still sends, but reads nothing: writing times out, and the board is lost."""
    path, master = bare

    async def play():
        async with talking(path) as talk:
            stop = threading.Event()
            board = threading.Thread(target=_deaf, args=(master, stop), daemon=True)
            board.start()
            try:
                await talk.connected()
                for value in range(100):
                    talk.board.show(picture(value))
                    talk.board.play([(value, 1)] * 30)
                    talk.board.lamp(on=True)
                    if isinstance(talk.known[-1], Lost):
                        break
                    await asyncio.sleep(0.01)
                await talk.lost("link_stalled")
            finally:
                stop.set()
                board.join(LONGEST_S)
                assert not board.is_alive()

    asyncio.run(play())


def hello(frame_limit=128, pictures=255, boot=0):
    """The frame by which a board identifies itself."""
    about = bytes((1, 1, 1, 0, 0)) + bytes(8) + boot.to_bytes(4, "little") + bytes((144, 0, 135, 0))
    return framed(Frame(2, 0, about + frame_limit.to_bytes(2, "little") + bytes((pictures,))))


SNAPSHOT = framed(Frame(4, 1, bytes(5) + b"\xff" * 18))


async def asked(talk, master):
    """Wait for the driver's HELLO_REQUEST, and take all of it: the driver writes whole blocks."""
    said = b""

    def whole():
        nonlocal said
        while select.select([master], [], [], 0)[0]:
            said += os.read(master, 4096)
        return said and len(said) % BLOCK == 0

    await talk.until(whole)


def _deaf(master, stop):
    """Greet once, then send readings forever without reading."""
    if not select.select([master], [], [], LONGEST_S)[0]:
        return
    os.write(master, hello())
    seq = 1
    while not stop.wait(0.05):
        os.write(master, framed(Frame(4, seq % 256, bytes(5) + b"\xff" * 18)))
        seq += 1


def test_a_driver_that_was_suspended_greets_the_board_again(pico):
    """The board has gone idle without a host; it refuses the host's next message, and the host greets again."""

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            pico.send_to_board(framed(Frame(14, 0, b"")))
            await talk.connected(times=2)
            assert talk.known[1].reason.name == "link_restarted"

    asyncio.run(play())


def test_garbage_on_the_line_is_survived(pico):
    """A hundred kilobytes, with pieces of real frames: no false reading is delivered, and the board is back.

    On a busy machine the noise may block the line for a second; then the board is lost for that long.
    """
    rng = random.Random(3)

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            for number in range(100):
                noise = rng.randbytes(1_000)
                pico.send_to_host(noise + framed(Frame(4, number, bytes(5) + bytes(18)))[:20])
                pico.send_to_board(noise[:512])
                await asyncio.sleep(0)
            pico.bits = ALL & ~16
            await talk.until(lambda: talk.scans[-1] == ALL & ~16)
            talk.board.show(picture(5))
            await talk.until(lambda: pico.shown == picture(5))
            assert set(talk.scans) == {ALL, ALL & ~16}
            assert {event.reason.name for event in talk.known if isinstance(event, Lost)} <= {"link_stalled"}
            assert frames_in(talk)[-1] == "Connected"

    asyncio.run(play())


def test_a_firmware_of_another_version_is_refused_by_name(tmp_path):
    """The table names both versions, the board blinks amber, and its readings are ignored."""
    pico = Pico(tmp_path)
    source = (FIRMWARE / "messages.py").read_text()
    (pico.own / "messages.py").write_text(source.replace("LOWEST = 1\nHIGHEST = 2", "LOWEST = 4\nHIGHEST = 7"))
    pico.plug()

    async def play():
        async with talking(pico.link) as talk:
            reason = await talk.lost("link_version")
            assert dict(reason.parameters) == {"board": "4-7", "firmware": "1.1.0", "program": "1-2"}
            await talk.until(lambda: any(shown[21:24] == b"\x18\x08\x00" for shown in pico.pictures))
            assert talk.scans == []

    asyncio.run(play())
    assert identify_twice(pico.link) == (4, 7)
    pico.close()


def identify_twice(link):
    assert identify(str(link)) == identify(str(link))
    return identify(str(link)).protocol


@pytest.mark.parametrize(
    ("kind", "number", "name", "wanted"),
    [("sensors", 112, "link_sensors", 144), ("sensors", 160, "link_sensors", 144), ("leds", 90, "link_leds", 135)],
)
def test_a_chain_of_another_length_is_refused_with_both_numbers(tmp_path, kind, number, name, wanted):
    """Shorter or longer than in the wiring."""
    pico = Pico(tmp_path, **{kind: number}).plug()

    async def play():
        async with talking(pico.link) as talk:
            assert dict((await talk.lost(name)).parameters) == {"board": number, "wiring": wanted}

    asyncio.run(play())
    pico.close()


# --- other things on a port --------------------------------------------------------------------------------------


def reason_at(port, ports=list):
    """The first reason for which there is no board."""

    async def play():
        async with talking(port, ports) as talk:
            await talk.until(lambda: talk.events)
            return talk.events[0].reason

    return asyncio.run(play())


def test_a_port_that_is_not_there_is_named(tmp_path):
    """The cable is out."""
    assert dict(reason_at(tmp_path / "ttyACM0").parameters) == {"port": str(tmp_path / "ttyACM0")}
    assert reason_at(tmp_path / "ttyACM0").name == "link_unplugged"


def test_without_a_picos_usb_id_no_board_is_found(tmp_path):
    """A connected printer is not tried."""
    (tmp_path / "usb-Prusa_MK4-if00").touch()
    assert reason_at("", ports_in(tmp_path)).name == "link_not_found"
    assert reason_at("", list).name == "link_not_found"
    (tmp_path / "usb-MicroPython_Board_in_FS_mode_1-if00").touch()
    found = Plugged("1", str(tmp_path / "usb-MicroPython_Board_in_FS_mode_1-if00"))
    assert candidates("", ports_in(tmp_path)) == [found]


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_path_that_is_no_port_is_reported(tmp_path, what):
    """A file or a folder of that name."""
    path = tmp_path
    if what == "file":
        path = tmp_path / "file"
        path.touch()
    assert reason_at(path).name == "link_no_port"


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (errno.EACCES, "link_denied"),
        (errno.EPERM, "link_forbidden"),
        (errno.EBUSY, "link_busy"),
        (errno.ENXIO, "link_unplugged"),
    ],
)
def test_a_port_that_may_not_be_opened_says_why(monkeypatch, number, name):
    """The system's reason, as a sentence."""

    def refuse(*_, **__):
        raise serial.SerialException(number, os.strerror(number))

    monkeypatch.setattr(serial, "Serial", refuse)
    assert reason_at("/dev/ttyACM0").name == name


def test_a_port_that_another_program_has_is_busy(bare):
    """By a second table, or a serial monitor."""
    path, _ = bare
    with serial.Serial(path, exclusive=True):
        assert reason_at(path).name == "link_busy"
    assert reason_at(path).name == "link_silent"


@pytest.mark.parametrize(
    ("says", "name"),
    [
        (b"", "link_silent"),
        (b"start\necho:Marlin 2.1.2\n", "link_stranger"),
        (b"\r\nOK\r\n" * 300, "link_stranger"),
        (b"MicroPython v1.26.0 on 2025-08-09; Raspberry Pi Pico with RP2040\r\n>>> ", "link_prompt"),
        (b"\r\nraw REPL; CTRL-B to exit\r\n>", "link_prompt"),
        (framed(Frame(4, 0, bytes(23))) * 3, "link_stranger"),
    ],
    ids=["nothing", "printer", "modem", "prompt", "raw", "mute"],
)
def test_a_device_that_never_greets_is_not_the_board(bare, says, name):
    """No bytes, a printer, a modem, a prompt, or a board that does not answer."""
    path, master = bare

    async def play():
        async with talking(path) as talk:
            await talk.until(lambda: select.select([master], [], [], 0)[0])
            os.write(master, says)
            return await talk.lost(name)

    assert dict(asyncio.run(play()).parameters) == {"port": path}


@pytest.mark.parametrize(("frame_limit", "pictures"), [(0, 1), (9, 1), (11, 1), (128, 0)])
def test_a_board_with_too_small_limits_is_refused_with_the_minimum(bare, frame_limit, pictures):
    """Too little for a heartbeat, or for any picture; the driver keeps asking, and accepts a better board."""
    path, master = bare

    async def play():
        async with talking(path) as talk:
            await asked(talk, master)
            os.write(master, hello(frame_limit, pictures))
            assert dict((await talk.lost("link_limits")).parameters) == {
                "frame": frame_limit,
                "pictures": pictures,
                "least_frame": 15,
                "least_pictures": 1,
            }
            await asked(talk, master)
            os.write(master, hello() + SNAPSHOT)
            await talk.connected()

    asyncio.run(play())


def test_a_board_that_starts_again_in_one_breath_is_lost_each_time(bare):
    """It greets, sends its chain and rejects the host, all in one read: connected and lost alternate."""
    path, master = bare

    async def play():
        async with talking(path) as talk:
            async with asyncio.timeout(LONGEST_S):
                while len(talk.known) < 6:
                    os.write(master, hello() + SNAPSHOT + framed(Frame(11, 2, b"\0\4\1")))
                    await asyncio.sleep(0.05)
            assert frames_in(talk)[:6] == ["Connected", "Lost"] * 3
            assert {event.reason.name for event in talk.known if isinstance(event, Lost)} == {"link_restarted"}

    asyncio.run(play())


def test_an_unexpected_error_is_logged_and_reported_and_the_driver_goes_on(pico, monkeypatch, caplog):
    """An unexpected error while talking: `Lost`, its traceback in the log, and the board is found again."""

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            with monkeypatch.context() as patch:
                patch.setattr(Connection, "lamp", lambda _, *, on: {}[on])
                talk.board.lamp(on=True)
                await talk.lost("link_failed")
                assert talk.board.seen_ms is None
            await talk.connected(times=2)
            talk.board.play([(70_000, 10), (-5, 100_000)])
            await talk.until(lambda: "65535" in pico.lines("tone"))

    asyncio.run(play())
    assert "KeyError: True" in caplog.text


def test_a_lent_port_is_the_borrowers_until_it_is_returned(pico):
    """The board goes dark and is lost meanwhile, and returns even if the borrower failed; the table may close."""

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            talk.board.show(picture(9))
            await talk.until(lambda: pico.shown == picture(9))

            def use():
                with talk.board.lent(), Port(str(pico.link)):
                    pico.wait(lambda pico: not any(pico.shown))
                    raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await asyncio.to_thread(use)
            await talk.connected(times=2)
            assert [event.reason.name for event in talk.known if isinstance(event, Lost)] == ["link_lent"]
            await talk.until(lambda: pico.shown == picture(9))
            lent = talk.board.lent()
            await asyncio.to_thread(lent.__enter__)
            talk.board.close()
            assert not talk.board._thread.is_alive()

    asyncio.run(play())


def test_the_pauses_between_tries_grow(monkeypatch):
    """A quarter of a second, half of one, then a second each; again from the start after the board was connected."""
    board, pauses, tries = SerialBoard("/nowhere", CHAINS, lambda: 0), [], []

    def tried(_, reports):
        tries.append(reports)
        reports.connected = len(tries) == 5
        return say("link_stalled")

    def wait(pause_s):
        pauses.append(pause_s)
        if len(pauses) == 7:
            board._closing.set()

    monkeypatch.setattr(board, "_attempt", tried)
    monkeypatch.setattr(board._closing, "wait", wait)
    board._run()
    assert pauses == [0.25, 0.5, 1, 1, 0.25, 0.5, 1]
    board.close()


def test_with_several_picos_the_most_important_fault_is_reported_and_stays(tmp_path, bare):
    """One is silent, one has another chain: the chain is reported, once."""
    wrong = Pico(tmp_path, sensors=112).plug()
    for name in ("usb-MicroPython_1", "usb-MicroPython_z"):
        (wrong.by_id / name).symlink_to(bare[0])

    async def play():
        async with talking("", wrong.ports) as talk:
            await talk.lost("link_sensors")
            await talk.until(lambda: _asked_often(bare[1]))
            assert [event.reason.name for event in talk.known] == ["link_sensors"]

    asyncio.run(play())
    wrong.close()


def _asked_often(master, counts={}):  # noqa: B006 - it counts over its calls
    if select.select([master], [], [], 0)[0]:
        counts[master] = counts.get(master, 0) + len(os.read(master, 4096).split(b"\0\0"))
    return counts.get(master, 0) >= 20


def test_after_a_restart_the_place_where_the_board_was_is_tried_first(tmp_path, bare):
    """Another Pico, which is silent and comes first in the folder, causes no delay."""
    pico = Pico(tmp_path).plug()
    (pico.by_id / "usb-MicroPython_1").symlink_to(bare[0])

    async def play():
        async with talking("", pico.ports) as talk:
            await talk.connected()
            for times in (2, 3):
                pico.reset()
                await talk.connected(times=times)
            assert talk.board._ports_to_try()[0].path == str(pico.link)

    asyncio.run(play())
    pico.close()


def test_the_driver_goes_on_trying_until_the_board_is_there(pico):
    """First there is no port, then another program has it, then the board answers."""

    async def play():
        pico.unplug()
        async with talking(pico.link) as talk:
            await talk.lost("link_unplugged")
            pico.plug()
            await talk.connected()
            return frames_in(talk)

    assert asyncio.run(play())[-1] == "Connected"


# --- closing, and tasks of tools ---------------------------------------------------------------------------------


def test_when_the_table_ends_the_board_goes_dark(pico):
    """`firmware/test_loop.py` tests that it stays dark."""

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            talk.board.lamp(on=True)
            talk.board.show(picture(5))
            await talk.until(lambda: pico.shown == picture(5))

    asyncio.run(play())
    pico.wait(lambda pico: not any(pico.shown) and pico.lines("lamp")[-1] == "0")


def test_no_pending_event_is_delivered_after_close(pico):
    """The thread has handed over a scan; the table closes the board before the loop runs."""

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            tell, handed = talk.board._tell, threading.Event()

            def noted(event):
                tell(event)
                handed.set()

            talk.board._tell = noted
            before = len(talk.events)
            pico.bits = ALL & ~2
            assert handed.wait(20)
            talk.board.close()
            await asyncio.sleep(0)
            assert len(talk.events) == before

    asyncio.run(play())


def test_closing_is_quick_whatever_the_board_does(pico):
    """A frozen board, a disconnected one, and a driver that is closed twice."""

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            pico.freeze()
            begun = time.monotonic()
            talk.board.close()
            talk.board.close()
            talk.board.show(picture(1))
            assert time.monotonic() - begun < SOON_S
        pico.unplug()
        async with talking(pico.link) as talk:
            await talk.lost("link_unplugged")

    asyncio.run(play())


def test_a_board_can_be_asked_who_it_is(pico):
    """For `pearlboard doctor`; while a table uses the board, the port is busy."""
    firmware = identify(str(pico.link))
    assert (firmware.version, firmware.protocol, firmware.uid, firmware.bits, firmware.leds) == (
        "1.1.0",
        (1, 2),
        "e6614c311b7e6f35",
        144,
        135,
    )
    assert str(firmware) == "rp2040 e6614c311b7e6f35, firmware 1.1.0, link 1-2, 144 sensors, 135 lights"
    (pico.by_id / "usb-MicroPython_A_printer").touch()
    assert identify(ports=pico.ports) == firmware
    with pytest.raises(NoAnswer, match="link_not_found"):
        identify(ports=list)

    async def play():
        async with talking(pico.link) as talk:
            await talk.connected()
            with pytest.raises(NoAnswer) as refusal:
                identify(str(pico.link))
            assert refusal.value.reason.name == "link_busy"

    asyncio.run(play())


def test_a_board_can_be_asked_to_leave_its_loop(pico):
    """Its watchdog is off, its lights are dark, and its program has ended, so that mpremote can get in."""
    leave_loop(str(pico.link))
    pico.wait(lambda pico: pico.lines("memory"))
    assert pico.lines("memory") == ["4005b000 40000000"]
    assert not any(pico.shown)
    pico._process.wait(20)
    assert not pico.running


def test_a_board_of_another_version_can_be_asked_to_leave_its_loop(tmp_path):
    """Otherwise its firmware could not be replaced by a suitable one."""
    pico = Pico(tmp_path)
    source = (FIRMWARE / "messages.py").read_text()
    (pico.own / "messages.py").write_text(source.replace("LOWEST = 1\nHIGHEST = 2", "LOWEST = 4\nHIGHEST = 7"))
    pico.plug()
    leave_loop(str(pico.link))
    pico._process.wait(20)
    pico.close()


def test_a_board_that_does_not_leave_its_loop_is_stalled(bare):
    """The board greets and then falls silent: after a second it is reported as stalled."""
    path, master = bare

    def greet():
        if select.select([master], [], [], LONGEST_S)[0]:
            os.write(master, hello())

    threading.Thread(target=greet, daemon=True).start()
    begun = time.process_time()
    with pytest.raises(NoAnswer) as refusal:
        leave_loop(path)
    assert refusal.value.reason.name == "link_stalled"
    assert time.process_time() - begun < 0.5, "it waits, and does not spin"


def test_the_settings_name_the_port(tmp_path):
    """The setting `serial` is used as it is."""
    board = open_rp2040(Settings(serial=str(tmp_path)), CHAINS, lambda: 0)
    assert board._port == str(tmp_path)
    board.close()
