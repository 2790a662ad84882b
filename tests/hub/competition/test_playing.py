"""Whole competitions by chance from a seed: who meets whom is legal, and who stands where is counted in another way."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from pearlboard.hub.competition.drawing import Undrawn, Why, next_round, proposed_rounds
from pearlboard.hub.competition.pairs import swiss_is_there
from pearlboard.hub.competition.standings import standings
from pearlboard.hub.competition.values import Match, System
from support.contests import after, begun, by_chance, counted_anew, played
from support.lengths import at_length

pytestmark = pytest.mark.long

needs_swiss = pytest.mark.skipif(not swiss_is_there(), reason="needs py4swiss, which is not for this machine")


def stands(competition):
    return [(each.position, each.number, each.points) for each in standings(competition)]


def fair(seats):
    """Never three times running on one seat, nor three times more often than on the other."""
    running = [len(set(seats[at : at + 3])) for at in range(len(seats) - 2)]
    return 1 not in running and abs(seats.count(0) - seats.count(1)) <= 2


@needs_swiss
@pytest.mark.parametrize("seed", at_length(range(200), range(3)))
def test_a_swiss_of_sixteen(seed):
    """Nobody meets the same person twice, and nobody sits on one seat much more often than on the other."""
    competition = played(begun(System.SWISS, 2, 5, 16), random.Random(seed))
    assert set(competition.meetings().values()) == {1}
    assert all(len(drawn) == 8 for drawn in competition.drawn)
    before = replace(competition, drawn=competition.drawn[:-1]).points()
    for entry in competition.entries:
        mine = [match for match in competition.matches() if entry.number in match.seats]
        seats = [match.seats.index(entry.number) for match in mine]
        assert fair(seats[:-1])
        # in the last round FIDE lets whoever has more than half of the points, and their opponent, sit where they come
        assert fair(seats) or max(before[number] for number in mine[-1].seats) > len(seats) - 1
    assert stands(competition) == counted_anew(competition)
    assert played(begun(System.SWISS, 2, 5, 16), random.Random(seed)) == competition


@needs_swiss
@pytest.mark.parametrize("seed", at_length(range(100), range(3)))
def test_a_swiss_with_people_who_leave_who_are_excused_and_who_do_not_come(seed):
    """An odd field: one bye a round, nobody two, and a no-show is not a meeting."""
    chance = random.Random(seed)
    competition = begun(System.SWISS, 2, 5, 13)
    for at in range(1, 6):
        drawn = tuple(by_chance(chance, seats, away=0.1) for seats in next_round(competition))
        competition = after(competition, drawn)
        assert len(competition.resting(at)) == len(competition.field(at)) % 2
        entries = list(competition.entries)
        if at == 2:
            entries[3] = type(entries[3])(4, left=2)
            entries[7] = type(entries[7])(8, absent=frozenset({3}))
        competition = after(competition, entries=tuple(entries))
    assert max(competition.byes().values()) == 1
    assert max(competition.meetings().values()) == 1
    assert not any(4 in match.seats for drawn in competition.drawn[2:] for match in drawn)
    assert stands(competition) == counted_anew(competition)


@needs_swiss
def test_a_swiss_in_which_all_have_met_ends():
    competition = played(begun(System.SWISS, 2, 3, 4), random.Random(1))
    longer = type(competition)(System.SWISS, 2, 9, competition.entries, competition.drawn)
    with pytest.raises(Undrawn) as caught:
        next_round(longer)
    assert caught.value.why == Why.ALL_MET


@pytest.mark.parametrize(("seats", "entries"), [(2, 7), (2, 8), (3, 9), (4, 10)])
def test_a_league(seats, entries):
    """Everybody meets everybody, and byes are as equal as can be."""
    rounds = proposed_rounds(System.ROUND_ROBIN, seats, entries)
    competition = played(begun(System.ROUND_ROBIN, seats, rounds, entries), random.Random(entries))
    met, byes = competition.meetings(), competition.byes()
    if seats == 2:
        assert [met[pair] for pair in combinations(range(1, entries + 1), 2)] == [1] * (entries * (entries - 1) // 2)
    got = [byes[number] for number in range(1, entries + 1)]
    assert max(got) - min(got) <= 1
    assert stands(competition) == counted_anew(competition)


@pytest.mark.parametrize("seed", at_length(range(100), range(3)))
def test_a_swiss_of_three_at_a_table(seed):
    """Nobody meets again in five rounds of eighteen, with equal points together; some do not come."""
    competition = played(begun(System.SWISS, 3, 5, 18), random.Random(seed), away=0.03)
    assert max(competition.meetings().values()) == 1
    assert all(len(drawn) == 6 for drawn in competition.drawn)
    assert stands(competition) == counted_anew(competition)
    assert played(begun(System.SWISS, 3, 5, 18), random.Random(seed), away=0.03) == competition


@pytest.mark.parametrize(
    ("seats", "entries", "most"),
    [(3, 9, 1), (4, 16, 1), (4, 12, 3), *at_length([(3, 15, 2), (3, 24, 2), (4, 33, 2)], [])],
)
def test_a_league_of_three_or_four_at_a_table_lets_all_meet_about_as_often(seats, entries, most):
    """Each two once where that can be: nine people at three tables, sixteen at four."""
    rounds = proposed_rounds(System.ROUND_ROBIN, seats, entries)
    competition = played(begun(System.ROUND_ROBIN, seats, rounds, entries), random.Random(0))
    met = competition.meetings()
    counts = Counter(met[pair] for pair in combinations(range(1, entries + 1), 2))
    assert max(counts) <= most
    assert counts[1] >= sum(counts.values()) / 2
    taken = competition.seatings()
    for number in range(1, entries + 1):
        times = [taken[number, seat] for seat in range(seats)]
        assert max(times) - min(times) <= 2


def test_no_round_is_drawn_before_the_last_one_is_played_nor_after_the_end_nor_of_too_few():
    competition = begun(System.ROUND_ROBIN, 2, 1, 4)
    open_ = after(competition, tuple(Match(seats) for seats in next_round(competition)))
    assert (open_.waits, open_.over) == (True, False)
    over = after(competition, tuple(Match(seats, (1, 2)) for seats in next_round(competition)))
    assert (over.waits, over.over) == (False, True)
    for wrong, why in ((open_, Why.WAITS), (over, Why.OVER), (begun(System.SWISS, 4, 2, 3), Why.FEW)):
        with pytest.raises(Undrawn) as caught:
            next_round(wrong)
        assert caught.value.why == why


def test_a_hub_without_the_library_says_that_it_has_no_swiss_of_two(monkeypatch):
    """Leagues, and a Swiss of three, it has."""
    from pearlboard.hub.competition import pairs

    monkeypatch.setattr(pairs, "LIBRARY", "no_such_library")
    monkeypatch.setattr("pearlboard.hub.competition.drawing.swiss_is_there", pairs.swiss_is_there)
    with pytest.raises(Undrawn) as caught:
        next_round(begun(System.SWISS, 2, 3, 8))
    assert caught.value.why == Why.NO_SWISS
    assert next_round(begun(System.SWISS, 3, 3, 9))
    assert next_round(begun(System.ROUND_ROBIN, 2, 3, 8))


@pytest.mark.parametrize(
    ("system", "seats", "entries", "rounds"),
    [
        (System.ROUND_ROBIN, 2, 8, 7),
        (System.ROUND_ROBIN, 2, 7, 7),
        (System.ROUND_ROBIN, 3, 9, 4),
        (System.SWISS, 2, 16, 4),
        (System.SWISS, 2, 3, 2),
        (System.SWISS, 3, 9, 4),
        (System.SWISS, 4, 64, 6),
        (System.SWISS, 4, 3, 1),
    ],
)
def test_as_many_rounds_are_proposed_as_find_a_winner(system, seats, entries, rounds):
    assert proposed_rounds(system, seats, entries) == rounds
