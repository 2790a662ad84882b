"""Competitions that computers play by the rules of real games: who stands where is counted in another way."""

import asyncio
import csv
import io
import random

import pytest

from pearlboard.games.going_on import by_itself, seats
from pearlboard.games.registry import GAMES
from pearlboard.hub.competition.pairs import swiss_is_there
from pearlboard.hub.competition.values import Competition, Entry, Match, System
from support.contests import Club, counted_anew
from support.house import hub, until
from support.lengths import at_length
from support.postgres import needed

pytestmark = [pytest.mark.slow, pytest.mark.long]

TABLES = tuple(f"Table {number}" for number in range(1, 9))
SIMULATIONS = 8
"""Few: a game takes a twentieth of a second."""


def places_of(game, players, seed):
    """The places of a game that these computer players have played, by seat; the seed decides the rest."""
    package, rng = GAMES[game], random.Random(seed)
    setup = package.options.of_trial(len(players), {}, rng)
    state = package.rules.opening(setup, 1, package.dealt.deal(setup, rng))
    while (outcome := package.rules.outcome(state)) is None:
        waiting = seats(package, state)
        if not waiting:
            state = by_itself(package, state)
            continue
        bot = package.players()[players[waiting[0] - 1]].bot
        thought = bot.think(package.rules.view(state, waiting[0]), rng.getrandbits(63), SIMULATIONS)
        state = package.rules.apply(state, waiting[0], thought.action)
    return tuple(outcome.places[seat] for seat in range(1, len(players) + 1))


async def rows(running, path):
    _, _, text = await running.get(path)
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))[1:]


def match_of(seated):
    """The match in which these sat, (number, place) by seat."""
    return Match(*map(tuple, zip(*seated, strict=True)))


async def told(running, names, plan):
    """The competition as its sheet of matches says it; people are entered in the order of their names."""
    numbers = {name: number for number, name in enumerate(sorted(names), 1)}
    drawn = {}
    for at, match, _, _, name, place, _ in await rows(running, "/competitions/1/matches.csv"):
        drawn.setdefault(int(at), {}).setdefault(int(match), []).append((numbers[name], int(place)))
    rounds = tuple(tuple(map(match_of, matches.values())) for matches in drawn.values())
    entries = tuple(Entry(number) for number in numbers.values())
    return numbers, Competition(System(plan["system"]), int(plan["seats"]), len(rounds), entries, rounds)


@pytest.mark.parametrize("seed", at_length(range(20), range(1)))
@pytest.mark.parametrize(
    ("game", "strong", "plan", "many", "rounds"),
    [
        pytest.param(
            "perladora",
            "flat",
            {"system": "swiss", "seats": "2"},
            *at_length((16, 4), (8, 3)),
            marks=pytest.mark.skipif(not swiss_is_there(), reason="needs py4swiss, which is not for this machine"),
        ),
        ("pearls", "greedy", {"system": "round_robin", "seats": "3"}, 9, 4),
    ],
    ids=["a Swiss", "a league of three at a table"],
)
def test_computers_play_a_competition_at_the_tables_of_a_house(address, game, strong, plan, many, rounds, seed):
    """Every other one plays well, others by chance: whoever is ahead, the standings are right."""
    needed()
    level = {f"{'abcdefghijklmnop'[at]}": ("random", strong)[at % 2] for at in range(many)}

    async def scenario():
        async with hub(address) as running:
            await running.enter(running.key)
            club = Club(running)
            await club.join(*TABLES[: many // int(plan["seats"])])
            await club.add(*level)
            where = await club.make("Cup", level, game=game, rounds=str(rounds), **plan)
            for at in range(1, rounds + 1):
                await club.draw(where, at)
                for table, names in await club.open(where):
                    players = [level[name] for name in names]
                    places = await asyncio.to_thread(places_of, game, players, f"{seed} {at} {names}")
                    await club.play(table, names, places, game=game)

                async def over():
                    return await club.open(where) == []

                await until(over, f"round {at} is over")
            numbers, competition = await told(running, level, plan)
            stood = [
                (int(each[0]), numbers[each[1]], int(each[2]))
                for each in await rows(running, "/competitions/1/standings.csv")
            ]
            await club.hang_up()
            return competition, stood

    competition, stood = asyncio.run(scenario())
    assert len(list(competition.matches())) == rounds * (many // int(plan["seats"]))
    assert sorted(stood) == counted_anew(competition)
