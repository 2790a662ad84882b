"""A lobby: the guests who joined by the table's one code before a game is agreed on, and the chairs they will sit on.

A lobby is a value and is never stored: after a restart the table has forgotten it. A guest chooses only its own name
and pick; everything else is up to the page that opened the lobby. Chairs become seats when the game begins.

When the game begins, the digests of the guests' tokens become those of their seats, in the same batch of facts as the
agreement. A guest is neither a seat nor a page (`Principal.page`), so nothing that is for pages is for a guest.
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
    """A guest. `number`: counted from 1 in each lobby; `key`: the digest of the token; `name`: empty until given.

    `pick`: the guest's choice among the game's picks, such as a colour. `place`: the board at whose table it came in.
    """

    number: int
    key: str = field(repr=False)
    name: str = ""
    pick: str | None = None
    place: int = 0


@dataclass(frozen=True, slots=True)
class Chair:
    """A future seat: of a guest, of the computer at a `level`, or of a person called `name`; else free."""

    guest: int | None = None
    name: str = ""
    level: str | None = None

    @property
    def free(self) -> bool:
        return self == Chair()


@dataclass(frozen=True, slots=True)
class Lobby:
    """The guests and chairs for a game that at most `most` may play. Chairs are in seat order, guests in order of
    arrival.

    `picks`: what guests may choose, each pick for one guest; empty if the game offers none. `come`: how many guests
    there have been, including those who left.
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
        """Whether this guest has a chair."""
        return any(chair.guest == number for chair in self.chairs)

    def taken(self, number: int) -> frozenset[str]:
        """The picks of all other guests."""
        return frozenset(guest.pick for guest in self.guests if guest.pick is not None and guest.number != number)


# --- what guests do -----------------------------------------------------------------------------------------------


def come(lobby: Lobby, key: str, away: Collection[int] = (), place: int = 0) -> Lobby:
    """Add a guest, last in `guests`. A full lobby drops one who is `away` and has no name, or refuses."""
    if len(lobby.guests) >= MOST_GUESTS:
        idle = next((guest for guest in lobby.guests if not guest.name and guest.number in away), None)
        if idle is None:
            raise Refused("lobby_full", say("lobby_full"))
        lobby = leave(lobby, idle.number)
    guest = Guest(lobby.come + 1, key, place=place)
    return replace(lobby, guests=(*lobby.guests, guest), come=guest.number)


def introduce(lobby: Lobby, number: int, name: str, pick: str | None) -> Lobby:
    """Set a guest's name and pick. A guest that is named for the first time gets a chair, if there is one."""
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
    """Remove a guest; the guest who has waited longest for a chair gets the free one."""
    guest = lobby.guest(number)
    chairs = tuple(Chair() if chair.guest == number else chair for chair in lobby.chairs)
    return _seat(replace(lobby, chairs=chairs, guests=tuple(other for other in lobby.guests if other != guest)))


# --- what the host does --------------------------------------------------------------------------------------------


def arrange(lobby: Lobby, game: str, most: int, chairs: Sequence[Chair], picks: Sequence[str]) -> Lobby:
    """Set other chairs, or another game. The chair of a guest that has left becomes free, and no guest gets two.

    While the table draws what each plays, `picks` is empty; what guests have chosen holds again once they may choose.
    """
    there: set[int] = set()
    placed: list[Chair] = []
    for chair in chairs:
        known = chair.guest is not None and chair.guest not in there and _named(lobby, chair.guest)
        placed.append(chair if known or chair.guest is None else Chair())
        if known and chair.guest is not None:
            there.add(chair.guest)
    drawn = not picks and game == lobby.game
    guests = tuple(guest if drawn or guest.pick in picks else replace(guest, pick=None) for guest in lobby.guests)
    return _seat(Lobby(game, most, tuple(placed), tuple(picks), guests, lobby.come))


def ready(lobby: Lobby) -> Mapping[Seat, Guest]:
    """The guests by seat, once no chair is free; otherwise `Refused` names the first free one."""
    for seat, chair in enumerate(lobby.chairs, 1):
        if chair.free:
            raise Refused("chair_free", say("chair_free", number=seat))
    return {seat: lobby.guest(chair.guest) for seat, chair in enumerate(lobby.chairs, 1) if chair.guest is not None}


def name_of(lobby: Lobby, chair: Chair) -> str:
    """The name of whoever sits on a chair; empty: nobody, or a computer without a name."""
    return chair.name if chair.guest is None else lobby.guest(chair.guest).name


def _named(lobby: Lobby, number: int) -> bool:
    return any(guest.number == number and guest.name for guest in lobby.guests)


def _seat(lobby: Lobby, new: Collection[int] = ()) -> Lobby:
    """Seat named guests on free chairs, in order of arrival; for a guest in `new`, add a chair if necessary."""
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
