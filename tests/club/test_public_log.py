"""The public log: what facts become there, its chain, and what is taken for a row or a message."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.checking.evidence import _play
from pearlboard.club import documents
from pearlboard.club.documents import Agreed, Ended, Malformed, Paused, Seated, TakenBack, Turn, decoded, encoded
from pearlboard.club.messages import LONGEST, Check, Cursor, Farewell, Hello, Rows, Status, Why, packed, unpacked
from pearlboard.club.projecting import Account, Erased, projected
from pearlboard.club.rows import START, Broken, Row, checked, following
from pearlboard.games.api import MOST_SEATS
from pearlboard.games.registry import GAMES
from pearlboard.games.values import TABLE
from pearlboard.session.facts import Acted, Agreement, Entry, GameDeleted, Noted, TurnTimed
from support.tabling import TestTable


def told(entries, *, names=True):
    """What the public log says of these facts."""
    account, said = Account(), []
    for entry in entries:
        account, document = projected(account, entry, names=names)
        said += [document] if document is not None else []
    return said


def chained(documents):
    rows, before = [], START
    for number, document in enumerate(documents, 1):
        rows.append(following(before, number, "2026-01-01T00:00:00+00:00", encoded(document)))
        before = rows[-1].hash
    return rows


def played():
    """A game of which two turns were played, and the second was taken back."""
    table = TestTable().begin(confirm="button")
    for place in ("c4", "f3"):
        table.do(f"{place} wait 400 press end_turn wait 400")
    return table.ask("take_back").do("-f3 wait 400")


def test_the_public_log_tells_seats_turns_and_the_end():
    """In the order of the facts; what is nobody else's business is not there."""
    table = played().ask("pause").ask("resume").ask("abandon")
    kinds = [type(document).__name__ for document in told(table.log)]
    assert kinds == ["Agreed", "Turn", "Turn", "TakenBack", "Paused", "Resumed", "Abandoned"]
    agreed, one, two, back, *_ = told(table.log)
    assert agreed == Agreed("perladora", (Seated("Anna", "", 1), Seated("Ben", "", 2)))
    assert [one.turns, two.turns, back] == [1, 2, TakenBack(1)]
    assert {one.seat, two.seat} == {1, 2}


def test_a_row_has_room_for_every_seat():
    assert documents.MOST_SEATS == MOST_SEATS


def test_names_stay_at_a_table_that_keeps_them():
    [agreed, *_] = told(played().log, names=False)
    assert [seat.name for seat in agreed.seats] == ["", ""]
    assert "Anna" not in encoded(agreed)


def test_what_nobody_may_know_is_not_there():
    """A note, and how long somebody thought: no row, so that no number tells that there was one."""
    for fact in (Noted("perladora", 1, object()), TurnTimed(5)):
        assert projected(Account(), Entry(7, fact), names=True) == (Account(), None)


def test_a_deleted_game_is_named_for_the_outbox():
    assert told([Entry(9, GameDeleted(3))]) == [Erased(3)]


@pytest.mark.parametrize("document", [Paused(), Turn(2, 7), Ended((1, None), (-3, None))])
def test_a_document_is_read_as_it_was_written(document):
    assert decoded(encoded(document)) == document


@pytest.mark.parametrize(
    "text",
    ["", "{}", '{"type":"turn","seat":0,"turns":1}', '{"type":"turn","seat":1,"turns":1,"value":3}', "[" * 9_000],
)
def test_what_is_no_document_is_refused(text):
    with pytest.raises(Malformed):
        decoded(text)


def test_rows_follow_one_another():
    """Deleted ones, too; a row that was changed, left out or put elsewhere does not."""
    rows = chained(told(played().log))
    last = rows[-1].number, rows[-1].hash
    assert checked(rows, 0, START) == last
    assert checked([rows[0].buried, *rows[1:]], 0, START) == last
    assert checked(rows[2:], 2, rows[1].hash) == last
    one, two, *rest = rows
    changed = Row(two.number, two.at, encoded(Paused()), two.hash)
    for wrong in ([one, *rest], [two, one, *rest], [one, changed, *rest], [one, Row(2, "", None, START), *rest]):
        with pytest.raises(Broken):
            checked(wrong, 0, START)


MESSAGES = (
    Hello(1, bytes(16), "ABCDEFGHJKLM", "Garden", bytes(16), "0.2.0"),
    Cursor(0, b""),
    Rows(tuple(chained([Paused()]))),
    Status("The board does not answer.", {"program": "0.2.0"}, (Check("heat", well=None, said="?"),), 1_767_225_600),
    Farewell(Why.FORK, 7),
)


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_is_read_as_it_was_written(message):
    assert unpacked(packed(message)) == message


@given(st.binary(max_size=200))
def test_bytes_that_are_no_message_are_refused_in_words(data):
    with pytest.raises(Malformed, match="message"):
        unpacked(b"\xff" + data)


@given(st.integers(0, len(MESSAGES) - 1), st.integers(0, 2**32))
def test_a_message_with_a_wrong_byte_is_read_within_its_bounds_or_refused(which, seed):
    chance, packet = random.Random(seed), bytearray(packed(MESSAGES[which]))
    packet[chance.randrange(len(packet))] = chance.randrange(256)
    try:
        read = unpacked(bytes(packet))
    except Malformed:
        return
    assert unpacked(packed(read)) == read


def test_a_message_that_is_too_long_is_refused_unread():
    with pytest.raises(Malformed, match="too long"):
        unpacked(msgspec.msgpack.encode("x" * LONGEST))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["perladora", "pearls", "piratoons"])
def test_what_is_told_of_an_action_is_who_acted_and_whether_that_ended_a_turn(game, seed):
    """Two actions of one kind become the same document, whatever they hold: in it there is nothing of the action."""
    package = GAMES[game]
    course = _play(package, 3, {}, seed)
    names = ("Anna", "Ben", "Cleo")
    account = Account(Agreement(game, names, course.setup, 1))
    told = {}
    for actor, action in ((each.actor, each.action) for each in course.acts):
        _, document = projected(account, Entry(9, Acted(game, actor, action)), names=True)
        kind = actor, actor != TABLE and package.rules.ends_turn(action)
        assert told.setdefault(kind, document) == document
        assert (document is not None) is kind[1]
    assert len(told) > 1
