"""From what was typed into the set-up form to an agreement, or a refusal that says what to change."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pearlboard.app.commands import SetUp
from pearlboard.bots.table import LEVELS
from pearlboard.errors import InvalidName
from pearlboard.games.perladora import setup
from pearlboard.games.perladora.state import Clan, Edition, Setup
from pearlboard.geometry import Space, space
from pearlboard.session.facts import Agreement, HintMode
from pearlboard.session.state import Refused
from pearlboard.texts import say

CONFIRMS = {"auto": True, "button": False}
COMPUTER_NAMES = ("Coral", "Nacre", "Atoll", "Marina", "Lagon", "Perla", "Koa", "Manta")
"""More than there are seats, and the same in every language."""


def agreement(form: SetUp, rng: random.Random, *, confirms_itself: bool) -> Agreement:
    """What the form asks for; Pearls that were not typed in are dealt with `rng`."""
    if form.confirm is not None:
        confirms_itself = CONFIRMS[_one_of("confirm", form.confirm, CONFIRMS)]
    computers = tuple(None if player.computer is None else level_of(player.computer) for player in form.players)
    names = _named([_cleaned(player.name) for player in form.players], computers)
    if not all(names):
        raise Refused("name_missing", say("name_missing", seat=names.index("") + 1))
    if len({name.casefold() for name in names}) < len(names):
        raise Refused("same_name", say("same_name"))
    edition = Edition(_one_of("edition", form.edition, Edition))
    wanted = Setup(
        players=len(names),
        clans=_clans([player.clan for player in form.players], rng),
        farms=setup.deal(rng) if form.farms is None else _farms(form.farms),
        advanced=form.advanced,
        edition=edition,
        voluntary_pass=edition is Edition.FR if form.voluntary_pass is None else form.voluntary_pass,
        elders_own=edition is Edition.EN,
    )
    setup.check(wanted, form.first)
    return Agreement(
        "perladora",
        names,
        wanted,
        form.first,
        HintMode(_one_of("hints", form.hints, HintMode)),
        confirms_itself,
        form.peek_own,
        computers if any(computers) else (),
    )


def rematch(last: Agreement, rng: random.Random) -> Agreement:
    """The same people and clans, new Pearls; who was second begins."""
    return replace(last, first=last.first % last.setup.players + 1, setup=replace(last.setup, farms=setup.deal(rng)))


def level_of(word: str) -> str:
    """A level that people may choose."""
    if word not in LEVELS:
        raise Refused("no_such_level", say("no_such_level", level=word, levels=LEVELS))
    return word


def _named(names: Sequence[str], computers: Sequence[str | None]) -> tuple[str, ...]:
    """A computer that nobody has named gets a name that nobody else has."""
    free = iter(name for name in COMPUTER_NAMES if name.casefold() not in {other.casefold() for other in names})
    return tuple(
        next(free) if level is not None and not name else name for name, level in zip(names, computers, strict=True)
    )


def _clans(chosen: Sequence[str | None], rng: random.Random) -> tuple[Clan, ...]:
    """The clans that were chosen, and for the others any of those that are left."""
    taken = [None if word is None else Clan(_one_of("clan", word, Clan)) for word in chosen]
    left = [clan for clan in Clan if clan not in taken]
    drawn = iter(rng.sample(left, len(left)))
    return tuple(next(drawn) if clan is None else clan for clan in taken)


def _cleaned(name: str) -> str:
    """A name in one line, without characters that cannot be seen, such as those that turn the writing around."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())


def _one_of(key: str, word: str, known: Iterable[str]) -> str:
    words = list(known)
    if word not in words:
        raise Refused("malformed", say("malformed", detail=f"{key}: {word!r} is none of {', '.join(words)}"))
    return word


def _farms(typed: dict[str, int]) -> dict[Space, int]:
    try:
        return {space(name): pearls for name, pearls in typed.items()}
    except InvalidName as error:
        raise Refused("malformed", say("malformed", detail=str(error))) from error
