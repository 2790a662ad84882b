"""Recognising Picos among serial ports, by pyserial's own search over a simulated sysfs."""

import importlib.util
from pathlib import Path

import pytest
from serial.tools import list_ports_linux

from pearlboard.drivers.rp2040_port import Plugged, candidates

PICO = {"idVendor": "2e8a", "idProduct": "0005", "manufacturer": "MicroPython", "product": "Board in FS mode"}
PRINTER = {"idVendor": "2c99", "idProduct": "000d", "manufacturer": "Prusa Research", "product": "MK4"}
PYBOARD = {"idVendor": "f055", "idProduct": "9800", "manufacturer": "MicroPython", "product": "Pyboard"}
BOOTSEL = {"idVendor": "2e8a", "idProduct": "0003", "manufacturer": "Raspberry Pi", "product": "RP2 Boot"}


class Kernel:
    """/dev and /sys of a machine, in a folder; `ports` is pyserial's search there."""

    def __init__(self, folder):
        self.dev, self.sys = folder / "dev", folder / "sys"
        for place in (self.dev, self.sys / "class/tty", self.sys / "bus/usb"):
            place.mkdir(parents=True)
        source = Path(list_ports_linux.__file__).read_text(encoding="utf-8")
        assert "'/dev/ttyACM*'" in source
        assert "'/sys/class/tty/" in source
        source = source.replace("'/dev/", f"'{self.dev}/").replace("'/sys/", f"'{self.sys}/")
        module = importlib.util.module_from_spec(importlib.util.spec_from_loader("pyserial_there", loader=None))
        exec(compile(source, list_ports_linux.__file__, "exec"), module.__dict__)
        self.ports = module.comports

    def plug(self, name, place, serial, **device):
        """Plug in a USB device with one serial port, at that place of the bus."""
        usb = self.sys / "devices" / place
        interface = usb / f"{place}:1.0"
        (interface / "tty" / name).mkdir(parents=True)
        (interface / "subsystem").symlink_to(self.sys / "bus/usb")
        for key, value in {**device, "serial": serial, "bNumInterfaces": " 2"}.items():
            (usb / key).write_text(f"{value}\n")
        (interface / "tty" / name / "device").symlink_to(interface)
        (self.sys / "class/tty" / name).symlink_to(interface / "tty" / name)
        (self.dev / name).touch()
        return usb

    def found(self):
        return [(plugged.serial_number, Path(plugged.path).name) for plugged in candidates("", self.ports)]


@pytest.fixture
def kernel(tmp_path):
    return Kernel(tmp_path)


def test_a_pico_is_found_where_udev_makes_no_links(kernel):
    """By vendor and product, or by MicroPython's name on another board; other ports are not tried."""
    assert kernel.found() == []
    kernel.plug("ttyACM0", "1-1", "CZPX1", **PRINTER)
    kernel.plug("ttyACM1", "1-2", "e6614c311b7e6f35", **PICO)
    kernel.plug("ttyACM2", "1-3", "0123", **PYBOARD)
    kernel.plug("ttyACM3", "1-4", "e0c9", **BOOTSEL)
    (kernel.dev / "ttyS0").touch()
    assert kernel.found() == [("0123", "ttyACM2"), ("e6614c311b7e6f35", "ttyACM1")]
    assert not (kernel.dev / "serial").exists()


def test_several_picos_keep_their_order_when_their_ports_change(kernel):
    """By serial number, because the kernel assigns ports anew at each plug."""
    kernel.plug("ttyACM1", "1-1", "aaa", **PICO)
    kernel.plug("ttyACM0", "1-2", "bbb", **PICO)
    assert kernel.found() == [("aaa", "ttyACM1"), ("bbb", "ttyACM0")]


def test_a_port_that_vanishes_during_the_search_is_not_found(kernel):
    """The port is still in /dev, but its USB entries are gone."""
    usb = kernel.plug("ttyACM0", "1-1", "aaa", **PICO)
    (usb / "idVendor").unlink()
    assert kernel.found() == []


def test_a_named_port_is_taken_as_it_is():
    """A named port needs no recognition."""
    assert candidates("/dev/ttyAMA0", list) == [Plugged("", "/dev/ttyAMA0")]
