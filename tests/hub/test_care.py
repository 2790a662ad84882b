"""What has to be done at which table: a table's own judgement, and what only a house sees."""

from datetime import UTC, datetime

import pytest

from pearlboard.club.messages import Check
from pearlboard.hub import words
from pearlboard.hub.care import OFF_S, Trouble, cared, version
from pearlboard.hub.shown import HouseTable
from pearlboard.languages import LANGUAGES

NOW = datetime.now(UTC)
WELL = Check("disk", well=True, said="9 GB free")
HOT = Check("heat", well=False, said="82 °C")
UNKNOWN = Check("power", well=None, said="?")


def table(number=1, program="0.2.0", **told):
    return HouseTable(number, f"T{number}", NOW, NOW, program=program, **told)


def troubles(*tables, here=frozenset(range(9))):
    return {each.table.table: [trouble.name for trouble in each.troubles] for each in cared(tables, here)}


def test_what_a_table_says_of_itself_is_believed():
    """And what it does not know is no trouble."""
    [found] = cared([table(checks=(WELL, HOT, UNKNOWN))], frozenset({1}))
    assert found.troubles == (Trouble("heat", "82 °C"),)
    assert found.rest == (WELL, UNKNOWN)


def test_a_house_sees_who_is_behind_or_away_or_has_another_time():
    """Those with troubles come first; who has left is no trouble at all."""
    tables = [table(1), table(2, "0.10.0"), table(3, "0.10.0", off_s=-OFF_S), table(4, "9.0", left=True)]
    assert troubles(*tables, here=frozenset({1, 3})) == {1: ["old"], 2: ["away"], 3: ["clock"]}
    assert [each.table.table for each in cared([table(2), table(1, off_s=999)], frozenset({1, 2}))] == [1, 2]
    assert troubles(table(off_s=OFF_S - 1)) == {1: []}
    assert [each.minutes for each in cared([table(off_s=-1), table(off_s=200)], frozenset())] == [-1, 3]
    assert troubles(table(1, "0.10.0"), table(2, "0.10.0+local")) == {1: [], 2: []}, "neither is behind"
    assert cared([], frozenset()) == []


def test_versions_are_compared_as_numbers():
    """One before a release is older than the release; what is no version is older than all."""
    said = ["x", "", "0.2.0", "0.9", "0.10.0.dev3", "0.10.0rc1", "0.10.0", "0.10.0+local", "1"]
    assert [version(each) for each in said] == sorted(version(each) for each in said)
    assert version("0.10.0rc1") < version("0.10.0") == version("0.10.0+local")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_written_in_every_language(language):
    """A check that this hub does not know is shown by its name; all of it is text."""
    odd = Check("<new>", well=False, said="<i>")
    tables = cared([table(checks=(WELL, HOT, odd), off_s=-300), table(2, "1"), table(3, "1")], frozenset({1, 3}))
    shown = {"places": (), "role": "staff", "here": "/care", "proof": "", "tables": tables, "ill": 2}
    text = words.render("care.html", language, **shown)
    assert "&lt;new&gt;" in text
    assert "<i>" not in text
    assert text.count('data-asks="help"') == 2
