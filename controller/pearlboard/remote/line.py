"""One end of the line between two tables: packets and time in, events and packets out, without a carrier or a clock.

    away      no connection
    greeting  a connection is open, and the peer's hello has not come
    up        messages go both ways
    over      one of the two has ended the line; a new one is a new object

A line lives over many connections. The guest speaks first: its hello names the last number that it has seen. If both
remember each other, both go on there, and nothing is lost or comes twice. If one of them does not, both begin anew:
states are told again, and pages are opened anew. Damage and gaps end a connection; a flood, a giant packet, and
numbers that cannot be true end the line.
"""

from enum import Enum, auto
from typing import Final, Literal, get_args

from msgspec.structs import replace

from pearlboard.remote.events import Away, Dropped, Event, Greeted, Over, Quality, Received, Why
from pearlboard.remote.messages import (
    LONGEST_DOWN,
    LONGEST_UP,
    TRY_LATER,
    Beat,
    Down,
    Echo,
    Goodbye,
    Hello,
    Kept,
    Malformed,
    Packet,
    PageClosed,
    PageOpened,
    PageText,
    Reason,
    Seen,
    TooLong,
    Up,
    encoded,
    packed,
    unfit,
    unpacked,
)
from pearlboard.remote.outbox import Lied, Outbox, Overfull
from pearlboard.remote.pace import Pace
from pearlboard.remote.pages import Pages

BEAT_MS: Final = 1_000
SILENT_MS: Final = 2_300
"""The timeout for a silent peer: two beats, and what a bad line may hold up a third."""
GREETING_MS: Final = 5_000
SENT_A_SECOND, SENT_BURST = 200, 400
PACKETS_A_SECOND, PACKETS_BURST = 800, 2_000
BYTES_A_SECOND, BYTES_BURST = 1_048_576, 4_194_304
"""The pace of this end's messages, and the limits of what a peer sends, acknowledgements and doubles included."""
OVERHEAD: Final = 32
"""The most bytes of a packet around the text of a page."""
UNREADABLE: Final = 1009


class Role(Enum):
    """The two ends of a line."""

    HOST = auto()
    GUEST = auto()


class Phase(Enum):
    """The state of an end, as above."""

    AWAY = auto()
    GREETING = auto()
    UP = auto()
    OVER = auto()


_SAYS: Final = {Role.HOST: get_args(Down), Role.GUEST: get_args(Up)}
_LONGEST: Final = {Role.HOST: LONGEST_DOWN, Role.GUEST: LONGEST_UP}


class Line:
    """One end. After every call, and at `due_ms` after a `tick`, `take` returns the packets to send, in order.

    Between `opened` and `cut` the carrier delivers packets of one connection alone.
    """

    def __init__(self, role: Role, hello: Hello, at_ms: int) -> None:
        """Be away. `hello`: who this end is, with a `line` made by chance."""
        self.phase = Phase.AWAY
        self.peer: Hello | None = None
        self._role, self._me = role, hello
        self._other = Role.GUEST if role is Role.HOST else Role.HOST
        self._outbox = Outbox()
        self._seen = 0
        self._pages = Pages()
        self._hello: Hello | None = None
        self._goodbye: Goodbye | None = None
        self._echo: int | None = None
        self._owes_seen = False
        self._since_ms = self._beat_ms = at_ms
        self._heard_ms: int | None = None
        self._round_trip_ms: int | None = None
        self._cuts = 0
        self._untold: list[Event] = []
        self._sending = Pace(SENT_A_SECOND, SENT_BURST, at_ms)
        self._packets = Pace(PACKETS_A_SECOND, PACKETS_BURST, at_ms)
        self._bytes = Pace(BYTES_A_SECOND, BYTES_BURST, at_ms)

    @property
    def quality(self) -> Quality:
        """The quality of the line now."""
        return Quality(self._round_trip_ms, self._cuts, len(self._outbox), self._heard_ms)

    @property
    def pages(self) -> frozenset[int]:
        """The channels that are open."""
        return frozenset(self._pages.open)

    @property
    def connected(self) -> bool:
        """Whether there is a connection, which the carrier closes when this is no longer so."""
        return self.phase in (Phase.GREETING, Phase.UP)

    # --- to the peer -------------------------------------------------------------------------------------------

    def send(self, message: Kept, at_ms: int) -> None:
        """Say something, now or when the peer is there again; `TypeError` if this end never says that."""
        if not isinstance(message, _SAYS[self._role]):
            raise TypeError(f"a {self._role.name.lower()} does not say {type(message).__name__}")
        if self.phase is Phase.OVER:
            return
        try:
            dropped = self._outbox.add(message, at_ms)
        except Overfull:
            self._untold.append(self._end(Goodbye(Reason.BEHIND), by_peer=False))
            return
        self._pages.drop(dropped)
        self._untold += [Dropped(channel) for channel in dropped]

    def open_page(self, kind: Literal["table", "seat"], language: str, at_ms: int, *, local: bool) -> int:
        """Guest: open a channel for a page; return its number."""
        channel = self._pages.open_here()
        self.send(PageOpened(channel, kind, language, local), at_ms)
        return channel

    def write(self, channel: int, text: str, at_ms: int) -> None:
        """Send a text of a page, if its channel is open. One that is too long closes the channel."""
        if channel not in self.pages:
            return
        if len(text.encode()) > _LONGEST[self._role] - OVERHEAD:
            self.close_page(channel, at_ms, UNREADABLE, "too long")
            self._untold.append(Dropped(channel))
        else:
            self.send(PageText(channel, text), at_ms)

    def close_page(self, channel: int, at_ms: int, code: int = 1000, reason: str = "") -> None:
        """Close a page's channel, if it is open; what waits for it is dropped."""
        if self._pages.close(channel) and self._outbox.forget(channel):
            self.send(PageClosed(channel, code, reason), at_ms)

    def end(self, reason: Reason) -> None:
        """End the line; an `Over` follows with the next events."""
        if self.phase is not Phase.OVER:
            self._untold.append(self._end(Goodbye(reason), by_peer=False))

    def take(self, at_ms: int) -> list[bytes]:
        """The packets to send now. Call this only when the carrier can take more."""
        out: list[bytes] = []
        if self._goodbye is not None:
            out.append(packed(0, self._seen, encoded(self._goodbye)))
            self._goodbye = None
        if self._hello is not None and self.connected:
            out.append(packed(0, self._seen, encoded(self._hello)))
            self._hello = None
        if self.phase is Phase.UP:
            out += self._signs(at_ms)
            while self._outbox.ready and self._sending.admit(1, at_ms):
                message = self._outbox.take(at_ms)
                out.append(packed(self._outbox.sent, self._seen, message))
            if self._owes_seen and not out:
                out.append(packed(0, self._seen, encoded(Seen())))
            self._owes_seen = False
        return out

    def _signs(self, at_ms: int) -> list[bytes]:
        """The signs of life that are due."""
        signs = []
        if self._echo is not None:
            signs.append(packed(0, self._seen, encoded(Echo(self._echo))))
            self._echo = None
        if at_ms - self._beat_ms >= BEAT_MS:
            self._beat_ms = at_ms
            signs.append(packed(0, self._seen, encoded(Beat(at_ms))))
        return signs

    # --- connections and time ----------------------------------------------------------------------------------

    def opened(self, at_ms: int) -> list[Event]:
        """A carrier has connected; an older connection is given up."""
        if self.phase is Phase.OVER:
            return self._events([])
        events: list[Event] = [self._lose(Why.REPLACED)] if self.connected else []
        self.phase, self._since_ms, self._heard_ms = Phase.GREETING, at_ms, at_ms
        self._owes_seen, self._echo = False, None
        if self._role is Role.GUEST:
            self._hello = replace(self._me, knows=self.peer.line if self.peer else b"", seen=self._seen)
        return self._events(events)

    def cut(self) -> list[Event]:
        """The carrier has lost the connection."""
        return self._events([self._lose(Why.CUT)] if self.connected else [])

    def due_ms(self, at_ms: int) -> int | None:
        """The time at which `tick` and `take` must be called next; None: not before something else happens."""
        if self._untold:
            return at_ms
        if self.phase is Phase.GREETING:
            return self._since_ms + GREETING_MS
        if self.phase is not Phase.UP:
            return None
        due = [self._beat_ms + BEAT_MS, (self._heard_ms or 0) + SILENT_MS]
        if self._outbox.ready:
            due.append(at_ms + self._sending.wait_ms(1, at_ms))
        return min(due)

    def tick(self, at_ms: int) -> list[Event]:
        """Let time pass."""
        if self.phase is Phase.GREETING and at_ms - self._since_ms >= GREETING_MS:
            return self._events([self._lose(Why.UNGREETED)])
        if self.phase is Phase.UP and at_ms - (self._heard_ms or 0) >= SILENT_MS:
            return self._events([self._lose(Why.SILENT)])
        return self._events([])

    def _events(self, events: list[Event]) -> list[Event]:
        """The given events, after those that were not reported yet."""
        events, self._untold = [*self._untold, *events], []
        return events

    def _lose(self, why: Why) -> Away:
        self.phase = Phase.AWAY
        self._hello = None
        self._cuts += 1
        return Away(why)

    def _end(self, goodbye: Goodbye, *, by_peer: bool) -> Over:
        self._goodbye = None if by_peer or not self.connected else replace(goodbye, program=self._me.program)
        self.phase = Phase.OVER
        self._outbox = Outbox()
        self._pages.forget(numbers=False)
        return Over(goodbye, by_peer)

    # --- from the peer -----------------------------------------------------------------------------------------

    def feed(self, data: bytes, at_ms: int) -> list[Event]:
        """Take a packet."""
        if not self.connected:
            return self._events([])
        if not (self._packets.admit(1, at_ms) and self._bytes.admit(len(data), at_ms)):
            return self._events([self._end(Goodbye(Reason.FLOOD), by_peer=False)])
        try:
            events = self._read(unpacked(data, _LONGEST[self._other]), at_ms)
        except Malformed:
            events = [self._lose(Why.MALFORMED)]
        except TooLong:
            events = [self._end(Goodbye(Reason.TOO_LONG), by_peer=False)]
        except Lied:
            events = [self._end(Goodbye(Reason.LIED), by_peer=False)]
        return self._events(events)

    def _read(self, packet: Packet, at_ms: int) -> list[Event]:
        self._heard_ms = at_ms
        message = packet.message
        if isinstance(message, Goodbye):
            return [self._end(message, by_peer=True)]
        if isinstance(message, Hello):
            return self._greet(message, at_ms)
        if self.phase is not Phase.UP:
            return [self._lose(Why.GAP)]
        self._outbox.acknowledge(packet.seen)
        match message:
            case Beat(at_ms=theirs):
                self._echo = theirs
            case Echo(at_ms=mine):
                self._round_trip_ms = at_ms - mine if mine == self._beat_ms else self._round_trip_ms
            case Seen():
                pass
            case _:
                return self._take_next(packet.number, message, at_ms)
        return []

    def _greet(self, hello: Hello, at_ms: int) -> list[Event]:
        if self.phase is Phase.UP:
            return [] if hello == self.peer else [self._lose(Why.GAP)]
        wrong = unfit(self._me, hello)
        if wrong is not None:
            return [self._end(wrong, by_peer=False)]
        resumed = self._remembered(hello)
        unheard = not (resumed or self._outbox.acknowledged or self._seen)
        events: list[Event] = []
        goes_on = resumed or unheard
        if goes_on:
            self._outbox.resume(hello.seen if resumed else 0, at_ms)
        else:
            events += [Dropped(channel) for channel in self._pages.forget(numbers=self._role is Role.HOST)]
            self._outbox.restart()
            self._seen = 0
        self.peer, self.phase = hello, Phase.UP
        self._beat_ms = at_ms - BEAT_MS
        if self._role is Role.HOST:
            self._hello = replace(self._me, knows=hello.line if resumed else b"", seen=self._seen)
        return [*events, Greeted(hello, goes_on)]

    def _remembered(self, hello: Hello) -> bool:
        """Whether both ends remember each other. The host says so, and the guest goes by that."""
        known = self.peer is not None and self.peer.line == hello.line
        if self._role is Role.GUEST and hello.knows == self._me.line and not known:
            raise Lied("the host goes on with somebody else's line")
        return known and hello.knows == self._me.line

    def _take_next(self, number: int, message: object, at_ms: int) -> list[Event]:
        if not isinstance(message, _SAYS[self._other]):
            raise Lied(f"a {self._other.name.lower()} does not say {type(message).__name__}")
        self._owes_seen = True
        if number <= self._seen:
            return []
        if number > self._seen + 1:
            return [self._lose(Why.GAP)]
        self._seen = number
        return [Received(message)] if self._concerns(message, at_ms) else []

    def _concerns(self, message: object, at_ms: int) -> bool:
        """Whether a message is for somebody: not one for a page that was closed here meanwhile."""
        match message:
            case PageOpened(channel=channel):
                if not self._pages.opened(channel):
                    self.send(PageClosed(channel, TRY_LATER, "full"), at_ms)
                    return False
            case PageText(channel=channel):
                return self._pages.concerned(channel)
            case PageClosed(channel=channel):  # perhaps of a page whose opening was dropped on the way
                self._outbox.forget(channel)
                return self._pages.close(channel)
        return True
