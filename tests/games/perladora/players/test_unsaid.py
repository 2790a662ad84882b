"""Players for a seat whose own Divers were not all said: its hand counts them, and any of them may lie on the board."""

import importlib
import sys

import pytest

import pearlboard.games.perladora.players as package
from games.perladora.players.kernel_positions import late_positions
from pearlboard.games.perladora.package import players
from pearlboard.games.perladora.rules.play import apply
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.view import view

pytestmark = pytest.mark.slow

PLAYERS = players()
NAME = "pearlboard.games.perladora.players."


@pytest.fixture
def plain(monkeypatch):
    """`dealing` with the sources of kernel and search as they are, so that one can look inside a guess."""
    monkeypatch.setattr(package, "__path__", package.__path__[-1:])
    for module in ("kernel", "search", "dealing"):
        importlib.import_module(NAME + module)
        monkeypatch.delitem(sys.modules, NAME + module)
    found = importlib.import_module(NAME + "dealing")
    for module in ("kernel", "search", "dealing"):
        monkeypatch.setattr(package, module, sys.modules[NAME + module])
    return found


def of_seat(deal, seat):
    """How many Divers of each value a seat has in a guess, on the board and in hand."""
    counts = [deal.hand[5 * seat + v] for v in range(5)]
    for space in range(40):
        if deal.owner[space] == seat:
            counts[deal.value[space] - 1] += 1
    return tuple(counts)


@pytest.mark.parametrize("seed", range(6))
def test_no_simulation_has_more_divers_than_the_box(plain, seed):
    """A Diver that is laid in the tree was not face down on the board in the same guess."""
    for state in late_positions(seed):
        public = state.public
        tree = plain.search(view(state, public.to_move), seed, 20_000)
        for _ in range(40):
            tree.run(1)
            for seat in public.setup.seats:
                assert of_seat(tree.deal, seat - 1) == public.setup.divers(seat)
            assert min(tree.deal.hand) >= 0


@pytest.mark.parametrize("name", PLAYERS)
def test_its_step_is_legal_as_far_as_anybody_knows(name):
    """Whatever it thinks with."""
    for state in list(late_positions(1))[::4]:
        knowledge = view(state, state.public.to_move)
        for simulations in (0, 1, 60):
            step = PLAYERS[name].bot.think(knowledge, 1, simulations).action
            try:
                apply(state, step)
            except IllegalStep as refusal:
                pytest.fail(f"{step}: {refusal.rule}")
