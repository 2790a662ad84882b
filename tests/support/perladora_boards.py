"""Positions of Perladöra for tests, drawn as they look, and games played at random.

In a drawing, rows and columns of spaces alternate with the lines between them: `.` is empty, `P` a Farm, a digit a
Diver of that seat; `|` and `-` are Pontoons. Every position is read by the program's own strict reader.
"""

import random
from collections.abc import Iterator

from pearlboard.games.perladora.rules.notation import position_from_json
from pearlboard.games.perladora.rules.play import play
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.setup import deal, opening, with_edition
from pearlboard.games.perladora.rules.state import DIVERS, POWERS, Clan, Edition, Setup, State
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Main,
    Pass,
    PlaceBackup,
    PlaceDiver,
    Power,
    Turn,
)
from pearlboard.games.perladora.rules.turns import turns
from pearlboard.geometry import GRID

FARMS = {"d1": 3, "b2": 4, "f2": 4, "h2": 5, "a4": 5, "e4": 6, "c5": 6, "g5": 7}
CLANS = ("fishermen", "foragers", "children", "elders")
EMPTY = """
. . . P . . . .

. P . . . P . P

. . . . . . . .

P . . . P . . .

. . P . . . P .
"""
ONE_OF_EACH = """
1 2 . P . . . .

. P . . . P . P

. . . . . . . .

P . . . P . . .

. . P . . . P .
"""

FULL_CORNER = """
1 2|. P . . . .

1 P|. . . P . P
- -
. . . . . . . .

P . . . P . . .

. . P . . . P .
"""

FULL_AND_OPEN = """
1 2|. P . . . .

1 P|. 1 2 P . P
- -
. . . . . . . .

P . . . P . . .

. . P . . . P .
"""

ALL_FULL = """
1 2 1 P 1 2 1 2

1 P 1 2 1 P 2 P

1 2 1 2 1 2 1 2

P 1 2 1 P 1 2 1

1 2 P 2 2 2 P 2
"""


def drawn_pieces(drawing: str) -> tuple[list[str], dict[str, int]]:
    """The names of the Pontoons, and the seat of the Diver on each space."""
    lines = drawing.strip("\n").split("\n")
    pontoons, divers = [], {}
    for y, line in enumerate(lines):
        for x, mark in enumerate(line):
            row, column = y // 2, x // 2
            here = f"{'abcdefgh'[column]}{row + 1}"
            if mark == "|":
                pontoons.append(f"{here}-{'abcdefgh'[column + 1]}{row + 1}")
            elif mark == "-":
                pontoons.append(f"{here}-{'abcdefgh'[column]}{row + 2}")
            elif mark.isdigit():
                divers[here] = int(mark)
    return sorted(pontoons, key=GRID.edge), divers


def document(
    drawing=EMPTY,
    *,
    players=2,
    advanced=False,
    edition="en",
    clans=CLANS,
    values=None,
    face_up=(),
    necklaces=None,
    backed=(),
    hands=None,
    powers=None,
    backups=None,
    done=None,
    to_move=1,
    **switches,
):
    """A position as JSON. Missing parts are as at the opening, less what lies on the board."""
    pontoons, divers = drawn_pieces(drawing)
    clans = list(clans[:players])
    values = values or {}
    laid = [
        {
            "space": name,
            "seat": seat,
            "value": values.get(name, 1),
            "face_up": name in face_up,
            "necklaces": (necklaces or {}).get(name, 0),
            "backup": name in backed,
        }
        for name, seat in divers.items()
    ]
    if hands is None:
        hands = [
            {
                str(value): count - sum(d["seat"] == seat and d["value"] == value for d in laid)
                for value, count in enumerate(DIVERS[players], 1)
                if count
            }
            for seat in range(1, players + 1)
        ]
    spent = {"children": len(face_up), "foragers": sum((necklaces or {}).values())}
    full = [POWERS[Clan(clan)] - spent.get(clan, 0) if advanced else 0 for clan in clans]
    holds = [advanced and seat not in [divers[name] for name in backed] for seat in range(1, players + 1)]
    return {
        "players": players,
        "advanced": advanced,
        "edition": edition,
        "clans": clans,
        "farms": dict(FARMS),
        **switches,
        "pontoons": pontoons,
        "divers": laid,
        "hands": hands,
        "powers": full if powers is None else powers,
        "backups": holds if backups is None else backups,
        "done": [False] * players if done is None else done,
        "to_move": to_move,
    }


def whole_set(drawing: str, players: int = 2) -> dict[str, int]:
    """Values for all Divers of a drawing, each seat's from its set, the low ones first."""
    left = {
        seat: [value for value, count in enumerate(DIVERS[players], 1) for _ in range(count)]
        for seat in range(1, players + 1)
    }
    return {name: left[seat].pop(0) for name, seat in drawn_pieces(drawing)[1].items()}


def position(drawing: str = EMPTY, **parts) -> State:
    """The position that `document` describes."""
    return position_from_json(document(drawing, **parts))


def comb(pontoons_left: int) -> list[str]:
    """Ten territories of four, and dangling Pontoons until only this many are left."""
    pontoons = [f"{c}{r}-{'abcdefgh'['abcdefgh'.index(c) + 1]}{r}" for c in "bdf" for r in (1, 2, 3, 4)]
    pontoons += [f"{c}2-{c}3" for c in "abcdefgh"] + [f"{c}4-{c}5" for c in "abcdefgh"] + ["d5-e5"]
    inside = ["a1-b1", "c1-d1", "e1-f1", "g1-h1", "a3-b3", "c3-d3"]
    return [*pontoons, *inside[: 6 - pontoons_left]]


def few_left(pontoons_left: int, **parts) -> State:
    """The position of `comb`."""
    told = document(**parts)
    told["pontoons"] = comb(pontoons_left)
    return position_from_json(told)


# --- random games ------------------------------------------------------------------------------------------------


def random_opening(rng: random.Random) -> State:
    players = rng.choice((2, 3, 4))
    clans = tuple(rng.sample(list(Clan), players))
    setup = with_edition(Setup(players, clans, deal(rng), advanced=rng.random() < 0.7), rng.choice(list(Edition)))
    return opening(setup, rng.randint(1, players))


def random_game(rng: random.Random) -> Iterator[tuple[Turn, State]]:
    """Every turn of a random game, with the state after it."""
    state = random_opening(rng)
    while not state.public.over:
        turn, state = random_turn(state, rng)
        yield turn, state


def random_turn(state: State, rng: random.Random) -> tuple[Turn, State]:
    for _ in range(60):
        turn = Turn(state.public.to_move, _random_power(state, rng), _random_main(rng))
        try:
            return turn, play(state, turn)
        except IllegalStep:
            continue
    turn = rng.choice(list(turns(state)))
    return turn, play(state, turn)


def _random_main(rng: random.Random) -> Main:
    if rng.random() < 0.02:
        return Pass()
    if rng.random() < 0.15:
        return PlaceBackup(rng.choice(GRID.spaces))
    if rng.random() < 0.5:
        return LayPontoons(tuple(sorted(rng.sample(GRID.edges, rng.choice((1, 2))))))
    return PlaceDiver(rng.choice(GRID.spaces), rng.choice((1, 1, 1, 2, 3, 4, 5)))


def _random_power(state: State, rng: random.Random) -> Power | None:
    seat = state.public.to_move
    if not state.public.powers[seat - 1] or rng.random() < 0.6:
        return None
    space = rng.choice([*state.public.divers, *GRID.spaces[:3]])
    return {
        Clan.FISHERMEN: Fishermen(rng.choice(GRID.edges)),
        Clan.FORAGERS: Foragers(space),
        Clan.CHILDREN: Children(rng.choice(GRID.spaces), rng.randint(1, 5)),
        Clan.ELDERS: Elders(space),
    }[state.public.setup.clans[seat - 1]]
