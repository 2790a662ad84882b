"""Players' names: on one line, without invisible characters, and counted as people see letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.session.player_names import LONGEST_NAME, apart, cleaned, initials, is_name, letters

FAMILY = "👨‍👩‍👧‍👦"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "name",
    [
        FAMILY,
        f"Oma {FAMILY}",
        "👩🏽‍🚒",
        "❤️‍🔥",
        "🏳️‍🌈",
        "🏴‍☠️",
        SCOTLAND,
        "🇨🇭",
        "علی‌رضا",
        "क्‍ष",
        "Zoë",
        "Zoe\u0308",
        "李小龍",
    ],
)
def test_an_emoji_stays_one_letter(name):
    """Joiners between emoji, and where a script needs them, are part of the name."""
    assert cleaned(name) == name


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("  Anna \n Lena ", "Anna Lena"),
        ("An\u200dna", "An na"),
        ("\u200dAnna\u200d", "Anna"),
        ("An\u200bna", "An na"),
        ("\u202eannA", "annA"),
        ("Anna\U000e0067", "Anna"),
        ("👨\u200d", "👨"),
        ("👩\U000e0067\U000e0067x", "👩 x"),
        ("\u200d", ""),
    ],
)
def test_invisible_characters_are_removed(name, left):
    """So no two names look the same and differ."""
    assert cleaned(name) == left


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("", 0),
        ("Anna", 4),
        ("Zoe\u0308", 3),
        ("각", 1),
        (FAMILY, 1),
        (FAMILY * 24, 24),
        ("👩🏽‍🚒", 1),
        ("🇨🇭🇩🇪", 2),
        (SCOTLAND, 1),
        ("Oma 👵🏼", 5),
        ("क्षि", 1),
        ("a" + "\u0301" * 80, 10),
    ],
)
def test_letters_are_counted_as_people_see_them(name, count):
    """A family emoji is one letter; stacked marks count in the end."""
    assert letters(name) == count
    assert LONGEST_NAME == 24


@given(st.text(st.characters() | st.sampled_from("\u200d\u200c\u202e\ud800 👨👩🏽\U0001f3f4\U000e0067क्ष"), max_size=40))
def test_whatever_the_form_takes_can_be_read_from_a_fact(typed):
    """Forms and facts have the same limit: a table can read what it has written."""
    name = cleaned(typed)
    assert is_name(name) == (0 < letters(name) <= LONGEST_NAME)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ida", "Ben"], ["I", "B"]),
        (["Spieler 1", "Spieler 2", "Joueur 1"], ["S1", "S2", "J"]),
        (["Blau", "Grün", "Gelb"], ["B", "Gr", "Ge"]),
        (["Anna", "anton", "Ben"], ["An", "at", "B"]),
        (["Zoë", "Zoe", "", "Tom"], ["Z1", "Z2", "3", "T"]),
        (["Ann", "Anna"], ["A1", "Aa"]),
        (["Ab1", "Ab2", "Ac1"], ["A1", "A2", "Ac"]),
        (["A", "A", "A2"], ["1", "2", "3"]),
        ([FAMILY, f"{SCOTLAND}x", "🇨🇭"], [FAMILY, SCOTLAND, "🇨🇭"]),
        (["", ""], ["1", "2"]),
    ],
)
def test_players_have_initials_of_their_own(names, told):
    """One letter where that is enough, else the first that differs, else the seat."""
    assert initials(names) == told


@given(st.lists(st.text(max_size=5), max_size=6))
def test_no_two_players_have_the_same_initials(names):
    found = initials(names)
    assert len(set(found)) == len(names)
    assert all(1 <= len(apart(each)) <= 2 for each in found)
