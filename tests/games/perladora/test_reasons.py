"""Why the computer would play a step: one honest reason each, from what the asking player may know."""

import random
from dataclasses import replace

import pytest

from pearlboard.games.perladora.package import PACKAGE
from pearlboard.games.perladora.rules.options import steps
from pearlboard.games.perladora.rules.steps import (
    Children,
    Elders,
    Fishermen,
    Foragers,
    LayPontoons,
    Pass,
    PlaceBackup,
    PlaceDiver,
)
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.perladora.shown.reasons import OF_A_TEAM, because, expectation, reasons
from pearlboard.games.values import TABLE
from pearlboard.geometry import GRID, edge, space
from pearlboard.texts import say
from support.perladora_boards import EMPTY, position, random_opening, random_turn
from support.perladora_drafts import CATALOGUES, PLAYERS
from support.worlds import another_world

BAY = """
{0} {1}|. P . . . .

{2} P|{3} . . P . P
- -
. . . . . . . .

P . . . P . . .

. . P . . . P .
"""
AJAR = BAY.replace("{0} {1}|", "{0} {1} ")
"""The same, with the line between b1 and c1 still open."""


OF_ITSELF = {
    f"reason_{name}" for name in ("strong", "weak", "goes_on", "begins", "border", "places", "sheltered", "supports")
}
"""What can be said of a step wherever Pearls are near, where nothing else is to be said."""


def every(step, state, **values):
    """The reasons for whoever is to move, each with its number of Pearls; `values`: what that seat has seen besides."""
    seen = view(state, state.public.to_move)
    seen = replace(seen, values={**seen.values, **{space(name): value for name, value in values.items()}})
    return [(said.name, dict(said.parameters)["count"]) for said in reasons(seen, step)]


def why(step, state, **values):
    """The strongest of them that says what the step changes."""
    return next((said for said in every(step, state, **values) if said[0] not in OF_ITSELF), None)


def bay(first, second, third, elsewhere=".", drawing=BAY, **parts):
    return position(drawing.format(first, second, third, elsewhere), **parts)


def advanced(clan):
    return {"advanced": True, "clans": (clan, next(other for other in ("elders", "fishermen") if other != clan))}


def test_whoever_comes_first_is_told_so():
    """Nobody has a Diver there yet."""
    assert why(PlaceDiver(space("a1"), 1), bay(".", ".", ".")) == ("reason_first", 4)


def test_the_last_diver_leaves_the_others_no_room():
    """Only where its player is ahead whatever the other's is worth: with the 5 and the 4, and not with a 1."""
    state = bay("1", "2", ".", values={"a1": 5})
    assert why(PlaceDiver(space("a2"), 4), state) == ("reason_no_room", 4)
    assert why(PlaceDiver(space("a2"), None), bay("1", "2", ".")) is None


def test_a_diver_that_brings_its_player_in():
    """Two others are there, and nobody can say who of them is ahead."""
    assert why(PlaceDiver(space("a2"), 1), bay("2", "3", ".", players=3)) == ("reason_joins", 4)


BIG = """
1 . .|P . . . .

. P .|. . P . P
- - -
. . . . . . . .

P . . . P . . .

. . P . . . P .
"""


def test_a_diver_that_takes_the_lead():
    """Two hidden Divers of Anna's own are more than the 2 that all see of Ben's."""
    drawing = BIG.replace("1 . .|P", "1 2 .|P")
    state = position(drawing)
    assert why(PlaceDiver(space("a2"), 3), state, b1=2) == ("reason_leads", 4)
    assert why(PlaceDiver(space("a2"), 1), state, b1=2) == ("reason_contests", 4)


def test_a_diver_where_its_player_is_ahead_already():
    """Nobody else is there, and there is room left."""
    assert why(PlaceDiver(space("a2"), 1), position(BIG)) == ("reason_adds", 4)


def test_a_diver_that_disputes_a_lead():
    """Ben was alone; with a hidden Diver against his, nobody can say."""
    state = position(BIG.replace("1 . .|", "2 . .|"))
    assert why(PlaceDiver(space("a2"), 1), state) == ("reason_contests", 4)


OPEN = """
{0} . . P . . . .

. P {1} . . P . P

. . . . . . . .

P . . . P . . .

. . P . . . P .
"""


def test_every_reason_can_be_given_for_anothers_turn():
    """In every language, and it is not said to "you"."""
    for catalogue in CATALOGUES.values():
        for name in [name for name in catalogue.entries if name.startswith("reason_")]:
            anothers = say(name.replace("reason_", "because_", 1), seat=2, other_seats=(1,), count=3)
            told = catalogue.render(anothers, PLAYERS)
            assert not {"you", "du", "dir", "vous"} & set(told.lower().split())


@pytest.mark.parametrize("seed", range(4))
def test_the_reason_for_anothers_turn_depends_on_nothing_that_is_hidden(seed):
    """Whatever lies under the Divers and was laid just now, all are told the same; and it names whose turn it was."""
    rng = random.Random(seed)
    state = random_opening(rng)
    for _ in range(30):
        if state.public.over:
            return
        before, (turn, state) = state, random_turn(state, rng)
        step, seat = PACKAGE.secrets.public(turn.power or turn.main), before.public.to_move
        worlds = (before, another_world(before, TABLE, rng))
        found = {repr(because(view(each, TABLE), seat, step)) for each in worlds}
        assert len(found) == 1
        assert found == {"None"} or f"('seat', {seat})" in found.pop()


@pytest.mark.parametrize(
    ("divers", "found"),
    [
        ("..", ("reason_around", 9)),
        (".1", ("reason_beside", 4)),
        (".2", ("reason_answers", 9)),
        ("12", ("reason_outnumbers", 9)),
        ("22", ("reason_answers", 9)),
    ],
)
def test_in_the_open_lagoon_what_is_near_is_a_reason(divers, found):
    """Two steps around a2 lie the 4 Pearls of b2 and the 5 of a4: by whose Divers are there already, and how many.

    Whoever has some there is named: in a game of two "somebody else" is whoever reads it.
    """
    state = position(OPEN.format(*divers))
    assert why(PlaceDiver(space("a2"), 1), state) == found
    told = next(reasons(view(state, state.public.to_move), PlaceDiver(space("a2"), 1)))
    assert dict(told.parameters).get("other_seats") == ((2,) if found[0] == "reason_answers" else None)


def test_a_pontoon_between_makes_it_far():
    """What cannot be reached across free lines is not near."""
    walled = position(EMPTY.replace("\n\n. P .", "\n\n.|P .", 1))
    assert why(PlaceDiver(space("a2"), 1), walled) == ("reason_around", 5)


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (40, "nearly_all"),
        (20, "half"),
        (20.4, "half"),
        (22, "more_than_half"),
        (13, "third"),
        (5, "few"),
        (-1, "hardly_any"),
    ],
)
def test_what_to_expect_is_said_in_words(points, name):
    """Of the 40 Pearls that there are."""
    assert expectation(points).name == f"expect_{name}"


BARE = """
. . . P . . . .

. P . . . P . P
    - - - - -
. .|. . . . .|.
    - - - - -
P . . . P . . .

. . P . . . P .
"""
"""Five spaces in the middle without a Farm, closed off."""


def test_where_there_is_nothing_to_win_there_is_no_such_reason():
    """A territory without a Farm."""
    assert why(PlaceDiver(space("d3"), 1), position(BARE)) is None


@pytest.mark.parametrize(
    ("divers", "name"), [("1..", "reason_closes"), ("...", "reason_fences_off"), ("12.", None), ("121", None)]
)
def test_a_pontoon_that_closes_a_territory(divers, name):
    """While its player is ahead for sure; where nobody is; and nothing where nobody can say."""
    found = why(LayPontoons((edge("b1-c1"),)), bay(*divers, drawing=AJAR))
    assert found == (None if name is None else (name, 4))


def test_a_pontoon_that_closes_a_full_territory():
    """All three are Anna's."""
    assert why(LayPontoons((edge("b1-c1"),)), bay("1", "1", "1", drawing=AJAR)) == ("reason_closes_full", 4)


def test_a_pontoon_that_cuts_the_others_off():
    """Ben's Diver is on the other side of it."""
    assert why(LayPontoons((edge("b1-c1"),)), bay("1", ".", ".", "2", drawing=AJAR)) == ("reason_cuts_off", 4)


def test_a_fisherman_s_pontoon_is_judged_likewise():
    """It is a Pontoon."""
    state = bay("1", ".", ".", drawing=AJAR, **advanced("fishermen"))
    assert why(Fishermen(edge("b1-c1")), state) == ("reason_closes", 4)


SHUT = """
. . 2 {0}. . . .
  - - -
. P . . . P . P

. . . . . . . .

P . . . P . . .

. . P . . . P .
"""


def test_a_pontoon_that_shuts_the_others_in():
    """Where few Pearls lie: the 3 of d1, and none of one's own Divers."""
    state = position(SHUT.format("P "))
    assert why(LayPontoons((edge("a1-a2"), edge("d1-e1"))), state) == ("reason_shuts_in", 3)


def test_two_pontoons_count_together():
    """Only both of them close it."""
    state = bay("1", ".", ".", drawing=AJAR.replace("\n- -\n", "\n-\n"))
    assert why(LayPontoons((edge("b1-c1"),)), state) is None
    assert why(LayPontoons((edge("b1-c1"), edge("b2-b3"))), state) == ("reason_closes", 4)


def test_a_pontoon_that_closes_nothing_has_no_such_reason():
    """A fence begins one step from the 6 Pearls of e4, at the border or not, or one grows."""
    assert why(LayPontoons((edge("d3-e3"),)), position(EMPTY)) is None
    assert every(LayPontoons((edge("d3-e3"),)), position(EMPTY)) == [("reason_begins", 6)]
    assert every(LayPontoons((edge("a1-b1"),)), position(EMPTY)) == [("reason_border", 4), ("reason_begins", 4)]
    assert (
        every(LayPontoons((edge("d2-e2"),)), position(EMPTY.replace("\n\n. . . .", "\n    -   -\n. . . .", 1)))[0][0]
        == "reason_goes_on"
    )


@pytest.mark.parametrize("seed", range(6))
def test_what_is_said_of_a_fence_is_true_of_each_of_its_lines(seed):
    """One fence is spoken of only where its lines meet; what parts is said to be near no other line's Pearls."""
    rng, told = random.Random(seed), set()
    state = random_opening(rng)
    while not state.public.over:
        two = steps(view(state, state.public.to_move)).get("pontoons", ())
        for step in rng.sample(two, min(len(two), 30)):
            found = dict(every(step, state))
            told |= found.keys()
            meet = set.intersection(*(set(GRID.corners_of[line]) for line in step.edges))
            apart = {name for name in found if name.removeprefix("reason_") in ("goes_on", "begins", "border")}
            assert ("reason_places" in found) <= (not meet) <= (not apart), step
            if len({end for line in step.edges for end in (line.first, line.second)}) == 4:
                alone = [dict(every(LayPontoons((line,)), state)) for line in step.edges]
                assert found.get("reason_parts", 0) <= sum(each.get("reason_parts", 0) for each in alone), step
        _, state = random_turn(state, rng)
    assert {"reason_places", "reason_goes_on"} <= told


@pytest.mark.parametrize(
    ("own", "other", "parts"), [("1", "2", True), ("2", "1", True), ("1", ".", False), ("1", "1", False)]
)
def test_a_pontoon_between_the_own_divers_and_those_of_others(own, other, parts):
    """On one bank of it are one's own alone, on the other somebody else's."""
    state = position(OPEN.format(own, other).replace(f"{own} .", f". {own}", 1))
    found = [name for name, _ in every(LayPontoons((edge("b1-c1"),)), state)]
    assert ("reason_parts" in found) is parts


@pytest.mark.parametrize(("value", "name"), [(5, "strong"), (4, "strong"), (3, None), (1, "weak"), (None, None)])
def test_a_value_is_a_reason_for_whoever_may_know_it(value, name):
    """A strong Diver, or one that costs little; on a page that all share there is no value, and nothing is said."""
    of_value = {"reason_strong", "reason_weak"}
    told = [
        name for name, _ in every(PlaceDiver(space("a2"), value), position(OPEN.format(".", "."))) if name in of_value
    ]
    assert told == ([] if name is None else [f"reason_{name}"])


@pytest.mark.parametrize(("divers", "told"), [("1.", True), (".2", False)])
def test_a_diver_beside_the_own_ones_supports_them(divers, told):
    """The last thing that can be said, where one's own lie within two steps."""
    names = [name for name, _ in every(PlaceDiver(space("a2"), 3), position(OPEN.format(*divers)))]
    assert ("reason_supports" in names[-1:]) is told


@pytest.mark.parametrize("name", sorted(OF_A_TEAM))
def test_a_partner_s_divers_are_the_team_s(name):
    """Where the own side's are the partner's, nobody is told that they are "yours"; so it is of another's turn."""
    steps_and_states = {
        "reason_outnumbers": (PlaceDiver(space("a2"), 1), OPEN.format("3", "2")),
        "reason_supports": (PlaceDiver(space("a2"), 3), OPEN.format("3", ".")),
        "reason_parts": (LayPontoons((edge("b1-c1"),)), OPEN.format("3", "2").replace("3 .", ". 3", 1)),
        "reason_closes": (LayPontoons((edge("b1-c1"),)), AJAR.format("3", ".", ".", ".")),
        "reason_closes_full": (LayPontoons((edge("b1-c1"),)), AJAR.format("3", "3", "3", ".")),
    }
    step, drawing = steps_and_states[name]
    found = [said for said, _ in every(step, position(drawing, players=4))]
    assert f"{name}_team" in found
    assert name not in found
    for catalogue in CATALOGUES.values():
        assert {f"{name}_team", f"{name}_team".replace("reason_", "because_")} <= set(catalogue.entries)


def test_a_space_with_few_open_lines_is_soon_fenced_in():
    """A corner of the lagoon has two."""
    empty = position(OPEN.format(".", "."))
    assert "reason_sheltered" in dict(every(PlaceDiver(space("a1"), 3), empty))
    assert "reason_sheltered" not in dict(every(PlaceDiver(space("c2"), 3), empty))


def test_powers_and_the_backup():
    """A necklace makes a Diver worth less, a look tells more, an open Diver and a Backup count like any."""
    state = position(BIG.replace("1 . .|", "1 2 .|"), **advanced("foragers"))
    assert why(Foragers(space("b1")), state) == ("reason_weakens", 4)
    state = position(BIG.replace("1 . .|", "1 2 .|"), **advanced("elders"))
    assert why(Elders(space("b1")), state) == ("reason_looks", 4)
    state = position(BIG, **advanced("children"))
    assert why(Children(space("a2"), 1), state) == ("reason_adds", 4)
    state = bay("1", "1", "1", **advanced("elders"))
    assert why(PlaceBackup(space("a1")), state) == ("reason_adds", 4)
    assert why(Pass(), bay("1", ".", ".", voluntary_pass=True)) is None


def test_a_diver_without_a_value_is_judged_by_what_holds_for_any():
    """So a page that all share is not told which one was meant."""
    state = bay("1", "2", ".")
    assert why(PlaceDiver(space("a2"), 5), state) == ("reason_no_room", 4)
    assert why(PlaceDiver(space("a2"), None), state) is None


@pytest.mark.parametrize("seed", range(8))
def test_no_reason_depends_on_what_the_others_hide(seed):
    """In two worlds that differ in others' secrets alone every step has the same reason."""
    rng = random.Random(seed)
    state = random_opening(rng)
    for _ in range(24):
        if not state.public.over:
            _, state = random_turn(state, rng)
    viewer = state.public.to_move
    other = another_world(state, viewer, rng)
    for kind in steps(view(state, viewer)).values():
        for step in rng.sample(kind, min(len(kind), 12)):
            assert [*reasons(view(state, viewer), step)] == [*reasons(view(other, viewer), step)]
