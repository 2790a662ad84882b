"""What every page is told of a game of Perladöra: a piece as it is drawn, and who stands where at the end."""

from dataclasses import replace
from types import SimpleNamespace

from pearlboard.games.perladora.shown.screen import _standing, piece
from pearlboard.geometry import edge, space
from sessions import AGREEMENT


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
