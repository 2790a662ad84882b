"""The page for televisions that run no scripts: something useful in each phase, and nothing by chance."""

import re

import pytest

from pearlboard.languages import LANGUAGES
from pearlboard.web import pages
from pearlboard.web.assets import STATIC
from pearlboard.web.television import shown
from support.television import CATALOGUES, IDLE, PLAYING, television


def text_of(html):
    """What is to be read."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.split("<body>")[1]))


def test_a_table_without_a_game_says_how_to_begin():
    """Its sentence, and the way in as a code and as an address."""
    page = television(CATALOGUES["en"])
    assert "Who is playing?" in text_of(page)
    assert "http://table.local/" in text_of(page)
    assert 'viewBox="-4 -4 33 33"' in page
    assert '<meta http-equiv="refresh" content="8">' in page


def test_a_lobby_shows_its_own_way_and_who_has_come():
    """Whoever has no name yet is not shown."""
    way = {"address": "http://table.local/seat#lobby", "qr": {"size": 25, "path": "M0 0h1v1h-1z"}, "wifi": None}
    lobby = {"guests": [{"name": "Zoë"}, {"name": ""}], "way_in": way}
    page = television(CATALOGUES["en"], {**IDLE, "lobby": lobby})
    assert "http://table.local/seat#lobby" in page
    assert "http://table.local/<" not in page
    assert page.count("<li>") == 1
    assert "Zoë" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_of_another_page_shows_its_way_or_where_that_is(language):
    """The machine's own screen is told the way, and any other in whose place to look."""
    way = {"address": "http://table.local/seat#lobby", "qr": {"size": 25, "path": "M0 0h1v1h-1z"}, "wifi": None}
    idle = {**IDLE, "door": None, "other_lobby": {"game": "pearls", "title": "Pearls", "way_in": way}}
    idle["other_lobby"]["guests"] = [{"name": "Zoë"}]
    page = television(CATALOGUES[language], idle)
    assert "http://table.local/seat#lobby" in page
    assert "Zoë" in page
    told = television(
        CATALOGUES[language], {**idle, "other_lobby": {**idle["other_lobby"], "way_in": None, "guests": []}}
    )
    assert CATALOGUES[language].entries["ui_tv_lobby"].format(game="Pearls") in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_shows_whose_turn_it_is_the_board_and_the_last_moves(language):
    """In the page's language, more often renewed than an idle table."""
    page = television(CATALOGUES[language], PLAYING)
    assert f'lang="{language}"' in page
    assert CATALOGUES[language].entries["ui_whose_turn"].format(name="Tom &amp; Co") in page
    assert '<rect id="at-c4"' in page
    assert 'fill="#1668c9" stroke="#ffb000"' in page.split('id="at-d4-e4"')[1].split("/>")[0]
    assert [f"move {number}" in page for number in range(7)] == [False] + [True] * 5 + [False]
    assert "the disk is full" in page
    assert '<meta http-equiv="refresh" content="4">' in page


def test_players_are_told_apart_without_colours_and_what_the_game_writes_stands_there():
    """The players' initials, on pieces and in the list; a number on the site that it belongs to."""
    page = television(CATALOGUES["en"], {**PLAYING, "game": {"labels": {"b2": "7"}}})
    assert ">I</text>" in page.split('id="at-c4"')[1].split("<rect")[0]
    assert page.split('class="people"')[1].count(">I</text>") == 1
    assert ">7</text>" in page


def test_what_is_pressed_elsewhere_is_not_told_on_a_television():
    """A notice that names a button says so by its level."""
    notices = [{"level": "here", "text": "Ask under “Phones”."}, {"level": "info", "text": "The game goes on."}]
    page = text_of(television(CATALOGUES["en"], {**PLAYING, "notices": notices}))
    assert "The game goes on." in page
    assert "Ask under" not in page


def test_a_finished_game_is_its_picture():
    """With names and points, as it is sent on."""
    finished = {"picture": "/archive/7.svg", "replay": "/archive/7", "analysis": None, "record": "/archive/7.json"}
    page = television(CATALOGUES["en"], {**PLAYING, "phase": "over", "finished": finished})
    assert 'src="/archive/7.svg?lang=en"' in page
    assert "turn" not in text_of(page)


def test_a_game_without_a_board_shows_its_facts():
    """Words, numbers and short lists; nothing that is nested."""
    game = {"display": ["red", "blue"], "deck_left": 31, "points": {"1": 3}, "open": True, "long": list(range(40))}
    screen = {**PLAYING, "match": {**PLAYING["match"], "board": False}, "game": game}
    assert shown(screen, CATALOGUES["en"])["facts"] == [("display", "red, blue"), ("deck left", "31")]
    assert 'id="at-c4"' not in television(CATALOGUES["en"], screen)


def test_what_is_not_picked_by_name_is_not_shown():
    """A screen may come to hold more than a television may show."""
    private = {
        "you": {"game": {"hand": "a secret"}},
        "join": {"invitations": [{"address": "a secret"}]},
        "new": "a secret",
    }
    assert "a secret" not in television(CATALOGUES["en"], {**PLAYING, **private})


def test_what_people_typed_is_text():
    """A name is no element."""
    players = [{**PLAYING["match"]["players"][0], "name": "<script>"}]
    screen = {**PLAYING, "match": {**PLAYING["match"], "players": players}}
    assert "<script" not in television(CATALOGUES["en"], screen)


def test_a_browser_that_is_too_old_reads_the_script_that_says_so():
    """Its words are those of 2009: no arrow, no `const`, no template, no class."""
    script = re.sub(r"//.*", "", (STATIC / "shared" / "old.js").read_text(encoding="utf-8"))
    assert not re.search(r"=>|\b(?:const|let|class|import|export|async|await|of)\b|`|\?\.|\?\?|\.\.\.", script)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_with_scripts_says_what_to_do_where_they_do_not_run(language):
    """The message for what is too old, the way for what runs no scripts, and of a television by itself."""
    catalogue = CATALOGUES[language]
    plain = f"/?tv=plain&amp;lang={language}"
    for page in (pages.table(language, catalogue, version="1"), pages.seat(language, catalogue, version="1")):
        assert 'id="too-old"' in page
        assert page.count(f'href="{plain}"') == 2
        assert "http-equiv" not in page
    tv = pages.table(language, catalogue, version="1", tv=True)
    assert f'<noscript><meta http-equiv="refresh" content="0; url={plain}"></noscript>' in tv
