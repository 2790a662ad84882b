"""What is said of a table at a glance, and in which words."""

import asyncio
import random
import tomllib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from string import Formatter

import pytest

from pearlboard.club.documents import Seated
from pearlboard.hub import words
from pearlboard.hub.feed import Feed
from pearlboard.hub.fold import Game, State
from pearlboard.hub.shown import Glance, HouseTable, Kind, compared, glance, moment, title
from pearlboard.languages import LANGUAGES

NOW = datetime.now(UTC)
SEATS = (Seated("Anna", "", 1), Seated("", "", 2), Seated("Old name", "easy", 3))


def playing(state=State.PLAYING, began="2026-01-01T19:40:00+00:00"):
    return Game(7, "wall_race", SEATS, 12, began, began, state)


def table(**told):
    return HouseTable(1, "Garden", NOW, NOW, **told)


def at(one, *, here=True):
    [found] = glance([one], frozenset({1} if here else ()))
    return found


def test_a_table_plays_with_people_and_computers():
    found = at(table(game=playing(), needs="The board does not answer."))
    assert (found.kind, found.game, found.turns) == (Kind.PLAYING, "Wall race", 12)
    assert found.since == datetime(2026, 1, 1, 19, 40, tzinfo=UTC)
    assert (found.people, found.computers) == (("Anna",), ("easy",))
    assert found.asks


@pytest.mark.parametrize("state", [None, State.ENDED, State.ABANDONED, State.DELETED])
def test_a_table_is_free_of_what_is_over(state):
    found = at(table(game=None if state is None else playing(state)))
    assert found == Glance(1, "Garden", Kind.FREE)
    assert not found.asks


def test_a_table_that_rests_is_not_free():
    assert at(table(game=playing(State.PAUSED))).kind == Kind.PAUSED


def test_of_a_table_that_is_not_there_nothing_is_said_but_when_it_was():
    """Except that there are two of it, which is why it went."""
    assert at(table(game=playing(), needs="Help"), here=False) == Glance(1, "Garden", Kind.AWAY, NOW)
    assert at(table(forked=True), here=False).asks
    assert glance([table(left=True)], frozenset({1})) == ()


@pytest.mark.parametrize("told", ["", "2026-01-01", "2026-01-01T19:40:00", "TTTT....", "9999-99-99T99:99:99Z"])
def test_a_clock_that_says_nothing_is_left_out(told):
    """It is a table's, and may be wrong or say no time zone."""
    assert moment(told) is None
    assert at(table(game=playing(began=told))).since is None


def test_settings_are_compared_by_name():
    tables = [table(health={"program": "1", "board": "pi"}), table(health={"program": "2", "board": "pi"}), table()]
    assert compared(tables[:2]) == [("board", ["pi", "pi"], False), ("program", ["1", "2"], True)]
    assert compared(tables)[0] == ("board", ["pi", "pi", ""], True)
    assert title("x") == "X"
    assert title("") == ""


# --- words ---------------------------------------------------------------------------------------------------------


def parameters(entry):
    forms = [entry] if isinstance(entry, str) else entry.values()
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


def test_every_language_has_every_sentence_in_the_same_order():
    """With the same parameters."""
    files = [tomllib.loads((words.TEXTS / f"hub.{each}.toml").read_text("utf-8")) for each in LANGUAGES]
    assert len({tuple(each) for each in files}) == 1
    for name, entry in files[0].items():
        assert [parameters(file[name]) for file in files] == [parameters(entry)] * len(files), name
        assert len({type(file[name]) for file in files}) == 1, name


def test_every_sentence_is_said_somewhere():
    """By its name, or by the name of a kind of table, a problem or a deed."""
    said = "".join(each.read_text("utf-8") for each in [*words.HERE.glob("*.py"), *words.HERE.glob("templates/*")])
    for name in words.catalogues()["en"].entries:
        short = name.removeprefix("hub_").removeprefix("deed_")
        assert f'"{short}"' in said or short in list(Kind) or name == "foreign_name", name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_are_written_in_every_language(language):
    """Names are text and never markup."""
    tables = (
        Glance(1, "<script>", Kind.PLAYING, NOW, "Harbour", 1, ("Anna & Ben",), ("easy", "hard")),
        Glance(2, "B", Kind.FREE, needs="<b>", forked=True),
        Glance(3, "C", Kind.AWAY, NOW - timedelta(days=3)),
    )
    text = words.tables(language, tables, answers=False)
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert "Anna &amp; Ben, " in text
    assert "&lt;b&gt;" in text
    assert f"{(NOW - timedelta(days=3)).astimezone():%Y-%m-%d %H:%M}" in text
    assert words.tables(language, (), answers=True)


def test_computers_without_people_have_no_comma_before_them():
    text = words.tables("en", (Glance(1, "A", Kind.PLAYING, NOW, "Harbour", 1, (), ("easy", "hard")),), answers=True)
    assert '<p class="people">computer (easy), computer (hard)</p>' in text


class Tables:
    """A house whose tables change; what was asked of it."""

    def __init__(self):
        self.now, self.asked = {}, []

    async def tables(self, only):
        self.asked.append(only)
        return [each for number, each in self.now.items() if only is None or number in only]


@pytest.mark.parametrize("seed", range(20))
def test_a_feed_that_looks_at_what_has_changed_knows_what_one_knows_that_looks_at_all(seed):
    """Names, comings and goings of six tables, one or two at a time."""
    chance, house, here = random.Random(seed), Tables(), set()

    async def scenario():
        feed = Feed(None, house, lambda: here)
        await feed.look()
        for _ in range(30):
            for number in chance.sample(range(6), chance.randint(1, 2)):
                here.symmetric_difference_update(chance.sample([number], chance.randint(0, 1)))
                house.now[number] = replace(
                    table(), table=number, name=chance.choice("aAbB"), left=chance.random() < 0.2
                )
                if chance.random() < 0.2:
                    del house.now[number]
                feed.changed(number)
            await feed.look()
            other = Feed(None, house, lambda: here)
            await other.look()
            assert feed.tables == other.tables
            assert feed.said("en") == other.said("en")
        assert house.asked[0] is None
        assert all(len(only) <= 2 for only in house.asked[1::2])

    asyncio.run(scenario())
