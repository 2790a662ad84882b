"""Serves a table until the program is asked to stop, and a page of safe mode while no table can run.

Safe mode shows what a person must put right before anything can run. A store that cannot be opened is retried, and the
table starts by itself when it can be. Only a port that cannot be had (`listening.CannotServe`) ends the program,
because no page could say so.
"""

import asyncio
import contextlib
import logging
import secrets
import signal
import socket
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from starlette.types import ASGIApp, Receive, Scope, Send

from pearlboard import __version__
from pearlboard.commands.registry import ANY_DOCUMENT
from pearlboard.diagnostics.control import Control
from pearlboard.drivers.clock import LoopClock
from pearlboard.errors import ConfigError
from pearlboard.languages import LANGUAGES
from pearlboard.operator.deeds import BY_NOBODY, Anew, Operating, Started
from pearlboard.operator.judging import allowed_s
from pearlboard.operator.restoring import Restored, restore_waiting, settle
from pearlboard.operator.safe_mode import operating_without_table
from pearlboard.origins import authority, names_of, proxies_of
from pearlboard.program.building import Running, running_table
from pearlboard.program.successor import leave_token, take_token
from pearlboard.program.watchdog import Notifier, Watchdog, patiently
from pearlboard.screens.catalogues import own_catalogues
from pearlboard.session.principal import EVERYBODY
from pearlboard.settings import Settings, Web
from pearlboard.store.errors import StoreDamaged, StoreUnavailable, WrongStore
from pearlboard.store.log import FactLog
from pearlboard.web.address import Ways
from pearlboard.web.connections import Limits
from pearlboard.web.guard import Guard
from pearlboard.web.names import OwnNames
from pearlboard.web.routes import table_app
from pearlboard.web.rules import MOST_BYTES
from pearlboard.web.safe_mode import safe_mode_app
from pearlboard.web.uvicorn_server import ENDING, Server

_log: Final = logging.getLogger("pearlboard.program")
_store: Final = logging.getLogger("pearlboard.store")

T = TypeVar("T")
GRACE_S: Final = 1
"""The timeout for pages to disconnect when the program ends."""

OF_THE_STORE: Final = (StoreUnavailable, StoreDamaged, WrongStore)
CAN_BE_EXPLAINED: Final = (ConfigError, *OF_THE_STORE)
LONGEST_PROBLEM: Final = 200
"""The most of an error's message that a sentence quotes."""
AGAIN_S: Final = 5.0
"""The interval of retries for a store that could not be opened."""


@dataclass(frozen=True, slots=True)
class Serving:
    """A table that can be reached: its port, and the token for scripts."""

    port: int
    token: str
    problem: str | None


@dataclass(frozen=True, slots=True)
class _Life:
    """The vital signs of a running table, for the watchdog."""

    running: Running

    @property
    def seen_ms(self) -> int | None:
        return self.running.tabletop.places.home.board.seen_ms

    @property
    def lost(self) -> bool:
        return self.running.stage.bench.lost is not None

    def ask_store(self, answered: Callable[[], None]) -> None:
        self.running.writer.come_round(answered)


class _Server(Server):
    """The server of a table. Further signals, once it has ended, do not end the program before all is saved."""

    def __init__(self, app: ASGIApp, web: Web, on_start: Callable[[], None], on_end: Callable[[], None]) -> None:
        limits = Limits(web.most_connections, web.most_from_one, web.request_ms / 1000, proxies_of(web.proxies))
        super().__init__(app, limits, MOST_BYTES, on_start, on_end, GRACE_S)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            for number in ENDING:
                stack.callback(signal.signal, number, signal.SIG_IGN)
            stack.enter_context(super().capture_signals())
            yield


class _Service:
    """The application that answers: the table's, as soon as it can run, and until then that of safe mode."""

    def __init__(
        self,
        settings: Settings,
        store: Path,
        port: int,
        origin: str,
        ready: Callable[[Serving], None],
        started: Started,
    ) -> None:
        self.running: Running | None = None
        self.problem: str | None = None
        self.anew = False
        self._clock = LoopClock(asyncio.get_running_loop())
        declared = names_of(settings.web.names)
        token = take_token(store) or secrets.token_urlsafe(24)
        names = OwnNames((*declared, *filter(None, (authority(settings.web.host),))))
        self.guard = Guard(
            names,
            token,
            self._first_key,
            declared,
            proxies_of(settings.web.proxies),
            Ways(settings.web.host, port, self._clock),
        )
        self._settings = settings
        self._store = store
        self._port = port
        self._origin = origin
        self._ready = ready
        self._started = started
        self._leave: Callable[[], None] = lambda: None
        self._notifier = Notifier()
        self._watchdog: Watchdog | None = None
        self._again = False
        self._one = asyncio.Lock()
        self._trying = False
        self._restored: Restored | None = None
        self._front: ASGIApp = self._unready

    async def _unready(self, *_: object) -> None:
        raise RuntimeError("nobody is answered before `begin`")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the current application answer."""
        await self._front(scope, receive, send)

    async def begin(self, stack: contextlib.AsyncExitStack, problem: str | None = None) -> None:
        """Run the table, or find out what is wrong. `problem`: what is already known to be wrong with the settings."""
        self.problem, self._again = problem, False
        if problem is None:
            try:
                await self._open(stack)
            except Exception as error:  # noqa: BLE001 - whatever a start throws, the operator's page is there
                self._explain(error)
        if self.problem is not None:
            _log.error("Pearlboard %s cannot run the table: %s", __version__, self.problem)
        self._front = self._app()

    def _explain(self, error: Exception) -> None:
        """Explain an error in a sentence; an unforeseen one leaves its traceback in the log."""
        self._trying = False
        before, self._again = self.problem, not isinstance(error, ConfigError)
        if isinstance(error, CAN_BE_EXPLAINED):
            self.problem = str(error)
            return
        what = " ".join(f"{type(error).__name__} {error}".split())[:LONGEST_PROBLEM]
        self.problem = (
            f"{self._store}: the table could not begin with these games ({what}); on the operator's page the log says "
            "more, and a backup can be put back"
        )
        if self.problem != before:
            _log.error("a start has failed", exc_info=error)

    async def _open(self, stack: contextlib.AsyncExitStack) -> None:
        async with self._one, contextlib.AsyncExitStack() as opening:
            self._trying = True
            restored = await self._patiently(_to_its_end(asyncio.to_thread(restore_waiting, self._store)))
            if restored is not None:
                level = logging.WARNING if restored.problem else logging.INFO
                _store.log(level, "a backup was sent to be put back: %s", restored.problem or "that was done")
            self._restored = restored or self._restored
            started = replace(self._started, restored=self._restored)
            log = await self._patiently(asyncio.to_thread(FactLog, self._store))
            opening.callback(log.close)
            for repaired in log.repaired:
                _store.warning("%s", repaired)
            if log.caught_up:
                _store.info("taken from the journal, since the database did not have them yet: %s facts", log.caught_up)
            _log.info("Pearlboard %s starts; board: %s, settings: %s", __version__, self._settings.board, self._origin)
            anew = Anew(self._begin_anew, self._keep_token)
            table = running_table(self._settings, log, self._clock, self._port, self._origin, started, anew)
            running = await opening.enter_async_context(table)
            control = Control(self._store, running.writer)
            await control.start()
            opening.push_async_callback(control.close)
            for language in LANGUAGES:
                running.hub.screen(
                    language, EVERYBODY
                )  # render once: a game that fails does so here, and not only there
            stack.push_async_exit(opening.pop_all())
            self.running = running

    async def _patiently(self, doing: Awaitable[T]) -> T:
        """Wait for work that may read or write all games, which takes minutes after years."""
        files = (each for each in self._store.parent.glob(f"{self._store.name}*") if each.is_file())
        size = await asyncio.to_thread(lambda: sum(each.stat().st_size for each in files))
        return await patiently(doing, self._notifier, allowed_s(size))

    def _app(self) -> ASGIApp:
        language = self._settings.language
        running = self.running
        if running is None:
            return safe_mode_app(self._problem, self.guard, own_catalogues(), language, self._operating())
        return table_app(
            running.stage,
            running.hub,
            self.guard,
            own_catalogues(),
            lambda: running.stage.language,
            running.operating,
            running.wifi.portal,
            ANY_DOCUMENT,
        )

    def _problem(self) -> str:
        return self.problem or ""

    def _operating(self) -> Operating | None:
        """The operator's deeds without a table; None if nothing can be kept, which is what is wrong then."""
        anew = Anew(self._begin_anew, self._keep_token)
        try:
            return operating_without_table(
                self._settings, self._store, self._clock, self._port, self._started, anew, self._problem, self._one
            )
        except OSError as error:
            _log.error("the operator's page has nothing to work with: %s", error)
            return None

    def _first_key(self) -> str | None:
        return None if self.running is None else self.running.wifi.first_key()

    def ends_by(self, leave: Callable[[], None]) -> None:
        """Set the callback that ends the program in order."""
        self._leave = leave

    def _keep_token(self) -> None:
        """Keep the operator's token for the next start."""
        try:
            leave_token(self._store, self.guard.token)
        except OSError as error:
            _log.warning("the operator's token cannot be kept, so the next start makes a new one: %s", error.strerror)

    def _begin_anew(self) -> None:
        self._keep_token()
        self.anew = True
        self._leave()

    def prove(self) -> None:
        """Confirm that a backup put back for this start works, now that pages are served; not after any other fault."""
        if self.running is not None or not self._again:
            self._trying = False
            settle(self._store, lives=self.running is not None)

    def live(self) -> None:
        """Report readiness to whoever started the program, and send systemd signs of life from now on."""
        self._ready(Serving(self._port, self.guard.token, self.problem))
        if self._watchdog is not None:
            self._watchdog.stop()
        self._notifier.tell("READY=1", f"STATUS={' '.join((self.problem or 'The table is ready').split())}")
        life = _Life(self.running) if self.running is not None else None
        self._watchdog = Watchdog(self._clock, life, self._notifier, _log.warning)
        self._watchdog.beat()

    def end(self) -> None:
        """Disconnect pages that listen for events."""
        if self.running is not None:
            self.running.hub.end()

    async def recover(self, stack: contextlib.AsyncExitStack) -> None:
        """Retry opening the store until it works."""
        while self._again:
            await asyncio.sleep(AGAIN_S)
            before = self.problem
            try:
                await self._open(stack)
            except Exception as error:  # noqa: BLE001 - as in `begin`
                self._explain(error)
                if self.problem != before:
                    _log.error("the table cannot run: %s", self.problem)
                continue
            self.problem, self._again = None, False
            self._front = self._app()
            self.live()
            self.prove()
            _log.info("the table runs after all")

    def stop(self) -> None:
        """Stop the signs of life. A start that was interrupted confirms nothing."""
        if self._trying:
            settle(self._store, lives=False)
        self._notifier.tell("STOPPING=1")
        if self._watchdog is not None:
            self._watchdog.stop()


async def serve(
    settings: Settings,
    store: Path,
    listening: socket.socket,
    ready: Callable[[Serving], None],
    problem: str | None = None,
    origin: str = "",
    started: Started = BY_NOBODY,
) -> bool:
    """Serve on `listening` until the program is asked to stop; returns whether the program should restart.

    `problem`: what is already known to be wrong with the settings; `origin`: where they come from, in words;
    `started`: how the program was started.
    """
    port = listening.getsockname()[1]
    service = _Service(settings, store, port, origin, ready, started)
    async with contextlib.AsyncExitStack() as stack:
        await service.begin(stack, problem)
        server = _Server(service, settings.web, service.prove, service.end)
        service.ends_by(server.end)
        with server.capture_signals():  # whoever is told that the table is ready may also end it
            stack.callback(service.stop)
            service.live()
            recovering = asyncio.create_task(service.recover(stack))
            try:
                await server.serve(sockets=[listening])
            finally:
                recovering.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await recovering
        _log.info("asked to end")
    _log.info("ended")
    return service.anew


async def _to_its_end(doing: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that cannot be cancelled: a cancelled caller waits for its end."""
    task = asyncio.create_task(doing)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise
