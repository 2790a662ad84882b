"""From what was typed into the set-up form to an agreement, or a refusal that says what to change."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from pearlboard.commands.documents import SetUp
from pearlboard.games.api import GameDeal, Package, Player
from pearlboard.games.registry import GAMES, Broken
from pearlboard.session.facts import Agreement, HintMode
from pearlboard.session.state import Refused
from pearlboard.texts import say

CONFIRMS = {"auto": True, "button": False}
COMPUTER_NAMES = ("Coral", "Nacre", "Atoll", "Marina", "Lagon", "Perla", "Koa", "Manta")
"""More than there are seats, and the same in every language."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An agreement, and what chance has decided in secret; None where it decides nothing."""

    agreement: Agreement
    deal: GameDeal = field(repr=False)


def agreement(form: SetUp, rng: random.Random, *, confirms_itself: bool) -> Wanted:
    """What the form asks for; what is left to chance is decided with `rng`."""
    package = playable(form.game)
    if form.confirm is not None:
        confirms_itself = CONFIRMS[_one_of("confirm", form.confirm, CONFIRMS)]
    computers = tuple(
        None if player.computer is None else level_of(package, player.computer) for player in form.players
    )
    names = _named([cleaned(player.name) for player in form.players], computers)
    if len(names) not in package.seats:
        raise Refused(
            "wrong_number_of_players",
            say("wrong_number_of_players", count=len(names), least=package.seats[0], most=package.seats[-1]),
        )
    if not all(names):
        raise Refused("name_missing", say("name_missing", seat=names.index("") + 1))
    if len({name.casefold() for name in names}) < len(names):
        raise Refused("same_name", say("same_name"))
    if not 1 <= form.first <= len(names):
        raise Refused("no_such_seat", say("no_such_seat", number=form.first))
    people = [Player(name, level) for name, level in zip(names, computers, strict=True)]
    setup = package.rules.agree(form.options, people, rng)
    return dealt(
        Agreement(
            package.name,
            names,
            setup,
            form.first,
            HintMode(_one_of("hints", form.hints, HintMode)),
            confirms_itself,
            computers if any(computers) else (),
        ),
        package,
        rng,
    )


def dealt(wanted: Agreement, package: Package, rng: random.Random) -> Wanted:
    """With what chance decides in secret."""
    deal = package.rules.deal(wanted.setup, rng)
    return Wanted(replace(wanted, deals=deal is not None), deal)


def playable(name: str) -> Package:
    """The game of that name; `Refused` says why it cannot be played."""
    found = GAMES.find(name)
    if isinstance(found, Broken):
        raise Refused("no_such_game_here", found.why)
    return found


def rematch(last: Agreement, rng: random.Random) -> Wanted:
    """The same people at the same game; who was second begins."""
    package = playable(last.game)
    again = replace(last, first=last.first % len(last.names) + 1, setup=package.rules.again(last.setup, rng))
    return dealt(again, package, rng)


def level_of(package: Package, word: str) -> str:
    """A level that people may choose."""
    if word not in package.levels:
        raise Refused("no_such_level", say("no_such_level", level=word, levels=package.levels or ("-",)))
    return word


def _named(names: Sequence[str], computers: Sequence[str | None]) -> tuple[str, ...]:
    """A computer that nobody has named gets a name that nobody else has."""
    free = iter(name for name in COMPUTER_NAMES if name.casefold() not in {other.casefold() for other in names})
    return tuple(
        next(free) if level is not None and not name else name for name, level in zip(names, computers, strict=True)
    )


def cleaned(name: str) -> str:
    """A name in one line, without characters that cannot be seen, such as those that turn the writing around."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())


def _one_of(key: str, word: str, known: Iterable[str]) -> str:
    words = list(known)
    if word not in words:
        raise Refused("malformed", say("malformed", detail=f"{key}: {word!r} is none of {', '.join(words)}"))
    return word
