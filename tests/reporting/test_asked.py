"""What a house asks its table for: nothing is sent without consent, this time, and nothing twice."""

import asyncio

import pytest

from pearlboard.club.documents import Malformed
from pearlboard.club.messages import LARGEST_FILE, PIECE, Ask, File, NotNow, Taken
from pearlboard.reporting.asked import MOST_REFUSED, TooLarge, Wishes

BODY = bytes(range(256)) * 600


class Table:
    """Its wishes, a clock, and a file that it packs."""

    def __init__(self, body=BODY):
        self.now, self.body, self.packed = 0.0, body, []
        self.wishes = Wishes(self.pack, lambda: self.now)

    async def pack(self, file):
        self.packed.append(file)
        if isinstance(self.body, Exception):
            raise self.body
        return self.body

    def send(self, number):
        return asyncio.run(self.wishes.send(number))

    def asked(self, number=1, file=File.BUNDLE, within_s=60):
        self.wishes.hear(Ask(number, file, within_s))
        return self

    @property
    def open(self):
        return [(each.number, each.agreed) for each in self.wishes.open]

    def given(self):
        """All that is sent from here on, to a hub that takes it."""
        found, had = b"", 0
        while (piece := self.wishes.piece()) is not None:
            assert piece.size == len(self.body)
            assert len(piece.body) <= PIECE
            assert piece.at == had
            found, had = found + piece.body, had + len(piece.body)
            self.wishes.taken(Taken(piece.number, had, wanted=True))
        return found


def test_nothing_is_made_or_sent_before_the_operator_agrees():
    table = Table().asked()
    assert table.wishes.piece() is None
    assert table.packed == []
    assert table.send(1)
    assert table.open == [(1, True)]
    assert table.send(1), "pressed twice"
    assert table.packed == [File.BUNDLE]
    assert table.given() == BODY
    assert table.open == []
    assert not table.send(1), "each time anew"
    assert table.asked(2).open == [(2, False)]
    assert table.wishes.piece() is None


def test_what_is_refused_is_said_until_it_is_heard_and_not_asked_again():
    table = Table().asked()
    assert table.wishes.refuse(1)
    assert not table.wishes.refuse(1)
    assert table.wishes.refusals() == [NotNow(1)]
    assert table.wishes.refusals() == []
    assert table.asked().open == [], "it did not hear that"
    assert table.wishes.refusals() == [NotNow(1)]
    for number in range(2, 9 + MOST_REFUSED):
        table.asked(number)
        table.wishes.refuse(number)
    assert len(table.wishes.refusals()) == MOST_REFUSED
    table.asked(100)
    table.send(100)
    assert not table.wishes.refuse(100), "it is on its way"


def test_a_question_ends_with_its_time_and_with_the_house():
    table = Table().asked(within_s=60).asked(2, File.BLACK_BOX, 90)
    assert table.open == [(1, False), (2, False)]
    table.now = 60
    assert table.open == [(2, False)]
    assert not table.send(1)
    assert not table.send(7)
    table.send(2)
    table.wishes.forget()
    assert table.open == []
    assert table.wishes.piece() is None


def test_two_questions_are_answered_each_for_itself():
    """A newer one for the same file takes the place of the older, and what was agreed for that is not sent."""
    table = Table().asked(1).asked(2, File.BLACK_BOX)
    table.send(2)
    table.send(1)
    assert [table.wishes.piece().number for _ in range(2)] == [2, 2]
    table.asked(3)
    assert table.open == [(2, True), (3, False)]
    assert table.given() == BODY
    assert table.open == [(3, False)]


def test_a_line_that_is_cut_goes_on_where_the_hub_is():
    """Which says so itself; the one that has it all, or wants it no more, gets nothing."""
    table = Table().asked()
    table.send(1)
    table.wishes.taken(Taken(1, 0, wanted=True))
    table.wishes.taken(Taken(1, PIECE, wanted=True))
    table.wishes.begin()
    table.asked()  # by the same number
    assert table.wishes.piece().body == b"", "what has it?"
    table.wishes.taken(Taken(1, PIECE - 7, wanted=True))
    assert (table.wishes.piece().at, table.wishes.piece().body[:7]) == (PIECE - 7, BODY[PIECE - 7 : PIECE])
    table.wishes.taken(Taken(1, PIECE, wanted=False))
    assert table.wishes.piece() is None
    assert table.open == []
    table.wishes.taken(Taken(1, 0, wanted=True))


@pytest.mark.parametrize("answer", [Taken(9, PIECE, wanted=True), Taken(1, 0, wanted=True)])
def test_a_hub_that_takes_nothing_is_not_sent_to_for_ever(answer):
    table = Table().asked()
    table.send(1)
    table.wishes.taken(Taken(1, 0, wanted=True))
    with pytest.raises(Malformed):
        table.wishes.taken(answer)


@pytest.mark.parametrize(("body", "error"), [(OSError("no room"), OSError), (bytes(LARGEST_FILE + 1), TooLarge)])
def test_what_cannot_be_made_is_not_sent_and_may_be_tried_again(body, error):
    table = Table(body).asked()
    with pytest.raises(error):
        table.send(1)
    assert table.open == [(1, False)]
    assert table.wishes.piece() is None
    table.body = BODY
    assert table.send(1)


def test_a_question_that_ends_while_its_file_is_made_is_not_answered():
    table = Table().asked()

    async def scenario():
        made = asyncio.Event()

        async def slow(_file):
            await made.wait()
            return BODY

        table.wishes._pack = slow
        sending = asyncio.create_task(table.wishes.send(1))
        await asyncio.sleep(0)
        table.asked(2)
        made.set()
        assert not await sending

    asyncio.run(scenario())
    assert table.wishes.piece() is None
