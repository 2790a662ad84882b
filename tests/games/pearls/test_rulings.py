"""What each ruling says, over small positions."""

from random import Random

import pytest

from pearlboard.games.pearls.package import PACKAGE
from pearlboard.games.pearls.rules.actions import Place, Take
from pearlboard.games.pearls.rules.cards import BOX, COLOURS, NECKLACES, VALUES, Colour, in_play
from pearlboard.games.pearls.rules.refusals import NotOnDisplay
from pearlboard.games.pearls.rules.scoring import outcome, scores
from pearlboard.games.pearls.rules.setup import AllCardsAnyway, WrongNecklaces
from pearlboard.games.pearls.rules.state import Hands, Setup
from pearlboard.games.refusals import IllegalAction
from pearlboard.games.values import TABLE, Player, Undo
from pearlboard.screens.catalogues import catalogues
from support.pearls_positions import RULES, hand, opened, played, position, row

WILD, YELLOW, RED, GREEN, BLUE, TURQUOISE, PURPLE = COLOURS


def legal(state):
    return list(RULES.legal(RULES.view(state, state.to_move)))


def refused(state, action, seat=None):
    """The name of the rule against it."""
    with pytest.raises(IllegalAction) as found:
        RULES.apply(state, seat or state.to_move, action)
    return found.value.rule


def done(state, *actions):
    """The state after these, each by the seat to move."""
    for action in actions:
        state = RULES.apply(state, state.to_move, action)
    return state


def agreed(players, **form):
    return PACKAGE.options.agree(form, [Player(f"{seat}") for seat in range(players)], Random(1))


# --- the box -----------------------------------------------------------------------------------------------------


def test_1_the_box_has_a_hundred_cards_of_seven_colours():
    """So many of each, worth so much."""
    assert sum(BOX) == 100
    assert dict(zip(COLOURS, zip(BOX, VALUES, strict=True), strict=True)) == {
        "wild": (16, 0),
        "yellow": (24, 1),
        "red": (20, 1),
        "green": (16, 2),
        "blue": (12, 2),
        "turquoise": (8, 3),
        "purple": (4, 5),
    }


@pytest.mark.parametrize(
    ("players", "number", "out"), [(2, 60, {YELLOW, GREEN}), (3, 80, {RED}), (4, 100, set()), (6, 100, set())]
)
def test_2_few_players_leave_colours_in_the_box(players, number, out):
    """Unless they want all."""
    cards = in_play(players, all_cards=False)
    assert sum(cards) == number
    assert {colour for colour, count in zip(COLOURS, cards, strict=True) if not count} == out
    assert in_play(players, all_cards=True) == BOX


def test_2_all_cards_is_no_choice_of_four_or_more():
    """It is refused, with a sentence."""
    assert agreed(3, all_cards=True).all_cards
    with pytest.raises(AllCardsAnyway):
        agreed(4, all_cards=True)


def test_3_colours_of_one_value_never_mix():
    """Two yellow and two red are two groups of two, and are taken apart."""
    state = position("yyrr", "y", display="yrgggg")
    assert max(action.cards for action in legal(state) if isinstance(action, Place)) == 2
    assert done(state, Take(YELLOW)).hands[0] == hand("yyyrr")


def test_4_ten_necklaces_from_four_to_nine():
    """Those of the box, or any other ten."""
    assert agreed(2).necklaces == (4, 4, 5, 5, 6, 6, 7, 7, 8, 9) == NECKLACES
    assert agreed(2, necklaces=[9] * 9 + [4]).necklaces == (4, *[9] * 9)
    for wrong in ([4] * 9, [4] * 11, [3, *[4] * 9], [10, *[4] * 9]):
        with pytest.raises(WrongNecklaces):
            agreed(2, necklaces=wrong)


def test_5_wilds_are_worth_nothing_wherever_they_lie():
    """In the pile and in the hand."""
    score = scores(position("www", "y", placed=("wwww", "")))[1]
    assert (score.cards, score.hand, score.total, score.left) == (0, 0, 0, 3)


# --- set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_6_six_cards_each_six_on_display_and_the_rest_is_the_pile(players):
    """All sizes are public."""
    seen = RULES.view(opened(players, 1), TABLE)
    assert seen.sizes == (6,) * players
    assert len(seen.display) == 6
    assert None not in seen.display
    assert seen.draw == {2: 60, 3: 80}.get(players, 100) - 6 * players - 6
    assert [pile.size for pile in seen.piles] == [0] * players


def test_7_the_named_seat_begins_and_turns_go_clockwise():
    """From the last seat to the first."""
    state = opened(4, 1, first=3)
    movers = [each.to_move for each in played(state, Random(1), most=5)]
    assert movers == [3, 4, 1, 2, 3, 4]


# --- a turn ------------------------------------------------------------------------------------------------------


def test_8_a_take_is_all_cards_of_one_colour_and_no_others():
    """Wilds are a colour of their own."""
    state = position("y", "y", display="wryrww")
    assert {action.colour for action in legal(state) if isinstance(action, Take)} == {WILD, RED, YELLOW}
    assert done(state, Take(RED)).hands[0] == hand("yrr")
    assert done(state, Take(WILD)).hands[0] == hand("ywww")
    assert refused(state, Take(PURPLE)) == "not_on_display"
    words = catalogues()["en"].of("pearls").render(NotOnDisplay(PURPLE).sentence)
    assert words == "There is no card of this colour to take: purple."


def test_9_ten_cards_are_the_limit_exactly():
    """Another colour stays open; nothing is taken in part."""
    state = position("yyyyyyyy", "y", display="rrgggb")
    assert {action.colour for action in legal(state) if isinstance(action, Take)} == {RED, BLUE}
    assert sum(done(state, Take(RED)).hands[0]) == 10
    assert refused(state, Take(GREEN)) == "hand_limit"


def test_10_the_display_is_filled_up_in_place_from_the_left():
    """Cards that stay do not move."""
    state = done(position("y", "y", display="rgrbrt", draw="pwyggg"), Take(RED))
    assert state.display == row("pgwbyt")
    assert state.draw == row("ggg")
    assert state.last.dealt == (0, 2, 4)


def test_11_a_placement_is_one_colour_with_any_number_of_wilds():
    """Which of them are wild makes different turns; wilds alone are a colour, and none are added to those."""
    state = position("yyyww", "y", necklaces=())
    placements = {(each.colour, each.cards, each.wilds) for each in legal(state) if isinstance(each, Place)}
    assert placements == {
        *((YELLOW, cards, wilds) for cards in (1, 2, 3) for wilds in (0, 1, 2)),
        (WILD, 1, 0),
        (WILD, 2, 0),
    }
    assert refused(state, Place(WILD, 1, 1)) == "wild_with_wild"
    assert refused(state, Place(YELLOW, 0, 2)) == "nothing_placed"
    assert refused(state, Place(YELLOW, 4)) == "no_such_card"
    assert refused(state, Place(YELLOW, 1, 3)) == "no_such_card"


def test_12_a_necklace_of_exactly_that_length_may_be_taken():
    """One of them, or none: both are turns. Never another one."""
    state = position("yyyyw", "y", necklaces=(4, 4, 6))
    assert {Place(YELLOW, 4), Place(YELLOW, 4, necklace=True)} <= set(legal(state))
    assert refused(state, Place(YELLOW, 4, 1, necklace=True)) == "no_such_necklace"
    taken = done(state, Place(YELLOW, 3, 1, necklace=True))
    assert (taken.necklaces, taken.won[0], taken.last.necklace) == ((4, 6), (4,), 4)
    left = done(state, Place(YELLOW, 3, 1))
    assert (left.necklaces, left.won[0], left.last.necklace) == ((4, 4, 6), (), None)


def test_13_wilds_alone_may_take_a_necklace():
    """From four of them."""
    state = position("wwwwwwwww", "y")
    assert done(state, Place(WILD, 9, necklace=True)).won[0] == (9,)
    assert refused(state, Place(WILD, 3, necklace=True)) == "no_such_necklace"


def test_14_nobody_looks_through_a_pile():
    """Its size and necklaces are known; its cards to computers, which remember, and with open piles to all."""
    state = done(position("yyyyw", "y"), Place(YELLOW, 3, 1, necklace=True))
    for viewer in (TABLE, 1, 2):
        pile = RULES.view(state, viewer).piles[0]
        assert (pile.size, pile.necklaces, pile.cards) == (4, (4,), None)
        assert RULES.view(state, viewer).memory.placed[0] == hand("yyyw")
    opened_up = done(position("yyyyw", "y", setup=Setup(2, open_scores=True)), Place(YELLOW, 3, 1))
    assert RULES.view(opened_up, TABLE).piles[0].cards == hand("yyyw")


@pytest.mark.parametrize("players", range(2, 7))
def test_15_no_pass_is_needed(players):
    """Whoever is to move has a turn, to the end."""
    for state in played(opened(players, players), Random(players)):
        assert state.over or legal(state)
    assert not [action for action in legal(position("yyyyyyyyyy", "y")) if isinstance(action, Take)]


# --- the end -----------------------------------------------------------------------------------------------------


def test_16_the_last_card_of_the_pile_triggers_the_end():
    """Also if the display is full then."""
    before = position("y", "y", "y", display="rgbtpw", draw="yy")
    assert done(before, Take(RED)).last_turns is None
    state = done(before, Take(RED), Take(GREEN))
    assert None not in state.display
    assert (state.last_turns, state.to_move) == (3, 3)


def test_16_the_last_necklace_triggers_the_end():
    """Only if it is taken: declining leaves the game going on."""
    before = position("yyyy", "y", necklaces=(4,))
    assert done(before, Place(YELLOW, 4)).last_turns is None
    assert done(before, Place(YELLOW, 4, necklace=True)).last_turns == 2


def test_17_a_short_pile_leaves_the_display_short():
    """Gaps stay at the right."""
    state = done(position("y", "y", display="rrrrgb", draw="tp"), Take(RED))
    assert state.display == row("tp..gb")
    assert state.last.dealt == (0, 1)


def test_18_each_seat_has_one_more_turn_that_of_the_trigger_last():
    """Placing only; a second trigger changes nothing."""
    state = done(position("y", "yyyy", "g", display="rgbtpw", draw="y", necklaces=(4,)), Take(RED))
    assert (state.to_move, state.last_turns) == (2, 3)
    assert refused(state, Take(GREEN)) == "only_placing"
    state = done(state, Place(YELLOW, 4, necklace=True))
    assert (state.to_move, state.last_turns, state.necklaces) == (3, 2, ())
    state = done(state, Place(GREEN, 1), Place(RED, 1))
    assert state.over
    assert refused(state, Place(YELLOW, 1), seat=1) == "game_over"


def test_19_in_the_last_turns_cards_must_be_placed_and_an_empty_hand_is_skipped():
    """By itself, wherever it sits."""
    state = done(position("y", "", "g", "", display="rgbtpw", draw="y"), Take(RED))
    assert (state.to_move, state.last_turns) == (3, 3)
    assert all(isinstance(action, Place) for action in legal(state))
    state = done(state, Place(GREEN, 1))
    assert (state.to_move, state.last_turns) == (1, 1)


def test_20_with_empty_hands_the_game_is_over_at_once():
    """When the last necklace goes with the last cards."""
    state = done(position("yyyy", "", necklaces=(4,)), Place(YELLOW, 4, necklace=True))
    assert state.over
    assert RULES.outcome(state).winners == (1,)


# --- scoring -----------------------------------------------------------------------------------------------------


def test_21_hands_count_against_their_seats():
    """To below nothing."""
    counted = scores(position("ppy", "w", placed=("yyr", "tt"), won=((4,), ())))
    assert (counted[1].cards, counted[1].necklaces, counted[1].hand, counted[1].total) == (3, 4, 11, -4)
    assert counted[2].total == 6


def test_22_of_the_tied_most_cards_in_hand_win():
    """Wilds count; those still tied share."""
    assert outcome(scores(position("w", "", "", placed=("p", "p", "t")))).winners == (1,)
    assert outcome(scores(position("w", "w", "ww", placed=("p", "p", "t")))).places == {1: 1, 2: 1, 3: 3}


# --- secrets -----------------------------------------------------------------------------------------------------


def test_23_a_hand_is_its_seats_alone_and_open_hands_are_everybodys():
    """The order of the pile is nobody's."""
    state = position("yy", "rr")
    assert RULES.view(state, 1).hands == (hand("yy"), None)
    assert RULES.view(state, TABLE).hands == (None, None)
    opened_up = position("yy", "rr", setup=Setup(2, hands=Hands.OPEN))
    assert RULES.view(opened_up, TABLE).hands == (hand("yy"), hand("rr"))
    assert "'yellow'" not in repr(opened_up)


def test_23_what_was_taken_is_known_and_only_dealt_cards_are_not():
    """What is placed comes from those that are known, as far as they go."""
    state = opened(2, 1)
    state = done(state, Take(state.display[0]))
    taken = state.last.action.colour
    known, held = state.memory.known[0], state.hands[0][COLOURS.index(taken)]
    assert sum(known) == known[COLOURS.index(taken)] == len(state.last.dealt)
    assert state.memory.unknown == (6, 6)
    state = done(state, legal(state)[0])
    state = done(state, Place(taken, held, 1 if taken is WILD and held > 9 else 0))
    assert state.memory.known[0] == hand("")
    assert state.memory.unknown[0] == sum(state.hands[0])


def test_23_a_refused_take_tells_nothing_and_placements_are_for_the_own_screen():
    """What is refused of another's take can be known by all; a placement is judged where the hand may be seen."""
    state = position("yyyyyyyyyy", "y")
    seen = RULES.view(state, TABLE)
    with pytest.raises(IllegalAction) as found:
        RULES.may(seen, 1, Take(RED))
    assert found.value.rule == "hand_limit"
    RULES.may(seen, 1, Place(PURPLE, 3))
    assert PACKAGE.secrets.own(Place(YELLOW, 1))
    assert not PACKAGE.secrets.own(Take(RED))


def test_24_a_take_is_taken_back_by_all_and_a_placement_alone():
    """A take turns up new cards."""
    state = position("y", "y")
    assert RULES.undo(state, Take(RED)) is Undo.AGREED
    assert RULES.undo(state, Place(YELLOW, 1)) is Undo.ALONE


@pytest.mark.parametrize("colour", Colour)
def test_the_first_rule_that_applies_is_named(colour):
    """Whose turn it is comes before what is done."""
    state = position("y", "y", display="wwwwww")
    assert refused(state, Take(colour), seat=2) == "not_your_turn"
    assert refused(state, Place(WILD, 0, 1)) == "wild_with_wild"
    assert refused(state, Place(PURPLE, 0, 1, necklace=True)) == "nothing_placed"
    assert refused(state, Place(PURPLE, 1, 1, necklace=True)) == "no_such_card"
