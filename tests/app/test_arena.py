"""The arena: rounds of all seatings, what they say about strength, and a match that goes on where it stopped."""

import json
import math
import pickle
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.app.arena import match as arena
from pearlboard.app.arena.crew import play_rounds
from pearlboard.app.arena.journal import Journal, digest, simulations_of_b
from pearlboard.app.arena.match import (
    SEATINGS,
    Entrant,
    ForbiddenPlay,
    Game,
    Match,
    NobodySoNamed,
    Round,
    entrant,
    play_round,
    score_of_a,
    sides_of,
)
from pearlboard.app.arena.pace import NothingToPace, equal_time
from pearlboard.app.arena.tally import Tally, elo, wilson
from pearlboard.bots.api import Thought
from pearlboard.bots.table import BOTS, Player
from pearlboard.errors import BadInput
from pearlboard.games.perladora.scoring import score
from pearlboard.games.perladora.state import Edition, State, View
from pearlboard.games.perladora.steps import LayPontoons
from pearlboard.geometry import edge
from perladora_boards import ALL_FULL, position, whole_set


def chance(**kinds):
    return Match(entrant("random"), entrant("random"), **kinds)


def untimed(played):
    return Round(played.number, tuple(replace(game, thinking_ns=(0, 0)) for game in played.games))


class Watching:
    """A player who remembers what it was given; it plays like another."""

    def __init__(self, name="random"):
        """Play like `name`."""
        self.name = name
        self.given = []

    def think(self, knowledge, seed, simulations, go_on=lambda: True):
        self.given.append((knowledge, seed, simulations))
        return BOTS["perladora"][self.name].bot.think(knowledge, seed, simulations, go_on)


@pytest.fixture
def players(monkeypatch):
    """Names can be given to players of a test: `players(watching=bot)`."""
    table = dict(BOTS["perladora"])
    monkeypatch.setattr(arena, "BOTS", {"perladora": table})

    def add(simulations=0, **bots):
        table.update({name: Player(bot, simulations) for name, bot in bots.items()})
        return [entrant(name) for name in bots]

    return add


# --- rounds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", SEATINGS)
@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("edition", Edition)
def test_every_rule_set_is_played_to_its_end(players, advanced, edition):
    """By the real rules, in every seating."""
    played = play_round(chance(players=players, advanced=advanced, edition=edition), 3)
    assert [game.seating for game in played.games] == list(SEATINGS[players])
    assert all(sum(game.pearls) <= 40 and min(game.decisions) > 0 for game in played.games)


def test_a_player_against_itself_is_as_good_as_itself():
    """The games of a round differ in nothing but the seats."""
    for players in SEATINGS:
        games = play_round(chance(players=players), 5).games
        assert sum(game.score for game in games) / len(games) == 0.5
        assert len({game.pearls for game in games}) == 1


def test_the_same_round_is_the_same_game():
    """Another number or seed is another."""
    match = chance()
    assert untimed(play_round(match, 4)) == untimed(play_round(match, 4))
    assert untimed(play_round(match, 4)).games != untimed(play_round(match, 5)).games
    assert untimed(play_round(match, 4)).games != untimed(play_round(replace(match, seed=2), 4)).games


def test_a_player_is_given_views_of_its_own_seat_only(players):
    """And the number of simulations that it is to have; its seat is to move."""
    bot = Watching()
    (watching,) = players(watching=bot)
    play_round(Match(watching, entrant("random"), 4, advanced=True), 0)
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
    """Its name, the game and the rule are told."""
    (broken,) = players(
        broken=SimpleNamespace(think=lambda *_: Thought(LayPontoons((edge("a1-b1"), edge("a1-a2"))), 0.5, 20))
    )
    with pytest.raises(ForbiddenPlay, match=r"broken played .* which is territory_too_small, as step 1 of game 'ab'"):
        play_round(Match(broken, entrant("random")), 0)


def test_an_unknown_name_is_answered_with_the_known_ones():
    """All of them."""
    with pytest.raises(NobodySoNamed, match=r"no player is called 'deep blue'; there are random, greedy, .*expert"):
        entrant("deep blue")


def test_simulations_are_for_players_that_simulate():
    """Levels are among them; each has a number of its own otherwise."""
    assert entrant("random", 4000).simulations == 0
    assert entrant("hard", 4000).simulations == 4000
    assert entrant("hard").simulations == BOTS["perladora"]["hard"].simulations > 0


# --- what a game scores ------------------------------------------------------------------------------------------


def points(seating, pearls, clusters=None):
    """The score of "a" in a game of three that ended so."""
    counted = SimpleNamespace(
        pearls=dict(enumerate(pearls, 1)), clusters=dict(enumerate(clusters or [(p,) for p in pearls], 1))
    )
    return score_of_a(counted, dict(enumerate(seating, 1)))


def test_with_three_each_pair_counts():
    """One against two, or two against one: half a point for each that is left behind."""
    assert points("abb", (20, 10, 5)) == 1
    assert points("abb", (10, 20, 5)) == 0.5
    assert points("baa", (10, 20, 5)) == 0.5
    assert points("aba", (10, 20, 5)) == 0


def test_a_tie_is_half_a_point_unless_the_clusters_break_it():
    """As the final ranking has it (ruling 19)."""
    assert points("abb", (10, 10, 20), [(10,), (10,), (20,)]) == 0.25
    assert points("abb", (10, 10, 20), [(6, 4), (7, 3), (20,)]) == 0
    assert points("abb", (10, 10, 20), [(7, 3), (6, 4), (20,)]) == 0.5


def test_four_are_two_teams():
    """Seats 1 and 3 against 2 and 4 (ruling 20)."""
    state = position(ALL_FULL, values=whole_set(ALL_FULL))
    setup = replace(state.public.setup, players=4)
    assert sides_of(setup, "abab") == {1: "a", 2: "b"}
    assert sides_of(setup, "baba") == {1: "b", 2: "a"}


def test_a_game_of_two_is_won_drawn_or_lost():
    """From either seat."""
    state = position(ALL_FULL, values=whole_set(ALL_FULL))
    counted = score(state.public, dict(state.values.items()))
    both = [score_of_a(counted, {1: "a", 2: "b"}), score_of_a(counted, {1: "b", 2: "a"})]
    assert sum(both) == 1
    assert set(both) <= {0, 0.5, 1}


# --- the sum -----------------------------------------------------------------------------------------------------


def game(points, ns=(10, 30)):
    return Game("ab", points, (20, 20), (2, 3), ns)


def test_games_add_up():
    """Points, decisions, and how long each thought."""
    tally = Tally().with_games([game(1), game(0.5), game(0.25), game(1, (2_000_000, 6_000_000))])
    assert (tally.games, tally.points, tally.won, tally.drawn, tally.lost) == (4, 2.75, 2, 1, 1)
    assert tally.thinking_ms == (2_000_030 / 8 / 1e6, 6_000_090 / 12 / 1e6)


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_is_wilsons(points, games, low, high):
    """Values that can be looked up."""
    assert wilson(points, games) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@given(st.integers(1, 5000), st.floats(0, 1))
def test_the_interval_holds_the_score_and_narrows(games, rate):
    """It never leaves 0 to 1."""
    low, high = wilson(rate * games, games)
    assert 0 <= low <= rate + 1e-9
    assert rate - 1e-9 <= high <= 1
    narrow_low, narrow_high = wilson(rate * games * 4, games * 4)
    assert narrow_high - narrow_low < high - low


def test_elo_is_the_usual_scale():
    """64 % is 100 points, and the other way round."""
    assert elo(0.5) == 0
    assert elo(0.640065) == pytest.approx(100, abs=0.01)
    assert elo(0.359935) == pytest.approx(-100, abs=0.01)
    assert (elo(0), elo(1)) == (-math.inf, math.inf)


def test_a_clean_sweep_has_a_rating_too():
    """As if half a game had gone the other way; its interval is open above."""
    tally = Tally().with_games([game(1)] * 100)
    assert tally.elo == elo(0.995)
    assert tally.elo_interval[1] == math.inf


# --- on all cores ------------------------------------------------------------------------------------------------


def test_other_processes_play_the_same_rounds():
    """Each with hashes of its own; what is not finished is given up with the iterator."""
    match = chance(advanced=True, players=3)
    played = {each.number: untimed(each) for each in play_rounds(match, range(4), 2)}
    assert [played[number] for number in range(4)] == [untimed(play_round(match, number)) for number in range(4)]


def test_a_match_can_be_sent():
    """It names its players and holds none."""
    match = chance()
    assert pickle.loads(pickle.dumps(match)) == match


# --- the file ----------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path):
    return tmp_path / "match.jsonl"


def test_finished_rounds_are_found_again(kept):
    """All that was counted, in the order in which they were finished."""
    match = chance()
    rounds = [play_round(match, number) for number in (2, 0)]
    assert list(Journal(kept, match).kept(rounds)) == rounds
    assert list(Journal(kept, match).rounds) == rounds


def test_a_round_that_was_cut_off_is_played_again(kept):
    """At any byte of it; what came before is kept."""
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
    """It says what differs."""
    Journal(kept, chance())
    with pytest.raises(BadInput, match="it holds another match: seed is 1 there, and 2 here"):
        Journal(kept, chance(seed=2))
    with pytest.raises(BadInput, match="it holds another match: players is 2 there, and 3 here"):
        Journal(kept, chance(players=3))


def test_rounds_of_other_players_are_refused(kept):
    """Since they were changed, the same names mean somebody else."""
    Journal(kept, chance())
    kept.write_text(kept.read_text(encoding="utf-8").replace(digest(), "0" * 16), encoding="utf-8")
    with pytest.raises(BadInput, match="other versions of the computer players"):
        Journal(kept, chance())


@pytest.mark.parametrize("told", ["[]\n", "{}\n", "no JSON\n", "a note that ends in no new line", '{"a": 1}'])
def test_a_file_of_something_else_is_refused(kept, told):
    """And left as it is."""
    kept.write_text(told, encoding="utf-8")
    with pytest.raises(BadInput):
        Journal(kept, chance())
    assert kept.read_text(encoding="utf-8") == told


@pytest.mark.parametrize("line", ["{}", "[]", "1", '{"number": 1, "games": [{"seating": "ab"}]}', "{"])
def test_a_line_that_is_no_round_is_named(kept, line):
    """By its number."""
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
    """A game too few, or a score that is none, must not count silently."""
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
    """Every simulation takes it some arithmetic."""

    def __init__(self, work):
        """So much for each simulation."""
        super().__init__()
        self.work = work

    def think(self, knowledge, seed, simulations, go_on=lambda: True):
        sum(range(self.work * simulations))
        return super().think(knowledge, seed, simulations, go_on)


def test_equal_time_gives_the_slower_one_fewer_simulations(players):
    """In the ratio of their times, roughly: it is a measurement."""
    quick, slow = players(100, quick=Slow(400), slow=Slow(1600))
    match = equal_time(Match(quick, slow), 1)
    assert match.a.simulations == 100
    assert 10 <= match.b.simulations <= 55


def test_equal_time_is_for_players_that_simulate():
    """The others have no number to change."""
    with pytest.raises(NothingToPace, match="greedy does not"):
        equal_time(Match(entrant("hard"), entrant("greedy")), 1)


def test_a_match_at_equal_time_goes_on_with_its_number(kept):
    """It is not measured again."""
    assert simulations_of_b(kept) is None
    Journal(kept, Match(entrant("hard"), Entrant("uct", 1234)))
    assert simulations_of_b(kept) == 1234
    kept.write_text(json.dumps([1]) + "\n", encoding="utf-8")
    assert simulations_of_b(kept) is None
