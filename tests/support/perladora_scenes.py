"""Two positions of Perladöra, all drafts in them, and their scenes, for tests of the lights."""

from dataclasses import dataclass
from functools import partial

from pearlboard.games.perladora.board import scene as scenes
from pearlboard.games.perladora.board.drafts import Draft
from pearlboard.games.perladora.board.roles import Own
from pearlboard.games.perladora.rules.state import FARMS, Clan, Diver, Public, Setup
from pearlboard.games.values import Table, Verdict
from pearlboard.geometry import GRID, edge, site, space
from pearlboard.lights.paint import paint
from pearlboard.lights.scene import Role, Scene
from pearlboard.texts import say
from support.lamps_apart import uncovered

WHITE = (255, 255, 255)
BELONGS = {Role.MISSING, Own.GONE, Role.OWED}
CYCLE_MS, SAMPLE_MS = 6_000, 50


@dataclass(frozen=True)
class Seen:
    """A situation: its scene, and the lights that are not covered in it."""

    scene: Scene
    visible: frozenset

    @property
    def asked_for(self):
        """The empty sites that shine because a piece belongs there."""
        return {light for light, mark in self.scene.lights.items() if mark.role in BELONGS}

    def course(self, theme):
        """The brightness of every light over the cycle, in the order of the grid."""
        frames = [
            paint(self.scene, theme, dict.fromkeys(range(1, 5), WHITE), self.scene.since_ms + ms)
            for ms in range(0, CYCLE_MS, SAMPLE_MS)
        ]
        return [[frame[number][0] for frame in frames] for number in range(len(GRID.lights))]


def sites(*names):
    return frozenset(map(site, names))


def spaces(names):
    return frozenset(map(space, names.split()))


def public(divers, pontoons, to_move=1, players=2):
    """A position with Divers of seats (a text of spaces for each) and Pontoons on edges."""
    clans = (Clan.FISHERMEN, Clan.FORAGERS, Clan.CHILDREN, Clan.ELDERS)[:players]
    setup = Setup(players, clans, dict(zip(FARMS, (3, 4, 4, 5, 5, 6, 6, 7), strict=True)))
    lying = {space(name): Diver(seat) for seat, names in divers.items() for name in names.split()}
    return Public(
        setup,
        to_move,
        (16,) * players,
        GRID.bits(map(edge, pontoons)),
        lying,
        (0,) * players,
        (False,) * players,
        (False,) * players,
    )


WALLS = [f"{left}{row}-{right}{row}" for left, right in ("bc", "de", "fg") for row in range(1, 6)]
EARLY = partial(public, {1: "c3 e2", 2: "c2 g2"}, ["c2-c3", "b3-c3", "b4-b5"])
CROWDED = partial(
    public,
    {1: "a1 b1 a2 a3 c1 c2 d2 c3 e1 f1 e2 g1 g2 h3 e3 f3", 2: "b3 b4 a5 b5 c4 d4 d5 f4 e5 h1 g3 g4 h4 h5"},
    WALLS,
)
POSITIONS = {"early": (EARLY, "d3", "d4", "d3-d4", "e3-e4"), "crowded": (CROWDED, "d3", "f5", "d3-d4", "e3-e4")}
"""A position, two empty spaces, and two edges without a Pontoon, far from each other or close together."""


def expected(position):
    return frozenset(position.divers) | frozenset(GRID.edges_in(position.pontoons))


def legal(seat, *names):
    return Draft(seat, Verdict.LEGAL, say("confirms_itself"), sites(*names))


def illegal(*names, lift, region="", seat=1):
    return Draft(
        seat, Verdict.ILLEGAL, say("lift_because"), sites(*names), lift=sites(*lift.split()), region=spaces(region)
    )


def nothing(seat=1, put=()):
    return Draft(seat, Verdict.UNFINISHED, say("invite_any"), put=frozenset(put))


def armed(*names):
    """A draft in which a token waits for one of these sites."""
    return Draft(1, Verdict.UNFINISHED, say("arm_elders"), targets=sites(*names))


def chosen(name, *laid):
    """A draft in which a token is played on, or with, a site; pieces lie on those in `laid`."""
    return Draft(1, Verdict.LEGAL, say("token_soon"), sites(*laid), target=site(name))


def refused(name, *at, instead=()):
    """A draft in which a token is refused, because of these sites."""
    return Draft(
        1, Verdict.ILLEGAL, say("choose_another"), at=sites(name, *at), target=site(name), targets=sites(*instead)
    )


def on_board(position, draft, *, gone=(), also=(), **moment):
    """The scene of `playing` with the expected pieces except `gone`, the draft's, and `also` on the board."""
    must = expected(position)
    lying = must - frozenset(gone) | draft.sites | frozenset(also)
    fields = {name: moment.pop(name) for name in ("must_lift", "looked_at", "owed", "thinking") if name in moment}
    unsensed = fields.get("looked_at", frozenset())
    table = Table(lying, must, unsensed=unsensed, **fields)
    return Seen(scenes.playing(position, draft, table, **moment), uncovered(lying, FARMS))


def lit(seen, role):
    return {str(light) for light, mark in seen.scene.lights.items() if mark.role == role}
