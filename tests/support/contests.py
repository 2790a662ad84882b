"""Competitions that are played by chance, or at the tables of a hub; standings that are counted in another way."""

import re
from fractions import Fraction
from html import unescape

from pearlboard.club.documents import Agreed, Ended, Seated, Turn
from pearlboard.hub.competition.drawing import next_round
from pearlboard.hub.competition.values import Competition, Entry, Match
from support.house import Caller, chained


def begun(system, seats, rounds, entries):
    """A competition in which nothing is drawn."""
    return Competition(system, seats, rounds, tuple(Entry(number) for number in range(1, entries + 1)))


def after(competition, *rounds, entries=None):
    """The competition after further rounds."""
    drawn = (*competition.drawn, *rounds)
    return Competition(
        competition.system, competition.seats, competition.rounds, entries or competition.entries, tuple(drawn)
    )


def by_chance(chance, seats, *, ties=0.2, away=0.0):
    """The match with a result: some equal, some who were not there."""
    places = [chance.randint(1, 2) if chance.random() < ties else at for at in range(1, len(seats) + 1)]
    chance.shuffle(places)
    return Match(tuple(seats), tuple(None if chance.random() < away else place for place in places))


def played(competition, chance, **how):
    """The competition after all of its rounds."""
    while len(competition.drawn) < competition.rounds:
        drawn = next_round(competition)
        competition = after(competition, tuple(by_chance(chance, seats, **how) for seats in drawn))
    return competition


def counted_anew(competition):
    """(position, number, points) of all, by a matrix of who beat whom; nothing of the program's counting is used."""
    numbers = [entry.number for entry in competition.entries]
    won = {(one, other): Fraction(0) for one in numbers for other in numbers}
    met, points, firsts = dict.fromkeys(won, 0), dict.fromkeys(numbers, Fraction(0)), dict.fromkeys(numbers, 0)
    for at, drawn in enumerate(competition.drawn, 1):
        free = {entry.number for entry in competition.entries if entry.takes_part(at)}
        for match in drawn:
            free -= set(match.seats)
            for seat, one in enumerate(match.seats):
                mine = match.places[seat]
                for other_seat, other in enumerate(match.seats):
                    theirs = match.places[other_seat]
                    if seat == other_seat or mine is None:
                        continue
                    half = 1 if theirs is None or mine < theirs else Fraction(1, 2) if mine == theirs else 0
                    points[one] += half
                    if theirs is not None:
                        won[one, other] += half
                        met[one, other] += 1
                if mine is not None and mine == min(place for place in match.places if place is not None):
                    firsts[one] += 1
        for one in free:
            swiss_of_two = competition.system == "swiss" and competition.seats == 2
            points[one] += 1 if swiss_of_two else Fraction(competition.seats - 1, 2)

    def key(one):
        tied = [other for other in numbers if points[other] == points[one]]
        all_met = all(met[a, b] for a in tied for b in tied if a != b)
        among = sum(won[one, other] for other in tied) if all_met else 0
        return points[one], among, sum(met[one, other] * points[other] for other in numbers), firsts[one]

    keys = {one: key(one) for one in numbers}
    return sorted((1 + sum(keys[other] > keys[one] for other in numbers), one, 2 * points[one]) for one in numbers)


class Club:
    """A running hub with people and tables: the owner's browser does what the owner would press."""

    def __init__(self, running):
        self.running = running
        self.codes, self.tables, self.logs = {}, {}, {}

    async def join(self, *names):
        """Tables that have joined."""
        for name in names:
            _, _, page = await self.running.do("/house/code")
            caller = Caller(self.running.port, name)
            await caller.call(re.search(r'id="code">([A-Z0-9-]{14})<', page)[1])
            self.tables[name], self.logs[name] = caller, []

    async def add(self, *names):
        """People with their codes, by name."""
        _, _, page = await self.running.do("/house/people/add", names="\n".join(names))
        found = re.findall(r'<b>([^<]*)</b> <span class="code">([A-Z0-9-]{14})<', page)
        self.codes.update({unescape(name): code for name, code in found})
        return page

    async def make(self, name, people, **plan):
        """A competition of these people; its address for those who run it."""
        _, _, page = await self.running.get("/house/competitions")
        ids = {unescape(who): number for number, who in re.findall(r'name="person-(\d+)"[^>]*> ([^<]*)</label>', page)}
        form = {"once": name, "name": name, "game": "Harbour", "seats": "2", "system": "round_robin", "rounds": ""}
        ticked = {f"person-{ids[who]}": "on" for who in people}
        status, headers, page = await self.running.do("/house/competitions/make", **{**form, **plan}, **ticked)
        assert status == 303, page
        return headers["location"].partition("?")[0]

    async def draw(self, where, at):
        """Draw a round at all tables."""
        _, _, page = await self.running.get(where)
        ticked = dict.fromkeys(re.findall(r'name="(table-\d+)"', page), "on")
        return await self.running.do(f"{where}/draw", round=str(at), **ticked)

    async def open(self, where):
        """The matches that are to be played: (table, names in the order of seats)."""
        _, _, page = await self.running.get(where.removeprefix("/house"))
        found = []
        for match in page.split('<li class="table" data-kind="playing">')[1:]:
            names = re.findall(r'<span class="name">([^<]*)</span>', match.partition("</ol>")[0])
            found.append((unescape(re.search(r"<h3>([^<]*)</h3>", match)[1]), tuple(map(unescape, names))))
        return found

    async def tell(self, table, *documents):
        """A table tells more."""
        rows = chained(documents, self.logs[table])
        self.logs[table] += rows
        return await self.tables[table].tell(rows)

    async def play(self, table, names, places, game="harbour", sides=None, costs=None):
        """A game at a table, from beginning to end; `sides`: of teams; `costs`: of handicaps, by seat."""
        on = zip(names, sides or range(1, len(names) + 1), costs or [0] * len(names), strict=True)
        seats = tuple(Seated(name, "", side, cost) for name, side, cost in on)
        return await self.tell(table, Agreed(game, seats), Turn(1, 1), Ended(tuple(places), (None,) * len(names)))

    async def hang_up(self):
        for table in self.tables.values():
            await table.hang_up()
