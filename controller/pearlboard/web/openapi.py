"""The description of the HTTP interface for programs, OpenAPI 3.1, made of the tables that the program works by.

It is made of the routes, the commands, the operator's deeds and the types of their messages. What it cannot say stands
in `docs/http-reference.md`: the keys of a screen, and what a WebSocket sends.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.json import schema_components
from starlette.requests import Request
from starlette.responses import Response

from pearlboard import __version__
from pearlboard.languages import LANGUAGES
from pearlboard.web.answers import Refusal
from pearlboard.web.kept import KeptFiles, text_of
from pearlboard.web.rules import AccessRule, Endpoint
from pearlboard.web.work_budget import beside

JSON: Final = "application/json"
SCHEMAS: Final = "#/components/schemas/{name}"
GAP: Final = re.compile(r"\{(\w+)(:int)?\}")
LANGUAGE: Final = {"name": "lang", "in": "query", "schema": {"enum": list(LANGUAGES)}}
TOKEN: Final[Mapping[str, list[str]]] = {"bearer": []}
Schema = Mapping[str, Any]


class Description:
    """The handler; `commands`: a union of their types, `deeds`: the operator's, with the fields that each takes."""

    def __init__(self, endpoints: Iterable[Endpoint], commands: Any, deeds: Mapping[str, tuple[str, ...]]) -> None:  # noqa: ANN401
        self._about = tuple(endpoints), commands, deeds
        self._text = b""

    async def show(self, request: Request) -> Response:
        """This description."""
        if not self._text:
            told = await beside(document, *self._about)
            self._text = json.dumps(told).replace(r'\\Z"', '$"').encode()  # the end of a pattern as JavaScript has it
        return await text_of(self._text, JSON, request.headers)


def document(endpoints: Iterable[Endpoint], commands: Any, deeds: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:  # noqa: ANN401  # a type
    """The whole of it. Of a WebSocket it tells what a page may send there, as the message of its first request."""
    endpoints = tuple(endpoints)
    kinds = [kind for each in endpoints for kind in (each.takes, each.answers) if _is_type(kind)]
    found, schemas = schema_components([commands, Refusal, *kinds], ref_template=SCHEMAS)
    schemas["Command"] = found[0]
    schemas["CommandMessage"]["properties"]["command"] = {"$ref": SCHEMAS.format(name="Command")}
    fields = schemas["Operated"]["properties"]
    schemas["Operated"]["anyOf"] = (
        [{}]
        if not deeds
        else [
            {"title": deed, "properties": {"do": {"const": deed}, **{name: fields[name] for name in takes}}}
            for deed, takes in sorted(deeds.items())
        ]
    )
    said = {id(kind): schema for kind, schema in zip(kinds, found[2:], strict=True)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pearlboard", "version": __version__},
        "servers": [{"url": "/"}],
        "security": [{}, TOKEN],
        "paths": {path_of(each): {_method(each): _operation(each, said, found[1])} for each in endpoints},
        "components": {"schemas": schemas, "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}},
    }


def path_of(endpoint: Endpoint) -> str:
    """Its path as OpenAPI writes it: `/archive/{number}`."""
    return GAP.sub(r"{\1}", _with_gaps(endpoint))


def _with_gaps(endpoint: Endpoint) -> str:
    return f"{endpoint.path}/{{file}}" if isinstance(endpoint.do, KeptFiles) else endpoint.path


def _method(endpoint: Endpoint) -> str:
    return "get" if endpoint.method == "WEBSOCKET" else endpoint.method.lower()


def _operation(endpoint: Endpoint, schemas: Mapping[int, Schema], refusal: Schema) -> dict[str, Any]:
    gaps = ((name, "integer" if whole else "string") for name, whole in GAP.findall(_with_gaps(endpoint)))
    told: dict[str, Any] = {
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": {"type": kind}} for name, kind in gaps),
            *({"name": name, "in": "query", "schema": {"type": "string"}} for name in endpoint.query),
            LANGUAGE,
        ],
        "responses": {
            "default": {"description": "refused", **(_content(JSON, refusal) if "/api/" in endpoint.path else {})}
        },
    }
    if endpoint.may is AccessRule.OPERATOR:
        told["security"] = [TOKEN]
    if endpoint.method == "WEBSOCKET":
        return {**told, "responses": {"101": {"description": "a WebSocket"}}, "x-takes": schemas[id(endpoint.takes)]}
    if endpoint.takes is not None:
        media = "application/octet-stream" if endpoint.takes is bytes else JSON
        told["requestBody"] = {"required": True, **_content(media, schemas.get(id(endpoint.takes), {}))}
    media = JSON if _is_type(endpoint.answers) else endpoint.answers
    told["responses"]["200"] = {"description": "done", **_content(media, schemas.get(id(endpoint.answers), {}))}
    return told


def _content(media: str, schema: Schema) -> Schema:
    return {"content": {media: {"schema": schema}}}


def _is_type(kind: Any) -> bool:  # noqa: ANN401  # a type, a media type, or None
    return not isinstance(kind, str) and kind not in (None, bytes)
