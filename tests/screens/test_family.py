"""The family's ranking: whom a game counts for, and how; and reading it from an archive of any size."""

import asyncio
import json
import random
import time
from dataclasses import replace

import pytest

from pearlboard import __version__
from pearlboard.games.perladora.rules.state import Clan, Setup
from pearlboard.games.values import Outcome
from pearlboard.rating import Strength, rated
from pearlboard.screens.archive import Archive
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.family import Ranking, Result, Seated, family
from pearlboard.screens.results import kept_ranking, ranking_to_keep
from pearlboard.session.facts import Agreement, Entry, GameAgreed, GameDeleted, GameEnded, SeatHandedOver
from pearlboard.session.player_names import known_by
from pearlboard.store.log import FactLog
from support.sessions import AGREEMENT

AT = "2026-01-02T03:04:05+00:00"


def duel(number, winner, loser, game="reef"):
    return Result(number, game, (Seated(winner, 1, 1), Seated(loser, 2, 2)))


def rows(*results, game=None):
    return {row.name: row for row in family(results, game)}


@pytest.mark.parametrize("name", ["Zoë", "zoe", "  ZOË ", "Zoe\u0308", "ZOE"])
def test_a_name_is_the_same_however_it_is_spelt(name):
    """Case, accents and spaces make no difference; the newest spelling is shown."""
    assert known_by(name) == "zoe"
    found = rows(duel(1, "Zoë", "Ben"), duel(2, name, "Ben"))
    assert set(found) == {name, "Ben"}
    assert (found[name].played, found[name].won) == (2, 2)


@pytest.mark.parametrize("other", ["Zoé-Anne", "Zo", "Anna Maria", ""])
def test_other_names_are_other_people(other):
    """Nothing but case, accents and spaces is overlooked."""
    assert known_by(other) != known_by("Zoë")
    assert known_by("Anna  Maria ") == known_by("anna maria")


def test_games_and_streaks_are_counted_in_the_order_of_the_games():
    """Whatever order the results come in; the best streak is kept when another begins."""
    won = [duel(number, "Anna", "Ben") for number in (1, 2, 3, 6)]
    lost = [duel(number, "Ben", "Anna") for number in (4, 5)]
    anna = rows(*random.Random(1).sample(won + lost, 6))["Anna"]
    assert (anna.played, anna.won, anna.streak, anna.best) == (6, 4, 1, 3)


def test_a_teams_result_counts_for_each():
    """A team is one side; who is in it has not played against each other."""
    seats = [Seated(name, 2 - place % 2, 1 + (place % 2 == 0)) for place, name in enumerate("ABCD", 1)]
    found = rows(Result(1, "reef", tuple(seats)))
    assert [found[name].won for name in "ABCD"] == [1, 0, 1, 0]
    assert {name: found[name].rating for name in "ABCD"} == rated([("AC", 1), ("BD", 2)], {})


def test_of_three_each_is_a_side():
    """By the places, which may be equal. A shared victory counts as won."""
    seats = (Seated("A", 1, 1), Seated("B", 2, 1), Seated("C", 3, 3))
    found = rows(Result(1, "reef", seats))
    assert (found["A"].won, found["B"].won, found["C"].won) == (1, 1, 0)
    assert {name: found[name].rating for name in "ABC"} == rated([("A", 1), ("B", 1), ("C", 3)], {})


def test_a_computer_is_known_by_its_level_and_game():
    """Whatever its name, even one that a person has; two computers of one level are one that has two seats."""
    seats = (Seated("Anna", 1, 1), Seated("Coral", 2, 2, "easy"), Seated("Koa", 3, 3, "easy"))
    found = family(
        [Result(1, "reef", seats), Result(2, "othello", (Seated("Coral", 1, 1), Seated("Anna", 2, 2, "easy")))]
    )
    assert sorted((row.name, row.level or "", row.game if row.level else "") for row in found) == [
        ("Anna", "", ""),
        ("Anna", "easy", "othello"),
        ("Coral", "", ""),
        ("Koa", "easy", "reef"),
    ]
    [easy] = [row for row in found if row.level and row.game == "reef"]
    assert easy.played == 1
    assert easy.rating == rated([("A", 1), ("E", 2), ("E", 3)], {})["E"]


def test_whoever_plays_all_sides_is_not_rated():
    """A computer that plays against itself has shown nothing."""
    alone = Result(1, "reef", (Seated("K", 1, 1, "hard"), Seated("L", 2, 2, "hard")))
    [row] = family([alone])
    assert (row.played, row.rating) == (1, Strength())


def test_nameless_players_have_no_row_and_are_new_each_time():
    """Whoever has no name plays as a beginner each time; a computer may have such a name."""
    results = [Result(at, "reef", (Seated("Anna", 1, 1), Seated("Player  1", 2, 2))) for at in (1, 2)]
    results.append(Result(3, "reef", (Seated("Anna", 1, 2), Seated("Player 1", 2, 1, "easy"))))
    found = {row.name: row for row in family(results, unnamed={"player 1"})}
    assert {name: (row.played, row.level) for name, row in found.items()} == {
        "Anna": (3, None),
        "Player 1": (1, "easy"),
    }
    anna = {}
    for anna_at, other_at in ((1, 2), (1, 2), (2, 1)):
        anna = {"anna": rated([(["anna"], anna_at), (["new"], other_at)], anna)["anna"]}
    assert found["Anna"].rating == anna["anna"]


def test_one_game_can_be_looked_at_alone():
    """Counts and ratings are then of that game only."""
    results = (duel(1, "Anna", "Ben"), duel(2, "Ben", "Anna", game="othello"))
    assert rows(*results, game="othello")["Ben"].won == 1
    assert rows(*results, game="othello")["Ben"].played == 1
    assert rows(*results)["Ben"].played == 2


def test_the_most_surely_strong_come_first():
    """One lucky game does not beat many good ones."""
    steady = [duel(number, "Anna", "Ben") for number in range(1, 9)]
    found = family([*steady, Result(9, "reef", (Seated("Luck", 1, 1), Seated("Ben", 2, 2)))])
    assert found[0].name == "Anna"
    assert list(found) == sorted(found, key=lambda row: -row.rating.sure)


# --- reading an archive ----------------------------------------------------------------------------------------------


class Shelf:
    """A double of the writer."""

    def __init__(self, log):
        self.log = log
        self.read = 0

    @property
    def contents(self):
        return self.log.contents

    async def ask(self, question):
        self.read += 1
        return question(self.log)


def table_of(archive, game=None, language="en"):
    return asyncio.run(archive.family(game, catalogues()[language]))


def kept(path, *games):
    log, version = FactLog(path), 0
    for told in games:
        log.append([Entry(version + place, fact) for place, fact in enumerate(told, 1)], AT)
        version += len(told)
    return log


def won_by(seat, **agreed):
    other = 3 - seat
    return (GameAgreed(replace(AGREEMENT, **agreed)), GameEnded(Outcome({seat: 1, other: 2}, {seat: 9, other: 1})))


def test_the_ranking_is_read_from_the_archive(tmp_path):
    """Finished games, with seats as they were handed over; a deleted game no longer counts."""
    agreed, ended = won_by(1, computers=("easy", None))
    log = kept(
        tmp_path / "games.db",
        won_by(1),
        (agreed, SeatHandedOver(1, None), SeatHandedOver(2, "hard"), ended),
        (GameAgreed(AGREEMENT),),
    )
    archive = Archive(Shelf(log))
    found = {row["name"]: row for row in table_of(archive)["rows"]}
    assert {name: (row["played"], row["won"]) for name, row in found.items()} == {
        "Anna": (2, 2),
        "Ben": (1, 0),
        "computer, hard": (1, 0),
    }
    log.append([Entry(8, GameDeleted(1))], AT)
    assert {row["name"] for row in table_of(archive)["rows"]} == {"Anna", "computer, hard"}
    assert table_of(archive, language="fr")["rows"][1]["name"] == "ordinateur, difficile"
    log.close()


def test_default_names_are_no_names_in_any_language(tmp_path):
    """Whoever starts with the form's default has given no name."""
    log = kept(
        tmp_path / "games.db", *(won_by(1, names=(name, "Ben")) for name in ("Player 1", "Spieler 1", "Joueur 2"))
    )
    assert [(row["name"], row["played"]) for row in table_of(Archive(Shelf(log)))["rows"]] == [("Ben", 3)]
    log.close()


def test_a_ranking_that_was_kept_by_another_rating_is_counted_anew(tmp_path):
    """Its numbers mean something else: 1662 of those was little more than a beginner."""
    log = kept(tmp_path / "games.db", won_by(1), won_by(1))
    rating = {"value": 1662.2, "deviation": 290.3, "volatility": 0.06}
    tally = {"name": "Anna", "level": None, "game": "perladora", "played": 7, "won": 7, "rating": rating}
    before = {"program": __version__, "last": 1, "scopes": [[None, [[["person", "anna"], tally]]]]}
    log.shelf.keep_ranking(1, json.dumps(before))
    log.append([Entry(5, GameDeleted(3))], AT)
    assert [(row["name"], row["played"]) for row in table_of(Archive(Shelf(log)))["rows"]] == [("Anna", 1), ("Ben", 1)]
    ranking = Ranking()
    ranking.count([(1, duel(1, "Anna", "Ben"))], ())
    again = kept_ranking(ranking_to_keep(ranking))
    assert (again.last, again.tallies) == (1, ranking.tallies)
    log.close()


def test_before_any_game_the_table_is_empty(tmp_path):
    """A game that nobody has played is treated as all games."""
    log = kept(tmp_path / "games.db", (GameAgreed(AGREEMENT),))
    assert table_of(Archive(Shelf(log)), "chess") == {"chosen": None, "games": [], "rows": []}
    log.close()


def test_four_players_are_two_teams(tmp_path):
    """As the game's rules say."""
    setup = Setup(4, tuple(Clan), AGREEMENT.setup.farms)
    agreement = Agreement("perladora", ("A", "B", "C", "D"), setup, 1)
    log = kept(tmp_path / "games.db", (GameAgreed(agreement), GameEnded(Outcome({1: 1, 2: 2, 3: 1, 4: 2}, {}))))
    found = {row["name"]: (row["won"], row["rating"]) for row in table_of(Archive(Shelf(log)))["rows"]}
    assert found["A"] == found["C"]
    assert found["A"][0] == 1
    assert found["B"] == found["D"]
    log.close()


@pytest.mark.slow
def test_a_thousand_games_are_read_in_a_moment_and_then_kept(tmp_path):
    """The first look takes less than two seconds here, every other a few milliseconds."""
    rng, names = random.Random(4), ("Anna", "Ben", "Cleo", "Dora", "Émile", "Grandma")
    games = (won_by(rng.choice((1, 2)), names=tuple(rng.sample(names, 2))) for _ in range(1000))
    log = kept(tmp_path / "games.db", *games)
    archive = Archive(Shelf(log))
    begun = time.perf_counter()
    first = table_of(archive)
    between = time.perf_counter()
    assert table_of(archive) == first
    ended = time.perf_counter()
    assert sum(row["played"] for row in first["rows"]) == 2000
    assert between - begun < 5
    assert ended - between < 0.25
    log.close()
