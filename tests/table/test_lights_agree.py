"""Lights, cue and sentence of the running table speak of the same thing: what is said is what is lit, and where.

And nothing is said by light alone: whatever a light means stands on the page as well.
"""

import random

import pytest

from pearlboard.games.perladora.board.roles import Own
from pearlboard.geometry import GRID
from pearlboard.lights.scene import Cue, Role
from pearlboard.lights.shapes import around
from support.lamps_apart import uncovered
from support.lengths import at_length
from support.perladora_table import hints
from support.tabling import TestTable

GAMES, DEEDS = at_length((20, 80), (2, 30))

SITUATIONS = [
    # script, from a game of two with c4 laid by Anna; the sentence; the role that must be lit; the cue
    ("wait 1", "invite_any", Role.TURN, None),
    ("e2", "confirms_itself", Role.COUNTDOWN, Cue.PLACED),
    ("a1-b1", "single_pontoon", Role.CONFIRM, Cue.PLACED),
    ("a1-b1 a1-a2", "lift_because", Own.TOO_SMALL, Cue.ILLEGAL),
    ("e2 f3", "two_divers", Role.ILLEGAL_END, Cue.ILLEGAL),
    ("d1", "piece_on_farm", Role.ILLEGAL_END, Cue.ILLEGAL),
    ("e2 a1-b1", "diver_and_pontoon", Role.ILLEGAL_END, Cue.ILLEGAL),
    ("-c4 wait 1000", "tile_looked_at", Role.WAITING, None),
    ("-c4 wait 6000", "put_back", Role.MISSING, Cue.MISSING),
    ("-c4 e2 wait 6000", "put_back_first", Role.MISSING, Cue.MISSING),
    ("press end_turn 2500", "lift_taken_back", Role.LIFT, None),
    ("press end_turn", "upside_down", Role.ASK, Cue.ASK),
    ("shift 1 wait 500", "board_frozen", Role.FROZEN, Cue.FROZEN),
]


@pytest.mark.parametrize(("script", "name", "role", "cue"), SITUATIONS)
def test_what_is_said_is_what_is_lit(script, name, role, cue):
    """The role that goes with a sentence shines where no piece covers it, and its cue was heard."""
    table = TestTable().begin().do("c4 wait 3500").do(script)
    lighting = table.lighting
    assert sentence_name(table) == name
    seen = uncovered(table.tabletop.now.board.table.sensed)
    assert role in {mark.role for light, mark in lighting._scene.lights.items() if light in seen}
    if cue is not None:
        assert lighting.cue[1] == cue


@pytest.mark.parametrize(("script", "name", "role", "cue"), SITUATIONS)
def test_nothing_else_is_asked_by_light(script, name, role, cue):
    """Of the roles that ask for a deed, only those shine that the sentence speaks of."""
    del name, cue
    deeds = {
        Role.ILLEGAL_END,
        Own.TOO_SMALL,
        Role.MISSING,
        Own.GONE,
        Role.OWED,
        Role.LIFT,
        Role.FOREIGN,
        Role.ASK,
        Role.FROZEN,
    }
    together = {Own.TOO_SMALL: {Role.ILLEGAL_END, Own.TOO_SMALL}, Role.WAITING: {Role.OWED}}
    table = TestTable().begin().do("c4 wait 3500").do(script)
    lit = {mark.role for mark in table.lighting._scene.lights.values()} & deeds
    assert lit <= together.get(role, {role})


def sentence_name(table):
    """The name of what the table says."""
    from pearlboard.table.speech import sentence

    return sentence(table.tabletop.now).name


# --- whatever is lit stands on the page ------------------------------------------------------------------------------

PIECES = {
    Role.MISSING: "put",
    Own.GONE: "put",
    Role.OWED: "put",
    Role.ILLEGAL_END: "lift",
    Role.LIFT: "lift",
    Role.FOREIGN: "not laid",
    Role.DRAFT: "not laid",
    Own.LEGAL_SPACE: "hints",
    Own.LEGAL_EDGE: "hints",
    Own.FORBIDDEN_EDGE: "no hint",
    Own.TOO_SMALL: "region",
    Own.FARM: "farm",
}
"""The places of the page that a light of this role stands on, or beside."""
WHOSE = (Role.TURN, Role.CONFIRM, Role.COUNTDOWN)
SAID = (Role.WAITING, Role.ASK, Role.FROZEN, Own.DIGIT)
"""Of these the sentence speaks, as `SITUATIONS` say, and of how many Pearls go on a farm."""
NEWS = (Role.WAVE, Own.FULL)
"""What the page's own picture shows: where territories are, and which are full."""


class Both(TestTable):
    """Whenever lights and page may have changed, they are compared; `compared` counts, for each role."""

    def __init__(self, *args, **settings):
        self.compared = {}
        super().__init__(*args, **settings)

    def _changed(self):
        super()._changed()
        screen = self.screen()
        places = places_of(screen)
        for light, mark in self.lighting._scene.lights.items():
            self.compared[mark.role] = self.compared.get(mark.role, 0) + 1
            self.compare(light, mark, screen, places)

    def compare(self, light, mark, screen, places):
        """One light that means something."""
        assert screen["sentence"]
        if mark.role in PIECES:
            assert light in places[PIECES[mark.role]], (mark, str(light), screen["sentence"])
        elif mark.role in WHOSE:
            assert screen["match"]["players"][mark.seat - 1]["to_move"]
            assert mark.role != Role.COUNTDOWN or screen["countdown"] is not None
            assert mark.role != Role.CONFIRM or {"confirm", "laid"} & set(screen["can"])
        else:
            assert mark.role in (*SAID, *NEWS), "what would somebody miss who sees no light?"


def places_of(screen):
    """The lights on and beside the places that the page names, by what it says of them."""
    told = [piece["site"] for piece in screen["pieces"] if piece["status"] != "laid"]
    found = screen.get("hints") or {"spaces": [], "edges": [], "forbidden": []}
    named = {
        "put": screen["put"],
        "lift": screen["lift"],
        "not laid": told,
        "hints": [*found["spaces"], *found["edges"]],
        "no hint": found["forbidden"],
        "region": screen.get("region", []),
        "farm": [screen["farm_now"]] if screen.get("farm_now") else [],
    }
    covered = frozenset(GRID.site(piece["site"]) for piece in screen["pieces"])
    return {
        key: {light for name in names for light in on_and_beside(GRID.site(name), covered)}
        for key, names in named.items()
    }


def on_and_beside(place, covered):
    beside = {edge for edge in GRID.edges if place in (edge.first, edge.second)}
    return {place, *GRID.corners_of[place], *around(place, covered), *beside}


def something(table, rng):
    """What hands do, rightly or not."""
    found = hints(table.tabletop.now)
    lying = sorted(map(str, table.board.pieces))
    free = [str(place) for place in GRID.sites if place not in table.board.pieces]
    legal = [place for place in sorted(map(str, found.spaces | found.edges)) if place in free]
    match rng.randrange(9):
        case 0 | 1 | 2 if legal:
            return f"{rng.choice(legal)} wait 3500"
        case 3:
            return f"{rng.choice(free)} wait 1000"
        case 4 if lying:
            return " ".join(f"-{place}" for place in rng.sample(lying, rng.randint(1, len(lying)))) + " wait 6000"
        case 5 if lying:
            return f"-{rng.choice(lying)} wait 900"
        case 6:
            return "press end_turn wait 500"
        case 7:
            return rng.choice(("press take_back wait 500", "press hint wait 500", "shift 1 wait 900 shift 0 wait 900"))
        case _:
            put, lift = table.screen()["put"], table.screen()["lift"]
            return " ".join([*put, *(f"-{place}" for place in lift if place in lying)]) + " wait 900"


def test_whatever_is_lit_stands_on_the_page(record_property):
    """At every moment of games in which much goes wrong: who sees no light misses nothing."""
    rng, roles, compared = random.Random(12), set(), 0
    for _ in range(GAMES):
        table = Both().begin(rng.choice((2, 3, 4)), hints=rng.choice(("request", "always")))
        for _ in range(DEEDS):
            table.do(something(table, rng))
            if table.screen()["question"] is not None:
                table.ask("answer", answer="continue")
        roles |= table.compared.keys()
        compared += sum(table.compared.values())
    assert roles >= {Role.MISSING, Role.ILLEGAL_END, Role.DRAFT, Role.COUNTDOWN, Role.CONFIRM, Role.FROZEN}
    record_property("reached", f"{compared} lights of {len(roles)} meanings, all of them on the page")
