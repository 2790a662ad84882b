"""A table among clumsy hands and failing sensors: what hands have really done, and what people do who only follow it.

`Hands` knows what lies there, what was meant as a turn and what fell down, and that nothing counts which nobody meant.
`follow` is somebody who has never read the rules of the table: it does what the page says, with what really lies there.
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
"""So many things somebody does to come back to play, at most."""
DOUBT_MS = 11_000


class Hands(TestTable):
    """What lies there is in `board.pieces`; one piece that lies over two edges is there twice (`crossed`).

    meant     places where a hand has laid a piece for a turn since the last step
    fallen    places of pieces that fell down while others were swept away, and which the table could know of
    phantoms  places of sensors that have made up a turn, as far as the program remembers
    """

    def __init__(self, log=(), pieces=(), stuck=(), crossed=()):
        self.pressing = False
        self.meant, self.fallen, self.phantoms = set(), set(), set()
        self.crossed = list(crossed)
        self.invented = []
        self.turns = 0
        super().__init__(log, pieces, stuck=stuck)

    def append(self, entries):
        """Judge every turn that counts: by whom it was meant, and whether its pieces lie there."""
        super().append(entries)
        for entry in entries:
            person = isinstance(entry.fact, Acted) and entry.fact.actor != TABLE
            if person and not of_computer(self.tabletop.session, entry.fact.actor):
                self.turns += 1
                self._judge(PERLADORA.board.lays(entry.fact.action))

    def _judge(self, sites):
        said = self.tabletop.place.mask.told
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
        """A hand lays a piece, and means it."""
        self.board.put(place)
        self.meant.add(place)
        self.clock.step(700)

    def take(self, place):
        """A hand takes away what lies there; of one piece over two edges both go."""
        for each in {place, self.across(place)} & self.board.pieces:
            self.board.lift(each)
            self.fallen.discard(each)
        self.crossed = [pair for pair in self.crossed if place not in pair]
        self.clock.step(300)

    def lay_across(self, one, other):
        """One piece comes to lie over two edges."""
        self.crossed.append((one, other))
        self.board.put(one)
        self.board.put(other)
        self.clock.step(700)

    def sweep(self, gone, strays):
        """Pieces are swept away, and others fall where none should lie."""
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
        """Whether the table can know that one of these is missing: it lies in the log, and its sensor works."""
        tabletop = self.tabletop
        if tabletop.session.stage != "playing" or tabletop.now.stop is not None:
            return False
        well = set(gone) - self.board._stuck.keys() - tabletop.place.mask.untrusted - tabletop.place.state.owed
        return bool(well & lying(tabletop.session) & (tabletop.place.state.sensed or frozenset()))

    def press(self, button="end_turn", ms=100):
        """A button; whatever counts until the table has settled was confirmed by it."""
        self.pressing = True
        self.do(f"press {button} {ms} wait 600")
        self.pressing = False

    def wish(self, name, **fields):
        """What people ask on the page; whether it was done."""
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
        """Whether a turn is awaited, and nothing is wrong as far as anybody can see."""
        now = self.tabletop.now
        draft, well = now.board.draft, self.board.plugged and not self.board._shifted and not self.board._stuck
        playing = self.tabletop.session.stage == "playing" and now.stop is None and now.requests.proposal is None
        return playing and well and draft is not None and draft.nothing and self.board.pieces == now.board.table.sensed

    def crash(self):
        """The program ends and begins again; the board, its faults and what lies on it stay as they are."""
        after = Hands(self.log, [str(place) for place in self.board.pieces], self.board._stuck, self.crossed)
        after.meant, after.fallen = self.meant, self.fallen
        after.asked, after.turns = self.asked, self.turns
        after.invented = self.invented
        return after

    def check(self):
        """Nothing has counted that nobody meant."""
        assert not self.invented, self.invented


# --- somebody who follows what the page says -------------------------------------------------------------------------


def follow(table, rng):
    """Come back to play: do what the page says until a turn of one's own has counted. It may not take for ever."""
    path = []
    for _ in range(PATIENCE):
        before = table.turns
        path.append(_step(table, rng))
        if path[-1].startswith("turn") and table.turns > before and table.tabletop.session.stage == "playing":
            return
    screen = table.screen()
    raise AssertionError(f"no way back to play: {screen['sentence']} {screen['lift']} {screen['put']} {path[-12:]}")


def _step(table, rng):
    """One thing, and what it was."""
    return _of_the_cable(table) or _of_the_game(table) or _of_pieces(table) or _of_a_turn(table, rng)


def _of_the_cable(table):
    """What the page says of plug, chain, pause, an empty board and a vote."""
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
    """A game that is over is left, and another begins on a clear board."""
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
    """What is to be lifted and laid; what cannot be, has a sensor that is wrong: the page names it in the end."""
    screen = table.screen()
    lift, put = ({GRID.site(name) for name in screen[key]} for key in ("lift", "put"))
    by_hand = {GRID.site(name) for name in screen["sensors"]["by_hand"]} | table.tabletop.place.mask.untrusted
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
    """One piece less, by hand, or by word where no sensor is read."""
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
    """One piece back where it belongs, likewise."""
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
    """What the page shows as pieces that do not count yet."""
    return {GRID.site(piece["site"]) for piece in screen["pieces"] if piece["status"] in ("draft", "foreign", "lift")}


def _leave_out(table):
    """A sensor that is named, and of whose place people know better, is left out; else they have waited long enough."""
    sensors = table.screen()["sensors"]
    for name in (*sensors["doubtful"], *sensors["suspected"]):
        place = GRID.site(name)
        reads = place in (table.tabletop.place.state.sensed or ())
        if reads != (place in table.board.pieces):
            table.wish("leave_out", site=name)
            return f"leave out {name}"
    if table.tabletop.session.stage in ("idle", "pearls"):
        table.do("wait 60000")
    return None


def _of_a_turn(table, rng):
    """Nothing is wrong: lay a turn, or end the one that lies there. While a computer thinks there is nothing to do."""
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
        known = {GRID.site(name) for name in screen["sensors"]["by_hand"]} | table.tabletop.place.mask.untrusted
        if wrong := sorted((drafted - real) & known, key=str):
            table.wish("lift", site=str(wrong[0]))
            return f"say lifted {wrong[0]}"
        named = _leave_out(table)
        if named is not None:
            return named
    return _lay_a_turn(table, rng)


def _unseen(table):
    """Pieces that lie there, which the page shows nowhere."""
    shown = {piece["site"] for piece in table.screen()["pieces"]}
    return sorted((place for place in table.board.pieces if str(place) not in shown), key=str)


def _say_where(table):
    """The button first: it asks what is up; then a tap where it lies, or the piece is taken off again."""
    place = _unseen(table)[0]
    table.press()
    if "laid" in table.screen()["can"] and table.wish("laid", site=str(place)):
        table.do("wait 300")
        return f"said {place}"
    if table.tabletop.now.turn.remaining_ms is None:
        table.take(place)
    return f"take off {place}"


def _lay_a_turn(table, rng):
    """A Diver, or two Pontoons, where the rules allow it; then patience, for it counts by itself if all is well."""
    now = table.tabletop.now
    found = hints(now)
    places = [place for place in sorted(found.spaces, key=str) if place not in table.board.pieces]
    places = places or [place for place in sorted(found.edges, key=str) if place not in table.board.pieces]
    if not places:
        table.wish("abandon")
        return "abandon"
    place = rng.choice(places)
    table.lay(place)
    if place in table.tabletop.place.mask.untrusted:
        table.wish("put", site=str(place))
    before = table.turns
    table.do("wait 3500")
    return f"turn {place}" if table.turns > before else f"laid {place}"


def stray_places(table, rng, count):
    """Free spaces for pieces that fall down."""
    free = [place for place in GRID.spaces if place not in table.board.pieces]
    return rng.sample(free, min(count, len(free)))
