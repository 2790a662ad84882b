"""A game at two boards: each is led to the same picture, and a draft is read where whoever is to act sits."""

import random

import pytest

from pearlboard.games.values import Verdict
from pearlboard.geometry import GRID, space
from pearlboard.screens.boards import about_others
from pearlboard.session.evolve import lying
from pearlboard.session.principal import Principal
from pearlboard.session.state import Refused
from pearlboard.table.situation import Part
from pearlboard.table.speech import sentence as spoken
from pearlboard.texts import say
from support.fuzzing import AnyTable
from support.lengths import at_length
from support.perladora_table import hints, tokens
from support.tabling import TestTable

HERE, THERE = Principal(key="here"), Principal(key="there", place=1)
BOTH = {"boards": [1, 2]}
FORMS = (
    {"boards": [1, 2]},
    {"boards": [2, 1]},
    {"boards": [2, 2]},
    {"boards": [1, 2], "advanced": True},
    {"boards": [2, 1, 1, 2], "players": [{"name": name} for name in ("Anna", "Ben", "Cleo", "Dora")]},
    {"boards": [1, 2, 2], "advanced": True, "players": [{"name": name} for name in ("Anna", "Ben", "Cleo")]},
)


def begun(second="board", **form):
    """Anna sits at the table's own board, Ben at the second one; the Pearls lie at both."""
    table = TestTable(second=second)
    table.ask("set_up", **{"players": [{"name": "Anna"}, {"name": "Ben"}], **BOTH, **form})
    for who in (HERE,) if second == "screen" else (HERE, THERE)[: table.tabletop.session.agreement.boards]:
        table.ask("start", who=who)
    return table


def at(table, who):
    """How things stand at a board."""
    return table.tabletop.places.of(who.place).now


def asked(table, who):
    """What is asked for at a board: laid, and lifted."""
    lying_there = at(table, who).board.table
    return {str(site) for site in lying_there.to_lay}, {str(site) for site in lying_there.to_lift}


def test_a_turn_counts_at_its_own_board_and_is_owed_at_the_other():
    """There it is lit and asked for, and is no alarm; the next seat may act once its own board owes nothing."""
    table = begun()
    table.do("c4 wait 4000")
    assert table.decided[-1] == "Acted"
    assert asked(table, HERE) == (set(), set())
    assert asked(table, THERE) == ({"c4"}, set())
    assert at(table, THERE).board.part is Part.LEADS
    assert not at(table, THERE).board.table.missing
    table.do("d4 wait 4000", table.second)
    assert len(table.tabletop.session.acts) == 1 + table.tabletop.session.acts.index(table.tabletop.session.acts[-1])
    assert [act.actor for act in table.tabletop.session.acts][-1] == 1  # Ben's own piece waits for what he owes
    table.do("c4 wait 4000", table.second)
    assert [act.actor for act in table.tabletop.session.acts][-1] == 2
    assert asked(table, HERE) == ({"d4"}, set())


def test_a_piece_that_is_early_is_asked_to_be_lifted_and_never_a_draft():
    """Also once its board leads."""
    table = begun()
    table.do("d4 wait 4000", table.second)
    assert asked(table, THERE) == (set(), {"d4"})
    assert at(table, HERE).board.draft.nothing
    table.do("c4 wait 4000")
    table.do("c4 wait 4000", table.second)
    assert asked(table, THERE) == (set(), {"d4"})
    assert [act.actor for act in table.tabletop.session.acts][-1] == 1
    table.do("-d4 wait 500 d4 wait 4000", table.second)
    assert [act.actor for act in table.tabletop.session.acts][-1] == 2


def test_a_page_beside_a_board_shows_that_board_and_speaks_for_who_sits_there():
    """Each board has its own sentence, pieces and commands."""
    table = begun()
    assert table.screen(who=THERE)["sentence"] == "Anna plays at the other board."
    assert table.screen(who=HERE)["verdict"] == "unfinished"
    table.do("c4")
    assert [piece["site"] for piece in table.screen(who=HERE)["pieces"] if piece["status"] == "draft"] == ["c4"]
    assert "c4" not in {piece["site"] for piece in table.screen(who=THERE)["pieces"]}
    with pytest.raises(Refused, match="sits_elsewhere"):
        table.ask("choose_value", value=1, seat=1, who=THERE)
    with pytest.raises(Refused):
        table.ask("confirm", who=THERE)
    table.ask("confirm", who=HERE)
    assert asked(table, THERE) == ({"c4"}, set())


def test_what_all_do_together_waits_for_every_board():
    """Whoever has pressed is told that the others have not, and the others that somebody waits for them."""
    table = TestTable(second="board")
    table.ask("set_up", players=[{"name": "Anna"}, {"name": "Ben"}], **BOTH)
    table.ask("start", who=HERE)
    assert table.tabletop.session.stage == "pearls"
    assert "other board" in table.screen(who=HERE)["sentence"]
    for who, told in ((HERE, []), (THERE, [("info", say("other_board_waits"))])):
        with table.tabletop.places.beside(who, table.tabletop.session):
            assert [*about_others(table.tabletop)] == told
    table.ask("start", who=THERE)
    assert table.tabletop.session.stage == "playing"


def test_each_boards_own_button_says_that_it_is_ready():
    """A button speaks for its own board, whichever board leads."""
    table = TestTable(second="board")
    table.ask("set_up", players=[{"name": "Anna"}, {"name": "Ben"}], **BOTH)
    table.do("press end_turn wait 1000", table.second)
    assert table.tabletop.requests.ready == {1}
    assert not table.tabletop.session.acts
    table.do("press end_turn wait 1000")
    assert len(table.tabletop.session.acts) == 1


def test_a_button_never_confirms_what_lies_at_the_other_board():
    """Ben's button leaves Anna's draft alone; her own counts."""
    table = begun()
    before = len(table.tabletop.session.acts)
    table.do("c4 wait 300").do("press end_turn wait 300", table.second)
    assert len(table.tabletop.session.acts) == before
    table.do("press end_turn wait 300")
    assert len(table.tabletop.session.acts) == before + 1


def test_a_table_with_one_board_never_waits_for_another():
    """Also after a press while its board did not answer."""
    table = TestTable()
    table.ask("set_up", players=[{"name": "Anna"}, {"name": "Ben"}])
    table.do("unplug wait 500")
    with pytest.raises(Refused, match="board_not_clear"):
        table.ask("start")
    table.do("plug wait 500")
    assert not table.tabletop.requests.ready
    assert "other board" not in table.screen()["sentence"]


def test_a_lesson_is_about_the_tables_own_board():
    """Whichever board the page that asks for it stands beside."""
    table = TestTable(second="screen")
    table.do("c4 wait 500")
    table.ask("begin_lesson", game="perladora", who=THERE)
    assert table.tabletop.showing.lesson.sensed == {space("c4")}
    drawn = TestTable(on_screen=True, second="board")
    drawn.tabletop.places.of(1).imitate(hardware=True)
    with pytest.raises(Refused, match="not_now"):
        drawn.ask("begin_lesson", game="perladora", who=THERE)


def test_a_guests_page_does_nothing_for_seats_at_the_tables_own_board():
    """It keeps its own board, also while nobody of the game sits there: no seat's secret leaves the room."""
    table = TestTable(second="guest")
    table.ask("set_up", players=[{"name": "Anna"}, {"name": "Ben"}])
    table.seat_access.arrive(THERE)
    assert table.seat_access.keeps(THERE)
    for name in ("private", "invite", "free_seat"):
        with pytest.raises(Refused, match="sits_elsewhere"):
            table.ask(name, seat=1, who=THERE)
    assert table.tabletop.behind_curtain(THERE) is None


def test_a_seat_that_the_game_does_not_have_is_refused_at_two_boards():
    """By name, as at one."""
    table = TestTable(second="board")
    table.ask("set_up", players=[{"name": "Anna"}, {"name": "Ben"}], **BOTH, who=HERE)
    with pytest.raises(Refused, match="no_such_seat"):
        table.ask("private", seat=4, who=HERE)


def test_a_step_taken_back_is_lifted_where_it_was_laid():
    """And nowhere owed any more."""
    table = begun()
    table.do("c4 wait 4000")
    table.ask("take_back", who=HERE)
    assert asked(table, HERE) == (set(), {"c4"})
    assert asked(table, THERE) == (set(), set())
    table.do("-c4 wait 500 c4 wait 500 press end_turn").do("c4", table.second)
    table.ask("take_back", who=HERE)
    assert asked(table, HERE) == asked(table, THERE) == (set(), {"c4"})


def test_a_refusal_from_one_board_gives_the_draft_at_the_other_its_time_again():
    """No draft counts at the very moment at which a take-back is refused."""
    table = begun()
    table.do("c4 wait 4000").do("c4 wait 500 d4 wait 4000", table.second).do("d4 wait 500 e2 wait 300")
    ben = table.phone(2)
    before = len(table.tabletop.session.acts)
    table.ask("take_back", who=HERE)
    table.do("wait 5000")
    table.ask("refuse_take_back", who=ben)
    table.clock.step(100)
    assert len(table.tabletop.session.acts) == before
    table.clock.step(4000)
    assert len(table.tabletop.session.acts) == before + 1


def test_a_board_that_is_away_comes_back_to_the_same_state():
    """What was played meanwhile is owed there; nothing is invented."""
    table = begun()
    table.do("unplug", table.second)
    table.do("c4 wait 4000")
    assert at(table, THERE).stop is not None
    assert [act.actor for act in table.tabletop.session.acts][-1] == 1
    table.do("plug wait 500", table.second)
    assert asked(table, THERE) == ({"c4"}, set())
    table.do("c4 wait 500 d4 wait 4000", table.second)
    assert [act.actor for act in table.tabletop.session.acts][-1] == 2


def test_a_restart_finds_both_boards_as_they_were():
    """From the log and what lies there."""
    table = begun()
    table.do("c4 wait 4000")
    again = TestTable(table.log, map(str, table.board.pieces), second="board", laid=map(str, table.second.pieces))
    assert asked(again, THERE) == ({"c4"}, set())
    assert asked(again, HERE) == (set(), set())


def test_a_table_that_has_lost_its_second_board_plays_on_at_its_own():
    """Its page then speaks for everybody."""
    table = begun()
    table.do("c4 wait 4000")
    alone = TestTable(table.log, map(str, table.board.pieces))
    alone.do("d4 wait 300")
    alone.ask("choose_value", value=1, seat=2, who=HERE)
    alone.ask("confirm", who=HERE)
    assert [act.actor for act in alone.tabletop.session.acts][-1] == 2


def test_a_drawn_board_beside_a_real_one():
    """What is owed appears there by itself; taps are drafts when its people are to move, and refused before."""
    table = begun("screen")
    with pytest.raises(Refused):
        table.ask("put", site="d4", who=THERE)
    table.do("c4 wait 4000")
    assert space("c4") in table.second.pieces
    table.ask("put", site="a1-b1", who=THERE)
    table.ask("confirm", who=THERE)
    assert asked(table, HERE) == ({"a1-b1"}, set())


def test_a_game_at_the_tables_own_board_leaves_the_other_alone():
    """Nothing is asked for there, whatever lies on it."""
    table = begun(boards=[])
    table.do("c4 wait 4000").do("d4 e4 wait 1000", table.second)
    assert at(table, THERE).board.part is Part.WATCHES
    assert asked(table, THERE) == (set(), set())


@pytest.mark.parametrize("boards", [[1, 1], [2, 2]])
def test_a_board_at_which_nobody_sits_says_where_the_game_is(boards):
    """Whichever it is; and not that nobody has anything to lay any more."""
    table = begun(boards=boards)
    other = HERE if boards == [2, 2] else THERE
    assert spoken(at(table, other)) == say("plays_elsewhere", seat=1)


def test_the_board_of_a_computer_leads_while_it_plays():
    """Whoever plays it sits there, and lays its pieces."""
    table = TestTable(second="board")
    players = [{"name": "Coral", "computer": "easy"}, {"name": "Ben"}]
    table.ask("set_up", players=players, boards=[2, 2])
    for who in (HERE, THERE):
        table.ask("start", who=who)
    assert at(table, THERE).board.part is Part.LEADS
    assert at(table, HERE).board.part is Part.FOLLOWS


def test_lights_of_each_board_are_its_own():
    """What is owed shines where it is owed."""
    table = begun()
    table.do("c4 wait 4000")
    there = table.second_lighting._scene.lights
    assert there.keys() != table.lighting._scene.lights.keys()


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ({"boards": [1, 3]}, "malformed"),
        ({"boards": [2]}, "malformed"),
        ({"boards": [1, 2, 1], "game": "piratoons"}, "one_board"),
    ],
)
def test_where_nobody_can_sit_is_refused(form, name):
    """A board that is not there, a seat without one, and a game whose people must sit together."""
    table = TestTable(second="board")
    with pytest.raises(Refused, match=name):
        table.ask(
            "set_up", players=[{"name": "Anna"}, {"name": "Ben"}, {"name": "Cleo"}][: 2 + ("game" in form)], **form
        )


def test_without_a_second_board_nobody_can_sit_there():
    """By whatever is sent."""
    with pytest.raises(Refused, match="malformed"):
        TestTable().ask("set_up", players=[{"name": "Anna"}, {"name": "Ben"}], **BOTH)


# --- whole games by clumsy people ------------------------------------------------------------------------------------


def step(table, board, who, chance):
    """Somebody at a board does what is asked for there, or plays; sometimes something else."""
    now, lying_there = at(table, who), at(table, who).board.table
    odd = chance.random()
    if odd < 0.05:
        board.put(chance.choice([site for site in GRID.sites if site not in board.pieces]))
    elif odd < 0.1 and board.pieces:
        board.lift(chance.choice(sorted(board.pieces, key=str)))
    elif odd < 0.12:
        table.do("unplug wait 900 plug", board)
    elif wrong := sorted((lying_there.to_lift | now.board.draft.lift) & board.pieces, key=str):
        board.lift(wrong[0])
    elif wanted := sorted((lying_there.missing | lying_there.to_lay) - board.pieces, key=str):
        board.put(wanted[0])
    elif now.board.part is Part.LEADS and now.board.draft.verdict is Verdict.LEGAL and not now.turn.awaits:
        table.do("press end_turn", board)
    elif now.board.part is Part.LEADS and now.game.to_move is not None and now.stop is None:
        play(table, board, who, chance)
    table.clock.step(chance.choice((300, 4000)))


def play(table, board, who, chance):
    """A piece of a turn, a Power or its target, or a value that is asked for."""
    now, places = at(table, who), hints(at(table, who))
    draft, tokens_left = now.board.draft, [token.name for token in tokens(now) if token.why is None]
    if draft.face_up and now.turn.awaits:
        table.ask("choose_value", value=min(draft.values), who=who)
    elif draft.targets:
        site = chance.choice(sorted(draft.targets, key=str))
        if site in board.pieces:
            table.ask("aim", site=str(site), who=who)
        else:
            board.put(site)
    elif tokens_left and draft.nothing and chance.random() < 0.5:
        table.ask("play", token=chance.choice(tokens_left), who=who)
    elif free := (places.edges or places.spaces) - board.pieces:
        board.put(chance.choice(sorted(free, key=str)))
    elif tokens_left:
        table.ask("play", token=tokens_left[-1], who=who)


@pytest.mark.slow
def test_both_boards_come_to_the_same_picture(record_property):
    """Whatever hands do at either: once everybody does what is asked, the log and both boards agree."""
    games, turns = at_length(300, 12), 0
    for seed in range(games):
        chance = random.Random(seed)
        table = begun("board", **FORMS[seed % len(FORMS)])
        for _ in range(at_length(120, 60)):
            board, who = chance.choice(((table.board, HERE), (table.second, THERE)))
            step(table, board, who, chance)
        calm = random.Random(0)
        calm.random = lambda: 1.0
        for board, who in ((table.board, HERE), (table.second, THERE)) * 80:
            if at(table, who).board.part is Part.LEADS and board.pieces == lying(table.tabletop.session):
                continue
            step(table, board, who, calm)
        assert len(table.tabletop.session.acts) > 3, seed
        assert table.board.pieces == table.second.pieces == lying(table.tabletop.session), seed
        turns += len(table.tabletop.session.played)
    record_property("reached", f"{games} games, {turns} turns: the log and both boards agree")


def test_a_button_confirms_at_its_own_board_alone():
    """Ben presses at the second board, and Anna's turn at hers goes on."""
    table = begun(confirm="button")
    table.do("a1-b1 wait 1000")
    assert at(table, HERE).board.draft.verdict is Verdict.LEGAL
    before = len(table.tabletop.session.acts)
    table.do("press end_turn wait 1000", table.second)
    assert len(table.tabletop.session.acts) == before
    table.do("press end_turn wait 1000")
    assert len(table.tabletop.session.acts) == before + 1


def test_a_turn_is_taken_back_where_it_was_played_whoever_asks():
    """What lay there for the next turn is lifted first, and is no turn of whoever plays again."""
    table = begun(boards=[2, 2])
    table.do("c4 wait 4000", table.second).do("d4 wait 300", table.second)
    table.ask("take_back", who=HERE)
    assert table.decided[-1] == "Acted"  # somebody has begun the next turn: all are asked
    table.ask("agree_take_back", who=HERE)
    table.do("wait 300")
    assert table.decided[-1] == "TakenBack"
    there = at(table, THERE).board
    assert {*map(str, there.table.to_lift | there.draft.lift)} == {"c4", "d4"}
    table.do("wait 9000")
    assert table.decided[-1] == "TakenBack"


@pytest.mark.parametrize("second", ["board", "screen"])
def test_hidden_hands_are_opened_by_the_page_beside_the_board_at_which_they_sit(second):
    """Drawn or real: the host's page stands elsewhere, and somebody may have no phone."""
    table = AnyTable(second=second)
    for who in (HERE, THERE):
        table.seat_access.arrive(who)
    table.ask("set_up", game="pearls", players=[{"name": "Anna"}, {"name": "Ben"}], boards=[2, 1], who=HERE)
    with pytest.raises(Refused, match="sits_elsewhere"):
        table.ask("private", seat=1, who=HERE)
    table.ask("private", seat=1, who=THERE)
    assert table.stage.screen("en", THERE)["you"]["seat"] == 1
