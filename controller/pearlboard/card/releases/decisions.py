"""Decisions as pure functions: the repository's offer, the fit for this table, the proof, and what to keep."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any, Final

from pearlboard.errors import PearlboardError

PACKAGE: Final = "pearlboard"
VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.+~-]*")
"""Debian versions without an epoch, which also name folders."""
SHA256: Final = re.compile(r"[0-9a-f]{64}")
GOOD_IN_A_ROW: Final = 3
ON: Final = "playing"

Newer = Callable[[str, str], bool]
"""Whether the first version is newer than the second."""


class Refused(PearlboardError, ValueError):
    """A refusal, before anything was changed; the sentence has the reason and the remedy."""


# --- packages ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """A package in a signed list: its path in the repository, its size in bytes, and its SHA-256."""

    version: str
    filename: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Machine:
    """The target of packages: `suite` "trixie", `architecture` "arm64"."""

    suite: str
    architecture: str


def stanzas(text: str) -> list[dict[str, str]]:
    """Paragraphs of "Name: value"; continuation lines are indented, and keep their line ends."""
    found = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        fields: dict[str, str] = {}
        name = ""
        for line in paragraph.splitlines():
            if line[:1] in " \t":
                fields[name] = f"{fields.get(name, '')}\n{line.strip()}"
            else:
                name, _, value = line.partition(":")
                fields[name] = value.strip()
        found.append(fields)
    return found


def listed(release: str, machine: Machine) -> tuple[str, int, str]:
    """The list of packages for this machine: its path below the suite, its size, its SHA-256; or `Refused`."""
    [fields, *_] = stanzas(release)
    if fields.get("Codename") != machine.suite:
        raise Refused(f"the repository's list is of {fields.get('Codename', 'no Debian')}, not of {machine.suite}")
    wanted = f"main/binary-{machine.architecture}/Packages"
    for line in fields.get("SHA256", "").splitlines():
        match line.split():
            case [sha256, size, path] if path == wanted and SHA256.fullmatch(sha256) and size.isdecimal():
                return path, int(size), sha256
    raise Refused(f"the repository has nothing for {machine.architecture}")


def newest(packages: str, newer: Newer) -> Offer:
    """The newest package of a list; `Refused` if there is none, or the list is malformed."""
    offers = [_offer(fields) for fields in stanzas(packages) if fields.get("Package") == PACKAGE]
    if not offers:
        raise Refused("the repository has no package of Pearlboard")
    order = _in_order(newer)
    return max(offers, key=lambda offer: order(offer.version))


def _offer(fields: Mapping[str, str]) -> Offer:
    version, filename, size, sha256 = (fields.get(name, "") for name in ("Version", "Filename", "Size", "SHA256"))
    inside = filename and not filename.startswith("/") and ".." not in filename.split("/")
    if not (VERSION.fullmatch(version) and inside and size.isdecimal() and SHA256.fullmatch(sha256)):
        raise Refused(f"the repository describes a package in a way that cannot be used: {version or 'no version'}")
    return Offer(version, filename, int(size), sha256)


def fitting(control: Mapping[str, str], machine: Machine, current: str) -> str:
    """The version of a package that suits this table, from its control file; `Refused` if it does not."""
    version = control.get("Version", "")
    if control.get("Package") != PACKAGE or not VERSION.fullmatch(version):
        raise Refused(f"this is a package of {control.get('Package') or 'nothing'}, not of Pearlboard")
    if control.get("Architecture") != machine.architecture:
        raise Refused(f"{version} is made for {control.get('Architecture')}; this table is {machine.architecture}")
    if debian(version) != debian(current):
        raise Refused(f"{version} is made for another Debian than {current}, which runs here")
    return version


def program(version: str) -> str:
    """The program's own version in a package's version, without the Debian it was made for."""
    return version.split("~deb", maxsplit=1)[0]


def debian(version: str) -> str:
    """The Debian in a package's version: "deb13"; "" if there is none."""
    _, mark, name = version.rpartition("~deb")
    return mark[1:] + name if mark else ""


def is_newer(version: str, current: str, newer: Newer) -> bool:
    """Whether an update is needed: False if the version runs already, `Refused` if it is older."""
    if version == current:
        return False
    if not newer(version, current):
        raise Refused(f"{version} is older than {current}, which runs here; only `back` goes back")
    return True


# --- what runs -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of `/health`, and the process that gave it: `program` is "" in safe mode."""

    program: str
    ok: bool
    phase: str
    process: int


@dataclass(frozen=True, slots=True)
class Proof:
    """The number of consecutive good answers, their process, and the fault of the last bad one."""

    good: int = 0
    process: int = 0
    wrong: str = "it did not answer"

    @property
    def given(self) -> bool:
        """Whether there are enough."""
        return self.good >= GOOD_IN_A_ROW

    def after(self, answer: Answer | None, expected: str, *, well: bool) -> "Proof":
        """The proof after one more answer, or none. A new process starts over.

        `well`: whether the answer has to be well. A board that was away before the update may be away after it.
        """
        if answer is None:
            return Proof()
        if answer.program != expected:
            return Proof(wrong=f"it says it is {answer.program}")
        if well and not answer.ok:
            return Proof(wrong="it says it is not well")
        return Proof(self.good + 1 if answer.process == self.process else 1, answer.process, self.wrong)


def refuse_a_game(answer: Answer | None) -> None:
    """Raise `Refused` while a game is on. Without an answer nobody can be playing."""
    if answer is not None and answer.phase == ON:
        raise Refused("a game is on; end it or abandon it, then ask again")


# --- what is kept --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Promise:
    """A release `trial` that is not proven; until it is, `before` comes back, and unreadable games go to `aside`."""

    before: str
    trial: str
    aside: str


def games_come_back(now: int | None, then: int | None) -> bool:
    """Whether the copied games must replace the current ones, by the schemas of both.

    0: there are none; None: they cannot be read. Games of the same schema stay, with all that was played since.
    """
    return now is None or now != then


def kept(current: str, others: Sequence[str], newer: Newer) -> set[str]:
    """The current release and the one to go back to; if there is none, the oldest of the others."""
    back = before(current, others, newer) or min(others, key=_in_order(newer), default=None)
    return {current} if back is None else {current, back}


def before(current: str, others: Iterable[str], newer: Newer) -> str | None:
    """The newest release that is older than the current one."""
    older = (other for other in others if newer(current, other))
    return max(older, key=_in_order(newer), default=None)


def _in_order(newer: Newer) -> Callable[[str], Any]:
    """A sort key for versions, newest last."""
    return cmp_to_key(lambda one, other: newer(one, other) - newer(other, one))
