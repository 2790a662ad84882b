"""Clumsy hands in a game whose pieces move: nothing counts that hands have not done, and following the page leads back.

`Hands` knows which piece really lies where. Whoever follows only does what the page says, with the piece that it names.
"""

from random import Random

import pytest

from other_games.march import START
from other_games.tables import GameTable
from pearlboard.games.api import TABLE
from pearlboard.geometry import GRID
from pearlboard.session.evolve import pieces
from pearlboard.session.facts import Acted
from pearlboard.session.questions import of_computer
from support.lengths import at_length

pytestmark = pytest.mark.slow

PATIENCE = 40
GAMES, PARTS = at_length((1000, 10), (12, 4))


def of_status(page, *statuses):
    """The sites of the pieces that the page shows so."""
    return [GRID.site(piece["site"]) for piece in page["pieces"] if piece["status"] in statuses]


class Hands(GameTable):
    """A table whose real pieces are known: `really` by site, and `pool` is what hands hold."""

    def __init__(self, log=(), lying=(), really=None):
        self.really, self.pool, self.invented, self.counted = really or {}, [], [], 0
        self.to_judge, self.doubted = None, set()
        super().__init__(log, lying)

    def append(self, entries):
        """Check of every action of a person that hands have done just that."""
        super().append(entries)
        for entry in entries:
            if (
                isinstance(entry.fact, Acted)
                and entry.fact.actor != TABLE
                and not of_computer(self.session, entry.fact.actor)
            ):
                self.counted += 1
                self.to_judge = entry.fact

    def check(self):
        """The tables' own check compares the log with itself; here hands are compared with the log."""

    def judge(self):
        """After whatever has counted: the pieces are where the log says, each with its player."""
        fact, self.to_judge = self.to_judge, None
        if fact is None:
            return
        expected = {site: piece.seat for site, piece in pieces(self.session).items()}
        owed = self.tabletop.place.state.owed | self.tabletop.place.state.must_lift
        wrong = {site for site in expected.keys() | self.really.keys() if expected.get(site) != self.really.get(site)}
        if wrong - owed - self.doubted:
            self.invented.append((fact, sorted(map(str, wrong))))

    # --- what hands do

    def lift(self, site):
        self.board.lift(site)
        self.pool.append(self.really.pop(site))
        self.clock.step(320)
        self.judge()

    def lay(self, site, seat):
        """Lay a piece; that one lies where another player's belongs, no table can know."""
        wanted = pieces(self.session).get(site)
        if wanted is not None and wanted.seat != seat and site in self.tabletop.place.state.owed:
            self.doubted.add(site)
        self.board.put(site)
        self.pool.remove(seat)
        self.really[site] = seat
        self.clock.step(320)
        self.judge()

    def wait(self, ms):
        self.clock.step(ms)
        self.judge()

    def press(self):
        """Press the button, whatever comes of it: who does not look where the table asks has only himself to blame."""
        if "See that the right" in self.page()["sentence"]:
            self.doubted |= set(self.tabletop.place.state.mixed)
        self.refused("confirm")
        self.clock.step(300)
        self.judge()

    def crash(self):
        """The same pieces under a program that has just started; which were mixed up before, it does not know."""
        again = Hands(self.log, [str(site) for site in self.board.pieces], dict(self.really))
        again.pool, again.counted, again.doubted = (
            list(self.pool),
            self.counted,
            self.doubted | set(self.tabletop.place.state.mixed),
        )
        again.clock.step(500)
        return again

    # --- what people do who follow the page

    def answers(self, page):
        """Say what the page asks for, or confirm what hands have done; False if there is nothing to say."""
        drafted = of_status(page, "draft", "foreign")
        if page["question"]:
            self.refused("answer", answer="continue")
        elif self.tabletop.now.turn.awaits:
            self.refused("choose", choice={"crowned": True})
        elif page["verdict"] == "legal" and all(self.really[site] == self.state.to_move for site in drafted):
            self.press()
        else:
            return False
        self.wait(300)
        return True

    def follow(self):
        """Put everything right by the page alone; whether that led to a turn that is awaited."""
        for _ in range(PATIENCE):
            page = self.page()
            if page["phase"] != "playing":
                return True
            if self.answers(page):
                continue
            lift, put = map(GRID.site, page["lift"]), list(map(GRID.site, page["put"]))
            hand, extra = of_status(page, "in_hand"), of_status(page, "draft", "foreign")
            wrong = [site for site in lift if site in self.really]
            if not wrong and len(hand) != 1:  # what one piece has done is undone by putting that one back
                wrong = [site for site in extra if site in self.really]
            if wrong:
                self.lift(wrong[0])
                continue
            if not put and not hand:
                self.wait(1500)
                if self.really.keys() == pieces(self.session).keys():
                    return True
                continue
            site = (put + hand)[0]
            seat = pieces(self.session)[site].seat
            if seat not in self.pool:
                self.pool.append(seat)  # another one of the box
            self.lay(site, seat)
        return False


def carry_out(table, rng, go):
    """A move, in any order that hands may take, with pauses."""
    start, end = go.path[0], go.path[-1]
    seat = table.really[start]
    taken = [site for site in go.taken if site in table.really]
    first = [lambda: table.lift(start)] + [lambda site=site: table.lift(site) for site in taken]
    rng.shuffle(first)
    lays = lambda: table.lay(end, seat)  # noqa: E731
    if len(go.path) == 1:
        doings = first
    elif end in go.taken:
        doings = [*first, lays]
    else:
        doings = rng.choice([[*first, lays], [first[0], lays, *first[1:]]])
        if first[0].__defaults__ is not None:
            doings = [*first, lays]
    for doing in doings:
        if rng.random() < 0.2:
            table.wait(rng.choice((500, 2000, 9000)))
        doing()


def moves(table, rng):
    """A move that is open, confirmed by lying still or by the button."""
    view = table.tabletop.now.game.view
    goes = table.tabletop.now.game.board.open_actions(view)
    can = [go for go in goes if table.really.get(go.path[0]) == view.to_move and free(table, go)]
    if can:
        carry_out(table, rng, rng.choice(can))
        table.wait(3500)
        if rng.random() < 0.7:
            table.press()


def free(table, go):
    return go.path[-1] not in table.really or go.path[-1] in go.taken


def looks(table, rng):
    """Any piece is lifted and put back."""
    site = rng.choice(sorted(table.really, key=str))
    seat = table.really[site]
    table.lift(site)
    table.wait(rng.choice((200, 3000, 8000)))
    if site not in table.really:
        table.lay(site, seat)


def errs(table, rng):
    """Any piece is put down where none is expected; on another's place nobody could tell."""
    site = rng.choice(sorted(table.really, key=str))
    seat = table.really[site]
    table.lift(site)
    table.lay(
        rng.choice([site for site in GRID.spaces if site not in pieces(table.session) and site not in table.really]),
        seat,
    )


def sweeps(table, rng):
    """Some pieces are gone."""
    for site in rng.sample(sorted(table.really, key=str), min(len(table.really), rng.randint(2, 5))):
        table.lift(site)


def clumsy(table, rng):
    """One thing that hands may do; the table, which is another one after a crash."""
    if rng.random() < 0.08:
        return table.crash()
    deed = rng.choice((moves, moves, moves, moves, looks, errs, sweeps, lambda table, _: table.press()))
    if len(table.really) > 1:
        deed(table, rng)
    table.wait(rng.choice((0, 500, 3500)))
    return table


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_counts_that_hands_have_not_done_and_the_page_leads_back(part):
    """Forty things of clumsy hands in each game, some of them moves; a computer plays in every second game."""
    counted = 0
    for seed in range(part, GAMES, PARTS):
        rng = Random(seed)
        table = Hands().set_up("march", 2, computers={2: "random"} if seed % 2 else None)
        table.pool = [seat for seat, _ in START.values()]
        assert table.follow(), seed
        for _ in range(40):
            if table.page()["phase"] != "playing":
                break
            table = clumsy(table, rng)
            if rng.random() < 0.5:
                assert table.follow(), (seed, table.page()["sentence"])
                assert not table.tabletop.now.board.table.missing, seed
            assert table.invented == [], seed
        counted += table.counted
    assert counted > 15
