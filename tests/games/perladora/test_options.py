"""Every step that a seat may play: what all of its kinds have in them."""

import pytest

from pearlboard.games.perladora.rules.options import steps
from pearlboard.games.perladora.rules.steps import LayPontoons
from pearlboard.games.perladora.rules.turns import turns
from pearlboard.games.perladora.rules.view import view
from support.perladora_boards import few_left


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_two_pontoons_are_open_to_a_seat_as_long_as_two_are_left(left):
    """And one as long as there is one; they are those that can be laid in a turn."""
    state = few_left(left)
    laid = [turn.main for turn in turns(state) if isinstance(turn.main, LayPontoons)]
    found = steps(view(state, 1))
    for kind, many in (("pontoon", 1), ("pontoons", 2)):
        assert set(found.get(kind, ())) == {main for main in laid if len(main.edges) == many}
        assert (kind in found) == (left >= many)
