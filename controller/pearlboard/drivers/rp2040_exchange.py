"""One connection over one open port, step by step; the sentences for its faults; two short tasks for tools.

The tools' tasks raise `NoAnswer`, with the sentence that a table would show.
"""

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Final, TypeAlias

from pearlboard.drivers.rp2040_port import THIS_MACHINE, NoAnswer, Port, Ports, candidates
from pearlboard.link.connection import LEAST_CREDITS, LEAST_FRAME, Connection
from pearlboard.link.events import Event, Gone, Greeted, Left, Why
from pearlboard.link.messages import HIGHEST, LOWEST, Hello, span
from pearlboard.sensing.wiring import Chains
from pearlboard.texts import Sentence, say

PATIENCE_MS: Final = 4_000
"""The timeout for an answer; a Pico that was just plugged in takes two seconds."""


@dataclass(frozen=True, slots=True)
class Firmware:
    """A board's description of itself. `protocol`: the lowest and the highest version that it speaks."""

    version: str
    protocol: tuple[int, int]
    uid: str
    bits: int
    leds: int

    def __str__(self) -> str:
        return (
            f"rp2040 {self.uid}, firmware {self.version}, link {span(*self.protocol)}, {self.bits} sensors, "
            f"{self.leds} lights"
        )


def exchange(
    port: Port, connection: Connection, clock: Callable[[], int], due_ms: int | None = None, *others: int
) -> list[Event]:
    """Write pending bytes, then wait for input, a deadline, or another ready descriptor; return events."""
    at_ms = clock()
    events = connection.tick(at_ms)
    port.write(connection.take())
    if not events:
        until_ms = connection.due_ms if due_ms is None else min(due_ms, connection.due_ms)
        events = connection.receive(port.read((until_ms - at_ms) / 1000, *others), clock())
        port.write(connection.take())
    return events


def identify(named: str = "", ports: Ports = THIS_MACHINE) -> Firmware:
    """Ask the board at `named`, or the first one found, to identify itself. Fails while a table uses the port."""
    found = candidates(named, ports)
    if not found:
        raise NoAnswer(say("link_not_found"))
    for plugged in found[:-1]:
        with contextlib.suppress(NoAnswer):  # the next one may answer
            return _identified(plugged.path)
    return _identified(found[-1].path)


def _identified(path: str) -> Firmware:
    with Port(path) as port:
        hello = _greeted(port)[1]
    return Firmware(hello.version, (hello.lowest, hello.highest), hello.uid.hex(), hello.sensors, hello.leds)


def leave_loop(path: str) -> None:
    """Ask the board at `path` to end its program, so that `mpremote` can get in."""
    with Port(path) as port:
        connection = _greeted(port)[0]
        connection.exit()
        until_ms = _now() + PATIENCE_MS
        while _now() < until_ms:
            for event in exchange(port, connection, _now, until_ms):
                if isinstance(event, Left):
                    return
                if isinstance(event, Gone):
                    raise NoAnswer(reason(event, path, Chains(0, 0)))
    raise NoAnswer(say("link_stalled", port=path))


def _greeted(port: Port) -> tuple[Connection, Hello]:
    """Connect to whatever board is there, whether it is suitable or not."""
    until_ms = _now() + PATIENCE_MS
    connection = Connection(None, _now())
    while True:
        for event in exchange(port, connection, _now):
            if isinstance(event, Greeted):
                return connection, event.hello
            if isinstance(event, Gone):
                if event.why is Why.PROMPT or _now() > until_ms:
                    raise NoAnswer(reason(event, port.path, Chains(0, 0)))
                connection = Connection(None, _now())


def _now() -> int:
    return int(monotonic() * 1000)


# --- faults ----------------------------------------------------------------------------------------------------

_Reason: TypeAlias = Callable[[str, Hello, Chains], Sentence]
_UNKNOWN: Final = Hello(0, 0, 0, 0, 0, b"", 0, 0, 0, 0, 0)
_REASONS: Final[Mapping[Why, _Reason]] = {
    Why.SILENT: lambda port, _, __: say("link_silent", port=port),
    Why.STRANGER: lambda port, _, __: say("link_stranger", port=port),
    Why.PROMPT: lambda port, _, __: say("link_prompt", port=port),
    Why.VERSION: lambda _, hello, __: say(
        "link_version", board=span(hello.lowest, hello.highest), firmware=hello.version, program=span(LOWEST, HIGHEST)
    ),
    Why.SENSORS: lambda _, hello, chains: say("link_sensors", board=hello.sensors, wiring=chains.bits),
    Why.LEDS: lambda _, hello, chains: say("link_leds", board=hello.leds, wiring=chains.leds),
    Why.LIMITS: lambda _, hello, __: say(
        "link_limits",
        frame=hello.frame_limit,
        pictures=hello.credits,
        least_frame=LEAST_FRAME,
        least_pictures=LEAST_CREDITS,
    ),
    Why.STALLED: lambda port, _, __: say("link_stalled", port=port),
    Why.RESTARTED: lambda _, __, ___: say("link_restarted"),
}


def reason(gone: Gone, port: str, chains: Chains) -> Sentence:
    """The sentence that says why the board at `port` is lost."""
    return _REASONS[gone.why](port, gone.hello or _UNKNOWN, chains)
