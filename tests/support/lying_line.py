"""Two ends of a line in one process, over a transport that delays, doubles, reorders, truncates, makes up and cuts.

`World(seed).run(...)` plays at random, then lets the transport be honest, and checks what the line promises. A run is a
number.
"""

import random
from dataclasses import dataclass, field

from pearlboard.remote.events import Dropped, Greeted, Over, Received
from pearlboard.remote.line import Line, Phase, Role
from pearlboard.remote.messages import (
    SITES_BYTES,
    Button,
    Game,
    Hello,
    Lights,
    Lit,
    PageClosed,
    PageOpened,
    PageText,
    Promised,
    Reading,
)


class Broken(AssertionError):
    """The line has not kept what it promises."""


def hello(name, chance, **changed):
    """The hello of a table called `name`."""
    said = {"lowest": 1, "highest": 1, "program": "0.2.0", "table": name, "games": (Game("pearls", "1"),)}
    return Hello(**said | {"line": chance.randbytes(8)} | changed)


def demand(kept, what):
    """Raise unless the line has kept this."""
    if not kept:
        raise Broken(what)


@dataclass
class Wire:
    """One connection: packets on their way in each direction, with the time of their arrival."""

    to: dict[Role, list[tuple[int, bytes]]] = field(default_factory=lambda: {Role.HOST: [], Role.GUEST: []})


class End:
    """One end with what its owner remembers: what it has sent, and what has come."""

    def __init__(self, role, chance, now):
        self.line = Line(role, hello(role.name, chance), now)
        self.role = role
        self.said = []
        self.heard = []
        self.dropped = set()
        self.resumed = []


class World:
    """Two tables and a liar between them."""

    def __init__(self, seed, lies=0.02, slowest_ms=300):
        self.chance = random.Random(seed)
        self.now = 1_000
        self.lies, self.slowest_ms = lies, slowest_ms
        self.guest, self.host = (End(role, self.chance, self.now) for role in (Role.GUEST, Role.HOST))
        self.ends = {Role.GUEST: self.guest, Role.HOST: self.host}
        self.wire = None
        self.number = 0
        self.pressed_over = set()

    # --- the transport -----------------------------------------------------------------------------------------

    def connect(self):
        self.wire = Wire()
        for end in self.ends.values():
            self.note(end, end.line.opened(self.now))

    def cut(self):
        self.wire = None
        for end in self.ends.values():
            self.note(end, end.line.cut())

    def crash(self, role):
        """An end begins anew, and remembers nothing; what its owner says is the state as it is then."""
        before = self.ends[role]
        self.cut()
        after = End(role, self.chance, self.now)
        self.ends[role] = after
        self.guest, self.host = self.ends[Role.GUEST], self.ends[Role.HOST]
        states = [each for each in before.said if isinstance(each, Reading | Lights)]
        for message in states[-1:]:
            self.say(after, message)
        other = self.ends[Role.HOST if role is Role.GUEST else Role.GUEST]
        other.said = [each for each in other.said if isinstance(each, Reading | Lights)]

    def carry(self, end):
        """Put what an end sends on the wire, as the liar likes it."""
        for packet in end.line.take(self.now):
            if self.wire is None:
                continue
            there = self.wire.to[Role.HOST if end.role is Role.GUEST else Role.GUEST]
            last = max((at for at, _ in there), default=self.now)
            at = max(last, self.now + self.chance.randint(0, self.slowest_ms))
            there.append((at, packet))
            if self.chance.random() < self.lies:
                self.lie(there, at, packet)

    def lie(self, there, at, packet):
        match self.chance.choice(("double", "reorder", "truncate", "foreign")):
            case "double":
                there.append((at + self.chance.randint(0, 50), packet))
            case "reorder" if len(there) > 1:
                other = self.chance.randrange(len(there) - 1)
                there[other], there[-1] = (there[other][0], there[-1][1]), (there[-1][0], there[other][1])
            case "truncate":
                there[-1] = (at, packet[: self.chance.randrange(len(packet))])
            case "foreign":
                there.append((at, self.chance.randbytes(self.chance.randint(0, 40))))

    def step(self, ms):
        """Let time pass: deliver what arrives, and let both ends act."""
        self.now += ms
        for end in self.ends.values():
            self.note(end, end.line.tick(self.now))
            wire = self.wire
            while wire is not None and self.wire is wire and wire.to[end.role] and wire.to[end.role][0][0] <= self.now:
                _, packet = wire.to[end.role].pop(0)
                self.note(end, end.line.feed(packet, self.now))
            if self.wire is not None and not end.line.connected:
                self.cut()
        for end in self.ends.values():
            self.carry(end)

    def note(self, end, events):
        for event in events:
            match event:
                case Received(message):
                    end.heard.append(message)
                case Dropped(channel):
                    end.dropped.add(channel)
                case Greeted(_, resumed):
                    end.resumed.append(resumed)
                case Over():
                    raise Broken(f"the line has ended: {event}")

    # --- the owners --------------------------------------------------------------------------------------------

    def act(self):
        """One of the two says something."""
        self.number += 1
        match self.chance.choice(("reading", "press", "open", "up", "close", "lights", "down", "shut", "promise")):
            case "reading":
                self.say(self.guest, Reading(self.number.to_bytes(SITES_BYTES, "little"), bytes(SITES_BYTES)))
            case "press":
                readings = [each for each in self.guest.said if isinstance(each, Reading)]
                self.pressed_over.add(readings[-1] if readings else None)
                self.say(self.guest, Button("end_turn", down=True))
                self.say(self.guest, Button("end_turn", down=False))
            case "open" if len(self.guest.line.pages) < 5:
                channel = self.guest.line.open_page("table", "en", self.now, local=False)
                self.guest.said.append(PageOpened(channel, "table", "en", local=False))
            case "up" | "down" as way:
                end = self.guest if way == "up" else self.host
                if end.line.pages:
                    channel = self.chance.choice(sorted(end.line.pages))
                    end.said.append(PageText(channel, f"text {self.number}"))
                    end.line.write(channel, f"text {self.number}", self.now)
            case "close" | "shut" as way if self.chance.random() < 0.3:
                end = self.guest if way == "close" else self.host
                if end.line.pages:
                    channel = self.chance.choice(sorted(end.line.pages))
                    end.line.close_page(channel, self.now)
                    end.said.append(PageClosed(channel))
            case "lights":
                mark = Lit(self.number % 100, "turn", self.number % 4, 0)
                self.say(self.host, Lights((mark,), str(self.number), 0, lamp=True))
            case "promise":
                self.say(self.host, Promised(self.number.to_bytes(32, "little")))

    def say(self, end, message):
        end.said.append(message)
        end.line.send(message, self.now)

    # --- the whole ---------------------------------------------------------------------------------------------

    def run(self, steps=300, cuts=0.03):
        """Play so many steps, then be honest until everything has arrived, and check."""
        self.connect()
        for _ in range(steps):
            if self.wire is None and self.chance.random() < 0.2:
                self.connect()
            elif self.wire is not None and self.chance.random() < cuts:
                self.cut()
            if self.chance.random() < 0.6:
                self.act()
            self.step(self.chance.choice((1, 20, 50, 200, 2_000) if self.chance.random() < 0.1 else (1, 20, 50)))
        self.settle()
        self.check()

    def settle(self):
        """Let an honest transport carry the rest."""
        self.lies = 0
        if self.wire is not None:
            self.cut()
        for _ in range(400):
            if self.wire is None:
                self.connect()
            self.step(50)
            if all(end.line.phase is Phase.UP and not end.line.quality.waiting for end in self.ends.values()):
                break
        for end in self.ends.values():
            demand(not end.line.quality.waiting, "something still waits")

    def check(self):
        """Everything arrived once and in order; the latest state is known; presses are over the reading they were."""
        closed = {each.channel for end in self.ends.values() for each in end.said if isinstance(each, PageClosed)}
        for here, there in ((self.guest, self.host), (self.host, self.guest)):
            self.check_texts(here, there, closed)
            self.check_states(here, there)
        promised, opened = ([m for m in end if isinstance(m, Promised)] for end in (self.host.said, self.guest.heard))
        demand(promised == opened, "promises are lost, doubled, or in another order")
        self.check_buttons()
        demand(self.guest.line.pages == self.host.line.pages, "the two know different pages")
        demand(not self.guest.dropped | self.host.dropped, "a page was dropped for nothing")

    def check_texts(self, here, there, closed):
        kinds = PageOpened | PageText
        said = [each for each in here.said if isinstance(each, kinds)]
        heard = [each for each in there.heard if isinstance(each, kinds)]
        demand(
            [each for each in said if each.channel not in closed]
            == [each for each in heard if each.channel not in closed],
            "texts are lost, doubled, or in another order",
        )
        for channel in closed:
            sent, came = ([each for each in of if each.channel == channel] for of in (said, heard))
            demand(came == sent[: len(came)], "a page that was closed got something else than the beginning")

    def check_states(self, here, there):
        for kind in (Reading, Lights):
            said, heard = ([each for each in of if isinstance(each, kind)] for of in (here.said, there.heard))
            if said:
                demand(heard, "a state never came")
                last = heard[-1]
                if isinstance(last, Lights):
                    last = Lights(last.marks, last.cue, 0, last.lamp)
                demand(last == said[-1], "the latest state is not known")

    def check_buttons(self):
        said, heard = ([m for m in of if isinstance(m, Button)] for of in (self.guest.said, self.host.heard))
        demand(len(heard) <= len(said), "a press was made up")
        reading = None
        for each in self.host.heard:
            if isinstance(each, Reading):
                reading = each
            elif isinstance(each, Button) and each.down:
                demand(reading in self.pressed_over, "a press counts over another reading")
