"""Every refusal and every reason has words, in both languages, with the same things to fill in."""

import string
from pathlib import Path

import pytest

from pearlboard.games import perladora
from pearlboard.games.perladora.board.armed import LAYS
from pearlboard.games.perladora.board.invitation import INVITATIONS
from pearlboard.games.perladora.board.tokens import BACKUP
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.setup import BadSetup
from pearlboard.games.perladora.rules.state import Clan
from pearlboard.screens.catalogues import read_catalogue

TEXTS = Path(perladora.__file__).parent / "texts"
ENGLISH, FRENCH = (read_catalogue(language, [TEXTS]) for language in ("en", "fr"))


def to_fill_in(entry):
    texts = [entry] if isinstance(entry, str) else entry.values()
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("kind", [*IllegalStep.__subclasses__(), *BadSetup.__subclasses__()])
def test_every_refusal_has_its_sentence(kind):
    """Under its own name."""
    assert kind.rule in ENGLISH
    assert kind.rule in FRENCH


@pytest.mark.parametrize("kind", [*Clan, BACKUP])
def test_every_token_has_its_sentences(kind):
    """Armed, drafted, and lifted where it is for a Diver that lies there."""
    lifted = () if kind in LAYS else (f"lifted_{kind}",)
    for name in (f"arm_{kind}", f"drafted_{kind}", *lifted):
        assert name in ENGLISH
        assert name in FRENCH


@pytest.mark.parametrize(
    "name",
    [*INVITATIONS.values(), *(f"{name}_after_power" for name in ("diver_and_pontoon", "two_divers", "three_pontoons"))],
)
def test_every_invitation_has_its_sentence(name):
    """And what is too much after a Power."""
    assert name in ENGLISH
    assert name in FRENCH


def test_both_catalogues_say_the_same_things():
    """The same names, both numbers where one counts, and nothing to fill in that the other does not have."""
    assert ENGLISH.entries.keys() == FRENCH.entries.keys()
    for name, entry in ENGLISH.entries.items():
        assert isinstance(entry, str) == isinstance(FRENCH.entries[name], str), name
        assert isinstance(entry, str) or entry.keys() == {"one", "other"}, name
        assert to_fill_in(entry) - {"count"} == to_fill_in(FRENCH.entries[name]) - {"count"}, name


def test_no_sentence_is_a_promise_of_another_language():
    """A forgotten translation is not hidden by copying."""
    same = {name for name, entry in ENGLISH.entries.items() if entry == FRENCH.entries[name]}
    assert same <= {"standing", "side_name", "game_perladora", "ui_clan", "ui_clans_choice", "ui_certain"}
