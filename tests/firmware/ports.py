"""Serial ports as pyserial describes them, of links in a folder that are named as udev would name them."""

from serial.tools.list_ports_common import ListPortInfo

MICROPYTHON = (0x2E8A, 0x0005)


def ports_in(folder):
    """The links there are at the moment; those of MicroPython's have its vendor and product."""

    def ports():
        if not folder.is_dir():
            return []
        return [_described(link) for link in sorted(folder.iterdir())]

    return ports


def _described(link):
    port = ListPortInfo(str(link))
    port.manufacturer, *_, port.serial_number = link.name.removesuffix("-if00").removeprefix("usb-").split("_")
    if port.manufacturer == "MicroPython":
        port.vid, port.pid = MICROPYTHON
    return port
