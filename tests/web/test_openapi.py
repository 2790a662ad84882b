"""What `/api/openapi.json` says is OpenAPI, is all there is, and is true of what a table takes and answers."""

import gzip
import json

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from pearlboard.commands.registry import ANY_DOCUMENT, COMMANDS, read_command
from pearlboard.operator.deeds import TAKES
from pearlboard.session.state import Refused
from pearlboard.web.openapi import document, path_of
from pearlboard.web.routes import ENDPOINTS
from support.serving import serving
from support.tabling import PLAYERS

TOLD = json.loads(json.dumps(document(ENDPOINTS, ANY_DOCUMENT, TAKES)))


def judge(name, told=TOLD):
    """What says whether something is of the kind that is called so."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": told["components"]}
    return Draft202012Validator(json.loads(json.dumps(schema).replace(r"\\Z", "$")))


@pytest.mark.slow
def test_it_is_openapi():
    """By the meta-schema of 3.1, and nothing that it refers to is missing."""
    assert list(OpenAPIV31SpecValidator(TOLD).iter_errors()) == []


def test_every_route_is_in_it():
    """With its method, and with the operator's token where that is asked for."""
    told = {(path, method.upper()) for path, operations in TOLD["paths"].items() for method in operations}
    assert told == {(path_of(each), each.method.replace("WEBSOCKET", "GET")) for each in ENDPOINTS}
    kept = TOLD["paths"]["/api/kept"]["get"]
    assert (kept["security"], [each["name"] for each in kept["parameters"]]) == ([{"bearer": []}], ["name", "lang"])


def test_every_command_and_every_deed_is_in_it():
    """By the names by which they are asked for."""
    schemas = TOLD["components"]["schemas"]
    assert set(schemas["Command"]["discriminator"]["mapping"]) == {kind.__struct_config__.tag for kind in COMMANDS}
    assert [each["title"] for each in schemas["Operated"]["anyOf"]] == sorted(TAKES)


@pytest.mark.parametrize(
    "command",
    [
        {"name": "put", "site": "c4"},
        {"name": "put", "site": 4},
        {"name": "put"},
        {"name": "put", "site": "c4", "more": 1},
        {"name": "button", "button": "hint", "ms": 0},
        {"name": "hand_over", "seat": 1, "level": None},
        {"name": "hand_over", "seat": "1", "level": None},
        {"name": "nonsense"},
        {},
    ],
)
def test_it_allows_what_a_table_takes_and_nothing_else(command):
    """Of commands, as they are read."""
    try:
        read_command(command)
    except Refused:
        assert not judge("Command").is_valid(command)
    else:
        assert judge("Command").is_valid(command)


@pytest.mark.slow
def test_it_is_served_to_anybody_and_answers_are_as_it_says():
    """Packed for whoever takes that."""
    with serving(warned_of="could not draw its part hand") as served:
        status, headers, packed = served.ask("GET", "/api/openapi.json", headers={"Accept-Encoding": "gzip"})
        assert (status, headers["content-type"], headers["content-encoding"]) == (200, "application/json", "gzip")
        told = json.loads(gzip.decompress(packed))
        assert told.keys() == TOLD.keys()
        assert told["paths"] == TOLD["paths"]
        assert r"\\Z" not in json.dumps(told)
        judge("Reply", told).validate(served.command("set_up", players=PLAYERS[:2])[1])
        judge("Reply", told).validate(served.command("start", version=0)[1])
        for path, body, name in (
            ("/api/enter", {"word": served.token}, "Opened"),
            ("/api/enter", {"word": "wrong"}, "Refusal"),
            ("/api/join", {"code": "wrong"}, "Refusal"),
            ("/api/trouble", {"page": "seat", "part": "hand", "kind": "TypeError", "at": ""}, "Done"),
            ("/api/operator", {"do": "nonsense"}, "Refusal"),
            ("/api/language", {"language": "de"}, "Refusal"),
        ):
            answer = served.ask("POST", path, json.dumps(body), {"Authorization": f"Bearer {served.token}"})[2]
            judge(name, told).validate(json.loads(answer))
