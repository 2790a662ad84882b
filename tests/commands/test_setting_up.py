"""What the set-up form refuses is said in its own words, in the language of whoever filled it in."""

import random

import pytest

from pearlboard.commands.registry import read_command
from pearlboard.drivers.simulated import ImpossibleMove
from pearlboard.games.perladora.rules.form import agree
from pearlboard.games.refusals import BadOptions
from pearlboard.games.values import Player
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from support.tabling import TestTable

PLAYERS = [{"name": "Anna"}, {"name": "Ben"}]
FORM = {"name": "set_up", "players": PLAYERS}
OF_A_LIBRARY = ("Expected", "Invalid", "`", "$", "Object")


def said(sentence):
    """In every language; nothing of it may be a library's."""
    words = [catalogues()[language].render(sentence) for language in LANGUAGES]
    assert len(set(words)) == len(LANGUAGES)
    assert not [word for word in words if any(sign in word for sign in OF_A_LIBRARY)]
    return words


@pytest.mark.parametrize(
    ("changed", "label"),
    [
        ({"players": []}, "How many play?"),
        ({"players": 7 * PLAYERS}, "How many play?"),
        ({"players": [{"name": 3}]}, "Name"),
        ({"players": [{"name": "Anna", "computer": "y" * 17}]}, "Played by"),
        ({"game": "y" * 17}, "Which game?"),
        ({"first": "Anna"}, "Who begins? The youngest."),
        ({"hints": 1}, "Hints in the lights"),
        ({"confirm": True}, "A turn is confirmed"),
        ({"options": []}, "Rules and help"),
    ],
)
def test_a_field_that_does_not_fit_is_named_as_it_is_labelled(changed, label):
    """Whatever a browser has kept of an older form."""
    with pytest.raises(Refused) as refused:
        read_command({**FORM, **changed})
    assert refused.value.name == "malformed"
    assert said(refused.value.sentence)[0] == f"Please choose again: “{label}”"


@pytest.mark.parametrize(("key", "label"), [("hints", "Hints in the lights"), ("confirm", "A turn is confirmed")])
def test_a_choice_that_nobody_offers_is_named_as_it_is_labelled(key, label):
    """It is a word, but none of those that stand there."""
    with pytest.raises(Refused, match="malformed") as refused:
        TestTable().ask("set_up", players=PLAYERS, **{key: "perhaps"})
    assert said(refused.value.sentence)[0] == f"Please choose again: “{label}”"


@pytest.mark.parametrize("name", ["B" * 25, "B" * 2000, "👨‍👩‍👧‍👦" * 25])
def test_a_name_that_is_too_long_is_said_to_be(name):
    """However long it is; the row of the form is named."""
    with pytest.raises(Refused, match="name_too_long") as refused:
        TestTable().ask("set_up", players=[PLAYERS[0], {"name": name}])
    assert said(refused.value.sentence)[0] == "The name of player 2 is too long: names have at most 24 letters."


@pytest.mark.parametrize(
    "options",
    [
        {"clans": "elders"},
        {"clans": ["mermaids", None]},
        {"advanced": "yes"},
        {"edition": "de"},
        {"voluntary_pass": 2},
        {"peek_own": "yes"},
        {"farms": {"d1": None}},
        {"farms": {"z9": 3}},
    ],
)
def test_what_a_game_asks_besides_is_refused_in_its_words(options):
    """The game's own part of the form, likewise."""
    with pytest.raises(BadOptions) as refused:
        agree(options, [Player("Anna", None), Player("Ben", None)], random.Random(1))
    assert said(refused.value.sentence)


def test_what_no_field_is_for_is_told_to_whoever_wrote_the_script():
    """With the place, as in any other command."""
    with pytest.raises(Refused) as refused:
        read_command({**FORM, "wibble": 1})
    assert "wibble" in catalogues()["en"].render(refused.value.sentence)


@pytest.mark.parametrize(("name", "words"), [("put", "A piece lies on c4 already."), ("lift", "No piece lies on d4.")])
def test_what_hands_cannot_do_is_said_in_every_language(name, words):
    """Two clicks upon each other, on a simulated board."""
    table = TestTable().begin().do("c4 wait 100")
    with pytest.raises(ImpossibleMove) as refused:
        table.ask(name, site="c4" if name == "put" else "d4")
    assert said(refused.value.sentence)[0] == words
