"""Harbour: a test game on the board, for two or three. Made only with what a game of somebody else may import.

All open the harbour. Then everybody has two turns: a boat in rows 3 to 5 stays where it is, a piece on the crane,
row 1, unloads a crate and is lifted again. Then all throw ropes on the quay, row 2, at once, until the tide is called:
a rope that lies there at that moment is a point for the seat of its column, a, b or c. Then all are paid.
"""

from dataclasses import dataclass, replace

from pearlboard.games import api
from pearlboard.games.api import TABLE, Button, Draft, Outcome, Piece, Reads, Undo, Verdict
from pearlboard.geometry import GRID, Space
from pearlboard.lights.scene import Scene
from pearlboard.lights.signals import lit
from pearlboard.texts import say

TOGETHER = {"closed": "open", "tide": "tide", "paying": "pay"}
UNDO = {"tide": Undo.NEVER, "pay": Undo.NEVER, "unload": Undo.AGREED}


@dataclass(frozen=True)
class Do:
    kind: str
    place: Space | None = None
    seen: tuple[tuple[Space, int], ...] = ()  # at the tide: ropes, and for how many milliseconds they had lain there


@dataclass(frozen=True)
class At:
    to_move: int
    points: tuple[int, ...]
    stage: str = "closed"
    boats: tuple[tuple[Space, int], ...] = ()
    turn: int = 1
    ropes: tuple[Space, ...] = ()
    viewer: int | str = TABLE  # of a view, which is all else that the state is: nothing here is hidden


class HarbourRules(api.Rules):
    def opening(self, setup, first, deal):
        return At(first, (0,) * setup["players"])

    def stage(self, view):
        return view.stage

    def active(self, state):
        return frozenset({state.to_move} if state.stage == "playing" else {TABLE} if state.stage in TOGETHER else ())

    def legal(self, view):
        if view.viewer == TABLE:
            return [Do(TOGETHER[view.stage])] if view.stage in TOGETHER else []
        mine = view.stage == "playing" and view.viewer == view.to_move
        return [Do("moor" if place.row else "unload", place) for place in GRID.spaces
                if mine and place.row != 1 and place not in dict(view.boats)]

    def apply(self, state, actor, action):
        self.may(self.view(state, actor), actor, replace(action, seen=()))
        if action.kind in ("open", "pay"):
            return replace(state, stage={"open": "playing", "pay": "over"}[action.kind], ropes=())
        if action.kind == "tide":
            ropes = tuple(place for place, _ in action.seen)
            points = [own + sum(rope.column == column for rope in ropes) for column, own in enumerate(state.points)]
            return replace(state, stage="paying", points=tuple(points), ropes=ropes)
        points = tuple(own + (seat == actor) for seat, own in enumerate(state.points, 1))
        boats = state.boats + (((action.place, actor),) if action.kind == "moor" else ())
        return replace(state, points=points, boats=boats, turn=state.turn + 1, to_move=actor % len(points) + 1,
                       stage="tide" if state.turn == 2 * len(points) else "playing")

    def undo(self, state, action):
        return UNDO.get(action.kind, Undo.ALONE)

    def outcome(self, state):
        return Outcome.by_points(dict(enumerate(state.points, 1))) if state.stage == "over" else None

    def encode(self, action):
        return [action.kind, action.place and str(action.place), [[str(place), ms] for place, ms in action.seen]]

    def decode(self, document):
        match document:
            case ["open" | "tide" | "pay" as kind, None, list(seen)]:
                return Do(kind, None, tuple((GRID.space(name), int(ms)) for name, ms in seen))
            case ["moor" | "unload" as kind, str(name), []]:
                return Do(kind, GRID.space(name))
        raise api.BadInput("action", "nobody does that in the harbour")


class HarbourOnBoard(api.OnBoard):
    def reads(self, view):
        return {"closed": Reads.CLEAR, "tide": Reads.NOTHING}.get(view.stage, Reads.PIECES)

    def expected(self, view):
        ropes = {rope: Piece("rope", rope.column + 1) for rope in view.ropes}
        return {place: Piece("boat", seat) for place, seat in view.boats} | ropes

    def lays(self, action):
        return frozenset({action.place} if action.kind == "moor" else ())

    def uses(self, action):
        return frozenset({action.place} if action.kind == "unload" else ())

    def draft(self, view, table, choices, *, confirms_itself):
        seat, extra = (view.to_move if view.stage == "playing" else None), table.extra
        berths = {action.place: action for action in HarbourRules().legal(replace(view, viewer=seat))}
        wrong = extra if len(extra) > 1 or not extra <= berths.keys() else frozenset()
        if wrong or (first := api.put_right(seat, table)) is not None:
            return Draft(seat, Verdict.ILLEGAL, say("harbour_wrong"), extra, lift=wrong) if wrong else first
        for place in extra:
            return Draft(seat, Verdict.LEGAL, say("harbour_playing"), extra, berths[place], complete=True)
        return Draft(seat, Verdict.UNFINISHED, say(f"harbour_{view.stage}"))

    def scene(self, view, moment):
        plain = super().scene(view, moment)
        quay = lit((place for place in GRID.spaces if place.row == 1 and view.stage == "tide"), "harbour_quay", 1)
        return Scene({**plain.lights, **quay}, "harbour_horn" if view.stage == "paying" else plain.cue)


class HarbourShown(api.Shown):
    def sentence(self, view, moment):
        return moment.draft.sentence if moment.draft is not None else say(f"harbour_{view.stage}")

    def buttons(self, view, moment):
        return [Button(do.kind, TABLE, do, say(f"harbour_{do.kind}"), main=True) for do in HarbourRules().legal(view)]

    def told(self, view, seat, action):
        return say(f"harbour_{action.kind}", place=action.place)


def frozen(view, action, seen):
    return Do("tide", seen=tuple((place, ms) for place, ms in seen.items() if getattr(place, "row", 0) == 1))


EN = {"title": "Harbour", "closed": "All ready?", "playing": "Sail.", "tide": "Tide!", "paying": "All are paid.",
      "over": "Over.", "wrong": "Put it right.", "open": "Open", "pay": "Pay",
      "moor": "A boat at {place}.", "unload": "A crate."}
WORDS = {"en": EN, "fr": {**EN, "title": "Le port", "tide": "Marée !", "open": "Ouvrir"}}
PACKAGE = api.Package(
    "harbour", say("harbour_title"), range(2, 4), HarbourRules(), HarbourShown(), HarbourOnBoard(), levels=("random",),
    freezing=api.Freezing(lambda action: action.kind == "tide", frozen),
    words={lang: {f"harbour_{name}": text for name, text in texts.items()} for lang, texts in WORDS.items()},
    looks={"roles": {"harbour_quay": {"high": 0.4, "motion": "breathe"}}, "cues": {"harbour_horn": [[220, 300]]}},
    players=lambda: {"random": api.Computer(api.ByChance(HarbourRules()))})
