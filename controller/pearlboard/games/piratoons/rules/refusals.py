"""Why something is refused. Every reason has a stable name, which `replay` prints, and words for players.

Of bids nothing is refused but what exceeds a fortune, which everybody knows: no refusal tells a secret.
"""

from typing import Final

from pearlboard.games.values import IllegalAction, Seat
from pearlboard.texts import say

OF_ROUNDS: Final = (
    "game_over",
    "too_many_crew",
    "nothing_for_sale",
    "bids_missing",
    "bid_too_high",
    "wrong_picks",
    "no_such_tile",
    "bow_and_stern",
    "wrong_boats",
    "not_own_tile",
    "no_mast",
    "sail_and_deck",
    "too_many_sails",
    "no_space",
    "still_fits",
)
"""What a round of a record may be against, in the order in which it is looked for."""
AT_THE_TABLE: Final = (
    "not_at_this_stage",
    "not_your_turn",
    "too_early",
    "no_crew_left",
    "seat_is_out",
    "sealed_already",
    "nothing_sealed",
    "laid_already",
    "no_such_seat",
    "practised_before_the_first",
    "hands_closed",
    "wait_a_little",
    "real_ships",
    "too_much_overboard",
    "no_such_score",
)
"""What only happens where it is played."""


class IllegalStep(IllegalAction):
    """Something that the rules do not allow; `seat` is to blame, None where nobody is alone."""

    def __init__(self, rule: str, seat: Seat | None = None, **parameters: object) -> None:
        """The sentence has the rule's name in the catalogues."""
        about = parameters if seat is None else {"seat": seat, **parameters}
        super().__init__(say(f"piratoons_{rule}", **about), rule=rule)
        self.seat = seat
