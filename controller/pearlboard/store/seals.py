"""Seals: finished games are sealed, so that a start need not read them again. Pure: hashes in, digests out.

A seal covers a run of whole games, from the fact behind the seal before it to its own `last`. Its digest is over the
hashes of these facts, never over their bodies, and over the digest of the seal before it: the seals are a chain like
the facts. So a deletion, which takes bodies and leaves hashes, leaves every seal true.

What a start needs of sealed games stands in the seal: which games there are, the hash at the end of each, and what
holds of the board's sensors. The game whose pieces may still lie on the table is never sealed, nor any after it.

A seal is one file of the journal. Games are sealed a few at a time, and eight small seals become one.
"""

import hashlib
import json
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pearlboard.session import facts
from pearlboard.store.chain import START, Row
from pearlboard.store.codec import NAMES, OF_SENSORS
from pearlboard.store.tombstones import ENDED, follows

_SUSPECTED, _TRUSTED = NAMES[facts.SensorSuspected], NAMES[facts.SensorTrusted]
_READ: Final = (ENDED, *OF_SENSORS)
"""Facts that a seal reads, and does not only count."""
ROW_WEIGHT: Final = 200
"""The weight of a fact beside its body, in bytes: about what its line in the journal takes."""
LIGHT: Final = 128 << 10
"""Finished games of this weight are sealed. A start reads all that is not sealed, so this costs every start."""
SMALL: Final = 512 << 10
"""Seals lighter than this are joined. A deletion writes the whole file of its seal anew, so no file grows for ever."""
JOINED: Final = 8
"""The number of small seals that become one."""
_END: Final = struct.Struct(">Q?32s")
_NONE: Final = bytes(32)
"""`START`, packed: of what was before any game there may be no fact."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """A game in a seal: its number or 0 for what was before any; whether it was finished; the hash of its last fact."""

    number: int
    finished: bool
    chain: bytes


@dataclass(frozen=True, slots=True)
class Seal:
    """A sealed run of games, as stored.

    last      version of its last fact
    weight    what its facts weighed when it was made, in bytes; only what is to be joined depends on it
    games     its games, packed: see `ends`
    sensors   JSON: the rows that say what holds of the sensors after it
    facts     digest over the hashes of its facts
    digest    over all of these but the weight, and the digest of the seal before it
    """

    last: int
    weight: int
    games: bytes
    sensors: str
    facts: bytes
    digest: bytes

    @property
    def ends(self) -> Iterator[GameEnd]:
        """The games, oldest first."""
        unpacked = _END.iter_unpack(self.games)
        return (GameEnd(number, finished, START if chain == _NONE else chain) for number, finished, chain in unpacked)

    @property
    def first_game(self) -> int:
        """The number of the first game, which names the file of the journal."""
        return int(_END.unpack_from(self.games)[0])

    @property
    def last_game(self) -> int:
        """The number of the last game."""
        return int(_END.unpack_from(self.games, len(self.games) - _END.size)[0])

    @property
    def chain(self) -> bytes:
        """The hash of the last fact."""
        return bytes(_END.unpack_from(self.games, len(self.games) - _END.size)[2])

    def follows(self, before: "Seal | None") -> bool:
        """Whether the seal is as it was written, behind the seal before it."""
        return bool(self.games) and len(self.games) % _END.size == 0 and self.digest == _digest(self, before)

    @property
    def sensor_rows(self) -> tuple[Row, ...]:
        """The rows that say what holds of the sensors, oldest first."""
        return tuple((*row[:7], bytes.fromhex(row[7])) for row in json.loads(self.sensors))


def begins(before: Seal | None) -> int:
    """The version of the first fact behind a seal."""
    return 1 if before is None else before.last + 1


def hash_after(before: Seal | None) -> bytes:
    """The hash before the first fact behind a seal."""
    return START if before is None else before.chain


def _digest(seal: Seal, before: Seal | None) -> bytes:
    parts = [seal.last, seal.games.hex(), seal.sensors, seal.facts.hex()]
    return hashlib.sha256((START if before is None else before.digest) + json.dumps(parts).encode()).digest()


@dataclass(slots=True)
class Sealer:
    """Makes a seal of rows, taken one after the other. `before`: the seal before it."""

    before: Seal | None
    _last: int = 0
    _weight: int = 0
    _chain: bytes = START
    _ends: list[GameEnd] = field(default_factory=list)
    _sensors: dict[str, list[Row]] = field(default_factory=dict)
    _sum: "hashlib._Hash" = field(default_factory=hashlib.sha256)

    def __post_init__(self) -> None:
        """Begin with what holds of the sensors before the first row."""
        for row in self.before.sensor_rows if self.before is not None else ():
            self._sensor(row)
        self._chain = hash_after(self.before)
        if self.before is None:
            self._ends.append(GameEnd(0, finished=False, chain=START))

    def add(self, row: Row) -> None:
        """Take the next row."""
        version, game, _, name, _, body, _, chain = row
        self._last, self._weight = version, self._weight + weight(body)
        self._sum.update(chain)
        if name in _READ and not follows(row, self._chain):
            name = ""  # of a game that is damaged in both copies: it says nothing
        before = self._ends.pop() if self._ends and self._ends[-1].number == game else None
        finished = name == ENDED or (before is not None and before.finished)
        self._ends.append(GameEnd(game, finished, chain))
        self._chain = chain
        if name in OF_SENSORS:
            self._sensor(row)

    def _sensor(self, row: Row) -> None:
        """Keep of each sensor only what still counts: trusting ends everything, leaving out ends a suspicion."""
        name, body = row[3], row[5]
        others = [each for each in self._sensors.pop(body, ()) if name == _SUSPECTED and each[3] != _SUSPECTED]
        if name != _TRUSTED:
            self._sensors[body] = [*others, row]

    def seal(self) -> Seal:
        """The seal over the rows taken."""
        rows = sorted(row for of_one in self._sensors.values() for row in of_one)
        sensors = json.dumps([[*row[:7], row[7].hex()] for row in rows])
        games = b"".join(_END.pack(end.number, end.finished, end.chain) for end in self._ends)
        seal = Seal(self._last, self._weight, games, sensors, self._sum.digest(), b"")
        return replace(seal, digest=_digest(seal, self.before))


def weight(body: str) -> int:
    """The weight of a fact with this body."""
    return len(body) + ROW_WEIGHT


def made_of(rows: Iterable[Row], before: Seal | None) -> Seal:
    """The seal over these rows, which follow on the seal `before`."""
    sealer = Sealer(before)
    for row in rows:
        sealer.add(row)
    return sealer.seal()


def chained(seals: Sequence[Seal]) -> bool:
    """Whether these are all seals from the first on, each as it was written."""
    before: Seal | None = None
    for seal in seals:
        if not seal.follows(before) or (before is not None and not before.last < seal.last):
            return False
        before = seal
    return True


def to_join(weights: Sequence[int]) -> int:
    """The number of the newest seals that are to become one; 0 for none. `weights`: of all seals, oldest first."""
    small = 0
    for each in reversed(weights):
        if each >= SMALL:
            break
        small += 1
    return small if small >= JOINED else 0


def to_seal(weights: Iterable[tuple[int, int]]) -> int | None:
    """The last game that is to be sealed now; None if it is too early.

    `weights`: of each finished game that is not sealed, its number and what it weighs, oldest first.
    """
    total = 0
    for number, each in weights:
        total += each
        if total >= LIGHT:
            return number
    return None
