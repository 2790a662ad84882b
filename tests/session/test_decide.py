"""Which intents are open when: every phase with every intent, versions, repeated ids, and what a session reveals."""

import json
from dataclasses import replace

import msgspec
import pytest

from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.steps import (
    AgreeOnValues,
    Begin,
    Counted,
    LayPearls,
    PlaceDiver,
    SayValue,
    ShowTerritory,
    TellValue,
)
from pearlboard.games.refusals import IllegalAction
from pearlboard.geometry import space
from pearlboard.session import facts, intents
from pearlboard.session.decide import OPEN, decide, fold, number, receive, stale, way_back
from pearlboard.session.intents import Command
from pearlboard.session.principal import EVERYBODY, OPERATOR, Principal
from pearlboard.session.state import Phase, Refused, Session
from support.sessions import AGREEMENT, TO_PLAYING, WAY, follow, session_at, together

EVERY = {
    intents.AgreeOnGame: intents.AgreeOnGame(AGREEMENT),
    intents.Act: intents.Act(1, PlaceDiver(space("a1"), 1)),
    intents.Note: intents.Note(1, TellValue(space("a1"), 1)),
    intents.TimeTurn: intents.TimeTurn(15_000),
    intents.RunOut: intents.RunOut("bids"),
    intents.TakeBack: intents.TakeBack(),
    intents.Redo: intents.Redo(),
    intents.Pause: intents.Pause(),
    intents.Resume: intents.Resume(),
    intents.Abandon: intents.Abandon(),
    intents.TakeSeat: intents.TakeSeat(1, "digest"),
    intents.FreeSeat: intents.FreeSeat(2),
    intents.HandOver: intents.HandOver(2, "easy"),
    intents.NameHost: intents.NameHost("digest"),
    intents.Close: intents.Close(),
    intents.TitleGame: intents.TitleGame(1, "Grandma’s birthday"),
    intents.DeleteGame: intents.DeleteGame(99),
    intents.LeaveOutSensor: intents.LeaveOutSensor(space("a1")),
    intents.TrustSensor: intents.TrustSensor(space("a1")),
}
ALLOWED = {
    Phase.IDLE: "AgreeOnGame FreeSeat NameHost TitleGame DeleteGame LeaveOutSensor TrustSensor",
    Phase.PLAYING: "Act Note RunOut TakeBack Redo Pause Resume Abandon TakeSeat FreeSeat HandOver NameHost "
    "TitleGame DeleteGame LeaveOutSensor TrustSensor",
    Phase.OVER: "AgreeOnGame Close TakeSeat FreeSeat NameHost TitleGame DeleteGame LeaveOutSensor TrustSensor",
}
"""Written a second time by hand, so that a slip in the program's own table is noticed."""
TOGETHER = {
    LayPearls: LayPearls(space("d1")),
    Begin: Begin(),
    SayValue: SayValue(space("c4"), 1),
    ShowTerritory: ShowTerritory(0),
    AgreeOnValues: AgreeOnValues(),
    Counted: Counted(),
}
AT_STAGE = {
    "pearls": "LayPearls Begin",
    "playing": "",
    "reveal": "SayValue ShowTerritory AgreeOnValues",
    "count": "ShowTerritory Counted",
}


@pytest.mark.parametrize("kind", TOGETHER, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("stage", AT_STAGE)
def test_actions_of_the_table_have_their_stage(stage, kind):
    """At any other stage the action is refused, by the table or by the rules."""
    session = session_at(stage)
    try:
        decide(session, together(TOGETHER[kind]))
        refused = None
    except (Refused, IllegalAction) as error:
        refused = error.name if isinstance(error, Refused) else error.rule
    assert (refused not in ("not_now", "not_your_turn")) == (kind.__name__ in AT_STAGE[stage].split())


def test_every_intent_has_its_phases():
    """No intent is left out of the table."""
    assert set(OPEN) == set(EVERY)


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("phase", Phase)
def test_an_intent_is_open_in_its_phases_and_not_now_in_all_others(phase, kind):
    """Each phase lets through what belongs to it, and refuses the rest by name."""
    session = session_at(phase.value)
    assert session.phase is phase
    if kind in (intents.RunOut, intents.TimeTurn):
        return
    try:
        decide(session, EVERY[kind])
        refused = None
    except (Refused, IllegalAction) as error:
        refused = getattr(error, "name", "by the rules")
    assert (refused != "not_now") == (kind.__name__ in ALLOWED[phase].split())


def test_the_shortest_game_goes_through_every_phase():
    """From the agreement to the standings; folding the log gives the session."""
    log, session = follow(WAY)
    assert session.stage == "over"
    assert fold(Session(), log) == session
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))


def test_a_stale_command_is_refused_and_a_repeated_one_adds_nothing():
    """The version is that of the sender's screen; an id is executed once."""
    session = session_at("playing")
    with pytest.raises(Refused, match="stale_version"):
        receive(session, Command("press-pause", session.version - 1, intents.Pause()))
    entries = receive(session, Command("press-pause", session.version, intents.Pause()))
    after = fold(session, entries)
    assert after.paused
    assert receive(after, Command("press-pause", session.version, intents.Pause())) == ()


def test_a_command_that_makes_several_facts_is_known_by_its_id():
    """The end of the count ends the game; each of these facts carries the command's id."""
    session = session_at("count")
    entries = receive(session, Command("end-now", session.version, together(Counted())))
    assert [type(entry.fact).__name__ for entry in entries] == ["Acted", "GameEnded"]
    assert {entry.command for entry in entries} == {"end-now"}
    assert receive(fold(session, entries), Command("end-now", session.version, together(Counted()))) == ()


def test_while_paused_only_resuming_and_abandoning_are_open():
    """Everything else is refused as paused."""
    session = follow([*TO_PLAYING, intents.Pause()])[1]
    for kind in (intents.Act, intents.TakeBack, intents.Pause):
        with pytest.raises(Refused, match=r"^paused: "):
            decide(session, EVERY[kind])
    assert not follow([intents.Resume()], session)[1].paused
    assert follow([intents.Abandon()], session)[1].phase is Phase.IDLE


def test_only_the_last_step_is_taken_back_and_only_once():
    """Before it there is nothing more to take back."""
    session = session_at("playing")
    back = follow([intents.TakeBack()], session)[1]
    assert back.state == follow(WAY[:3])[1].state
    assert {str(site) for site in back.taken_back} == {"e2"}
    with pytest.raises(Refused, match="nothing_to_take_back"):
        decide(back, intents.TakeBack())


def test_the_end_can_be_taken_back_until_a_value_was_said():
    """A take-back from the reveal returns to playing, but never past a value that was said."""
    session = session_at("reveal")
    assert follow([intents.TakeBack()], session)[1].stage == "playing"
    said = follow([together(SayValue(space("e2"), 3))], session)[1]
    for agreed in (False, True):
        with pytest.raises(Refused, match="nothing_to_take_back") as refused:
            decide(said, intents.TakeBack(agreed=agreed))
        assert refused.value.sentence.name == "known_now"


def test_an_illegal_step_leaves_the_session_as_it_was():
    """The rules' own refusal is raised, and the session is unchanged."""
    session = session_at("playing")
    with pytest.raises(IllegalStep, match="space_taken"):
        decide(session, intents.Act(1, PlaceDiver(space("c4"))))
    assert session == session_at("playing")


def test_territories_are_shown_by_number_and_the_count_ends_behind_the_last():
    """A territory that does not exist is refused by name."""
    session = session_at("reveal")
    with pytest.raises(IllegalAction, match="no_such_territory"):
        decide(session, together(ShowTerritory(1)))
    assert follow([together(ShowTerritory(0))], session)[1].state.public.shown == 0


def test_a_new_agreement_after_a_game_closes_that_game_first():
    """A rematch: two facts, one command."""
    log, session = follow([intents.AgreeOnGame(AGREEMENT)], session_at("over"))
    assert [type(entry.fact).__name__ for entry in log] == ["GameClosed", "GameAgreed"]
    assert session.stage == "pearls"
    assert session.played == ()
    assert session.number == log[-1].version  # its number in the archive


@pytest.mark.parametrize("kind", [intents.AgreeOnGame, intents.Close], ids=lambda kind: kind.__name__)
def test_an_unknown_intent_is_a_programming_error(kind):
    """Only the intents are known."""
    with pytest.raises(KeyError):
        decide(Session(), kind)


def test_a_session_with_its_secrets_cannot_be_printed():
    """Neither the session nor its state, facts, intents or choices print a value."""
    log, session = follow([*TO_PLAYING, intents.Act(1, PlaceDiver(space("c4"), 5))])
    assert "secret" in repr(session)
    for shown in (repr(session), str(session.state), repr(log[-1]), f"{log[-1].fact}", repr(WAY[2])):
        assert "value" not in shown
        assert "5" not in shown


def test_a_session_with_its_secrets_cannot_be_encoded():
    """No encoder that the program uses takes a session or a state."""
    session = session_at("playing")
    for secret in (session, session.state):
        for encode in (json.dumps, msgspec.json.encode):
            with pytest.raises(TypeError):
                encode(secret)


def test_actions_out_of_turn_and_notes_sent_as_actions_are_refused():
    """Such actions are refused before any rule is asked: those of the other seat, and notes sent as actions."""
    session = session_at("playing")
    for wish in (intents.Act(2, PlaceDiver(space("a1"), 1)), intents.Act(1, TellValue(space("a1"), 1))):
        with pytest.raises(Refused, match="not_your_turn"):
            decide(session, wish)


def test_a_version_that_never_was_is_stale():
    """Versions before the log and future ones are stale; the version at the turn's beginning is fresh."""
    session = session_at("playing")
    assert stale(session, -1)
    assert stale(session, session.version + 1)
    assert not stale(session, session.version)
    assert not stale(Session(), 0)


def test_the_digest_of_a_seats_token_is_not_printed():
    """A traceback that names the intent tells nobody how to take the seat."""
    assert "digest" not in repr(EVERY[intents.TakeSeat])


def test_a_seat_is_of_a_computer_only_where_one_was_agreed_on():
    """There is no seat before the first or after the last, and None is no computer."""
    agreement = replace(AGREEMENT, computers=("easy", None))
    assert [agreement.computer(seat) for seat in (None, 0, 1, 2, 3)] == [None, None, "easy", None, None]
    assert agreement.people == (2,)


def test_an_agreement_has_defaults():
    """An agreement without further wishes has no clock, no computer, no explanations, and begins at the beginning."""
    session = session_at("playing")
    assert (AGREEMENT.clock, AGREEMENT.computers, AGREEMENT.began_from) == (0, (), None)
    assert not AGREEMENT.explains
    assert not AGREEMENT.deals
    assert AGREEMENT.confirms_itself
    assert (session.awaited, session.explained) == (frozenset(), {})
    assert (Session().version, Session().number, Session().turn_from, Session().used_ms) == (0, 0, 0, 0)
    assert not any((Session().free, Session().several, Session().paused, Session().gone))


def test_a_game_that_nobody_can_read_any_more_is_kept_and_only_left():
    """Without its package, a game's facts fold to a session that can only be left; later facts change nothing in it."""
    kept = facts.GameAgreed(replace(AGREEMENT, setup=facts.Kept({"of": "old"})))
    session = fold(Session(), number(Session(), (kept, facts.Acted("perladora", 1, PlaceDiver(space("a1"), 1)))))
    assert session.gone
    assert (session.version, session.phase, session.acts) == (2, Phase.PLAYING, ())
    with pytest.raises(Refused):
        decide(session, EVERY[intents.Act])
    assert decide(session, intents.Abandon())


def test_a_take_back_includes_later_actions_of_computers():
    """Down to the person's own step, oldest first; without such a step nothing can be taken back."""
    agreement = replace(AGREEMENT, computers=(None, "easy"))
    begun = [intents.AgreeOnGame(agreement), *TO_PLAYING[1:]]
    _, session = follow(
        [*begun, intents.Act(1, PlaceDiver(space("c4"), 5)), intents.Act(2, PlaceDiver(space("e2"), 1))]
    )
    assert [(act.actor, act.action.space) for act in way_back(session)] == [(1, space("c4")), (2, space("e2"))]
    assert way_back(session)[0].actor == 1
    assert decide(session, intents.TakeBack(agreed=True)) == (facts.TakenBack(session.acts[-2].version - 1),)
    _, session = follow(begun)
    assert way_back(session) == ()
    with pytest.raises(Refused, match="nothing_to_take_back"):
        decide(session, intents.TakeBack(agreed=True))


def test_the_time_of_a_turn_only_grows_and_only_where_a_clock_was_agreed_on():
    """A second page with the same clock records nothing again."""
    with pytest.raises(Refused, match="not_now"):
        decide(session_at("playing"), intents.TimeTurn(15_000))
    timed = (intents.AgreeOnGame(replace(AGREEMENT, clock=1)), TO_PLAYING[1], intents.TimeTurn(15_000))
    _, session = follow(timed)
    assert session.used_ms == 15_000
    for used_ms in (14_999, 15_000):
        with pytest.raises(Refused, match="not_now"):
            decide(session, intents.TimeTurn(used_ms))
    assert decide(session, intents.TimeTurn(15_001)) == (facts.TurnTimed(15_001),)


def test_no_time_runs_out_where_none_runs():
    """Perladöra has no time of its own."""
    with pytest.raises(Refused, match="not_now"):
        decide(session_at("playing"), intents.RunOut("sand"))


def test_a_piece_that_is_confirmed_by_hand_speaks_for_its_sensor():
    """A piece that confirms itself proves nothing: its sensor may have invented it."""
    session = replace(session_at("playing"), suspected=frozenset({space("g3"), space("a1")}))
    laid = intents.Act(1, PlaceDiver(space("g3"), 1))
    [acted] = decide(session, laid)
    assert decide(session, replace(laid, by_hand=True)) == (acted, facts.SensorTrusted(space("g3")))


def test_notes_are_judged_by_the_rules():
    """Nobody may say the value of somebody else's Diver."""
    with pytest.raises(IllegalAction):
        decide(session_at("playing"), intents.Note(2, TellValue(space("c4"), 1)))


def test_a_game_is_deleted_unless_it_lies_on_the_table():
    """Any other game may be deleted at any time; this one, after it was left."""
    session = session_at("over")
    with pytest.raises(Refused, match="game_on_table"):
        decide(session, intents.DeleteGame(session.number))
    assert decide(session, intents.DeleteGame(session.number + 1)) == (facts.GameDeleted(session.number + 1),)
    _, left = follow([intents.Close()], session)
    assert decide(left, intents.DeleteGame(session.number)) == (facts.GameDeleted(session.number),)


def test_an_agreement_that_cannot_be_stored_is_refused():
    """Two players without a clan: the next start could not read it."""
    with pytest.raises(Refused, match="cannot_be_stored"):
        decide(Session(), intents.AgreeOnGame(replace(AGREEMENT, setup=replace(AGREEMENT.setup, clans=()))))


@pytest.mark.parametrize("seat", [-1, 0, 3])
def test_only_seats_that_are_there_are_taken(seat):
    """Neither before the first seat nor after the last."""
    with pytest.raises(Refused, match="no_such_seat"):
        decide(session_at("playing"), intents.TakeSeat(seat, "digest"))


def test_the_host_is_whose_page_has_the_hosts_key():
    """The host is a page with the key, not a seat's or a guest's screen; the operator counts as host."""
    session = replace(session_at("playing"), host="key")
    assert Principal(key="key").is_host(session)
    assert OPERATOR.is_host(session)
    for other in (EVERYBODY, Principal(key="other"), Principal(seat=1, key="key"), Principal(guest=1, key="key")):
        assert not other.is_host(session)
    assert not EVERYBODY.is_host(replace(session, host=None))


def test_a_note_has_the_version_of_its_fact():
    """So a take-back does not undo a note that was made before the step."""
    _, session = follow([*TO_PLAYING, intents.Act(1, PlaceDiver(space("c4")))])
    log, after = follow([intents.Note(1, TellValue(space("c4"), 1))], session)
    assert [note.version for note in after.notes] == [after.version] == [log[-1].version]
