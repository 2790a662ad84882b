"""The tables for programs: JSON that says what the public page says, and its description as OpenAPI 3.1.

A program shows a key as its bearer token, or nothing where the public pages are open.
"""

import json
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.json import schema_components
from starlette.responses import JSONResponse, Response

from pearlboard import __version__
from pearlboard.hub.doors import API, Asked, Door, Doors
from pearlboard.hub.feed import Feed
from pearlboard.hub.roles import Right
from pearlboard.hub.shown import Glance, Kind

TABLES: Final = f"{API}tables"
DESCRIPTION: Final = f"{API}openapi.json"
SCHEMAS: Final = "#/components/schemas/{name}"


class TableNow(Struct, frozen=True):
    """A table: what it is doing, `since` when, or when it was seen last. `needs`: why somebody should go there, in the
    table's language; `forked`: another table tells the same log.
    """

    table: int
    name: str
    kind: Kind
    since: datetime | None
    game: str
    turns: int
    people: tuple[str, ...]
    computers: tuple[str, ...]
    needs: str
    forked: bool


class House(Struct, frozen=True):
    """All tables of a house. `answers`: the hub's database does; if not, this is how it was before."""

    answers: bool
    tables: tuple[TableNow, ...]


class Api:
    """The handlers of these routes."""

    def __init__(self, feed: Feed, doors: Doors) -> None:
        self._feed = feed
        self._doors = doors

    def routes(self) -> list[Door]:
        """The doors to these routes."""
        page = self._doors.page
        return [page(TABLES, Right.PUBLIC, self.tables), page(DESCRIPTION, Right.ANYBODY, self.description)]

    async def tables(self, asked: Asked) -> Response:
        """All tables, as the public page has them."""
        del asked
        told = House(self._feed.answers, tuple(map(_now, self._feed.tables)))
        return Response(msgspec.json.encode(told), media_type="application/json")

    async def description(self, asked: Asked) -> Response:
        """The description of the routes, for programs."""
        del asked
        return JSONResponse(document())


def document() -> dict[str, Any]:
    """The description of these routes."""
    [house], schemas = schema_components([House], ref_template=SCHEMAS)
    tables = {
        "summary": "All tables, as the public page has them.",
        "security": [{}, {"bearer": []}],
        "responses": {
            "200": {"description": "How they are now.", "content": {"application/json": {"schema": house}}},
            "403": {"description": "The house is closed to strangers, and no key that holds was shown."},
        },
    }
    told = {
        "openapi": "3.1.0",
        "info": {"title": "The hub of a house of Pearlboards", "version": __version__},
        "paths": {TABLES: {"get": tables}},
        "components": {"schemas": schemas, "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}},
    }
    read: dict[str, Any] = json.loads(json.dumps(told))
    return read


def _now(glance: Glance) -> TableNow:
    return TableNow(**{name: getattr(glance, name) for name in TableNow.__struct_fields__})
