"""Faults planted in copies of whole games, by an edit of their source: `check-game` finds each and names it."""

import sys
import time
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from other_games import auction, harbour, march
from pearlboard.games.api import Lessons, LessonStep
from pearlboard.games.registry import GAMES
from pearlboard.geometry import space
from pearlboard.texts import say
from support import lamps
from support.evidences import problem, problems

pytestmark = pytest.mark.slow

PLANTED = [
    (harbour, "junk", "raises KeyError", 'api.BadInput("action", "nobody does that in the harbour")', 'KeyError("no")'),
    (harbour, "texts", "cannot be said in 'en': KeyError", "A boat at {place}.", "A boat at {palce}."),
    (
        harbour,
        "pieces",
        "neither `lays` nor `moves` names it",
        '({action.place} if action.kind == "moor" else ())',
        "()",
    ),
    (harbour, "drafts", "nor `uses` of its action", '({action.place} if action.kind == "unload" else ())', "()"),
    (harbour, "drafts", "neither what to `lift` nor", "extra, lift=wrong)", "extra)"),
    (harbour, "drafts", "KeyError", "if len(extra) > 1 or not extra <= berths.keys() else", "if len(extra) > 1 else"),
    (harbour, "drafts", "lacks: the draft is to ask for it", "api.put_right(seat, table)", "None"),
    (harbour, "ends", "is not by seat", "dict(enumerate(state.points, 1))", "dict(enumerate(state.points))"),
    (harbour, "ends", "may act, and `sample` has nothing", "frozenset({state.to_move} if", "frozenset({1} if"),
    (harbour, "lights", "the role 'harbour_quai'", '"harbour_quay", 1)', '"harbour_quai", 1)'),
    (harbour, "lights", "the cue 'harbour_horn'", '"cues": {"harbour_horn": [[220, 300]]}', '"cues": {}'),
    (harbour, "encodings", "[]] of seat", "Do(kind, GRID.space(name))", 'Do(kind, GRID.space(name + "0"))'),
    (auction, "quiet", "tells what was dealt", "deck: tuple[int, ...] = field(repr=False)", "deck: tuple[int, ...]"),
    (lamps, "hidden", "sees which Bid", "frozenset(state.bids),", "frozenset(state.bids.items()),"),
    (auction, "legal", "who may not act", '"bidding" and view.viewer not in view.sealed', '"bidding"'),
    (
        auction,
        "screens",
        "offers TABLE what may not be done",
        'go = view.stage == "looking" and view.looked',
        'go = view.stage == "looking"',
    ),
    (auction, "pure", "changes the state", "{**state.hands, actor: last}", "_put(state.hands, actor, last)"),
    (auction, "screens", "`private` is no JSON", '{"card": own.card, ', '{"card": {own.card}, '),
    (auction, "strangers", "`Secrets.common` of seat", "RULES.view(state, TABLE),", "RULES.view(state, seat),"),
    (auction, "computers", "plays differently", "api.ByChance(RULES)", "Moody(RULES)"),
    (auction, "package", "nobody calls", "def undo(", "def take_back("),
    (auction, "strangers", "`Timed.timer`", 'if state.stage == "bidding" else None', "if state.hands[1] > 6 else None"),
    (lamps, "advice", "guesser was asked for advice on what all may know", "[Bid(None)] if hidden else ", ""),
    (march, "pieces", "is expected there after it", "pieces.pop(action.path[0])", "pieces[action.path[0]]"),
    (march, "pieces", "`moves` does not take that away", "dict.fromkeys(action.taken) | {", "{"),
    (march, "pieces", "where none was expected", "{action.path[0]: action", "{action.path[-1]: action"),
    (
        march,
        "drafts",
        "`open_actions` does not name it",
        "MARCH.legal(replace(view, viewer=view.to_move))",
        "MARCH.legal(view)",
    ),
    (march, "drafts", "is illegal: it is illegal", "self.open_actions(view), turn=", "(), turn="),
    (march, "hands", "half done", "api.read_draft(self", "_at_once(self"),
    (march, "owed", "does not ask", "api.read_draft(self", "_never_asks(self"),
    (march, "drafts", "half done", "api.read_draft(self", "_at_once(self"),
    (lamps, "replays", "the replay shows nothing", "for place, seat in state.lamps.items()}", "for place, seat in ()}"),
]
BESIDES = """

def _at_once(board, seat, table, actions, **said):
    draft = api.read_draft(board, seat, table, actions, **said)
    halfway = draft.targets or draft.verdict is api.Verdict.UNFINISHED
    halfway = halfway and table.in_hand and draft.verdict is not api.Verdict.LEGAL
    return replace(draft, verdict=api.Verdict.ILLEGAL, lift=table.extra, put=table.in_hand) if halfway else draft


def _never_asks(board, seat, table, actions, **said):
    return api.read_draft(board, seat, replace(table, owed=frozenset(), must_lift=frozenset()), actions, **said)


def _put(hands, seat, card):
    hands[seat] = card
    return hands


class Moody(api.ByChance):
    moods = 0

    def think(self, knowledge, seed, simulations=0, go_on=lambda: True):
        Moody.moods += 1
        return super().think(knowledge, seed + self.moods, simulations, go_on)


"""
"""What some of the faults need, before the package."""


@pytest.fixture
def planted(monkeypatch):
    """A copy of a game's module in which one text is another: its package is among the games."""
    added = []

    def plant(game, old, new):
        source = Path(game.__file__).read_text(encoding="utf-8")
        assert old in source, "the game has changed: plant the fault elsewhere"
        package = "PACKAGE" if "\nPACKAGE = " in source else "LAMPS"
        head, tail = source.replace(old, new).split(f"\n{package} = ")
        module = ModuleType("planted")
        monkeypatch.setitem(sys.modules, "planted", module)
        exec(f"{head}{BESIDES}{package} = {tail}", vars(module))
        GAMES.add(vars(module)[package])
        added.append(vars(module)[package].name)
        return vars(module)[package]

    yield plant
    for name in added:
        GAMES.remove(name)


@pytest.mark.parametrize(("game", "law", "words", "old", "new"), PLANTED, ids=[f"{row[1]}-{row[4]}" for row in PLANTED])
def test_a_planted_fault_is_found(planted, game, law, words, old, new):
    """By the law that it breaks."""
    assert words in problem(planted(game, old, new), law)


@pytest.mark.parametrize("game", [harbour, auction, lamps], ids=["harbour", "auction", "lamps"])
def test_a_small_game_is_sound_and_checked_in_under_twenty_seconds(planted, game):
    """Of the processor's time: a busy machine is no slow suite."""
    began = time.process_time()
    assert problems(planted(game, "\n", "\n")) == {}
    assert time.process_time() - began < 20


def test_an_error_in_a_game_names_the_action_and_the_reason(planted):
    """Whoever reads it can do the same again."""
    found = problems(planted(harbour, "points = tuple(own +", "points = tuple(own // (5 - action.place.column) +"))
    assert found["ends"].startswith("ZeroDivisionError in ")
    assert found["ends"].endswith(" of seat 1)") or found["ends"].endswith(" of seat 2)")
    assert '["moor", "f' in found["ends"] or '["unload", "f' in found["ends"]


# --- lessons and puzzles -----------------------------------------------------------------------------------------

LAY = {"name": "lay", "task": "lay", "text": "Lay one.", "done": "Well.", "answers": [["a1"]]}
PICK = {"name": "pick", "task": "pick", "text": "Which?", "done": "Yes.", "choices": ["this", "that"], "right": 1}
HEAR = {"name": "hear", "task": "refused", "text": "Try.", "done": "So.", "answers": [["h5"]], "refused": {"h5": "No."}}
ON_BOARD = LessonStep(say("lamps_lay"), say("lamps_over", count=1), answers=(frozenset({space("a1")}),))


def taught(first, board=(), **more):
    """Lamps with such a lesson."""
    return replace(lamps.LAMPS, lessons=Lessons(lambda _: {"first": first, **more}, lambda: board))


@pytest.fixture(autouse=True)
def without_lamps():
    """What a test has added is taken away again."""
    yield
    GAMES.remove("lamps")


def lesson_problem(package):
    GAMES.add(package)
    return problem(package, "lessons")


def test_a_lesson_of_needed_keys_alone_is_sound():
    """All other keys may be left out."""
    assert lesson_problem(taught([LAY, PICK, HEAR], [ON_BOARD])) == "nothing"


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ([LAY, {**PICK, "text": ""}], "first[1].text: a step needs it"),
        ([{key: LAY[key] for key in ("name", "task", "text", "done")}], "first[0].answers: a step whose task is 'lay'"),
        ([{**HEAR, "refused": {}}], "first[0].refused"),
        ([{**LAY, "task": "play"}], "first[0].task: 'play' is none of lay, refused, pick"),
        ([LAY, LAY], "two steps have the same name"),
        ([{**LAY, "answers": [["a9"]]}], "first[0] (lay) names what is no site of the board: a9"),
        ([{**LAY, "refused": {"a1": "No."}}], "first[0] (lay) cannot be solved"),
        ([{**HEAR, "refused": {"a1": "No."}}], "does not say what the rules say to h5"),
        ([{**PICK, "right": 2}], "`right` is 2, and there are 2 choices"),
        ([{**PICK, "wrong": ["no"]}], "there are 2 choices, and `wrong` speaks of 1"),
        ([], "there are `first`, which has steps"),
    ],
)
def test_what_a_step_lacks_is_named_with_its_key(first, words):
    """And which step it is."""
    assert words in lesson_problem(taught(first))


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (replace(ON_BOARD, answers=()), "has neither `answers` nor `choices`"),
        (replace(ON_BOARD, lying=frozenset({space("a1")})), "the answer a1 lies there before"),
        (replace(ON_BOARD, choices=(say("lamps"), say("lamps_lay"))), "`right` is None"),
        (replace(ON_BOARD, said=say("lamps_nowhere")), "'lamps_nowhere' is not said in 'en'"),
    ],
)
def test_a_lesson_on_the_board_is_played_through(step, words):
    """What is right must be right there, too."""
    assert words in lesson_problem(taught([LAY], [step]))
