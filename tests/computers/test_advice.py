"""The computer's advice: for the player to move, from that player's knowledge; and seats that change hands."""

import random
from dataclasses import replace

import pytest

from pearlboard.computers.advising import ENOUGH, advice, best, compared
from pearlboard.computers.bot_client import BotReply
from pearlboard.games.bots import Candidate, Thought
from pearlboard.games.perladora.rules.state import FARMS
from pearlboard.games.perladora.rules.steps import Elders, LayPontoons, PlaceDiver
from pearlboard.geometry import GRID, edge, space
from pearlboard.lights.scene import Role
from pearlboard.session.principal import EVERYBODY
from pearlboard.session.state import Refused
from support.perladora_table import PERLADORA
from support.tabling import SETTLE_MS, TestTable
from support.thinkers import THINKS_MS

THOUGHT = Thought(
    PlaceDiver(space("c4"), 5),
    0.7,
    21.4,
    100,
    candidates=(
        Candidate(PlaceDiver(space("c4"), 5), 60, 0.7, 21.4),
        Candidate(PlaceDiver(space("c4"), 1), 20, 0.6, 20.6),
        Candidate(LayPontoons((edge("b1-b2"), edge("d1-d2"))), 10, 0.5, 19.5),
        Candidate(Elders(space("e2")), 25, 0.4, 18),
        Candidate(PlaceDiver(space("g2"), 1), 5, 0.3, 17),
    ),
)


def asked_by_phone(hints="request"):
    """Anna asks from her phone; Ben has a phone, too."""
    table = TestTable().begin(2, hints=hints)
    anna, ben = table.phone(1), table.phone(2)
    table.thinker.answers = [BotReply(THOUGHT)]
    return table.ask("advise", who=anna).do(f"wait {THINKS_MS}"), anna, ben


def private(table, who):
    """The part that only this player's screen shows."""
    from pearlboard.screens.catalogues import catalogues
    from pearlboard.screens.private import private as shown

    return shown(who.seat, table.tabletop.session, table.tabletop.now, table.tabletop.requests, catalogues()["en"])


def test_the_best_of_three_different_places_are_advised():
    """A second value for the same space is left out; without candidates only the chosen step is advised."""
    assert [candidate.action for candidate in best(PERLADORA, THOUGHT)] == [
        PlaceDiver(space("c4"), 5),
        LayPontoons((edge("b1-b2"), edge("d1-d2"))),
        Elders(space("e2")),
    ]
    alone = Thought(PlaceDiver(space("a1"), 2), 0.5, 20)
    assert [(each.action, each.points) for each in best(PERLADORA, alone)] == [(PlaceDiver(space("a1"), 2), 20)]


def test_places_beside_each_other_are_advised_only_where_there_are_no_others():
    """A Diver and its neighbour, or two lines that meet; never the same space twice."""
    steps = [
        PlaceDiver(space("c3"), 3),
        PlaceDiver(space("c4"), 3),
        LayPontoons((edge("c2-c3"),)),
        PlaceDiver(space("c3"), 1),
    ]
    near = Thought(steps[0], 0.5, 20, 100, candidates=tuple(Candidate(step, 25, 0.5, 20) for step in steps))
    assert [each.action for each in best(PERLADORA, near)] == steps[:3]
    far = replace(near, candidates=(*near.candidates, Candidate(PlaceDiver(space("h1"), 2), 5, 0.3, 12)))
    assert [each.action for each in best(PERLADORA, far)] == [steps[0], steps[1], PlaceDiver(space("h1"), 2)]


def test_advice_is_compared_with_the_best():
    """By the lower bound: an action that was hardly tried is not called equally good."""
    first = Candidate(PlaceDiver(space("c3"), 3), 400, 0.55, 21)
    names = [
        compared(first, replace(first, visits=visits, result=result)).name
        for visits, result in ((400, 0.54), (400, 0.47), (400, 0.3), (9, 0.56))
    ]
    assert names == ["advice_level", "advice_less", "advice_far_less", "advice_far_less"]
    assert compared(None, first).name == "advice_best"


def test_what_is_advised_further_down_is_never_said_to_be_better():
    """The computer's choice comes first; the others by what is said of them, however often each was tried."""
    tried = ((400, 0.6), (300, 0.3), (20, 0.58), (100, 0.5))
    found = tuple(
        Candidate(PlaceDiver(space(at), 2), *how, 20) for at, how in zip(("a1", "d3", "h1", "g4"), tried, strict=True)
    )
    given = best(PERLADORA, Thought(found[0].action, 0.6, 20, 820, candidates=found))
    assert given[0] == found[0]
    names = [compared(None if each is given[0] else given[0], each).name for each in given]
    order = ["advice_best", "advice_level", "advice_less", "advice_far_less"]
    assert names == sorted(names, key=order.index)


def test_no_two_advices_have_the_same_reason():
    """Each reason is new, if there is another one."""
    table = TestTable().begin(2)
    own = table.tabletop.now.game.package.rules.view(table.tabletop.session.state, 1)
    places = ("a2", "c4", "g2")
    found = tuple(Candidate(PlaceDiver(space(place), 5), 30, 0.5, 20) for place in places)
    told = [each.reason.name for each in advice(PERLADORA, own, found)]
    assert len(set(told)) == len(places)


def test_how_many_games_were_won_is_not_told_of_a_few():
    """Two simulated games would say nothing; of many it is a reason where no other is left."""
    table = TestTable().begin(2)
    own = table.tabletop.now.game.package.rules.view(table.tabletop.session.state, 1)
    few = (Candidate(PlaceDiver(space("c4"), 5), ENOUGH - 1, 0.07, 20),) * 9
    many = tuple(replace(each, visits=ENOUGH) for each in few)
    assert "advice_tried" not in {each.reason.name for each in advice(PERLADORA, own, few)}
    told = {each.reason.name: dict(each.reason.parameters) for each in advice(PERLADORA, own, many)}
    assert told["advice_tried"] == {"won": round(0.07 * ENOUGH), "games": ENOUGH}


def test_places_are_for_all_and_everything_else_for_the_player_alone():
    """The lights and the table page show three places without order, value or Pearls; the phone shows everything."""
    table, anna, ben = asked_by_phone()
    assert table.screen()["advice"] == ["e2", "c4", "b1-b2", "d1-d2"]
    lit = {str(light) for light, mark in table.lighting._scene.lights.items() if mark.role is Role.ADVISED}
    assert {"c4", "e2", "b1-b2", "d1-d2"} <= lit
    rows = private(table, anna)["advice"]
    assert [(row["text"], row["points"]) for row in rows] == [
        ("A Diver worth 5 on c4", 21),
        ("Pontoons between b1 and b2 and between d1 and d2", 20),
        ("First the Power: a look at the Diver on e2, then your turn", 18),
    ]
    assert rows[0]["compared"] == "the best it has found"
    assert private(table, ben)["advice"] is None
    assert "of 5" not in str(table.screen())
    assert table.screen()["suggestions"] == []


def test_the_adviser_knows_what_the_player_knows():
    """The view of the seat to move, and no other."""
    table, _, _ = asked_by_phone()
    assert [question.knowledge.viewer for question in table.thinker.asked] == [1]


def test_on_a_shared_page_notes_play_no_part():
    """Anybody may ask on that page, and the lights would reveal the notes."""
    table = TestTable().begin(2).do("c4").ask("choose_value", value=5).do("wait 3200 e2 wait 3200")
    table.ask("advise", who=EVERYBODY)
    anna = table.phone(1)
    table.ask("advise", who=anna)
    shared, own = (question.knowledge for question in table.thinker.asked)
    assert (dict(shared.values), shared.hand) == ({}, (10, 3, 1, 1, 1))
    assert (dict(own.values), own.hand) == ({space("c4"): 5}, (10, 3, 1, 1, 0))


def world(laid, advised_at):
    """A game of two phones, with these Divers and values; returns what everybody sees of the advice.

    Both ask for advice on every turn in `advised_at`; their own pages are compared separately.
    """
    table = TestTable().begin(2)
    phones = {seat: table.phone(seat) for seat in (1, 2)}
    seen, own = [], []
    for turn, (place, value) in enumerate(laid):
        who = phones[1 + turn % 2]
        if turn in advised_at:
            table.ask("advise", who=who)
            for _ in range(3):
                table.do(f"wait {THINKS_MS - SETTLE_MS}")
                seen.append((table.screen(), table.lighting._scene, table.lighting.frame))
            own.append(private(table, who)["advice"])
        table.do(place)
        table.ask("say_later", who=who) if value is None else table.ask("choose_value", who=who, value=value)
        table.do("wait 3200")
    return seen, own


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_the_lights_of_advice_do_not_depend_on_the_hand(seed):
    """Worlds that differ only in notes: neither the lights nor their timing differ; only the phones know."""
    rng = random.Random(seed)
    places = rng.sample([place for place in GRID.spaces if place not in FARMS], 7)
    hands = [{seat: rng.sample([1, 1, 2, 3, 4, 5], 4) for seat in (1, 2)} for _ in range(2)]
    hands.append({1: [None] * 4, 2: [None] * 4})
    worlds = [
        world([(str(place), hand[1 + turn % 2][turn // 2]) for turn, place in enumerate(places)], {2, 3, 6})
        for hand in hands
    ]
    assert all(screen["advice"] for screen, *_ in worlds[0][0][1::3])
    assert worlds[0][0] == worlds[1][0] == worlds[2][0]
    assert all(own is not None for _, told in worlds for own in told)


def shared_world(values):
    """A game without phones, with values noted on the shared page; returns what it shows when advice is asked for."""
    table, seen = TestTable().begin(2), []
    for place, value in zip(("c4", "e2", "a1"), values, strict=True):
        table.do(place).ask("choose_value", value=value).do("wait 3200")
        table.ask("advise", who=EVERYBODY).do(f"wait {THINKS_MS}")
        seen.append((table.screen(), table.screen("de"), table.lighting._scene))
    return seen


@pytest.mark.slow
def test_advice_on_a_shared_page_does_not_depend_on_notes():
    """Actions, reasons and order are the same."""
    first, second = shared_world((1, 1, 2)), shared_world((5, 4, 3))
    assert all(screen["suggestions"] for screen, *_ in first)
    assert first == second


def test_where_the_board_is_only_drawn_its_lights_say_nothing_of_advice():
    """The page of whoever plays shows advised places; lights or another page would show other advice."""
    table = TestTable(on_screen=True).begin(2)
    table.thinker.answers = [BotReply(THOUGHT)]
    table.ask("advise", who=EVERYBODY).do(f"wait {THINKS_MS}")
    assert table.screen()["suggestions"] == []
    assert len(table.tabletop.requests.advised[1].own) == 3
    assert Role.ADVISED not in {mark.role for mark in table.lighting._scene.lights.values()}


@pytest.mark.parametrize("fails", [False, True])
def test_nobody_sees_advice_that_is_taken_back(fails):
    """While what the player alone knows is thought about, the player's screen shows nothing else, and no other page
    shows advice; without an answer to that, what all know is shown.
    """
    table = TestTable(on_screen=True).begin(2)
    anna, ben = table.phone(1), table.phone(2)
    table.do("c4").ask("choose_value", who=anna, value=5).ask("confirm", who=anna).do("wait 3200")
    table.do("e2").ask("choose_value", who=ben, value=4).ask("confirm", who=ben).do("wait 3200")
    own = (
        BotReply(failed="KeyError in search.py, line 7")
        if fails
        else BotReply(Thought(PlaceDiver(space("g2"), 1), 0.5, 22))
    )
    table.thinker.answers = [BotReply(Thought(PlaceDiver(space("a1"), 2), 0.5, 20)), own]
    table.ask("advise", who=anna)
    first, second = (inquiry.pending for inquiry in table.computers._advising[1].inquiries)
    first.answer()
    assert (private(table, anna)["advice"], table.screen()["suggestions"]) == ([], [])
    second.answer()
    shown = [row["text"] for row in private(table, anna)["advice"] or table.screen()["suggestions"]]
    assert shown == ["A Diver on a1" if fails else "A Diver worth 1 on g2"]


def test_a_phone_gets_advice_from_its_own_hand():
    """Two questions if there are notes; the lights use the answer without them."""
    table, anna, ben = asked_by_phone()
    table.thinker.answers = []
    table.do("c4").ask("choose_value", who=anna, value=5).do("wait 3200 e2").ask("choose_value", who=ben, value=4)
    table.do("wait 3200")
    mine = Thought(PlaceDiver(space("g2"), 1), 0.5, 22, 100)
    shared = Thought(PlaceDiver(space("a1"), 2), 0.5, 20, 100)
    table.thinker.asked.clear()
    table.thinker.answers = [BotReply(shared), BotReply(mine)]
    table.ask("advise", who=anna).do(f"wait {THINKS_MS}")
    assert [dict(question.knowledge.values) for question in table.thinker.asked] == [{}, {space("c4"): 5}]
    assert table.screen()["advice"] == ["a1"]
    [row] = private(table, anna)["advice"]
    assert (row["text"], row["points"], row["sites"]) == ("A Diver worth 1 on g2", 22, ["g2"])
    assert row["expects"] == "a little more than half of the Pearls"
    table.ask("advise", who=anna)
    assert len(table.thinker.asked) == 2


def test_each_step_has_one_reason():
    """A reason visible in the position, if there is one; otherwise the result of simulated games."""
    table, anna, _ = asked_by_phone()
    farms = table.tabletop.now.game.view.public.setup.farms

    def around(*near):
        return f"Within two steps of it lie {sum(farms[space(farm)] for farm in near)} Pearls, and no Diver yet."

    fenced = sum(farms[space(farm)] for farm in ("b2", "d1"))
    assert [row["reason"] for row in private(table, anna)["advice"]] == [
        around("a4", "c5", "e4"),
        f"It builds fences in two places; within one step of them lie {fenced} Pearls.",
        "It won about 10 of the 25 games tried out.",
    ]
    table.thinker.answers = [BotReply(Thought(PlaceDiver(space("d2"), 5), 0.5, 20, 100))]
    table.do("c4").ask("choose_value", who=anna, value=1).do("wait 3200").ask("free_seat", seat=2)
    table.ask("advise", who=EVERYBODY).do(f"wait {THINKS_MS}")
    assert table.screen()["suggestions"] == [
        {
            "text": "A Diver on d2",
            "compared": "the best it has found",
            "reason": around("b2", "d1", "f2"),
            "sites": ["d2"],
        }
    ]


def test_a_shared_page_shows_advised_steps_without_values():
    """Without phones: best first, from public knowledge; actions are described by their public part."""
    table = TestTable().begin(2)
    table.thinker.answers = [BotReply(THOUGHT)]
    table.ask("advise", who=EVERYBODY).do(f"wait {THINKS_MS}")
    assert [(row["text"], row["sites"]) for row in table.screen()["suggestions"]] == [
        ("A Diver on c4", ["c4"]),
        ("Pontoons between b1 and b2 and between d1 and d2", ["b1-b2", "d1-d2"]),
        ("First the Power: a look at the Diver on e2, then your turn", ["e2"]),
    ]
    table.do("c4 wait 3200")
    assert table.screen()["suggestions"] == []


def test_advice_is_gone_with_the_next_step():
    """Advice is for one turn."""
    table, anna, _ = asked_by_phone()
    table.do("g2").ask("choose_value", who=anna, value=1).do("wait 3200")
    assert (table.screen()["advice"], private(table, anna)["advice"]) == ([], None)


def test_advice_that_comes_too_late_is_not_shown():
    """The position has changed meanwhile."""
    table = TestTable().begin(2)
    table.thinker.ms = 10_000
    table.ask("advise", who=EVERYBODY).do("c4 wait 12000")
    assert table.facts == ["Acted"]
    assert table.screen()["advice"] == []


def test_only_the_player_to_move_may_ask():
    """On the seat's phone if it has one; on a table page only for a seat without."""
    table = TestTable().begin(2)
    table.ask("advise", who=EVERYBODY).do("wait 500")
    assert len(table.screen()["advice"]) in range(1, 7)
    anna, ben = table.phone(1), table.phone(2)
    for who, name in ((EVERYBODY, "on_the_phone"), (ben, "not_your_turn")):
        with pytest.raises(Refused, match=name):
            table.ask("advise", who=who)
    assert "advise" in private(table, anna)["can"]
    assert "advise" not in private(table, ben)["can"]


def test_a_table_without_hints_has_no_advice():
    """Advice is refused there."""
    table = TestTable().begin(2, hints="off")
    assert "advise" not in table.screen()["can"]
    with pytest.raises(Refused, match="no_hints"):
        table.ask("advise", who=EVERYBODY)


@pytest.mark.parametrize(("name", "why"), [("advise", "no_advice"), ("hint", "not_now")])
def test_while_the_computer_plays_nobody_is_told_that_hints_are_off(name, why):
    """Hints are on; only nobody is to move whom they would help."""
    table = TestTable().begin(2, {1: "easy"})
    with pytest.raises(Refused, match=why):
        table.ask(name, who=EVERYBODY)


def test_failed_advice_leaves_the_table_unchanged():
    """The maintainers get the reason."""
    table = TestTable().begin(2)
    table.thinker.answers = [BotReply(failed="KeyError in search.py, line 7")]
    table.ask("advise", who=EVERYBODY).do("wait 500")
    assert table.complaints == ["The computer has no advice: KeyError in search.py, line 7."]
    assert table.screen()["advice"] == []


# --- seats that change hands ----------------------------------------------------------------------------------------


def test_the_computer_takes_over_for_a_person_in_the_middle_of_a_turn():
    """The phone is signed out; the computer knows what that person knew, and plays on."""
    table = TestTable().begin(2)
    anna = table.phone(1)
    table.ask("choose_value", who=anna, value=4).do("c4 wait 3200 e2 wait 3200 g2 wait 500")
    table.ask("hand_over", seat=1, level="medium")
    assert not anna.still_there(table.tabletop.session)
    assert table.screen()["match"]["players"][0]["computer"] == "medium"
    assert dict(table.thinker.asked[-1].knowledge.values) == {space("c4"): 4}
    assert table.do("-g2 wait 3000").facts.count("Acted") == 3


def test_a_person_takes_over_from_the_computer_that_thinks():
    """The computer's thought is discarded; its pieces are asked for until they lie there."""
    table = TestTable().begin(2, {2: "hard"}).do("c4 wait 3200 wait 1500")
    [put] = table.screen()["put"][:1]
    table.ask("hand_over", seat=2, level=None)
    assert table.screen()["put"] == [put]
    while table.screen()["put"]:
        table.do(table.screen()["put"][0])
    table.do("h5 wait 3200")
    assert table.tabletop.session.played[-1][0] == 1
    assert table.screen()["thinking"] is None
    assert table.do("wait 9000").facts.count("Acted") == 3
    table.phone(2)


def test_a_changed_level_starts_thinking_again():
    """The first level's thought is discarded."""
    table = TestTable().begin(2, {2: "easy"}).do("c4 wait 3200")
    table.ask("hand_over", seat=2, level="expert")
    assert [question.name for question in table.thinker.asked] == ["easy", "expert"]
    assert table.do("wait 2000").facts.count("Acted") == 2


def test_an_invitation_to_a_seat_that_the_computer_takes_is_withdrawn():
    """Its code would show the computer's Divers."""
    table = TestTable().begin(2).ask("invite", seat=2)
    code = table.seat_access.invitations()[2]
    table.ask("hand_over", seat=2, level="easy")
    with pytest.raises(Refused, match="invitation_used"):
        table.seat_access.join(code)


def test_only_the_host_hands_seats_over_and_only_to_levels_there_are():
    """A player's phone may not."""
    table = TestTable().begin(2)
    anna = table.phone(1)
    with pytest.raises(Refused, match="host_only"):
        table.ask("hand_over", who=anna, seat=2, level="easy")
    with pytest.raises(Refused, match="no_such_level"):
        table.ask("hand_over", seat=2, level="random")
