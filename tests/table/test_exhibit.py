"""A finished game on the lights of the board: the buttons turn its pages, nothing that is laid says anything."""

import asyncio
from dataclasses import replace

import pytest

from pearlboard.screens.archive import OPEN, Archive
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.principal import Principal
from pearlboard.session.state import Refused
from pearlboard.store.log import StoredGame
from pearlboard.store.tombstones import Contents
from pearlboard.table.exhibit import Exhibit, replay
from pearlboard.table.lighting import News
from pearlboard.table.lighting import scene_of as lit
from support.finished import finished
from support.fuzzing import AnyTable
from support.sessions import REVEALED, TO_PLAYING, TURNS, WAY, follow
from support.tabling import PLAYERS, TestTable

SHOWN = replay(finished(5, players=2))
LAST = len(SHOWN.frames) - 1


@pytest.fixture
def table():
    """An idle table that has one finished game open."""
    table = TestTable()
    table.commands._opened = {7: SHOWN}.get
    return table


def now(table):
    return table.screen()["exhibit"]


def test_a_finished_game_is_shown_while_no_game_is_on(table):
    """The lights are those of the frame, and the page says which it is."""
    assert now(table) is None
    table.ask("exhibit", number=7, index=3)
    assert now(table) == {"number": 7, "index": 3, "of": LAST}
    assert lit(table.tabletop.now, News(), 0) == Exhibit(SHOWN, 3).scene
    assert "3 of" in table.screen()["sentence"]
    assert any(table.lighting.frame)
    table.ask("end_exhibit")
    assert now(table) is None
    assert not any(table.lighting.frame)


def test_the_buttons_of_the_board_turn_its_pages(table):
    """End-turn goes on, take-back goes back, and both lead out at the ends."""
    table.ask("exhibit", number=7, index=0)
    table.do("press end_turn").do("press end_turn")
    assert now(table)["index"] == 2
    table.do("press take_back")
    assert now(table)["index"] == 1
    table.do("press take_back").do("press take_back")
    assert now(table) is None
    table.ask("exhibit", number=7, index=LAST)
    table.do("press end_turn")
    assert now(table) is None


def test_the_buttons_of_a_screen_do_the_same(table):
    """Confirm and take-back."""
    table.ask("exhibit", number=7, index=1)
    assert "end_exhibit" in table.screen()["can"]
    table.ask("confirm")
    assert now(table)["index"] == 2
    table.ask("take_back")
    assert now(table)["index"] == 1
    assert table.log == []


def test_nothing_that_is_laid_says_anything(table):
    """Sensing is suspended, and comes back with what lies there."""
    table.ask("exhibit", number=7, index=1)
    before = table.screen()
    table.do("c4").do("a1-b1")
    after = table.screen()
    assert {key for key in before if before[key] != after[key]} <= {"cue"}
    assert lit(table.tabletop.now, News(), 0) == Exhibit(SHOWN, 1).scene
    table.ask("end_exhibit")
    assert {piece["site"] for piece in table.screen()["pieces"]} == {"c4", "a1-b1"}
    assert table.screen()["sentence"].startswith("First clear the board")


def test_every_frame_can_be_walked_through(table):
    """From the first to the last, each with its own lights."""
    table.ask("exhibit", number=7, index=0)
    seen = []
    while now(table) is not None:
        seen.append(now(table)["index"])
        table.do("press end_turn")
    assert seen == list(range(LAST + 1))


def test_a_set_up_ends_it(table):
    """A game is on, and the archive is not."""
    table.ask("exhibit", number=7, index=4)
    table.ask("set_up", players=PLAYERS[:2])
    assert now(table) is None
    assert table.tabletop.now.game.stage == "pearls"


@pytest.mark.parametrize("steps", [("set_up",), ("set_up", "start")])
def test_it_is_refused_while_a_game_is_on(table, steps):
    """The lights belong to those who play."""
    for name in steps:
        table.ask(name, **({"players": PLAYERS[:2]} if name == "set_up" else {}))
    with pytest.raises(Refused, match="not_now"):
        table.ask("exhibit", number=7, index=0)
    assert now(table) is None


def test_a_game_that_is_not_there_is_refused_by_name(table):
    """Another number, a frame behind the last, or a game that nobody has opened."""
    for number, index in ((8, 0), (7, LAST + 1)):
        with pytest.raises(Refused, match="no_such_game"):
            table.ask("exhibit", number=number, index=index)
    with pytest.raises(Refused, match="no_such_game"):
        AnyTable().ask("exhibit", number=7, index=0)


def test_a_phone_cannot_turn_the_tables_lights(table):
    """Only a table page may ask for it; a token of no seat is nobody's."""
    with pytest.raises(Refused, match="revoked"):
        table.ask("exhibit", number=7, index=0, who=Principal(2, "digest"))


def test_after_a_game_the_result_gives_way_and_comes_back():
    """In the phase `over` it can be shown, too."""
    log, _ = follow(WAY)
    table = TestTable(log)
    table.commands._opened = {7: SHOWN}.get
    result = table.screen()["sentence"]
    table.ask("exhibit", number=7, index=2, command_id="show-it-again")
    assert table.screen()["sentence"] != result
    assert table.screen()["result"] is not None
    table.ask("end_exhibit", command_id="that-is-enough")
    assert table.screen()["sentence"] == result


# --- the archive behind it -----------------------------------------------------------------------------------------


class Shelf:
    """Stands in for the writer: games that are stored, and how often they were read."""

    def __init__(self, **games):
        self.games = {int(number): entries for number, entries in games.items()}
        self.read = 0
        self.shelf = self
        self.contents = Contents()

    def game(self, number):
        self.read += 1
        entries = self.games.get(number)
        return None if entries is None else StoredGame(number, "2026-11-21T14:03:00+00:00", entries)

    def title(self, _number):
        return ""

    async def ask(self, question):
        return question(self)


def fetched(archive, number):
    return asyncio.run(archive.replay(number, catalogues()["en"]))


def test_a_game_is_open_once_it_was_asked_for():
    """It is read from the disk the first time, and kept."""
    shelf = Shelf(**{"1": follow(WAY)[0]})
    archive = Archive(shelf)
    assert archive.opened(1) is None
    first = fetched(archive, 1)
    assert first == fetched(archive, 1)
    assert (shelf.read, first["number"]) == (1, 1)
    assert archive.opened(1).number == 1


def test_a_game_that_was_not_the_first_has_its_own_number():
    """In its links and on the lights it is called as in the archive, though it is read alone."""
    log, _ = follow(WAY)
    later = tuple(replace(entry, version=entry.version + 41) for entry in log)
    archive = Archive(Shelf(**{"42": later}))
    found = fetched(archive, 42)
    assert (found["number"], found["record"]) == (42, "/archive/42.json")
    assert archive.opened(42).number == 42
    assert asyncio.run(archive.session(42)).number == 42


@pytest.mark.parametrize(
    "wishes", [TO_PLAYING, (*TO_PLAYING, *TURNS[:2]), (*TO_PLAYING, *TURNS), (*TO_PLAYING, *TURNS, *REVEALED)]
)
def test_before_the_end_of_a_game_nothing_of_it_can_be_had(wishes):
    """No replay and no record, whatever is known already; nor of a game that does not exist."""
    archive = Archive(Shelf(**{"1": follow(wishes)[0]}))
    assert fetched(archive, 1) is None
    assert fetched(archive, 2) is None
    assert asyncio.run(archive.record(1)) is None
    assert archive.opened(1) is None


def test_only_a_few_games_are_kept_open():
    """The one that was not asked for the longest is let go."""
    log, _ = follow(WAY)
    archive = Archive(Shelf(**{str(number): log for number in range(1, OPEN + 2)}))
    for number in range(1, OPEN + 1):
        fetched(archive, number)
    fetched(archive, 1)
    fetched(archive, OPEN + 1)
    assert archive.opened(1) is not None
    assert archive.opened(2) is None
