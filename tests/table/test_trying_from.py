"""A finished game, played on from one of its moments: against the computer, and nobody's rating is touched by it."""

import json
from dataclasses import replace

import pytest

from pearlboard.commands.setting_up import rematch
from pearlboard.commands.trying import can_be_tried, steps_until, tried
from pearlboard.games.perladora.rules.notation import read_record
from pearlboard.games.perladora.rules.steps import SayValue, ShowTerritory
from pearlboard.games.values import TABLE, Outcome
from pearlboard.geometry import space
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.results import result_of
from pearlboard.session import facts, intents
from pearlboard.session.decide import fold
from pearlboard.session.principal import EVERYBODY, Principal
from pearlboard.session.state import Phase, Refused, Session
from pearlboard.store.codec import decode, encode
from pearlboard.store.games import of_facts
from pearlboard.table.exhibit import document, replay
from support.lamps import LAMPS
from support.perladora_table import PERLADORA
from support.sessions import AGREEMENT, WAY, follow
from support.tabling import TestTable

C4, E2 = space("c4"), space("e2")
LOG, ENDED = follow(WAY)
SHOWN = replay(ENDED)


def table_with(log=(), **settings):
    """A table whose archive has shown that game to somebody."""
    table = TestTable(log, **settings)
    table.commands._opened = {SHOWN.number: SHOWN}.get
    return table


def try_from(table, index=2, seat=1, level="easy", who=EVERYBODY, number=SHOWN.number):
    return table.ask(
        "try_from", command_id="try-it-from-here", number=number, index=index, seat=seat, level=level, who=who
    )


def test_a_game_begins_where_the_other_stood():
    """The same pieces and hands, the next to move; what was only said at the reveal is known to whoever laid it."""
    session = try_from(table_with()).tabletop.session
    before = SHOWN.course.acts[3].before
    assert session.state.public == before.public
    assert session.state.values == {C4: 5, E2: 3}
    assert session.agreement.names == AGREEMENT.names
    assert session.agreement.computers == (None, "easy")
    assert session.agreement.began_from == (SHOWN.number, 2)


@pytest.mark.parametrize(("index", "steps"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_any_moment_is_counted_in_steps(index, steps):
    """The first is before the first of them, with the Pearls laid."""
    session = try_from(table_with(), index).tabletop.session
    assert session.agreement.began_from == (SHOWN.number, steps)
    assert len(session.played) == steps
    assert session.stage == "playing"


def test_the_end_of_the_replay_has_all_steps_behind_it():
    """However many frames of the count come after."""
    assert steps_until(SHOWN.frames, len(SHOWN.frames) - 1) == 5


def test_its_pieces_are_asked_for_and_nothing_of_it_is_taken_back():
    """On a board that is only drawn they lie there at once."""
    table = try_from(table_with())
    assert table.screen()["put"] == ["c4"] or table.screen()["question"]
    table.ask("tidy").do("wait 500")
    assert not table.tabletop.now.board.table.to_lay
    assert table.tabletop.now.stop is None
    with pytest.raises(Refused, match="nothing_to_take_back"):
        table.ask("take_back")
    drawn = try_from(table_with(on_screen=True))
    assert {str(place) for place in drawn.board.pieces} == {"c4", "e2"}


@pytest.mark.parametrize("on_screen", [False, True])
def test_what_the_game_before_has_left_is_to_be_lifted(on_screen):
    """It is no draft of this one; on a board that is only drawn it goes by itself, also after a restart."""
    table = table_with(on_screen=on_screen)
    if on_screen:
        table.begin().ask("put", site="g3").ask("choose_value", value=1).ask("confirm")
    else:
        table.begin().do("g3 wait 3500")
    try_from(table.ask("abandon"))
    if on_screen:
        assert {str(place) for place in table.board.pieces} == {"c4", "e2"}
        return
    for now in (table, table.reboot()):
        assert now.screen()["lift"] == ["g3"] or "g3" in str(now.screen()["pieces"])
        assert {piece["site"]: piece["status"] for piece in now.screen()["pieces"]}["g3"] == "lift"
    table.do("-g3 wait 500").ask("tidy").do("wait 500")
    assert not table.tabletop.now.board.table.to_lay | table.tabletop.now.board.table.extra


def test_it_is_played_on_like_any_other():
    """The person lays, the computer answers, and that can be taken back down to where it began."""
    table = try_from(table_with()).ask("tidy").do("wait 500")
    table.do("g3 wait 3500")
    assert table.tabletop.session.played[-1][0] == 1
    assert table.tabletop.now.game.thinking == {2}
    assert len(table.tabletop.session.played) == 3


def test_it_survives_a_restart():
    """The log has all that it needs, even without the other game."""
    table = try_from(table_with())
    again = table.reboot()
    assert again.tabletop.session.state == table.tabletop.session.state
    assert [decode(*encode(entry.fact)) for entry in table.log] == [entry.fact for entry in table.log]


def test_the_rules_of_the_table_say_so():
    """For all who sit there."""
    rules = try_from(table_with()).screen()["match"]["rules"]
    assert f"It began from game {SHOWN.number}, step 2, and does not count in the family ranking." in rules


def test_its_record_is_that_of_a_whole_game_and_its_replay_says_where_it_began():
    """What was played before stands in both."""
    wanted, acts = tried(SHOWN, 3, 1, "easy")
    played = len(acts)
    shown = {SayValue: ShowTerritory(0)}  # nothing is left to be said: it is known
    rest = [(act.actor, shown.get(type(act.action), act.action)) for act in SHOWN.course.acts[played:]]
    wishes = [intents.AgreeOnGame(wanted, acts=acts), *(intents.Act(*act) for act in rest)]
    _, ended = follow(wishes)
    assert PERLADORA.rules.record(ended.course) == PERLADORA.rules.record(ENDED.course)
    told = document(replay(ended), "2026-01-01T00:00:00+00:00", catalogues()["en"])
    assert told["began_from"] == {"number": SHOWN.number, "step": 3}
    assert document(SHOWN, "2026-01-01T00:00:00+00:00", catalogues()["en"])["began_from"] is None


def test_it_does_not_count_in_the_familys_table():
    """By the facts that tell of it, too."""
    wanted, _ = tried(SHOWN, 2, 1, "easy")
    outcome = facts.GameEnded(Outcome({1: 1, 2: 2}, {1: 30, 2: 10}))
    for agreed_on, counts in ((wanted, False), (AGREEMENT, True)):
        told = enumerate((facts.GameAgreed(agreed_on), outcome), 3)
        row = of_facts(3, [(version, 3, "", *encode(fact), None, b"") for version, fact in told], "")
        assert (result_of(row.listed()) is not None) == counts


def test_a_rematch_of_it_counts_again():
    """It begins at the beginning."""
    table = try_from(table_with())
    assert rematch(table.tabletop.session.agreement, table.tabletop.rng).agreement.began_from is None


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"number": 99}, "no_such_game"),
        ({"index": 99}, "no_such_game"),
        ({"index": 5}, "nothing_to_try"),
        ({"index": len(SHOWN.frames) - 1}, "nothing_to_try"),
        ({"seat": 3}, "no_such_seat"),
        ({"seat": 0}, "no_such_seat"),
        ({"level": "god"}, "no_such_level"),
    ],
)
def test_what_cannot_be_tried_is_refused_by_name(fields, name):
    """And nothing has begun."""
    table = table_with()
    with pytest.raises(Refused) as refused:
        try_from(table, **fields)
    assert refused.value.name == name
    assert catalogues()["en"].render(refused.value.sentence)
    assert table.tabletop.session.phase is Phase.IDLE


def test_not_while_a_game_is_on():
    """Nobody's game is thrown away from another page."""
    table = table_with()
    table.begin()
    with pytest.raises(Refused, match="game_is_on"):
        try_from(table)


def test_where_a_result_is_shown_it_is_the_hosts():
    """As a new game is."""
    host = Principal(key="the digest of the host's key")
    table = table_with(follow((intents.AgreeOnGame(AGREEMENT, host.key), *WAY[1:]))[0])
    assert table.tabletop.session.phase is Phase.OVER
    with pytest.raises(Refused, match="host_only"):
        try_from(table)
    assert try_from(table, who=host).tabletop.session.phase is Phase.PLAYING


def test_a_game_in_which_chance_deals_in_secret_is_not_offered():
    """What was dealt is not known to whoever looks at it again."""
    assert can_be_tried(AGREEMENT, PERLADORA)
    assert not can_be_tried(replace(AGREEMENT, deals=True), LAMPS)
    with pytest.raises(Refused, match="cannot_be_tried"):
        tried(replace(SHOWN, agreement=replace(AGREEMENT, deals=True)), 2, 1, "easy")


def test_nobody_else_learns_what_the_position_hides():
    """What lies face down is in no page but the own one."""
    table = try_from(table_with())
    view = PERLADORA.rules.view(table.tabletop.session.state, TABLE)
    assert view.values == {}
    assert fold(Session(), tuple(table.log)) == table.tabletop.session


def test_a_record_may_say_where_its_game_began():
    """It is read as any other."""
    record = PERLADORA.rules.record(ENDED.course)
    told = {"began_from": {"number": 7, "step": 3}, **record}
    assert read_record(json.dumps(told).encode()) == read_record(json.dumps(record).encode())
