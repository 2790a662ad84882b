"""Matches between two computer players, called "a" and "b", under the real rules of any game.

A match consists of *rounds*: all games of a round have the same agreement, the same chance and the same seeds, and the
two players take every seating, so that neither gains from a better seat. Two sides: 2 games. Three: 6, since one plays
alone against two of the other, and the other way round. The same match and number give the same round on every machine,
except for the thinking time.
"""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pearlboard.errors import PearlboardError
from pearlboard.games.api import Computer, GameAction, GameSetup, GameState, Json, Outcome, Package, Seat, Side
from pearlboard.games.going_on import by_itself, by_side, seats
from pearlboard.games.refusals import IllegalAction
from pearlboard.games.registry import GAMES

SEATINGS: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("ab", "ba"),
    3: ("abb", "bab", "bba", "baa", "aba", "aab"),
    4: ("abab", "baba"),
    5: ("ababa", "babaa", "abaab", "baaba", "aabab", "babab", "ababb", "babba", "abbab", "bbaba"),
    6: ("ababab", "bababa"),
}
"""The seatings of a round by number of sides: a letter for each side."""


class ForbiddenPlay(PearlboardError):
    """A computer player has played an illegal action: a bug of ours, which invalidates its match.

    The message tells where, so that the game can be repeated. All information is in the message, because the error
    crosses process boundaries.
    """


class NobodySoNamed(PearlboardError, ValueError):
    """No computer player of the game has this name."""

    def __init__(self, game: str, name: str) -> None:
        there = ", ".join(GAMES[game].players()) or "none"
        super().__init__(f"no player is called {name!r}; there are {there}")


class NoMatch(PearlboardError, ValueError):
    """The game cannot be played as a match by this number of players, or not with two opposing sides."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A computer player by its name in the game's package, and the number of simulations per decision."""

    name: str
    simulations: int


def entrant(game: str, name: str, simulations: int | None = None) -> Entrant:
    """Look up a computer player; `simulations` None: the player's default. `NobodySoNamed`."""
    found = GAMES[game].players().get(name)
    if found is None:
        raise NobodySoNamed(game, name)
    return Entrant(name, found.simulations if simulations is None or not found.simulations else simulations)


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two computer players. `variant`: fields of the game's set-up form; `seed` decides everything else.

    `handicap`: the step of the game's ladder with which the first seat of each side of "b" plays.
    """

    game: str
    a: Entrant
    b: Entrant
    players: int = 2
    variant: Json = field(default_factory=dict)
    seed: int = 1
    handicap: str = ""

    @property
    def package(self) -> Package:
        return GAMES[self.game]

    def computer(self, entrant: Entrant) -> Computer:
        """The computer player of an entrant."""
        return self.package.players()[entrant.name]

    def agreed(self, rng: random.Random, seating: str = "") -> GameSetup:
        """The agreement before a game in which the players sit so."""
        variant = self.variant
        if self.handicap and seating:
            sides = self.package.sides.sides(self.players)
            first = [sides.index(side) == index for index, side in enumerate(sides)]
            steps = [self.handicap if who == "b" and own else "" for who, own in zip(seating, first, strict=True)]
            variant = {**variant, "handicaps": steps}
        return self.package.options.of_trial(self.players, variant, rng)

    def _check_handicap(self) -> None:
        """`NoMatch` unless the game offers this handicap to so many."""
        if self.handicap and self.handicap not in {step.name for step in self.package.handicaps.ladder(self.players)}:
            known = ", ".join(step.name for step in self.package.handicaps.ladder(self.players)) or "none"
            raise NoMatch(
                f"{self.game} has no handicap {self.handicap!r} for {self.players} players; there are {known}"
            )

    @property
    def seatings(self) -> tuple[str, ...]:
        """The seatings of a round, a letter for each seat. `NoMatch`."""
        if self.players not in self.package.seats:
            raise NoMatch(
                f"{self.game} is for {self.package.seats[0]} to {self.package.seats[-1]} players, not {self.players}"
            )
        sides = by_side(self.package, self.agreed(random.Random(0)), self.players)
        if len(sides) not in SEATINGS:
            raise NoMatch(f"with {self.players} players {self.game} has no two sides")
        self._check_handicap()
        side_of = [
            number
            for seat in range(1, self.players + 1)
            for number, members in enumerate(sides.values())
            if seat in members
        ]
        return tuple("".join(seating[side] for side in side_of) for seating in SEATINGS[len(sides)])


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played.

    score      of "a", from 0 to 1
    points     by side
    decisions  the number of decisions of "a" and of "b"; `thinking_ns`: their total processor time
    """

    seating: str
    score: float
    points: tuple[int, ...]
    decisions: tuple[int, int]
    thinking_ns: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Round:
    """All games of a round; `number` counts from 0."""

    number: int
    games: tuple[Game, ...]


def play_round(match: Match, number: int) -> Round:
    """Play a round; `ForbiddenPlay` if a player plays an illegal action."""
    return Round(number, tuple(_Playing(match, number, seating).played() for seating in match.seatings))


class _Playing:
    """A game in progress."""

    def __init__(self, match: Match, number: int, seating: str) -> None:
        self._match, self._number, self._seating = match, number, seating
        self._rng = random.Random(f"{match.seed} {number}")
        self._package = match.package
        self._rules = match.package.rules
        self._setup = match.agreed(self._rng, seating)
        deal = self._package.dealt.deal(self._setup, self._rng)
        self._state: GameState = self._rules.opening(self._setup, 1, deal)
        self._asked = {"a": 0, "b": 0}
        self._thinking_ns = {"a": 0, "b": 0}

    def played(self) -> Game:
        while (outcome := self._rules.outcome(self._state)) is None:
            waiting = seats(self._package, self._state)
            if waiting:
                self._all_play(waiting)
            else:
                self._state = by_itself(self._package, self._state)
        sides = by_side(self._package, self._setup, self._match.players)
        players = {side: self._seating[members[0] - 1] for side, members in sides.items()}
        firsts = {side: members[0] for side, members in sides.items()}
        return Game(
            self._seating,
            score_of_a(outcome, firsts, players),
            tuple(outcome.points[seat] for seat in firsts.values()),
            (self._asked["a"], self._asked["b"]),
            (self._thinking_ns["a"], self._thinking_ns["b"]),
        )

    def _all_play(self, waiting: tuple[Seat, ...]) -> None:
        """Ask all waiting seats in one state. A player whose choice is no longer legal is asked again, if active."""
        before = self._state
        thought = [(seat, self._thought(seat)) for seat in waiting]
        for seat, action in thought:
            if self._state is not before and seat not in self._rules.active(self._state):
                continue
            try:
                self._state = self._rules.apply(self._state, seat, action)
            except IllegalAction as refusal:
                if self._state is before:
                    raise ForbiddenPlay(
                        f"{self._of(seat).name} played {action}, which is {refusal.rule}, as step "
                        f"{sum(self._asked.values())} of game {self._seating!r} of round {self._number}"
                    ) from refusal

    def _thought(self, seat: Seat) -> GameAction:
        """A seat's decision from its own view, measured in processor time."""
        who, entrant = self._seating[seat - 1], self._of(seat)
        knowledge, seed = self._rules.view(self._state, seat), self._rng.getrandbits(63)
        bot = self._match.computer(entrant).bot
        began = time.thread_time_ns()
        thought = bot.think(knowledge, seed, entrant.simulations)
        self._thinking_ns[who] += time.thread_time_ns() - began
        self._asked[who] += 1
        return thought.action

    def _of(self, seat: Seat) -> Entrant:
        return self._match.a if self._seating[seat - 1] == "a" else self._match.b


def score_of_a(outcome: Outcome, seats_: Mapping[Side, Seat], players: Mapping[Side, str]) -> float:
    """The mean over all pairs of a side of "a" and a side of "b": 1 for being ahead at the end, 1/2 for level.

    `seats_` has one seat of each side, because all seats of a side share their place.
    """
    place = {side: outcome.places[seat] for side, seat in seats_.items()}
    ahead = [
        _duel(place[ours], place[theirs])
        for ours in place
        if players[ours] == "a"
        for theirs in place
        if players[theirs] == "b"
    ]
    return sum(ahead) / len(ahead)


def _duel(ours: int, theirs: int) -> float:
    return 1.0 if ours < theirs else 0.5 if ours == theirs else 0.0
