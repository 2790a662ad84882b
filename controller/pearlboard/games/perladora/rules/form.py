"""The options of a game: from the answers in the set-up form to an agreement, and back.

Pearls that were not typed in are dealt, clans drawn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Annotated, Final

from msgspec import Meta, Struct

from pearlboard.errors import InvalidName
from pearlboard.games.api import Options
from pearlboard.games.forms import read_form
from pearlboard.games.perladora.rules import handicaps, notation, setup
from pearlboard.games.perladora.rules.state import DIVERS, Clan, Edition, Setup
from pearlboard.games.perladora.rules.verdicts import side_seats
from pearlboard.games.refusals import BadOptions
from pearlboard.games.values import Json, Player
from pearlboard.geometry import Space, space
from pearlboard.texts import Sentence, say

Word = Annotated[str, Meta(max_length=16)]
Pearls = Annotated[int, Meta(ge=0, le=64)]


LABELS: Final = {
    "clans": "ui_clans_choice",
    "advanced": "ui_advanced",
    "edition": "ui_edition_choice",
    "voluntary_pass": "ui_voluntary_pass",
    "peek_own": "ui_peek_own",
    "farms": "ui_farms_choice",
    "handicaps": "ui_fair",
}
"""The labels of the form's fields."""


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """The answers of the form. A clan of null is drawn; `farms` null: the table deals the Pearls.

    `voluntary_pass` null: as in the edition's rulebook; `peek_own` null: where one person plays against computers.
    """

    clans: list[Clan | None] | None = None
    advanced: bool = False
    edition: Edition = Edition.EN
    voluntary_pass: bool | None = None
    peek_own: bool | None = None
    farms: dict[Word, Pearls] | None = None
    handicaps: Annotated[tuple[Word, ...], Meta(max_length=max(DIVERS))] = ()


def agree(options: Json, players: Sequence[Player], rng: Random) -> Setup:
    """The agreement; `BadSetup` or `BadOptions` says what to change."""
    form = read_form(options, Form, LABELS)
    chosen = form.clans or [None] * len(players)
    wanted = Setup(
        players=len(players),
        clans=_clans(chosen, rng),
        farms=setup.deal(rng) if form.farms is None else _farms(form.farms),
        advanced=form.advanced,
        edition=form.edition,
        voluntary_pass=form.edition is Edition.FR if form.voluntary_pass is None else form.voluntary_pass,
        elders_own=form.edition is Edition.EN,
        peek_own=_alone(players) if form.peek_own is None else form.peek_own,
    )
    setup.check(wanted)
    return replace(wanted, without=handicaps.values(form.handicaps, wanted.players))


def _alone(players: Sequence[Player]) -> bool:
    """Whether one person plays against computers (ruling 8)."""
    return [player.level for player in players].count(None) == 1


def _clans(chosen: Sequence[Clan | None], rng: Random) -> tuple[Clan, ...]:
    """The clans that were chosen, and for the others any of those that are left."""
    left = [clan for clan in Clan if clan not in chosen]
    drawn = iter(rng.sample(left, len(left)))
    return tuple(next(drawn, Clan.ELDERS) if clan is None else clan for clan in chosen)


def _farms(typed: dict[str, int]) -> dict[Space, int]:
    try:
        return {space(name): pearls for name, pearls in typed.items()}
    except InvalidName as error:
        raise BadOptions("farms", str(error), say("wrong_farms")) from error


def _trial(options: Json, players: Sequence[Player], rng: Random) -> Setup:
    """Clans and Pearls are drawn first, whatever is wanted: so all that chance decides later is the same."""
    drawn = {
        "clans": [clan.value for clan in rng.sample(tuple(Clan), len(players))],
        "farms": {str(farm): pearls for farm, pearls in setup.deal(rng).items()},
    }
    return agree({**drawn, **options}, players, Random(0))


def _last(agreed: Setup) -> Json:
    """The initial answers of the next form."""
    return {
        "advanced": agreed.advanced,
        "clans": [clan.value for clan in agreed.clans],
        "edition": agreed.edition.value,
        "voluntary_pass": agreed.voluntary_pass,
        "peek_own": agreed.peek_own,
    }


def _said(agreed: Setup) -> Iterable[Sentence]:
    """The rules that were agreed on, in sentences."""
    if agreed.players == 4:
        yield say("rule_teams", side_seats=side_seats(agreed, 1), other_side_seats=side_seats(agreed, 2))
    if agreed.advanced:
        yield say("rule_advanced")
        for clan in agreed.clans:
            opponents = clan is Clan.ELDERS and not agreed.elders_own
            yield say("rule_power_elders_opponents" if opponents else f"rule_power_{clan}")
        yield from (say("rule_backup"), say("rule_full"))
    yield from handicaps.said(agreed)
    yield say("rule_pass" if agreed.voluntary_pass else "rule_no_pass")
    yield say("rule_peek" if agreed.peek_own else "rule_no_peek")


OPTIONS: Final = Options(
    agree,
    encode=lambda agreed: {**notation.setup_to_json(agreed), "peek_own": agreed.peek_own},
    decode=notation.stored_setup,
    again=lambda agreed, rng: replace(agreed, farms=setup.deal(rng)),
    last=_last,
    said=_said,
    trial=_trial,
    variants=({}, {"advanced": True}, {"advanced": True, "edition": "fr"}, {"edition": "fr", "voluntary_pass": True}),
)
