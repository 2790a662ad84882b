"""The web server of a program that ends in order: uvicorn, without its own handling of signals."""

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from pearlboard.web.connections import LOG, Limits, OneLine, WebSocketConnection, limited
from pearlboard.web.listening import BACKLOG

ENDING: Final = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    """Uvicorn's server; on a signal it calls `on_end`, so that whatever is served is taken down first."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        longest_message: int,
        on_start: Callable[[], None],
        on_end: Callable[[], None],
        grace_s: int,
    ) -> None:
        """`longest_message`: of a WebSocket, in bytes. `grace_s`: until connections must have ended, then."""
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                lifespan="off",
                http=limited(limits),
                ws=WebSocketConnection,
                ws_max_size=longest_message,
                ws_per_message_deflate=False,
                proxy_headers=False,
                backlog=BACKLOG,
                timeout_graceful_shutdown=grace_s,
                server_header=False,
                access_log=False,
            )
        )
        logging.getLogger(LOG).addFilter(OneLine())
        self._on_start = on_start
        self._on_end = on_end

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_start()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in ENDING:
            loop.add_signal_handler(number, self.end)
        try:
            yield
        finally:
            for number in ENDING:
                loop.remove_signal_handler(number)

    def end(self) -> None:
        """Shut down: on the first call in order, on the second without waiting for anybody."""
        self.force_exit = self.should_exit
        self.should_exit = True
        self._on_end()
