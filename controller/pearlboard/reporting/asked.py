"""A house's questions to its table, and the answers of the table's operator.

Law: nothing is sent that the operator has not agreed to send, this time. What was asked for is forgotten with the run
of the program, with its time, and with the house; then the hub asks again, and the operator is asked again.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeAlias

from pearlboard.club.documents import Malformed
from pearlboard.club.messages import LARGEST_FILE, PIECE, Ask, File, NotNow, Piece, Taken

MOST_REFUSED: Final = 16
"""The refusals that are remembered, so that nobody is asked the same question twice."""
Pack: TypeAlias = Callable[[File], Awaitable[bytes]]
"""Makes a file, packed with gzip; `OSError`."""


class TooLarge(OSError):
    """The file is larger than a hub takes."""


@dataclass(slots=True)
class Wish:
    """A file that the house asks for until `until_s`. `agreed`: the operator sends it."""

    number: int
    file: File
    until_s: float
    agreed: bool = False


@dataclass(slots=True)
class _Parcel:
    """A file on its way: the hub has it until `at`. `asks`: it is not known yet what the hub has."""

    number: int
    body: bytes
    digest: bytes
    at: int = 0
    asks: bool = True


class Wishes:
    """The questions now: each file once, a newer question takes the place of the older.

    `pack`: makes a file; `now_s`: a monotonic clock.
    """

    def __init__(self, pack: Pack, now_s: Callable[[], float]) -> None:
        self._pack = pack
        self._now_s = now_s
        self._wishes: dict[File, Wish] = {}
        self._parcels: list[_Parcel] = []
        self._refused: dict[int, bool] = {}
        """The questions that the operator has refused, and whether the hub was told."""

    def forget(self) -> None:
        """Know of no question any more, and send nothing: there is another house, or none."""
        self._wishes.clear()
        self._parcels.clear()
        self._refused.clear()

    # --- for the operator ----------------------------------------------------------------------------------------

    @property
    def open(self) -> list[Wish]:
        """The questions that hold, the oldest first."""
        now_s = self._now_s()
        self._wishes = {file: wish for file, wish in self._wishes.items() if now_s < wish.until_s}
        return sorted(self._wishes.values(), key=lambda each: each.number)

    async def send(self, number: int) -> bool:
        """Make that file, and send it; False if nobody asks for it any more. `OSError`."""
        wish = self._open(number)
        if wish is None:
            return False
        if wish.agreed:  # pressed twice
            return True
        wish.agreed = True
        try:
            body = await self._packed(wish.file)
        except BaseException:
            wish.agreed = False
            raise
        if self._open(number) is not wish:
            return False
        self._parcels.append(_Parcel(number, body, sha256(body).digest()))
        return True

    async def _packed(self, file: File) -> bytes:
        body = await self._pack(file)
        if len(body) > LARGEST_FILE:
            raise TooLarge(f"it has {len(body) >> 20} MB")
        return body

    def refuse(self, number: int) -> bool:
        """Do not send that file; False if nobody asks for it any more, or it is on its way."""
        wish = self._open(number)
        if wish is None or wish.agreed:
            return False
        del self._wishes[wish.file]
        self._refused[number] = False
        for old in list(self._refused)[:-MOST_REFUSED]:
            del self._refused[old]
        return True

    def _open(self, number: int) -> Wish | None:
        return next((wish for wish in self.open if wish.number == number), None)

    # --- for the line --------------------------------------------------------------------------------------------

    def hear(self, ask: Ask) -> None:
        """The hub asks, or asks again after the line was cut."""
        known = self._wishes.get(ask.file)
        if known is not None and known.number == ask.number:
            known.until_s = self._now_s() + ask.within_s
            return
        if known is not None:
            self._drop(known.number)
        if ask.number in self._refused:
            self._refused[ask.number] = False  # it did not hear that
        else:
            self._wishes[ask.file] = Wish(ask.number, ask.file, self._now_s() + ask.within_s)

    def begin(self) -> None:
        """The line is a new one: what the hub has of each file is not known."""
        for parcel in self._parcels:
            parcel.asks = True

    def refusals(self) -> list[NotNow]:
        """The files that the operator does not send, of which the hub was not told."""
        said = [NotNow(number) for number, told in self._refused.items() if not told]
        self._refused = dict.fromkeys(self._refused, True)
        return said

    def piece(self) -> Piece | None:
        """The next piece that is to be sent; None: there is none."""
        if not self._parcels:
            return None
        parcel = self._parcels[0]
        body = b"" if parcel.asks else parcel.body[parcel.at : parcel.at + PIECE]
        return Piece(parcel.number, len(parcel.body), parcel.digest, parcel.at, body)

    def taken(self, answer: Taken) -> None:
        """The hub has so much of what was sent last; all, or it does not want the rest: then the file is done with.

        `Malformed` if it says that of another file, or has not taken the piece: it would be sent for ever.
        """
        parcel = self._parcels[0] if self._parcels else None
        if parcel is None:  # taken back meanwhile
            return
        stands = not parcel.asks and answer.at <= parcel.at
        if answer.number != parcel.number or (answer.wanted and stands):
            raise Malformed("a hub takes what it has asked for")
        parcel.at, parcel.asks = min(answer.at, len(parcel.body)), False
        if not answer.wanted or parcel.at == len(parcel.body):
            self._drop(answer.number)

    def _drop(self, number: int) -> None:
        self._parcels = [each for each in self._parcels if each.number != number]
        self._wishes = {file: wish for file, wish in self._wishes.items() if wish.number != number}
