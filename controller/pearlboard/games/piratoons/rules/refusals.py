"""Why something is refused. Every reason has a stable name, which `replay` prints, and words for players.

Of bids nothing is refused but what exceeds a fortune, which everybody knows: no refusal tells a secret.
"""

from pearlboard.games.refusals import IllegalAction
from pearlboard.games.values import Seat
from pearlboard.texts import say


class IllegalStep(IllegalAction):
    """Something that the rules do not allow; `seat` is to blame, None where nobody is alone."""

    def __init__(self, rule: str, seat: Seat | None = None, **parameters: object) -> None:
        """The sentence has the rule's name in the catalogues."""
        about = parameters if seat is None else {"seat": seat, **parameters}
        super().__init__(say(f"piratoons_{rule}", **about), rule=rule)
        self.seat = seat
