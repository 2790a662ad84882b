"""The host's end of one connection to a board: bytes and time in, events and bytes out, without a port or a clock.

    asking   HELLO_REQUEST every `ASK_MS`, and nothing else, until a suitable HELLO arrives
    greeted  waiting for the first SNAPSHOT
    up       snapshots arrive, pictures are sent
    gone     finished; the last event was `Gone`, or `Left`. A new connection is a new object.

Nothing is assumed about a board from an earlier connection: every connection begins by asking for its identity, and its
pieces are unknown until the first snapshot. The HELLO_REQUEST contains no byte 3, which would interrupt a Pico that is
starting.
"""

from enum import Enum, auto
from typing import Final

from pearlboard.link.board_clock import BoardClock
from pearlboard.link.events import Event, Gone, Greeted, Left, Seen, Told, Why
from pearlboard.link.framing import Damaged, Decoder, Frame, framed
from pearlboard.link.messages import (
    BLOCK,
    BLOCKS,
    HIGHEST,
    LOWEST,
    NEVER_ANSWERED,
    PIXELS,
    STAMPED,
    Ack,
    Bye,
    Change,
    Commit,
    Cue,
    Exit,
    Heartbeat,
    Hello,
    HelloRequest,
    Lamp,
    Leds,
    Log,
    Malformed,
    Message,
    Nak,
    Reason,
    Snapshot,
    SnapshotRequest,
    Unknown,
    packed,
    unpacked,
)

ASK_MS: Final = 250
BEAT_MS: Final = 250
SILENT_MS: Final = 1_000
"""The timeout for readings: a board without one for this long is gone, whatever else it sends."""
PICTURE_MS: Final = 1_000
"""The interval at which the whole picture and the lamp are repeated."""
ANSWER_MS: Final = 500
"""The timeout after which an unanswered picture counts as lost, and the delay before a refused one is sent again."""
MISSED_MS: Final = 100
"""The minimum interval between requests for snapshots, however bad the line is."""
INTERRUPT: Final = 3
FRAME_OVERHEAD: Final = 6
LEAST_FRAME: Final = 15
"""The least frame limit, which a heartbeat needs."""
LEAST_CREDITS: Final = 1
LOGS_A_SECOND: Final = 5
"""The limit for log messages of a board; further ones are dropped."""
REMEMBERED: Final = 400
PROMPTS: Final = (b">>> ", b"MicroPython", b"raw REPL", b"Traceback (most recent")

_REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class _Phase(Enum):
    ASKING = auto()
    GREETED = auto()
    UP = auto()
    GONE = auto()


class Connection:
    """One connection, from opening the port until it is closed.

    `receive` and `tick` return events; after them, and after `show` and the like, `take` returns the bytes to write.
    `tick` must be called at `due_ms`.
    """

    def __init__(self, chains: tuple[int, int] | None, at_ms: int) -> None:
        """Start asking. `chains`: how many sensors and LEDs the board must have; None: any board, of any version."""
        self.heard_ms: int | None = None
        self._chains = chains
        self._phase = _Phase.ASKING
        self._since_ms = at_ms
        self._decoder = Decoder()
        self._unrecognised = bytearray()
        self._hello: Hello | None = None
        self._out = bytearray()
        self._seq = 0
        self._next_seq: int | None = None
        self._clock = BoardClock()
        self._errors = 0
        self._picture: bytes | None = None
        self._number = 0
        self._fresh = False
        self._again_ms: int | None = None
        self._in_flight: dict[int, int] = {}
        self._credits = 0
        self._lamp = 0
        self._leaving: int | None = None
        self._chain_ms = self._logs_ms = at_ms
        self._logs = 0
        self._asked_ms = self._beat_ms = self._pictured_ms = self._missed_ms = at_ms - PICTURE_MS

    @property
    def up(self) -> bool:
        """Whether the board has sent its first snapshot."""
        return self._phase is _Phase.UP

    @property
    def due_ms(self) -> int:
        """When `tick` must be called next."""
        if self._phase is _Phase.ASKING:
            return min(self._asked_ms + ASK_MS, self._since_ms + SILENT_MS)
        due = [
            self._beat_ms + BEAT_MS,
            self._chain_ms + SILENT_MS,
            *(sent_ms + ANSWER_MS for sent_ms in self._in_flight.values()),
        ]
        if self._may_send:
            due.append(self._pictured_ms + PICTURE_MS)
            if self._again_ms is not None:
                due.append(self._again_ms)
        return min(due)

    @property
    def _may_send(self) -> bool:
        """Whether there is a picture that the board can take now."""
        return self.up and self._picture is not None and self._leaving is None and len(self._in_flight) < self._credits

    # --- to the board ------------------------------------------------------------------------------------------

    def show(self, picture: bytes, at_ms: int) -> None:
        """Show this picture, in place of one that is still waiting."""
        self._picture = picture
        self._fresh = True
        self._send_picture(at_ms)

    def lamp(self, *, on: bool) -> None:
        """Switch the end-turn button's lamp."""
        self._lamp = int(on)
        if self.up:
            self._send(Lamp(self._lamp))

    def play(self, tones: tuple[tuple[int, int], ...]) -> None:
        """Play these tones now, truncated and clamped to what the board takes."""
        if self.up and self._hello is not None:
            most = (self._hello.frame_limit - FRAME_OVERHEAD) // 4
            self._send(Cue(tuple((_clamped(hz), _clamped(ms)) for hz, ms in tones[:most])))

    def leave(self) -> None:
        """Say farewell; a `Left` event follows when the board has acknowledged."""
        self._leaving = self._send(Bye())

    def exit(self) -> None:
        """Ask the board to leave its main loop; a `Left` event follows."""
        self._leaving = self._send(Exit())

    def take(self) -> bytes:
        """Return the bytes to write, and clear them."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def _send(self, message: Message) -> int:
        seq = self._seq
        frame = framed(Frame(packed(message)[0], seq, packed(message)[1]))
        self._out += frame
        if self._hello is None or self._hello.highest >= BLOCKS:
            self._out += bytes(-len(frame) % BLOCK)
        self._seq = (seq + 1) % 256
        return seq

    def _ask(self, at_ms: int) -> None:
        """Send a HELLO_REQUEST, with a sequence number that avoids byte 3, the interrupt of a starting Pico."""
        kind, payload = packed(HelloRequest(LOWEST, HIGHEST))
        while INTERRUPT in framed(Frame(kind, self._seq, payload)):
            self._seq = (self._seq + 1) % 256
        self._send(HelloRequest(LOWEST, HIGHEST))
        self._asked_ms = at_ms

    def _send_picture(self, at_ms: int) -> None:
        """Send the latest picture, if it is new or due again and the board can take one."""
        hello = self._hello
        if hello is None or self._picture is None or not self._may_send:
            return
        repeated = at_ms - self._pictured_ms >= PICTURE_MS
        if not (self._fresh or repeated):
            return
        step = 3 * min(PIXELS, (hello.frame_limit - FRAME_OVERHEAD - 3) // 3)
        for at in range(0, len(self._picture), step):
            self._send(Leds(self._number, at // 3, self._picture[at : at + step]))
        self._in_flight[self._send(Commit(self._number))] = at_ms
        self._number = (self._number + 1) % 256
        if repeated:
            self._send(Lamp(self._lamp))
        self._fresh = False
        self._again_ms = None
        self._pictured_ms = at_ms

    # --- time --------------------------------------------------------------------------------------------------

    def tick(self, at_ms: int) -> list[Event]:
        """Let time pass; return events."""
        if self._phase is _Phase.ASKING:
            return self._tick_asking(at_ms)
        if self._phase is _Phase.GONE:
            return []
        if at_ms - self._chain_ms >= SILENT_MS:
            return [self._end(Why.STALLED)]
        if at_ms - self._beat_ms >= BEAT_MS:
            self._beat_ms = at_ms
            last = ((self._next_seq or 0) - 1) % 256
            self._send(Heartbeat(at_ms - self._since_ms & 0xFFFFFFFF, last, min(self._errors, 0xFFFF), 0))
        for seq in [seq for seq, sent_ms in self._in_flight.items() if at_ms - sent_ms >= ANSWER_MS]:
            del self._in_flight[seq]
            self._fresh = True
        if self._again_ms is not None and at_ms >= self._again_ms:
            self._again_ms = None
            self._fresh = True
        self._send_picture(at_ms)
        return []

    def _tick_asking(self, at_ms: int) -> list[Event]:
        if at_ms - self._since_ms >= SILENT_MS:
            return [self._end(self._diagnose())]
        if at_ms - self._asked_ms >= ASK_MS:
            self._ask(at_ms)
        return []

    def _diagnose(self) -> Why:
        """Why there was no HELLO, judged from the bytes received."""
        if not self._unrecognised:
            return Why.SILENT
        return Why.PROMPT if any(prompt in self._unrecognised for prompt in PROMPTS) else Why.STRANGER

    def _end(self, why: Why) -> Gone:
        self._phase = _Phase.GONE
        return Gone(why, self._hello)

    # --- from the board ----------------------------------------------------------------------------------------

    def receive(self, data: bytes, at_ms: int) -> list[Event]:
        """Take received bytes; return events."""
        if self._phase is _Phase.ASKING:
            self._unrecognised = (self._unrecognised + data)[:REMEMBERED]
        events: list[Event] = []
        for found in self._decoder.feed(data):
            if isinstance(found, Damaged):
                self._note_loss(at_ms)
            elif self._phase is not _Phase.GONE:
                events += self._take_frame(found, at_ms)
        return events

    def _take_frame(self, frame: Frame, at_ms: int) -> list[Event]:
        try:
            message = unpacked(frame.kind, frame.payload)
        except Malformed:
            if self._phase is not _Phase.ASKING and frame.kind not in NEVER_ANSWERED:
                self._send(Nak(frame.seq, Reason.MALFORMED, 0))
            return []
        if self._phase is _Phase.ASKING and not isinstance(message, Hello):
            return []
        gap = self._next_seq not in (None, frame.seq)
        self._next_seq = (frame.seq + 1) % 256
        self.heard_ms = at_ms
        if gap and not isinstance(message, Snapshot | Change | Hello):
            self._note_loss(at_ms)
        return self._dispatch(message, frame.seq, at_ms)

    def _dispatch(self, message: Message | Unknown, seq: int, at_ms: int) -> list[Event]:
        match message:
            case Hello():
                return self._greet(message, at_ms)
            case Snapshot(board_ms, held, chain):
                self._clock.feed(board_ms, at_ms)
                return self._take_reading(board_ms, held, chain, at_ms)
            case Change(board_ms, held, chain):
                return self._take_reading(board_ms, held, chain, at_ms)
            case Ack(answered, granted):
                return self._answer(answered, granted, at_ms, done=True)
            case Nak(_, Reason.NOT_GREETED, _) if self._leaving is None:
                return [self._end(Why.RESTARTED)]
            case Nak(answered, _, granted):
                return self._answer(answered, granted, at_ms, done=False)
            case Log(text):
                return self._log(text, at_ms)
            case Unknown():
                self._send(Nak(seq, Reason.UNKNOWN_TYPE, 0))
        return []

    def _log(self, text: str, at_ms: int) -> list[Event]:
        if at_ms - self._logs_ms >= 1_000:
            self._logs_ms, self._logs = at_ms, 0
        self._logs += 1
        return [Told(text)] if self._logs <= LOGS_A_SECOND else []

    def _greet(self, hello: Hello, at_ms: int) -> list[Event]:
        known, self._hello = self._hello, hello
        if known is not None:
            return [self._end(Why.RESTARTED)] if hello.boot_id != known.boot_id else []
        unfit = None if self._chains is None else _mismatch(hello, self._chains)
        if unfit is not None:
            return [Greeted(hello), self._end(unfit)]
        self._phase = _Phase.GREETED
        self._chain_ms = at_ms
        self._credits = hello.credits
        if self._chains is not None:
            self._send(SnapshotRequest())
        return [Greeted(hello)]

    def _take_reading(self, board_ms: int, held: int, chain: bytes, at_ms: int) -> list[Event]:
        hello = self._hello
        if hello is None or len(chain) * 8 < hello.sensors:
            self._note_loss(at_ms)
            return []
        self._chain_ms = at_ms
        if self._phase is _Phase.GREETED:
            self._phase = _Phase.UP
            self._send_picture(at_ms)
        bits = int.from_bytes(chain.translate(_REVERSED), "little") & (1 << hello.sensors) - 1
        return [Seen(bits, held, self._clock.host_ms(board_ms, at_ms) if hello.highest >= STAMPED else at_ms)]

    def _answer(self, seq: int, granted: int, at_ms: int, *, done: bool) -> list[Event]:
        """Handle the answer to a picture (`done`: it was shown), or to a farewell."""
        if seq == self._leaving:
            self._phase = _Phase.GONE
            return [Left()]
        sent_ms = self._in_flight.pop(seq, None)
        if sent_ms is not None:
            self._credits = granted or self._credits
            self._again_ms = self._again_ms if done else sent_ms + ANSWER_MS
            self._send_picture(at_ms)
        return []

    def _note_loss(self, at_ms: int) -> None:
        """Note lost or damaged data, and request a snapshot."""
        self._errors += 1
        if self._phase in (_Phase.GREETED, _Phase.UP) and at_ms - self._missed_ms >= MISSED_MS:
            self._missed_ms = at_ms
            self._send(SnapshotRequest())


def _clamped(number: int) -> int:
    """The number clamped to 16 bits."""
    return min(max(number, 0), 0xFFFF)


def _mismatch(hello: Hello, chains: tuple[int, int]) -> Why | None:
    """Why a board does not suit a table with so many sensors and LEDs; None if it does."""
    if hello.highest < LOWEST or hello.lowest > HIGHEST:
        return Why.VERSION
    if hello.sensors != chains[0]:
        return Why.SENSORS
    if hello.leds != chains[1]:
        return Why.LEDS
    fits = hello.frame_limit >= LEAST_FRAME and hello.credits >= LEAST_CREDITS
    return None if fits else Why.LIMITS
