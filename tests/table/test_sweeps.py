"""A board that was swept is put right one piece after the other, and the lights mark what the pages name.

A thousand disturbances of 4 to 30 places with --soak, each put right by somebody who only follows what is shown.
"""

import random

import pytest

from pearlboard.games.perladora.board.roles import Own
from pearlboard.geometry import GRID, site
from pearlboard.lights.scene import Role
from pearlboard.table.lighting import News, scene_of
from support.lengths import at_length
from support.perladora_table import hints
from support.tabling import TestTable

DISTURBANCES = at_length(1_000, 8)
IN_A_GAME = 12
"""So many disturbances has one game, with turns between them."""


def swept(seed, turns=14):
    """A game in which many pieces lie, and from which all but one were swept."""
    rng, table = random.Random(seed), TestTable().begin(confirm="button")
    for number in range(turns):
        found = hints(table.tabletop.now)
        places = sorted((found.edges if number % 3 else found.spaces) - table.board.pieces, key=str)
        table.do(f"{rng.choice(places)} wait 400 press end_turn")
    lying = sorted(map(str, table.board.pieces))
    gone = rng.sample(lying, len(lying) - 1)
    table.do(" ".join(f"-{place}" for place in gone) + " wait 300")
    return table, gone


@pytest.mark.parametrize("seed", range(3))
def test_one_piece_after_the_other_is_named_until_all_are_back(seed):
    """Whoever lays what is named, and nothing else, comes to the end; every place that is empty is marked meanwhile."""
    table, gone = swept(seed)
    for left in range(len(gone), 0, -1):
        screen = table.screen()
        assert sorted(screen["put"]) == sorted(gone)
        assert screen["countdown"] is None
        if left > 4:
            assert screen["sentence"].startswith(f"{left} pieces are missing; their places are lit. Next, put back a ")
        named = [place for place in gone if at(place) in screen["sentence"]]
        assert len(named) == (1 if left > 4 else left)
        gone.remove(named[0])
        table.do(f"{named[0]} wait 300")
    assert table.screen()["put"] == []
    assert table.screen()["verdict"] == "unfinished"


def at(place):
    first, _, second = place.partition("-")
    return f"between {first} and {second}" if second else f" on {first}"


def test_the_lights_mark_every_place_that_the_page_lists():
    """Each on the place itself; the one that is named, and the others in another way."""
    table, gone = swept(5)
    assert set(table.screen()["put"]) == set(gone)
    shining = shining_at(table)
    assert set(gone) == shining[Role.MISSING] | shining[Own.GONE]


@pytest.mark.parametrize("seed", range(2))
def test_lights_and_page_make_the_place_stand_out_that_the_sentence_names(seed):
    """One alone while many are missing; as soon as the sentence names all that are left, all of them."""
    table, gone = swept(seed)
    while gone:
        screen, shining = table.screen(), shining_at(table)
        named = {place for place in gone if at(place) in screen["sentence"]}
        assert len(named) == (1 if len(gone) > 4 else len(gone))
        assert shining[Role.MISSING] == named
        assert shining[Own.GONE] == set(gone) - named
        later = {piece["site"]: piece["later"] for piece in screen["pieces"] if piece["status"] == "missing"}
        assert later == {place: place not in named for place in gone}
        back = named.pop()
        gone.remove(back)
        table.do(f"{back} wait 300")
    assert shining_at(table)[Role.MISSING] | shining_at(table)[Own.GONE] == set()


def test_a_piece_that_lies_in_a_wrong_place_leaves_the_same_one_named():
    """And what else is brought back before its turn only goes from the others."""
    table, gone = swept(4)
    named = shining_at(table)[Role.MISSING]
    free = next(name for name in map(str, GRID.spaces) if name not in gone and site(name) not in table.board.pieces)
    other = max(set(gone) - named, key=lambda name: GRID.sites.index(site(name)))
    table.do(f"{free} wait 300 {other} wait 300")
    assert shining_at(table)[Role.MISSING] == named
    assert shining_at(table)[Own.GONE] == set(gone) - named - {other}
    assert at(next(iter(named))) in table.screen()["sentence"]


def test_what_lies_elsewhere_is_said_as_long_as_it_can_be_kept_in_mind():
    """Up to four places are named beside the next one; of more, only the lights and the page tell."""
    table, gone = swept(6)
    free = [str(place) for place in GRID.spaces if str(place) not in gone and place not in table.board.pieces]
    table.do(" ".join(free[:4]) + " wait 300")
    said = table.screen()["sentence"]
    assert said.endswith("counts after that.")
    assert all(place in said for place in free[:4])
    table.do(f"{free[4]} wait 300")
    screen = table.screen()
    assert "counts after that" not in screen["sentence"]
    assert {piece["site"] for piece in screen["pieces"] if piece["status"] == "draft"} == set(free[:5])


def shining_at(table):
    """Where each role of a missing piece shines."""
    lights = scene_of(table.tabletop.now, News(), table.clock()).lights
    return {
        role: {str(light) for light, mark in lights.items() if mark.role == role} for role in (Role.MISSING, Own.GONE)
    }


class Swept:
    """A game that is disturbed again and again. Whoever puts it right knows nothing but what is shown."""

    def __init__(self, rng):
        self.rng = rng
        self.table = TestTable().begin(rng.choice((2, 3, 4)), confirm=rng.choice(("auto", "button")))
        self.turns(6)

    def turns(self, many):
        """A few turns are played; each by the button, whatever was the matter before."""
        table = self.table
        for _ in range(many):
            found, before = hints(table.tabletop.now), len(table.log)
            places = sorted(found.edges if found.edges and self.rng.random() < 0.6 else found.spaces, key=str)
            table.do(f"{self.rng.choice(places)} wait 300 press end_turn")
            assert len(table.log) > before

    def disturb(self, sites):
        """At so many places it is otherwise than it was: pieces are gone, and some lie where none did."""
        lying, free = (sorted(places, key=str) for places in self.places)
        gone = self.rng.sample(lying, min(len(lying), self.rng.randint(max(1, sites - len(free)), sites)))
        stray = self.rng.sample(free, sites - len(gone))
        script = [*(f"-{place}" for place in gone), *map(str, stray)]
        self.rng.shuffle(script)
        self.table.do(" ".join(f"{each} wait {self.rng.randrange(60)}" for each in script) + " wait 400")

    @property
    def places(self):
        """Where pieces lie, and where none do."""
        return set(self.table.board.pieces), set(GRID.sites) - self.table.board.pieces

    def answer(self):
        """Whoever finds the board bare is asked whether the game goes on."""
        if self.table.screen()["question"] is not None:
            self.table.ask("answer", answer="continue")

    def follow(self):
        """Do the one thing that is asked first, until nothing is; how many pieces were moved."""
        for moved in range(2 * len(GRID.sites)):
            asked = self.asked()
            if asked is None:
                return moved
            self.table.do(f"{asked} wait 300")
        raise AssertionError("it never ends")

    def asked(self):
        """What flashes on an empty place is laid there; then what the page wants lifted, or shows and nobody meant."""
        screen, shining = self.table.screen(), shining_at(self.table)
        missing = shining[Role.MISSING]
        assert missing <= set(screen["put"]) == missing | shining[Own.GONE]
        assert missing or not screen["put"]
        if missing:
            return self.rng.choice(sorted(missing))
        stray = screen["lift"] or [piece["site"] for piece in screen["pieces"] if piece["status"] == "draft"]
        return f"-{self.rng.choice(stray)}" if stray else None


@pytest.mark.slow
def test_every_disturbance_is_put_right_by_following_what_is_shown(record_property):
    """The log is untouched and no piece is moved in vain; in the end the same pieces lie there, and play goes on."""
    rng = random.Random(30)
    for number in range(DISTURBANCES):
        if number % IN_A_GAME == 0:
            evening = Swept(rng)
        evening.turns(1)
        table, lying, log = evening.table, set(evening.table.board.pieces), list(evening.table.log)
        sites = rng.randint(4, 30)
        evening.disturb(sites)
        assert table.screen()["put"] or table.screen()["question"] or table.screen()["verdict"] == "illegal"
        table.do("wait 9000")
        evening.answer()
        assert evening.follow() == sites
        assert table.board.pieces == lying
        assert table.do("wait 9000").log == log
    record_property(
        "reached", f"{DISTURBANCES} disturbances of 4 to 30 places, all put right by following what is shown"
    )
