"""The board on a Pi's pins: the conformance suite, and its own tests, on mock pins with simulated chips."""

import logging
import random
import sys

import pytest
from gpiozero import Device
from msgspec.structs import replace

from drivers.conformance import BoardConformance
from drivers.pi_pins import CLOCK, Chips, PiBench, PiOnTheDesk, Strips
from pearlboard.drivers import frame_sender, light_drivers, open_board, pi
from pearlboard.drivers.clock import SteppedClock
from pearlboard.drivers.light_timing import SHORTEST_NS
from pearlboard.drivers.pi_chain import in_order
from pearlboard.drivers.pi_library import CHAIN_SELECT, OVERLAYS
from pearlboard.drivers.pins import LEDS_PWM, SIGNALS
from pearlboard.drivers.protocols import Button, Connected, Lost, Pressed, Supplied
from pearlboard.errors import ConfigError
from pearlboard.geometry import GRID, space
from pearlboard.sensing.scan import Scan
from pearlboard.sensing.wiring import Wiring, reference_wiring
from pearlboard.settings import Sensing, Settings, Wires
from pearlboard.texts import say
from pearlboard.workshop.waiting import FrameTrial

pytestmark = pytest.mark.slow

LAMP, PIEZO = SIGNALS["lamp"].pi.gpio, SIGNALS["piezo"].pi.gpio
PI_3, PI_4, PI_5, ZERO_2_W = "a02082", "c03112", "c04170", "902120"
MODE_2 = Settings(board="pi", pi=Wires(chain_mode=2))


@pytest.fixture
def strips(monkeypatch):
    strips = Strips()
    import board
    import neopixel
    from adafruit_blinka.microcontroller.generic_agnostic_board import spi

    monkeypatch.setattr(neopixel, "neopixel_write", strips.by_pwm)
    monkeypatch.setattr(spi.SPI, "write", strips.by_spi)
    monkeypatch.setattr(board, "D18", board.NEOPIXEL, raising=False)
    monkeypatch.setattr(board, "SCLK", board.SCK)  # Blinka's generic board has two of these, and a port on one
    return strips


@pytest.fixture
def desk(monkeypatch):
    """Simulate a Pi; pins of an earlier one are gone."""

    def put(revision=PI_3, **how):
        factory = PiOnTheDesk(revision, **how)
        monkeypatch.setattr(Device, "pin_factory", factory)
        return factory

    return put


@pytest.fixture
def workbench(strips, desk, monkeypatch):
    """Creates benches, and closes them at the end."""
    monkeypatch.setattr(pi, "RETRY_MS", 1)
    benches = []

    def make(settings=None, wiring=None, revision=PI_3, chips=None):
        settings, wiring, clock = settings or Settings(board="pi"), wiring or reference_wiring(), SteppedClock()
        factory = desk(revision, pwm_pins={settings.pi.piezo_pin} - {0})
        pieces = set()
        factory.chips = Chips(chips or wiring, pieces)
        board = open_board(replace(settings, sensing=Sensing(scan_ms=1)), wiring, clock)

        def unplug():
            factory.broken = True
            bench.look()

        def plug():
            factory.broken = False

        bench = PiBench(
            board,
            wiring,
            pieces.add,
            pieces.remove,
            None,
            unplug,
            plug,
            settle=None,
            follow=None,
            shown=lambda: strips.frames[-1],
            clock=clock,
            strips=strips,
        )
        benches.append(bench)
        return bench

    yield make
    for bench in benches:
        bench.board.close()
        bench.loop.close()


class TestPiBySPI(BoardConformance):
    """The pi board, its LEDs by SPI, under the conformance suite."""

    @pytest.fixture
    def bench(self, workbench):
        return workbench()


class TestPiByPWM(BoardConformance):
    """The pi board, its LEDs by PWM, under the conformance suite."""

    @pytest.fixture
    def bench(self, workbench):
        return workbench(Settings(board="pi", pi=Wires(leds="pwm")))


# --- the chain -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("revision", [PI_3, PI_4, PI_5, ZERO_2_W])
def test_every_model_reads_the_same_144_bits(workbench, revision):
    """Whatever the pieces, the bits are those of the wiring, in mode 0 at 1 MHz by hardware SPI."""
    bench = workbench(revision=revision)
    rng = random.Random(revision)
    factory = Device.pin_factory
    for _ in range(20):
        lying = set(rng.sample(GRID.sites, rng.randrange(len(GRID.sites))))
        factory.chips.pieces.clear()
        factory.chips.pieces.update(lying)
        assert bench.board._chain.read() == bench.wiring.as_read(lying)
    spi = bench.board._chain._spi
    assert (factory.hardware_asked, spi.clock_mode, factory.rate) == ([True], 0, 1_000_000)


@pytest.mark.parametrize("revision", [PI_3, PI_4, ZERO_2_W])
def test_mode_2_reads_every_scan_one_bit_late_where_the_driver_lets_the_clock_rest_low(workbench, revision):
    """Setting CPOL is a rising edge after LOAD, which shifts the chips: the first bit is lost. `frame` reports this."""
    bench = workbench(MODE_2, revision=revision)
    lying = {space("c4"), space("a1")}
    Device.pin_factory.chips.pieces |= lying
    shifted = bench.wiring.as_read(lying) >> 1 | 1 << len(bench.wiring.places) - 1
    for _ in range(3):
        read = bench.board._chain.read()
        assert read == shifted
        assert bench.wiring.wrong_bar(read) == 0
    trial = FrameTrial(bench.wiring)
    trial.feed(Scan(read, 0))
    assert trial.findings == (say("bench_frame_early", bits=1, count=1),)


def test_on_a_pi_5_only_the_very_first_scan_would_be_shifted_in_mode_2(workbench):
    """The Pi 5's driver leaves the clock at the mode's idle level."""
    bench = workbench(MODE_2, revision=PI_5)
    first, second, third = (bench.board._chain.read() for _ in range(3))
    assert first != second == third == bench.wiring.as_read(())


def test_modes_that_spi1_of_a_pi_does_not_have_are_refused(desk):
    """Modes 1 and 3 sample at the second edge."""
    desk()
    refused("chain_mode: SPI1 of a Pi takes mode 0 or 2, not 1", Settings(board="pi", pi=Wires(chain_mode=1)))


def test_all_sensors_are_read_at_one_moment(workbench):
    """One LOAD pulse a scan; between scans LOAD is high, and the clock low."""
    bench = workbench()
    chips = Device.pin_factory.chips
    before = chips.loaded
    bench.board._chain.read()
    assert chips.loaded == before + 1
    assert bench.board._chain._load.pin.state
    assert not Device.pin_factory.pin(CLOCK).state


def test_a_hand_wired_chain_of_112_bits_is_read_in_any_order(workbench):
    """Fourteen chips without frame bits, every site anywhere."""
    rng, reference = random.Random(14), reference_wiring()
    places = [*GRID.sites, *[None] * 5]
    rng.shuffle(places)
    wiring = Wiring((tuple(places),), reference.strips)
    bench = workbench(wiring=wiring)
    Device.pin_factory.chips.pieces |= {space("a1"), space("h5")}
    bench.start()
    assert bench.sites() == {space("a1"), space("h5")}


@pytest.mark.parametrize("bars", range(9))
def test_a_cut_chain_is_detected_wherever_it_is_cut(workbench, bars):
    """The last chip's serial input is tied high, so the frame bit of bar 8 is wrong as soon as that bar is cut off."""
    wiring = reference_wiring()
    bench = workbench(chips=soldered(wiring, wiring.chain[:bars]))
    assert bench.wiring.wrong_bar(bench.board._chain.read()) is not None


def test_a_bar_too_many_is_unmasked(workbench):
    """An extra bar shifts all following bars to frame bits of the other level."""
    wiring = reference_wiring()
    bench = workbench(chips=soldered(wiring, (wiring.chain[1], *wiring.chain)))
    assert bench.wiring.wrong_bar(bench.board._chain.read()) == 0


def soldered(wiring, chain):
    """A wiring that no file may have: the bars that are really there."""
    real = Wiring(wiring.chain, wiring.strips)
    object.__setattr__(real, "chain", chain)
    return real


def test_bits_are_numbered_as_they_come():
    """The highest bit of the first byte came first; bits beyond the chain are dropped."""
    assert in_order(bytes([0b10000000, 0b01000000]), 10) == 0b10_0000_0001
    assert in_order(bytes([0, 0b00111111]), 10) == 0


def test_scans_are_handed_over_only_when_the_chain_has_changed(workbench):
    """An unchanged chain is visible only in `seen_ms`."""
    bench = workbench()
    bench.start()
    for _ in range(5):
        bench.clock.step(20)
        bench.look()
    assert [type(event) for event in bench.events] == [Connected, Scan]
    assert bench.board.seen_ms == bench.clock() == 100
    bench.unplug()
    assert bench.board.seen_ms is None


def test_a_chain_that_fails_is_lost_once_with_a_reason_and_tried_again(workbench):
    """Repeated failures cause one `Lost`; the reason is the system's."""
    bench = workbench()
    bench.start()
    bench.unplug()
    for _ in range(3):
        bench.look()
    lost = [event for event in bench.events if isinstance(event, Lost)]
    assert len(lost) == 1
    assert lost[0].reason.name == "chain_silent"
    assert "Input/output error" in str(lost[0].reason)
    bench.plug()
    bench.look()
    assert [type(event) for event in bench.events[-2:]] == [Connected, Scan]


def test_the_board_says_which_pi_it_is(workbench):
    """For maintainers."""
    bench = workbench(revision=PI_5)
    bench.start()
    assert "Raspberry Pi 5B" in bench.events[0].about


# --- buttons, lamp, piezo --------------------------------------------------------------------------------------------


def test_a_button_that_is_held_at_the_start_is_not_pressed(workbench):
    """The button counts once it has been released."""
    bench = workbench()
    Device.pin_factory.pin(SIGNALS[Button.HINT].pi.gpio).drive_low()
    bench.start()
    bench.clock.step(100)
    bench.look()
    assert not [event for event in bench.events if isinstance(event, Pressed)]
    bench.press(Button.HINT)
    assert [event.button for event in bench.events if isinstance(event, Pressed)] == [Button.HINT]


def test_a_press_that_outlasts_an_absence_is_forgotten(workbench):
    """A button held while the chain was lost causes neither a press nor a release afterwards."""
    bench = workbench()
    bench.start()
    pin = Device.pin_factory.pin(SIGNALS[Button.END_TURN].pi.gpio)
    pin.drive_low()
    bench.look()
    bench.clock.step(20)
    bench.look()
    bench.unplug()
    bench.plug()
    bench.look()
    pin.drive_high()
    bench.look()
    bench.clock.step(20)
    bench.look()
    assert [type(event) for event in bench.events] == [Connected, Scan, Pressed, Lost, Connected, Scan]


def test_a_supply_that_sags_is_told_once_it_lasts(workbench):
    """A low input, told again after an absence; nothing is told of one that is open."""
    bench = workbench()
    bench.start()
    pin = Device.pin_factory.pin(SIGNALS["supply_ok"].pi.gpio)
    pin.drive_low()
    bench.look()
    bench.clock.step(20)
    bench.look()
    bench.unplug()
    bench.plug()
    bench.look()
    bench.clock.step(20)
    bench.look()
    pin.drive_high()
    bench.look()
    bench.clock.step(20)
    bench.look()
    told = [event.well for event in bench.events if isinstance(event, Supplied)]
    assert told == [False, False, True]


def test_events_pending_at_close_are_dropped(workbench):
    """The chain's thread hands events to the loop, which may run too late."""
    bench = workbench()
    bench.start()
    bench.put(space("c4"))
    bench.look_only()
    wrong = []
    bench.loop.set_exception_handler(lambda _, context: wrong.append(context))
    bench.board.close()
    bench.settle()
    assert [type(event) for event in bench.events] == [Connected, Scan]
    assert wrong == []


def test_a_short_pulse_is_no_press(workbench):
    """Pulses shorter than 20 ms are noise."""
    bench = workbench()
    bench.start()
    pin = Device.pin_factory.pin(SIGNALS[Button.END_TURN].pi.gpio)
    pin.drive_low()
    bench.look()
    bench.clock.step(10)
    pin.drive_high()
    bench.look()
    bench.clock.step(100)
    bench.look()
    assert [type(event) for event in bench.events] == [Connected, Scan]


def test_the_lamp_and_the_piezo_are_there_if_their_pins_are_set(workbench):
    """Tones follow each other by the clock, a rest is silent, and new tones replace the old ones."""
    bench = workbench(Settings(board="pi", pi=Wires(lamp_pin=LAMP, piezo_pin=PIEZO)))
    bench.start()
    bench.board.lamp(on=True)
    assert Device.pin_factory.pin(LAMP).state
    piezo = Device.pin_factory.pin(PIEZO)
    piezo.states.clear()
    bench.board.play([(660, 90), (0, 40), (880, 120)])
    bench.clock.step(90 + 40)
    bench.board.play([(440, 50)])
    bench.clock.step(1_000)
    assert piezo.states == [(660, 0.5), (660, 0.0), (880, 0.5), (440, 0.0)]
    bench.board.lamp(on=False)
    assert not Device.pin_factory.pin(LAMP).state


# --- lights ----------------------------------------------------------------------------------------------------------


def test_the_pwm_library_is_handed_405_bytes_of_grb(workbench, strips):
    """The real Adafruit library turns R, G, B of 135 LEDs into G, R, B."""
    bench = workbench(Settings(board="pi", pi=Wires(leds="pwm")))
    bench.start()
    frame = bytes(range(135)) * 3
    bench.board.show(frame)
    bench.settle()
    grb = strips.raw[-1]
    assert len(grb) == 405
    assert grb[:6] == bytes([frame[1], frame[0], frame[2], frame[4], frame[3], frame[5]])
    assert strips.frames[-1] == frame


@pytest.mark.parametrize("leds", ["spi", "pwm"])
def test_red_is_red(workbench, strips, leds):
    """Each colour of each LED arrives unchanged, by either driver."""
    bench = workbench(Settings(board="pi", pi=Wires(leds=leds)))
    bench.start()
    frame = random.Random(leds).randbytes(405)
    bench.board.show(frame)
    bench.settle()
    assert strips.frames[-1] == frame


def test_a_frame_by_spi_is_one_transfer_with_a_pause_that_every_ws2812b_takes_for_an_end(workbench, strips):
    """3240 bytes of 1.34 µs, at least 280 µs of silence after them, and no more than spidev's 4096 at once."""
    bench = workbench()
    bench.start()
    bench.board.show(bench.frame(255))
    bench.settle()
    written = strips.raw[-1]
    assert len(written.strip(b"\0")) == 135 * 24
    assert (len(written) - len(written.rstrip(b"\0"))) * 8 * SHORTEST_NS / 1000 >= 280
    assert len(written) <= 4096


def test_failing_lights_are_reported_once_and_retried(workbench, strips, monkeypatch, caplog):
    """The last frame is shown as soon as the strip can be reached again; meanwhile the table goes on."""
    monkeypatch.setattr(frame_sender, "RETRY_S", 0.001)
    caplog.set_level(logging.INFO, "pearlboard")
    bench = workbench()
    bench.start()
    strips.broken = True
    bench.board._sender.show(bench.frame(7))
    for _ in range(5):
        bench.look()
    strips.broken = False
    strips.wait_for(bench.frame(7))
    bench.board.close()
    told = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert [level for level, _ in told] == ["WARNING", "INFO"]
    assert "cannot be reached (ws2811_render failed" in told[0][1]
    assert "can be reached again" in told[1][1]
    assert [type(event) for event in bench.events] == [Connected, Scan]


# --- missing parts ---------------------------------------------------------------------------------------------------


def refused(match, settings=None):
    with pytest.raises(ConfigError, match=match):
        open_board(settings or Settings(board="pi"), reference_wiring(), SteppedClock())


@pytest.mark.usefixtures("strips")
def test_a_pi_without_spi_is_told_how_to_switch_it_on(desk):
    """The fallback of gpiozero, reading by software, is refused; the error gives the lines for config.txt."""
    desk(spi_enabled=False)
    refused(rf"/dev/spidev1\.0.*dtparam=spi=on.*dtoverlay=spi1-1cs,cs0_pin={CHAIN_SELECT}.*restart")


@pytest.mark.usefixtures("strips")
def test_a_refused_board_lets_go_of_its_pins(desk, monkeypatch):
    """After a strip that cannot be opened, the same pins can be opened again."""
    factory = desk()
    factory.chips = Chips(reference_wiring(), set())
    import board

    with monkeypatch.context() as broken:
        broken.setattr(board, "SPI", lambda: (_ for _ in ()).throw(OSError(13, "Permission denied")))
        refused("SPI0 cannot be used.*Permission denied.*group spi")
    open_board(Settings(board="pi"), reference_wiring(), SteppedClock()).close()


@pytest.mark.parametrize(
    ("module", "leds", "match"),
    [
        ("gpiozero", "spi", r"gpiozero.*pip install 'pearlboard\[pi\]'"),
        ("board", "spi", r"board.*pip install 'pearlboard\[pi\]'"),
        ("neopixel_spi", "spi", r"neopixel_spi.*pip install 'pearlboard\[pi\]'"),
        ("neopixel", "pwm", r"neopixel.*pip install 'pearlboard\[pi\]'"),
    ],
)
@pytest.mark.usefixtures("strips")
def test_a_missing_library_names_the_extra(desk, monkeypatch, module, leds, match):
    """One sentence says what is not installed and how to install it."""
    desk()
    monkeypatch.setitem(sys.modules, module, None)
    refused(match, Settings(board="pi", pi=Wires(leds=leds)))


@pytest.mark.usefixtures("strips")
def test_a_missing_led_package_of_a_model_is_named(desk, monkeypatch):
    """Blinka's own message about the model is part of the sentence."""
    desk()

    def missing(name):
        if name == "neopixel":
            raise RuntimeError("The platform library '_rpi_ws281x' was not found.\nTo install: pip install rpi_ws281x")
        return library(name)

    library = light_drivers.library
    monkeypatch.setattr(light_drivers, "library", missing)
    refused("_rpi_ws281x", Settings(board="pi", pi=Wires(leds="pwm")))


@pytest.mark.usefixtures("strips")
def test_an_unknown_light_driver_is_refused_with_the_known_ones(desk):
    """As for boards: the error lists the choices."""
    desk()
    refused("pi.leds: there is no 'gas'; choose one of: spi, pwm", Settings(board="pi", pi=Wires(leds="gas")))


@pytest.mark.usefixtures("strips")
def test_a_machine_without_usable_pins_gets_an_error(monkeypatch):
    """On a machine that is no Pi, or without lgpio, opening the board gives one sentence."""
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    refused("lgpio.*install.sh|pins of this machine cannot be used")


@pytest.mark.usefixtures("strips")
def test_a_pin_that_is_taken_is_named(desk):
    """A lamp on the pin of a button is refused, with the pin."""
    desk().chips = Chips(reference_wiring(), set())
    refused("GPIO27 cannot be used for the lamp", Settings(board="pi", pi=Wires(lamp_pin=27)))


def test_the_chip_select_is_nobody_elses_pin_and_the_same_for_whoever_installs():
    """SPI1 needs a chip select, connected or not; the install script writes the lines that the driver asks for."""
    from pathlib import Path

    assert CHAIN_SELECT not in {signal.pi.gpio for signal in SIGNALS.values()} | {LEDS_PWM.gpio, 7, 8, 9, 11, 20}
    script = (Path(__file__).parents[2] / "systemd" / "install.sh").read_text(encoding="utf-8")
    assert all(line in script for line in OVERLAYS)


@pytest.mark.usefixtures("strips")
def test_blinka_is_never_let_to_ask_whether_it_may_install(desk, monkeypatch):
    """On a terminal its import would ask, and a service would wait forever."""
    desk().chips = Chips(reference_wiring(), set())
    monkeypatch.delenv(light_drivers.SKIP_CHECK, raising=False)
    open_board(Settings(board="pi"), reference_wiring(), SteppedClock()).close()
    import os

    assert os.environ[light_drivers.SKIP_CHECK] == "1"
