"""What is true of every game of Pearls, played at random; and a second, plain way to count its turns."""

import json
from pathlib import Path
from random import Random

import pytest

from pearlboard.errors import BadInput
from pearlboard.games.pearls.rules import turns
from pearlboard.games.pearls.rules.actions import Place, Take
from pearlboard.games.pearls.rules.cards import BOX, COLOURS, counted
from pearlboard.games.pearls.rules.notation import record_from_json
from pearlboard.games.pearls.rules.positions import position_from_json, position_to_json
from pearlboard.games.refusals import IllegalAction
from pearlboard.games.values import TABLE
from support.pearls_positions import RULES, another_world, opened, played

GAMES = [(players, seed) for players in range(2, 7) for seed in range(3)]
SAMPLE = Path(__file__).parents[2] / "conformance" / "pearls" / "sample-positions.jsonl"


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: f"{game[0]} players, seed {game[1]}")
def game(request):
    """All states of a game, in order; some with open hands, some with all cards."""
    players, seed = request.param
    form = ({}, {"hands": "open"}, {"all_cards": players < 4})[seed]
    return tuple(played(opened(players, seed, first=1 + seed % players, **form), Random(seed)))


def test_no_card_and_no_necklace_is_lost(game):
    """All are in one place, in every state."""
    wanted = BOX if game[0].setup.all_cards else None
    for state in game:
        cards = [counted(state.draw), counted(state.display), *state.hands, *state.placed]
        total = tuple(map(sum, zip(*cards, strict=True)))
        wanted = wanted or total
        assert total == wanted
        assert sorted((*state.necklaces, *(value for won in state.won for value in won))) == list(state.setup.necklaces)
        assert max(map(sum, state.hands)) <= 10


def test_a_game_ends(game):
    """With a place and points for everybody."""
    assert game[-1].over
    assert RULES.outcome(game[-1]).places.keys() == set(game[-1].setup.seats)


def test_every_position_of_a_game_can_be_written_and_read(game):
    """What comes about in a game is accepted, and is the same again."""
    for state in game:
        document = json.loads(json.dumps(position_to_json(state)))
        assert position_to_json(position_from_json(document)) == document


def test_a_replay_comes_to_what_was_played(game):
    """Turn by turn, from the record alone."""
    steps = [[state.last.seat, RULES.encode(state.last.action)] for state in game[1:]]
    document = {"start": position_to_json(game[0]), "turns": [{"seat": seat, "step": step} for seat, step in steps]}
    record = record_from_json(json.loads(json.dumps(document)))
    state = record.start
    for turn in record.turns:
        state = RULES.apply(state, turn.seat, turn.action)
    assert position_to_json(state) == position_to_json(game[-1])


@pytest.mark.slow
def test_a_view_hangs_on_nothing_that_its_viewer_may_not_know(game):
    """With other cards in the pile and in hands that nobody saw, it is the same to the last letter."""
    rng, differ = Random(1), 0
    for state in game:
        for viewer in (TABLE, *state.setup.seats):
            other = another_world(state, viewer, rng)
            differ += other != state
            assert RULES.view(other, viewer) == RULES.view(state, viewer)
            assert repr(RULES.view(other, viewer)) == repr(RULES.view(state, viewer))
    assert differ > len(game) // 2


def test_memory_follows_from_what_all_have_seen(game):
    """Each hand is what is known to be there and as many unknown cards, and those are what was dealt at most."""
    for state in game:
        for held, known, unknown in zip(state.hands, state.memory.known, state.memory.unknown, strict=True):
            assert all(cards >= seen for cards, seen in zip(held, known, strict=True))
            assert sum(held) - sum(known) == unknown <= 6


def test_what_is_listed_is_what_is_allowed(game):
    """Of every turn that could be named, exactly the legal ones pass `may` and `apply`; a refusal changes nothing."""
    named = [Take(colour) for colour in COLOURS] + [
        Place(colour, cards, wilds, necklace)
        for colour in COLOURS
        for cards in range(11)
        for wilds in range(4)
        for necklace in (False, True)
    ]
    for state in game[:: max(1, len(game) // 8)]:
        seen = RULES.view(state, state.to_move)
        legal = set(RULES.legal(seen))
        assert legal == set(turns.turns(state))
        for action in named:
            try:
                RULES.may(seen, state.to_move, action)
                RULES.apply(state, state.to_move, action)
            except IllegalAction:
                assert action not in legal
            else:
                assert action in legal


# --- by other means ----------------------------------------------------------------------------------------------


def plainly(position, depth):
    """Sequences of so many turns, with documents changed card by card: nothing of the program's rules is used."""
    if depth == 0:
        return 1
    if position["last_turns"] == 0:
        return 0
    return sum(plainly(following, depth - 1) for following in followers(position))


def followers(position):
    seat = position["to_move"] - 1
    hand, copies = position["hands"][seat], []
    if position["last_turns"] is None:
        for colour in set(filter(None, position["display"])):
            number = position["display"].count(colour)
            if sum(hand.values()) + number <= 10:
                copies.append(taken(position, seat, colour, number))
    for colour, number in hand.items():
        most_wilds = hand.get("wild", 0) if colour != "wild" else 0
        for cards in range(1, number + 1):
            for wilds in range(most_wilds + 1):
                either = {False, cards + wilds in position["necklaces"]}
                copies += [laid(position, seat, (colour, cards, wilds, necklace)) for necklace in either]
    return copies


def taken(position, seat, colour, number):
    copy = json.loads(json.dumps(position))
    copy["hands"][seat][colour] = copy["hands"][seat].get(colour, 0) + number
    for slot in range(6):
        if copy["display"][slot] == colour:
            copy["display"][slot] = copy["draw"].pop(0) if copy["draw"] else None
    if not copy["draw"]:
        copy["last_turns"] = copy["players"]
    return next_seat(copy)


def laid(position, seat, step):
    colour, cards, wilds, necklace = step
    copy = json.loads(json.dumps(position))
    copy["hands"][seat][colour] -= cards
    if wilds:
        copy["hands"][seat]["wild"] -= wilds
    if necklace:
        copy["necklaces"].remove(cards + wilds)
    if copy["last_turns"] is not None:
        copy["last_turns"] -= 1
    elif not copy["necklaces"]:
        copy["last_turns"] = copy["players"]
    return next_seat(copy)


def next_seat(position):
    while True:
        position["to_move"] = position["to_move"] % position["players"] + 1
        if not position["last_turns"] or sum(position["hands"][position["to_move"] - 1].values()):
            return position
        position["last_turns"] -= 1


@pytest.mark.parametrize("line", SAMPLE.read_text(encoding="utf-8").splitlines(), ids=lambda line: line[8:14])
def test_turns_are_as_many_when_they_are_counted_plainly(line):
    """To depth two; to depth three where the end is near."""
    position = json.loads(line)["position"]
    deepest = 3 if position["last_turns"] is not None else 2
    for depth in range(deepest + 1):
        assert turns.perft(position_from_json(position), depth) == plainly(position, depth)


# --- documents ---------------------------------------------------------------------------------------------------


def changed(**parts):
    return {**position_to_json(opened(3, 1)), **parts}


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (changed(players=7), "players"),
        (changed(players=1), "players"),
        (changed(display=[None] * 6), ""),
        (changed(last_turns=4), "last_turns"),
        (changed(last_turns=-1), "last_turns"),
        (changed(last_turns=False), "last_turns"),
        (changed(necklaces=[10, 4, 5, 5, 6, 6, 7, 7, 8, 9]), "necklaces[0]"),
        (changed(necklaces=[4, 4, 5, 5, 6, 6, 7, 7, 8]), "necklaces"),
        (changed(hands=[{"red": -1}, {}, {}]), "hands[0].red"),
        (changed(hands=[{"red": 101}, {}, {}]), "hands[0].red"),
        (changed(hands=[{"red": True}, {}, {}]), "hands[0].red"),
        (changed(game="perladora"), "game"),
        ([], ""),
        (None, ""),
    ],
)
def test_what_is_no_position_is_refused_with_its_place(document, place):
    """One line says where, and what is wrong."""
    with pytest.raises(BadInput) as refused:
        position_from_json(document)
    assert refused.value.place == place


@pytest.mark.parametrize(
    "step",
    [
        [],
        ["take"],
        ["take", "pink"],
        ["take", "red", 1],
        ["place", "red", 1, 0],
        ["place", "red", -1, 0, False],
        ["place", "red", True, 0, False],
        ["place", "red", 1.0, 0, False],
        ["place", "red", 1, 0, 1],
        ["place", "red", 1, 0, None],
        ["pass"],
        "take",
    ],
)
def test_a_malformed_step_is_no_step(step):
    """It is a refused document, not a turn against the rules."""
    with pytest.raises(BadInput):
        RULES.decode(step)


def test_last_turns_and_used_up_necklaces_go_together():
    """A number while something is left, or null when nothing is, is refused; a seat without cards is not to move."""
    over = position_to_json(tuple(played(opened(3, 2), Random(2)))[-1])
    assert position_from_json(over).over
    for wrong in (None, 4):
        with pytest.raises(BadInput, match="last_turns"):
            position_from_json({**over, "last_turns": wrong})
    empty = [seat for seat, held in enumerate(over["hands"], 1) if not held]
    for seat in empty:
        with pytest.raises(BadInput, match="to_move"):
            position_from_json({**over, "last_turns": 2, "to_move": seat})


def test_what_is_in_the_hands_is_not_printed_of_a_view():
    """Whoever reads a log learns of no card that somebody holds."""
    state = opened(3, seed=1)
    for printed in (repr(RULES.view(state, 1)), repr(RULES.view(state, TABLE))):
        assert "display=" in printed
        assert "hands=(" not in printed
        assert "memory=" not in printed
