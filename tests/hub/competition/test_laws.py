"""Laws of every draw and every count: everybody once a round, byes as equal as can be, nobody again while avoidable."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pearlboard.hub.competition import groups
from pearlboard.hub.competition.drawing import Undrawn, next_round
from pearlboard.hub.competition.pairs import circle, swiss_is_there
from pearlboard.hub.competition.standings import standings
from pearlboard.hub.competition.values import Match, System, valid
from support.contests import after, begun, by_chance, counted_anew


@st.composite
def competitions(draw):
    """A competition somewhere on its way, everybody staying."""
    seats = draw(st.integers(2, 4))
    systems = [System.ROUND_ROBIN, *([System.SWISS] if seats > 2 or swiss_is_there() else [])]
    competition = begun(draw(st.sampled_from(systems)), seats, 9, draw(st.integers(seats, 11)))
    chance = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 4))):
        try:
            drawn = next_round(competition)
        except Undrawn:
            break
        competition = after(competition, tuple(by_chance(chance, each, away=0.1) for each in drawn))
    return competition


@settings(max_examples=60)
@given(competitions())
def test_everybody_plays_once_a_round_or_has_a_bye(competition):
    """Byes are as equal as can be, standings as they are counted in another way, and a repeated draw is the same."""
    try:
        drawn = next_round(competition)
    except Undrawn:
        drawn = []
    seated = Counter(one for seats in drawn for one in seats)
    assert set(seated.values()) <= {1}
    assert all(len(seats) == competition.seats for seats in drawn)
    if drawn:
        assert drawn == next_round(competition)
        assert len(seated) == len(competition.entries) // competition.seats * competition.seats
        later = after(competition, tuple(Match(seats) for seats in drawn))
        got = [later.byes()[entry.number] for entry in later.entries]
        if competition.seats > 2 or competition.system == System.ROUND_ROBIN:
            assert max(got) - min(got) <= 1
        else:
            assert max(got) <= 1
    found = standings(competition)
    assert [(each.position, each.number, each.points) for each in found] == counted_anew(competition)
    shared = [each.position for each in found]
    assert all(at == 1 + sum(other < at for other in shared) for at in shared)


def fewest(field, seats, met):
    """The fewest meetings that were before, over all ways to make groups: brute force."""
    if not field:
        return 0
    return min(
        sum(met.get(pair, 0) for pair in combinations((field[0], *others), 2))
        + fewest([one for one in field[1:] if one not in others], seats, met)
        for others in combinations(field[1:], seats - 1)
    )


@settings(max_examples=50)
@given(st.data(), st.sampled_from([(3, 6), (3, 9), (4, 8)]))
def test_nobody_meets_again_while_that_can_be_avoided(data, size):
    """Of a small field all ways are tried."""
    seats, entries = size
    field = list(range(1, entries + 1))
    met = {pair: data.draw(st.sampled_from((0, 0, 1, 2))) for pair in combinations(field, 2)}
    points = Counter({one: data.draw(st.integers(0, 4)) for one in field})
    found = groups.grouped(field, seats, met, points)
    assert sorted(one for group in found for one in group) == field
    again = sum(met[pair] for group in found for pair in combinations(sorted(group), 2))
    assert again == fewest(field, seats, met)


def test_equal_points_are_together():
    """As far as nobody meets again."""
    points = Counter({1: 4, 2: 0, 3: 4, 4: 0, 5: 4, 6: 0})
    assert groups.grouped([1, 3, 5, 2, 4, 6], 3, {}, points) == [(1, 3, 5), (2, 4, 6)]
    [first, _] = groups.grouped([1, 3, 5, 2, 4, 6], 3, {(1, 3): 1}, points)
    assert 3 not in first


def test_seats_rotate():
    """Whoever sat somewhere sits elsewhere, until all seats had their turn."""
    seatings, sat = Counter(), []
    for _ in range(3):
        group = groups.seated((1, 2, 3), seatings)
        sat.append(group)
        seatings.update((one, seat) for seat, one in enumerate(group))
    assert [set(each) for each in zip(*sat, strict=True)] == [{1, 2, 3}] * 3


@given(st.integers(2, 20))
def test_the_circle_lets_each_two_meet_once_a_turn(entries):
    """Everybody sits first as often as second, or once more; in the next turn the other way round."""
    turn = entries - 1 + entries % 2
    first, met, again = Counter(), Counter(), Counter()
    for at in range(1, turn + 1):
        pairs = circle(entries, at)
        assert len({one for pair in pairs for one in pair}) == entries - entries % 2
        met.update(pairs)
        again.update(circle(entries, turn + at))
    assert {tuple(sorted(pair)) for pair in met} == set(combinations(range(1, entries + 1), 2))
    assert again == Counter({(other, one): 1 for one, other in met})
    for one, other in met:
        first[one] += 1
        first[other] -= 1
    assert all(abs(each) <= 1 for each in first.values())


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2), (2, 0)),
        ((1, 1), (1, 1)),
        ((None, 1), (0, 2)),
        ((None, None), (0, 0)),
        ((2, 1, 3), (2, 4, 0)),
        ((1, 1, 3), (3, 3, 0)),
        ((1, None, 2, None), (6, 0, 4, 0)),
    ],
)
def test_a_match_is_worth_two_points_for_each_person_behind_and_one_for_each_equal(places, points):
    seats = tuple(range(1, len(places) + 1))
    assert tuple(Match(seats, places).points().values()) == points
    assert Match(seats).points() == {}


def test_places_are_of_the_match():
    assert valid((1, None, 3), 3)
    for wrong in ((1,), (1, 2, 4), (0, 1, 2)):
        assert not valid(wrong, 3)


def test_who_won_against_the_other_is_before_whoever_has_equal_points():
    """And only where all who are equal have met."""
    league = begun(System.ROUND_ROBIN, 2, 3, 4)
    rounds = (
        (Match((1, 2), (2, 1)), Match((3, 4), (2, 1))),
        (Match((1, 3), (1, 2)), Match((2, 4), (1, 2))),
        (Match((1, 4), (1, 2)), Match((2, 3), (2, 1))),
    )
    found = standings(after(league, *rounds))
    assert [(each.position, each.number, each.points, each.among) for each in found] == [
        (1, 2, 4, 2),
        (2, 1, 4, 0),
        (3, 4, 2, 2),
        (4, 3, 2, 0),
    ]
    some = standings(after(league, rounds[0]))
    assert [each.among for each in some] == [None] * 4
