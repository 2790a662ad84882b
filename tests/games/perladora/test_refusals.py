"""Every refusal by its name: the smallest position that shows it, and that nothing changes."""

import pytest

from pearlboard.games.perladora.rules import refusals
from pearlboard.games.perladora.rules.effects import state_after
from pearlboard.games.perladora.rules.legality import judge
from pearlboard.games.perladora.rules.notation import (
    position_from_json,
    position_to_json,
    step_from_json,
    turn_from_json,
)
from pearlboard.games.perladora.rules.play import apply, play
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.steps import Pass, PlaceDiver
from pearlboard.geometry import edge, space
from pearlboard.texts import say
from support.perladora_boards import (
    ALL_FULL,
    FULL_AND_OPEN,
    FULL_CORNER,
    ONE_OF_EACH,
    comb,
    document,
    few_left,
    position,
    whole_set,
)

FOUR_CLANS = ("fishermen", "foragers", "children", "elders")
NO_HAND = {}


def turn(seat, main, power=None):
    return turn_from_json({"seat": seat, "power": power, "main": main})


def refused(start, *told):
    """The refusal of a turn, after which the state is what it was."""
    before = position_to_json(start)
    with pytest.raises(IllegalStep) as caught:
        play(start, turn(*told))
    assert position_to_json(start) == before
    return caught.value


def advanced(drawing=ONE_OF_EACH, clan="elders", **parts):
    others = [other for other in FOUR_CLANS if other != clan]
    return position(drawing, advanced=True, clans=(clan, *others), **parts)


STANDARD = [
    ("not_your_turn", {}, (2, [["diver", "a1", 1]])),
    ("not_your_turn", {"players": 3}, (3, [["diver", "a1", 1]])),
    ("game_over", {"done": [True, True]}, (1, [["diver", "a1", 1]])),
    ("game_over", {"done": [True, True]}, (2, [["pontoon", "a1-b1"]])),
    ("nothing_done", {}, (1, [])),
    ("space_taken", {"drawing": ONE_OF_EACH}, (1, [["diver", "b1", 1]])),
    ("space_is_farm", {}, (1, [["diver", "d1", 1]])),
    ("no_such_diver", {"hands": [{"1": 3}, {}]}, (1, [["diver", "a1", 2]])),
    ("no_such_diver", {"hands": [NO_HAND, {"1": 1}]}, (1, [["diver", "a1", 1]])),
    ("no_such_diver", {"players": 3}, (1, [["diver", "a1", 5]])),
    ("no_such_diver", {}, (1, [["diver", "a1", 0]])),
    ("no_such_diver", {}, (1, [["diver", "a1", 9]])),
    ("edge_taken", {"drawing": FULL_CORNER}, (1, [["pontoon", "b1-c1"]])),
    ("edge_taken", {}, (1, [["pontoon", "b1-c1"], ["pontoon", "b1-c1"]])),
    ("too_many_pontoons", {}, (1, [["pontoon", "b1-c1"], ["pontoon", "b2-c2"], ["pontoon", "b3-c3"]])),
    ("territory_too_small", {}, (1, [["pontoon", "a1-b1"], ["pontoon", "a1-a2"]])),
    ("standard_game", {}, (1, [["backup", "a1"]])),
    ("standard_game", {}, (1, [["diver", "a1", 1]], ["fishermen", "a1-b1"])),
    ("pass_not_allowed", {}, (1, [["pass"]])),
    ("pass_not_allowed", {"edition": "fr", "voluntary_pass": False}, (1, [["pass"]])),
]


@pytest.mark.parametrize(("rule", "parts", "told"), STANDARD)
def test_a_standard_turn_is_refused_by_name(rule, parts, told):
    """What no game allows, advanced or not."""
    assert refused(position(**parts), *told).rule == rule


ADVANCED = [
    ("wrong_clan", {}, (1, [["diver", "c1", 1]], ["fishermen", "a1-b1"])),
    ("no_power_left", {"powers": [0, 2]}, (1, [["diver", "c1", 1]], ["elders", "b1"])),
    ("no_target", {}, (1, [["diver", "c1", 1]], ["elders", "c3"])),
    ("no_target", {}, (1, [["diver", "c1", 1]], ["elders", "d1"])),
    ("own_target", {"edition": "fr"}, (1, [["diver", "c1", 1]], ["elders", "a1"])),
    ("own_target", {"elders_own": False}, (1, [["diver", "c1", 1]], ["elders", "a1"])),
    ("no_target", {"clan": "foragers"}, (1, [["diver", "c1", 1]], ["foragers", "c3"])),
    ("own_target", {"clan": "foragers"}, (1, [["diver", "c1", 1]], ["foragers", "a1"])),
    ("territory_full", {"clan": "foragers", "drawing": FULL_CORNER}, (1, [["diver", "c1", 1]], ["foragers", "b1"])),
    (
        "no_target",
        {"clan": "foragers", "drawing": FULL_AND_OPEN.replace("1 2 P . P", ". 2 P . P")},
        (1, [["diver", "c1", 1]], ["foragers", "e2"]),
    ),
    ("space_taken", {"clan": "children"}, (1, [["diver", "c1", 1]], ["children", "b1", 1])),
    ("space_is_farm", {"clan": "children"}, (1, [["diver", "c1", 1]], ["children", "d1", 1])),
    ("no_such_diver", {"clan": "children", "hands": [{"1": 3}, {}]}, (1, [["diver", "c1", 1]], ["children", "c1", 2])),
    ("space_taken", {"clan": "children"}, (1, [["diver", "c1", 1]], ["children", "c1", 1])),
    ("edge_taken", {"clan": "fishermen"}, (1, [["pontoon", "a1-b1"]], ["fishermen", "a1-b1"])),
    ("territory_too_small", {"clan": "fishermen"}, (1, [["pontoon", "a1-b1"]], ["fishermen", "a1-a2"])),
    ("pass_not_allowed", {"edition": "fr", "elders_own": True}, (1, [["pass"]], ["elders", "b1"])),
    ("nothing_done", {}, (1, [], ["elders", "b1"])),
    ("no_backup_left", {"drawing": FULL_CORNER, "backups": [False, True]}, (1, [["backup", "a1"]])),
    ("not_own_diver", {"drawing": FULL_CORNER}, (1, [["backup", "b1"]])),
    ("not_own_diver", {"drawing": FULL_CORNER}, (1, [["backup", "c3"]])),
    ("territory_not_full", {}, (1, [["backup", "a1"]])),
    ("backup_present", {"drawing": FULL_CORNER, "backed": ["b1"]}, (1, [["backup", "a1"]])),
]


@pytest.mark.parametrize(("rule", "parts", "told"), ADVANCED)
def test_an_advanced_turn_is_refused_by_name(rule, parts, told):
    """Powers and Backups."""
    assert refused(advanced(**parts), *told).rule == rule


@pytest.mark.parametrize("power", [["foragers", "c1"], ["elders", "c1"]])
def test_a_partner_is_no_target(power):
    """Seats 1 and 3 are partners; their Divers are left alone."""
    clans = (
        ("foragers", "children", "elders", "fishermen")
        if power[0] == "foragers"
        else ("elders", "children", "foragers", "fishermen")
    )
    start = position(ONE_OF_EACH.replace("1 2 .", "1 2 3"), players=4, advanced=True, clans=clans)
    assert refused(start, 1, [["diver", "e1", 1]], power).rule == "partner_target"


def test_without_a_pontoon_none_can_be_laid():
    """Nor two with one left, even where both lines are legal; the sentence counts what is left."""
    assert refused(few_left(0), 1, [["pontoon", "e3-f3"]]).rule == "no_pontoon_left"
    refusal = refused(few_left(1), 1, [["pontoon", "e3-f3"], ["pontoon", "g3-h3"]])
    assert refusal.rule == "no_pontoon_left"
    assert dict(refusal.sentence.parameters) == {"count": 1}
    clans = ("fishermen", "elders")
    start = few_left(0, advanced=True, clans=clans)
    assert refused(start, 1, [["diver", "a1", 1]], ["fishermen", "e3-f3"]).rule == "no_pontoon_left"


def test_the_last_pontoon_cannot_be_a_power_when_nothing_comes_after():
    """Ruling 10: no Diver in hand, so the last Pontoon must be the main action."""
    parts = {"advanced": True, "clans": ("fishermen", "elders"), "hands": [{}, {"1": 2}]}
    start = few_left(1, **parts)
    assert refused(start, 1, [["pontoon", "e3-f3"]], ["fishermen", "e3-f3"]).rule == "no_main_action_left"
    assert play(start, turn(1, [["pontoon", "e3-f3"]])).public.to_move == 2
    assert play(few_left(2, **parts), turn(1, [["pontoon", "e3-f3"]], ["fishermen", "g3-h3"])).public.powers == (1, 2)


def test_the_last_diver_cannot_be_a_power_when_nothing_comes_after():
    """Ruling 10 for the Children."""
    parts = {"advanced": True, "clans": ("children", "elders"), "backups": [False, True]}
    start = few_left(0, hands=[{"1": 1}, {"1": 1}], **parts)
    assert refused(start, 1, [["diver", "a1", 1]], ["children", "a1", 1]).rule == "no_main_action_left"
    start = few_left(0, hands=[{"1": 2}, {"1": 1}], **parts)
    assert play(start, turn(1, [["diver", "b1", 1]], ["children", "a1", 1])).public.left == (0, 1)


def test_a_power_does_not_open_the_way_for_a_seat_that_can_do_nothing_else():
    """A seat with a Power and a target but no main action has no turn."""
    told = document(
        ALL_FULL, advanced=True, clans=("elders", "foragers"), values=whole_set(ALL_FULL), backups=[False, True]
    )
    told["pontoons"] = comb(0)
    start = position_from_json(told)
    assert refused(start, 1, [["pontoon", "e3-f3"]], ["elders", "a1"]).rule == "no_main_action_left"


def test_a_small_territory_is_shown_with_its_spaces():
    """The refusal knows the line and the spaces that would be cut off, for lights and words."""
    refusal = refused(position(), 1, [["pontoon", "a1-b1"], ["pontoon", "a1-a2"]])
    assert isinstance(refusal, refusals.TerritoryTooSmall)
    assert refusal.region == {space("a1")}
    assert refusal.edge == edge("a1-a2")
    assert refusal.sites == {space("a1"), edge("a1-a2")}


def test_two_pontoons_are_judged_by_the_final_partition():
    """Ruling 3: either alone may close nothing, and only together they cut off too little."""
    start = position()
    for one in ("c1-c2", "d1-e1"):
        assert play(start, turn(1, [["pontoon", one]])).public.to_move == 2
    drawing = """
. . . P . . . .
- -
. P . . . P . P

. . . . . . . .

P . . . P . . .

. . P . . . P .
"""
    start = position(drawing)
    refusal = refused(start, 1, [["pontoon", "b1-c1"]])
    assert refusal.region == {space("a1"), space("b1")}
    assert play(start, turn(1, [["pontoon", "d1-e1"], ["pontoon", "c1-c2"]])).public.pontoons_left == 31
    assert refused(start, 1, [["pontoon", "c1-c2"], ["pontoon", "c1-d1"]]).rule == "territory_too_small"


def test_the_backup_waits_for_a_full_territory_and_is_told_what_is_missing():
    """The empty spaces are part of the refusal, so that they can be shown."""
    start = advanced(FULL_CORNER.replace("1 2|", "1 .|"))
    refusal = refused(start, 1, [["backup", "a1"]])
    assert refusal.rule == "territory_not_full"
    assert refusal.empty == {space("b1")}


def test_a_diver_of_the_childrens_power_can_fill_the_territory_for_the_backup():
    """Ruling 15: it counts as present."""
    start = advanced(FULL_CORNER.replace("1 2|", "1 .|"), clan="children")
    after = play(start, turn(1, [["backup", "a1"]], ["children", "b1", 1]))
    assert after.public.divers[space("a1")].backup
    assert after.public.divers[space("b1")].shown == 1


def test_one_power_a_turn_and_no_pass_after_it():
    """Step by step, as at the table, a second Power and the French pass are refused."""
    start = advanced(edition="fr")
    looked = apply(start, step_from_json(["elders", "b1"]))
    assert looked.public.to_move == 1
    for step, rule in ((["elders", "b1"], "power_already_played"), (["pass"], "pass_not_allowed")):
        with pytest.raises(IllegalStep) as caught:
            apply(looked, step_from_json(step))
        assert caught.value.rule == rule
    assert apply(looked, step_from_json([["pontoon", "b1-c1"]])).public.to_move == 2


def test_without_the_hand_values_are_not_judged():
    """A view of the table can ask what is legal; only the number of Divers left counts then."""
    public = position(hands=[{"1": 1}, {}]).public
    judge(public, None, PlaceDiver(space("a1"), 5))
    judge(public, (1, 0, 0, 0, 0), PlaceDiver(space("a1")))
    with pytest.raises(refusals.NoSuchDiver):
        judge(public, (1, 0, 0, 0, 0), PlaceDiver(space("a1"), 2))
    with pytest.raises(refusals.NoSuchDiver):
        judge(position(hands=[{}, {"1": 1}]).public, None, PlaceDiver(space("a1")))


def test_who_has_given_up_is_not_asked_again():
    """A French pass is for good."""
    start = position(edition="fr")
    after = play(start, turn(1, [["pass"]]))
    assert after.public.done == (True, False)
    after = play(after, turn(2, [["diver", "a1", 1]]))
    assert after.public.to_move == 2
    assert play(after, turn(2, [["pass"]])).public.over


def test_every_refusal_has_a_name_of_its_own():
    """Names are stable and never shared."""
    names = [kind.rule for kind in IllegalStep.__subclasses__()]
    assert len(names) == len(set(names))
    promised = {
        "not_your_turn",
        "game_over",
        "nothing_done",
        "space_taken",
        "space_is_farm",
        "no_such_diver",
        "edge_taken",
        "no_pontoon_left",
        "too_many_pontoons",
        "territory_too_small",
        "standard_game",
        "no_power_left",
        "wrong_clan",
        "no_target",
        "partner_target",
        "own_target",
        "territory_full",
        "no_main_action_left",
        "no_backup_left",
        "not_own_diver",
        "territory_not_full",
        "backup_present",
        "pass_not_allowed",
    }
    assert set(names) == promised | {"power_already_played", "value_taken", "face_up_unsaid", "lies_face_up"}


def test_a_pass_that_is_legal_changes_only_who_is_done():
    """No piece moves."""
    start = position(edition="fr")
    assert state_after(start, Pass()).public.divers == start.public.divers


def test_whose_turn_it_is_is_said():
    """The refusal tells who asked and who is to move: pages name both."""
    told = refused(position(players=3), 3, [["diver", "a1", 1]])
    assert told.sentence == say("not_your_turn", seat=3, to_move_seat=1)
