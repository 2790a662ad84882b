"""Pearls on the board: where everything is, and what the Diver says there."""

import pytest

from pearlboard.games.api import Piece, Table, Verdict
from pearlboard.games.pearls.board.draft import draft
from pearlboard.games.pearls.board.on_board import PearlsOnBoard
from pearlboard.games.pearls.board.places import BESIDE_STRING, MORE, NECKLACES, SLOTS, STRING, edges_of, rims, ring
from pearlboard.games.pearls.rules.actions import Place, Take
from pearlboard.games.pearls.rules.cards import INDEX, VALUES, Colour
from pearlboard.games.perladora.rules.state import FARMS
from pearlboard.geometry import GRID, site
from pearlboard.lights.shapes import RIM_SPACES
from support.pearls_positions import seen

NOTHING = Table()


def diver(*names, **how):
    """The Diver, or several, on these sites."""
    lying = frozenset(map(site, names))
    return Table(sensed=lying, **how)


# --- where everything is -------------------------------------------------------------------------------------------


def test_no_light_belongs_to_two_things():
    """Slots with their rings, the string with the necklaces, what is beside it, and the border are apart."""
    slots = [{slot, *ring(slot)} for slot in SLOTS]
    middle = [
        set(STRING) | {*NECKLACES.values(), *MORE.values()},
        {light for lights in BESIDE_STRING for light in lights},
    ]
    rims = [set(RIM_SPACES[place]) for place in ("south", "west", "north", "east")]
    for number, lights in enumerate([*slots, *middle]):
        for other in [*slots, *middle, *rims][number + 1 :]:
            assert not lights & other


def test_a_ring_is_whole_and_no_slot_is_a_farm():
    """Eight lights around each slot; a Farm has another opening in the board."""
    assert {len(ring(slot)) for slot in SLOTS} == {8}
    assert not set(SLOTS) & set(FARMS)


def test_no_two_colours_have_the_same_edges():
    """So a ring tells the colour without any; the lit edges are as many as the card is worth, purple's all four."""
    shapes = {colour: frozenset(edges_of(SLOTS[0], colour)) for colour in Colour}
    assert len(set(shapes.values())) == len(Colour)
    assert {colour: len(edges) for colour, edges in shapes.items()} == {
        colour: min(4, VALUES[INDEX[colour]]) for colour in Colour
    }


def test_the_string_has_room_for_a_whole_hand_in_a_line():
    """Ten lights, each beside the one before it."""
    assert [str(light) for light in STRING][:3] == ["b3", "b3-c3", "c3"]
    assert len(STRING) == 10
    assert str(STRING[-1]) == "f3-g3"


@pytest.mark.parametrize("players", [5, 6])
def test_with_five_and_six_no_border_space_belongs_to_two(players):
    """Those at the ends of a side belong to the sides alone."""
    border = [set(lights) for lights in rims(players).values()]
    assert all(not one & other for number, one in enumerate(border) for other in border[number + 1 :])
    assert set(map(site, ("a1", "a5"))) <= next(lights for lights in border if site("a3") in lights)


# --- what the Diver says -------------------------------------------------------------------------------------------


def test_nothing_ever_lies_there_for_good():
    """Cards are light: nothing is expected, an action lays nothing, a take uses the Diver up wherever it is."""
    board = PearlsOnBoard()
    assert board.expected(seen()) == {}
    assert board.lays(Take(Colour.RED)) == board.uses(Place(Colour.RED, 1)) == frozenset()
    assert board.uses(Take(Colour.RED)) == frozenset(SLOTS)
    assert not any(isinstance(piece, Piece) for piece in board.expected(seen()).values())


def test_a_diver_on_a_slot_takes_all_of_its_colour():
    """Though it lies on one card only."""
    drafted = draft(seen("rgrtpr"), diver("g2"))
    assert (drafted.verdict, drafted.action, drafted.complete) == (Verdict.LEGAL, Take(Colour.RED), True)
    assert dict(drafted.sentence.parameters)["cards"].parameters == (("count", 3),)


def test_two_divers_on_the_same_colour_say_the_same():
    """And on two colours they must go."""
    assert draft(seen("rgrtpr"), diver("c2", "g2")).action == Take(Colour.RED)
    refused = draft(seen("rgrtpr"), diver("c2", "e2"))
    assert (refused.verdict, refused.sentence.name) == (Verdict.ILLEGAL, "pearls_two_colours")
    assert refused.lift == refused.sites


@pytest.mark.parametrize(
    ("lying", "there", "said", "lift"),
    [
        ("rgbtpw", ["d3"], "pearls_beside", ["d3"]),
        ("rgbtpw", ["c2-d2"], "pearls_beside", ["c2-d2"]),
        ("rgbtpw", ["c2", "a1"], "pearls_beside", ["a1"]),
        (".gbtpw", ["c2"], "pearls_gap", ["c2"]),
    ],
)
def test_what_is_no_pearl_must_be_lifted(lying, there, said, lift):
    """Only what is wrong, and the sentence says it."""
    drafted = draft(seen(lying), diver(*there))
    assert (drafted.verdict, drafted.sentence.name) == (Verdict.ILLEGAL, said)
    assert drafted.lift == frozenset(map(site, lift))


def test_a_hand_that_would_be_too_full_refuses_by_public_numbers():
    """Ten are fine, eleven are not; the table knows sizes only."""
    full = seen("rrrtpw", hands=["ggggbbbb"])
    assert draft(full, diver("c2")).sentence.name == "pearls_hand_limit"
    assert draft(seen("rrgtpw", hands=["ggggbbbb"]), diver("c2")).verdict is Verdict.LEGAL


def test_in_the_last_turns_nothing_is_taken():
    """Wherever the Diver is put, it comes up again."""
    for place in ("c2", "f4"):
        drafted = draft(seen("rgbtp.", last_turns=3, draw=()), diver(place))
        assert (drafted.verdict, drafted.sentence.name) == (Verdict.ILLEGAL, "pearls_only_placing")


def test_while_the_computer_thinks_no_diver_counts():
    """It needs none."""
    drafted = draft(seen(), diver("c2", thinking=True))
    assert (drafted.sentence.name, drafted.lift) == ("pearls_computers_turn", frozenset(map(site, ["c2"])))
    assert draft(seen(), Table(thinking=True)).sentence.name == "pearls_thinks"


def test_it_comes_up_for_air_before_it_says_anything_again():
    """A Diver that has counted must be lifted first."""
    drafted = draft(seen(), diver("c2", must_lift=frozenset(map(site, ["c2"]))))
    assert (drafted.verdict, drafted.lift) == (Verdict.ILLEGAL, frozenset(map(site, ["c2"])))


def test_without_a_diver_it_is_said_what_can_be_done():
    """On the board, on a screen, and in the last turns."""
    assert draft(seen(), NOTHING).sentence.name == "pearls_turn_on_board"
    assert draft(seen(), Table(on_screen=True)).sentence.name == "pearls_turn_on_screen"


@pytest.mark.parametrize(
    ("hand", "said"),
    [("rr", "pearls_turn_on_screen"), ("", "pearls_empty_on_screen"), ("y" * 10, "pearls_full_on_screen")],
)
def test_on_a_screen_nobody_is_invited_to_what_cannot_be_done(hand, said):
    """Neither to place from an empty hand nor to take into a full one; on a board the rings say it."""
    assert draft(seen(hands=[hand]), Table(on_screen=True)).sentence.name == said
    assert draft(seen(hands=[hand]), Table()).sentence.name == "pearls_turn_on_board"


def test_on_a_screen_it_is_said_how_full_the_hand_would_be():
    """Before it is taken."""
    drafted = draft(seen("rrrgbb", hands=["yyy"]), Table(sensed=frozenset({SLOTS[0]}), on_screen=True)).sentence
    assert (drafted.name, *map(dict(drafted.parameters).get, ("held", "limit"))) == ("pearls_draft_on_screen", 6, 10)
    assert draft(seen("rgbtp.", last_turns=2, draw=()), NOTHING).sentence.name == "pearls_last_turn"


def test_every_site_says_something():
    """A Diver anywhere is a take, or refused with words."""
    verdicts = {place: draft(seen(), diver(str(place))).verdict for place in GRID.sites}
    assert {place for place, verdict in verdicts.items() if verdict is Verdict.LEGAL} == set(SLOTS)
    assert set(verdicts.values()) == {Verdict.LEGAL, Verdict.ILLEGAL}
