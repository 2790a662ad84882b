"""The main loop of the board: it samples, frames, shows, says who it is, and decides nothing.

Runs on MicroPython and on CPython: all hardware is behind `parts`, which `main.py` makes. Times are ms since the start.
The board speaks only while a host that has greeted it can be heard, so that nobody has to read what nobody asked for.
"""

import framing
import lights
import messages as m
import scans

TELL_MS = 250  # a heartbeat and the whole chain at least so often
HOST_LOST_MS = 1500
PATTERN_MS = 100
CREDITS = 1


class Loop:
    """`parts`: what `scans.py` looks at; show(rgb), lamp(0 or 1), tone(hz), write(bytes)."""

    def __init__(self, parts: object, config: object, uid: bytes, boot_id: int, note: str = "") -> None:
        self.left = False
        self._parts = parts
        self._config = config
        self._who = (uid, boot_id)
        self._note = note
        self._decoder = framing.Decoder()
        self._picture = lights.Picture(config.LEDS)
        self._seq = 0
        self._host_seq = None
        self._gaps = 0
        self._greeted = False
        self._version = 0  # in which host and board speak
        self._heard_ms = 0
        self._pattern = lights.host_lost  # None: a host that left on purpose wants it dark
        self._pattern_ms = 0
        self._scans = scans.Scans(parts)
        self._told_ms = self._turned_ms = self._worst_ms = 0
        self._tones = []
        self._tone_ms = 0
        self._sounding = False

    def hear(self, byte: int, at_ms: int) -> None:
        """Take one byte from the host."""
        frame = self._decoder.feed(byte)
        if frame is not None:
            self._understand(frame, at_ms)

    def hear_block(self, block: bytes, at_ms: int) -> None:
        """Take as many bytes from the host as are wanted."""
        for frame in self._decoder.feed_block(block):
            self._understand(frame, at_ms)

    @property
    def wants(self) -> int:
        """How many bytes to read next: one, or a whole block."""
        return self._decoder.wants

    @property
    def at_rest(self) -> bool:
        """Whether no change waits to become certain: nobody would notice if the loop took its time now."""
        return self._scans.at_rest

    def _understand(self, frame: tuple, at_ms: int) -> None:
        kind, seq, payload = frame
        if self._host_seq is not None and kind != m.HELLO_REQUEST and seq != (self._host_seq + 1) & 255:
            self._gaps += 1
        self._host_seq = seq
        self._obey(kind, seq, payload, at_ms)

    def turn(self, at_ms: int) -> None:
        """Look at what was scanned since, and do what is due."""
        self._worst_ms = max(self._worst_ms, at_ms - self._turned_ms)
        self._turned_ms = at_ms
        steps = self._scans.look()
        self._sound(at_ms)
        if self._greeted and at_ms - self._heard_ms >= HOST_LOST_MS:
            self._greeted = self._decoder.padded = False
            self._pattern = lights.host_lost
            self._silence()
        if self._greeted:
            self._tell(steps, at_ms)
        elif self._pattern is not None and at_ms - self._pattern_ms >= PATTERN_MS:
            self._show_pattern(at_ms)

    # --- sensors -----------------------------------------------------------------------------------------------

    def _tell(self, steps: list, at_ms: int) -> None:
        """Send what has changed, and now and then everything."""
        if self._version >= m.STAMPED:
            for changed_ms, read in steps:
                self._send(m.CHANGE, changed_ms & 0xFFFFFFFF, read[-1], rest=read[:-1])
        elif steps:
            self._snapshot(at_ms)
        if at_ms - self._told_ms >= TELL_MS:
            self._snapshot(at_ms)

    def _snapshot(self, at_ms: int) -> None:
        board_ms, told = at_ms & 0xFFFFFFFF, self._scans.told
        self._send(m.SNAPSHOT, board_ms, told[-1], rest=told[:-1])
        if at_ms - self._told_ms >= TELL_MS:
            self._told_ms = at_ms
            errors = min(self._decoder.damaged + self._gaps, 0xFFFF)
            self._send(m.HEARTBEAT, board_ms, self._host_seq or 0, errors, min(self._worst_ms, 0xFFFF))
            self._worst_ms = 0

    # --- the host ----------------------------------------------------------------------------------------------

    def _obey(self, kind: int, seq: int, payload: bytes, at_ms: int) -> None:
        if kind in (m.ACK, m.NAK):
            self._heard_ms = at_ms
            return
        if kind not in m.LAYOUTS:
            self._nak(seq, m.UNKNOWN_TYPE)
            return
        read = m.unpacked(kind, payload)
        if read is None:
            self._nak(seq, m.MALFORMED)
            return
        fields, rest = read
        self._heard_ms = at_ms
        if kind == m.HELLO_REQUEST:
            self._greet(seq, fields[0], fields[1], at_ms)
        elif kind == m.EXIT:
            self._bye(seq)
            self.left = True
        elif not self._greeted:
            self._nak(seq, m.NOT_GREETED)
        else:
            self._do(kind, seq, fields, rest, at_ms)

    def _greet(self, seq: int, lowest: int, highest: int, at_ms: int) -> None:
        config = self._config
        self._send(
            m.HELLO,
            m.LOWEST,
            m.HIGHEST,
            *m.VERSION,
            *self._who,
            config.SENSORS,
            config.LEDS,
            framing.LONGEST_BODY,
            CREDITS,
        )
        self._greeted = lowest <= m.HIGHEST and highest >= m.LOWEST
        self._version = min(highest, m.HIGHEST)
        self._decoder.padded = self._greeted and self._version >= m.STAMPED
        if not self._greeted:
            self._nak(seq, m.WRONG_VERSION)
            self._pattern = lights.refused
            return
        if self._note:
            self._send(m.LOG, rest=self._note.encode())
            self._note = ""
        self._told_ms = at_ms - TELL_MS
        self._snapshot(at_ms)

    def _do(self, kind: int, seq: int, fields: tuple, rest: bytes, at_ms: int) -> None:
        if kind == m.LEDS:
            if not self._picture.take(fields[0], fields[1], rest):
                self._nak(seq, m.MALFORMED)
        elif kind == m.COMMIT:
            if self._picture.complete(fields[0]):
                self._show(self._picture.rgb)
                self._send(m.ACK, seq, CREDITS)
            else:
                self._nak(seq, m.INCOMPLETE)
        elif kind == m.SNAPSHOT_REQUEST:
            self._snapshot(at_ms)
        elif kind == m.LAMP:
            self._parts.lamp(fields[0])
        elif kind == m.CUE:
            self._tones = m.tones(rest)
            self._tone_ms = at_ms
        elif kind == m.BYE:
            self._bye(seq)
        elif kind != m.HEARTBEAT:
            self._nak(seq, m.UNKNOWN_TYPE)

    def _bye(self, seq: int) -> None:
        """Dark and silent, and so it stays until a host greets."""
        self._show(bytes(3 * self._config.LEDS))
        self._silence()
        self._pattern = None
        self._send(m.ACK, seq, CREDITS)
        self._greeted = self._decoder.padded = False

    def _silence(self) -> None:
        """No lamp and no tone: nobody is there who would end them."""
        self._parts.lamp(0)
        self._parts.tone(0)
        self._tones, self._sounding = [], False

    def _nak(self, seq: int, reason: int) -> None:
        self._send(m.NAK, seq, reason, CREDITS)

    def _send(self, kind: int, *fields: int | bytes, rest: bytes = b"") -> None:
        self._parts.write(framing.framed(kind, self._seq, m.packed(kind, *fields, rest=rest)))
        self._seq = (self._seq + 1) & 255

    # --- lights and sound --------------------------------------------------------------------------------------

    def _show(self, rgb: bytes) -> None:
        self._parts.show(lights.limited(rgb, self._config.CAP_MA))

    def _show_pattern(self, at_ms: int) -> None:
        alone = at_ms - self._heard_ms >= HOST_LOST_MS
        if alone:
            self._pattern = lights.host_lost
        if alone or self._pattern is lights.refused:
            self._pattern_ms = at_ms
            self._show(self._pattern(self._config.LEDS, at_ms))

    def _sound(self, at_ms: int) -> None:
        if at_ms < self._tone_ms:
            return
        if self._tones:
            hz, ms = self._tones.pop(0)
            self._parts.tone(hz)
            self._tone_ms = at_ms + ms
            self._sounding = True
        elif self._sounding:
            self._parts.tone(0)
            self._sounding = False
