"""Differences between Pis and kernels: the header's chip, permissions, and the longest SPI message."""

import ctypes
import errno
import os
import sys
from pathlib import Path

import pytest
from gpiozero import Device

from drivers.pi_pins import Chips, PiOnTheDesk, Strips
from pearlboard.drivers import light_drivers, open_board, pi_library
from pearlboard.drivers.clock import SteppedClock
from pearlboard.drivers.light_drivers import BUFSIZ, CHUNK, check_message, message_bytes
from pearlboard.drivers.light_timing import LONGEST_NS, SHORTEST_NS, SPI_HZ, WANTED_NS, unfit
from pearlboard.drivers.pi_header import header_chip
from pearlboard.drivers.pi_remedies import OTHER, REMEDIES, remedy
from pearlboard.errors import ConfigError
from pearlboard.sensing.wiring import reference_wiring
from pearlboard.settings import Settings, Wires

pytestmark = pytest.mark.slow


class ChipInfo(ctypes.Structure):
    """`struct gpiochip_info` of linux/gpio.h, laid out by the C rules rather than by ours."""

    _fields_ = (("name", ctypes.c_char * 32), ("label", ctypes.c_char * 32), ("lines", ctypes.c_uint32))


def asked_for(kind, number, structure):
    """`_IOR` of asm-generic/ioctl.h."""
    return 2 << 30 | ctypes.sizeof(structure) << 16 | kind << 8 | number


BRCM = ("gpio-brcmstb@107d508500", "gpio-brcmstb@107d508520", "gpio-brcmstb@107d517c00", "gpio-brcmstb@107d517c20")
RP1 = "pinctrl-rp1"
MACHINES = {
    "Pi 5, 6.6.20": ({**dict(enumerate(BRCM)), 4: RP1}, {}, 4),
    "Pi 5, 6.6.47": ({0: RP1, **dict(enumerate(BRCM, 10))}, {4: 0}, 0),
    "Pi 5, 6.12.96": ({**dict(enumerate(BRCM, 11)), 15: RP1}, {}, 15),
    "Pi 5, 6.12.96, bound first": ({11: RP1, **dict(enumerate(BRCM, 12))}, {}, 11),
    "Pi 4": ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, {}, 0),
    "Pi 3, the expander bound first": ({0: "raspberrypi-exp-gpio", 1: "pinctrl-bcm2835"}, {}, 1),
    "Zero 2 W": ({0: "pinctrl-bcm2835"}, {}, 0),
    "a Pi 4 with an expander on I2C": ({0: "pcf8575", 1: "raspberrypi-exp-gpio", 512: "pinctrl-bcm2711"}, {}, 512),
}


class Kernel:
    """GPIO chips as the kernel presents them: devices in a folder, which answer one ioctl with the bytes of its ABI."""

    def __init__(self, devices, chips, links=None, failing=None):
        self.devices, self.chips, self.failing = devices, chips, failing or {}
        devices.mkdir()
        for number in chips:
            (devices / f"gpiochip{number}").touch()
        for number, target in (links or {}).items():
            (devices / f"gpiochip{number}").symlink_to(f"gpiochip{target}")
        self.asked = []

    def ioctl(self, file, request, argument):
        name = Path(f"/proc/self/fd/{file}").readlink().name
        number = int(name.removeprefix("gpiochip"))
        self.asked.append(number)
        if number in self.failing:
            raise OSError(self.failing[number], os.strerror(self.failing[number]))
        if request != asked_for(0xB4, 0x01, ChipInfo) or len(argument) != ctypes.sizeof(ChipInfo):
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        return bytes(ChipInfo(name.encode(), self.chips[number].encode(), 54))

    def chip(self):
        return header_chip(self.devices, self.ioctl)


@pytest.mark.parametrize("machine", MACHINES)
def test_the_headers_chip_is_found_by_its_label(tmp_path, machine):
    """Whatever the chip's number; symbolic links are skipped."""
    chips, links, expected = MACHINES[machine]
    kernel = Kernel(tmp_path / "dev", chips, links)
    assert kernel.chip() == expected
    assert set(kernel.asked) <= set(chips)


def test_a_machine_without_the_headers_chip_is_told_its_chips(tmp_path):
    """An unknown label is part of the error, for those who can add it; without any GPIO chip the machine is no Pi."""
    with pytest.raises(ConfigError, match=r"gpiochip0: pinctrl-rp2, gpiochip1: gpio-brcm.*tell us"):
        Kernel(tmp_path / "dev", {0: "pinctrl-rp2", 1: "gpio-brcm"}).chip()
    with pytest.raises(ConfigError, match=r"no GPIO chip here.*set board to"):
        Kernel(tmp_path / "empty", {}).chip()


@pytest.mark.parametrize(("number", "match"), [(errno.EACCES, "group gpio"), (errno.EPERM, "DeviceAllow")])
def test_a_chip_that_may_not_be_asked_is_no_missing_chip(tmp_path, number, match):
    """Readable chips are tried first; if none is the header's, the error is about the one that refused."""
    chips = {0: "raspberrypi-exp-gpio", 1: "pinctrl-bcm2711"}
    assert Kernel(tmp_path / "one", chips, failing={0: number}).chip() == 1
    with pytest.raises(ConfigError, match=match):
        Kernel(tmp_path / "two", chips, failing={1: number}).chip()


# --- lgpio -----------------------------------------------------------------------------------------------------------

LGPIO = '''
"""Stands for lgpio 0.2.2: its pipe, its working directory, and its way of losing errno."""
import os
SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0
class error(Exception):
    pass
if os.environ.get("LG_WD"):
    os.chdir(os.environ["LG_WD"])
try:
    os.mkfifo(".lgd-nfy0")
    name = ".lgd-nfy0"
except OSError:
    name = ".lgd-nfy-3"
pipe = os.open(name, os.O_RDWR)
made_in = os.getcwd()
opened = []
def gpiochip_open(chip):
    opened.append(chip)
    return chip
def gpiochip_close(handle):
    os.close(pipe)
'''


@pytest.fixture
def lgpio(tmp_path, monkeypatch):
    """A fresh lgpio that can be imported, and gpiozero without a factory; a Pi 5 whose header is gpiochip15."""
    (tmp_path / "lgpio.py").write_text(LGPIO)
    kernel = Kernel(tmp_path / "dev", *MACHINES["Pi 5, 6.12.96"][:2])
    monkeypatch.setattr(pi_library, "header_chip", kernel.chip)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.delenv(pi_library.PIPE_FOLDER, raising=False)
    for name in ("lgpio", "gpiozero.pins.lgpio"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield
    if Device.pin_factory is not None:
        Device.pin_factory.close()
    for name in ("lgpio", "gpiozero.pins.lgpio"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("lgpio")
def test_gpiozero_is_given_the_headers_chip():
    """By itself, gpiozero would take chip 4 or 0."""
    pi_library.gpiozero_here()
    assert Device.pin_factory.chip == 15
    assert sys.modules["lgpio"].opened == [15]


@pytest.mark.usefixtures("lgpio")
def test_lgpio_makes_its_pipe_in_a_folder_of_its_own(monkeypatch):
    """Also in a read-only place; the working directory is restored, and nothing is left behind."""
    monkeypatch.chdir("/proc")
    pi_library.gpiozero_here()
    assert Path.cwd() == Path("/proc")
    assert pi_library.PIPE_FOLDER not in os.environ
    assert not Path(sys.modules["lgpio"].made_in).exists()


@pytest.mark.usefixtures("lgpio")
def test_a_folder_that_somebody_has_named_is_lgpios(monkeypatch, tmp_path):
    """If that folder cannot be used, the error names the folder and the variable, and no group."""
    monkeypatch.setenv(pi_library.PIPE_FOLDER, "/proc")
    with pytest.raises(ConfigError, match=r"pipe in /proc .*set LG_WD") as refused:
        pi_library.gpiozero_here()
    assert "group" not in str(refused.value)
    monkeypatch.setenv(pi_library.PIPE_FOLDER, str(tmp_path))
    pi_library.gpiozero_here()
    assert (tmp_path / ".lgd-nfy0").exists()


# --- remedies --------------------------------------------------------------------------------------------------------


def test_each_errno_has_a_remedy_of_its_own():
    """Only a refusal by the file's mode recommends joining a group."""
    device = Path("/dev/thing")
    told = {number: remedy(OSError(number, "?"), device, "spi", "switch it on") for number in REMEDIES}
    assert {number for number, sentence in told.items() if "group" in sentence} == {errno.EACCES}
    assert len({*told.values()}) == len(told) - 1  # ENODEV and ENXIO are one
    assert remedy(OSError(errno.ENOENT, "?"), device, "spi", "switch it on") == "switch it on"
    assert remedy(OSError(errno.E2BIG, "?"), device, "spi", "switch it on") == OTHER.format(device=device)


def test_where_a_library_has_lost_errno_the_kernel_is_asked(tmp_path, monkeypatch):
    """Only "can not open" comes from lgpio; an errno in the error's causes comes first."""
    lost = RuntimeError("can not open SPI device")
    assert remedy(lost, tmp_path / "none", "spi", "switch it on") == "switch it on"

    def refuse(*_):
        raise PermissionError(errno.EACCES, "?")

    with monkeypatch.context() as closed:
        closed.setattr(os, "open", refuse)
        assert "group spi" in remedy(lost, tmp_path / "none", "spi", "switch it on")
    lost.__cause__ = OSError(errno.EBUSY, "?")
    assert "something else uses" in remedy(lost, tmp_path / "none", "spi", "switch it on")
    assert "something else uses" in remedy(Exception("'GPIO busy'"), tmp_path / "none", "gpio", "")


@pytest.fixture
def strips(monkeypatch):
    strips = Strips()
    import board
    from adafruit_blinka.microcontroller.generic_agnostic_board import spi

    monkeypatch.setattr(spi.SPI, "write", strips.by_spi)
    monkeypatch.setattr(board, "SCLK", board.SCK)
    factory = PiOnTheDesk()
    factory.chips = Chips(reference_wiring(), set())
    monkeypatch.setattr(Device, "pin_factory", factory)
    return strips


@pytest.mark.usefixtures("strips")
@pytest.mark.parametrize(
    ("number", "match"),
    [
        (errno.EACCES, r"group spi"),
        (errno.ENOENT, r"dtparam=spi=on.*restart"),
        (errno.EBUSY, r"something else uses /dev/spidev0\.0"),
        (errno.ENODEV, r"has no driver"),
    ],
)
def test_lights_that_cannot_be_opened_have_one_remedy(monkeypatch, number, match):
    """By the kernel's errno, not all of them at once."""
    import board

    def refuse():
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(board, "SPI", refuse)
    with pytest.raises(ConfigError, match=match) as refused:
        open_board(Settings(board="pi"), reference_wiring(), SteppedClock())
    assert ("group spi" in str(refused.value)) == (number == errno.EACCES)


# --- how long the lights' bits are by SPI ----------------------------------------------------------------------------


KERNELS = {"Pi 3": 250e6, "Pi 4": 500e6, "Pi 5": 200e6}
"""The clock that each one's driver of SPI0 divides by an even number, rounded up."""


@pytest.mark.parametrize("clock", KERNELS.values(), ids=KERNELS)
def test_what_the_kernel_makes_of_the_rate_is_within_every_data_sheet(clock):
    """A zero and a one of the lights on every model; what neopixel_spi asks for by itself is not."""

    def highs(asked):
        divider = -(-clock // asked)
        bit_ns = 1e9 * (divider + divider % 2) / clock
        return bit_ns, [bits * bit_ns for bits in (Wires().zero_bits, Wires().one_bits)]

    def fits(asked):
        return all(
            least <= high <= most
            for wanted in WANTED_NS.values()
            for high, (least, most) in zip(highs(asked)[1], wanted, strict=True)
        )

    assert (fits(SPI_HZ), fits(6_400_000)) == (True, False)
    assert SHORTEST_NS <= highs(SPI_HZ)[0] <= LONGEST_NS
    assert unfit(Wires()) == ()


def test_both_patterns_are_a_setting(strips):
    """As bytes of SPI: so many of eight bits are high."""
    strips.patterns = (0b10000000, 0b11111000)
    settings = Settings(board="pi", pi=Wires(zero_bits=1, one_bits=5))
    open_board(settings, reference_wiring(), SteppedClock()).close()
    assert strips.frames == [bytes(3 * reference_wiring().leds)]
    assert unfit(settings.pi) == ("WS2812B", "WS2812B-V5", "SK6812")


# --- the length of an SPI message ------------------------------------------------------------------------------------


def machine(root, bufsiz):
    (root / BUFSIZ).parent.mkdir(parents=True)
    (root / BUFSIZ).write_text(f"{bufsiz}\n")
    return root


def test_a_frame_is_as_long_as_was_reckoned(strips):
    """The message that neopixel_spi passes to the port, in one piece."""
    board = open_board(Settings(board="pi"), reference_wiring(), SteppedClock())
    board.close()
    assert len(strips.raw[-1]) == message_bytes(reference_wiring().leds)


def test_more_lights_than_one_message_holds_are_refused_with_the_number(tmp_path):
    """A pause between two messages would end the frame in the middle; the error says what to write where."""
    assert check_message(135, machine(tmp_path / "usual", 4096)) == 4096
    with pytest.raises(ConfigError, match=r"153 LEDs.*4118.*4096.*for 152 LEDs.*spidev\.bufsiz=8192.*cmdline"):
        check_message(153, tmp_path / "usual")
    assert check_message(153, machine(tmp_path / "more", 8192)) == 8192
    assert check_message(152, tmp_path / "unsaid") == 4096
    with pytest.raises(ConfigError):
        check_message(153, tmp_path / "unsaid")


def test_many_lights_go_out_as_one_message(tmp_path, monkeypatch):
    """PureIO would cut at 4096 bytes, whatever the kernel takes."""
    from Adafruit_PureIO import spi

    monkeypatch.setattr(light_drivers, "check_message", lambda leds: check_message(leds, machine(tmp_path, 8192)))
    monkeypatch.setenv(CHUNK, "")
    monkeypatch.setattr(light_drivers, "_blinka", lambda _: (_ for _ in ()).throw(ConfigError("far enough")))
    with pytest.raises(ConfigError, match="far enough"):
        light_drivers.open_light_driver(Wires(), 200)
    sent = []
    monkeypatch.setattr(spi, "ioctl", lambda *call: sent.append(call))
    (tmp_path / "spidev0.0").touch()
    port = spi.SPI(str(tmp_path / "spidev0.0"))
    port.writebytes(bytes(message_bytes(200)))
    assert len(sent) == 1


def test_too_many_lights_are_refused_before_anything_is_lit(strips):
    """The port is not even opened."""
    with pytest.raises(ConfigError, match=r"spidev\.bufsiz"):
        light_drivers.open_light_driver(Wires(), 400)
    assert not strips.raw
