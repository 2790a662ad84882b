"""Whole standard games on the simulated board, from the set-up form to the standings and the record."""

import random

import pytest

from pearlboard.games.perladora.rules.notation import record_from_json
from pearlboard.games.perladora.rules.play import play
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.perladora.rules.state import DIVERS
from pearlboard.session.questions import package_of
from pearlboard.session.state import Refused
from pearlboard.voice.answers import Asked, Question, answer
from support.tabling import TestTable

pytestmark = pytest.mark.slow


def play_to_the_end(table, rng, *, say_values=0.0):
    """Random legal turns by hand, values told in private now and then; what each Diver is truly worth."""
    truth, hands = {}, {}
    while table.tabletop.now.game.stage == "playing":
        now = table.tabletop.now
        seat, hints = now.game.to_move, table.screen()["hints"]
        hand = hands.setdefault(
            seat, [v for v, n in enumerate(DIVERS[now.game.agreement.setup.players], 1) for _ in range(n)]
        )
        if hints["spaces"] and (not hints["edges"] or rng.random() < 0.5):
            place = rng.choice(hints["spaces"])
            value = hand.pop(rng.randrange(len(hand)))
            truth[place] = value
            table.do(place)
            if rng.random() < say_values:
                table.ask("choose_value", value=value)
            table.do("wait 3200")
        else:
            first = rng.choice(hints["edges"])
            table.do(first)
            second = [edge for edge in table.screen()["hints"]["edges"] if edge != first]
            if second and rng.random() < 0.8:
                table.do(rng.choice(second))
                if table.screen()["verdict"] == "illegal":
                    table.do(" ".join(f"-{place}" for place in table.screen()["lift"]))
            table.do("press end_turn")
    return truth


def reveal(table, truth):
    """Say what is not a 1, and agree."""
    for place, value in truth.items():
        reading = next(
            diver
            for territory in table.screen()["reveal"]["territories"]
            for diver in territory["divers"]
            if diver["space"] == place
        )
        if reading["value"] != value:
            table.ask("say_value", space=place, value=value)
    table.ask("agree")


def count(table):
    """Press the button until every territory was counted."""
    while table.tabletop.now.game.stage == "count":
        table.do("press end_turn")


@pytest.mark.parametrize(("players", "edition"), [(2, "en"), (3, "en"), (4, "en"), (2, "fr")])
def test_a_whole_game_ends_with_the_score_of_the_rules(players, edition):
    """What the table counts is what the rules count when the exported record is played again."""
    rng = random.Random(players)
    table = TestTable().begin(players, edition=edition, hints="always")
    truth = play_to_the_end(table, rng, say_values=0.3)
    assert table.screen()["phase"] == "reveal"
    reveal(table, truth)
    count(table)
    screen = table.screen()
    assert screen["phase"] == "over"
    assert {piece["site"]: piece["value"] for piece in screen["pieces"] if piece["kind"] == "diver"} == truth

    session = table.tabletop.session
    record = record_from_json(package_of(session).rules.record(session.course))
    state = record.start
    for turn in record.turns:
        state = play(state, turn)
    result = score(state.public, state.values)
    assert state.public.over
    assert {standing["side"]: standing["pearls"] for standing in screen["result"]["standings"]} == dict(result.pearls)
    assert screen["result"]["winners"] == list(result.winners)
    assert len(screen["count"]["territories"]) == len(result.territories)
    rich = [each for each in result.territories if each.territory.pearls]
    assert len(screen["teaching"]["why"]) in (1 + len(rich), 2 + len(rich))  # what is free, too
    asked = answer(table.tabletop.now, Asked(Question.COUNTS)).said
    assert all(any(each.reason == within for told in asked for _, within in told.parameters) for each in rich)


def test_every_diver_is_a_1_until_somebody_says_otherwise():
    """Once the tiles are up: the reveal names what is still to be said, and the table cannot agree before."""
    table = TestTable().begin(2, hints="always")
    truth = play_to_the_end(table, random.Random(5))
    reading = table.screen()["reveal"]
    assert {diver["value"] for part in reading["territories"] for diver in part["divers"]} == {None}
    assert reading["problems"] == []
    table.do("press end_turn")
    reading = table.screen()["reveal"]
    assert {diver["value"] for part in reading["territories"] for diver in part["divers"]} == {1}
    assert any("Anna" in problem for problem in reading["problems"])
    with pytest.raises(Refused, match="values_open"):
        table.ask("agree")
    others = [place for place, value in truth.items() if value > 1]
    for place in others[:-1]:
        table.ask("say_value", space=place, value=truth[place])
    last = next(
        diver
        for part in table.screen()["reveal"]["territories"]
        for diver in part["divers"]
        if diver["space"] == others[-1]
    )
    assert last["value"] == 1
    table.ask("say_value", space=others[-1], value=truth[others[-1]])
    assert table.ask("agree").screen()["phase"] == "count"


def test_a_wrong_word_at_the_reveal_is_named_and_can_be_put_right():
    """A second 5 of a player is refused with a sentence; unsaying makes room for it."""
    table = TestTable().begin(2, hints="always")
    play_to_the_end(table, random.Random(6))
    divers = [
        diver for part in table.screen()["reveal"]["territories"] for diver in part["divers"] if diver["seat"] == 1
    ]
    table.ask("say_value", space=divers[0]["space"], value=5)
    with pytest.raises(ValueError, match="value_taken") as refused:
        table.ask("say_value", space=divers[1]["space"], value=5)
    assert {str(place) for place in dict(refused.value.sentence.parameters)["spaces"]} == {divers[0]["space"]}
    table.ask("unsay_value", space=divers[0]["space"]).ask("say_value", space=divers[1]["space"], value=5)


def test_rematch_keeps_the_people_and_deals_anew():
    """After a game the same people may play again on a board that was cleared; the next seat begins."""
    table = TestTable().begin(2, hints="always")
    reveal(table, play_to_the_end(table, random.Random(8)))
    count(table)
    lying = len(table.board.pieces)
    screen = table.ask("rematch").do("wait 300000").screen()
    assert screen["sentence"] == f"Clear the board: {lying} pieces left."
    assert screen["sensors"]["doubtful"] == []
    table.ask("tidy").do("wait 300")
    screen = table.ask("start").screen()
    assert [player["name"] for player in screen["match"]["players"]] == ["Anna", "Ben"]
    assert screen["match"]["players"][1]["to_move"]


def test_the_last_turn_can_still_be_taken_back():
    """The end that came by itself goes away again with the piece that made it."""
    table = TestTable().begin(2, hints="always")
    play_to_the_end(table, random.Random(9))
    assert table.ask("take_back").screen()["phase"] == "playing"
