"""Keeps a broker in step with the table. The table never waits for it: what is told is the latest state, at most once.

Retained messages say how the table is, and go when the operator switches the home off; a message that nobody keeps says
that something has happened. A broker that is away, slow or full costs a task that waits.
"""

import asyncio
import hashlib
import json
import logging
import uuid
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pearlboard.home.broker import NoBroker, connected
from pearlboard.home.entities import (
    BORN,
    Command,
    Machine,
    Permits,
    Play,
    accepted,
    command_of,
    configuration,
    events,
    play_of,
    states,
)
from pearlboard.home.topics import OFFLINE, ONLINE, Topics
from pearlboard.session.questions import package_of
from pearlboard.session.state import Phase
from pearlboard.settings import Home
from pearlboard.table.tabletop import Tabletop
from pearlboard.texts import Catalogue, Sentence, say

if TYPE_CHECKING:
    from aiomqtt import Client

_log: Final = logging.getLogger("pearlboard.home")

AGAIN_S: Final = (1.0, 5.0, 15.0, 60.0)
"""The delays before further attempts to connect; the last one repeats."""
HEALTH_S: Final = 60.0
"""The interval at which the glance is told anew."""
MOST_EVENTS: Final = 16
"""Events that wait for a slow broker; the oldest go."""
FAREWELL_S: Final = 2.0
"""The timeout for telling a broker that the table is away."""
AT_LEAST_ONCE: Final = 1
REFUSED: Final = 0x80
"""The smallest code by which a broker refuses a subscription."""


@dataclass(frozen=True)
class Surroundings:
    """The rest of the program: the table's catalogue now, the glance, the machine, and who carries commands out."""

    language: Callable[[], Catalogue]
    glance: Callable[[Catalogue], Mapping[str, Any]]
    obey: Callable[[Command], None]
    machine: Callable[[], Machine]


class Publishing:
    """Publishes one table. Nothing happens before `use` is given the settings of a broker."""

    def __init__(
        self, device: str, tabletop: Tabletop, around: Surroundings, again_s: tuple[float, ...] = AGAIN_S
    ) -> None:
        """`device`: a unique name of [a-z0-9_]; `again_s`: delays of further attempts, the last one repeated."""
        self._topics = Topics(device)
        self._tabletop = tabletop
        self._around = around
        self._again_s = again_s
        self._home = Home()
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self.happened: deque[str] = deque(maxlen=MOST_EVENTS)
        self._play = Play("idle")
        self._last_winner: str | None = None
        self._health: tuple[bool, str] = True, ""
        self._told: dict[str, str] = {}
        self._to_leave: list[Home] = []
        self.problem: Sentence | None = None
        """Why the broker cannot be used; None while it can, or there is none."""

    @property
    def line(self) -> tuple[bool, Sentence] | None:
        """The line of the glance: whether all is well, and how it is; None without a broker."""
        if not self._home.broker:
            return None
        if self.problem is not None:
            return False, self.problem
        return True, say("home_connected", broker=self._home.broker)

    def use(self, home: Home) -> None:
        """Use this broker from now on; an empty name ends it, and takes the table's entities out of the home."""
        before, self._home = self._home, home
        if before.broker and (before.broker, before.port) != (home.broker, home.port):
            self._to_leave.append(before)
        if before.names != home.names:
            self._last_winner = None  # may be a name
        if self._task is not None:
            self._task.cancel()
        self.problem = say("home_connecting", broker=home.broker) if home.broker else None
        if home.broker or before.broker:
            self._task = asyncio.create_task(self._run(self._task))

    def notice(self) -> None:
        """Something may have changed: look, and publish it soon. Cheap, and never waits."""
        if not self._home.broker:
            return
        before, self._play = self._play, self._played()
        happened = events(before, self._play)
        for each in happened:
            self.happened.append(json.dumps(each))
        if happened or self._play != before:
            self._changed.set()

    def tell(self) -> None:
        """The brightness, the theme or the mode may have changed."""
        self._changed.set()

    async def close(self) -> None:
        """Say that the table is away, and end."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=FAREWELL_S)

    # --- what there is to tell -----------------------------------------------------------------------------------

    def _played(self) -> Play:
        """The public state of play; a game that fails over it is given up. Notes who has won."""
        play = self._tabletop.read(self._read)
        self._last_winner = play.winner or self._last_winner
        return play

    def _read(self) -> Play:
        session, now, words = self._tabletop.session, self._tabletop.now, self._around.language()
        winners: tuple[int, ...] = ()
        if session.phase is Phase.OVER and not session.gone:
            outcome = package_of(session).rules.outcome(session.state)
            winners = () if outcome is None else outcome.winners
        words = words.of(None if session.agreement is None else session.agreement.game)
        return play_of(now, winners, words.render, names=self._home.names == "on")

    def _machine(self) -> Machine:
        well, sentence = self._health
        return replace(self._around.machine(), well=well, health=sentence)

    def _look(self) -> None:
        """Look at the glance."""
        told = self._around.glance(self._around.language())
        self._health = bool(told["well"]), str(told["sentence"])

    def retained(self, permits: Permits) -> dict[str, str]:
        """Everything that is retained, by topic."""
        machine, words = self._machine(), self._around.language().render
        return {
            self._topics.configuration: configuration(self._topics, permits, machine, words),
            **states(self._topics, permits, machine, self._play, self._last_winner),
        }

    # --- the connection ------------------------------------------------------------------------------------------

    async def _run(self, earlier: asyncio.Task[None] | None) -> None:
        """Leave other brokers first; then connect, again and again, until cancelled."""
        if earlier is not None:
            await asyncio.wait([earlier])
        while self._to_leave:
            await self._leave(self._to_leave[0])
            del self._to_leave[0]
        failures = 0
        while self._home.broker:
            try:
                failures += 1
                await self._serve()
            except NoBroker as error:
                _end_if_cancelled()
                failures = 0 if self.problem is None else failures
                self._fail(error.sentence)
            except Exception:  # noqa: BLE001 - the table goes on without its home, and the log has the fault
                _log.exception("telling the home has failed")
                self._fail(say("home_failed"))
            await asyncio.sleep(self._again_s[min(failures, len(self._again_s) - 1)])

    def _fail(self, why: Sentence) -> None:
        if why != self.problem:
            _log.warning("the broker %s cannot be used: %s", self._home.broker, why.name)
        self.problem = why

    async def _leave(self, home: Home) -> None:
        """Take the table's entities out of a home, if its broker can be reached."""
        try:
            async with connected(home, self._topics.device, None) as client:
                for topic in self.retained(Permits(lights=True, mode=True, call=True)):
                    await client.publish(topic, b"", qos=AT_LEAST_ONCE, retain=True)
        except NoBroker as error:
            _end_if_cancelled()
            _log.warning("the broker %s keeps this table's entities: %s", home.broker, error.sentence.name)

    async def _serve(self) -> None:
        """Serve one connection; `NoBroker` when it is lost."""
        home = self._home
        permits = Permits(home.lights == "on", home.mode == "on", home.call == "on")
        async with connected(home, self._topics.device, (self._topics.status, OFFLINE)) as client:
            for topic in (BORN, *accepted(self._topics, permits)):
                granted = await client.subscribe(topic, qos=AT_LEAST_ONCE)
                if any(getattr(each, "value", each) >= REFUSED for each in granted):
                    raise NoBroker(say("home_may_not_hear", broker=home.broker, topic=topic))
            self.problem = None
            _log.info("the broker %s is told how the table is", home.broker)
            tasks = [asyncio.create_task(each(client, permits)) for each in (self._send, self._receive)]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for each in done:
                    each.result()
            finally:
                for each in tasks:
                    each.cancel()
                await asyncio.wait(tasks)
                if not any(each.exception() for each in tasks if not each.cancelled()):
                    await client.publish(
                        self._topics.status, OFFLINE, qos=AT_LEAST_ONCE, retain=True, timeout=FAREWELL_S / 2
                    )

    async def _send(self, client: "Client", permits: Permits) -> None:
        """Publish everything, and then whatever has changed."""
        self._told = {}
        self.happened.clear()
        self._play = self._played()
        self._look()
        while True:
            self._changed.clear()
            for topic, payload in self.retained(permits).items():
                if self._told.get(topic) != payload:
                    await client.publish(topic, payload, qos=AT_LEAST_ONCE, retain=True)
                    self._told[topic] = payload
            while self.happened:
                await client.publish(self._topics.of("event"), self.happened.popleft(), qos=AT_LEAST_ONCE)
            try:
                async with asyncio.timeout(HEALTH_S):
                    await self._changed.wait()
            except TimeoutError:
                self._look()

    async def _receive(self, client: "Client", permits: Permits) -> None:
        """Carry out commands, and introduce the table to a Home Assistant that has just started."""
        async for message in client.messages:
            topic, payload = str(message.topic), message.payload
            if topic == BORN and payload == ONLINE.encode():
                self._told.clear()
                self._changed.set()
            elif isinstance(payload, bytes) and not message.retain:  # a kept command was for another hour
                command = command_of(self._topics, permits, self._machine(), topic, payload)
                if command is not None:
                    self._around.obey(command)


def _end_if_cancelled() -> None:
    """End a task that was cancelled, if its connection has failed over that: the failure replaces the cancellation."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def device_of(store: Path, root: Path = Path("/")) -> str:
    """A unique name of the table that keeps its games there; the same at every start of this machine."""
    try:
        machine = (root / "etc/machine-id").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        machine = str(uuid.getnode())
    return f"pearlboard_{hashlib.sha256(f'{machine} {store.resolve()}'.encode()).hexdigest()[:10]}"
