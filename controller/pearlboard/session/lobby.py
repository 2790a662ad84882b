"""A lobby: who has come by the table's one code before a game is agreed on, and where each is to sit.

It is a value and nothing of it is stored: a table that begins again has forgotten it. A guest says how it is called and
what it would like to be; all else is for the page that opened the lobby. Chairs become seats when the game begins.

What a lobby leads to is a fact: the digests of the guests' tokens become those of their seats, in the same entry of the
log as the agreement. A guest is neither a seat nor a page (`Principal.page`), so nothing that is for pages is for a
guest.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pearlboard.games.values import Seat
from pearlboard.session.state import Refused
from pearlboard.texts import say

MOST_GUESTS: Final = 12


@dataclass(frozen=True, slots=True)
class Guest:
    """`number`: counted from 1 in each lobby; `key`: the digest of its token; `name` empty: not said yet.

    `pick`: what it has chosen of what each player may choose in that game, such as a colour.
    """

    number: int
    key: str = field(repr=False)
    name: str = ""
    pick: str | None = None


@dataclass(frozen=True, slots=True)
class Chair:
    """Whose a seat will be: a guest's, the computer's at a `level`, or that of whoever is called `name`; else free."""

    guest: int | None = None
    name: str = ""
    level: str | None = None

    @property
    def free(self) -> bool:
        return self == Chair()


@dataclass(frozen=True, slots=True)
class Lobby:
    """For the game of that name, which `most` may play. `chairs` are in seat order, `guests` as they came.

    `picks`: what guests may choose, each for one of them; empty where the game leaves nothing free.
    `come`: how many guests there have been, those who went as well.
    """

    game: str
    most: int
    chairs: tuple[Chair, ...]
    picks: tuple[str, ...] = ()
    guests: tuple[Guest, ...] = ()
    come: int = 0

    def guest(self, number: int) -> Guest:
        """The guest of that number; `Refused` if there is none."""
        found = next((guest for guest in self.guests if guest.number == number), None)
        if found is None:
            raise Refused("no_such_guest", say("no_such_guest"))
        return found

    def seated(self, number: int) -> bool:
        """Whether a chair is that guest's."""
        return any(chair.guest == number for chair in self.chairs)

    def taken(self, number: int) -> frozenset[str]:
        """What others than that guest have chosen."""
        return frozenset(guest.pick for guest in self.guests if guest.pick is not None and guest.number != number)


# --- what guests do -----------------------------------------------------------------------------------------------


def come(lobby: Lobby, key: str, away: Collection[int] = ()) -> Lobby:
    """One guest more, the last of `guests`. Where there are too many, one that is `away` and has no name yet goes."""
    if len(lobby.guests) >= MOST_GUESTS:
        idle = next((guest for guest in lobby.guests if not guest.name and guest.number in away), None)
        if idle is None:
            raise Refused("lobby_full", say("lobby_full"))
        lobby = leave(lobby, idle.number)
    guest = Guest(lobby.come + 1, key)
    return replace(lobby, guests=(*lobby.guests, guest), come=guest.number)


def introduce(lobby: Lobby, number: int, name: str, pick: str | None) -> Lobby:
    """A guest says how it is called, and what it would like to be. Who does so first gets a chair, if there is one."""
    guest = lobby.guest(number)
    _check_name(lobby, guest, name)
    if pick is not None and pick not in lobby.picks:
        raise Refused("no_such_pick", say("no_such_pick"))
    if pick in lobby.taken(number):
        raise Refused("pick_taken", say("pick_taken"))
    named = replace(guest, name=name, pick=pick)
    guests = tuple(named if other == guest else other for other in lobby.guests)
    return _seat(replace(lobby, guests=guests), () if guest.name else (number,))


def _check_name(lobby: Lobby, guest: Guest, name: str) -> None:
    if not name:
        raise Refused("your_name_missing", say("your_name_missing"))
    others = [other.name for other in lobby.guests if other != guest] + [chair.name for chair in lobby.chairs]
    if name.casefold() in {other.casefold() for other in others}:
        raise Refused("name_taken", say("name_taken", called=name))


def leave(lobby: Lobby, number: int) -> Lobby:
    """A guest goes, by itself or because it was sent away; whoever has waited longest for a chair gets its."""
    guest = lobby.guest(number)
    chairs = tuple(Chair() if chair.guest == number else chair for chair in lobby.chairs)
    return _seat(replace(lobby, chairs=chairs, guests=tuple(other for other in lobby.guests if other != guest)))


# --- what the host does --------------------------------------------------------------------------------------------


def arrange(lobby: Lobby, game: str, most: int, chairs: Sequence[Chair], picks: Sequence[str]) -> Lobby:
    """Other chairs, or another game. A guest that has gone meanwhile leaves its chair free, and none gets two."""
    there: set[int] = set()
    placed: list[Chair] = []
    for chair in chairs:
        known = chair.guest is not None and chair.guest not in there and _named(lobby, chair.guest)
        placed.append(chair if known or chair.guest is None else Chair())
        if known and chair.guest is not None:
            there.add(chair.guest)
    guests = tuple(guest if guest.pick in picks else replace(guest, pick=None) for guest in lobby.guests)
    return _seat(Lobby(game, most, tuple(placed), tuple(picks), guests, lobby.come))


def ready(lobby: Lobby) -> Mapping[Seat, Guest]:
    """The seats of guests, once no chair is free; else `Refused` names the first that is."""
    for seat, chair in enumerate(lobby.chairs, 1):
        if chair.free:
            raise Refused("chair_free", say("chair_free", number=seat))
    return {seat: lobby.guest(chair.guest) for seat, chair in enumerate(lobby.chairs, 1) if chair.guest is not None}


def name_of(lobby: Lobby, chair: Chair) -> str:
    """How whoever sits there is called; empty: nobody, or a computer without a name."""
    return chair.name if chair.guest is None else lobby.guest(chair.guest).name


def _named(lobby: Lobby, number: int) -> bool:
    return any(guest.number == number and guest.name for guest in lobby.guests)


def _seat(lobby: Lobby, new: Collection[int] = ()) -> Lobby:
    """Guests with a name on free chairs, in the order in which they came; for who is `new` one is added if need be."""
    chairs = list(lobby.chairs)
    for guest in lobby.guests:
        if not guest.name or any(chair.guest == guest.number for chair in chairs):
            continue
        free = next((place for place, chair in enumerate(chairs) if chair.free), None)
        if free is not None:
            chairs[free] = Chair(guest.number)
        elif guest.number in new and len(chairs) < lobby.most:
            chairs.append(Chair(guest.number))
    return replace(lobby, chairs=tuple(chairs))
