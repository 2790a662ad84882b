"""Before the first turn: dealing, what cannot be agreed, and the opening."""

import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pearlboard.games import perladora
from pearlboard.games.perladora.rules.form import OPTIONS, agree
from pearlboard.games.perladora.rules.setup import BadSetup, check, deal, opening, with_edition
from pearlboard.games.perladora.rules.state import CLUSTERS, FARMS, Clan, Edition, Setup
from pearlboard.games.refusals import BadOptions
from pearlboard.games.values import Player
from pearlboard.geometry import space
from pearlboard.screens.catalogues import read_catalogue

GOOD = Setup(2, (Clan.ELDERS, Clan.FORAGERS), dict(zip(FARMS, CLUSTERS, strict=True)))
TEXTS = Path(perladora.__file__).parent / "texts"


@pytest.mark.parametrize(
    ("form", "said", "field"),
    [
        ({"edition": "it"}, "edition: must be en, fr, not 'it'", "ui_edition_choice"),
        ({"clans": ["pirates", None]}, "clans: must be fishermen, foragers, children, elders, not", "ui_clans_choice"),
        ({"advanced": 1}, "advanced: must be ", "ui_advanced"),
        ({"tiles": 1}, "there is no 'tiles'; there is clans, advanced, edition,", "ui_more"),
    ],
)
def test_a_script_that_fills_in_the_form_is_told_what_may_stand_there(form, said, field):
    """The words, the kind of value, or the fields; and people, which field to look at."""
    with pytest.raises(BadOptions, match=re.escape(said)) as refused:
        agree(form, [Player("Anna"), Player("Ben")], random.Random(1))
    assert dict(refused.value.sentence.parameters)["field"].name == field


def test_the_rules_say_what_an_advanced_game_has_besides():
    """The Power of each clan that plays, Backups, and what a full territory is; of a standard game, none of it."""
    names = [said.name for said in OPTIONS.said(replace(GOOD, advanced=True))]
    powers = ["rule_power_elders", "rule_power_foragers"]
    assert names[:5] == ["rule_advanced", *powers, "rule_backup", "rule_full"]
    french = OPTIONS.said(replace(GOOD, advanced=True, elders_own=False))
    assert [said.name for said in french][1] == "rule_power_elders_opponents"
    assert not {said.name for said in OPTIONS.said(GOOD)} & set(names[:5])


@pytest.mark.parametrize("said", [None, False, True])
@pytest.mark.parametrize(
    ("levels", "alone"), [((None, "easy"), True), ((None, None), False), (("easy", "hard"), False)]
)
def test_who_plays_alone_against_computers_may_look_at_their_own_divers(said, levels, alone):
    """Ruling 8: unless something else is agreed."""
    agreed = agree({"peek_own": said}, [Player("Anna", level) for level in levels], random.Random(1))
    assert agreed.peek_own is (alone if said is None else said)


def test_every_farm_gets_one_of_the_eight_clusters_at_random():
    """The same seed deals alike; over many deals every Farm has had every cluster."""
    assert deal(random.Random(5)) == deal(random.Random(5))
    rng = random.Random(1)
    seen = Counter()
    for _ in range(300):
        dealt = deal(rng)
        assert sorted(dealt.values()) == list(CLUSTERS)
        seen.update(dealt.items())
    assert len(seen) == len(FARMS) * len(set(CLUSTERS))


WRONG = [
    ("wrong_number_of_players", replace(GOOD, players=1, clans=(Clan.ELDERS,)), 1),
    ("wrong_number_of_players", replace(GOOD, players=5), 1),
    ("clan_missing", replace(GOOD, clans=(Clan.ELDERS,)), 1),
    ("clan_twice", replace(GOOD, clans=(Clan.ELDERS, Clan.ELDERS)), 1),
    ("wrong_farms", replace(GOOD, farms={}), 1),
    ("wrong_farms", replace(GOOD, farms={**GOOD.farms, space("a1"): 3}), 1),
    ("wrong_clusters", replace(GOOD, farms={**GOOD.farms, space("d1"): 4}), 1),
    ("no_such_seat", GOOD, 3),
    ("no_such_seat", GOOD, 0),
]


@pytest.mark.parametrize(("rule", "setup", "first"), WRONG)
def test_what_cannot_be_played_is_refused_by_name_and_in_both_languages(rule, setup, first):
    """Before anything is laid."""
    with pytest.raises(BadSetup) as caught:
        opening(setup, first)
    assert caught.value.rule == rule
    for language in ("en", "fr"):
        assert "{" not in read_catalogue(language, [TEXTS]).render(caught.value.sentence)


def test_the_opening_has_everything_in_hand():
    """Standard: no tokens. Advanced: the clans' Powers and a Backup each."""
    check(GOOD)
    state = opening(GOOD, 2)
    assert (state.public.to_move, state.public.left, state.public.powers) == (2, (16, 16), (0, 0))
    assert (state.public.pontoons_left, state.public.backups, state.public.over) == (35, (False, False), False)
    advanced = opening(replace(GOOD, clans=(Clan.CHILDREN, Clan.FORAGERS), advanced=True), 1)
    assert (advanced.public.powers, advanced.public.backups) == ((1, 2), (True, True))


def test_the_edition_decides_the_two_switches():
    """Ruling 6."""
    french = with_edition(GOOD, Edition.FR)
    assert (french.voluntary_pass, french.elders_own) == (True, False)
    english = with_edition(GOOD, Edition.EN)
    assert (english.voluntary_pass, english.elders_own) == (False, True)
