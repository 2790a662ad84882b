"""Every refusal and every reason has words, in every language, with the same things to fill in."""

from pathlib import Path

import pytest

from pearlboard.games import perladora
from pearlboard.games.perladora.board.armed import LAYS
from pearlboard.games.perladora.board.invitation import INVITATIONS
from pearlboard.games.perladora.board.tokens import BACKUP
from pearlboard.games.perladora.package import PACKAGE
from pearlboard.games.perladora.rules.refusals import IllegalStep
from pearlboard.games.perladora.rules.setup import BadSetup
from pearlboard.games.perladora.rules.state import Clan
from pearlboard.geometry import edge, space
from pearlboard.languages import LANGUAGES, SOURCE
from pearlboard.screens.catalogues import catalogues, read_catalogue
from pearlboard.texts import say

TEXTS = Path(perladora.__file__).parent / "texts"
WRITTEN = {language: read_catalogue(language, [TEXTS]) for language in LANGUAGES}
ENGLISH = WRITTEN[SOURCE]


OWN = [kind for kind in (*IllegalStep.__subclasses__(), *BadSetup.__subclasses__()) if ".perladora." in kind.__module__]
"""Other games that were loaded before have refusals of their own."""


@pytest.mark.parametrize("kind", OWN)
def test_every_refusal_has_its_sentence(kind):
    """Under its own name."""
    assert all(kind.rule in catalogue for catalogue in WRITTEN.values())


@pytest.mark.parametrize("kind", [*Clan, BACKUP])
def test_every_token_has_its_sentences(kind):
    """Armed, drafted, and lifted where it is for a Diver that lies there."""
    lifted = () if kind in LAYS else (f"lifted_{kind}",)
    for name in (f"arm_{kind}", f"drafted_{kind}", *lifted):
        assert all(name in catalogue for catalogue in WRITTEN.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_necklace_is_no_present(language):
    """Wherever it is chosen, advised or told, that it takes 1 off stands there."""
    told = {
        name: str(said)
        for name, said in WRITTEN[language].entries.items()
        if name.endswith(("foragers", "foragers_on_screen"))
    }
    names = [name for name in told if not name.startswith(("clan_", "ui_"))]
    assert len(names) == 9
    assert [name for name in names if "1" not in told[name]] == []


@pytest.mark.parametrize(("language", "free"), [("en", ("free", "empty")), ("de", ("frei",)), ("fr", ("libre",))])
def test_whoever_is_told_of_a_full_territory_reads_what_full_means(language, free):
    """A closed one is not: no space of it is free."""
    names = ("territory_full", "territory_not_full", "power_too_late", "backup_too_early", "explain_backup")
    for name in (*names, "why_necklace", "why_backup"):
        assert any(word in str(WRITTEN[language].entries[name]) for word in free), name


@pytest.mark.parametrize("clan", Clan)
def test_advice_of_a_power_says_what_comes_after_it(clan):
    """Whoever reads "first" learns what is second."""
    for language, then in (("en", "then your turn"), ("de", "dann dein Zug"), ("fr", "puis votre tour")):
        told = say(f"advise_{clan}", edge=edge("a1-a2"), space=space("a1"), value=5)
        assert catalogues()[language].of("perladora").render(told).endswith(then)


@pytest.mark.parametrize(
    "name",
    [*INVITATIONS.values(), *(f"{name}_after_power" for name in ("diver_and_pontoon", "two_divers", "three_pontoons"))],
)
def test_every_invitation_has_its_sentence(name):
    """And what is too much after a Power."""
    assert all(name in catalogue for catalogue in WRITTEN.values())


def test_the_rules_are_told_in_six_short_sentences():
    """Each is one sentence of at most thirty words, whatever the language."""
    for catalogue in WRITTEN.values():
        told = [catalogue.render(said) for said in PACKAGE.brief]
        assert len(set(told)) == 6
        assert all(said.count(".") == 1 and len(said.split()) <= 30 for said in told)


SUMS = ("why_sum", "why_sum_one", "why_went_too")
SAME = {
    "fr": {"standing", "side_name", "game_perladora", "ui_clan", "ui_clans_choice", "ui_certain", "why_went_too"},
    "de": {"side_name", "game_perladora", "ui_clan", "ui_clans_choice", *SUMS},
}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_sentence_is_a_promise_of_another_language(language):
    """A forgotten translation is not hidden by copying."""
    same = {name for name, entry in ENGLISH.entries.items() if entry == WRITTEN[language].entries[name]}
    assert same <= SAME[language]
