"""What the helper takes for a request: four verbs, within their bounds, and nothing else."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pearlboard.card.wifi.messages import (
    ANSWER_BYTES,
    COUNTRIES,
    MOST_NETWORKS,
    REQUEST_BYTES,
    Answer,
    Forget,
    Heard,
    Join,
    Malformed,
    Networks,
    NetworkState,
    Own,
    OwnNetwork,
    answer_of,
    line_of,
    request_of,
    spoken,
)

ssids = st.binary(min_size=1, max_size=32)
passwords = st.just("") | st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=8, max_size=63)


@given(
    st.builds(Networks, st.booleans())
    | st.builds(Join, ssids, passwords, st.sampled_from(sorted(COUNTRIES)))
    | st.builds(Join, st.none() | ssids)
    | st.just(Own())
    | st.builds(Forget, ssids)
)
def test_every_request_arrives_as_it_was_sent(request):
    line = line_of(request)
    assert request_of(line) == request
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert len(line) <= REQUEST_BYTES


def join(**changed):
    told = {"verb": "join", "ssid": base64.b64encode(b"Home").decode(), "password": "12345678", "country": "DE"}
    return json.dumps({**told, **changed}).encode()


def test_that_one_is_right():
    assert request_of(join()) == Join(b"Home", "12345678", "DE")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b"[" * 1000,
        b"{}",
        b'{"verb":"reboot"}',
        b'{"verb":"own","more":1}',
        b'{"verb":"networks","scan":1}',
        b'{"verb":"forget"}',
        join(ssid=""),
        join(ssid="no base64"),
        join(ssid=base64.b64encode(bytes(33)).decode()),
        join(ssid=None),
        join(password="1234567"),
        join(password="1" * 64),
        join(password="with a\nline"),
        join(password="12345678\n"),
        join(password="Schlüssel"),
        join(password=12345678),
        join(country="XX"),
        join(country="de"),
        join(country="DE\n"),
        join(country=None),
        join(country=""),
        join(more=1),
    ],
)
def test_anything_else_is_refused_and_not_quoted(line):
    with pytest.raises(Malformed) as caught:
        request_of(line)
    assert "1234567" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_the_fullest_answer_fits():
    state = NetworkState(
        where="own",
        heard=tuple(Heard(bytes([number]) * 32, 100, "password") for number in range(MOST_NETWORKS)),
        heard_s=1e9,
        known=tuple(bytes([number]) * 32 for number in range(200)),
        country="DE",
        own=OwnNetwork("n" * 32, "p" * 63),
    )
    line = line_of(Answer("system", state))
    assert len(line) < ANSWER_BYTES
    assert answer_of(line) == Answer("system", state)


@given(ssids)
def test_a_name_is_shown_without_what_would_act_on_the_text_around_it(ssid):
    assert spoken(ssid).isprintable()
    assert spoken("Café №1".encode()) == "Café №1"
    assert spoken(b"a\0b\n\xff\xe2\x80\xae") == "a\ufffdb\ufffd\ufffd\ufffd"
