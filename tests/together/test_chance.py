"""What chance decides is promised to a guest before the game, and checked by it after: a host that cheats is found."""

import random
from dataclasses import replace

import pytest

from pearlboard.games.pearls.rules.state import Deal
from pearlboard.games.registry import GAMES
from pearlboard.remote.messages import Opened, Promised, unpacked
from pearlboard.session.state import Phase, Session
from pearlboard.together.chance import Checks, Promises, Word
from support.across import HOST_PAGE, Across, work_takes_no_time
from support.tabling import TestTable
from support.virtual_time import run_hurried

pytestmark = pytest.mark.slow
KEY = b"the host's private key"
RULES = GAMES["pearls"].rules


def promises(key=KEY):
    """A host's promises, and what is sent of them."""
    sent = []
    made = Promises(sent.append)
    made.begin(key, Session())
    return made, sent


@pytest.fixture(scope="module")
def session():
    """A game of Pearls at two boards as it begins."""
    table = TestTable(second="guest")
    people = [{"name": "Anna"}, {"name": "Ben"}]
    return table.ask("set_up", game="pearls", players=people, boards=[1, 2]).tabletop.session


def over(session):
    return replace(session, phase=Phase.OVER)


def other_deal(session):
    return replace(session, deal=Deal(session.deal.deck[::-1]))


def checked(*messages):
    """The word of a guest that has heard these messages."""
    checks = Checks()
    for message in messages:
        checks.hear(message)
    return checks.word


def test_a_host_that_keeps_its_word(session):
    """Promised as the game begins, opened once it is over; the content is what the log has."""
    made, sent = promises()
    made.notice(session)
    assert checked(*sent) is Word.PROMISED
    made.notice(session)
    assert len(sent) == 1
    made.notice(over(session))
    made.notice(over(session))
    assert checked(*sent) is Word.KEPT
    assert b'"game":"pearls"' in sent[-1].content
    assert len(sent) == 2


def test_a_host_that_exchanges_the_cards_is_found(session):
    """The exchange shows as the promise is opened, or as another one is made before that."""
    made, sent = promises()
    made.notice(session)
    cheat, cheated = promises()
    cheat.notice(other_deal(session))
    cheat.notice(over(other_deal(session)))
    assert checked(*sent, cheated[-1]) is Word.BROKEN
    assert checked(*sent, *cheated) is Word.CHANGED
    assert checked(cheated[-1]) is Word.BROKEN


def test_a_program_that_begins_anew_promises_the_same(session):
    """The salt follows from the private key, and from the game's number; a guest that has forgotten is told again."""
    (one, first), (two, second), (three, third) = promises(), promises(), promises(b"another key")
    for made in (one, two, three):
        made.notice(session)
    assert first == second != third
    two.again()
    two.notice(over(session))
    assert checked(*first, *second) is Word.KEPT
    other, sent = promises()
    other.notice(replace(session, number=session.number + 1))
    assert sent != first


def test_the_next_game_is_promised_anew(session):
    """After a game that was kept to."""
    made, sent = promises()
    made.notice(session)
    made.notice(over(session))
    made.notice(other_deal(replace(session, number=session.number + 9)))
    assert checked(*sent) is Word.PROMISED


@pytest.mark.parametrize("change", [{"deal": None}, {"agreement": None}, {"number": 0, "deal": None}])
def test_nothing_is_promised_where_chance_decides_nothing(session, change):
    """Nor in a game at one board."""
    made, sent = promises()
    made.notice(replace(session, **change))
    made.notice(replace(session, number=5, agreement=replace(session.agreement, places=())))
    made.again()
    assert not sent
    assert Checks().word is None


def test_a_whole_game_across_the_line(tmp_path):
    """The promise crosses before anything is played, and is opened after the last turn."""

    async def run():
        world = Across(tmp_path)
        world.hosting._promises.begin(KEY, Session())
        table, chance = world.table, random.Random(3)
        world.lays(())
        people = [{"name": "Anna"}, {"name": "Ben"}]
        table.ask("set_up", who=HOST_PAGE, game="pearls", players=people, boards=[1, 2], confirm="button")
        world.hosting.notice(table.tabletop.session)
        await world.pass_ms(100)
        begun = len(world.sent)
        phones = {seat: table.phone(seat) for seat in (1, 2)}
        while table.tabletop.session.phase is Phase.PLAYING:
            state = table.tabletop.session.state
            action = RULES.sample(RULES.view(state, state.to_move), chance)
            table.ask("act", action=RULES.encode(action), who=phones[state.to_move])
            world.hosting.notice(table.tabletop.session)
            if chance.random() < 0.1:
                await world.pass_ms(100)
        played = len(world.sent)
        await world.pass_ms(200)
        await world.close()
        said = [unpacked(packet, 1 << 20).message for _, packet in world.sent]
        assert [type(each) for each in said[:begun] if isinstance(each, Promised | Opened)] == [Promised]
        assert not any(isinstance(each, Promised | Opened) for each in said[begun:played])
        assert checked(*(each for each in said if isinstance(each, Promised | Opened))) is Word.KEPT

    with work_takes_no_time():
        run_hurried(run())
