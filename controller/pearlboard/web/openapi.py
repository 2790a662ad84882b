"""The OpenAPI 3.1 description of the HTTP interface, made of the tables that the program works by.

The sources are the routes, the commands, the operator's deeds and the types of their messages. The keys of a screen and
the messages of a WebSocket are described in `docs/http-reference.md`.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.json import schema_components
from starlette.requests import Request
from starlette.responses import Response

from pearlboard import __version__
from pearlboard.languages import LANGUAGES
from pearlboard.web.answers import Refusal
from pearlboard.web.assets import CachedFiles, text_of
from pearlboard.web.rules import AccessRule, Endpoint
from pearlboard.web.work_budget import beside

JSON: Final = "application/json"
SCHEMAS: Final = "#/components/schemas/{name}"
GAP: Final = re.compile(r"\{(\w+)\}")
METHODS: Final = {"GET": "get", "WEBSOCKET": "get", "POST": "post"}
WHOLE: Final = ":int}"
LANGUAGE: Final = {"name": "lang", "in": "query", "schema": {"enum": list(LANGUAGES)}}
TOKEN: Final[Mapping[str, list[str]]] = {"bearer": []}
Schema = Mapping[str, Any]


class Description:
    """The handler; `commands`: a union of their types, `deeds`: the operator's, with the fields that each takes."""

    def __init__(self, endpoints: Iterable[Endpoint], commands: object, deeds: Mapping[str, tuple[str, ...]]) -> None:
        self._about = tuple(endpoints), commands, deeds
        self._text = b""

    async def show(self, request: Request) -> Response:
        """Send the description."""
        if not self._text:
            told = await beside(document, *self._about)
            self._text = json.dumps(told).replace(r'\\Z"', '$"').encode()  # the end of a pattern in JavaScript's syntax
        return await text_of(self._text, JSON, request.headers)


def document(endpoints: Iterable[Endpoint], commands: object, deeds: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """The whole description. Messages from a page on the WebSocket stand under `x-takes`."""
    schemas: dict[str, Any] = {}

    def schema(kind: object) -> Schema:
        [found], more = schema_components([kind], ref_template=SCHEMAS)
        schemas.update(more)
        return found

    paths = {path_of(each): {METHODS[each.method]: _operation(each, schema)} for each in endpoints}
    schemas["Command"] = schema(commands)
    schemas["CommandMessage"]["properties"]["command"] = {"$ref": SCHEMAS.format(name="Command")}
    fields = schemas["Operated"]["properties"]
    asked: list[Schema] = [
        {"title": deed, "properties": {"do": {"const": deed}, **{name: fields[name] for name in takes}}}
        for deed, takes in sorted(deeds.items())
    ]
    schemas["Operated"]["anyOf"] = asked or [{}]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pearlboard", "version": __version__},
        "security": [{}, TOKEN],
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}},
    }


def path_of(endpoint: Endpoint) -> str:
    """The path of an endpoint in OpenAPI's syntax: `/archive/{number}`."""
    return f"{endpoint.path}/{{file}}" if isinstance(endpoint.do, CachedFiles) else endpoint.path.replace(WHOLE, "}")


def _operation(endpoint: Endpoint, schema: Callable[[object], Schema]) -> Schema:
    told: dict[str, Any] = {"security": [TOKEN]} if endpoint.may is AccessRule.OPERATOR else {}
    told["parameters"] = [
        *(_parameter(name, "path", whole=f"{name}{WHOLE}" in endpoint.path) for name in GAP.findall(path_of(endpoint))),
        *(_parameter(name, "query") for name in endpoint.query),
        LANGUAGE,
    ]
    if endpoint.method == "WEBSOCKET":
        return {**told, "responses": {"101": {"description": "a WebSocket"}}, "x-takes": schema(endpoint.takes)}
    if endpoint.takes is not None:
        told["requestBody"] = {"required": True, **_content(endpoint.takes, schema)}
    refused = _content(Refusal, schema) if endpoint.path.startswith("/api/") else {}
    done = {"description": "done", **_content(endpoint.answers, schema)}
    return {**told, "responses": {"200": done, "default": {"description": "refused", **refused}}}


def _parameter(name: str, where: str, *, whole: bool = False) -> Schema:
    schema = {"type": "integer" if whole else "string"}
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def _content(kind: object, schema: Callable[[object], Schema]) -> Schema:
    """The content of a message: a JSON type, or a media type."""
    return {"content": {kind: {}} if isinstance(kind, str) else {JSON: {"schema": schema(kind)}}}
