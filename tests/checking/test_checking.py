"""The suite for games finds what is wrong with one: each fault is planted in a small game that is sound otherwise."""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from pearlboard.checking import evidence
from pearlboard.checking.evidence import Evidence, LawBroken
from pearlboard.checking.suite import LAWS
from pearlboard.checking.table import take_back
from pearlboard.cli import main
from pearlboard.games.api import Asides, Choices, Computer, Peeking, Picks, Picture, Reviewing, shape
from pearlboard.games.bots import Candidate, Chances, Outlook, Thought
from pearlboard.games.registry import GAMES
from pearlboard.games.rules import NOTHING_SECRET
from pearlboard.games.values import TABLE, Button, Draft, Outcome, Piece, ReplayFrame, Verdict
from pearlboard.geometry import corner, space
from pearlboard.lights.scene import Mark, Scene
from pearlboard.texts import say
from support.evidences import problem, problems
from support.lamps import CARDS, LAMPS, Bid, Guesser, LampBoard, LampRules, LampShown, Lay, Skip, State, TurnUp, View
from support.lengths import at_length

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def fewer_games(monkeypatch):
    """Enough of them to find all that is planted here; in make soak as many as `check-game` plays."""
    monkeypatch.setattr(evidence, "GAMES_IN_ALL", at_length(evidence.GAMES_IN_ALL, 8))


@pytest.fixture
def table():
    """Games can be put on the table: `table(rules=…)` is the small one with other parts."""

    def put(**parts):
        package = replace(LAMPS, **parts)
        GAMES.add(package)
        return package

    yield put
    GAMES.remove(LAMPS.name)


def parts(name, fault):
    """What is wrong of a game: a class for its part of that name, or capabilities by theirs."""
    return fault if isinstance(fault, dict) else {name: fault()}


def called(value):
    return "-".join(value) if isinstance(value, dict) else getattr(value, "__name__", "")


def test_all_that_a_game_does_is_met_in_the_games_that_are_looked_at(table):
    """Every kind of action, several at once, a time that runs out, every number of players."""
    games = Evidence(table()).games
    happened = [happening for played in games for happening in played.happened]
    assert {type(happening.action) for happening in happened if happening.actor is not None} == {Bid, TurnUp, Lay, Skip}
    assert any(happening.actor is None for happening in happened)
    assert {played.players for played in games} == {1, 2, 3, 4, 5, 6}


# --- faults of the rules -----------------------------------------------------------------------------------------


class Endless(LampRules):
    def outcome(self, state):  # noqa: ARG002
        return None

    def active(self, state):
        return frozenset({1}) if state.stage == "over" else super().active(state)

    def legal(self, view):
        return [Skip()] if view.stage == "over" else super().legal(view)

    def apply(self, state, actor, action):
        return state if state.stage == "over" else super().apply(state, actor, action)


class StuckGame(LampRules):
    def active(self, state):
        return frozenset() if state.stage == "turning" else super().active(state)


class NoPlaces(LampRules):
    def outcome(self, state):
        found = super().outcome(state)
        return None if found is None else Outcome({1: 1}, found.points)


class Changing(LampRules):
    """The lamps of all states are one mapping."""

    def apply(self, state, actor, action):
        if isinstance(action, Lay) and state.stage == "laying":
            self.may(self.view(state, actor), actor, action)
            state.lamps[action.space] = actor
            return super().apply(state, actor, Skip())
        return super().apply(state, actor, action)


class ByChance(LampRules):
    dice = Random(1)

    def apply(self, state, actor, action):
        after = super().apply(state, actor, action)
        return replace(after, to_lay=self.dice.randint(1, after.setup.players)) if isinstance(action, TurnUp) else after


class MayTooLittle(LampRules):
    """`apply` is better than its word: it plays what `may` refuses."""

    def may(self, view, actor, action):
        super().may(view, actor, action)
        if isinstance(action, Skip) and view.round == 0:
            super().may(view, actor, TurnUp())

    def apply(self, state, actor, action):
        if isinstance(action, Skip) and state.stage == "laying":
            return super().apply(replace(state, round=1), actor, action)
        return super().apply(state, actor, action)


class OffersTooMuch(LampRules):
    def legal(self, view):
        found = super().legal(view)
        return [*found, Bid(99)] if view.stage == "bidding" and found else found


class OffersOutOfTurn(LampRules):
    def legal(self, view):
        return super().legal(replace(view, viewer=view.to_lay)) if view.stage == "laying" else super().legal(view)


class WordsForUndo(LampRules):
    def undo(self, state, action):
        return f"{super().undo(state, action)}!"


class ForgetsTheCard(LampRules):
    """Whatever was bid is read as the lowest bid there is."""

    def decode(self, document):
        action = super().decode(document)
        return Bid(max(CARDS) + 1 - action.card) if isinstance(action, Bid) and action.card else action


class TakesAnything(LampRules):
    def decode(self, document):
        return Skip() if document is None else super().decode(document)


@dataclass(frozen=True)
class WithState(View):
    whole: State = field(default=None, compare=False)


class GivesTheState(LampRules):
    def view(self, state, viewer):
        seen = super().view(state, viewer)
        return WithState(**{name: getattr(seen, name) for name in View.__dataclass_fields__}, whole=state)


class NeverTheSame(LampRules):
    def view(self, state, viewer):
        return replace(super().view(state, viewer), round=object())


@dataclass(frozen=True)
class Loud(State):
    def __repr__(self):
        return f"Loud({self.hands})"


class Prints(LampRules):
    def opening(self, setup, first, deal):
        opened = super().opening(setup, first, deal)
        return Loud(opened.setup, opened.hands)


class OpenBids(LampRules):
    """All see what was bid, though `public` says that nobody does."""

    def view(self, state, viewer):
        return replace(super().view(state, viewer), have_bid=frozenset(state.bids.items()))


@dataclass(frozen=True)
class Again(Bid):
    """Another card in the place of the one that was bid."""


SAID_AGAIN = Asides(
    lambda action: isinstance(action, Again),
    lambda view: map(Again, sorted(view.hand)) if view.stage == "bidding" and view.bid is not None else (),
)


class SaysAgain(LampRules):
    def apply(self, state, actor, action):
        if isinstance(action, Again):
            return replace(state, bids={**state.bids, actor: action.card})
        return super().apply(state, actor, action)


class Boasts(SaysAgain):
    """How often somebody has thought again is seen by all."""

    def apply(self, state, actor, action):
        after = super().apply(state, actor, action)
        return replace(after, round=after.round + 1) if isinstance(action, Again) else after


class BoastsLater(SaysAgain):
    """Not at once: as soon as somebody else has bid."""

    def view(self, state, viewer):
        seen = super().view(state, viewer)
        sealed = frozenset(seat for seat in state.bids if len(state.bids) < 2 or state.bids[seat] < 15)
        return replace(seen, have_bid=sealed)


def wrong_error(document):
    return LAMPS.options.decode({"players": document["players"], "rounds": document["rounds"]})


WRONG_ERROR = {"options": replace(LAMPS.options, decode=wrong_error)}
OPEN_BY_NAME = {"secrets": NOTHING_SECRET}
"""Cards are dealt, and the package says nothing of secrets."""
UNGUARDED = {"secrets": replace(LAMPS.secrets, hangs_on_secret=lambda _view, _action: False)}
"""Any page may bid for a seat without a phone, and is told which cards it has not."""


def same_colours(setup):
    return {2: 1} if setup.players > 1 else {}


class Misspelt(LampRules):
    def end_turn(self, action):  # noqa: ARG002
        return True


class OfContractOne(LampRules):
    """Written when a timer was a method of the rules."""

    def timer(self, state):  # noqa: ARG002
        return None


RULES = [
    (Misspelt, "package", "nobody calls `Misspelt.end_turn`: spell it as in `Rules`"),
    (OfContractOne, "package", "nobody calls `OfContractOne.timer`"),
    (Endless, "ends", "has not ended after 3000 actions"),
    (StuckGame, "ends", "nobody can go on at the stage 'turning'"),
    (NoPlaces, "ends", "is not by seat"),
    (Changing, "pure", "changes the state that it is played in"),
    (ByChance, "pure", "is played twice in the same state"),
    (MayTooLittle, "legal", "Skip is open to seat"),
    (OffersTooMuch, "ends", "`apply` refuses what `sample` offers seat"),
    (OffersOutOfTurn, "legal", "`sample` has an action for seat"),
    (WordsForUndo, "undo", "is none of alone, agreed, never"),
    (ForgetsTheCard, "encodings", "Bid that is read back is another action"),
    (TakesAnything, "junk", "`decode` takes None"),
    (WRONG_ERROR, "junk", "`options.decode` of None raises TypeError, not `BadInput`"),
    (GivesTheState, "knowledge", "the view of TABLE holds the whole state"),
    (NeverTheSame, "knowledge", "two views of TABLE of the same state are not equal"),
    (Prints, "quiet", "`repr` of a state tells what was dealt in secret"),
    (OpenBids, "hidden", "sees which Bid seat"),
    (OPEN_BY_NAME, "knowledge", "seat 1 knows what TABLE does not, and the game has no `Secrets`"),
    (UNGUARDED, "strangers", "without seeing what is hidden is answered done or lamps_no_card, as that is"),
    ({"rules": Boasts(), "asides": SAID_AGAIN}, "asides", "TABLE tells whether seat"),
    ({"rules": BoastsLater(), "asides": SAID_AGAIN}, "asides", "TABLE tells whether seat"),
    ({"asides": replace(SAID_AGAIN, some=lambda _: ())}, "asides", "`asides.some` never offered any of it"),
    ({"picks": Picks((), same_colours)}, "agreement", "have the same colour"),
]


def test_what_is_said_aside_well_is_sound(table):
    """So the faults of it below are the ones that were planted."""
    assert problems(table(rules=SaysAgain(), asides=SAID_AGAIN)) == {}


@pytest.mark.parametrize(("rules", "law", "words"), RULES, ids=called)
def test_a_fault_of_the_rules_is_found(table, rules, law, words):
    """By the law that it breaks, in words that say what it is."""
    assert words in problem(table(**parts("rules", rules)), law)


class Remembers(LampRules):
    """It counts, beside the state, how often a lamp was laid in it: at the game, by `decide`, by `evolve`, no more."""

    def __init__(self):
        self.laid = Counter()

    def apply(self, state, actor, action):
        after = super().apply(state, actor, action)
        self.laid[repr(state), action] += isinstance(action, Lay)
        return replace(after, lamps=state.lamps) if self.laid[repr(state), action] > 3 else after


def test_what_is_done_again_after_it_was_taken_back_must_be_the_same(table):
    """A game may remember nothing beside its state."""
    with pytest.raises(LawBroken, match="Lay was taken back, and done again it is something else: TABLE sees it"):
        take_back(Evidence(table(rules=Remembers())))


# --- faults on the board -----------------------------------------------------------------------------------------


class OffTheBoard(LampBoard):
    def expected(self, view):  # noqa: ARG002
        return {corner("a1+"): Piece("lamp")}


class LaysElsewhere(LampBoard):
    def lays(self, action):
        return frozenset({space("h5")}) if isinstance(action, Lay) else frozenset()


class PlaysNothing(LampBoard):
    def draft(self, view, table, choices, *, confirms_itself):
        if view.to_lay is not None and not table.extra and not table.missing:
            return Draft(view.to_lay, Verdict.LEGAL, say("lamps_lay"), action=Skip(), complete=True)
        return super().draft(view, table, choices, confirms_itself=confirms_itself)


class MindsNothing(LampBoard):
    def draft(self, view, table, choices, *, confirms_itself):
        whole = replace(table, expected=table.expected & table.sensed)
        return super().draft(view, whole, choices, confirms_itself=confirms_itself)


class ReadsAnother(Choices):
    def action(self, own, draft, choice):  # noqa: ARG002
        return Lay(space("a1"))


class NeverLegal(LampBoard):
    def draft(self, view, table, choices, *, confirms_itself):
        found = super().draft(view, table, choices, confirms_itself=confirms_itself)
        return replace(found, verdict=Verdict.UNFINISHED) if found.verdict is Verdict.LEGAL else found


class UnknownRole(LampBoard):
    def scene(self, view, moment):  # noqa: ARG002
        return Scene({place: Mark("sparkle", seat) for place, seat in view.lamps.items()})


class UnknownCue(LampBoard):
    def scene(self, view, moment):  # noqa: ARG002
        return Scene({}, "fanfare")


@pytest.mark.parametrize(
    ("board", "law", "words"),
    [
        (OffTheBoard, "pieces", "`expected` names what is no site of the board: a1+"),
        (LaysElsewhere, "pieces", "Lay lays a piece on h5, where none is expected after it"),
        (PlaysNothing, "drafts", "it may never be played"),
        (MindsNothing, "drafts", "lacks: the draft is to ask for it"),
        (
            {"choices": ReadsAnother()},
            "drafts",
            "neither `lays` nor `moves` nor `uses` of its action names the piece on",
        ),
        (NeverLegal, "drafts", "exactly what Lay does lies there, and the draft is not legal: it is unfinished"),
        (UnknownRole, "lights", "the role 'sparkle', which has no look"),
        (UnknownCue, "lights", "the cue 'fanfare', which has no sound"),
    ],
    ids=called,
)
def test_a_fault_on_the_board_is_found(table, board, law, words):
    """By the law that it breaks, in words that say what it is."""
    assert words in problem(table(**parts("board", board)), law)


# --- faults of what is shown -------------------------------------------------------------------------------------


class Unsaid(LampShown):
    def sentence(self, view, moment):  # noqa: ARG002
        return say("lamps_nowhere")


class ShowsSets(LampShown):
    def screen(self, view, moment):  # noqa: ARG002
        return {"have_bid": view.have_bid}


class WrongButton(LampShown):
    def buttons(self, view, moment):  # noqa: ARG002
        return [Button("turn_up", TABLE, TurnUp(), say("lamps_turn_up"))] if view.stage == "bidding" else []


class RefusedButton(LampShown):
    def buttons(self, view, moment):  # noqa: ARG002
        return [Button("skip", TABLE, Skip(), say("lamps_turn_up"))] if view.stage == "turning" else []


def without_card(_before, seat, _action):
    return say("lamps_told_card", seat=seat)


def frames_left_out(course):
    yield from (frame for frame in FINISHED.frames(course) if frame.seat != 1)


def frames_of_sets(course):
    for frame in FINISHED.frames(course):
        yield ReplayFrame(frame.kind, frame.said, frame.scene, frame.seat, frame.turn, {"shown": {1, 2}})


def draws_a_script(_course):
    return Picture(board=(shape("script", "alert(1)"),))


FINISHED = LAMPS.finished
WITHOUT_CARD = {"finished": replace(FINISHED, retold=without_card)}
LEAVES_FRAMES_OUT = {"finished": replace(FINISHED, frames=frames_left_out)}
FRAMES_OF_SETS = {"finished": replace(FINISHED, frames=frames_of_sets)}
DRAWS_A_SCRIPT = {"finished": replace(FINISHED, picture=draws_a_script)}


@pytest.mark.parametrize(
    ("shown", "law", "words"),
    [
        (Unsaid, "texts", "'lamps_nowhere' is not said in 'en'"),
        (WITHOUT_CARD, "texts", "'lamps_told_card' cannot be said in 'en': KeyError"),
        (ShowsSets, "screens", "`screen` is no JSON"),
        (WrongButton, "screens", "a button is for TABLE, who may not act (TurnUp)"),
        (RefusedButton, "screens", "a button offers TABLE what may not be done: Skip, not_now"),
        (LEAVES_FRAMES_OUT, "replays", "frames with a seat, or not those of these seats in order"),
        (FRAMES_OF_SETS, "replays", "`frames` is no JSON"),
        (DRAWS_A_SCRIPT, "replays", "<script> cannot be drawn"),
    ],
    ids=called,
)
def test_a_fault_of_what_is_shown_is_found(table, shown, law, words):
    """By the law that it breaks, in words that say what it is."""
    assert words in problem(table(**parts("shown", shown)), law)


def test_a_sentence_that_is_missing_in_one_language_is_found(table):
    """Pages would say it in English."""
    words = {**LAMPS.words, "fr": {name: said for name, said in LAMPS.words["fr"].items() if name != "lamps_lay"}}
    said = "'lamps_lay' is not said in 'fr': it stands in no catalogue of that language"
    assert problems(table(words=words)) == {"texts": said, "advice": said}


def test_only_the_laws_that_are_named_are_looked_at(table, capsys):
    """While one is mended, the others take time; a name that is none is a line that tells all."""
    table(board=UnknownRole())
    assert main(["check-game", "lamps", "--only", "texts", "--only", "lights"]) == 1
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()] == [["!!", "lights"], ["ok", "texts"]]
    with pytest.raises(SystemExit):
        main(["check-game", "lamps", "--only", "light"])
    assert "'lights'" in capsys.readouterr().err


# --- faults of players and of the package ------------------------------------------------------------------------


class Cheat(Guesser):
    def think(self, knowledge, seed, simulations, go_on=lambda: True):
        thought = super().think(knowledge, seed, simulations, go_on)
        return Thought(Bid(99), 0.5, 1.0) if isinstance(thought.action, Bid) else thought


class Moody(Guesser):
    moods = 0

    def think(self, knowledge, seed, simulations, go_on=lambda: True):
        type(self).moods += 1
        return super().think(knowledge, seed + self.moods, simulations, go_on)


@pytest.mark.parametrize(
    ("parts", "law", "words"),
    [
        (
            {"players": lambda: {"guesser": Computer(Cheat())}},
            "computers",
            "guesser on seat 1 plays what is refused: Bid",
        ),
        (
            {"players": lambda: {"guesser": Computer(Moody())}},
            "computers",
            "guesser plays differently when asked the same",
        ),
        ({"levels": ("easy",)}, "package", "no computer player is called 'easy'"),
        ({"reviewing": Reviewing("nobody")}, "package", "no computer player is called 'nobody'"),
        ({"options": replace(LAMPS.options, variants=({"rounds": 7},))}, "agreement", "BadSetup"),
        ({"secrets": replace(LAMPS.secrets, private=lambda own, *_: {"own": own})}, "screens", "`private` is no JSON"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_fault_of_the_package_is_found(table, parts, law, words):
    """By the law that it breaks, in words that say what it is."""
    assert words in problem(table(**parts), law)


class Unfair:
    """A judge that gives everybody all of a game."""

    def outlook(self, knowledge, seed, simulations, go_on=lambda: True):  # noqa: ARG002
        return Outlook({1: Chances(1.0, 0.0), 2: Chances(1.0, 0.0)})

    def weigh(self, knowledge, actions, seed, simulations, go_on=lambda: True):  # noqa: ARG002
        return Thought(actions[0], 0.5, 0.0)


class Careless(Unfair):
    """A judge that weighs what nobody asked about."""

    def outlook(self, knowledge, seed, simulations, go_on=lambda: True):  # noqa: ARG002
        return Outlook({1: Chances(1.0, 0.0)})

    def weigh(self, knowledge, actions, seed, simulations, go_on=lambda: True):  # noqa: ARG002
        return Thought(actions[0], 0.5, 0.0, candidates=(Candidate("nothing", 1, 0.5, 0.0),))


@pytest.mark.parametrize(
    ("judge", "words"), [(Unfair, "together it is 1"), (Careless, "weighs actions that it was not asked about")]
)
def test_a_judge_who_gives_more_than_a_game_is_found(table, judge, words):
    """Or who weighs anything else."""
    assert words in problem(table(reviewing=Reviewing("guesser", judge)), "hindsight")


def test_what_goes_wrong_in_a_game_is_told_by_its_place_and_the_rest_is_still_looked_at(table):
    """Whoever writes the game wants to know where."""
    found = problems(table(peeking=Peeking(lambda _: 1 // 0)))
    assert found.keys() == {"pieces"}
    assert found["pieces"].startswith("ZeroDivisionError in test_checking.py, line ")


def test_where_no_game_can_be_played_the_law_that_says_so_comes_first(table):
    """The others say that they could not be looked at."""
    found = problems(table(rules=StuckGame()))
    assert next(iter(found)) == "ends"
    assert found["drafts"] == "it cannot be looked at: no game could be played to its end"


# --- the command -------------------------------------------------------------------------------------------------


def test_the_command_says_a_line_for_each_law(table, capsys):
    """0 if all are kept, 1 if one is not, 2 if there is no such game. So whatever is found above was planted."""
    table()
    assert main(["check-game", "lamps"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["ok", law.name] for law in LAWS]
    table(board=UnknownRole())
    assert main(["check-game", "lamps"]) == 1
    printed = capsys.readouterr()
    assert [line.split()[1] for line in printed.out.splitlines() if not line.startswith("ok  ")] == ["lights"]
    assert printed.err == ""


def test_a_game_that_is_not_there_is_one_line(capsys):
    """And exit code 2."""
    assert main(["check-game", "chess"]) == 2
    assert capsys.readouterr() == ("", "pearlboard: game: The game chess is not installed here.\n")
