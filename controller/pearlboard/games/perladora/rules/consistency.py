"""Contradictions between the parts of a position: more pieces than the box holds, or what no game leads to."""

from collections.abc import Iterator

from pearlboard.errors import BadInput
from pearlboard.games.perladora.rules.state import POWERS, TERRITORY_MIN, Clan, Diver, State
from pearlboard.games.perladora.rules.territories import empty_spaces, open_edges
from pearlboard.games.strict_json import at
from pearlboard.games.values import Seat
from pearlboard.geometry import GRID, Space


def check_position(state: State, place: str) -> None:
    """Raise `BadInput` for the first thing that cannot be; `place` is where the position stands in its document."""
    for key, wrong in _faults(state):
        raise BadInput(at(place, key), wrong)


def _faults(state: State) -> Iterator[tuple[str, str]]:
    yield from _territory_faults(state)
    yield from _hand_faults(state)
    yield from _turn_faults(state)
    if not state.public.setup.advanced:
        yield from _standard_faults(state)
    else:
        yield from _power_faults(state)
        yield from _necklace_faults(state)
        yield from _face_up_faults(state)
        yield from _backup_faults(state)


def _territory_faults(state: State) -> Iterator[tuple[str, str]]:
    for region in GRID.regions(open_edges(state.public)):
        if (size := region.bit_count()) < TERRITORY_MIN:
            yield "pontoons", f"the territory of {GRID.spaces_in(region)[0]} has only {size} of {TERRITORY_MIN} spaces"


def _hand_faults(state: State) -> Iterator[tuple[str, str]]:
    """A hand and what is laid are together no more than the set; fewer may be."""
    public = state.public
    owned = [list(hand) for hand in state.hands]
    for space, diver in public.divers.items():
        value = state.values[space]
        if value is not None:
            owned[diver.seat - 1][value - 1] += 1
    for index, counts in enumerate(owned):
        whole = public.setup.divers(index + 1)
        for value, (count, limit) in enumerate(zip(counts, whole, strict=True), 1):
            if count > limit:
                yield (
                    f"hands[{index}]",
                    (
                        f"seat {index + 1} has {count} Divers of value {value}, in hand and on the "
                        f"board, of {limit} in the set"
                    ),
                )


def _turn_faults(state: State) -> Iterator[tuple[str, str]]:
    public = state.public
    if public.done[public.to_move - 1] and not public.over:
        yield "to_move", f"seat {public.to_move} is done, and another is not"


def _standard_faults(state: State) -> Iterator[tuple[str, str]]:
    for index, (powers, backup) in enumerate(zip(state.public.powers, state.public.backups, strict=True)):
        if powers:
            yield f"powers[{index}]", "there are no Powers in a standard game"
        if backup:
            yield f"backups[{index}]", "there are no Backups in a standard game"
    for key, flag, name in _tokens(state):
        if flag:
            yield key, f"there are no {name} in a standard game"


def _tokens(state: State) -> Iterator[tuple[str, bool, str]]:
    for index, diver in enumerate(state.public.divers.values()):
        yield f"divers[{index}].face_up", diver.shown is not None, "Divers face up"
        yield f"divers[{index}].necklaces", diver.necklaces > 0, "necklaces"
        yield f"divers[{index}].backup", diver.backup, "Backups"


def _power_faults(state: State) -> Iterator[tuple[str, str]]:
    for index, (clan, powers) in enumerate(zip(state.public.setup.clans, state.public.powers, strict=True)):
        if powers > POWERS[clan]:
            yield f"powers[{index}]", f"the {clan} have {POWERS[clan]} Power tokens, not {powers}"


def _necklace_faults(state: State) -> Iterator[tuple[str, str]]:
    """A necklace is a spent token of the Foragers in play. On whom it lies is not asked: only how many there are."""
    public = state.public
    foragers = _seat_of(state, Clan.FORAGERS)
    spent = 0
    for index, diver in enumerate(public.divers.values()):
        if not diver.necklaces:
            continue
        spent += diver.necklaces
        if foragers is None:
            yield f"divers[{index}].necklaces", "there are no Foragers in this game"
    yield from _spent_faults(state, foragers, spent, "necklaces")


def _face_up_faults(state: State) -> Iterator[tuple[str, str]]:
    """A Diver that lies face up is a spent token of the Children, and theirs (ruling 12)."""
    children = _seat_of(state, Clan.CHILDREN)
    shown = 0
    for index, diver in enumerate(state.public.divers.values()):
        if diver.shown is not None:
            shown += 1
            if diver.seat != children:
                yield f"divers[{index}].face_up", "only the Children lay a Diver face up"
    yield from _spent_faults(state, children, shown, "Divers face up")


def _spent_faults(state: State, seat: Seat | None, spent: int, name: str) -> Iterator[tuple[str, str]]:
    """Tokens held and spent are together no more than the clan has."""
    if seat is None:
        return
    clan = state.public.setup.clans[seat - 1]
    held = state.public.powers[seat - 1]
    if held + spent > POWERS[clan]:
        yield f"powers[{seat - 1}]", f"the {clan} hold {held} and have spent {spent} ({name}) of {POWERS[clan]}"


def _seat_of(state: State, clan: Clan) -> Seat | None:
    clans = state.public.setup.clans
    return clans.index(clan) + 1 if clan in clans else None


def _backup_faults(state: State) -> Iterator[tuple[str, str]]:
    public = state.public
    backed = [(index, space, diver) for index, (space, diver) in enumerate(public.divers.items()) if diver.backup]
    placed = list(public.backups)
    for index, _, diver in backed:
        if placed[diver.seat - 1]:
            yield f"divers[{index}].backup", f"seat {diver.seat} has only one Backup"
        placed[diver.seat - 1] = True
    yield from _backup_place_faults(state, backed)


def _backup_place_faults(state: State, backed: list[tuple[int, Space, Diver]]) -> Iterator[tuple[str, str]]:
    empty = empty_spaces(state.public)
    others = 0
    for index, space, _ in backed:
        territory = GRID.region(GRID.bit[space], open_edges(state.public))
        if territory & empty:
            yield f"divers[{index}].backup", f"the territory of {space} is not full"
        if territory & others:
            yield f"divers[{index}].backup", f"there is another Backup in the territory of {space}"
        others |= GRID.bit[space]
