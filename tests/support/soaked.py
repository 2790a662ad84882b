"""A card's Wi-Fi and its updates in QEMU, with radios that the kernel makes up: `make image-soak`.

    python tests/support/soaked.py [--image FILE] [--only wifi|updates] [--slow FACTOR] [--keep FOLDER]

The Wi-Fi as a household meets it: no network, the table's own, a phone that joins, a wrong password, the right one, a
router that goes in mid-game, the power. The updates as the operator's page asks for them: a newer release, one that
dies, the way back, and a power cut before a release is proven. NetworkManager, wpa_supplicant, dnsmasq, systemd and
polkit are the card's own. Needs what `make image-test` needs, and gpg, apt-utils and dpkg-deb.
"""

import base64
import contextlib
import functools
import http.server
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "controller"), str(ROOT / "tests")]

from support.booted import is_well, lacks, now_lying, operator, parser, starts, tell, under_test  # noqa: E402 - the source tree first
from support.installed import PIECES, lying, play_some_turns  # noqa: E402
from support.machine import until  # noqa: E402
from support.signer import TOOLS, Signer  # noqa: E402
from support.systems import image  # noqa: E402

HOUSE, PASSWORD = "Hinterhof 3", "sieben Zwerge"
HOUSE_64 = base64.b64encode(HOUSE.encode()).decode()
CHECK = "http://connectivitycheck.gstatic.com/generate_204"
OWN = "http://10.42.0.1:8000"
ALONE_S, JOINED_S, BACK_S = 200, 150, 240
"""Until the own network is there, the house's is, and what failed is told: on a machine that is not in a hurry."""
NEWER, DEAD = "0.9.1", "0.9.2"
PROVED_S = 600


def main(*words):
    asked = parser("make image-soak", "A card's Wi-Fi and its updates in QEMU.", STORIES)
    asked.add_argument("--package", type=Path, help="what the image was made of (the one in dist/)")
    options = asked.parse_args(words)
    if lacking := lacks(options.image) or lacks_for_updates():
        sys.stderr.write(f"{lacking}\n")
        return 2
    for what, story in STORIES.items():
        if options.only in (None, what):
            with under_test(options, what, "virt") as machine:
                starts(machine)
                is_well(machine)
                story(machine, options.package or image.own_package(ROOT / "dist"))
                tell(f"{what}: all is well")
    return 0


def lacks_for_updates():
    tool = next((tool for tool in TOOLS if shutil.which(tool) is None), None)
    return f"{tool} is missing: on Debian, apt install gpg gpgv apt-utils dpkg" if tool else ""


# --- the Wi-Fi -----------------------------------------------------------------------------------------------------


class Air:
    """The machine's radios, by `on_air.py`."""

    PLACE = "/run/on_air.py"

    def __init__(self, machine):
        self.machine = machine

    def begin(self):
        """Radios, and a cable that is none; the program goes over the console."""
        text = base64.b64encode(zlib.compress(Path(__file__).with_name("on_air.py").read_bytes())).decode()
        self.machine.run(": > /run/on_air")
        for at in range(0, len(text), 800):
            self.machine.run(f"printf %s {text[at : at + 800]} >> /run/on_air")
        unpack = "import base64, zlib; print(zlib.decompress(base64.b64decode(open('/run/on_air').read())).decode())"
        self.machine.run(f'python3 -c "{unpack}" > {self.PLACE}')
        self.do("radios")

    def do(self, *words, where=None, longest_s=200):
        """One of its verbs; what it printed."""
        inside = f"ip netns exec {where} " if where else ""
        return self.machine.run(f"{inside}python3 {self.PLACE} {shlex.join(words)}", longest_s)

    def ask(self, where, *words):
        return json.loads(self.do("ask", *words, where=where))

    def operator(self, token, **body):
        """As the phone's page of the operator asks."""
        said = self.ask("phone", "POST", f"{OWN}/api/operator", token, json.dumps(body))
        return said["status"], json.loads(said["body"])


def wifi(machine, _):
    """As a household meets it."""
    air = Air(machine)
    air.begin()
    air.do("router", HOUSE, PASSWORD, where="house")
    own = opens_its_own(machine)
    is_found_by_a_phone(air, own)
    says_that_a_password_was_wrong(air, own)
    joins_the_house(air, own)
    keeps_a_game_while_the_router_is_gone(air, own)
    machine.cut()
    tell("the power was cut")
    starts(machine, again=True)
    comes_back_into_the_house(air)


def opens_its_own(machine):
    """After 90 seconds without a network that it knows: WPA2, with a password of twelve figures; its page shows it."""
    begun = time.monotonic()
    until(lambda: own_network(machine), ALONE_S * machine.slow, "the table opens no network of its own")
    own = own_network(machine)
    assert own["name"].startswith("pearlboard-"), own
    assert own["password"].isdigit(), own
    assert len(own["password"]) == 12, own
    assert own["first"], own
    tell(f"its own network was open {time.monotonic() - begun:.0f} s after the house's was looked for in vain")
    return own


def own_network(machine):
    return machine.served("").screen()["own_wifi"]


def is_found_by_a_phone(air, own):
    """It is let in by that password, given an address, and led to the table whatever it looks for."""
    given = json.loads(air.do("join", own["name"], own["password"], where="phone"))
    assert given["address"].startswith("10.42.0."), given
    assert (given["router"], given["names"]) == ("10.42.0.1", "10.42.0.1")
    assert json.loads(air.do("find", "www.example.org", where="phone")) == "10.42.0.1"
    led = air.ask("phone", "GET", CHECK)
    assert (led["status"], led["place"]) == (302, f"{OWN}/"), led
    page = air.ask("phone", "GET", led["place"])
    assert (page["status"], "<html" in page["body"]) == (200, True)
    status, told = air.operator(own["password"], do="wifi")
    assert status == 200, told
    heard = {each["name"]: each for each in told["wifi"]["state"]["networks"]}
    assert heard[HOUSE]["kind"] == "password", heard
    tell(f"a phone was led to the table, whose page offers {sorted(heard)}")


def says_that_a_password_was_wrong(air, own):
    """The table comes back, and says why."""
    begun = time.monotonic()
    wants_in(air, own, "nicht dieses")
    until(lambda: failed(air.machine), BACK_S * air.machine.slow, "it does not say that the password was wrong")
    until(lambda: own_network(air.machine), BACK_S * air.machine.slow, "its own network does not come back")
    assert HOUSE in failed(air.machine)
    assert "password" in failed(air.machine), failed(air.machine)
    tell(f"a wrong password was told after {time.monotonic() - begun:.0f} s: {failed(air.machine)}")
    air.do("join", own["name"], own["password"], where="phone")


def wants_in(air, own, password):
    values = {"ssid": HOUSE_64, "password": password, "country": "DE"}
    status, told = air.operator(own["password"], do="wifi_join", values=values)
    assert status == 200, told


def standing(machine):
    status, told = operator(machine.table(), do="wifi")
    assert status == 200, told
    return told["wifi"]["state"]


def failed(machine):
    return standing(machine)["failed"]


def where(machine):
    return standing(machine)["where"]


def joins_the_house(air, own):
    """From then on the table is there for everybody in the house, and its own password opens nothing any more."""
    begun = time.monotonic()
    wants_in(air, own, PASSWORD)
    in_the_house(air, JOINED_S)
    tell(f"it was in the house's network after {time.monotonic() - begun:.0f} s")
    headers = {"Authorization": f"Bearer {own['password']}"}
    status, _, _ = air.machine.served("").ask("POST", "/api/operator", json.dumps({"do": "wifi"}), headers)
    assert status in (401, 403), status
    kept = air.machine.run("cat /data/system/networks/*.nmconnection")
    assert PASSWORD in kept
    assert "nicht dieses" not in kept
    assert PASSWORD not in air.machine.run("journalctl -b --no-pager")


def in_the_house(air, longest_s):
    """It has an address of the router's, where its page is."""
    until(lambda: where(air.machine) == "house", longest_s * air.machine.slow, "it does not come into the house")
    [found] = json.loads(air.machine.run("ip -4 -j address show dev wlan0"))
    address = found["addr_info"][0]["local"]
    assert address.startswith("192.168.77."), address
    assert air.ask("house", "GET", f"http://{address}:8000/")["status"] == 200


def keeps_a_game_while_the_router_is_gone(air, own):
    """A game goes on in the table's own network, and in the house's when that is there again and somebody wants it."""
    machine = air.machine
    assert play_some_turns(machine.table()) == {(place, "laid") for place in PIECES}
    air.do("router-off", where="house")
    begun = time.monotonic()
    until(lambda: own_network(machine), ALONE_S * machine.slow, "no own network although the router is gone")
    tell(f"{time.monotonic() - begun:.0f} s after the router was gone the game went on in the table's own network")
    air.do("join", own["name"], own["password"], where="phone")
    shown = json.loads(air.ask("phone", "GET", f"{OWN}/api/screen?lang=en")["body"])
    assert lying(shown) == {(place, "laid") for place in PIECES}
    air.do("router", HOUSE, PASSWORD, where="house")
    status, told = operator(machine.table(), do="wifi_join", values={"ssid": HOUSE_64})
    assert (status, told["error"]) == (409, "game_is_on"), told
    status, told = operator(machine.table(), do="wifi_join", values={"ssid": HOUSE_64}, sure=True)
    assert status == 200, told
    in_the_house(air, JOINED_S)
    assert now_lying(machine) == {(place, "laid") for place in PIECES}


def comes_back_into_the_house(air):
    """By itself: it knows the network now, and its game."""
    begun = time.monotonic()
    air.begin()
    air.do("router", HOUSE, PASSWORD, where="house")
    in_the_house(air, JOINED_S)
    assert own_network(air.machine) is None
    assert now_lying(air.machine) == {(place, "laid") for place in PIECES}
    tell(f"after a power cut it was in the house again, {time.monotonic() - begun:.0f} s after the router")


# --- the updates ---------------------------------------------------------------------------------------------------


def updates(machine, package):
    """As the operator's page asks for them."""
    with tempfile.TemporaryDirectory(prefix="offered-") as folder:
        signer = Signer(private(Path(folder) / "keys"))
        try:
            made = {version: offered(package, version, Path(folder)) for version in (NEWER, DEAD)}
            table = machine.table()
            first = table.screen()["version"], current(table)
            trusts(machine, signer)
            with offering(machine, signer, Path(folder) / "repository") as offer:
                offer(made[NEWER])
                a_newer_one_lives(machine, first)
                offer(made[NEWER], made[DEAD])
                one_that_dies_goes_back(machine)
                goes_back_when_it_is_asked(machine, first)
                a_power_cut_leaves_the_one_before(machine, first)
        finally:
            signer.close()


def private(folder):
    folder.mkdir(mode=0o700)
    return folder


def offered(package, version, folder):
    """The card's own package with another number; the one that is DEAD has a program that ends at once."""
    tree, made = folder / version, folder / f"pearlboard_{version}~deb13_arm64.deb"
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    control = tree / "DEBIAN/control"
    said = control.read_text(encoding="utf-8")
    control.write_text(re.sub(r"(?m)^Version: .*$", f"Version: {version}~deb13", said), encoding="utf-8")
    [program] = tree.glob("usr/lib/pearlboard/venv/lib/python3*/site-packages/pearlboard/__init__.py")
    program.write_text(re.sub('__version__ = ".*"', f'__version__ = "{version}"', program.read_text(encoding="utf-8")))
    for compiled in program.parent.glob("__pycache__/__init__.*.pyc"):
        compiled.unlink()  # which nobody compares with its source
    if version == DEAD:
        (tree / "usr/lib/pearlboard/venv/bin/pearlboard").write_text("#!/bin/sh\nexit 1\n")
    build = ("dpkg-deb", "-Zgzip", "-z1", "--root-owner-group", "--build", tree, made)
    subprocess.run(build, check=True, capture_output=True)
    shutil.rmtree(tree)
    return made


def trusts(machine, signer):
    """The card has that key, until its power goes: its system is read-only, and stays so below."""
    key = base64.b64encode(signer.keyring.read_bytes()).decode()
    layers = "lowerdir=/usr/share,upperdir=/run/over/upper,workdir=/run/over/work"
    machine.run(
        "mkdir -p /run/over/upper/keyrings /run/over/work && "
        f"echo {key} | base64 -d > /run/over/upper/keyrings/pearlboard.gpg && "
        f"mount -t overlay -o {layers} overlay /usr/share"
    )


@contextlib.contextmanager
def offering(machine, signer, folder):
    """A repository that this machine serves, as any web server would; what is called with packages lays them there."""
    folder.mkdir()
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        machine.run(f"echo http://10.0.2.2:{server.server_port} > /data/pearlboard/repository")
        yield lambda *packages: signer.repository(folder, list(packages))
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Says nothing of whom it has served."""

    def log_message(self, *_):
        """Nobody reads it."""


def told(table):
    """What the operator's page says of releases."""
    status, answer = operator(table, do="updates")
    assert status == 200, answer
    assert answer["updates"]["problem"] is None, answer
    return answer["updates"]


def current(table):
    return told(table)["current"]


def wish(machine, what):
    """Ask for it, and wait until root is done; the table may be another one then."""
    begun = time.monotonic()
    status, answer = operator(machine.table(), do=what)
    assert status == 200, answer
    machine.run("until systemctl list-units --state=activating --no-legend 'pearlboard-releases@*' | "
                "grep -q .; do sleep 0.2; done", 60)  # fmt: skip
    until(lambda: not at_work(machine), PROVED_S * machine.slow, f"{what} does not end")
    machine.answers(300)
    found = told(machine.table())
    tell(f"{what}: {found['current']} runs after {time.monotonic() - begun:.0f} s: {found['said']}")
    return found


def at_work(machine):
    return machine.run("systemctl list-units --state=activating --no-legend 'pearlboard-releases@*' | cat")


def a_newer_one_lives(machine, first):
    """The page asks, root does it, and the games are there."""
    found = wish(machine, "update")
    assert found["current"] == f"{NEWER}~deb13", found
    assert machine.health()["program"] == NEWER, machine.health()
    assert machine.table().screen()["version"] >= first[0]
    assert wish(machine, "update")["current"] == f"{NEWER}~deb13"


def one_that_dies_goes_back(machine):
    """It never answers, so the one before runs again, and the page says so."""
    found = wish(machine, "update")
    assert found["current"] == f"{NEWER}~deb13", found
    assert DEAD in found["said"], found
    assert machine.health()["program"] == NEWER


def goes_back_when_it_is_asked(machine, first):
    """To the one that the card came with."""
    assert wish(machine, "back")["current"] == first[1]


def a_power_cut_leaves_the_one_before(machine, first):
    """In the middle of an update, before the new release is proven."""
    status, answer = operator(machine.table(), do="update")
    assert status == 200, answer
    links = "readlink /data/pearlboard/releases/current"
    until(lambda: machine.run(links).strip("/") != first[1], PROVED_S * machine.slow, "nothing takes its place")
    machine.cut()
    tell("the power was cut before the new release was proven")
    starts(machine, again=True)
    is_well(machine)
    assert current(machine.table()) == first[1]


STORIES = {"wifi": wifi, "updates": updates}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
