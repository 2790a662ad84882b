"""What a session knows after facts: what was done in words, what lies there, what was taken back, what is hidden."""

from dataclasses import replace

import pytest

from pearlboard.games.perladora.rules.state import Clan
from pearlboard.games.perladora.rules.steps import PlaceDiver
from pearlboard.geometry import edge, space
from pearlboard.session import intents
from pearlboard.session.decide import way_back
from pearlboard.session.evolve import lying
from pearlboard.session.facts import Agreement
from sessions import AGREEMENT, TO_PLAYING, TURNS, follow

PONTOONS = frozenset({edge("a1-b1"), edge("b2-c2")})
COMPUTERS = replace(AGREEMENT, computers=(None, "easy"), confirms_itself=False)


def test_what_was_done_is_told_with_its_turn_its_version_and_its_places():
    """Turns are counted from one; each deed has the version of its fact."""
    log, session = follow((*TO_PLAYING, *TURNS[:3]))
    acted = [entry.version for entry in log[-3:]]
    assert [(deed.version, deed.turn, deed.seat, deed.sites, deed.ends, deed.back) for deed in session.deeds] == [
        (acted[0], 1, 1, frozenset({space("c4")}), True, False),
        (acted[1], 2, 2, frozenset({space("e2")}), True, False),
        (acted[2], 3, 1, PONTOONS, True, False),
    ]


def test_what_was_taken_back_has_happened_and_its_turn_comes_again():
    """Its deed stays, marked; the next has the same turn."""
    _, session = follow((*TO_PLAYING, TURNS[0], intents.TakeBack(agreed=True), TURNS[0]))
    assert [(deed.turn, deed.back) for deed in session.deeds] == [(1, True), (1, False)]


def test_what_lies_there_is_what_was_laid():
    """Beside the Farms, which are no pieces; before a game nothing does."""
    _, before = follow(TO_PLAYING)
    _, session = follow(TURNS[:3], before)
    assert lying(session) - lying(before) == {space("c4"), space("e2"), *PONTOONS}


def test_a_person_and_the_computers_after_are_taken_back_together_the_oldest_first():
    """The state is the one before the person's step."""
    _, playing = follow((intents.AgreeOnGame(COMPUTERS), TO_PLAYING[1]))
    _, session = follow(TURNS[:2], playing)
    assert [act.actor for act in way_back(session)] == [1, 2]
    assert [act.version for act in way_back(session)] == sorted(act.version for act in session.acts[-2:])
    _, back = follow((intents.TakeBack(agreed=True),), session)
    assert back.state == playing.state
    assert back.taken_back == {space("c4"), space("e2")}
    assert [deed.back for deed in back.deeds] == [True, True]


def test_two_computers_after_a_person_are_taken_back_in_the_order_in_which_they_played():
    """With the person's step before theirs."""
    three = replace(
        AGREEMENT,
        names=("Anna", "Ben", "Cleo"),
        setup=replace(AGREEMENT.setup, players=3, clans=(*AGREEMENT.setup.clans, Clan.ELDERS)),
        computers=(None, "easy", "easy"),
    )
    steps = [intents.Act(seat, PlaceDiver(space(name), 1)) for seat, name in ((1, "c4"), (2, "e2"), (3, "g3"))]
    _, session = follow((intents.AgreeOnGame(three), TO_PLAYING[1], *steps))
    assert [act.actor for act in way_back(session)] == [1, 2, 3]


@pytest.mark.parametrize(("seat", "level"), [(None, None), (0, None), (1, None), (2, "easy"), (3, None)])
def test_only_a_seat_of_the_game_is_a_computers(seat, level):
    """Nobody sits on seat 0, and none is counted from the end."""
    agreement = Agreement("perladora", ("Anna", "Ben"), AGREEMENT.setup, 1, computers=(None, "easy"))
    assert agreement.computer(seat) == level


def test_what_nobody_may_read_is_not_printed():
    """Neither digests of tokens and keys, nor what was dealt in secret or done in another game."""
    agreed = intents.AgreeOnGame(AGREEMENT, host="hush-1", deal="hush-2", screens={1: "hush-3"}, acts=((1, "hush-4"),))
    for intent in (agreed, intents.TakeSeat(1, "hush-5"), intents.Act(1, "hush-6")):
        assert "hush" not in repr(intent)
