"""The host names of this machine now: it may be renamed, and its network may change.

A foreign name is never resolved. That a name leads here proves nothing: whoever owns a domain can point it at any
address of a house, and open pages there in the name of the table (DNS rebinding). So only those names count that nobody
outside the house can give: this machine's host name in domains that are the house's, and the house's reverse names of
the machine's addresses, which are queried in the background and whenever the addresses change.
"""

import re
import socket
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from pearlboard.origins import Authority
from pearlboard.web.address import HERE, is_private, ranked
from pearlboard.web.interfaces import interfaces

HOUSES: Final = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box", "speedport.ip")
"""Domains that routers give to a house. Nobody outside owns one, except a router's maker."""
RENAMED: Final = re.compile(r"(.+?)-?[0-9]{1,4}\.local")
"""The pattern of names that avahi (`table-2`) and systemd-resolved (`table7`) give to a machine whose name is taken."""
NUMBERED: Final = re.compile(r"-?[0-9]{1,4}\Z")
"""The end of a name from which they count on: `table-2` becomes `table-3`."""
RESOLVER: Final = Path("/etc/resolv.conf")
HOSTS: Final = Path("/etc/hosts")
MOST_DOMAINS: Final = 8
AVAHI: Final = Path("/run/avahi-daemon/socket")
AVAHI_S: Final = 1.0
"""The timeout for avahi, which answers for this machine's own address at once."""
LOOK_S: Final = 5.0
"""How long the contents of this machine's own files are cached."""
ASK_S: Final = 600.0
"""The interval of reverse queries; a changed address causes one at once."""


def called_by_the_house(address: str) -> str | None:
    """The reverse name of an address by the house's resolver; None if it has none."""
    with suppress(OSError):
        return socket.getnameinfo((address, 0), socket.NI_NAMEREQD)[0].lower().rstrip(".")
    return None


def called_by_avahi(address: str, path: Path = AVAHI) -> str | None:
    """The name by which avahi announces one of this machine's addresses, with `.local`; None if it does not."""
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(AVAHI_S)
        line.connect(str(path))
        line.sendall(f"RESOLVE-ADDRESS {address}\n".encode())
        words = line.recv(1024).decode(errors="replace").split()
        return words[3].lower() if len(words) == 4 and words[0] == "+" else None
    return None


def local_name(hosts: Iterable[str], path: Path = AVAHI) -> str:
    """The mDNS name of this machine, given its hosts: another machine may have had the same name first."""
    told = (called_by_avahi(host.strip("[]"), path) for host in hosts)
    return next(filter(None, told), f"{socket.gethostname().partition('.')[0]}.local")


class OwnNames:
    """A container of names (lower case, without a final dot) that are this machine's now.

    `more`: names from the settings. `hostname`, `addresses` and `ask_house` are called for the current values.
    """

    def __init__(
        self,
        more: Iterable[Authority] = (),
        hostname: Callable[[], str] = socket.gethostname,
        addresses: Callable[[], tuple[str, ...]] = lambda: tuple(map(str, ranked(interfaces()))),
        ask_house: Callable[[str], str | None] = called_by_the_house,
        resolver: Path = RESOLVER,
        hosts: Path = HOSTS,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._always = frozenset({HERE, *(each.host for each in more)})
        self._hostname = hostname
        self._addresses = addresses
        self._ask_house = ask_house
        self._resolver = resolver
        self._hosts = hosts
        self._now_s = now_s
        self._word = ""
        self._names: frozenset[str] = frozenset()
        self._given: frozenset[str] = frozenset()
        self._asked: tuple[str, ...] = ()
        self._look_due_s = self._ask_due_s = now_s()
        self._asking: threading.Thread | None = None
        self._look()

    def __contains__(self, name: object) -> bool:
        """Whether the name is this machine's now."""
        self._look()
        if name in self._always or name in self._names or name in self._given:
            return True
        renamed = RENAMED.fullmatch(str(name))
        return renamed is not None and renamed[1] in (self._word, NUMBERED.sub("", self._word))

    def _look(self) -> None:
        now = self._now_s()
        if now < self._look_due_s:
            return
        self._look_due_s = now + LOOK_S
        whole, addresses = self._hostname().lower().rstrip("."), self._addresses()
        self._word = whole.partition(".")[0]
        domains = (*HOUSES, *_domains(_text(self._resolver)))
        own = {whole, self._word, *(f"{self._word}.{domain}" for domain in domains)} if self._word else set()
        self._names = frozenset(own | _aliases(_text(self._hosts), addresses))
        if (addresses != self._asked or now >= self._ask_due_s) and self._asking is None:
            self._asked, self._ask_due_s = addresses, now + ASK_S
            self._asking = threading.Thread(target=self._ask, args=(addresses,), daemon=True, name="names")
            self._asking.start()

    def _ask(self, addresses: tuple[str, ...]) -> None:
        """Query in a thread that nobody waits for: a resolver may take half a minute."""
        told = (self._ask_house(address) for address in addresses if is_private(address))
        self._given = frozenset(filter(None, told))
        self._asking = None


def _text(path: Path) -> str:
    """The text of a system file; empty if there is none."""
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace")
    return ""


def _domains(text: str) -> tuple[str, ...]:
    """The search domains of the resolver; the last such line counts."""
    lines = [words for line in text.splitlines() if (words := line.split()) and words[0] in ("search", "domain")]
    return tuple(word.lower().strip(".") for word in (lines[-1][1:] if lines else ()) if word != ".")[:MOST_DOMAINS]


def _aliases(text: str, addresses: tuple[str, ...]) -> set[str]:
    """The names in the machine's hosts file for the addresses at which others find it.

    Not those for 127.0.0.1, where blocklists of advertisers stand.
    """
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return {name.lower().rstrip(".") for words in lines if words and words[0] in addresses for name in words[1:]}
