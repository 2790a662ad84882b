"""Laws of what is secret: who sees what, and what is printed."""

import pickle
import re
from dataclasses import replace
from random import Random
from typing import Final

from pearlboard.checking.evidence import Evidence, Happening, Played, named, open_to, sent, views
from pearlboard.checking.laws import broken
from pearlboard.games.api import TABLE, GameAction, GameView, Package, Undo
from pearlboard.games.rules import NOTHING_SECRET

ADDRESS: Final = re.compile(r" at 0x[0-9a-f]+")
OTHERS: Final = 400
"""The most actions that are compared with one that was played."""


def knowledge(evidence: Evidence) -> None:
    """A view is all that a computer gets: it can be sent, is equal to itself, and holds neither state nor deal."""
    rules, hides = evidence.rules, evidence.package.secrets is not NOTHING_SECRET
    for played in evidence.games:
        for state in played.states:
            for viewer, seen in views(rules, state, played.players).items():
                if seen != rules.view(state, viewer):
                    broken(f"two views of {named(viewer)} of the same state are not equal")
                if _holds(seen, (state, played.deal)):
                    broken(f"the view of {named(viewer)} holds the whole state, or the deal")
                if sent(seen) != seen:
                    broken(f"a view of {named(viewer)} is another one after it was sent")
                if not hides and not _all_may_know(seen, rules.view(state, TABLE)):
                    broken(f"{named(viewer)} knows what TABLE does not, and the game has no `Secrets`")
            if not isinstance(rules.stage(rules.view(state, TABLE)), str):
                broken("a stage is to be a word")


def _all_may_know(seen: GameView, common: GameView) -> bool:
    """Whether two views differ in nothing but in whose they are; True of those that do not say whose they are."""
    try:
        return bool(replace(seen, viewer=TABLE) == common)
    except TypeError:
        return True


class _Looking(pickle.Pickler):
    """Sees every object that is in another."""

    def __init__(self, wanted: tuple[object, ...]) -> None:
        super().__init__(_Nowhere())
        told = (each for each in wanted if not isinstance(each, int | str | bytes | float | type(None)))
        self._wanted = {id(each): each for each in told}
        self.found = False

    def persistent_id(self, each: object) -> object:
        """Asked for each object before it is written."""
        self.found = self.found or id(each) in self._wanted
        return "found" if self.found else None


class _Nowhere:
    def write(self, _: bytes) -> None:
        """Keep nothing."""


def _holds(seen: object, wanted: tuple[object, ...]) -> bool:
    looking = _Looking(tuple(each for each in wanted if each != ()))
    looking.dump(seen)
    return looking.found


def quiet(evidence: Evidence) -> None:
    """A state prints nothing of what was dealt: of two deals the same is printed."""
    rules = evidence.rules
    for played in evidence.few:
        if played.deal is None:
            continue
        for seed in range(5):
            deal = evidence.package.dealt.deal(played.setup, Random(seed))
            printed = {ADDRESS.sub("", repr(rules.opening(played.setup, 1, each))) for each in (played.deal, deal)}
            if len(printed) > 1:
                broken("`repr` of a state tells what was dealt in secret")


def hidden(evidence: Evidence) -> None:
    """Two actions that look the same to all, and can be taken back alone, leave everybody else with equal views."""
    for played in evidence.few:
        for happening in played.acts:
            if happening.actor != TABLE:
                _hides(evidence.package, played, happening)


def _hides(package: Package, played: Played, happening: Happening) -> None:
    rules, told = package.rules, _looks(package, happening.action)
    if told is None or rules.undo(happening.before, happening.action) is not Undo.ALONE:
        return
    actor = happening.actor or TABLE
    played_as = rules.encode(happening.action)
    for other in open_to(rules, rules.view(happening.before, actor), OTHERS, map(Random, range(10))):
        if rules.encode(other) == played_as or _looks(package, other) != told:
            continue
        if rules.undo(happening.before, other) is not Undo.ALONE:
            continue
        one = views(rules, happening.after, played.players)
        two = views(rules, rules.apply(happening.before, actor, other), played.players)
        seeing = [named(viewer) for viewer in one if viewer != actor and one[viewer] != two[viewer]]
        if seeing:
            broken(f"{seeing[0]} sees which {type(other).__name__} {named(actor)} has played, though `public` hides it")


def _looks(package: Package, action: GameAction) -> object:
    """The public form of an action, as data; None if it has none."""
    public = package.secrets.public(action)
    return None if public is None else package.rules.encode(public)
