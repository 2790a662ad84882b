"""Static files at addresses with a version, which browsers may cache for ever.

`/static/<version>/<path>` is `/static/<path>` in one version of all files together, ours and those of the games.
Another version has other addresses, so a cached file is never outdated; at its plain address a file is requested each
time. A game's module may import `/static/shared/dom.js` by that name: it gets the one that our own modules have.
"""

import gzip
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from pearlboard.games.registry import GAMES
from pearlboard.web.work_budget import beside

STATIC: Final = Path(__file__).parent / "static"
VERSION: Final = re.compile(r"[0-9a-f]{16}")
CACHED: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
"""A year, the longest that anything is cached."""


def address() -> str:
    """The prefix of this version's files: `/static/<version>`."""
    return f"/static/{_version(tuple(sorted({game.home for game in GAMES.usable if game.home is not None})))}"


def headers(version: str) -> dict[str, str]:
    """The headers of a file requested in a version: only the current one may be cached."""
    return CACHED if f"/static/{version}" == address() else {}


def in_version(version: str, name: str, content: bytes) -> bytes | None:
    """A game's file in a version: its imports of our modules are of the same version. None: unknown version."""
    if not VERSION.fullmatch(version):
        return None
    return content.replace(b'"/static/', f'"/static/{version}/'.encode()) if name.endswith(".js") else content


async def text_of(
    content: bytes, kind: str, asked: Mapping[str, str], said: Mapping[str, str] | None = None
) -> Response:
    """A response with that text, compressed by gzip if the request's headers (`asked`) allow it.

    `said` are headers of the response. The compressed text is computed in a thread and cached; so it must be one of
    few, and hold nothing private.
    """
    headers = {**(said or {}), "Vary": "Accept-Encoding"}
    if "gzip" in asked.get("accept-encoding", ""):
        content = await beside(_packed, content)
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type=kind, headers=headers)


def is_text(kind: str) -> bool:
    """Whether a media type is worth compressing: pictures and fonts are compressed already."""
    return kind.startswith("text/") or kind == "image/svg+xml"


class CachedFiles(StaticFiles):
    """Our own files, in this version or at their plain addresses."""

    def get_path(self, scope: Scope) -> str:
        """See `StaticFiles`."""
        version, _, path = (whole := super().get_path(scope)).partition("/")
        return path if VERSION.fullmatch(version) else whole

    async def get_response(self, path: str, scope: Scope) -> Response:
        """See `StaticFiles`."""
        response = await super().get_response(path, scope)
        if isinstance(response, FileResponse) and is_text(kind := response.media_type or ""):
            content = await beside(Path(response.path).read_bytes)
            names = {name: response.headers[name] for name in ("etag", "last-modified")}
            response = await text_of(content, kind, Headers(scope=scope), names)
        response.headers.update(headers(super().get_path(scope).partition("/")[0]))
        return response


@lru_cache(maxsize=256)
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


@cache
def _version(homes: tuple[str, ...]) -> str:
    digest = sha256()
    for name, file in (*_below(STATIC), *(each for home in homes for each in _below(files(home) / "pages", home))):
        digest.update(f"{name} ".encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _below(folder: Traversable, name: str = "") -> Iterable[tuple[str, Traversable]]:
    if not folder.is_dir():
        return
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _below(each, f"{name}/{each.name}")
        else:
            yield f"{name}/{each.name}", each
