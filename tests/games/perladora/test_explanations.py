"""What a first game is explained by: each rule speaks when it matters, and nothing it says depends on a secret."""

import random
from dataclasses import replace

import pytest

from pearlboard.games.perladora.rules.play import play
from pearlboard.games.perladora.rules.state import Stage
from pearlboard.games.perladora.rules.steps import LayPontoons, Pass, PlaceDiver, Turn
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.perladora.shown.explanations import explanations
from pearlboard.games.values import TABLE
from pearlboard.geometry import edge, space
from support.perladora_boards import ALL_FULL, FULL_AND_OPEN, FULL_CORNER, few_left, position, random_game, whole_set
from support.worlds import another_world

CORNER = """
1 2|. P . . . .

1 P|. . . P . P

. . . . . . . .

P . . . P . . .

. . P . . . P .
"""

_FREE = ALL_FULL.replace("1", ".", 2).replace("2", ".", 2)
NEARLY_FULL = {"drawing": _FREE, "values": whole_set(_FREE)}


def told(state, before=None):
    """The names of what may be told, the most urgent first."""
    was = None if before is None else view(before, TABLE)
    return [each.said.name for each in explanations(was, view(state, TABLE))]


def after(state, main):
    return play(state, Turn(state.public.to_move, None, main))


def at(state, stage, **public):
    return state.changed(public=replace(state.public, stage=stage, **public))


def test_pearls_come_first():
    """Nothing else matters while they are laid."""
    assert told(at(position(), Stage.PEARLS, laid=0)) == ["explain_pearls"]


def test_a_turn_is_explained_in_three_parts():
    """Divers and Pontoons, what Divers are worth, what two Pontoons can do: one a turn, for each player."""
    state = position()
    assert told(state) == ["explain_first_turn", "explain_second_turn", "explain_third_turn"]
    names = [each.name for each in explanations(None, view(state, TABLE))]
    assert names == ["first_turn-1", "second_turn-1", "third_turn-1"]


@pytest.mark.parametrize(("players", "most"), [(2, 5), (3, 4), (4, 4)])
def test_the_strongest_diver_is_that_of_so_many_players(players, most):
    """Only two players have a five."""
    [first, *_] = explanations(None, view(position(players=players), TABLE))
    assert dict(first.said.parameters)["most"] == most


def test_a_diver_without_a_value_is_explained_in_the_first_turn():
    """While the table waits for it."""
    first, second, _ = explanations(None, view(position(), TABLE))
    assert first.awaited.name == "explain_value"
    assert second.awaited is None


def test_the_first_pontoon_is_news_once():
    """The second one is not; of several, which came together, all are the first."""
    empty = position()
    one = after(empty, LayPontoons((edge("a1-b1"),)))
    assert told(one, empty)[0] == "explain_pontoon"
    two = after(empty, LayPontoons((edge("a1-b1"), edge("c3-c4"))))
    for laid, count in ((one, 1), (two, 2)):
        [first, *_] = explanations(view(empty, TABLE), view(laid, TABLE))
        assert dict(first.said.parameters)["count"] == count
    assert "explain_pontoon" not in told(after(one, PlaceDiver(space("c3"), 1)), one)


def test_a_territory_that_is_closed_says_how_it_stands():
    """With the Pearls in it, and who is ahead as far as all may know: here nobody can say."""
    open_ = position(CORNER)
    shut = after(open_, LayPontoons((edge("a2-a3"), edge("b2-b3"))))
    [first, *_] = explanations(view(open_, TABLE), view(shut, TABLE))
    assert (first.said.name, first.times) == ("explain_closed", 3)
    assert dict(first.said.parameters)["stakes"].name == "stakes_open"
    assert "explain_closed" not in told(after(shut, PlaceDiver(space("c3"), 1)), shut)


def test_a_territory_without_a_farm_has_nothing_to_win():
    """It is said in other words."""
    open_ = position()
    fence = ("a3-a4", "b3-b4", "c2-c3", "c3-c4", "d2-d3", "d3-d4", "d3-e3", "b2-b3", "a2-a3")
    for name in fence[:-1]:
        open_ = after(open_, LayPontoons((edge(name),)))
    assert told(after(open_, LayPontoons((edge(fence[-1]),))), open_)[0] == "explain_closed_bare"


def test_a_full_territory_is_decided():
    """What lies there stays, and decides, unless a Backup is still to come."""
    for backups, name in (((False, False), "explain_full"), ((False, True), "explain_full_backup")):
        almost = position(FULL_CORNER.replace("1 2|.", "1 .|."), advanced=True, backups=backups)
        full = after(almost, PlaceDiver(space("b1"), 1))
        assert told(full, almost)[0] == name
        assert name not in told(full, full)


def test_the_label_of_a_territory_is_explained_with_what_one_may_see_of_it():
    """As soon as one has a label, before what can wait; the last number is there where own Divers may be looked at."""
    open_ = position(CORNER)
    assert not any("label" in name for name in told(open_))
    for peek_own, name in ((False, "explain_label"), (True, "explain_label_own")):
        setup = replace(open_.public.setup, peek_own=peek_own)
        agreed = open_.changed(public=replace(open_.public, setup=setup))
        shut = after(agreed, LayPontoons((edge("a2-a3"), edge("b2-b3"))))
        names = told(shut, agreed)
        assert names[0] == "explain_closed"
        assert names.index(name) < names.index("explain_second_turn")


def test_free_spaces_in_a_closed_territory_are_still_open():
    """A word on them, where there is nothing newer."""
    assert "explain_room" in told(position(FULL_CORNER.replace("1 2|.", "1 .|.")))
    assert "explain_room" not in told(position(FULL_CORNER))


def test_who_is_out_is_named():
    """Once, when it has come about."""
    before = position(edition="fr", voluntary_pass=True)
    gone = after(before, Pass())
    [first, *_] = explanations(view(before, TABLE), view(gone, TABLE))
    assert (first.said.name, dict(first.said.parameters)["seats"]) == ("explain_out", (1,))
    assert "explain_out" not in told(gone, gone)


def test_the_last_turns_are_told_and_whether_one_may_pass():
    """Where so few places are left that the table shows them."""
    assert "explain_last" not in told(position())
    assert "explain_last" in told(few_left(0, **NEARLY_FULL))
    assert "explain_last_pass" in told(few_left(0, **NEARLY_FULL, edition="fr", voluntary_pass=True))


def test_without_a_diver_spaces_stay_free():
    """It is said of the player to move; with no space left there is nothing to say."""
    state = position()
    assert "explain_no_diver" in told(state.changed(public=replace(state.public, left=(0, 3))))
    full = position(ALL_FULL, values=whole_set(ALL_FULL))
    assert "explain_no_diver" not in told(full)


@pytest.mark.parametrize("clan", ["fishermen", "foragers", "children", "elders"])
def test_a_power_is_explained_when_it_first_can_be_played(clan):
    """Each clan's own; one that needs a Diver of others waits for it."""
    other = "elders" if clan != "elders" else "fishermen"
    advanced = {"advanced": True, "clans": (clan, other)}
    assert f"explain_power_{clan}" in told(position(FULL_AND_OPEN, **advanced))
    empty = told(position(**advanced))
    assert (f"explain_power_{clan}" in empty) is (clan in ("fishermen", "children"))


def test_a_backup_is_explained_when_a_territory_of_ones_own_is_full():
    """And only in the advanced game."""
    assert "explain_backup" in told(position(FULL_CORNER, advanced=True))
    assert "explain_backup" not in told(position(FULL_CORNER))
    assert "explain_backup" not in told(position(advanced=True))


def test_the_end_is_explained_in_its_steps():
    """The reveal, the values, the count, a tie, the result."""
    over = position(ALL_FULL, values=whole_set(ALL_FULL))
    assert told(at(over, Stage.REVEAL)) == ["explain_reveal"]
    assert told(at(over, Stage.REVEAL, turned_up=True)) == ["explain_values"]
    assert told(at(over, Stage.COUNT, turned_up=True))[0] == "explain_count"
    assert told(at(over, Stage.OVER, turned_up=True)) == ["explain_over"]
    tied = position(FULL_CORNER.replace("1 P", "2 P").replace("1 2|", ". 1|"))
    assert told(at(tied, Stage.COUNT, turned_up=True)) == ["explain_count", "explain_shared"]


@pytest.mark.parametrize("seed", range(10))
def test_nothing_depends_on_what_is_hidden(seed):
    """Two games that look the same to all are explained in the same words."""
    rng = random.Random(seed)
    before = None
    for _, state in random_game(rng):
        if state.public.over:
            return
        views = [view(each, TABLE) for each in (state, another_world(state, TABLE, rng))]
        assert len({repr(tuple(explanations(before, seen))) for seen in views}) == 1
        before = views[0]
