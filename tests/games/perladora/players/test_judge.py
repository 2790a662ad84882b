"""The judge of finished games: how it stood, the same for everybody, and which of some actions was better."""

from itertools import pairwise

import pytest

from pearlboard.computers.analysis import moments
from pearlboard.games.perladora.package import PACKAGE
from pearlboard.games.perladora.players import actions
from pearlboard.games.perladora.players.dealing import actions_of, step_of
from pearlboard.games.perladora.rules.options import steps
from pearlboard.games.perladora.rules.steps import Elders, LayPontoons, PlaceDiver
from pearlboard.geometry import GRID
from support.finished import finished
from support.lengths import at_length

pytestmark = pytest.mark.slow

JUDGE = PACKAGE.reviewing.judge()
FEW = 60


def results(outlook):
    return [round(chances.result, 9) for chances in outlook.chances.values()]


@pytest.mark.parametrize("seed", range(6))
def test_how_it_stands_is_the_same_whoever_looks(seed):
    """And at any time with the same seed; the results of all sides are one game."""
    session = finished(seed)
    for moment in list(moments(session))[::9]:
        looked = [
            JUDGE.outlook(PACKAGE.hindsight(moment.before, session.state, seat), 5, FEW)
            for seat in session.agreement.setup.seats
        ]
        assert all(outlook == looked[0] for outlook in looked)
        assert sum(results(looked[0])) == pytest.approx(1)
        assert len(results(looked[0])) == len(session.agreement.setup.sides)


def test_with_the_last_steps_it_comes_to_what_was_counted():
    """Where nothing is left that could change the count, nothing is left to chance."""
    session = finished(4, players=2)
    outcome = PACKAGE.rules.outcome(session.state)
    last = list(moments(session))[-1]
    assert results(JUDGE.outlook(last.since, 1, FEW)) == [
        float(outcome.places[seat] == 1) for seat in session.agreement.setup.seats
    ]


def test_from_step_to_step_it_changes_little():
    """No more than the position does: nobody hopes for the one side, then for the other."""
    jumps = []
    for seed in at_length(range(3), range(1)):
        line = [JUDGE.outlook(moment.since, 1, 400).chances[1].result for moment in moments(finished(seed, players=2))]
        jumps += [abs(after - before) for before, after in pairwise(line)]
    jumps.sort()
    assert sum(jumps) / len(jumps) < 0.07
    assert jumps[int(0.9 * len(jumps))] < 0.2


def test_whoever_does_not_want_to_wait_gets_what_there_is():
    """And is told that it is less."""
    moment = next(moments(finished(1)))
    assert not JUDGE.outlook(moment.since, 1, 250, lambda: False).cut
    assert JUDGE.outlook(moment.since, 1, 251, lambda: False).cut


def test_actions_are_weighed_alike():
    """With as many simulations each; the better one comes first."""
    [moment, *_] = moments(finished(4))
    open_ = [step for kind in steps(moment.then).values() for step in kind]
    tried = tuple(step for step in open_ if isinstance(step, (PlaceDiver, LayPontoons)))[:: len(open_) // 3]
    weighed = JUDGE.weigh(moment.then, tried, 3, FEW)
    assert {candidate.action for candidate in weighed.candidates} == set(tried)
    assert {candidate.visits for candidate in weighed.candidates} == {FEW}
    worth = [candidate.result for candidate in weighed.candidates]
    assert worth == sorted(worth, reverse=True)
    assert (weighed.action, weighed.result) == (weighed.candidates[0].action, worth[0])
    assert weighed == JUDGE.weigh(moment.then, tried, 3, FEW)


def test_every_step_but_a_look_can_be_weighed():
    """Whatever was played, in every rule set: a look tells something, and nobody can say what that is worth."""
    for seed in range(8):
        for moment in list(moments(finished(seed, advanced=True)))[::5]:
            found = JUDGE.weigh(moment.then, (moment.action,), 1, FEW).candidates
            assert [candidate.action for candidate in found] == (
                [] if isinstance(moment.action, Elders) else [moment.action]
            )


def test_a_step_is_the_actions_that_play_it():
    """Of Pontoons two, the second of which may be that there is none."""
    edges = [GRID.bit[edge].bit_length() - 1 for edge in GRID.edges]
    extra = [actions.EXTRA_EDGE + number for number in edges]
    for action in (*edges, *range(actions.DIVER, actions.EXTRA_EDGE), *extra, actions.PASS):
        assert actions_of(step_of(action))[0] == action
    one, two = GRID.edges[:2]
    assert actions_of(LayPontoons((one,)))[1] == actions.ENOUGH
    assert actions_of(LayPontoons((one, two)))[1] == actions_of(LayPontoons((two,)))[0]
    with pytest.raises(ValueError, match="must be known"):
        actions_of(PlaceDiver(GRID.spaces[1]))
