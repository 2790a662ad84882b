"""The tokens that the seat to move could play now, on which sites, and what speaks against it. Public knowledge."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from pearlboard.games.perladora.rules.effects import table_after
from pearlboard.games.perladora.rules.refusals import NoMainActionLeft, NoPowerLeft, PowerAlreadyPlayed
from pearlboard.games.perladora.rules.state import Clan, Public
from pearlboard.games.perladora.rules.steps import Children, Elders, Fishermen, Foragers, PlaceBackup, Power
from pearlboard.games.perladora.rules.targets import (
    backup_spaces,
    divers_of,
    has_turn,
    legal_edges,
    look_spaces,
    necklace_spaces,
)
from pearlboard.games.perladora.rules.territories import empty_spaces, unfilled_spaces
from pearlboard.geometry import GRID, Edge, Site, Space
from pearlboard.texts import Sentence, say

POWER: Final = "power"
BACKUP: Final = "backup"
Kind: TypeAlias = str
"""The effect of a token: the clan whose Power it is, or "backup"."""


@dataclass(frozen=True, slots=True)
class Token:
    """Something that the seat to move may play besides its pieces. `why`: what stands against it now."""

    name: str
    why: Sentence | None = None


def tokens(public: Public) -> tuple[Token, ...]:
    """The Power and the Backup, in an advanced game, as long as it is on."""
    if not public.setup.advanced or public.over:
        return ()
    return Token(POWER, why_not(public, POWER)), Token(BACKUP, why_not(public, BACKUP))


def targets(public: Public, token: str) -> frozenset[Site]:
    """The targets of `token`. A Power that would leave no main action may not be played (ruling 10)."""
    return frozenset(GRID.spaces_in(backup_spaces(public)) if token == BACKUP else _of_the_power(public))


def _of_the_power(public: Public) -> Iterator[Site]:
    clan = clan_to_move(public)
    return (site for site in _within_reach(public) if has_turn(table_after(public, played_on(clan, site))))


def why_not(public: Public, token: str) -> Sentence | None:
    """The reason why `token` cannot be played at all, in an advanced game; None if it can."""
    return _why_no_backup(public) if token == BACKUP else _why_no_power(public)


def clan_to_move(public: Public) -> Clan:
    """The clan of the seat to move."""
    return public.setup.clans[public.to_move - 1]


def kind_of(public: Public, token: str) -> Kind:
    """The effect of `token` in the hand of the seat to move."""
    return BACKUP if token == BACKUP else clan_to_move(public)


def played_on(kind: Kind, site: Site) -> Power | PlaceBackup:
    """The step of a token on a site that it is for. To the rules of the table an extra Diver's value is all one."""
    match kind, site:
        case Clan.FISHERMEN, Edge():
            return Fishermen(site)
        case Clan.CHILDREN, Space():
            return Children(site, 1)
        case Clan.FORAGERS, Space():
            return Foragers(site)
        case Clan.ELDERS, Space():
            return Elders(site)
        case "backup", Space():
            return PlaceBackup(site)
    raise TypeError(f"{kind} is not for {site!r}")


def _within_reach(public: Public) -> tuple[Site, ...]:
    """The places where a Power has what it needs, whatever may come after it."""
    match clan_to_move(public):
        case Clan.FISHERMEN:
            return GRID.edges_in(legal_edges(public))
        case Clan.CHILDREN:
            return GRID.spaces_in(empty_spaces(public)) if public.left[public.to_move - 1] else ()
        case Clan.FORAGERS:
            return GRID.spaces_in(necklace_spaces(public))
        case Clan.ELDERS:
            return GRID.spaces_in(look_spaces(public))


def _why_no_power(public: Public) -> Sentence | None:
    if public.power_used is not None:
        return PowerAlreadyPlayed().sentence
    if not public.powers[public.to_move - 1]:
        return NoPowerLeft().sentence
    if not _within_reach(public):
        return NO_TARGET[clan_to_move(public)](public)
    return NoMainActionLeft().sentence if next(_of_the_power(public), None) is None else None


def _no_line(public: Public) -> Sentence:
    return say("power_without_line") if public.pontoons_left else say("power_without_pontoon")


def _no_space(public: Public) -> Sentence:
    return say("power_without_diver") if not public.left[public.to_move - 1] else say("power_without_space")


def _nobody_near(public: Public) -> Sentence:
    own = divers_of(public, public.to_move)
    if not own:
        return say("power_without_forager")
    return say("power_too_late") if not own & unfilled_spaces(public) else say("power_nobody_near")


def _nobody_to_look_at(public: Public) -> Sentence:
    return say("power_nobody_to_look_at") if public.setup.elders_own else say("power_no_opponent_to_look_at")


NO_TARGET: Final[Mapping[Clan, Callable[[Public], Sentence]]] = {
    Clan.FISHERMEN: _no_line,
    Clan.CHILDREN: _no_space,
    Clan.FORAGERS: _nobody_near,
    Clan.ELDERS: _nobody_to_look_at,
}


def _why_no_backup(public: Public) -> Sentence | None:
    if not public.backups[public.to_move - 1]:
        return say("no_backup_left")
    if backup_spaces(public):
        return None
    own = divers_of(public, public.to_move)
    if not own:
        return say("backup_without_diver")
    return say("backup_too_early") if not own & ~unfilled_spaces(public) else say("backup_everywhere")
