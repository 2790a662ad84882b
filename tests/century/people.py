"""What happens to a table in a night: people who play and are clumsy, and everything around them that fails.

A deed is a name and a number: what it does follows from the number and from how the table stands, so a run can be cut
down to some of its deeds. `DEEDS` says how often each comes.
"""

import random
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from century.world import JOB_S
from pearlboard.games.registry import GAMES
from pearlboard.games.values import TABLE
from pearlboard.geometry import GRID
from pearlboard.languages import LANGUAGES
from pearlboard.session.facts import Acted
from pearlboard.session.principal import Principal, digest, seat_of
from pearlboard.session.questions import of_computer
from pearlboard.session.state import Phase
from support.clumsy import Hands, follow, put_right, stray_places
from support.perladora_table import command, flat, hints
from support.script import perform

MOST_PAGES = 5
MOST_FAULTS = 2
PATIENCE = 240
"""The most things that somebody does to get back to playing: a whole board may have to be cleared first."""
SLOW_S = 0.5
FEW = 1
NAMES = ("Anna", "Ben", "Cleo", "Dora")
PLAYED = ("perladora", "perladora", "pearls", "piratoons")
BY_PAGE = PLAYED[2:]
"""Games whose turns are said by the page; of Perladöra every turn lies on the board."""


class Own:
    """What hands know of one board, and its page; as in `Hands`."""

    def __init__(self, world, number):
        self.meant, self.fallen, self.phantoms, self.crossed = set(), set(), set(), []
        token = f"page-of-board-{number}-and-its-key"
        self.page = world.page(token, principal=Principal(key=digest(token), place=number))


class Table(Hands):
    """Hands at a board, `at`, and its page: what is asked goes by its line, and what is read is what it shows."""

    def __init__(self, world):
        self.world, self.at = world, 0
        self.pressing, self.turns, self.invented = False, 0, []
        self.own = [Own(world, number) for number in range(1 + (world.settings.second.board != "none"))]
        self.log, self.other_values, self.words = [], False, Counter()
        world.pages += [own.page for own in self.own]
        world.on_append = self.append

    meant, fallen, phantoms, crossed, page = (
        property(
            lambda self, name=name: getattr(self.own[self.at], name),
            lambda self, value, name=name: setattr(self.own[self.at], name, value),
        )
        for name in ("meant", "fallen", "phantoms", "crossed", "page")
    )

    @property
    def place(self):
        return self.tabletop.places.of(self.at)

    def at_each(self):
        """Go to each board that is within reach, and back."""
        at = self.at
        for number in filter(self.world.within_reach, range(len(self.own))):
            self.at = number
            yield number
        self.at = at

    def go(self):
        self.at = self.tabletop.places.leader.number

    def append(self, entries):
        """What counts counts at the board that leads, wherever hands are. A value was said once its Diver counts."""
        self.words.update(
            (self.tabletop.session.number, entry.fact.actor)
            for entry in entries
            if isinstance(entry.fact, Acted) and getattr(entry.fact.action, "value", None) is not None
        )
        at, self.at = self.at, self.tabletop.places.leader.number
        super().append(entries)
        self.at = at

    @property
    def life(self):
        return self.world.life

    @property
    def board(self):
        return self.world.board(self.at)

    @property
    def tabletop(self):
        return self.life.running.tabletop

    @property
    def clock(self):
        return self.tabletop.clock

    @property
    def commands(self):
        raise AttributeError("commands go by the page's line")

    def do(self, script):
        perform(script, self.board, self.clock)
        self.world.pass_ms(200)
        return self

    def ask(self, name, **fields):
        raise AttributeError(f"{name} {fields} goes by the page's line")

    def lay(self, place):
        """Lay a piece, and mean it; whoever has a phone says by it that the value comes later."""
        super().lay(place)
        self.say_later()

    def word(self, seat):
        """A small value for the first Divers of a hand, of which there are enough; for all others it comes later."""
        session = self.tabletop.session
        if self.words[session.number, seat] >= FEW:
            return command("say_later")
        value = 1 + session.version % 2
        return command("choose_value", value=3 - value if self.other_values else value)

    def say_later(self):
        """A word by the phone of whoever is to move."""
        turn = None if plays_by_page(self) else self.tabletop.now.game.to_move
        own = [page for page in self.world.pages if page.principal.seat == turn and not page.refused]
        for page in own:
            if not page.connected:
                page.connect()
            page.wait_for(page.ask(self.word(turn)))

    def page_of(self, actor):
        """The phone of this seat, or the host's page."""
        phones = (page for page in self.world.pages if page.principal.seat == actor and not page.refused)
        return self.page if actor == TABLE else next(phones, self.page)

    def wish(self, name, *, page=None, twice=False, **fields):
        """Ask by the host's page, or by this one; whether it was accepted. On a broken line nothing does."""
        page = page or self.page
        self.pressing = True
        self.phantoms.discard(GRID.site(fields["site"]) if "site" in fields else None)
        asked = page.ask(command(name, **fields), twice=twice)
        page.wait_for(asked)
        self.pressing = False
        reply = page.replies.pop(asked, None)
        assert reply is not None or not page.connected, f"nobody answers {name}"
        if reply is None and not page.connected:
            page.connect()
            page.wait_for(None)
        return reply is not None and reply["refused"] is None

    def screen(self, language="en"):
        del language
        if not self.page.connected:
            self.page.connect()
        self.world.pass_ms(round(2000 * self.page.delay_s) + 60)
        return flat(self.page.screen)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that happens. `often`: its weight; `does(table, chance)` does it."""

    often: int
    does: object


DEEDS = {}


def deed(often):
    """A decorator that registers a deed with its weight."""

    def known(does):
        DEEDS[does.__name__] = Deed(often, does)
        return does

    return known


def some(table, chance, count=1):
    """Pieces that lie there."""
    lying = sorted(table.board.pieces, key=str)
    return chance.sample(lying, min(count, len(lying)))


# --- people who play -------------------------------------------------------------------------------------------------


@deed(30)
def play(table, chance):
    """Whoever does what the page says plays on, from wherever the table has come to."""
    table.world.disk_failing = None
    table.world.meet()
    if table.tabletop.session.phase is Phase.IDLE:
        for _ in table.at_each():
            clear(table)
        sit_down(table, chance)
    session = table.tabletop.session
    table.at = 0
    for seat in session.phones:  # a phone that nobody has at hand is signed out by the host
        if not any(page.principal.seat == seat and not page.refused for page in table.world.pages):
            table.wish("free_seat", seat=seat)
    table.say_later()
    for _ in range(chance.randint(1, 3)):
        for _ in table.at_each():  # what is owed at any board comes before the next turn
            put_all_right(table)
        if plays_by_page(table):
            follow_by_page(table, chance)
        else:
            follow(table, chance, PATIENCE)


def put_all_right(table):
    """Do what the page of this board asks for, until it asks for nothing."""
    for _ in range(PATIENCE):
        if table.tabletop.session.phase is not Phase.PLAYING or put_right(table) is None:
            return
    screen = table.screen()
    raise AssertionError(f"never right: {screen['sentence']} {screen['lift']} {screen['put']}")


def plays_by_page(table):
    agreement = table.tabletop.session.agreement
    return agreement is not None and agreement.game in BY_PAGE


def follow_by_page(table, chance):
    """Put right what the page asks for, then act by it, until somebody's action has counted or the game is over."""
    path, at_first = [], table.tabletop.session
    for _ in range(PATIENCE):
        table.go()
        path.append(put_right(table) or act(table, chance))
        session = table.tabletop.session
        if session.number != at_first.number or session.phase is not Phase.PLAYING:
            return
        if path[-1] == "acted" and len(session.acts) > len(at_first.acts):
            return
    screen = table.screen()
    raise AssertionError(f"no way back to play: {screen['sentence']} {screen['lift']} {screen['put']} {path[-12:]}")


def act(table, chance):
    """One legal action of somebody who is to act, by the page; computers and what is counted down get their time."""
    session, rules = table.tabletop.session, GAMES[table.tabletop.session.agreement.game].rules
    people = sorted((who for who in rules.active(session.state) if not of_computer(session, who)), key=str)
    for actor in chance.sample(people, len(people)):
        table.at = 0 if actor == TABLE else session.agreement.place(actor)
        action = rules.sample(rules.view(session.state, actor), chance)
        if action is None and actor == TABLE:
            action = rules.go_on(rules.view(session.state, TABLE))
        page = table.page_of(actor)
        looks = actor == TABLE or page is not table.page  # where hands are hidden, whoever acts has looked
        if not looks and not table.wish("private", seat=actor) and actor in session.screened:
            page = take_out_a_phone(table, chance, actor) or page
        counts = action is not None and table.wish("act", page=page, action=rules.encode(action), actor=actor)
        table.wish("hand_back")
        if counts:
            return "acted"
    table.world.pass_ms(1_000)
    return f"wait for {people}"


def clear(table):
    """Take off all that the page shows there, a handful at a time."""
    for name in table.screen()["lift"]:
        place = GRID.site(name)
        if place in table.board.pieces:
            table.take(place)


@deed(3)
def sit_down(table, chance):
    """A new game: two to four, with computers or without; perhaps by a page that presses twice."""
    table.at = 0
    players = [{"name": name, "computer": None} for name in NAMES[: chance.randint(2, 4)]]
    if chance.random() < 0.4:
        players[-1]["computer"] = "easy"
    game = chance.choice(PLAYED)
    seats = [chance.randint(1, len(table.own)) for _ in players] if game != "piratoons" else []
    boards = {"boards": seats} if len(table.own) > 1 and seats else {}
    table.wish("set_up", game=game, **boards, twice=chance.random() < 0.3, players=players)
    if chance.random() < 0.2:
        table.world.power_off()
        table.world.power_on()
    for _ in table.at_each():
        table.wish("start", twice=chance.random() < 0.3)


@deed(6)
def lay(table, chance):
    """A turn, or half of one, that may be left lying."""
    if table.tabletop.session.stage != "playing" or plays_by_page(table):
        return
    found = hints(table.place.now)
    places = sorted((found.edges if chance.random() < 0.5 else found.spaces) - table.board.pieces, key=str)
    for place in chance.sample(places, min(len(places), chance.randint(1, 2))):
        table.lay(place)
    if chance.random() < 0.5:
        table.do("wait 3500")


@deed(4)
def press(table, chance):
    """Any of the buttons, short or long."""
    table.press(chance.choice(("end_turn", "take_back", "hint")), chance.choice((100, 100, 2500)))


@deed(4)
def say(table, chance):
    """Anything that a page may say, also what makes no sense now."""
    name = chance.choice(
        ("pause", "resume", "hint", "take_back", "agree_take_back", "refuse_take_back", "tidy", "regions")
    )
    table.wish(name, twice=chance.random() < 0.3)


@deed(2)
def say_of_a_place(table, chance):
    """People may be wrong about a sensor, and about what lies where."""
    left_out = sorted(map(str, table.tabletop.session.left_out))
    name = chance.choice(("leave_out", "trust", "trust", "laid", "put", "lift"))
    site = chance.choice(left_out if name == "trust" and left_out else [*map(str, GRID.sites)])
    if table.wish(name, twice=chance.random() < 0.3, site=site) and name == "trust":
        assert site not in table.screen()["sensors"]["left_out"], f"{site} is trusted, and left out"


@deed(2)
def tell_a_value(table, chance):
    """A value, right or wrong."""
    table.wish("choose_value", value=chance.randint(1, 5))


@deed(1)
def leave(table, chance):
    """The game is abandoned, or a new one wanted."""
    table.wish(chance.choice(("abandon", "new_game")))


# --- hands and the cat -----------------------------------------------------------------------------------------------


@deed(4)
def drop(table, chance):
    place = chance.choice(GRID.sites)
    if place not in table.board.pieces:
        table.lay(place)


@deed(4)
def lift(table, chance):
    for place in some(table, chance):
        table.take(place)


@deed(3)
def sweep(table, chance):
    """A sleeve, or a cat; somebody may put the pieces back at once."""
    gone = some(table, chance, chance.randint(1, 6))
    strays = [place for place in stray_places(table, chance, chance.randint(0, 2)) if place not in gone]
    table.sweep(gone, strays)
    if chance.random() < 0.5:
        for place in gone:
            if place not in table.board.pieces:
                table.board.put(place)
        table.clock.step(700)


# --- what fails ------------------------------------------------------------------------------------------------------


@deed(2)
def stick(table, chance):
    if len(table.board._stuck) < MOST_FAULTS:
        table.do(f"{chance.choice(GRID.sites)}={chance.choice('01')}")


@deed(3)
def mend(table, chance):
    del chance
    for place in sorted(table.board._stuck, key=str):
        table.do(f"{place}=")


@deed(2)
def flicker(table, chance):
    table.do(f"{chance.choice(GRID.sites)}*{chance.choice((8, 20))}*1000")


@deed(2)
def cable(table, chance):
    table.do(chance.choice(("unplug", "plug", "shift 1", "shift 0", "unplug wait 1500 plug")))
    if chance.random() < 0.5:
        table.do("wait 6000")


@deed(4)
def power_cut(table, chance):
    """The power goes in the middle of whatever there is, or a moment after somebody has pressed."""
    world = table.world
    if chance.random() < 0.5 and table.tabletop.session.stage == "playing":
        table.page.ask(command(chance.choice(("take_back", "pause", "hint"))))
        world.pass_ms(chance.choice((1, 20, 22, 25, 40)))
    world.power_off()
    world.power_on()


@deed(2)
def restart(table, chance):
    """The program ends in order, and begins again."""
    del chance
    table.world.end()
    table.world.power_on()


@deed(2)
def disk(table, chance):
    """A full disk, a slow one, or a good one again."""
    world = table.world
    world.disk_failing = chance.choice((None, "No space left on device"))
    world.disk_s = chance.choice((JOB_S, JOB_S, SLOW_S))


@deed(2)
def clock_jumps(table, chance):
    """The time of day jumps, as on a Pi without a battery that finds the network."""
    table.world.day_off = timedelta(days=chance.choice((-400, -1, 0, 1, 4000)), hours=chance.randint(0, 23))


@deed(3)
def between(table, chance):
    """The line between two tables is cut, dies silently, is slow, or nobody is there; or the guest's power goes."""
    world = table.world
    if world.guest is None:
        return
    what = chance.choice(("cut", "dies", "slow", "away", "back", "power"))
    if what == "power":
        world.guest.power_off()
        world.guest.power_on()
    elif what == "slow":
        world.wires.delay_s = chance.choice((0.005, 0.05, 0.3))
    elif what == "back":
        world.wires.down = False
    else:
        world.wires.down = what == "away"
        world.wires.cut(silent=what == "dies")
    world.pass_ms(chance.choice((50, 400, 3_500)))


@deed(3)
def wait(table, chance):
    table.world.pass_ms(chance.choice((50, 400, 3_500, 12_000, 61_000, 600_000)))


# --- pages -----------------------------------------------------------------------------------------------------------


@deed(3)
def line(table, chance):
    """A page comes, goes, comes back, or has a bad line."""
    world = table.world
    others = world.pages[len(table.own) :]
    what = chance.choice(("come", "cut", "cut", "back", "slow"))
    if what == "come" and len(world.pages) < MOST_PAGES:
        world.pages.append(
            world.page(f"page {next(world.numbers)}", chance.choice(LANGUAGES), lights=chance.random() < 0.3).connect()
        )
    elif what == "cut":
        chance.choice(world.pages).cut()
    elif what == "back":
        for page in world.pages:
            if not page.connected and not page.refused:
                page.connect()
    elif what == "slow":
        chance.choice(world.pages).delay_s = chance.choice((0.005, 0.02, 0.15))
    elif others:
        world.pages.remove(left := chance.choice(others))
        left.cut()
    world.pass_ms(400)


@deed(2)
def phone(table, chance):
    """Somebody takes out a phone, says a value by it, or puts it away."""
    world, session = table.world, table.tabletop.session
    if session.phase is not Phase.PLAYING:
        return
    own = [page for page in world.pages if page.principal.seat is not None and not page.refused]
    if own and chance.random() < 0.5:
        page = chance.choice(own)
        word = command("hint") if plays_by_page(table) else table.word(page.principal.seat)
        page.ask(command("leave") if chance.random() < 0.3 else word)
    elif len(world.pages) < MOST_PAGES:
        take_out_a_phone(table, chance, chance.choice([seat for seat, _ in enumerate(session.agreement.names, 1)]))
    world.pass_ms(400)


def take_out_a_phone(table, chance, seat):
    """The page of a phone that joins for this seat; None: the host may not invite it."""
    access = table.world.life.running.seat_access
    if not table.wish("invite", seat=seat) or seat not in access.invitations():
        return None
    token = access.join(access.invitations()[seat]).token
    page = table.world.page(token, chance.choice(LANGUAGES), seat_of(table.tabletop.session, token)).connect()
    table.world.pages.append(page)
    return page


EVENING = ("sit_down", "phone", "phone", "phone")
"""Without phones nobody has said anything that others must not see."""


def drawn(seed, count, begin=()):
    """The deeds of a run: those that it begins with, and `count` more; each its name and its number."""
    chance = random.Random(f"deeds {seed}")
    names, often = zip(*((name, each.often) for name, each in DEEDS.items()), strict=True)
    begun = [(name, number) for number, name in enumerate(begin, seed)]
    return begun + [(chance.choices(names, often)[0], chance.getrandbits(32)) for _ in range(count)]
