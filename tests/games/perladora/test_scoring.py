"""Who gets the Pearls, drawn case by case, and the words that say why."""

import random
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pearlboard.games import perladora
from pearlboard.games.perladora.rules.play import declare
from pearlboard.games.perladora.rules.refusals import ValuesMissing
from pearlboard.games.perladora.rules.scoring import score
from pearlboard.games.perladora.rules.verdicts import reason, standing, verdict
from pearlboard.geometry import space
from pearlboard.screens.catalogues import catalogues, read_catalogue
from support.lengths import at_length
from support.perladora_boards import FULL_CORNER, ONE_OF_EACH, position, random_game

TEXTS = Path(perladora.__file__).parent / "texts"
NAMES = {1: "Anna", 2: "Ben", 3: "Carl", 4: "Dora"}


def english(sentence):
    """As the page says it, for some words are those of the table."""
    return catalogues()["en"].of("perladora").render(sentence, NAMES)


def french(sentence):
    """Which spaces do not break is for `texts` to say."""
    return read_catalogue("fr", [TEXTS]).render(sentence, NAMES).replace("\N{NO-BREAK SPACE}", " ")


def corner_of(state):
    """The score of the territory of a1."""
    return score(state.public, state.values).territories[0]


def test_the_side_with_most_takes_the_pearls_of_its_territory():
    """The rule of the game."""
    part = corner_of(position(FULL_CORNER, values={"b1": 5}))
    assert part.totals == {1: 2, 2: 5}
    assert (part.winners, part.share, part.discarded, part.unclaimed) == ((2,), 4, 0, 0)
    assert english(part.reason) == "Most points here: Ben, 5 to 2. That wins 4 Pearls."
    assert french(part.reason) == "Le plus de points ici : Ben, 5 contre 2. Gain : 4 Perles."


def test_a_tie_shares_and_discards_the_remainder():
    """All Farms of the territory together: 40 Pearls between three is 13 each and one over."""
    state = position(ONE_OF_EACH.replace("1 2 .", "1 2 3"), players=3)
    part = corner_of(state)
    assert (part.winners, part.share, part.discarded) == ((1, 2, 3), 13, 1)
    assert english(part.reason) == (
        "A tie at 1 between Anna, Ben and Carl: 13 Pearls for each side, and 1 that cannot "
        "be shared goes back into the box."
    )
    counted = score(state.public, state.values)
    assert counted.winners == (1, 2, 3)
    assert counted.clusters == {1: (13,), 2: (13,), 3: (13,)}


def test_pearls_that_nobody_dives_for_stay_unclaimed():
    """Only sides with a Diver there compete (ruling 17), and with no Pearls at all everybody wins (19)."""
    state = position()
    part = corner_of(state)
    assert (part.totals, part.winners, part.unclaimed) == ({}, (), 40)
    assert english(part.reason) == "Nobody is here: the 40 Pearls stay in the lagoon."
    counted = score(state.public, state.values)
    assert counted.winners == (1, 2)
    assert english(counted.verdict) == "Nobody has won a Pearl: everybody shares the victory."


def test_a_lone_diver_wins_even_when_it_is_worth_less_than_nothing():
    """1 with two necklaces is -1, with no floor (rulings 16, 17)."""
    drawing = FULL_CORNER.replace("1 2|", ". 2|").replace("1 P|", ". P|")
    part = corner_of(position(drawing, advanced=True, clans=("foragers", "elders"), necklaces={"b1": 2}))
    assert part.totals == {2: -1}
    assert part.winners == (2,)
    assert english(part.reason) == "A single Diver, worth -1, is enough: all 4 Pearls for Ben."


def test_the_tied_side_with_the_backup_wins():
    """Ruling 18: the Backup adds a point, and if that makes a tie it also breaks it."""
    parts = {"advanced": True, "clans": ("foragers", "elders"), "values": {"b1": 3}, "backed": ["a1"]}
    part = corner_of(position(FULL_CORNER, **parts))
    assert part.totals == {1: 3, 2: 3}
    assert part.by_backup
    assert part.winners == (1,)
    assert english(part.reason) == "A tie at 3, and the Backup decides it: all 4 Pearls for Anna."


def test_a_backup_that_makes_a_clear_winner_decides_no_tie():
    """It is then only a point."""
    parts = {"advanced": True, "clans": ("foragers", "elders"), "values": {"b1": 2}, "backed": ["a1"]}
    part = corner_of(position(FULL_CORNER, **parts))
    assert part.winners == (1,)
    assert not part.by_backup


def test_a_backup_of_a_side_that_is_not_tied_decides_nothing():
    """Three sides: two tie above the one with the Backup."""
    drawing = FULL_CORNER.replace("1 P|", "3 P|")
    parts = {
        "players": 3,
        "advanced": True,
        "clans": ("foragers", "elders", "children"),
        "values": {"a1": 3, "b1": 3},
        "backed": ["a2"],
    }
    part = corner_of(position(drawing, **parts))
    assert part.totals == {1: 3, 2: 3, 3: 2}
    assert part.winners == (1, 2)
    assert not part.by_backup


SAID = {
    "tie": ("A tie at {points}", "Gleichstand bei {points}", "Égalité à {points}"),
    "backup": ("Backup", "Verstärkung", "Renfort"),
    "no farm": ("no Farm", "Ohne Farm", "Sans Ferme"),
    "put back": ("box", "Schachtel", "boîte"),
    "each": ("for each side", "je {share}", "pour chaque camp"),
}
"""What a reason may say of a territory, in English, German and French."""


def reads(told, **numbers):
    """What of `SAID` stands in a sentence; it is the same in every language."""
    texts = [catalogues()[language].of("perladora").render(told, NAMES) for language in ("en", "de", "fr")]
    found = [
        {what for what, phrases in SAID.items() if phrases[index].format(**numbers) in text}
        for index, text in enumerate(texts)
    ]
    assert found[0] == found[1] == found[2], texts
    return found[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_reason_says_what_decided(players):
    """Sentences about made-up territories: a tie where there is one, the Backup where it breaks it, a missing Farm."""
    setup = position(players=players).public.setup
    for totals in product((None, -1, 2, 3), repeat=len(setup.sides)):
        here = {side: total for side, total in zip(setup.sides, totals, strict=True) if total is not None}
        tied = tuple(side for side in here if here[side] == max(here.values()))
        for winners, pearls in product({tied, *((side,) for side in tied)} if here else {()}, (0, 1, 2, 5, 6)):
            told = reason(setup, pearls, here, tied, winners, lone=len(here) == 1)
            share, rest = divmod(pearls, len(winners)) if winners else (0, 0)
            expected = {
                "tie": len(tied) > 1,
                "backup": winners != tied,
                "no farm": bool(here) and not pearls,
                "put back": rest > 0,
                "each": len(winners) > 1 and share > 0,
            }
            points = max(here.values(), default=0)
            assert reads(told, points=points, share=share) == {what for what, holds in expected.items() if holds}


def test_partners_count_together():
    """Ruling 20: 2 + 1 of a team beat a single 2."""
    drawing = FULL_CORNER.replace("1 P|", "3 P|")
    part = corner_of(position(drawing, players=4, values={"a1": 2, "b1": 2}))
    assert part.totals == {1: 3, 2: 2}
    assert part.winners == (1,)
    assert english(part.reason) == "Most points here: Anna and Carl, 3 to 2. That wins 4 Pearls."


def test_the_victory_is_told_with_what_decided_it():
    """Pearls, then cluster by cluster from the biggest down (ruling 19)."""
    setup = position(players=3).public.setup
    clear = verdict(setup, {1: (7, 6), 2: (5,), 3: ()}, (1,))
    assert english(clear) == "The game goes to Anna, with 13 Pearls."
    second = verdict(setup, {1: (7, 4, 2), 2: (7, 5, 1), 3: (6, 6)}, (2,))
    assert english(second) == ("A tie at 13 Pearls. The second-biggest cluster decides, 5 to 4: the game goes to Ben.")
    assert french(second) == "Égalité à 13 Perles. Le deuxième tas tranche, 5 contre 4 : victoire pour Ben."
    shared = verdict(setup, {1: (7, 5), 2: (7, 5), 3: (3,)}, (1, 2))
    assert english(shared) == "A shared victory for Anna and Ben: 12 Pearls for each side, in equal clusters (7 + 5)."
    assert english(standing(setup, 1, (7, 5))) == "Anna: 12 Pearls (7 + 5)"
    assert english(standing(setup, 3, ())) == "Carl: no Pearls"


def test_teams_that_are_level_are_told_apart():
    """Of four players, who belongs together; a team alone needs no more than its names."""
    state = position(ONE_OF_EACH, players=4)
    part, setup = corner_of(state), state.public.setup
    assert part.winners == (1, 2)
    assert english(part.reason).startswith("A tie at 1 between Anna + Carl and Ben + Dora: ")
    shared = verdict(setup, {1: (7, 5), 2: (7, 5)}, (1, 2))
    assert english(shared).startswith("A shared victory for Anna + Carl and Ben + Dora: 12 Pearls for each side")
    assert english(verdict(setup, {1: (7,), 2: ()}, (1,))) == "The game goes to Anna and Carl, with 7 Pearls."


def test_a_missing_cluster_counts_nothing():
    """Equal sums, and the biggest decides before the number of clusters."""
    setup = position().public.setup
    told = verdict(setup, {1: (5, 4, 3), 2: (7, 5)}, (2,))
    assert english(told) == "A tie at 12 Pearls. The biggest cluster decides, 7 to 5: the game goes to Ben."


def test_a_score_needs_every_value():
    """Divers whose value nobody has said cannot be counted, and are named."""
    state = declare(position(ONE_OF_EACH), space("b1"), None)
    with pytest.raises(ValuesMissing, match="b1"):
        score(state.public, {place: value for place, value in state.values.items() if value is not None})


@pytest.mark.slow
@settings(max_examples=at_length(40, 2), deadline=None)
@given(st.integers(0, 2**32))
def test_no_pearl_is_made_or_lost(seed):
    """Won, discarded and unclaimed are 40 at any time, clusters add up, and every sentence can be said."""
    rng = random.Random(seed)
    state = None
    for _, state in random_game(rng):
        if rng.random() < 0.1 or state.public.over:
            counted = score(state.public, state.values)
            lost = sum(part.discarded + part.unclaimed for part in counted.territories)
            assert sum(counted.pearls.values()) + lost == 40
            assert {side: sum(clusters) for side, clusters in counted.clusters.items()} == counted.pearls
            assert set(counted.winners) <= set(state.public.setup.sides)
            assert max(counted.pearls.values()) == counted.pearls[counted.winners[0]]
            for sentence in (counted.verdict, *counted.standings, *(part.reason for part in counted.territories)):
                assert "{" not in english(sentence) + french(sentence)
