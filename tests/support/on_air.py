"""Radios that the kernel makes up, a house's router and a phone. Runs as root in the card's machine, by its Python.

    on_air.py radios                     three of them: the table's, and in network namespaces `house` and `phone`
    on_air.py router NAME PASSWORD       in `house`: a network of that name, which gives out addresses
    on_air.py router-off
    on_air.py join NAME PASSWORD         in `phone`: into that network; prints what it was given there
    on_air.py leave
    on_air.py find NAME                  in `phone` or `house`: what that name means, by the network's own server
    on_air.py ask METHOD ADDRESS [TOKEN [BODY]]     there, too: a request of HTTP; prints status, place and body

Only the standard library and what the card's system has. `ip netns exec` says where.
"""

import contextlib
import http.client
import json
import os
import secrets
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

HERE = Path("/run/on-air")
RADIOS = {"house": 1, "phone": 2}
ROUTER = "192.168.77.1"
LEASES = "192.168.77.50,192.168.77.90,255.255.255.0,1h"
AIR_S = 90
DHCP_COOKIE = b"\x63\x82\x53\x63"
DISCOVER, REQUEST = 1, 3
ROUTER_OPTION, NAMES_OPTION, WANTED_OPTION, KIND_OPTION, SERVER_OPTION = 3, 6, 50, 53, 54
# linux/genetlink.h, linux/nl80211.h
GENERIC, GET_FAMILY, FAMILY_ID, FAMILY_NAME, CONTROL = 16, 3, 1, 2, 16
SET_NETNS, WIPHY, NETNS_FD = 49, 1, 219
REQUEST_FLAGS = 0x5


def radios():
    """Three, of which NetworkManager has the first; it has no cable either, for that would be a network, too."""
    HERE.mkdir(exist_ok=True)
    cable = next(path.name for path in Path("/sys/class/net").iterdir() if path.name.startswith(("en", "eth")))
    others = ",".join(f"interface-name:{name}" for name in (cable, "wlan1", "wlan2"))
    settings = Path("/run/NetworkManager/conf.d/on-air.conf")
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(f"[keyfile]\nunmanaged-devices={others}\n")
    run("systemctl", "restart", "NetworkManager")
    run("ip", "address", "replace", "10.0.2.15/24", "dev", cable)
    run("ip", "link", "set", cable, "up")
    run("ip", "route", "replace", "default", "via", "10.0.2.2", "dev", cable)
    run("modprobe", "mac80211_hwsim", "radios=3")
    until(lambda: all(Path(f"/sys/class/net/wlan{number}").exists() for number in range(3)), "three radios")
    for name, number in RADIOS.items():
        run("ip", "netns", "add", name)
        wiphy = int(Path(f"/sys/class/net/wlan{number}/phy80211/index").read_text())
        with Path(f"/run/netns/{name}").open() as namespace:
            into_namespace(wiphy, namespace.fileno())
        inside = ("ip", "netns", "exec", name)
        run(*inside, "ip", "link", "set", "lo", "up")
        for what in ("all", "default", f"wlan{number}"):
            run(*inside, "sysctl", "-q", "-w", f"net.ipv4.conf.{what}.rp_filter=0")


def into_namespace(wiphy, namespace):
    """The kernel gives the radio to that namespace, by nl80211."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, GENERIC) as kernel:
        kernel.bind((0, 0))
        kernel.send(message(CONTROL, GET_FAMILY, attribute(FAMILY_NAME, b"nl80211\0")))
        answer = attributes(kernel.recv(1 << 16)[20:])
        [family] = struct.unpack("=H", answer[FAMILY_ID])
        told = attribute(WIPHY, struct.pack("=I", wiphy)) + attribute(NETNS_FD, struct.pack("=I", namespace))
        while kernel.recv(1 << 16)[4:6] != struct.pack("=H", 2):
            pass  # until the first question is acknowledged
        kernel.send(message(family, SET_NETNS, told))
        [error] = struct.unpack("=i", kernel.recv(1 << 16)[16:20])
        if error:
            raise OSError(-error, "the radio was not given away")


def message(family, command, told):
    body = struct.pack("=BBH", command, 1, 0) + told
    return struct.pack("=IHHII", 16 + len(body), family, REQUEST_FLAGS, 1, 0) + body


def attribute(kind, value):
    return struct.pack("=HH", 4 + len(value), kind) + value + bytes(-len(value) % 4)


def attributes(told):
    found = {}
    while len(told) >= 4:
        length, kind = struct.unpack("=HH", told[:4])
        found[kind] = told[4:length]
        told = told[(length + 3) & ~3 :]
    return found


def router(name, password):
    """WPA2, as a router of a house has it."""
    radio(
        "house", f'ssid="{name}"\nmode=2\nfrequency=2437\nkey_mgmt=WPA-PSK\nproto=RSN\npairwise=CCMP\npsk="{password}"'
    )
    run("ip", "address", "replace", f"{ROUTER}/24", "dev", "wlan1")
    run("dnsmasq", "--conf-file=/dev/null", "--interface=wlan1", "--bind-interfaces", f"--dhcp-range={LEASES}",
        f"--pid-file={HERE}/dnsmasq.pid", f"--dhcp-leasefile={HERE}/leases", "--no-resolv", "--user=root")  # fmt: skip


def router_off():
    for name in ("dnsmasq", "house"):
        end(name)


def join(name, password):
    """As a phone does that has read the code."""
    radio("phone", f'ssid="{name}"\nkey_mgmt=WPA-PSK\npsk="{password}"\nscan_ssid=1')
    given = lease("wlan2")
    run("ip", "address", "flush", "dev", "wlan2")
    run("ip", "address", "add", f"{given['address']}/24", "dev", "wlan2")
    run("ip", "route", "replace", "default", "via", given["router"])
    (HERE / "names").write_text(given["names"])
    tell(given)


def radio(name, network):
    """Let wpa_supplicant have it, until it is on the air."""
    end(name)
    interface = f"wlan{RADIOS[name]}"
    settings = HERE / f"{name}.conf"
    settings.write_text(f"country=DE\nnetwork={{\n{network}\n}}\n")
    run("ip", "link", "set", interface, "up")
    run("wpa_supplicant", "-B", "-D", "nl80211", "-i", interface, "-c", settings, "-P", HERE / f"{name}.pid")
    until(lambda: "state UP" in run("ip", "link", "show", interface), f"{name} on the air")


def end(name):
    """The program that was started for it, if it runs."""
    file = HERE / f"{name}.pid"
    if file.exists():
        with contextlib.suppress(ProcessLookupError, ValueError):
            number = int(file.read_text())
            os.kill(number, signal.SIGTERM)
            until(lambda: not Path(f"/proc/{number}").exists(), f"the end of {name}")
        file.unlink(missing_ok=True)


def lease(interface):
    """An address, by DHCP (RFC 2131)."""
    hardware = bytes.fromhex(Path(f"/sys/class/net/{interface}/address").read_text().strip().replace(":", ""))
    number = secrets.token_bytes(4)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, interface.encode())
        line.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        line.bind(("", 68))
        line.settimeout(3)
        offer, options = answered(line, request(DISCOVER, number, hardware, b""), number)
        wanted = bytes([WANTED_OPTION, 4]) + offer + bytes([SERVER_OPTION, 4]) + options[SERVER_OPTION]
        address, options = answered(line, request(REQUEST, number, hardware, wanted), number)
    first = {name: socket.inet_ntoa(options[kind][:4]) for name, kind in (("router", 3), ("names", 6))}
    return {"address": socket.inet_ntoa(address), **first}


def request(kind, number, hardware, options):
    head = bytes([1, 1, 6, 0]) + number + bytes([0, 0, 0x80, 0]) + bytes(16)
    asked = bytes([KIND_OPTION, 1, kind, 55, 2, ROUTER_OPTION, NAMES_OPTION]) + options + b"\xff"
    return head + hardware + bytes(10 + 64 + 128) + DHCP_COOKIE + asked


def answered(line, asked, number):
    """The address in the answer, and its options."""
    for _ in range(AIR_S // 3):
        line.sendto(asked, ("255.255.255.255", 67))
        with contextlib.suppress(TimeoutError):
            while True:
                said = line.recv(4096)
                if said[4:8] == number and said[0] == 2:
                    return said[16:20], dict(parts(said[240:]))
    raise SystemExit("nobody gives out addresses")


def parts(options):
    while options and options[0] != 0xFF:
        if options[0] == 0:
            options = options[1:]
            continue
        yield options[0], options[2 : 2 + options[1]]
        options = options[2 + options[1] :]


def find(name):
    """The first address of that name (RFC 1035)."""
    number = secrets.token_bytes(2)
    words = b"".join(bytes([len(word)]) + word.encode() for word in name.split("."))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.settimeout(10)
        line.sendto(number + b"\x01\x00\x00\x01" + bytes(6) + words + b"\0\0\x01\0\x01", (names_server(), 53))
        answer = line.recv(4096)
    if answer[:2] != number or answer[6:8] == b"\0\0":
        raise SystemExit(f"{name} means nothing here")
    return socket.inet_ntoa(answer[-4:])


def names_server():
    return (HERE / "names").read_text()


def ask(method, address, token="", body=""):
    """A request, to wherever its name leads."""
    place = urlsplit(address)
    host = place.hostname if place.hostname.replace(".", "").isdigit() else find(place.hostname)
    headers = {"Host": place.netloc, "Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    line = http.client.HTTPConnection(host, place.port or 80, timeout=60)
    with contextlib.closing(line):
        line.request(method, f"{place.path}?{place.query}" if place.query else place.path, body or None, headers)
        answer = line.getresponse()
        said = answer.read().decode()
        return {"status": answer.status, "place": answer.headers.get("Location"), "body": said}


def until(condition, what):
    """Look again until it is so."""
    end_s = time.monotonic() + AIR_S
    while not condition():
        if time.monotonic() > end_s:
            raise SystemExit(f"waited in vain for {what}")
        time.sleep(0.2)


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout


def tell(found):
    sys.stdout.write(f"{json.dumps(found)}\n")


def main(verb, *words):
    match verb:
        case "radios":
            radios()
        case "router":
            router(*words)
        case "router-off":
            router_off()
        case "join":
            join(*words)
        case "leave":
            end("phone")
        case "find":
            tell(find(*words))
        case "ask":
            tell(ask(*words))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
