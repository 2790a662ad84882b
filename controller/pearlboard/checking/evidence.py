"""Games played at random to see what a game does: the same ones whenever they are asked for.

Seats take what `sample` offers, one of them at a time; TABLE what `go_on` says; and now and then a time runs out.
"""

import json
import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, Final

from pearlboard.errors import PearlboardError
from pearlboard.games.api import (
    TABLE,
    Actor,
    GameAction,
    GameDeal,
    GameSetup,
    GameState,
    GameView,
    IllegalAction,
    Outcome,
    Package,
    Rules,
    Seat,
    Viewer,
)
from pearlboard.games.going_on import NobodyGoesOn, by_itself, seats

GAMES_IN_ALL: Final = 24
MOST: Final = 3000
"""A game that has not ended after so many actions does not end."""
IMPATIENCE: Final = 0.1
"""How often a time runs out though somebody could still act."""


class LawBroken(PearlboardError):
    """Evidence against a law."""


class CannotPlay(PearlboardError):
    """A law cannot be looked at, because another one is broken."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened in a game: an action, or a time that ran out (`actor` None, `action` its name)."""

    before: GameState
    actor: Actor | None
    action: GameAction
    after: GameState


@dataclass(frozen=True, slots=True)
class Played:
    """A game from its agreement to its end."""

    players: int
    setup: GameSetup
    deal: GameDeal
    first: Seat
    start: GameState
    happened: tuple[Happening, ...]
    outcome: Outcome

    @property
    def states(self) -> tuple[GameState, ...]:
        """The states of the game, in order."""
        return (self.start, *(happening.after for happening in self.happened))

    @property
    def end(self) -> GameState:
        """The last state."""
        return self.states[-1]

    @property
    def acts(self) -> Iterator[Happening]:
        """The actions, without the times that ran out."""
        return (happening for happening in self.happened if happening.actor is not None)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """The viewers: everybody, and each seat."""
        return (TABLE, *range(1, self.players + 1))


class Evidence:
    """A game, and what was seen of it."""

    def __init__(self, package: Package) -> None:
        self.package = package

    @property
    def rules(self) -> Rules:
        return self.package.rules

    @cached_property
    def _tried(self) -> "tuple[Played, ...] | Exception":
        try:
            return tuple(_play(self.package, players, variant, seed) for players, variant, seed in self._kinds())
        except Exception as error:  # noqa: BLE001 - somebody else's program: the law about it says what is wrong
            return error

    def _kinds(self) -> Iterator[tuple[int, dict[str, Any], int]]:
        """Every number of players in every variant, again and again."""
        kinds = [
            (players, dict(variant)) for variant in self.package.options.variants for players in self.package.seats
        ]
        for number in range(max(GAMES_IN_ALL, len(kinds))):
            players, variant = kinds[number % len(kinds)]
            yield players, variant, number

    def play(self) -> tuple[Played, ...]:
        """All games, or what has kept one from being played."""
        if isinstance(self._tried, Exception):
            raise self._tried
        return self._tried

    @property
    def games(self) -> tuple[Played, ...]:
        """All games, for what is not about how they are played; `CannotPlay`."""
        if isinstance(self._tried, Exception):
            raise CannotPlay
        return self._tried

    @property
    def few(self) -> tuple[Played, ...]:
        """The first game of each kind, for what takes long."""
        return self.games[: len(self.package.seats) * len(self.package.options.variants)]


def agreed(package: Package, players: int, variant: dict[str, Any], seed: int) -> GameSetup:
    """An agreement, and from the same chance what follows."""
    return package.options.of_trial(players, variant, Random(seed))


def _play(package: Package, players: int, variant: dict[str, Any], seed: int) -> Played:
    rules, rng = package.rules, Random(seed)
    setup = agreed(package, players, variant, seed)
    deal, first = package.dealt.deal(setup, rng), rng.randint(1, players)
    start = state = rules.opening(setup, first, deal)
    happened: list[Happening] = []
    while (outcome := rules.outcome(state)) is None:
        if len(happened) == MOST:
            raise LawBroken(f"a game of {players} players (seed {seed}) has not ended after {MOST} actions")
        happening = _next(package, state, rng)
        happened.append(happening)
        state = happening.after
    return Played(players, setup, deal, first, start, tuple(happened), outcome)


def _next(package: Package, state: GameState, rng: Random) -> Happening:
    """The next happening, by chance."""
    rules, timed = package.rules, package.timed
    waiting, timer = seats(package, state), timed.timer(state)
    if timer is not None and rng.random() < IMPATIENCE:
        return Happening(state, None, timer.name, timed.time_up(state, timer.name))
    if waiting:
        return _acted(rules, state, rng.choice(waiting), rng)
    if TABLE in rules.active(state) and rules.go_on(rules.view(state, TABLE)) is not None:
        action = rules.go_on(rules.view(state, TABLE))
        return Happening(state, TABLE, action, by_itself(package, state))
    if TABLE in rules.active(state) and timer is None:
        return _acted(rules, state, TABLE, rng)
    try:
        after = by_itself(package, state)
    except NobodyGoesOn as error:
        raise LawBroken(str(error)) from error
    return Happening(state, None, "" if timer is None else timer.name, after)


def _acted(rules: Rules, state: GameState, actor: Actor, rng: Random) -> Happening:
    action = rules.sample(rules.view(state, actor), rng)
    if action is None:
        raise LawBroken(f"{named(actor)} may act, and `sample` has nothing for it")
    try:
        return Happening(state, actor, action, rules.apply(state, actor, action))
    except IllegalAction as refused:
        raise LawBroken(f"`apply` refuses what `sample` offers {named(actor)}: {refused.rule}") from refused


# --- what laws compare -------------------------------------------------------------------------------------------


def named(actor: Actor | Viewer) -> str:
    """TABLE, or a seat."""
    return "TABLE" if actor == TABLE else f"seat {actor}"


def named_sites(sites: Iterable[object]) -> str:
    """The names of sites, sorted, as one text."""
    return ", ".join(sorted(map(str, sites)))


def views(rules: Rules, state: GameState, players: int) -> dict[Viewer, GameView]:
    """The views of everybody and of each seat."""
    viewers: tuple[Viewer, ...] = (TABLE, *range(1, players + 1))
    return {viewer: rules.view(state, viewer) for viewer in viewers}


def different(one: dict[Viewer, GameView], other: dict[Viewer, GameView]) -> str | None:
    """The viewer who sees two states differently; None if nobody does."""
    return next((named(viewer) for viewer in one if one[viewer] != other[viewer]), None)


def through_text(document: object) -> object:
    """The plain data as it comes back from a store."""
    return json.loads(json.dumps(document, allow_nan=False))


def open_to(rules: Rules, own: GameView, most: int, chances: Iterable[Random]) -> list[GameAction]:
    """At most so many of the open actions; of a game that does not list them, a sample from each chance."""
    try:
        return list(islice(rules.legal(own), most))
    except NotImplementedError:
        return [action for rng in chances if (action := rules.sample(own, rng)) is not None]


def seat_numbers(players: int) -> range:
    """The numbers of the seats."""
    return range(1, players + 1)


def of_seat(happening: Happening) -> Seat | None:
    """The seat that has acted, if one has."""
    return None if happening.actor in (None, TABLE) else int(happening.actor or 0)


def again(package: Package, state: GameState, happening: Happening) -> GameState:
    """The state after the same happening in another state."""
    if happening.actor is None:
        return package.timed.time_up(state, happening.action)
    return package.rules.apply(state, happening.actor, happening.action)


def what(happening: Happening) -> str:
    """The happening in words, without any secret."""
    if happening.actor is None:
        return f"the time {happening.action!r} that runs out"
    return f"an action of {named(happening.actor)} ({type(happening.action).__name__})"


def sent(view: GameView) -> GameView:
    """The view as it arrives in another process."""
    return pickle.loads(pickle.dumps(view))  # noqa: S301 - our own
