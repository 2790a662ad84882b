"""Sessions of games played to their end at random, for tests of whatever shows finished games."""

import random
from dataclasses import replace

from pearlboard.games.perladora.rules.state import Stage
from pearlboard.games.perladora.rules.steps import PlaceDiver
from pearlboard.games.values import Act
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Phase, Session
from support.perladora_boards import random_opening, random_turn

NAMES = ("Anna", "Ben", "Cleo", "Dora")


def finished(seed, *, advanced=None, players=None):
    """A session that is over. Some Divers' values were said only at the reveal, and are in the last state alone."""
    rng = random.Random(seed)
    state = start = random_opening(rng)
    while (advanced not in (None, start.public.setup.advanced)) or (players not in (None, start.public.setup.players)):
        state = start = random_opening(rng)
    played = []
    while not state.public.over:
        turn, state = random_turn(state, rng)
        for step in (turn.power, turn.main):
            if isinstance(step, PlaceDiver) and rng.random() < 0.5:
                played.append(Act(0, turn.seat, PlaceDiver(step.space), None))
            elif step is not None:
                played.append(Act(0, turn.seat, step, None))
    setup = start.public.setup
    agreement = Agreement("perladora", NAMES[: setup.players], setup, start.public.to_move)
    return Session(
        version=999,
        number=7,
        phase=Phase.OVER,
        agreement=agreement,
        start=start,
        state=state.changed(public=replace(state.public, stage=Stage.OVER)),
        acts=tuple(played),
    )
