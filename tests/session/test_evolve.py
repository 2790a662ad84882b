"""What a session knows after facts: actions in words, pieces on the board, take-backs, secrets."""

from dataclasses import replace
from random import Random

import pytest

from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.state import Clan
from pearlboard.games.perladora.rules.steps import PlaceDiver, TellValue
from pearlboard.games.piratoons.package import PACKAGE
from pearlboard.games.piratoons.rules.actions import Open
from pearlboard.games.registry import GameGone
from pearlboard.games.values import Player
from pearlboard.geometry import edge, space
from pearlboard.session import facts, intents
from pearlboard.session.decide import fold, number, stale, way_back
from pearlboard.session.evolve import lying
from pearlboard.session.facts import Agreement
from pearlboard.session.principal import Principal
from pearlboard.session.state import Note, Session
from support.piratoons_games import RULES
from support.sessions import AGREEMENT, TO_PLAYING, TURNS, WAY, follow

PONTOONS = frozenset({edge("a1-b1"), edge("b2-c2")})
COMPUTERS = replace(AGREEMENT, computers=(None, "easy"), confirms_itself=False)


def test_deeds_have_their_turn_version_and_sites():
    """Turns are counted from one; each deed has the version of its fact."""
    log, session = follow((*TO_PLAYING, *TURNS[:3]))
    acted = [entry.version for entry in log[-3:]]
    assert [(deed.version, deed.turn, deed.seat, deed.sites, deed.ends, deed.back) for deed in session.deeds] == [
        (acted[0], 1, 1, frozenset({space("c4")}), True, False),
        (acted[1], 2, 2, frozenset({space("e2")}), True, False),
        (acted[2], 3, 1, PONTOONS, True, False),
    ]


def test_deeds_taken_back_stay_and_their_turn_comes_again():
    """The deed stays, marked as taken back; the next deed has the same turn."""
    _, session = follow((*TO_PLAYING, TURNS[0], intents.TakeBack(agreed=True), TURNS[0]))
    assert [(deed.turn, deed.back) for deed in session.deeds] == [(1, True), (1, False)]


def test_lying_pieces_are_those_that_were_laid():
    """Farms are no pieces, and before a game nothing lies there."""
    _, before = follow(TO_PLAYING)
    _, session = follow(TURNS[:3], before)
    assert lying(session) - lying(before) == {space("c4"), space("e2"), *PONTOONS}


def test_a_person_and_the_computers_after_are_taken_back_together_the_oldest_first():
    """The state is the one before the person's step."""
    _, playing = follow((intents.AgreeOnGame(COMPUTERS), TO_PLAYING[1]))
    _, session = follow(TURNS[:2], playing)
    assert [act.actor for act in way_back(session)] == [1, 2]
    assert [act.version for act in way_back(session)] == sorted(act.version for act in session.acts[-2:])
    _, back = follow((intents.TakeBack(agreed=True),), session)
    assert back.state == playing.state
    assert back.taken_back == {space("c4"), space("e2")}
    assert [deed.back for deed in back.deeds] == [True, True]


def test_two_computers_after_a_person_are_taken_back_in_the_order_in_which_they_played():
    """The person's step comes before theirs."""
    three = replace(
        AGREEMENT,
        names=("Anna", "Ben", "Cleo"),
        setup=replace(AGREEMENT.setup, players=3, clans=(*AGREEMENT.setup.clans, Clan.ELDERS)),
        computers=(None, "easy", "easy"),
    )
    steps = [intents.Act(seat, PlaceDiver(space(name), 1)) for seat, name in ((1, "c4"), (2, "e2"), (3, "g3"))]
    _, session = follow((intents.AgreeOnGame(three), TO_PLAYING[1], *steps))
    assert [act.actor for act in way_back(session)] == [1, 2, 3]


@pytest.mark.parametrize(("seat", "level"), [(None, None), (0, None), (1, None), (2, "easy"), (3, None)])
def test_only_a_seat_of_the_game_is_a_computers(seat, level):
    """Seat 0 does not exist, and negative seats are not counted from the end."""
    agreement = Agreement("perladora", ("Anna", "Ben"), AGREEMENT.setup, 1, computers=(None, "easy"))
    assert agreement.computer(seat) == level


def test_notes_since_a_step_survive_its_take_back():
    """Also a note between two of the steps taken back, because it was about another Diver."""
    hidden = intents.Act(1, PlaceDiver(space("c4")))
    others = [intents.Act(2, PlaceDiver(space("e2"), 1)), intents.Act(1, PlaceDiver(space("g3"), 1))]
    _, session = follow((intents.AgreeOnGame(COMPUTERS), TO_PLAYING[1], hidden, *others))
    assert session.state.values[space("c4")] is None
    last = intents.Act(2, PlaceDiver(space("a5"), 1))
    _, back = follow((intents.Note(1, TellValue(space("c4"), 5)), last, intents.TakeBack(agreed=True)), session)
    assert [act.action.space for act in back.acts if act.actor == 1] == [space("c4")]
    assert back.state.values == {space("c4"): 5, space("e2"): 1}


def test_where_a_clock_was_agreed_on_nobody_is_awaited_while_all_do_something():
    """Then whoever is to move is awaited, and nobody once the game is over."""
    _, dealing = follow([intents.AgreeOnGame(replace(AGREEMENT, clock=1))])
    assert dealing.awaited == frozenset()
    assert follow([TO_PLAYING[1]], dealing)[1].awaited == {1}
    assert follow(WAY[1:], dealing)[1].awaited == frozenset()


def test_a_log_that_the_programs_own_game_refuses_is_an_error():
    """Such a fact was never written, so a game of the program raises; a game from elsewhere is set aside."""
    _, session = follow((*TO_PLAYING, TURNS[0]))
    with pytest.raises(IllegalStep):
        fold(session, number(session, (facts.Acted("perladora", 2, PlaceDiver(space("c4"))),)))


@pytest.mark.parametrize(
    "kept",
    [
        facts.GameDealt("perladora", facts.Kept({})),
        facts.BegunFrom("perladora", ((1, facts.Kept({})),)),
        facts.Acted("perladora", 1, facts.Kept({})),
        facts.Noted("perladora", 1, facts.Kept({})),
    ],
    ids=lambda kept: type(kept).__name__,
)
def test_an_unreadable_action_is_never_given_to_the_rules(kept):
    """The session goes on as if the game were not installed."""
    session = follow([TO_PLAYING[0]] if isinstance(kept, facts.GameDealt) else TO_PLAYING)[1]
    with pytest.raises(GameGone):
        fold(session, number(session, (kept,)))


def test_pieces_to_be_lifted_stay_so_after_a_timeout():
    """A timer that expires takes no piece off the board."""
    rng = Random(1)
    setup = PACKAGE.options.agree({}, [Player("Anna"), Player("Ben")], rng)
    agreement = Agreement("piratoons", ("Anna", "Ben"), setup, 1, deals=True)
    _, session = follow([intents.AgreeOnGame(agreement, deal=PACKAGE.dealt.deal(setup, rng)), intents.Act(1, Open())])
    session = replace(session, taken_back=PONTOONS)
    assert follow([intents.RunOut(PACKAGE.timed.timer(session.state).name)], session)[1].taken_back == PONTOONS


def test_while_several_act_at_once_other_actions_make_nothing_stale():
    """Two seats place a piece at once. A screen is stale only if it has not seen the change of stage."""
    rng = Random(1)
    setup = PACKAGE.options.agree({"plunder": "screen"}, [Player("Anna"), Player("Ben")], rng)
    agreement = Agreement("piratoons", ("Anna", "Ben"), setup, 1, deals=True)
    _, closed = follow([intents.AgreeOnGame(agreement, deal=PACKAGE.dealt.deal(setup, rng))])
    _, session = follow([intents.Act(1, Open())], closed)
    assert stale(session, closed.version)
    _, after = follow([intents.Act(1, RULES.sample(RULES.view(session.state, 1), rng))], session)
    assert (after.stage, session.several, stale(after, session.version)) == (session.stage, True, False)


def test_before_a_game_there_is_no_course_of_one():
    """Asking for the course is an error then."""
    with pytest.raises(LookupError, match="no game"):
        _ = Session().course


def test_secrets_are_not_printed():
    """Neither digests of tokens and keys, nor deals, nor actions of another game."""
    agreed = intents.AgreeOnGame(AGREEMENT, host="hush-1", deal="hush-2", screens={1: "hush-3"}, acts=((1, "hush-4"),))
    wishes = (agreed, intents.TakeSeat(1, "hush-5"), intents.Act(1, "hush-6"), intents.Note(1, "hush-7"))
    told = (
        facts.GameDealt("perladora", "hush-8"),
        facts.BegunFrom("perladora", ((1, "hush-9"),)),
        facts.Acted("perladora", 1, "hush-10"),
        facts.Noted("perladora", 1, "hush-11"),
        facts.SeatTaken(1, "hush-12"),
        facts.HostNamed("hush-13"),
        facts.Kept("hush-14"),
        Note(3, 1, "hush-15"),
    )
    for each in (*wishes, intents.NameHost("hush-16"), Principal(1, "hush-17"), *told):
        assert "hush" not in repr(each)
