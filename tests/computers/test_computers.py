"""The computer at the table: thinking, playing, and its pieces, which people lay; waiting, hurrying, taking back."""

import json
import random

import pytest

from pearlboard.computers.bot_client import BotReply
from pearlboard.games.bots import Thought
from pearlboard.games.perladora.rules.options import steps
from pearlboard.games.perladora.rules.state import State, View
from pearlboard.games.perladora.rules.steps import Children, Elders, Foragers, LayPontoons, PlaceDiver
from pearlboard.geometry import edge, space
from pearlboard.lights.scene import Cue, Role
from pearlboard.session.principal import EVERYBODY
from pearlboard.session.state import Refused
from support.tabling import PAUSE_MS, PLAYERS, TestTable
from support.thinkers import THINKS_MS

C4, E2, G2 = space("c4"), space("e2"), space("g2")
PAIR = LayPontoons((edge("b1-b2"), edge("d1-d2")))
ANNA_LAYS = "c4 wait 3200"


def playing(*steps, computers=None, **form):
    """Anna has laid a Diver on c4; the computer on Ben's seat will play these steps."""
    table = TestTable().begin(form.pop("players", 2), computers or {2: "easy"}, **form)
    table.thinker.answers = [BotReply(Thought(step, 0.5, 20)) for step in steps]
    return table.do(ANNA_LAYS)


def lay(table):
    """Lay the owed pieces, one by one."""
    while put := table.screen()["put"]:
        table.do(put[0])
    return table


def roles(table):
    """The lights by role."""
    found = {}
    for light, mark in table.lighting._scene.lights.items():
        found.setdefault(mark.role, set()).add(str(light))
    return found


def test_the_computer_thinks_and_says_so():
    """On the page, on its rim, and with the lamp of the button, which makes it play at once."""
    table = playing()
    assert table.screen()["thinking"] == {"seat": 2, "seats": [2], "stuck": False}
    assert table.screen()["sentence"] == "Ben is thinking."
    assert Role.THINKING in roles(table)
    assert table.board.lamps[-1]


def test_the_computer_plays_after_thinking_and_a_pause():
    """Not before the pause is over; then its piece is asked for, by light and by sound."""
    table = playing(PlaceDiver(E2, 4))
    table.clock.step(PAUSE_MS - 500)
    assert table.facts == ["Acted"]
    table.clock.step(500)
    assert table.facts == ["Acted", "Acted"]
    assert table.screen()["put"] == ["e2"]
    assert [piece["status"] for piece in table.screen()["pieces"] if piece["site"] == "e2"] == ["owed"]
    assert roles(table)[Role.OWED] == {"e2"}
    assert table.lighting.cue[1] == Cue.OWED.value


def test_the_computer_gets_only_the_view_of_its_seat():
    """A view of that seat, without the other's hidden values; never a state."""
    table = TestTable().begin(2, {2: "hard"}).do("c4")
    table.ask("choose_value", value=5).do("wait 3200")
    [question] = table.thinker.asked
    assert (question.name, type(question.knowledge), question.knowledge.viewer) == ("hard", View, 2)
    assert dict(question.knowledge.values) == {}
    assert not isinstance(question.knowledge, State)
    assert table.tabletop.session.state.values[C4] == 5


def test_the_level_is_the_players_own():
    """Each seat's question has its own level, and its own view."""
    table = TestTable().begin(3, {2: "easy", 3: "expert"}).do(ANNA_LAYS)
    lay(table.do("wait 1500")).do("wait 500")
    assert [(question.name, question.knowledge.viewer) for question in table.thinker.asked] == [
        ("easy", 2),
        ("expert", 3),
    ]


def test_the_next_computer_thinks_but_waits_for_the_pieces():
    """Nobody has to lay more than one turn at a time."""
    table = TestTable().begin(3, {2: "easy", 3: "easy"}).do(ANNA_LAYS).do("wait 20000")
    assert table.facts == ["Acted", "Acted"]
    assert len(table.thinker.asked) == 2
    lay(table)
    assert table.do("wait 1100").facts == ["Acted"] * 3


def test_a_persons_draft_counts_when_all_that_is_owed_lies_there():
    """Anna's early piece is sensed, waits, and then confirms itself."""
    table = playing(PlaceDiver(E2, 4)).do("wait 1000").do("g2 wait 9000")
    assert table.facts == ["Acted", "Acted"]
    assert table.screen()["verdict"] == "unfinished"
    assert "g2 counts after that" in table.screen()["sentence"]
    table.do("e2 wait 3200")
    assert table.facts == ["Acted"] * 3
    assert table.tabletop.session.played[-1] == (1, PlaceDiver(G2))


def test_a_wrong_place_is_shown_and_never_played():
    """A piece on a farm is misplaced; lifted and laid where it belongs, it is the owed one."""
    table = playing(PlaceDiver(E2, 4)).do("wait 1000").do("d1 wait 9000")
    assert (table.screen()["lift"], table.screen()["put"]) == (["d1"], ["e2"])
    assert Role.FOREIGN in roles(table)
    table.do("-d1 e2 wait 300")
    assert table.screen()["verdict"] == "unfinished"
    assert table.screen()["sentence"].startswith("Anna:")


def test_a_pair_of_pontoons_is_asked_for_one_by_one():
    """The two may be laid in either order."""
    table = playing(PAIR).do("wait 1000")
    assert table.screen()["put"] == ["b1-b2"]
    table.do("b1-b2")
    assert table.screen()["put"] == ["d1-d2"]
    other = playing(PAIR).do("wait 1000").do("d1-d2")
    assert other.screen()["put"] == ["b1-b2"]
    assert other.do("b1-b2").screen()["sentence"].startswith("Anna:")


def test_a_piece_that_lies_where_the_computer_has_chosen_must_go_first():
    """Anna's early Diver on e2 is not taken for Ben's."""
    table = playing(PlaceDiver(E2, 4)).do("e2 wait 2000")
    assert table.screen()["lift"] == ["e2"]
    assert "lift the piece laid there" in table.screen()["sentence"]
    assert table.do("-e2 wait 300").screen()["put"] == ["e2"]
    assert table.do("e2").screen()["sentence"].startswith("Anna:")


def test_a_piece_that_is_lifted_again_is_missing():
    """Once laid, the piece is expected like any other."""
    table = playing(PAIR).do("wait 1000").do("b1-b2 wait 300 -b1-b2 wait 300")
    assert (table.screen()["put"], table.tabletop.now.board.table.missing) == (["b1-b2"], {edge("b1-b2")})
    assert "put it back" in table.screen()["sentence"]


def test_a_piece_that_no_sensor_feels_can_be_said_to_lie_there():
    """After ten seconds the page offers to mask the sensor; then the place counts as it should be."""
    table = playing(PlaceDiver(E2, 4))
    table.board.stick(E2, 0)
    table.do("wait 30000")
    table.do("e2 wait 9000")
    assert table.screen()["sensors"]["doubtful"] == ["e2"]
    table.ask("leave_out", site="e2")
    assert (table.screen()["put"], table.screen()["lift"]) == ([], [])
    assert table.screen()["sentence"].startswith("Anna:")


def test_nobody_is_asked_about_a_sensor_as_soon_as_a_piece_is_asked_for():
    """People need a moment to lay the piece."""
    table = playing(PlaceDiver(E2, 4)).ask("pause").do("wait 60000").ask("resume").do("wait 1100")
    assert table.screen()["put"] == ["e2"]
    assert table.screen()["sensors"]["doubtful"] == []
    assert table.do("wait 10000").screen()["sensors"]["doubtful"] == ["e2"]


def test_anybody_may_hurry_the_computer():
    """By the page, a phone or the end-turn button; the pause is skipped, too."""
    for hurry in (
        lambda table, _: table.ask("hurry", who=EVERYBODY),
        lambda table, anna: table.ask("hurry", who=anna),
        lambda table, _: table.do("press end_turn"),
    ):
        table = TestTable().begin(2, {2: "easy"})
        table.thinker.ms = 60_000
        anna = table.phone(1)
        table.do("c4").ask("choose_value", value=1, who=anna).do("wait 3100")
        hurry(table, anna)
        assert table.do("wait 10").facts.count("Acted") == 2


def test_when_nobody_thinks_there_is_nothing_to_hurry():
    """The command is refused."""
    with pytest.raises(Refused, match="nobody_thinks"):
        TestTable().begin(2, {2: "easy"}).ask("hurry")


def test_the_computer_does_not_play_during_a_pause():
    """The thought is played when the game resumes."""
    table = playing(PlaceDiver(E2, 4)).ask("pause").do("wait 60000")
    assert table.facts.count("Acted") == 1
    table.ask("resume").do(f"wait {PAUSE_MS}")
    assert table.facts.count("Acted") == 2
    assert len(table.thinker.asked) == 1


def test_the_computer_does_not_play_while_the_board_is_away():
    """The computer plays when the board is back."""
    table = playing(PlaceDiver(E2, 4)).do("unplug wait 60000")
    assert table.facts == ["Acted"]
    assert table.do("plug wait 1500").facts == ["Acted", "Acted"]


def test_the_computer_does_not_play_while_a_piece_is_missing():
    """The board must be restored first."""
    table = playing(PlaceDiver(E2, 4)).do("-c4 wait 20000")
    assert table.facts == ["Acted"]
    assert table.do("c4 wait 1500").facts == ["Acted", "Acted"]


def test_a_late_answer_is_dropped_with_its_position():
    """Anna takes her step back while the computer thinks; a thought about that position is never played."""
    table = playing(PlaceDiver(E2, 4))
    table.thinker.answers = []
    table.ask("take_back").do("-c4 wait 20000")
    assert table.decided == ["Acted", "TakenBack"]
    assert table.screen()["thinking"] is None
    table.do("g2 wait 5000")
    assert [question.knowledge.public.divers.keys() for question in table.thinker.asked] == [{C4}, {G2}]


def test_a_game_that_is_given_up_is_forgotten():
    """Nothing of it is played in the next game."""
    table = playing(PlaceDiver(E2, 4)).ask("abandon").do("-c4 wait 20000")
    assert table.screen()["phase"] == "idle"
    assert table.begin(2).do("wait 20000").facts == ["Acted", "GameAbandoned", "GameAgreed", "Acted"]


def test_a_phone_that_joins_does_not_make_it_think_again():
    """The position is the same, although the log is longer."""
    table = playing(PlaceDiver(E2, 4))
    table.phone(1)
    assert table.do("wait 1500").facts.count("Acted") == 2
    assert len(table.thinker.asked) == 1


def test_a_computers_illegal_step_is_refused_and_reported_without_its_message():
    """The table says that the computer is stuck; hurried, it tries again; the refused step stays secret."""
    table = playing(PlaceDiver(C4, 4)).do("wait 2000")
    assert table.facts == ["Acted"]
    assert table.screen()["thinking"] == {"seat": 2, "seats": [2], "stuck": True}
    assert "cannot think" in table.screen()["sentence"]
    assert table.complaints == ["The computer cannot play its turn: its step was refused (SpaceTaken)."]
    table.ask("hurry").do("wait 1000")
    assert table.facts == ["Acted", "Acted"]


def test_a_failing_thinker_is_reported_and_can_be_retried():
    """The game waits, and goes on after a retry."""
    table = TestTable().begin(2, {2: "easy"})
    table.thinker.answers = [BotReply(failed="KeyError in search.py, line 7")]
    table.do(ANNA_LAYS).do(f"wait {THINKS_MS}")
    assert table.screen()["thinking"]["stuck"]
    assert table.complaints == ["The computer cannot play its turn: KeyError in search.py, line 7."]
    assert table.ask("hurry").do("wait 1000").facts == ["Acted", "Acted"]


def test_a_take_back_is_immediate_if_there_is_one_person():
    """The computers agree; all pieces since must be lifted, and those never laid are no longer owed."""
    table = playing(PAIR).do("wait 1000").do("b1-b2").ask("take_back", who=EVERYBODY)
    assert table.decided[-1] == "TakenBack"
    assert (set(table.screen()["lift"]), table.screen()["put"]) == ({"c4", "b1-b2"}, [])
    table.do("-c4 -b1-b2 wait 300")
    assert table.screen()["sentence"].startswith("Anna: lay")


def test_other_people_must_agree_and_see_how_far_the_take_back_goes():
    """Computers agree automatically."""
    table = TestTable().begin(3, {3: "easy"})
    anna, ben = table.phone(1), table.phone(2)
    for who, place in ((anna, "c4"), (ben, "e2")):
        table.do(place).ask("choose_value", value=1, who=who).do("wait 3200")
    lay(table.do("wait 1500"))
    table.ask("take_back", who=ben)
    waiting = table.screen()["take_back"]
    assert (waiting["agreed"], waiting["open"]) == ([2, 3], [1])
    assert waiting["text"].endswith("Back to the last step of Ben: the computers agree.")
    table.ask("agree_take_back", who=anna)
    assert table.decided[-1] == "TakenBack"
    assert table.tabletop.now.game.to_move == 2


def test_unlaid_pieces_stay_owed_after_a_restart():
    """Laid pieces are not owed; nothing raises an alarm."""
    table = playing(PAIR).do("wait 1000").do("b1-b2").reboot()
    assert table.screen()["put"] == ["d1-d2"]
    assert table.tabletop.now.board.table.missing == frozenset()
    assert table.screen()["told"] == ["Ben lays Pontoons between b1 and b2 and between d1 and d2."]
    assert table.do("d1-d2").screen()["sentence"].startswith("Anna:")


def test_the_computer_thinks_again_after_a_restart():
    """Earlier thoughts are lost."""
    table = playing().reboot()
    assert [question.knowledge.viewer for question in table.thinker.asked] == [2]
    assert table.do("wait 2000").facts == ["Acted", "Acted"]


POWERS = {
    "foragers": (Foragers(C4), "put a necklace, which takes 1 off, on Anna’s Diver on c4"),
    "elders": (Elders(C4), "looks at Anna’s Diver on c4"),
    "children": (Children(E2, 3), "an extra Diver worth 3, face up on e2"),
}


@pytest.mark.parametrize("clan", POWERS)
def test_tokens_that_no_sensor_feels_are_told_until_a_person_has_played(clan):
    """Together with the step after them, so that everybody has time to read."""
    power, words = POWERS[clan]
    players = [{"name": "Anna", "clan": "fishermen"}, {"name": "Ben", "clan": clan, "computer": "easy"}]
    table = TestTable().ask("set_up", players=players, advanced=True).ask("start")
    before = [PlaceDiver(space("h1"), 1)] if clan == "foragers" else []
    table.thinker.answers = [BotReply(Thought(step, 0.5, 20)) for step in (*before, power, PlaceDiver(G2, 1))]
    table.do(ANNA_LAYS).do("wait 1500")
    if before:
        lay(table).do("e2-f2 wait 400 press end_turn wait 1800")
    lay(table).do("wait 1500")
    told = lay(table).screen()["told"]
    assert [words in sentence for sentence in told] == [True, False]
    table.do("wait 60000")
    assert table.screen()["told"] == told
    table.do("a2 wait 3200")
    assert table.screen()["told"] == []


def test_after_passing_all_later_plays_of_computers_are_announced():
    """So nobody wonders where a Pontoon comes from."""
    table = TestTable().begin(2, {2: "easy"}, edition="fr")
    steps = (PAIR, *(PlaceDiver(space(name), 1) for name in ("h1", "g1", "f1", "e1", "h3", "g3", "f3")))
    table.thinker.answers = [BotReply(Thought(step, 0.5, 20)) for step in steps]
    table.ask("pass")
    for _ in steps:
        lay(table.do("wait 1500"))
    told = table.screen()["told"]
    assert len(told) == len(steps)
    assert "Pontoons" in told[0]


def test_an_open_diver_is_asked_for_by_its_value_and_lies_open():
    """The Children's extra Diver must be the tile with that value."""
    players = [{"name": "Anna", "clan": "fishermen"}, {"name": "Ben", "clan": "children", "computer": "easy"}]
    table = TestTable().ask("set_up", players=players, advanced=True).ask("start")
    table.thinker.answers = [BotReply(Thought(Children(E2, 3), 0.5, 20))]
    table.do(ANNA_LAYS).do("wait 1500")
    assert table.screen()["sentence"] == "For Ben: put its Diver worth 3 on e2, face up."
    assert [piece["value"] for piece in table.screen()["pieces"] if piece["site"] == "e2"] == [3]


def test_an_open_tile_with_a_magnet_is_told_but_not_waited_for():
    """No sensor can tell that the tile was laid."""
    table = TestTable(tiles=True)
    players = [{"name": "Anna", "clan": "fishermen"}, {"name": "Ben", "clan": "children", "computer": "easy"}]
    table.ask("set_up", players=players, advanced=True).ask("start")
    table.thinker.answers = [BotReply(Thought(step, 0.5, 20)) for step in (Children(E2, 3), PlaceDiver(G2, 1))]
    table.do(ANNA_LAYS).do("wait 3000")
    assert table.screen()["put"] == ["g2"]
    assert "face up on e2" in table.screen()["told"][0]


def test_nobody_is_shown_what_an_elder_of_the_computer_looks_at():
    """Not even the host's page."""
    players = [{"name": "Anna", "clan": "fishermen"}, {"name": "Ben", "clan": "elders", "computer": "easy"}]
    table = TestTable().ask("set_up", players=players, advanced=True).ask("start")
    table.thinker.answers = [BotReply(Thought(Elders(C4), 0.5, 20))]
    table.do(ANNA_LAYS).do("wait 1200")
    assert table.tabletop.session.state.public.looked == C4
    assert table.screen()["looking"] is None
    with pytest.raises(Refused, match="computers_seat"):
        table.ask("private", seat=2)


@pytest.mark.parametrize("name", ["pass", "choose_value", "say_later", "play", "aim", "advise"])
def test_nobody_plays_for_the_computer(name):
    """Neither a table page nor a phone may act in its place."""
    table = TestTable().begin(2, {2: "easy"}, edition="fr", advanced=True)
    table.thinker.ms = 60_000
    anna = table.phone(1)
    table.do("c4").ask("choose_value", value=1, who=anna).do("wait 3200 e2 wait 400")
    fields = {"choose_value": {"value": 1}, "play": {"token": "power"}, "aim": {"site": "c4"}}.get(name, {})
    for who in (EVERYBODY, anna):
        with pytest.raises(Refused):
            table.ask(name, who=who, **fields)
    assert table.screen()["can"] == ["pause", "abandon", "hurry", "take_back"]


def test_the_seat_of_a_computer_gets_no_phone():
    """An invitation to the seat is refused."""
    with pytest.raises(Refused, match="computers_seat"):
        TestTable().begin(2, {2: "easy"}).ask("invite", seat=2)


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ({"players": [{**PLAYERS[0], "computer": "godlike"}, PLAYERS[1]]}, "no_such_level"),
        ({"players": [{**PLAYERS[0], "computer": "random"}, PLAYERS[1]]}, "no_such_level"),
        ({"players": [{**PLAYERS[0], "computer": "easy", "name": "ben"}, PLAYERS[1]]}, "same_name"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused(wish, name):
    """The refusal lists the possible values."""
    with pytest.raises(Refused, match=name):
        TestTable().ask("set_up", **wish)


def test_a_computer_without_a_name_gets_one_that_nobody_has():
    """The name is kept in the next game's form, with the level."""
    players = [{"name": "coral", "clan": "fishermen"}, {"name": "", "clan": "foragers", "computer": "hard"}]
    table = TestTable().ask("set_up", players=players)
    assert [player["name"] for player in table.screen()["match"]["players"]] == ["coral", "Nacre"]
    assert [player["computer"] for player in table.screen()["match"]["players"]] == [None, "hard"]
    last = table.ask("abandon").screen()["last"]
    assert last["players"][1] == {"name": "Nacre", "computer": "hard", "board": 1}
    assert last["options"]["clans"] == ["fishermen", "foragers"]


def test_who_gave_no_name_is_not_called_by_the_forms_own_from_then_on():
    """In whatever language the page named the seats, the next form has them empty; a name that was given stays."""
    players = [
        {"name": name, "clan": clan}
        for name, clan in (("Spieler 1", "fishermen"), ("Joueur 2", "foragers"), ("Ida", "elders"))
    ]
    last = TestTable().ask("set_up", players=players).ask("abandon").screen()["last"]
    assert [player["name"] for player in last["players"]] == ["", "", "Ida"]


def finished():
    """A French game in which Anna passes after her first Diver; Ben's last piece is still owed."""
    table = TestTable().begin(2, {2: "easy"}, edition="fr")
    table.thinker.think = lambda question: BotReply(Thought(_laying(question), 0.5, 20))
    lay(table.do(ANNA_LAYS).do("wait 1500")).ask("pass")
    while table.tabletop.now.game.stage == "playing":
        lay(table).do("wait 1500")
    assert table.screen()["put"]
    return table


def _laying(question):
    """Any step that lays a piece."""
    kinds = steps(question.knowledge)
    return random.Random(question.seed).choice(kinds.get("diver") or kinds["pontoon"])


@pytest.mark.slow
def test_everything_owed_is_laid_before_the_reveal_and_then_the_computers_word_counts():
    """No value can be said before the last piece lies there; afterwards the computer says its Divers' values."""
    table = finished()
    with pytest.raises(Refused, match="owed_first"):
        table.ask("show_territory", index=0)
    assert not {"confirm", "agree", "say_value"} & set(table.screen()["can"])
    assert Role.OWED in roles(table)
    lay(table)
    table.ask("show_territory", index=0)
    divers = [diver for part in table.screen()["reveal"]["territories"] for diver in part["divers"]]
    truth = table.tabletop.session.state.values
    for diver in divers:
        if diver["seat"] == 2:
            assert (diver["said"], diver["value"]) == (True, truth[space(diver["space"])])
            with pytest.raises(Refused, match="computers_diver"):
                table.ask("say_value", space=diver["space"], value=diver["value"] % 4 + 1)
    assert any(diver["seat"] == 2 for diver in divers)


@pytest.mark.slow
def test_pieces_owed_at_the_end_are_owed_after_a_restart_until_the_tiles_are_turned():
    """After the reveal they may be lifted."""
    table = finished()
    owed = table.tabletop.session.owed
    table = table.reboot()
    assert table.tabletop.now.board.table.to_lay == owed - table.board.pieces
    lay(table).ask("show_territory", command_id="after-the-restart", index=0)
    last = min(table.board.pieces, key=str)
    assert table.do(f"-{last} wait 300").reboot().screen()["put"] == []


def test_no_value_of_the_computer_is_on_any_screen_before_the_reveal():
    """Whatever the computer lays, the screens of a game are the same for every value."""

    def screens(value):
        table = TestTable().begin(2, {2: "easy"})
        table.thinker.answers = [BotReply(Thought(PlaceDiver(E2, value), 0.5, 20))]
        table.do(ANNA_LAYS).do("wait 1500 e2 wait 500")
        return json.dumps([table.screen(language) for language in ("en", "fr")]), table.lighting.frame, table.complaints

    assert len({repr(screens(value)) for value in range(1, 6)}) == 1


@pytest.mark.slow
def test_at_the_end_nothing_is_missing_that_the_computer_will_say():
    """Nobody is asked for the computer's values; they come when the tiles are turned up."""
    table = lay(finished())
    assert not table.tabletop.session.state.public.turned_up
    assert table.screen()["reveal"]["problems"] == []
    assert {diver["value"] for part in table.screen()["reveal"]["territories"] for diver in part["divers"]} == {None}


def test_a_table_that_is_taken_down_is_played_at_no_more():
    """Neither finished nor pending thoughts are played."""
    for ms in (0, 200):
        table = playing(PlaceDiver(E2, 4)).do(f"wait {ms}")
        table.computers.stop()
        assert table.do("wait 60000").facts == ["Acted"]
