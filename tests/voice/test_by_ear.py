"""Whole games by ear: somebody who hears the table, feels the board and presses buttons comes to the end of each."""

import random

import pytest

from pearlboard.geometry import GRID
from support.by_ear import (
    WON_PEARLS,
    WON_PERLADORA,
    WON_PIRATOONS,
    Listener,
    pearls,
    pearls_in_hand,
    perladora,
    perladora_on_phones,
    piratoons,
    played,
)
from support.lengths import at_length

GAMES = at_length(100, 1)
PIRATOONS = [(plunder, language) for language in ("fr", "en", "de") for plunder in ("screen", "board")]

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", at_length(("en", "de", "fr"), ("de",)))
@pytest.mark.parametrize("seed", range(at_length(100, 2)))
def test_perladora_is_played_by_ear(language, seed):
    """With mistakes and pieces that are swept off, which are put right by what is said; dead sensors in odd games."""
    rng = random.Random(f"{language} {seed}")
    dead = frozenset(rng.sample(GRID.sites, 3 if seed % 2 else 0))
    assert played(Listener("perladora", language, rng, dead=dead), perladora, WON_PERLADORA)


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("seed", range(20))
def test_perladora_is_played_by_ear_on_phones(language, seed):
    """Each hears their own Divers from their own phone, and nobody hears any of them at the table before the reveal."""
    listener = Listener("perladora", language, random.Random(f"phones {language} {seed}"))
    assert played(listener, perladora_on_phones, WON_PERLADORA)
    assert not any(listener.is_one_of(heard, "ear_hand", "ear_laid") for heard in listener.log)


@pytest.mark.parametrize("language", at_length(("en", "de", "fr"), ("en", "fr")))
@pytest.mark.parametrize("seed", range(GAMES))
def test_pearls_is_played_by_ear(language, seed):
    """With open hands: cards are placed by the menu, and taken by the Diver."""
    rng = random.Random(f"{language} {seed}")
    assert played(Listener("pearls", language, rng, hands="open"), pearls, WON_PEARLS)


@pytest.mark.parametrize("language", at_length(("en", "de", "fr"), ("de",)))
@pytest.mark.parametrize("seed", range(GAMES))
def test_pearls_with_hidden_hands_is_played_by_ear(language, seed):
    """What is in a hand is read by its player's own phone, and never said at the table."""
    listener = Listener("pearls", language, random.Random(f"{language} {seed}"))
    assert played(listener, pearls_in_hand, WON_PEARLS)
    assert not any(listener.is_one_of(heard, "pearls_ear_cards") for heard in listener.log)


@pytest.mark.parametrize(("plunder", "language"), at_length(PIRATOONS, PIRATOONS[:1]))
@pytest.mark.parametrize("seed", range(at_length(20, 1)))
def test_calm_piratoons_is_played_by_ear(plunder, language, seed):
    """Without sand: pieces on the board or in turn by the menu, counts, hands, tiles and ships part by part."""
    rng = random.Random(f"{plunder} {language} {seed}")
    names = ("Anna", "Ben", "Cleo")[: 2 + seed % 2]
    listener = Listener("piratoons", language, rng, names, plunder=plunder, sand=0)
    assert played(listener, piratoons, WON_PIRATOONS)
