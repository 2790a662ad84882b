"""The picture of a finished game: correct at every table, self-contained, and safe against any name."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from pearlboard.errors import BadInput
from pearlboard.games.api import Outcome
from pearlboard.games.drawing import INK_ON, PALETTE, shape
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.registry import GAMES
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.lettering import fitted, isolated, legible, lines, width
from pearlboard.screens.picture import Person, parties
from pearlboard.screens.souvenir import souvenir
from pearlboard.session.freshness import without_game
from pearlboard.web.assets import STATIC
from support.finished import finished

AT = "2026-11-21T14:03:00+00:00"
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ("<script>alert(1)</script>", "שלום \u202eevil\u202c", '👩‍👩‍👧‍👦 & "Co" \' ]]>', "W" * 24)


def drawn(session, language="en"):
    return ET.fromstring(souvenir(session, AT, catalogues()[language]))


def said(picture):
    return ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]


def called(session, *names):
    return replace(session, agreement=replace(session.agreement, names=names))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("advanced", [False, True])
def test_the_picture_shows_players_and_points(players, advanced):
    """Every name, every side's Pearls, the day, the verdict; the winner wears the crown."""
    session = finished(3, players=players, advanced=advanced)
    picture, result = drawn(session), score(session.state.public, session.state.values)
    texts = said(picture)
    assert set(session.agreement.names) <= set(texts)
    assert {str(pearls) for pearls in result.pearls.values()} <= set(texts)
    assert "21 November 2026" in texts
    crowns = [path for path in picture.iter(f"{SVG}path") if path.get("d", "").startswith("M-17 11")]
    assert len(crowns) == len(result.winners)


@pytest.mark.parametrize("seed", range(6))
def test_all_that_lies_there_at_the_end_is_drawn(seed):
    """A tile with its value for each Diver, a stick for each Pontoon, the tokens of the advanced game."""
    session = finished(seed)
    public, values = session.state.public, session.state.values
    picture = drawn(session)
    tiles = [text.text for text in picture.iter(f"{SVG}text") if text.get("font-size") == "44"]
    assert sorted(tiles) == sorted(str(values[place]) for place in public.divers)
    sticks = [rect for rect in picture.iter(f"{SVG}rect") if rect.get("fill") == "url(#game-wood)"]
    assert len(sticks) == public.pontoons.bit_count()
    backups = sum(diver.backup for diver in public.divers.values())
    necklaces = [diver.necklaces for diver in public.divers.values() if diver.necklaces]
    assert said(picture).count("+1") == backups
    assert sum(text.startswith("−") for text in said(picture)) == len(necklaces)


@pytest.mark.parametrize("seed", range(6))
def test_every_territory_has_the_colour_of_who_has_won_it(seed):
    """Shared territories are striped; territories of nobody stay water."""
    session = finished(seed)
    parts = score(session.state.public, session.state.values).territories
    shades = [path for path in drawn(session).iter(f"{SVG}path") if path.get("fill-opacity") == "0.64"]
    won = [part for part in parts if part.winners]
    assert [shade.get("fill").startswith("url(") for shade in shades] == [len(part.winners) > 1 for part in won]
    assert [shade.get("d").count("Z") for shade in shades] == [len(part.territory.spaces) for part in won]


def test_nothing_in_the_picture_runs_or_is_fetched():
    """No script, style, event, link or foreign object; all references are internal, and ids are unique."""
    text = souvenir(called(finished(3, players=4, advanced=True), *HOSTILE), AT, catalogues()["en"])
    picture = ET.fromstring(text)
    assert not {element.tag.removeprefix(SVG).lower() for element in picture.iter()} & {
        "script", "style", "foreignobject", "image", "a", "animate", "set", "iframe",
    }  # fmt: skip
    for element in picture.iter():
        assert not [name for name in element.attrib if name.startswith("on") or name in ("href", "style")]
    ids = [element.get("id") for element in picture.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([\w-]+)\)", text)) <= set(ids)
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert len(text) < 150_000


def test_hostile_names_are_text_and_keep_to_their_place():
    """Characters that change the direction of writing are removed, markup is text, and each name is clipped."""
    picture = drawn(called(finished(3, players=4), *HOSTILE))
    texts = said(picture)
    assert any(text.startswith("<script>") for text in texts)
    assert not any("\u202e" in text for text in texts)
    boxes = [box for box in picture.iter(f"{SVG}svg") if box is not picture and box.get("viewBox") is None]
    inside = {id(text) for box in boxes for text in box.iter(f"{SVG}text")}
    named = [text for text in picture.iter(f"{SVG}text") if "".join(text.itertext())[:2] in ("<s", "של", "WW")]
    assert named
    assert all(id(text) in inside for text in named)


@pytest.mark.parametrize("name", ["", "\u202e", "\x00\x08", "\ud800", "\U0001f468\u200d", "\ufffe", "é" * 24])
def test_with_any_name_the_picture_is_valid(name):
    """The picture stays well-formed XML."""
    assert drawn(called(finished(1, players=2), name, "Ben")) is not None


def test_a_game_that_draws_nothing_has_names_and_points(monkeypatch):
    """Likewise a game that is not installed any more."""
    session = replace(finished(2, players=3), outcome=Outcome({1: 2, 2: 1, 3: 3}, {1: 5, 2: 9, 3: -1}))
    gone = said(drawn(without_game(session)))
    package = GAMES["perladora"]
    drawing_nothing = replace(package, finished=replace(package.finished, picture=lambda _: None))
    monkeypatch.setitem(GAMES._found, "perladora", drawing_nothing)
    plain = drawn(session)
    for texts in (gone, said(plain)):
        assert {*session.agreement.names, "5", "9", "-1", "A", "B", "C"} <= set(texts)
    assert not [rect for rect in plain.iter(f"{SVG}rect") if rect.get("fill") == "url(#table-sand)"]
    assert [text for text in gone if text in session.agreement.names] == ["Ben", "Anna", "Cleo"]


def test_the_picture_speaks_french():
    """Day and verdict are French."""
    texts = said(drawn(finished(1, players=2), "fr"))
    assert "21 novembre 2026" in texts
    assert any("Victoire pour" in text for text in texts)


def test_computers_are_marked():
    """The level is named."""
    session = finished(1, players=2)
    session = replace(session, agreement=replace(session.agreement, computers=(None, "hard")))
    assert "computer, hard" in said(drawn(session))


def test_parties_come_in_the_order_of_their_places():
    """People who scored together are one party, and the best party comes first."""
    people = [Person(seat, name, seat) for seat, name in enumerate("ABCD", 1)]
    sides, points, places = ({1: a, 2: b, 3: a, 4: b} for a, b in ((1, 2), (10, 30), (2, 1)))
    found = parties(people, sides, points, places, {1: "6 + 4"})
    assert [("".join(each.name for each in party.people), party.points, party.won, party.note) for party in found] == [
        ("BD", 30, True, ""),
        ("AC", 10, False, "6 + 4"),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        shape("script"),
        shape("image", href="x"),
        shape("rect", onclick="x"),
        shape("rect", style="fill:red"),
        shape("use", href="https://example.org/#a"),
        shape("use", href="javascript:x"),
        shape("rect", fill="url(https://example.org/x)"),
        shape("rect", fill="URL(//example.org)"),
        shape("g", shape("a")),
    ],
)
def test_what_leads_out_of_a_drawing_cannot_be_written(wrong):
    """Any game can draw only with allowed elements and attributes."""
    with pytest.raises(BadInput):
        str(wrong)


def test_a_quote_ends_no_attribute():
    """Attributes are escaped, too."""
    assert str(shape("rect", fill='"><script>')) == '<rect fill="&quot;&gt;&lt;script&gt;"/>'


def test_the_palette_is_that_of_the_pages():
    """Every number has one colour everywhere."""
    css = (STATIC / "shared" / "page.css").read_text(encoding="utf-8")
    found = re.findall(r'\[data-colour="(\d)"\] \{ --colour: (#\w+); .*?--on-colour: (#\w+);', css)
    assert {int(number): colour for number, colour, _ in found} == PALETTE
    assert {int(number): (ink if len(ink) > 4 else "#" + 2 * ink[1:]) for number, _, ink in found} == INK_ON


def test_words_get_smaller_and_then_are_cut():
    """Text never takes more room than there is."""
    assert fitted("Anna", 200, 30, 15) == ("Anna", 30)
    assert fitted("Anna-Wilhelmine", 200, 30, 15)[1] < 30
    words, size = fitted("W" * 30, 200, 30, 15)
    assert words.endswith("…")
    assert width(words, size) <= 200
    assert all(
        width(line, 20) <= 150 for line in lines("a tie at twelve Pearls, and the biggest cluster decides", 150, 20)
    )


def test_invisible_characters_are_left_out():
    """Directional characters, line breaks, code points without a meaning; emoji families stay together."""
    assert legible("a\u202eb\n c\x07") == "ab c"
    assert legible("👩‍👧") == "👩‍👧"
    assert isolated("Anna") == "Anna"
    assert isolated("שלום") == "\u2068שלום\u2069"


@pytest.mark.parametrize("points", [5, 29, 124, -12])
@pytest.mark.parametrize("players", [2, 4])
def test_no_name_runs_into_the_points(points, players):
    """Not even a long one: it ends before the number begins, with room between."""
    session = called(finished(1, players=players), *("W" * 24,) * players)
    seats = range(1, 1 + players)
    session = replace(session, outcome=Outcome(dict.fromkeys(seats, 1), dict.fromkeys(seats, points)))
    for picture in (drawn(session), drawn(without_game(session))):
        [*parties] = (group for group in picture.iter(f"{SVG}g") if group.find(f"{SVG}svg/{SVG}text") is not None)
        assert parties
        for party in parties:
            [number] = (text for text in party.findall(f"{SVG}text") if text.get("font-weight") == "800")
            begins = float(number.get("x")) - width(number.text, float(number.get("font-size")))
            names = [box for box in party.findall(f"{SVG}svg") if box.find(f"{SVG}text") is not None]
            assert max(float(box.get("x")) + float(box.get("width")) for box in names) + 8 <= begins
