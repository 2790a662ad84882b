"""Seen means seen: whatever differs at the table is told by lights that no piece covers, without any colour.

For the comparison all roles and players are the same white; two situations are apart if some light that is uncovered in
both differs for a tenth of the time.
"""

import pytest

from pearlboard.games.api import SEATINGS, Moment, Sitting, Table
from pearlboard.games.pearls.board.draft import draft
from pearlboard.games.pearls.board.on_board import PearlsOnBoard
from pearlboard.games.pearls.board.places import SLOTS
from pearlboard.games.pearls.board.scene import News, news
from pearlboard.games.pearls.rules.actions import Place, Take
from pearlboard.games.pearls.rules.cards import Colour
from pearlboard.games.pearls.rules.view import view
from pearlboard.geometry import site
from pearlboard.lights import signals
from pearlboard.lights.scene import Cue
from support.lamps_apart import all_apart, colourless
from support.pearls_positions import RULES, hand, seen, table

BOARD = PearlsOnBoard()


@pytest.fixture(scope="module")
def theme():
    return colourless("pearls")


def scene(told, *there, news=None, must_lift=(), **how):
    """The scene of a view while pieces lie there, with what they cover."""
    lying = frozenset(map(site, there))
    pieces = Table(sensed=lying, must_lift=frozenset(map(site, must_lift)), thinking=how.pop("thinking", False))
    sittings = {seat: Sitting(f"{seat}") for seat in told.setup.seats}
    drafted = None if told.over else draft(told, pieces)
    return BOARD.scene(told, Moment(table=pieces, draft=drafted, sittings=sittings, news=news, **how)), lying


# --- seen means seen -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slot", range(6))
def test_displays_that_differ_in_one_card(theme, slot):
    """By the ring alone: also where the Diver covers the card."""
    display = list("wyrgbt")
    scenes = {}
    for letter in "wyrgbtp.":
        display[slot] = letter
        scenes[letter] = scene(seen("".join(display)), str(SLOTS[slot - 1]))
        scenes[letter] = scenes[letter][0], frozenset(SLOTS)
    all_apart(scenes, theme)


def test_chosen_refused_and_nothing(theme):
    """Which colour is taken, and what stands against it."""
    full = {"hands": ["yyyyyyyy"]}
    all_apart(
        {
            "nothing": scene(seen("rrrgbt")),
            "red": scene(seen("rrrgbt"), "c2"),
            "green": scene(seen("rrrgbt"), "b4"),
            "too many": scene(seen("rrrgbt", **full), "c2"),
            "two colours": scene(seen("rrrgbt"), "c2", "b4"),
            "beside": scene(seen("rrrgbt"), "d3"),
            "on the border": scene(seen("rrrgbt"), "a1"),
            "come up for air": scene(seen("rrrgbt"), "c2", must_lift=["c2"]),
            "last turns": scene(seen("rrrgb.", last_turns=3, draw=()), "c2"),
        },
        theme,
    )


def test_a_countdown_a_button_and_thinking(theme):
    """How a draft comes to count, and who is busy."""
    all_apart(
        {
            "counts soon": scene(seen(), "c2", countdown=1000),
            "the button": scene(seen(), "c2"),
            "no Diver seen": scene(seen(), unseen=True),
            "turn": scene(seen()),
            "thinking": scene(seen(), thinking=True),
        },
        theme,
    )


@pytest.mark.parametrize("value", [4, 6, 9])
def test_no_necklace_one_and_more(theme, value):
    """Of each value."""
    others = [each for each in (4, 5, 6, 7, 8, 9) if each != value]
    all_apart({count: scene(seen(necklaces=tuple(sorted([*others, *[value] * count])))) for count in (0, 1, 2)}, theme)


def test_what_was_placed(theme):
    """How many, and whether a necklace came with it."""
    strings = {f"{count}": News(placed=(Colour.RED,) * count) for count in (0, 1, 3, 4, 10)}
    strings["4 and the necklace"] = News(placed=(Colour.RED,) * 4, necklace=4)
    all_apart({name: scene(seen(), news=news) for name, news in strings.items()}, theme)


def test_new_cards(theme):
    """Which slots were filled anew, one after the other."""
    dealt = {
        name: News(dealt=slots) for name, slots in {"none": (), "first": (0,), "last": (5,), "both": (0, 5)}.items()
    }
    all_apart({name: scene(seen(), news=news) for name, news in dealt.items()}, theme)


def test_what_would_be_too_many_is_hinted(theme):
    """Before anybody tries."""
    told = seen("rrrgbt", hands=["yyyyyyyy"])
    all_apart({"asked": scene(told, hinting=True), "not asked": scene(told)}, theme)


def test_where_one_may_play_is_seen_while_every_colour_fits_too(theme):
    """And which colours do not; nothing is hinted at any more once one is chosen."""
    told = seen("rrrgbt")
    all_apart({"asked": scene(told, hinting=True), "not asked": scene(told), "chosen": scene(told, "c2")}, theme)
    hands = {"all": [""], "some": ["yyyyyyyy"], "none": ["yyyyyyyyyy"]}
    all_apart({name: scene(seen("rrrgbt", hands=hand), hinting=True) for name, hand in hands.items()}, theme)
    assert scene(told, "c2", hinting=True)[0].lights == scene(told, "c2")[0].lights


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_whose_turn_it_is(theme, players):
    """Of so many, by the border spaces; and whoever still comes in the last turns."""
    turns = {seat: scene(seen(players=players, to_move=seat)) for seat in SEATINGS[players]}
    all_apart(turns, theme)
    last = {
        seat: scene(seen("rgbtp.", players=players, to_move=seat, last_turns=players - seat + 1, draw=()))
        for seat in SEATINGS[players]
    }
    all_apart({**{f"last {seat}": each for seat, each in last.items()}, "first": turns[1]}, theme)


def test_who_has_won(theme):
    """One alone, another, or both."""
    ends = {
        "first": table(hands=["", "rr"], players=2, last_turns=0, draw=()),
        "second": table(hands=["rr", ""], players=2, last_turns=0, draw=()),
        "shared": table(hands=["", ""], players=2, last_turns=0, draw=()),
    }
    scenes = {name: scene(view(end, "table")) for name, end in ends.items()}
    all_apart(scenes, theme)
    assert {shown.cue for shown, _ in scenes.values()} == {Cue.WIN}


def test_a_pause_and_sensors_that_are_not_trusted(theme):
    """The table's own scenes are no scenes of the game."""
    scenes = {
        "turn": scene(seen()),
        "paused": (signals.paused(), frozenset()),
        "frozen": (signals.frozen(), frozenset()),
    }
    all_apart(scenes, theme)


# --- what is new ---------------------------------------------------------------------------------------------------


def after(begun, action):
    """The views of the table before and after an action."""
    return view(begun, "table"), view(RULES.apply(begun, begun.to_move, action), "table")


def test_a_take_brings_new_cards_and_a_placement_a_string():
    """Taken from what all saw."""
    begun = table("rgrtpw", hands=["bbbbww"])
    assert news(*after(begun, Take(Colour.RED))) == News(dealt=(0, 2))
    placed = (Colour.BLUE,) * 3 + (Colour.WILD,)
    assert news(*after(begun, Place(Colour.BLUE, 3, 1))) == News(placed=placed)
    won = news(*after(begun, Place(Colour.BLUE, 3, 1, necklace=True)))
    assert won == News(placed=placed, necklace=4)


def test_nothing_is_new_where_nothing_was_done():
    """The same view again, or one that went back."""
    assert news(seen(), seen()) is None
    before, later = after(table(), Take(Colour.RED))
    assert news(later, before) is None


def test_each_is_heard():
    """New cards, a placement, a necklace, what must be lifted."""
    heard = {
        scene(seen(), news=News(dealt=(1,)))[0].cue,
        scene(seen(), news=News(placed=(Colour.RED,)))[0].cue,
        scene(seen(), news=News(placed=(Colour.RED,) * 4, necklace=4))[0].cue,
        scene(seen(), "d3")[0].cue,
        scene(seen(), "c2")[0].cue,
    }
    assert heard == {"pearls_dealt", "pearls_placed", "pearls_necklace", Cue.ILLEGAL, Cue.PLACED}
    assert hand("rr") == view(table(hands=["rr"]), 1).hands[0]
