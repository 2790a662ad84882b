"""What every page is told of a game of Perladöra: a piece as it is drawn, and who stands where at the end."""

from dataclasses import replace
from types import SimpleNamespace

from pearlboard.games.perladora.rules.play import apply
from pearlboard.games.perladora.rules.steps import Elders, PlaceDiver
from pearlboard.games.perladora.rules.view import view
from pearlboard.games.perladora.shown.private import private
from pearlboard.games.perladora.shown.screen import _standing, looking, piece, screen
from pearlboard.games.values import TABLE, Choice, Moment, Sitting, Table
from pearlboard.geometry import edge, space
from perladora_boards import ONE_OF_EACH, position
from sessions import AGREEMENT

A1, B1, E5 = space("a1"), space("b1"), space("e5")
SITTINGS = {1: Sitting("Anna"), 2: Sitting("Ben")}


def moment(**how):
    """Two people, and each sentence by its name."""
    return Moment(**{"sittings": SITTINGS, "words": lambda sentence: sentence.name, **how})


def test_a_piece_is_drawn_plain_until_something_is_said_of_it():
    """With no necklace, backup or target, and not as lying face up."""
    plain = {"necklaces": 0, "backup": False, "face_up": False, "target": False, "later": False}
    diver = {"site": "c4", "kind": "diver", "seat": 2, "status": "laid", "value": 3, **plain}
    assert piece(space("c4"), "laid", 2, 3) == diver
    assert piece(edge("a1-b1"), "owed", None, None)["kind"] == "pontoon"


def test_a_side_stands_behind_all_who_have_more():
    """More Pearls, or with as many the better clusters; who has the same has the same place."""
    public = SimpleNamespace(setup=replace(AGREEMENT.setup, players=3))
    counted = SimpleNamespace(pearls={1: 5, 2: 9, 3: 5}, clusters={1: (2,), 2: (1,), 3: (2,)})
    people = {1: "Anna", 2: "Ben", 3: "Cleo"}
    told = [_standing(counted, public, (2, 1, 3), side, people) for side in (2, 1, 3)]
    assert [(row["place"], row["names"], row["pearls"]) for row in told] == [
        (1, ["Ben"], 9), (2, ["Anna"], 5), (2, ["Cleo"], 5),
    ]  # fmt: skip
    counted.clusters[3] = (3,)
    assert _standing(counted, public, (2, 3, 1), 1, people)["place"] == 3


def test_a_piece_is_told_with_how_it_lies_there():
    """Laid, owed, missing or just being looked at; what lies there besides is foreign or to be lifted."""
    seen = view(position(ONE_OF_EACH), TABLE)

    def statuses(**how):
        lying = Table(expected=frozenset({A1, B1}) - how.get("owed", frozenset()), **how)
        return {piece["site"]: piece["status"] for piece in screen(seen, moment(table=lying, clearing=False))["pieces"]}

    there = frozenset({A1, B1})
    assert statuses(sensed=there) == {"a1": "laid", "b1": "laid"}
    assert statuses(sensed=frozenset({A1})) == {"a1": "laid", "b1": "missing"}
    assert statuses(sensed=frozenset({A1}), owed=frozenset({B1})) == {"a1": "laid", "b1": "owed"}
    looked_at = {"unsensed": frozenset({B1}), "looked_at": frozenset({B1})}
    assert statuses(sensed=frozenset({A1}), **looked_at) == {"a1": "laid", "b1": "looked_at"}
    assert statuses(sensed=there | {E5}) == {"a1": "laid", "b1": "laid", "e5": "foreign"}
    assert statuses(sensed=there | {E5}, must_lift=frozenset({E5}))["e5"] == "lift"
    left = Table(sensed=there | {E5}, expected=there)
    assert screen(seen, moment(table=left, clearing=True))["pieces"][-1]["status"] == "lift"


def test_a_seat_that_is_asked_for_a_value_is_told_so_on_its_own_screen():
    """Only while the draft waits for it, and only the seat to move."""
    state = position(ONE_OF_EACH)
    told = [
        private(view(state, seat), moment(awaits=awaits), Choice())["sentence"]
        for seat, awaits in ((1, True), (1, False), (2, True))
    ]
    assert told == ["choose_value_now", None, None]


def test_who_looks_at_a_diver_is_told_what_it_is_worth_and_nobody_else():
    """What nobody has said of it, the Elder reads from the tile."""
    begun = position(ONE_OF_EACH, advanced=True, clans=("elders", "children"), to_move=2)
    for value, sentence in ((5, "seen_value"), (None, "seen_unknown")):
        state = apply(apply(begun, PlaceDiver(space("c1"), value)), Elders(space("c1")))
        own, other = (private(view(state, seat), moment(awaits=True), Choice()) for seat in (1, 2))
        assert (own["seen"], own["sentence"]) == ({"space": "c1", "value": value}, sentence)
        assert (other["seen"], other["sentence"]) == (None, None)


def test_all_are_told_where_an_elder_looks_and_how():
    """On its phone; at the tile, where the phone is gone; on the host's page. A computer looks at nothing."""
    public = apply(position(ONE_OF_EACH, advanced=True, clans=("elders", "children")), Elders(B1)).public
    ways = {"phone": Sitting("Anna", screen=True), "tile": Sitting("Anna", had_screen=True), "table": Sitting("Anna")}
    for how, sitting in ways.items():
        told = looking(public, moment(sittings={1: sitting, 2: SITTINGS[2]}))
        assert told == {"seat": 1, "space": "b1", "how": how}
    assert looking(public, moment(sittings={1: Sitting("Anna", level="easy"), 2: SITTINGS[2]})) is None
    assert looking(position(ONE_OF_EACH).public, moment()) is None
