"""Clumsy hands and failing sensors at a table: a record of what hands really did, and people who only follow the page.

`Hands` knows what lies there, what was meant as a turn and what fell down, and checks that nothing counts that nobody
meant. `follow` plays somebody who has never read the rules of the table and only does what the page says.
"""

from pearlboard.games.values import TABLE
from pearlboard.geometry import GRID
from pearlboard.session.evolve import lying
from pearlboard.session.facts import Acted
from pearlboard.session.questions import of_computer
from pearlboard.session.state import Refused
from support.perladora_table import PERLADORA, hints
from support.tabling import TestTable

PATIENCE = 80
"""The most things that somebody does to get back to playing."""
DOUBT_MS = 11_000


class Hands(TestTable):
    """A table whose real pieces are in `board.pieces`; one piece lying over two edges is there twice (`crossed`).

    meant     sites where a hand has laid a piece for a turn since the last step
    fallen    sites of pieces that fell down while others were swept away, and which the table could know of
    phantoms  sites of sensors that have invented a turn, as far as the program remembers
    """

    def __init__(self, log=(), pieces=(), stuck=(), crossed=()):
        self.pressing = False
        self.meant, self.fallen, self.phantoms = set(), set(), set()
        self.crossed = list(crossed)
        self.invented = []
        self.turns = 0
        super().__init__(log, pieces, stuck=stuck)

    @property
    def place(self):
        """The board at which these hands are."""
        return self.tabletop.place

    def go(self):
        """Go to the board at which the game goes on: there is one."""

    def append(self, entries):
        """Check for every turn that counts that somebody meant it, and that its pieces lie there."""
        super().append(entries)
        for entry in entries:
            person = isinstance(entry.fact, Acted) and entry.fact.actor != TABLE
            if person and not of_computer(self.tabletop.session, entry.fact.actor):
                self.turns += 1
                if self.tabletop.session.agreement.game == PERLADORA.name:
                    self._judge(PERLADORA.board.lays(entry.fact.action))

    def _judge(self, sites):
        said = self.place.mask.told
        self.phantoms -= sites & self.board.pieces if self.pressing else set()
        for place in sites - said:
            stuck = self.board._stuck.get(place)
            if stuck == 1 and place not in self.board.pieces:
                if place in self.phantoms and not self.pressing:
                    self.invented.append((place, "a second turn by one sensor"))
                self.phantoms.add(place)
            elif place not in self.board.pieces:
                self.invented.append((place, "no piece lies there"))
            elif not self.pressing and (place in self.fallen or self.across(place) in sites):
                self.invented.append((place, "it fell there, and nobody has said that it counts"))
        self.meant.clear()

    # --- what hands do ---------------------------------------------------------------------------------------------

    def across(self, place):
        """The other edge under the same piece."""
        return next((pair[1 - pair.index(place)] for pair in self.crossed if place in pair), None)

    def lay(self, place):
        """Lay a piece, and mean it."""
        self.board.put(place)
        self.meant.add(place)
        self.clock.step(700)

    def take(self, place):
        """Take away what lies there; a piece over two edges goes from both."""
        for each in {place, self.across(place)} & self.board.pieces:
            self.board.lift(each)
            self.fallen.discard(each)
        self.crossed = [pair for pair in self.crossed if place not in pair]
        self.clock.step(300)

    def lay_across(self, one, other):
        """Lay one piece over two edges."""
        self.crossed.append((one, other))
        self.board.put(one)
        self.board.put(other)
        self.clock.step(700)

    def sweep(self, gone, strays):
        """Sweep pieces away, and let others fall where none should lie."""
        noticed = self.notices(gone)
        for place in gone:
            self.take_quickly(place)
        for place in strays:
            self.board.put(place)
            if noticed:
                self.fallen.add(place)
        self.clock.step(700)

    def take_quickly(self, place):
        for each in {place, self.across(place)} & self.board.pieces:
            self.board.lift(each)
            self.fallen.discard(each)
        self.crossed = [pair for pair in self.crossed if place not in pair]

    def notices(self, gone):
        """Whether the table can know that one of these is missing: it is in the log, and its sensor works."""
        session, place = self.tabletop.session, self.place
        if session.stage != "playing" or place.now.stop is not None:
            return False
        well = set(gone) - self.board._stuck.keys() - place.mask.untrusted - place.state.owed
        return bool(well & lying(session) & (place.state.sensed or frozenset()))

    def press(self, button="end_turn", ms=100):
        """Press a button; whatever counts until the table has settled was confirmed by this press."""
        self.pressing = True
        self.do(f"press {button} {ms} wait 600")
        self.pressing = False

    def wish(self, name, **fields):
        """Send a command as the page does; return whether it was accepted."""
        self.pressing = True
        self.phantoms.discard(GRID.site(fields["site"]) if "site" in fields else None)
        try:
            self.ask(name, **fields)
        except Refused:
            return False
        finally:
            self.pressing = False
        return True

    @property
    def calm(self):
        """Whether a turn is awaited, and nothing visible is wrong."""
        now = self.place.now
        draft, well = now.board.draft, self.board.plugged and not self.board._shifted and not self.board._stuck
        playing = self.tabletop.session.stage == "playing" and now.stop is None and now.requests.proposal is None
        return playing and well and draft is not None and draft.nothing and self.board.pieces == now.board.table.sensed

    def crash(self):
        """Restart the program; the board, its faults and its pieces stay as they are."""
        after = Hands(self.log, [str(place) for place in self.board.pieces], self.board._stuck, self.crossed)
        after.meant, after.fallen = self.meant, self.fallen
        after.asked, after.turns = self.asked, self.turns
        after.invented = self.invented
        return after

    def check(self):
        """Check that nothing has counted that nobody meant."""
        assert not self.invented, self.invented


# --- somebody who follows the page -----------------------------------------------------------------------------------


def follow(table, rng, patience=PATIENCE):
    """Do what the page says until a turn of one's own has counted; fails after so many steps."""
    path = []
    for _ in range(patience):
        table.go()
        before = table.turns
        path.append(_step(table, rng))
        if path[-1].startswith("turn") and table.turns > before and table.tabletop.session.stage == "playing":
            return
    screen = table.screen()
    raise AssertionError(f"no way back to play: {screen['sentence']} {screen['lift']} {screen['put']} {path[-12:]}")


def _step(table, rng):
    """Do one thing, and return its description."""
    return put_right(table) or _of_a_turn(table, rng)


def put_right(table):
    """Do one thing that comes before a turn, and return its description; None: nothing does."""
    return _of_the_cable(table) or _of_the_game(table) or _of_pieces(table)


def _of_the_cable(table):
    """React to the page's words about the plug, the chain, a pause, an empty board or a vote."""
    board, screen = table.board, table.screen()
    if not board.plugged or board._shifted:
        table.do("plug shift 0 wait 800")
        return "cable"
    if screen["question"] is not None:
        table.wish("answer", answer="continue")
        return "continue"
    for name in ("resume", "end_exhibit", "end_lesson"):
        if name in screen["can"]:
            table.wish(name)
            return name
    if screen["take_back"] is not None:
        table.wish("refuse_take_back")
        return "refuse"
    return None


def _of_the_game(table):
    """Leave a finished game, and begin another on a clear board."""
    stage = table.tabletop.session.stage
    if stage in ("reveal", "count"):
        table.wish("abandon")
        return "abandon"
    if stage == "over":
        table.wish("new_game")
        return "new game"
    if stage == "idle" and not table.screen()["lift"]:
        table.wish("set_up", players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "children"}])
        return "set up"
    if stage == "pearls" and not table.screen()["lift"]:
        table.wish("start")
        return "start"
    return None


def _of_pieces(table):
    """Lift and lay as the page says; if that is impossible, the sensor is wrong, and the page names it in time."""
    screen = table.screen()
    lift, put = ({GRID.site(name) for name in screen[key]} for key in ("lift", "put"))
    by_hand = {GRID.site(name) for name in screen["sensors"]["by_hand"]} | table.place.mask.untrusted
    if lift and _shown(screen) - table.board.pieces - by_hand:
        table.do(f"wait {DOUBT_MS}")  # the page shows a piece that is not there
        if named := _leave_out(table):
            return named
    done = _lifted(table, lift, by_hand) or _put(table, put, by_hand)
    if done:
        return done
    if lift or put:
        table.do(f"wait {DOUBT_MS}")
        return _leave_out(table) or "wait"
    return None


def _lifted(table, lift, by_hand):
    """Lift one piece, or report it lifted where no sensor is read."""
    for place in sorted(lift, key=str):
        if place in table.board.pieces:
            table.take(place)
            if place in by_hand:
                table.wish("lift", site=str(place))
            return f"lift {place}"
        if place in by_hand:
            table.wish("lift", site=str(place))
            return f"say lifted {place}"
    return None


def _put(table, put, by_hand):
    """Put one piece back, or report it laid where no sensor is read."""
    for place in sorted(put, key=str):
        if place not in table.board.pieces:
            table.lay(place)
            return f"put {place}"
        if table.across(place) is not None:
            table.take(place)
            return f"straighten {place}"
        if place in by_hand:
            table.wish("put", site=str(place))
            return f"say put {place}"
    return None


def _shown(screen):
    """The pieces on the page that do not count yet."""
    return {GRID.site(piece["site"]) for piece in screen["pieces"] if piece["status"] in ("draft", "foreign", "lift")}


def _leave_out(table):
    """Mask a sensor that the page names and people know to be wrong; otherwise fail if they have waited long enough."""
    sensors = table.screen()["sensors"]
    for name in (*sensors["doubtful"], *sensors["suspected"]):
        place = GRID.site(name)
        reads = place in (table.place.state.sensed or ())
        if reads != (place in table.board.pieces):
            table.wish("leave_out", site=name)
            return f"leave out {name}"
    if table.tabletop.session.stage in ("idle", "pearls"):
        table.do("wait 60000")
    return None


def _of_a_turn(table, rng):
    """With nothing wrong, lay a turn or end the one that lies there; while a computer thinks, do nothing."""
    screen = table.screen()
    if screen["thinking"] is not None:
        table.do("wait 1000")
        return "wait for the computer"
    drafted = _shown(screen)
    real = drafted & table.board.pieces
    crossed = {place for place in real if table.across(place) is not None}
    if crossed:
        table.take(min(crossed, key=str))
        return "straighten"
    if drafted and drafted == real and screen["verdict"] == "legal":
        table.press()
        return "turn by the button"
    if screen["verdict"] == "unfinished" and not drafted and _unseen(table):
        return _say_where(table)
    if drafted - real:
        known = {GRID.site(name) for name in screen["sensors"]["by_hand"]} | table.place.mask.untrusted
        if wrong := sorted((drafted - real) & known, key=str):
            table.wish("lift", site=str(wrong[0]))
            return f"say lifted {wrong[0]}"
        named = _leave_out(table)
        if named is not None:
            return named
    return _lay_a_turn(table, rng)


def _unseen(table):
    """Pieces that lie there, but nowhere on the page."""
    shown = {piece["site"] for piece in table.screen()["pieces"]}
    return sorted((place for place in table.board.pieces if str(place) not in shown), key=str)


def _say_where(table):
    """Press the button, which asks what is wrong; then tap the piece's place, or take the piece off again."""
    place = _unseen(table)[0]
    table.press()
    if "laid" in table.screen()["can"] and table.wish("laid", site=str(place)):
        table.do("wait 300")
        return f"said {place}"
    if table.place.now.turn.remaining_ms is None:
        table.take(place)
    return f"take off {place}"


def _lay_a_turn(table, rng):
    """Lay a Diver, or two Pontoons, where the rules allow; a correct turn then confirms itself."""
    now = table.place.now
    found = hints(now)
    places = [place for place in sorted(found.spaces, key=str) if place not in table.board.pieces]
    places = places or [place for place in sorted(found.edges, key=str) if place not in table.board.pieces]
    if not places:
        table.wish("abandon")
        return "abandon"
    place = rng.choice(places)
    table.lay(place)
    if place in table.place.mask.untrusted:
        table.wish("put", site=str(place))
    before = table.turns
    table.do("wait 3500")
    return f"turn {place}" if table.turns > before else f"laid {place}"


def stray_places(table, rng, count):
    """Free spaces for pieces that fall down."""
    free = [place for place in GRID.spaces if place not in table.board.pieces]
    return rng.sample(free, min(count, len(free)))
