"""What may be done when: each phase against each intent, versions, repeated ids, and what a session lets out."""

import json

import msgspec
import pytest

from pearlboard.games.perladora.refusals import IllegalStep
from pearlboard.games.perladora.steps import PlaceDiver
from pearlboard.geometry import space
from pearlboard.session import intents
from pearlboard.session.decide import OPEN, decide, fold, receive
from pearlboard.session.intents import Command
from pearlboard.session.state import Phase, Refused, Session
from sessions import AGREEMENT, TO_PLAYING, WAY, follow, session_in

EVERY = {
    intents.AgreeOnGame: intents.AgreeOnGame(AGREEMENT),
    intents.LayPearls: intents.LayPearls(),
    intents.Begin: intents.Begin(),
    intents.Confirm: intents.Confirm(PlaceDiver(space("a1"), 1)),
    intents.TakeBack: intents.TakeBack(),
    intents.SayValue: intents.SayValue(space("c4"), 1),
    intents.ShowTerritory: intents.ShowTerritory(0),
    intents.AgreeOnValues: intents.AgreeOnValues(),
    intents.Pause: intents.Pause(),
    intents.Resume: intents.Resume(),
    intents.Abandon: intents.Abandon(),
    intents.TakeSeat: intents.TakeSeat(1, "digest"),
    intents.FreeSeat: intents.FreeSeat(2),
    intents.HandOver: intents.HandOver(2, "easy"),
    intents.NameHost: intents.NameHost("digest"),
    intents.Close: intents.Close(),
}
ALLOWED = {
    Phase.IDLE: "AgreeOnGame FreeSeat NameHost",
    Phase.PEARLS: "LayPearls Begin Abandon TakeSeat FreeSeat HandOver NameHost",
    Phase.PLAYING: "Confirm TakeBack Pause Resume Abandon TakeSeat FreeSeat HandOver NameHost",
    Phase.REVEAL: "SayValue ShowTerritory AgreeOnValues TakeBack Abandon TakeSeat FreeSeat NameHost",
    Phase.COUNT: "ShowTerritory Abandon TakeSeat FreeSeat NameHost",
    Phase.OVER: "AgreeOnGame Close TakeSeat FreeSeat NameHost",
}
"""Written again by hand, so that a slip in the program's own table is noticed."""


def test_every_intent_has_its_phases():
    """No intent is left out of the table."""
    assert set(OPEN) == set(EVERY)


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("phase", Phase)
def test_an_intent_is_open_in_its_phases_and_not_now_in_all_others(phase, kind):
    """Each phase lets through what belongs to it, and refuses the rest by name."""
    session = session_in(phase)
    assert session.phase is phase
    try:
        decide(session, EVERY[kind])
        refused = None
    except (Refused, IllegalStep) as error:
        refused = getattr(error, "name", "by the rules")
    assert (refused != "not_now") == (kind.__name__ in ALLOWED[phase].split())


def test_the_shortest_game_goes_through_every_phase():
    """From the agreement to the standings, and the fold of the log is the session."""
    log, session = follow(WAY)
    assert session.phase is Phase.OVER
    assert fold(Session(), log) == session
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))


def test_a_stale_command_is_refused_and_a_repeated_one_adds_nothing():
    """The version is that of the sender's screen; an id is played once."""
    session = session_in(Phase.PLAYING)
    with pytest.raises(Refused, match="stale_version"):
        receive(session, Command("press-pause", session.version - 1, intents.Pause()))
    entries = receive(session, Command("press-pause", session.version, intents.Pause()))
    after = fold(session, entries)
    assert after.paused
    assert receive(after, Command("press-pause", session.version, intents.Pause())) == ()


def test_a_command_that_makes_several_facts_is_known_by_its_id():
    """Beginning lays all Pearls; each of these facts carries the command."""
    session = session_in(Phase.PEARLS)
    entries = receive(session, Command("begin-now", session.version, intents.Begin()))
    assert len(entries) == 9
    assert {entry.command for entry in entries} == {"begin-now"}
    assert receive(fold(session, entries), Command("begin-now", session.version, intents.Begin())) == ()


def test_while_paused_only_resuming_and_abandoning_are_open():
    """Everything else is refused as paused."""
    session = follow([*TO_PLAYING, intents.Pause()])[1]
    for kind in (intents.Confirm, intents.TakeBack, intents.Pause):
        with pytest.raises(Refused, match="paused"):
            decide(session, EVERY[kind])
    assert not follow([intents.Resume()], session)[1].paused
    assert follow([intents.Abandon()], session)[1].phase is Phase.IDLE


def test_only_the_last_step_is_taken_back_and_only_once():
    """Before it there is nothing more to take back."""
    session = session_in(Phase.PLAYING)
    back = follow([intents.TakeBack()], session)[1]
    assert back.state == follow(WAY[:3])[1].state
    assert {str(site) for site in back.taken_back} == {"e2"}
    with pytest.raises(Refused, match="nothing_to_take_back"):
        decide(back, intents.TakeBack())


def test_the_end_can_be_taken_back_until_a_value_was_said():
    """The reveal goes back to playing, but not behind a word that was said."""
    session = session_in(Phase.REVEAL)
    assert follow([intents.TakeBack()], session)[1].phase is Phase.PLAYING
    said = follow([intents.SayValue(space("e2"), 3)], session)[1]
    with pytest.raises(Refused, match="nothing_to_take_back"):
        decide(said, intents.TakeBack())


def test_an_illegal_step_leaves_the_session_as_it_was():
    """The rules' own refusal comes through, and nothing has happened."""
    session = session_in(Phase.PLAYING)
    with pytest.raises(IllegalStep, match="space_taken"):
        decide(session, intents.Confirm(PlaceDiver(space("c4"))))
    assert session == session_in(Phase.PLAYING)


def test_territories_are_shown_by_number_and_the_count_ends_behind_the_last():
    """A territory that does not exist is refused by name."""
    session = session_in(Phase.REVEAL)
    with pytest.raises(Refused, match="no_such_territory"):
        decide(session, intents.ShowTerritory(1))
    assert follow([intents.ShowTerritory(0)], session)[1].shown == 0


def test_a_new_agreement_after_a_game_closes_that_game_first():
    """Rematch: two facts, one command."""
    log, session = follow([intents.AgreeOnGame(AGREEMENT)], session_in(Phase.OVER))
    assert [type(entry.fact).__name__ for entry in log] == ["GameClosed", "GameAgreed"]
    assert session.phase is Phase.PEARLS
    assert session.played == ()


@pytest.mark.parametrize("kind", [intents.AgreeOnGame, intents.Begin], ids=lambda kind: kind.__name__)
def test_what_is_no_intent_is_an_error_of_the_program(kind):
    """Only the intents are known."""
    with pytest.raises(KeyError):
        decide(Session(), kind)


def test_a_session_with_its_secrets_cannot_be_printed():
    """Neither the session, nor its state, facts, intents or choices show a value."""
    log, session = follow([*TO_PLAYING, intents.Confirm(PlaceDiver(space("c4"), 5))])
    assert "secret" in repr(session)
    for shown in (repr(session), str(session.state), repr(log[-1]), f"{log[-1].fact}", repr(WAY[2])):
        assert "value" not in shown
        assert "5" not in shown


def test_a_session_with_its_secrets_cannot_be_encoded():
    """No encoder that the program uses takes a session or a state."""
    session = session_in(Phase.PLAYING)
    for secret in (session, session.state):
        for encode in (json.dumps, msgspec.json.encode):
            with pytest.raises(TypeError):
                encode(secret)
