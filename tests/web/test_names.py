"""By which names a machine is found: those of the house, as things stand now, and never whatever leads here."""

import socket
import threading

import pytest

from pearlboard.origins import authority
from pearlboard.web import names
from pearlboard.web.names import OwnNames

LONGEST_S = 60


class Machine:
    """A machine of which everything can be another one the next time it is looked at."""

    def __init__(self, folder, *more, resolver="", hosts=""):
        self.called, self.at, self.reverse, self.now = "Pearlboard", ("192.168.1.23",), {}, 0.0
        self.asked = []
        self.resolver, self.hosts = folder / "resolv.conf", folder / "hosts"
        self.resolver.write_text(resolver, encoding="utf-8")
        self.hosts.write_text(hosts, encoding="utf-8")
        self.names = OwnNames(
            tuple(map(authority, more)),
            lambda: self.called,
            lambda: self.at,
            self.ask,
            self.resolver,
            self.hosts,
            lambda: self.now,
        )
        self.told()

    def ask(self, address):
        self.asked.append(address)
        return self.reverse.get(address)

    def told(self):
        """Wait for what is asked in the background."""
        if (asking := self.names._asking) is not None:
            asking.join(LONGEST_S)

    def later(self, s=names.LOOK_S):
        self.now += s
        assert "localhost" in self.names
        self.told()


OWN = (
    "localhost",
    "pearlboard",
    "pearlboard.local",
    "pearlboard-2.local",
    "pearlboard-17.local",
    "pearlboard7.local",
    "pearlboard.lan",
    "pearlboard.home",
    "pearlboard.home.arpa",
    "pearlboard.internal",
    "pearlboard.fritz.box",
    "pearlboard.haus.example",
)
FOREIGN = (
    "evil.example",
    "pearlboard.evil.example",
    "pearlboard.local.evil.example",
    "pearlboard-2",
    "pearlboard-2.evil.example",
    "pearlboard-x.local",
    "other.local",
    "-2.local",
    "local",
    "fritz.box",
    "haus.example",
    "",
)


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path, resolver="# made by hand\nnameserver 192.168.1.1\nsearch haus.example.\n")


@pytest.mark.parametrize("name", OWN)
def test_its_own_word_in_the_houses_domains_is_its_own(machine, name):
    """Avahi calls it `-2` if another machine has its name; routers have domains of their own."""
    assert name in machine.names


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("tisch-3.local", True),
        ("tisch-2-2.local", True),
        ("tisch9.local", True),
        ("tisch-x.local", False),
        ("tisch-3.evil.example", False),
    ],
)
def test_a_name_that_ends_with_a_number_is_counted_on(machine, name, own):
    """A machine called `tisch-2` is `tisch-3` if another one is that already."""
    machine.called = "tisch-2"
    machine.later()
    assert (name in machine.names) is own


@pytest.mark.parametrize("name", FOREIGN)
def test_what_others_can_give_is_not(machine, name):
    assert name not in machine.names


def test_no_name_is_looked_up_for_a_stranger(machine, monkeypatch):
    """Neither does it matter where it leads, nor can anybody keep the resolver busy."""

    def looked_up(*_):
        raise AssertionError("a name was looked up")

    for way in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "getfqdn"):
        monkeypatch.setattr(socket, way, looked_up)
    asked = len(machine.asked)
    for number in range(1000):
        assert f"name-{number}.evil.example" not in machine.names
    assert len(machine.asked) == asked


def test_a_machine_that_is_renamed_has_its_new_name(machine):
    machine.called = "muscheln.haus.example"
    assert "muscheln.local" not in machine.names
    machine.later()
    assert "muscheln.local" in machine.names
    assert "muscheln.haus.example" in machine.names
    assert "pearlboard.local" not in machine.names


def test_another_network_has_other_domains(machine):
    machine.resolver.write_text("search first.example\ndomain verein.example\n", encoding="utf-8")
    machine.later()
    assert "pearlboard.verein.example" in machine.names
    assert not {"pearlboard.haus.example", "pearlboard.first.example"} & {name for name in OWN if name in machine.names}


def test_names_of_the_settings_are_its_own(tmp_path):
    machine = Machine(tmp_path, "Table.example", "spiele.example:8443")
    assert "table.example" in machine.names
    assert "spiele.example" in machine.names


def test_its_own_list_counts_for_the_addresses_at_which_others_find_it(tmp_path):
    """Who blocks advertisers lets their names lead to 127.0.0.1; that makes none of them the table's."""
    hosts = "127.0.0.1 localhost ads.example\n::1 ads6.example\n192.168.1.23 Tisch.example tisch # our\n"
    machine = Machine(tmp_path, hosts=f"{hosts}10.0.0.1 x.example")
    named = ("tisch.example", "tisch", "ads.example", "ads6.example", "x.example", "our", "#")
    assert [name for name in named if name in machine.names] == ["tisch.example", "tisch"]


def test_what_the_house_calls_its_addresses_is_its_own(machine):
    """The router may know the machine by a word that it does not know itself; asked when it has another address."""
    machine.reverse = {"192.168.1.40": "spieltisch.fritz.box", "198.51.100.4": "dynamic-4.provider.example"}
    machine.at = ("192.168.1.40", "198.51.100.4")
    machine.later()
    assert "spieltisch.fritz.box" in machine.names
    assert "dynamic-4.provider.example" not in machine.names, "of a public address a provider says what it likes"
    assert machine.asked == ["192.168.1.23", "192.168.1.40"]
    machine.later()
    assert machine.asked == ["192.168.1.23", "192.168.1.40"]
    machine.later(names.ASK_S)
    assert machine.asked[2:] == ["192.168.1.40"]


def test_a_resolver_that_says_nothing_keeps_nobody_waiting(tmp_path):
    """It is asked once at a time, by a thread that nobody waits for."""
    answered = threading.Event()
    machine = Machine(tmp_path)
    machine.ask = lambda _: answered.wait(LONGEST_S) and None
    machine.names._ask_house = machine.ask
    machine.at = ("10.0.0.7",)
    for _ in range(5):
        machine.now += names.ASK_S
        assert "pearlboard.local" in machine.names
    waiting = [thread for thread in threading.enumerate() if thread.name == "names" and thread.is_alive()]
    assert len(waiting) == 1
    assert waiting[0].daemon
    answered.set()
    machine.told()


def test_a_house_without_an_answer_has_no_name(monkeypatch):
    def nobody(*_):
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getnameinfo", nobody)
    assert names.called_by_the_house("192.168.1.23") is None
    monkeypatch.setattr(socket, "getnameinfo", lambda *_: ("Tisch.Fritz.Box.", "0"))
    assert names.called_by_the_house("192.168.1.23") == "tisch.fritz.box"


# --- avahi --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "name"),
    [
        (b"+ 2 0 Pearlboard-2.local\n", "pearlboard-2.local"),
        (b"-15 Timeout reached\n", None),
        (b"", None),
        (b"\xff\n", None),
    ],
)
def test_avahi_is_asked_what_it_calls_an_address(told, name, tmp_path):
    """Another machine may have had the name first: then `pearlboard.local` leads to that one."""
    path, asked = tmp_path / "avahi", []

    def answer(listening):
        with listening, listening.accept()[0] as line:
            asked.append(line.recv(100))
            line.sendall(told)

    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(str(path))
    listening.listen()
    avahi = threading.Thread(target=answer, args=(listening,))
    avahi.start()
    own = f"{socket.gethostname().partition('.')[0]}.local"
    assert names.local_name(["192.168.1.23"], path) == (name or own)
    avahi.join(LONGEST_S)
    assert asked == [b"RESOLVE-ADDRESS 192.168.1.23\n"]


def test_without_avahi_a_machine_has_its_own_name(tmp_path):
    own = f"{socket.gethostname().partition('.')[0]}.local"
    assert names.local_name(["192.168.1.23", "[fd00::1]"], tmp_path / "nowhere") == own
