"""A page of a guest's table, as the handler of pages sees it: a WebSocket whose texts come and go over the line."""

import asyncio
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, Final

WAITING: Final = 64
"""The most texts of one page that wait; a page that says more is closed."""
FLOODS: Final = 1008


class PageSocket:
    """Has what `web.socket` uses of Starlette's `WebSocket`."""

    def __init__(
        self, language: str, place: int, address: str, write: Callable[[str], None], close: Callable[[int, str], None]
    ) -> None:
        """`place`: the guest's; `address`: whose budget the page uses; `write` and `close`: to the page."""
        self.headers: Mapping[str, str] = {}
        self.query_params = {"lang": language}
        self.scope: Mapping[str, Any] = {"place": place}
        self.client = SimpleNamespace(host=address)
        self._write, self._close = write, close
        self._come: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._gone = False

    def feed(self, text: str) -> None:
        """The page has said something."""
        if self._come.qsize() >= WAITING:
            self._close(FLOODS, "too fast")
            self.leave()
        else:
            self._come.put_nowait({"type": "websocket.receive", "text": text})

    def put_back(self, message: dict[str, Any]) -> None:
        """Have a message received again, before any other."""
        later = [self._come.get_nowait() for _ in range(self._come.qsize())]
        for each in (message, *later):
            self._come.put_nowait(each)

    def leave(self) -> None:
        """The page is gone."""
        self._gone = True
        self._come.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def accept(self) -> None:
        """The line has done that."""

    async def receive(self) -> dict[str, Any]:
        """The next message, as ASGI has them."""
        return await self._come.get()

    async def send_text(self, text: str) -> None:
        """Send a text to the page."""
        if not self._gone:
            self._write(text)

    async def send_bytes(self, frame: bytes) -> None:
        """Frames of lights are painted at the guest's table."""

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the page's channel."""
        if not self._gone:
            self._gone = True
            self._close(code, reason)
