"""The arena: rounds of all seatings, statistics of strength, and resuming a match."""

import json
import math
import pickle
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.computers.arena.crew import play_rounds
from pearlboard.computers.arena.journal import Journal, digest, simulations_of_b
from pearlboard.computers.arena.match import (
    Entrant,
    ForbiddenPlay,
    Game,
    Match,
    NobodySoNamed,
    NoMatch,
    Round,
    entrant,
    play_round,
    score_of_a,
)
from pearlboard.computers.arena.pace import NothingToPace, equal_time
from pearlboard.computers.arena.tally import Tally, elo, wilson
from pearlboard.errors import BadInput
from pearlboard.games.bots import Computer, Thought
from pearlboard.games.perladora.package import PACKAGE
from pearlboard.games.perladora.rules.state import State, View
from pearlboard.games.perladora.rules.steps import LayPontoons
from pearlboard.games.registry import GAMES
from pearlboard.games.values import Outcome
from pearlboard.geometry import edge
from support.lengths import soaked

pytestmark = pytest.mark.slow

GAME = "perladora"


SEATINGS = {2: ("ab", "ba"), 3: ("abb", "bab", "bba", "baa", "aba", "aab"), 4: ("abab", "baba")}


def chance(**kinds):
    return Match(GAME, entrant(GAME, "random"), entrant(GAME, "random"), **kinds)


def untimed(played):
    return Round(played.number, tuple(replace(game, thinking_ns=(0, 0)) for game in played.games))


class Watching:
    """A player that records its inputs, and plays like another."""

    def __init__(self, name="random"):
        """Play like `name`."""
        self.name = name
        self.given = []

    def think(self, knowledge, seed, simulations, go_on=lambda: True):
        self.given.append((knowledge, seed, simulations))
        return PACKAGE.players()[self.name].bot.think(knowledge, seed, simulations, go_on)


@pytest.fixture
def players():
    """Register players for a test: `players(watching=bot)`."""
    table = dict(PACKAGE.players())
    GAMES.add(replace(PACKAGE, players=lambda: table))

    def add(simulations=0, **bots):
        table.update({name: Computer(bot, simulations) for name, bot in bots.items()})
        return [entrant(GAME, name) for name in bots]

    yield add
    GAMES.add(PACKAGE)


# --- rounds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", SEATINGS)
@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("edition", ["en", "fr"])
def test_every_rule_set_is_played_to_its_end(players, advanced, edition):
    """By the real rules, in every seating."""
    played = play_round(chance(players=players, variant={"advanced": advanced, "edition": edition}), 3)
    assert [game.seating for game in played.games] == list(SEATINGS[players])
    assert all(sum(game.points) <= 40 and min(game.decisions) > 0 for game in played.games)


def test_a_player_against_itself_is_as_good_as_itself():
    """The games of a round differ in nothing but the seats."""
    for players in SEATINGS:
        games = play_round(chance(players=players), 5).games
        assert sum(game.score for game in games) / len(games) == 0.5
        assert len({game.points for game in games}) == 1


def test_the_same_round_is_the_same_game():
    """Another number or seed gives another game."""
    match = chance()
    assert untimed(play_round(match, 4)) == untimed(play_round(match, 4))
    assert untimed(play_round(match, 4)).games != untimed(play_round(match, 5)).games
    assert untimed(play_round(match, 4)).games != untimed(play_round(replace(match, seed=2), 4)).games


def test_a_player_is_given_views_of_its_own_seat_only(players):
    """With the right number of simulations, and only when its seat is to move."""
    bot = Watching()
    (watching,) = players(watching=bot)
    play_round(Match(GAME, watching, entrant(GAME, "random"), 4, {"advanced": True}), 0)
    assert bot.given
    assert all(
        type(knowledge) is View and knowledge.viewer == knowledge.public.to_move for knowledge, _, _ in bot.given
    )
    assert not any(
        isinstance(part, State)
        for knowledge, _, _ in bot.given
        for part in (knowledge.public, knowledge.values, knowledge.hand)
    )
    assert len({seed for _, seed, _ in bot.given}) > len(bot.given) // 3


def test_a_player_that_breaks_the_rules_ends_the_match(players):
    """The error names the player, the game and the rule."""
    (broken,) = players(
        broken=SimpleNamespace(think=lambda *_: Thought(LayPontoons((edge("a1-b1"), edge("a1-a2"))), 0.5, 20))
    )
    with pytest.raises(ForbiddenPlay, match=r"broken played .* which is territory_too_small, as step 1 of game 'ab'"):
        play_round(Match(GAME, broken, entrant(GAME, "random")), 0)


def test_an_unknown_name_is_answered_with_the_known_ones():
    """All known names are listed."""
    with pytest.raises(NobodySoNamed, match=r"no player is called 'deep blue'; there are random, greedy, .*expert"):
        entrant(GAME, "deep blue")


def test_simulations_are_for_players_that_simulate():
    """Including the levels; by default each has its own number."""
    assert entrant(GAME, "random", 4000).simulations == 0
    assert entrant(GAME, "hard", 4000).simulations == 4000
    assert entrant(GAME, "hard").simulations == PACKAGE.players()["hard"].simulations > 0


# --- regression ---------------------------------------------------------------------------------------------------

VARIANT = {"advanced": True, "edition": "fr"}


PLAYED = [
    ("random", "greedy", 2, {}, 7, 3, [("ab", 0.0, (12, 27), (29, 25)), ("ba", 0.0, (31, 9), (28, 27))]),
    (
        "easy",
        "random",
        3,
        VARIANT,
        11,
        2,
        [
            ("abb", 1.0, (35, 0, 0), (17, 17)),
            ("bab", 1.0, (0, 40, 0), (23, 10)),
            ("bba", 1.0, (0, 6, 34), (23, 12)),
            ("baa", 1.0, (0, 20, 20), (41, 7)),
            ("aba", 1.0, (27, 0, 13), (42, 6)),
            ("aab", 1.0, (24, 16, 0), (44, 1)),
        ],
    ),
    (
        "random",
        "greedy",
        4,
        {"advanced": True},
        5,
        0,
        [("abab", 0.0, (5, 35), (31, 31)), ("baba", 0.0, (33, 7), (29, 32))],
    ),
    ("easy", "medium", 2, {"advanced": True}, 1, 0, [("ab", 1.0, (23, 17), (24, 30)), ("ba", 0.0, (22, 18), (31, 24))]),
]
QUICK = [each for each in PLAYED if each[1] == "greedy"]


@pytest.mark.parametrize(("a", "b", "players", "variant", "seed", "number", "games"), soaked(PLAYED, QUICK))
def test_the_same_seed_plays_what_it_always_played(a, b, players, variant, seed, number, games):
    """To the last decision. Update the numbers here after changing a player."""
    match = Match(GAME, entrant(GAME, a), entrant(GAME, b), players, variant, seed)
    assert [
        (game.seating, game.score, game.points, game.decisions) for game in play_round(match, number).games
    ] == games


def test_the_same_variant_in_other_words_is_the_same_match(kept):
    """Default values may be left out."""
    Journal(kept, chance())
    assert Journal(kept, chance(variant={"advanced": False, "edition": "en"})).rounds == ()
    with pytest.raises(BadInput, match=r"variant is \{\} there"):
        Journal(kept, chance(variant={"advanced": True}))


# --- the score of a game -----------------------------------------------------------------------------------------


def points(seating, *places):
    """The score of "a" in a game of three with these places, by seat."""
    seats = {seat: seat for seat in (1, 2, 3)}
    return score_of_a(Outcome(dict(enumerate(places, 1)), {}), seats, dict(enumerate(seating, 1)))


def test_with_three_each_pair_counts():
    """One against two, or two against one: half a point for each opponent left behind."""
    assert points("abb", 1, 2, 3) == 1
    assert points("abb", 2, 1, 3) == 0.5
    assert points("baa", 2, 1, 3) == 0.5
    assert points("aba", 2, 1, 3) == 0


def test_the_same_place_is_half_a_point():
    """As in the final ranking (ruling 19): points alone do not decide."""
    assert points("abb", 2, 2, 1) == 0.25
    assert points("abb", 3, 2, 1) == 0
    assert points("abb", 2, 3, 1) == 0.5
    assert points("abb", 1, 1, 1) == 0.5


def test_those_of_one_side_are_in_one_place():
    """Seats 1 and 3 against 2 and 4 (ruling 20): one duel, not four."""
    outcome = Outcome({1: 2, 2: 1, 3: 2, 4: 1}, {})
    assert score_of_a(outcome, {1: 1, 2: 2}, {1: "a", 2: "b"}) == 0
    assert score_of_a(outcome, {1: 1, 2: 2}, {1: "b", 2: "a"}) == 1


# --- the tally ---------------------------------------------------------------------------------------------------


def game(points, ns=(10, 30)):
    return Game("ab", points, (20, 20), (2, 3), ns)


def test_games_add_up():
    """Points, decisions, and thinking times."""
    tally = Tally().with_games([game(1), game(0.5), game(0.25), game(1, (2_000_000, 6_000_000))])
    assert (tally.games, tally.points, tally.won, tally.drawn, tally.lost) == (4, 2.75, 2, 1, 1)
    assert tally.thinking_ms == (2_000_030 / 8 / 1e6, 6_000_090 / 12 / 1e6)


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_is_wilsons(points, games, low, high):
    """Published values."""
    assert wilson(points, games) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@given(st.integers(1, 5000), st.floats(0, 1))
def test_the_interval_holds_the_score_and_narrows(games, rate):
    """The interval never leaves 0 to 1."""
    low, high = wilson(rate * games, games)
    assert 0 <= low <= rate + 1e-9
    assert rate - 1e-9 <= high <= 1
    narrow_low, narrow_high = wilson(rate * games * 4, games * 4)
    assert narrow_high - narrow_low < high - low


def test_elo_is_the_usual_scale():
    """64 % is 100 points, and vice versa."""
    assert elo(0.5) == 0
    assert elo(0.640065) == pytest.approx(100, abs=0.01)
    assert elo(0.359935) == pytest.approx(-100, abs=0.01)
    assert (elo(0), elo(1)) == (-math.inf, math.inf)


def test_a_clean_sweep_has_a_rating_too():
    """The rating is that of half a game less; the interval is unbounded above."""
    tally = Tally().with_games([game(1)] * 100)
    assert tally.elo == elo(0.995)
    assert tally.elo_interval[1] == math.inf


# --- on all cores ------------------------------------------------------------------------------------------------


def test_other_processes_play_the_same_rounds():
    """Each process has its own hash seed; unfinished rounds are cancelled with the iterator."""
    match = chance(variant={"advanced": True}, players=3)
    played = {each.number: untimed(each) for each in play_rounds(match, range(4), 2)}
    assert [played[number] for number in range(4)] == [untimed(play_round(match, number)) for number in range(4)]


def test_a_match_can_be_sent():
    """A match names its players, and holds none."""
    match = chance()
    assert pickle.loads(pickle.dumps(match)) == match


# --- the file ----------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path):
    return tmp_path / "match.jsonl"


def test_finished_rounds_are_found_again(kept):
    """All rounds, in the order in which they were finished."""
    match = chance()
    rounds = [play_round(match, number) for number in (2, 0)]
    assert list(Journal(kept, match).kept(rounds)) == rounds
    assert list(Journal(kept, match).rounds) == rounds


def test_a_round_that_was_cut_off_is_played_again(kept):
    """At any byte; the rounds before are kept."""
    match = chance()
    journal = Journal(kept, match)
    first, second = play_round(match, 0), play_round(match, 1)
    journal.append(first)
    whole = kept.read_bytes()
    journal.append(second)
    both = kept.read_bytes()
    for length in (len(whole), len(whole) + 1, len(both) - 1):
        kept.write_bytes(both[:length])
        again = Journal(kept, match)
        assert again.rounds == (first,)
        again.append(second)
        assert kept.read_bytes() == both


def test_another_match_is_refused(kept):
    """The error names the difference."""
    Journal(kept, chance())
    with pytest.raises(BadInput, match="it holds another match: seed is 1 there, and 2 here"):
        Journal(kept, chance(seed=2))
    with pytest.raises(BadInput, match="it holds another match: players is 2 there, and 3 here"):
        Journal(kept, chance(players=3))


def test_rounds_of_other_players_are_refused(kept):
    """After a change, the same name means another player."""
    Journal(kept, chance())
    kept.write_text(kept.read_text(encoding="utf-8").replace(digest(GAME), "0" * 16), encoding="utf-8")
    with pytest.raises(BadInput, match="other versions of the computer players"):
        Journal(kept, chance())


@pytest.mark.parametrize("told", ["[]\n", "{}\n", "no JSON\n", "a note that ends in no new line", '{"a": 1}'])
def test_a_file_of_something_else_is_refused(kept, told):
    """The file is left as it is."""
    kept.write_text(told, encoding="utf-8")
    with pytest.raises(BadInput):
        Journal(kept, chance())
    assert kept.read_text(encoding="utf-8") == told


@pytest.mark.parametrize("line", ["{}", "[]", "1", '{"number": 1, "games": [{"seating": "ab"}]}', "{"])
def test_a_line_that_is_no_round_is_named(kept, line):
    """By its line number."""
    Journal(kept, chance())
    with kept.open("a", encoding="utf-8") as stream:
        stream.write(line + "\n")
    with pytest.raises(BadInput, match="line 2"):
        Journal(kept, chance())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"games": []}, "no round of this match"),
        ({"number": "0"}, "no round of this match"),
        ({"number": [0]}, "no round of this match"),
        ({"score": "x"}, "no round of an arena"),
        ({"score": None}, "no round of an arena"),
        ({"score": 7}, "no round of an arena"),
        ({"score": float("nan")}, "no round of an arena"),
        ({"decisions": ["a", "b"]}, "no round of an arena"),
        ({"seating": "ba"}, "no round of this match"),
    ],
)
def test_a_round_that_cannot_be_counted_is_named(kept, change, told):
    """A missing game or an invalid score must not count silently."""
    match = chance()
    Journal(kept, match).append(play_round(match, 0))
    head, line = kept.read_text(encoding="utf-8").splitlines()
    found = json.loads(line)
    (found if change.keys() <= found.keys() else found["games"][0]).update(change)
    kept.write_text(f"{head}\n{json.dumps(found)}\n", encoding="utf-8")
    with pytest.raises(BadInput, match=f"line 2 is {told}"):
        Journal(kept, match)


# --- equal time --------------------------------------------------------------------------------------------------


class Slow(Watching):
    """A player whose simulations each take some time on a fake clock."""

    clock_ns = 0

    def __init__(self, each_ns):
        """`each_ns` per simulation, with an overhead of five of the fastest."""
        super().__init__()
        self.each_ns = each_ns

    def think(self, knowledge, seed, simulations, go_on=lambda: True):
        Slow.clock_ns += 2_000 + self.each_ns * simulations
        return super().think(knowledge, seed, simulations, go_on)


def test_equal_time_gives_the_slower_one_fewer_simulations(players, monkeypatch):
    """As many as fit into the other's time, with the overhead of a decision."""
    monkeypatch.setattr("pearlboard.computers.arena.match.time", SimpleNamespace(thread_time_ns=lambda: Slow.clock_ns))
    quick, slow = players(100, quick=Slow(400), slow=Slow(1600))
    match = equal_time(Match(GAME, quick, slow), 1)
    assert (match.a.simulations, match.b.simulations) == (100, 25)


def test_equal_time_is_for_players_that_simulate():
    """Other players have no number to change."""
    with pytest.raises(NothingToPace, match="greedy does not"):
        equal_time(Match(GAME, entrant(GAME, "hard"), entrant(GAME, "greedy")), 1)


def test_a_match_at_equal_time_resumes_with_its_calibration(kept):
    """The calibration is not repeated."""
    assert simulations_of_b(kept) is None
    Journal(kept, Match(GAME, entrant(GAME, "hard"), Entrant("uct", 1234)))
    assert simulations_of_b(kept) == 1234
    kept.write_text(json.dumps([1]) + "\n", encoding="utf-8")
    assert simulations_of_b(kept) is None


def test_a_handicap_goes_with_the_player_and_not_with_the_seat(players):
    """The first seat of each side of "b" plays with it, in every seating; the games of a round stay the same."""
    bot = Watching()
    (watching,) = players(watching=bot)
    for many, step in ((2, "5"), (4, "4")):
        bot.given.clear()
        match = Match(GAME, watching, watching, many, handicap=step)
        play_round(match, 0)
        setups = {repr(knowledge.public.setup.without): knowledge.public.setup for knowledge, _, _ in bot.given}
        assert len(setups) == 2
        assert {sum(map(bool, setup.without)) for setup in setups.values()} == {1}
        assert len({repr(setup.farms) for setup in setups.values()}) == 1
    with pytest.raises(NoMatch, match="has no handicap '9' for 2 players; there are 3, "):
        _ = replace(chance(), handicap="9").seatings


def test_a_match_with_a_handicap_is_another_match(tmp_path):
    """A file that was begun without one is not gone on with, and says so."""
    path = tmp_path / "match.jsonl"
    Journal(path, chance())
    with pytest.raises(BadInput, match="handicap is"):
        Journal(path, chance(handicap="5"))
