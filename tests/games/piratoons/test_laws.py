"""What is true of every game of Piratoons, played by chance; and second, plain ways to count what is counted fast."""

import json
from collections import Counter
from importlib import reload
from importlib.resources import files
from itertools import combinations, permutations, product
from random import Random

import pytest

from pearlboard.errors import BadInput
from pearlboard.games.piratoons import package
from pearlboard.games.piratoons.files import PiratoonsFiles
from pearlboard.games.piratoons.rules import connections, sets, ships, stowing, tiles
from pearlboard.games.piratoons.rules.actions import Rebid, Stop
from pearlboard.games.piratoons.rules.judging import judge_ship, owned
from pearlboard.games.piratoons.rules.notation import record_to_json
from pearlboard.games.piratoons.rules.positions import position_from_json, position_to_json
from pearlboard.games.piratoons.rules.ships import Part
from pearlboard.games.piratoons.rules.state import Stage
from pearlboard.games.piratoons.rules.tiles import BOATS, BOW, DESIGNS, SETS, STERN, box, kind_of, read
from pearlboard.games.registry import Broken, Games
from pearlboard.games.values import TABLE
from support.piratoons_games import RULES, another_world, opened, played

GAMES = [(players, seed) for players in range(2, 5) for seed in range(4)]
ALL = Counter({**box().copies, **dict.fromkeys(BOATS, 1)})


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: f"{game[0]} players, seed {game[1]}")
def game(request):
    """All states of a game, in order; of two one is played by screens."""
    players, seed = request.param
    form = {"plunder": "screen"} if seed % 2 else {}
    return tuple(played(opened(players, seed, first=1 + seed % players, **form), Random(seed)))


def test_no_tile_and_no_doubloon_is_lost(game):
    """All are in one place, in every state; nobody owes anything."""
    for state in game:
        now = state.now
        here = Counter(tile for part in (*state.stacks, *state.boats, *now.won, state.sea) for tile in part)
        here.update(tile for each in state.ships for tile in ships.tiles(each))
        here.update(tile for tile in now.chest if tile is not None)
        if state.stage in (Stage.PLUNDER, Stage.COUNT, Stage.CLOSED, Stage.OVER):
            assert not any(now.won)
        assert here == ALL
        assert min(state.doubloons) >= 0
        assert sum(state.doubloons) + RULES.view(state, TABLE).bank == box().doubloons


def test_a_game_ends_after_eight_rounds(game):
    """With a place and points for everybody, and nothing left to come."""
    assert game[-1].over
    assert len(game[-1].rounds) == 8
    assert game[-1].stacks == game[-1].boats == ()
    assert RULES.outcome(game[-1]).places.keys() == set(game[-1].setup.seats)


def test_a_replay_comes_to_what_was_played(game):
    """Round by round, from the record alone."""
    record = json.dumps(record_to_json(game[0], game[-1].rounds)).encode()
    answer = PiratoonsFiles().replay(record)
    assert answer["position"] == position_to_json(game[-1])
    assert answer["over"]
    assert {int(seat): points["total"] for seat, points in answer["points"].items()} == dict(
        RULES.outcome(game[-1]).points
    )
    for told, round_ in zip(answer["rounds"], game[-1].rounds, strict=True):
        assert told["doubloons"] == list(round_.doubloons)
        assert told["sea"] == list(round_.sea)


def test_positions_between_rounds_can_be_written_and_read(game):
    """What comes about in a game is accepted, and is the same again."""
    for state in game:
        if state.stage in (Stage.CLOSED, Stage.OVER):
            document = json.loads(json.dumps(position_to_json(state)))
            assert position_to_json(position_from_json(document)) == document


@pytest.mark.slow
def test_a_view_hangs_on_nothing_that_its_viewer_may_not_know(game):
    """With tiles to come in another order and other sealed bids of others it is the same, to the last letter."""
    rng, sealed = Random(1), 0
    for state in game:
        for viewer in (TABLE, *state.setup.seats):
            other = another_world(state, viewer, rng)
            sealed += other.now.bids != state.now.bids
            assert RULES.view(other, viewer) == RULES.view(state, viewer)
            assert repr(RULES.view(other, viewer)) == repr(RULES.view(state, viewer))
            assert RULES.active(other) == RULES.active(state)
    assert sealed


def test_ships_that_lie_by_themselves_are_legal(game):
    """So is any by chance; what the offer leaves over fits nowhere."""
    rng = Random(2)
    for state in game:
        if state.stage is Stage.SHIPS:
            for seat in state.setup.seats:
                tiles = owned(RULES.view(state, TABLE), seat)
                for laid in (
                    stowing.stowed(state.ships[seat - 1], tiles),
                    *stowing.ways(state.ships[seat - 1], tiles),
                    stowing.at_random(state.ships[seat - 1], tiles, rng),
                ):
                    judge_ship(seat, laid, tiles)
                offered = stowing.stowed(state.ships[seat - 1], tiles)
                assert connections.connections(offered).right == connections.best_right(ships.boats(offered))


def test_a_bid_may_be_replaced_until_the_last_is_in(game):
    """Nobody else sees anything of it; what it had been is forgotten."""
    for state in game:
        seen = RULES.view(state, TABLE)
        for seat in seen.sealed if state.stage is Stage.BIDS else ():
            other = RULES.apply(state, seat, Rebid(0))
            assert RULES.view(other, seat).bid == 0
            for viewer in (TABLE, *(each for each in state.setup.seats if each != seat)):
                assert RULES.view(other, viewer) == RULES.view(state, viewer)


def test_every_action_comes_back_from_its_own_data(game):
    """Through text, as a log has it."""
    rng = Random(3)
    for state in game[:: max(1, len(game) // 60)]:
        for actor in RULES.active(state):
            action = RULES.sample(RULES.view(state, actor), rng)
            if action is not None:
                assert RULES.decode(json.loads(json.dumps(RULES.encode(action)))) == action


# --- by other means ----------------------------------------------------------------------------------------------


def some_ship(rng, boats, tiles):
    """A legal ship of so many Boats and at most so many tiles, by chance."""
    names = rng.sample(BOATS, boats)
    equipment = [tile for tile, copies in box().copies.items() for _ in range(copies)]
    return stowing.at_random(ships.START, [*names, *rng.sample(equipment, tiles)], rng)


def lays(parts, tiles):
    """All ways to lay these tiles on these parts, tile by tile; the same ones are counted once."""
    if not tiles:
        return {tuple(parts)}
    found = set()
    for at, part in enumerate(parts):
        if part.fits(kind_of(tiles[0])):
            found |= lays([*parts[:at], part.with_tile(tiles[0]), *parts[at + 1 :]], tiles[1:])
    return found


@pytest.mark.parametrize("seed", range(60))
def test_arrangements_are_as_many_as_there_are_when_all_are_laid(seed):
    """Every tile on every part where it may lie."""
    rng = Random(seed)
    laid = some_ship(rng, rng.randint(0, 3), rng.randint(0, 9))
    bare = [Part(part.tile) for part in laid]
    assert ships.arrangements(laid) == len(lays(bare, list(ships.equipment(laid))))


@pytest.mark.parametrize("seed", range(60))
def test_the_most_right_connections_are_those_of_the_best_order(seed):
    """Of all orders; and one that has so many is found."""
    rng = Random(seed)
    names = rng.sample(BOATS, rng.randint(0, 6))
    orders = [tuple(Part(name) for name in (BOW, *order, STERN)) for order in permutations(names)]
    best = max(connections.connections(laid).right for laid in orders)
    assert connections.best_right(names) == best
    found = connections.best_order(names)
    assert sorted(found) == sorted(names)
    assert connections.connections(tuple(Part(name) for name in (BOW, *found, STERN))).right == best


def test_an_order_as_good_as_any_stays():
    """Nobody's ship is turned over for nothing."""
    for seed in range(20):
        names = connections.best_order(Random(seed).sample(BOATS, 8))
        assert connections.best_order(names) == names


def partitions(tiles):
    """The most that any partition of designs into sets counts: the first tile is alone, or in any set."""
    if not tiles:
        return 0
    first, rest = tiles[0], tiles[1:]
    best = partitions(rest)
    for at, other in enumerate(rest):
        if other == first:
            best = max(best, 2 + partitions(rest[:at] + rest[at + 1 :]))
    for one, two in combinations(range(len(rest)), 2):
        three = {first, rest[one], rest[two]}
        if len(three) != 2:
            left = tuple(each for at, each in enumerate(rest) if at not in (one, two))
            best = max(best, {1: 5, 3: 4}[len(three)] + partitions(left))
    return best


@pytest.mark.parametrize("counts", [*product(range(4), repeat=3)], ids=str)
def test_sets_are_the_best_partition(counts):
    """Of all 64 that three copies of three designs allow."""
    assert sets.best(*counts) == partitions(tuple(design for design in range(3) for _ in range(counts[design])))


# --- documents ---------------------------------------------------------------------------------------------------


def changed(**parts):
    return {**position_to_json(opened(2, 1)), **parts}


BARE = [{"tile": "bow", "on": []}, {"tile": "stern", "on": []}]


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (changed(players=5), "players"),
        (changed(first=3), "first"),
        (changed(played=9), "played"),
        (changed(doubloons=[3, -1]), "doubloons[1]"),
        (changed(doubloons=[30, 11]), "doubloons"),
        (changed(doubloons=[3]), "doubloons"),
        (changed(stacks=[]), "stacks"),
        (changed(boats=["b01"]), "boats"),
        (changed(sea=["x1"]), "sea[0]"),
        (changed(sea=["s"]), ""),
        (changed(ships=[BARE, BARE[::-1]]), "ships[1]"),
        (changed(ships=[BARE, [BARE[0], {"tile": "b99", "on": []}, BARE[1]]]), "ships[1][1].tile[0]"),
        (changed(ships=[[{"tile": "bow", "on": ["d1"]}, BARE[1]], BARE]), "ships[0][0]"),
        (changed(game="pearls"), "game"),
        (None, ""),
    ],
)
def test_what_is_no_position_is_refused_with_its_place(document, place):
    """One line says where, and what is wrong."""
    with pytest.raises(BadInput) as refused:
        position_from_json(document)
    assert refused.value.place == place


@pytest.mark.parametrize(
    "document",
    [
        [],
        ["put"],
        ["put", 10],
        ["put", True],
        ["open", 1],
        ["stop"],
        ["stop", [[1]]],
        ["count", [0] * 8, 0],
        ["count", [0] * 9, -1],
        ["bid", 1.5],
        ["choose", "b99", 0],
        ["lay", [{"tile": "bow"}]],
        ["pass"],
    ],
)
def test_a_malformed_action_is_none(document):
    """It is refused as a document, before any rule looks at it."""
    with pytest.raises(BadInput):
        RULES.decode(document)


def test_what_was_seen_at_the_stop_is_sorted_and_said_once():
    """So the same board is the same fact."""
    assert RULES.decode(["stop", [[9, 1], [2, 2], [9, 1]]]) == Stop(((2, 2), (9, 1)))


# --- the tile file -----------------------------------------------------------------------------------------------

FILE = (files("pearlboard.games.piratoons") / "tiles.toml").read_text(encoding="utf-8")


def line_of(beginning):
    return 1 + next(at for at, line in enumerate(FILE.splitlines()) if line.startswith(beginning))


def test_the_box_is_what_the_rulebook_counts():
    """Tiles by kind and storeys; 15 rooms of each kind; three designs of each kind but Sails."""
    whole = read(FILE)
    assert whole == box()
    assert Counter(hull.storeys for name, hull in whole.hulls.items() if name in BOATS) == {1: 4, 2: 6, 3: 7, 4: 7}
    assert {kind: sum(whole.copies[tile] for tile in DESIGNS if tile[0] == kind) for kind in ("s", *SETS)} == {
        "s": 12,
        **dict.fromkeys(SETS, 9),
    }
    for kind in "gpq":
        assert sum(whole.hulls[name].spaces[kind] for name in BOATS) == 15


@pytest.mark.parametrize(
    ("beginning", "old", "new", "wrong"),
    [
        ("b07", "storeys = 2", "storeys = 5", "storeys must be from 1 to 4, not 5"),
        ("b07", "fore = 2", "fore = 3", "a symbol of b07 is above its 2 storeys"),
        ("b07", "sails = 2", "sail = 2", "there is no key 'sail'"),
        ("b07", "barrels = 1", 'barrels = "1"', "barrels must be a whole number, not '1'"),
        ("b07", ", barrels = 1", "", "the key 'barrels' is missing"),
        ("b07", "b07 =", "b25 =", "there is no tile 'b25'"),
        ("d1 ", '"deck"', '"sail"', "the kind of d1 must be 'deck', not 'sail'"),
        ("crew", "6", "7", "crew must be 6, not 7"),
        ("bow", "aft = 1", "aft = 0", "aft must be from 1 to 4, not 0"),
        ("b07", "{storeys", "{{storeys", "this is not TOML"),
    ],
)
def test_a_tile_file_that_cannot_be_is_refused_at_its_line(beginning, old, new, wrong):
    """With what is wrong there."""
    number = line_of(beginning)
    lines = FILE.splitlines()
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    with pytest.raises(BadInput) as refused:
        read("\n".join(lines))
    assert refused.value.place == f"tiles.toml: line {number}"
    assert wrong in str(refused.value)


def test_a_game_with_such_a_file_is_not_offered_and_its_line_is_told(monkeypatch):
    """As soon as it is asked for; every other game can be played."""
    wrong = FILE.replace("crew = 6", "crew = 7")
    monkeypatch.setattr(tiles, "box", lambda: read(wrong))
    found = Games({"piratoons": lambda: reload(package).PACKAGE}).find("piratoons")
    assert isinstance(found, Broken)
    assert f"tiles.toml: line {line_of('crew')}: crew must be 6, not 7" in str(found.why)


def test_too_few_tiles_are_refused_at_their_table():
    """All rounds need their six."""
    with pytest.raises(BadInput, match=rf"line {line_of('[equipment]')}.*48 Equipment tiles in all, not 47"):
        read(FILE.replace("copies = 12", "copies = 11"))


def test_what_an_owner_corrects_is_played():
    """Other numbers that can be."""
    assert read(FILE.replace("aft = 2, deck = 1, sails = 2", "aft = 2, deck = 1, sails = 1")) != box()
