"""The example games are what the guide says: its blocks are their files. They keep the laws, and are played."""

import contextlib
import re
from itertools import count
from pathlib import Path
from random import Random

import pytest

from other_games.tables import GameTable
from pearlboard.checking.evidence import Evidence
from pearlboard.checking.suite import LAWS
from pearlboard.games.api import LessonStep, Verdict
from pearlboard.geometry import space
from pearlboard.table.lesson import Lesson
from pearlboard.texts import say
from support.examples import FOLDER, example
from support.lengths import soaked

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = {"wallrace": "wall-race", "dama": "dama"}
"""The folder of each by the name of its game."""
GUIDE = ROOT / "docs" / "games-that-move.md"
FILE = re.compile(r"^`wall-race/([\w/.]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STILL = "wait 3300"
KEPT = [(name, law) for name in EXAMPLES for law in LAWS]
LONG = [(name, law) for name, law in KEPT if (name, law.name) == ("dama", "computers")]
"""Laws that a soak alone looks at: the best player of Dama thinks long."""


def called(value):
    return getattr(value, "name", value)


@pytest.fixture(scope="module")
def packages():
    """Both, as their entry points name them."""
    with contextlib.ExitStack() as stack:
        yield {name: stack.enter_context(example(folder)) for name, folder in EXAMPLES.items()}


@pytest.fixture(scope="module")
def evidences(packages):
    """What was seen of each, played once for all laws."""
    return {name: Evidence(package) for name, package in packages.items()}


def test_the_guides_blocks_are_the_files():
    """All of them, and nothing else."""
    folder = FOLDER / EXAMPLES["wallrace"]
    files = {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert dict(FILE.findall(GUIDE.read_text(encoding="utf-8"))) == files


@pytest.mark.parametrize(("name", "law"), soaked(KEPT, [each for each in KEPT if each not in LONG]), ids=called)
def test_it_keeps_the_law(evidences, name, law):
    """As `check-game` says to who makes one."""
    law.check(evidences[name])


def played(package, levels, seed):
    """A game between these computer players: its outcome."""
    rules, bots = package.rules, package.players()
    state = rules.opening({"players": 2}, 1, None)
    numbers = count()
    while (outcome := rules.outcome(state)) is None:
        [seat] = rules.active(state)
        bot = bots[levels[seat - 1]].bot
        action = bot.think(rules.view(state, seat), 1000 * seed + next(numbers), 0).action
        state = rules.apply(state, seat, action)
    return outcome


@pytest.mark.parametrize(("name", "weak", "strong"), [("wallrace", "easy", "medium"), ("dama", "easy", "medium")])
def test_a_higher_level_plays_better(packages, name, weak, strong):
    """It wins three games of four, whoever begins."""
    won = sum(played(packages[name], (strong, weak), seed).winners == (1,) for seed in range(2))
    won += sum(played(packages[name], (weak, strong), seed).winners == (2,) for seed in range(2))
    assert won >= 3


# --- on a table


@pytest.fixture
def race(packages):
    """A race at Anna's first turn: all pawns stand there."""
    assert packages
    return GameTable().set_up("wallrace", 2).do("a2 a4 h2 h4 wait 500")


def test_a_race_is_set_up_stepped_and_walled(race):
    """By hands alone."""
    assert race.page()["sentence"] == "Anna: move a pawn, or lay one of your 6 walls."
    race.do(f"-a2 b2 {STILL}  g2-h2 {STILL}")
    assert race.page()["sentence"] == "Anna: move a pawn, or lay one of your 6 walls."
    assert race.page()["game"] == {"steps": {1: 7, 2: 7}, "walls": {1: 6, 2: 5}}
    assert [deed["text"] for deed in race.page()["log"]] == [
        "Anna goes from a2 to b2.",
        "Ben lays a wall between g2 and h2.",
    ]


def test_a_wall_that_cuts_off_is_refused_with_its_reason(race):
    for line in ("a1-b1", "g1-h1", "a2-b2", "g2-h2", "a3-b3", "g3-h3", "a4-b4", "g4-h4"):
        race.do(f"{line} {STILL}")
    race.do("a5-b5 wait 500")
    page = race.page()
    assert page["sentence"] == "A wall between a5 and b5 would cut Anna off from the goal: lift it."
    assert page["lift"] == ["a5-b5"]


def test_a_pawn_leaps_over_one_in_its_way(race):
    race.do(f"-a2 a3 {STILL} -h2 h3 {STILL} -a4 b4 {STILL} -h3 g3 {STILL}")
    race.do(f"-a3 a4 {STILL} -g3 f3 {STILL} -b4 c4 {STILL} -f3 e3 {STILL} -c4 d4 {STILL} -h4 g4 {STILL} -d4 d3 {STILL}")
    race.do(f"-e3 c3 {STILL}")
    assert race.page()["log"][-1]["text"] == "Ben goes from e3 to c3."


def test_dama_begins_with_twenty_pieces(packages):
    """Laid out on its files, or drawn at once."""
    assert packages
    table = GameTable().set_up("dama", 2)
    assert table.page()["sentence"] == "Lay out the pieces where the board is lit: 20 to go."


# --- dama, counted a second time


def enumerated(cells, seat, depth):
    """How many games of so many turns there are: written anew, on a list of rows, with other numbers for pieces.

    1 and 2 are men, 3 and 4 kings. Actions with the same start, end and captures are one.
    """
    if depth == 0:
        return 1
    total = 0
    for start, taken, end in actions(cells, seat):
        rows = [list(row) for row in cells]
        piece = rows[start[0]][start[1]]
        rows[start[0]][start[1]] = 0
        for row, column in taken:
            rows[row][column] = 0
        if piece < 3 and end[1] == (7 if seat == 1 else 0):
            piece += 2
        rows[end[0]][end[1]] = piece
        total += enumerated(rows, 3 - seat, depth - 1)
    return total


def actions(cells, seat):
    """Start, captures and end of each action."""
    quiet, chains = set(), set()
    for row in range(5):
        for column in range(8):
            piece = cells[row][column]
            if piece and piece % 2 == seat % 2:
                rows = [list(line) for line in cells]
                rows[row][column] = 0
                hops(rows, (row, column), (row, column), (), (0, 0), piece, seat, chains)
                quiet |= {((row, column), (), to) for to in slides(cells, row, column, piece, seat)}
    most = max((len(taken) for _, taken, _ in chains), default=0)
    return {chain for chain in chains if len(chain[1]) == most} or quiet


def headings(piece, seat):
    forward = 1 if seat == 1 else -1
    return [(0, forward), (1, 0), (-1, 0)] + ([(0, -forward)] if piece > 2 else [])


def slides(cells, row, column, piece, seat):
    for down, across in headings(piece, seat):
        far = 1
        while inside(row + far * down, column + far * across) and not cells[row + far * down][column + far * across]:
            yield row + far * down, column + far * across
            far += 1
            if piece < 3:
                break


def inside(row, column):
    return row in range(5) and column in range(8)


def hops(cells, start, place, taken, came, piece, seat, chains):
    for down, across in headings(piece, seat):
        if (down, across) == (-came[0], -came[1]) and came != (0, 0):
            continue
        far = 1
        while (
            piece > 2
            and inside(place[0] + far * down, place[1] + far * across)
            and not cells[place[0] + far * down][place[1] + far * across]
        ):
            far += 1
        over = (place[0] + far * down, place[1] + far * across)
        if not inside(*over) or not cells[over[0]][over[1]] or cells[over[0]][over[1]] % 2 == seat % 2:
            continue
        behind = (over[0] + down, over[1] + across)
        while inside(*behind) and not cells[behind[0]][behind[1]]:
            rows = [list(line) for line in cells]
            rows[over[0]][over[1]] = 0
            chain = tuple(sorted((*taken, over)))
            chains.add((start, chain, behind))
            hops(rows, start, behind, chain, (down, across), piece, seat, chains)
            if piece < 3:
                break
            behind = (behind[0] + down, behind[1] + across)


def cells_of(state):
    """The rows of a state."""
    rows = [[0] * 8 for _ in range(5)]
    for place, seat, king in state.pieces:
        rows[place.row][place.column] = seat + 2 * king
    return rows


def perft(package, state, depth):
    """How many games of so many turns there are, by the rules of the package."""
    if depth == 0:
        return 1
    view = package.rules.view(state, state.to_move)
    return sum(
        perft(package, package.rules.apply(state, state.to_move, action), depth - 1)
        for action in package.rules.legal(view)
    )


PERFT = {1: 5, 2: 25, 3: 189, 4: 1394}


def test_damas_figures_are_those_of_a_second_enumeration(packages):
    """From the beginning, four turns deep."""
    package = packages["dama"]
    start = package.rules.opening({"players": 2}, 1, None)
    counted = {depth: enumerated(cells_of(start), 1, depth) for depth in PERFT}
    assert counted == PERFT
    assert {depth: perft(package, start, depth) for depth in PERFT} == PERFT


def test_damas_actions_are_those_of_a_second_enumeration_in_whole_games(packages):
    """Kings, chains and ends, position by position."""
    package, rng, kings, chains = packages["dama"], Random(7), 0, 0
    for _ in range(12):
        state = package.rules.opening({"players": 2}, 1, None)
        while package.rules.outcome(state) is None:
            legal = package.rules.legal(package.rules.view(state, state.to_move))
            found = {
                (
                    (go.path[0].row, go.path[0].column),
                    tuple(sorted((place.row, place.column) for place in go.taken)),
                    (go.path[-1].row, go.path[-1].column),
                )
                for go in legal
            }
            assert found == actions(cells_of(state), state.to_move)
            assert len(found) == len(legal)
            kings += any(king for _, _, king in state.pieces)
            chains += any(len(go.taken) > 1 for go in legal)
            state = package.rules.apply(state, state.to_move, rng.choice(legal))
    assert kings > 100
    assert chains > 20


def test_a_lesson_moves_a_piece_on_the_board(packages):
    """What an answer takes off its place is not missing, and is asked for if it still lies there."""
    assert packages
    step = LessonStep(
        say("ask_waits"),
        say("ask_waits"),
        frozenset({space("d3")}),
        answers=(frozenset({space("e3")}),),
        lifts=(space("d3"),),
    )
    lesson = Lesson(packages["wallrace"], (step,)).seeing(step.lying)
    assert lesson.seeing(frozenset()).judged.put == frozenset()
    assert lesson.seeing(frozenset({space("d3"), space("e3")})).judged.lift == {space("d3")}
    assert lesson.seeing(frozenset({space("e3")})).judged.verdict is Verdict.LEGAL
