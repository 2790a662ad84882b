"""The weakest player: any legal step, each kind of action as likely as the others."""

import random
from collections.abc import Callable

from pearlboard.games.bots import Thought, patiently
from pearlboard.games.perladora.rules.options import steps
from pearlboard.games.perladora.rules.state import PEARLS, View


class Chance:
    """Plays at random. It thinks nothing of anything."""

    def think(
        self,
        knowledge: View,
        seed: int,
        simulations: int,  # noqa: ARG002 - it does not simulate
        go_on: Callable[[], bool] = patiently,  # noqa: ARG002 - it is never long
    ) -> Thought:
        rng = random.Random(seed)
        kinds = steps(knowledge)
        step = rng.choice(kinds[rng.choice(sorted(kinds))])
        sides = len(knowledge.public.setup.sides)
        return Thought(step, 1 / sides, PEARLS / sides)
