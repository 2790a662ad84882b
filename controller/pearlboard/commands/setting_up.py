"""The set-up form: turns what was typed into an agreement, or into a refusal that says what to change."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NoReturn

from pearlboard.commands.documents import SetUp
from pearlboard.conversion import Misfit, fit
from pearlboard.games.api import GameDeal, Package, Player, Seat
from pearlboard.games.registry import GAMES, Broken
from pearlboard.session.facts import Agreement, HintMode
from pearlboard.session.player_names import LONGEST_NAME, cleaned, letters
from pearlboard.session.state import Refused
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import say

CONFIRMS = {"auto": True, "button": False}
CLOCKS: Final = (0, 1, 2, 3, 5)
"""Minutes per turn; 0: no clock."""
COMPUTER_NAMES = ("Coral", "Nacre", "Atoll", "Marina", "Lagon", "Perla", "Koa", "Manta")
"""More names than seats, the same in every language."""


LABELS: Final[Mapping[str, str]] = {
    "game": "ui_game_choice",
    "players": "ui_players_choice",
    "name": "ui_name",
    "computer": "ui_plays",
    "first": "ui_first",
    "hints": "ui_hints_choice",
    "confirm": "ui_confirm_choice",
    "clock": "ui_clock_choice",
    "explain": "ui_explain_choice",
    "boards": "ui_board_choice",
    "helped": "ui_fair",
    "follow": "ui_fair",
    "options": "ui_more",
}
"""The label beside each field of the form."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An agreement, and the secret result of chance (None if there is none)."""

    agreement: Agreement
    deal: GameDeal = field(repr=False)


def agreement(form: SetUp, table: Tabletop) -> Wanted:
    """Build the agreement that the form asks for, leaving chance to the table. `Refused` if the form is wrong."""
    package, confirms_itself, rng = playable(form.game), table.house.confirms_itself, table.rng
    if form.confirm is not None:
        confirms_itself = CONFIRMS[_one_of("confirm", form.confirm, CONFIRMS)]
    if form.clock not in CLOCKS:
        raise chosen_wrong("clock")
    computers = tuple(
        None if player.computer is None else level_of(package, player.computer) for player in form.players
    )
    names = _checked(_named([cleaned(player.name) for player in form.players], computers), package)
    if not 1 <= form.first <= len(names):
        raise Refused("no_such_seat", say("no_such_seat", number=form.first))
    people = [Player(name, level) for name, level in zip(names, computers, strict=True)]
    setup = package.options.agree(form.options, people, rng)
    return dealt(
        Agreement(
            package.name,
            names,
            setup,
            form.first,
            HintMode(_one_of("hints", form.hints, HintMode)),
            confirms_itself,
            computers if any(computers) else (),
            clock=form.clock,
            explains=form.explain and package.explaining is not None,
            places=_places(form, package, table),
            helped=_helped(form, computers),
            follows=form.follow and any(computers),
        ),
        package,
        rng,
    )


def check_begins_here(package: Package, table: Tabletop) -> None:
    """`Refused` to a page beside another board than the table's own, where only that one can have the game."""
    if package.one_board is not None and table.place is not table.places.home:
        raise Refused("one_board", package.one_board)


def _places(form: SetUp, package: Package, table: Tabletop) -> tuple[int, ...]:
    """The number of the board at which each seat sits; empty: all sit at the table's own."""
    check_begins_here(package, table)
    if not any(number > 1 for number in form.boards):
        return ()
    if len(form.boards) != len(form.players) or max(form.boards) > len(table.places):
        raise chosen_wrong("boards")
    if package.one_board is not None:
        raise Refused("one_board", package.one_board)
    return tuple(number - 1 for number in form.boards)


def _helped(form: SetUp, computers: Sequence[str | None]) -> tuple[Seat, ...]:
    """The people who are always shown where they may play, in seat order."""
    if any(seat > len(computers) for seat in form.helped):
        raise chosen_wrong("helped")
    return tuple(seat for seat, level in enumerate(computers, 1) if level is None and seat in form.helped)


def dealt(wanted: Agreement, package: Package, rng: random.Random) -> Wanted:
    """Add the secret result of chance to an agreement."""
    deal = package.dealt.deal(wanted.setup, rng)
    return Wanted(replace(wanted, deals=deal is not None), deal)


def form_refusal(document: object) -> Refused | None:
    """The refusal for a form that does not fit `SetUp`; None if none of its fields is to blame."""
    found: list[Misfit] = []

    def refuse(misfit: Misfit) -> NoReturn:
        found.append(misfit)
        raise Refused("malformed", say("malformed", detail=""))

    try:
        fit(document, SetUp, refuse)
    except Refused:
        path = found[0].path
    else:
        return None
    match path:
        case ("players", int(index), "name") if isinstance(found[0].value, str):
            return name_too_long(index + 1)
        case ("players", int(), str(key)) | (str(key), *_) if key in LABELS:
            return chosen_wrong(key)
    return None


def chosen_wrong(key: str) -> Refused:
    """The refusal for a field with a value that the form does not offer."""
    return Refused("malformed", say("choose_again", field=say(LABELS[key])))


def name_too_long(number: int) -> Refused:
    """The refusal for the name in row `number` of the form."""
    return Refused("name_too_long", say("name_too_long", number=number, most=LONGEST_NAME))


def playable(name: str) -> Package:
    """The game of that name; `Refused` says why it cannot be played."""
    found = GAMES.find(name)
    if isinstance(found, Broken):
        raise Refused("no_such_game_here", found.why)
    return found


def rematch(last: Agreement, rng: random.Random) -> Wanted:
    """The agreement for another game of the same people, at the levels of `last`; the second player begins."""
    package = playable(last.game)
    second = last.first % len(last.names) + 1
    again = replace(last, first=second, setup=package.options.again(last.setup, rng), began_from=None)
    return dealt(again, package, rng)


def check_number(package: Package, players: int) -> None:
    """`Refused` if the game cannot be played with this number of players."""
    if players not in package.seats:
        raise Refused(
            "wrong_number_of_players",
            say("wrong_number_of_players", count=players, least=package.seats[0], most=package.seats[-1]),
        )


def level_of(package: Package, word: str) -> str:
    """Check a level; `Refused` if the game does not offer it."""
    if word not in package.levels:
        raise Refused("no_such_level", say("no_such_level", level=word, levels=package.levels or ("-",)))
    return word


def _checked(names: tuple[str, ...], package: Package) -> tuple[str, ...]:
    """Check the names for this game; `Refused` says what is wrong."""
    check_number(package, len(names))
    for number, name in enumerate(names, 1):
        if letters(name) > LONGEST_NAME:
            raise name_too_long(number)
    if not all(names):
        raise Refused("name_missing", say("name_missing", seat=names.index("") + 1))
    if len({name.casefold() for name in names}) < len(names):
        raise Refused("same_name", say("same_name"))
    return names


def _named(names: Sequence[str], computers: Sequence[str | None]) -> tuple[str, ...]:
    """Give unnamed computers names that nobody else has."""
    free = iter(name for name in COMPUTER_NAMES if name.casefold() not in {other.casefold() for other in names})
    return tuple(
        next(free) if level is not None and not name else name for name, level in zip(names, computers, strict=True)
    )


def _one_of(key: str, word: str, known: Iterable[str]) -> str:
    words = list(known)
    if word not in words:
        raise chosen_wrong(key)
    return word
