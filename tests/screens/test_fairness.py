"""The handicap that is proposed to people by their finished games: to whom, which one, and when none is."""

import asyncio

import pytest

from pearlboard.games.registry import GAMES
from pearlboard.rating import Strength, chance, points_of, spread
from pearlboard.screens.archive import Archive
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.fairness import ENOUGH, proposal
from pearlboard.screens.family import Tally
from screens.test_family import Shelf, kept, won_by

PERLADORA = GAMES["perladora"]
COSTS = {many: {step.name: step.costs for step in PERLADORA.handicaps.ladder(many)} for many in (2, 3, 4)}


def known(*means, played=ENOUGH, unsure=1.0):
    """People of these strengths, in seat order."""
    return [Tally("", None, "perladora", played=played, rating=Strength(mean, unsure)) for mean in means]


@pytest.mark.parametrize("ahead", [1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
def test_between_two_the_stronger_gets_the_handicap_that_makes_both_win_every_second_game(ahead):
    """Whatever lies between them, as far as the ladder reaches; it is said in one sentence."""
    people = known(25, 25 + ahead)
    found, wide = proposal(PERLADORA, people), spread(each.rating for each in people)
    assert set(found.steps) == {2}
    assert 0.45 <= chance(ahead - points_of(COSTS[2][found.steps[2]], wide), wide) <= 0.55
    assert found.said.name == "fair_even"
    told = catalogues()["en"].of("perladora").render(found.said, {1: "Anna", 2: "<Ben>"})
    assert told.count(".") == 1
    assert "<Ben> (without Diver" in told


def test_it_proposes_nothing_where_people_are_about_equal_or_too_little_is_known():
    """Nor in a game without handicaps, nor where somebody has no name."""
    assert proposal(PERLADORA, known(25, 26)) is None
    assert proposal(PERLADORA, known(25, 35, played=ENOUGH - 1)) is None
    assert proposal(PERLADORA, [*known(25), None]) is None
    assert proposal(PERLADORA, known(25)) is None
    assert proposal(GAMES["pearls"], known(25, 35)) is None


def test_beyond_the_ladder_it_says_how_far_from_even_they_stay():
    """The heaviest step, and an honest number."""
    found = proposal(PERLADORA, known(45, 20))
    assert found.steps == {1: list(COSTS[2])[-1]}
    assert found.said.name == "fair_nearer"
    assert dict(found.said.parameters)["share"] > 55


def test_of_three_each_stronger_one_gets_its_own():
    """So that each pair is about even, and the weakest plays with all Divers."""
    found = proposal(PERLADORA, known(25, 22, 28.5, unsure=0.8))
    assert set(found.steps) <= {1, 3}
    costs = [COSTS[3].get(found.steps.get(seat, ""), 0) for seat in (1, 2, 3)]
    assert costs[2] > costs[1] == 0


def test_of_a_team_the_stronger_one_gets_it():
    """Seats 1 and 3 against 2 and 4."""
    assert set(proposal(PERLADORA, known(25, 20, 30, 20)).steps) == {3}


def test_the_archive_proposes_by_the_games_of_this_table_and_by_names(tmp_path):
    """Spelt in any way; a computer's strength is that of its level here."""
    log = kept(tmp_path / "games.db", *[won_by(1)] * 12)
    archive, words = Archive(Shelf(log)), catalogues()["en"]
    asked = asyncio.run(archive.proposal("perladora", [(" ANNA", None), ("Ben", None)], words))
    assert asked["handicaps"][0]
    assert asked["handicaps"][1] == ""
    assert " ANNA (without" in asked["said"]
    for players in ([("Anna", None), ("Dora", None)], [("Anna", None), ("", "easy")], [("Anna", None)], []):
        assert asyncio.run(archive.proposal("perladora", players, words)) is None
    assert asyncio.run(archive.proposal("chess", [("Anna", None), ("Ben", None)], words)) is None
    log.close()
