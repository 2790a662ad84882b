"""Games that were played to their end at random, as the session at their end, for what shows them again."""

import random

from pearlboard.games.perladora.steps import PlaceDiver
from pearlboard.session.facts import Agreement
from pearlboard.session.state import Phase, Session
from perladora_boards import random_opening, random_turn

NAMES = ("Anna", "Ben", "Cleo", "Dora")


def finished(seed, *, advanced=None, players=None):
    """A session that is over. Values of some Divers were only said at the reveal, and stand in the last state alone."""
    rng = random.Random(seed)
    state = start = random_opening(rng)
    while (advanced not in (None, start.public.setup.advanced)) or (players not in (None, start.public.setup.players)):
        state = start = random_opening(rng)
    played = []
    while not state.public.over:
        turn, state = random_turn(state, rng)
        for step in (turn.power, turn.main):
            if isinstance(step, PlaceDiver) and rng.random() < 0.5:
                played.append((turn.seat, PlaceDiver(step.space)))
            elif step is not None:
                played.append((turn.seat, step))
    setup = start.public.setup
    agreement = Agreement("perladora", NAMES[: setup.players], setup, start.public.to_move)
    return Session(
        version=999, number=7, phase=Phase.OVER, agreement=agreement, start=start, state=state, played=tuple(played)
    )
