"""Temporary files as downloads: sent in pieces, and deleted afterwards."""

import os
from functools import partial
from typing import BinaryIO, Final

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

PIECE: Final = 1 << 16


class Download(StreamingResponse):
    """An open file as a download, closed at the end, also after a disconnect."""

    def __init__(self, name: str, file: BinaryIO) -> None:
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"',
            "Content-Length": str(os.fstat(file.fileno()).st_size),
        }
        super().__init__(iter(partial(file.read, PIECE), b""), headers=headers, media_type="application/vnd.sqlite3")
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file; reads happen in a thread."""
        with self._file:
            await super().__call__(scope, receive, send)
