"""Somebody opens the developer tools: nothing on another seat's page or on a table page tells what a seat holds."""

import json
import re

import pytest

from e2e.hurrying import Hurry
from e2e.phone_page import PhonePage
from e2e.table_page import TablePage

pytestmark = pytest.mark.slow

SPACES = ("a1", "c1", "e1", "a3", "c3", "e3")
HELD = """
const fields = [...document.querySelectorAll("input, select")].map((field) => field.value);
const page = document.documentElement.cloneNode(true);
for (const canvas of page.querySelectorAll("canvas"))
  for (const side of ["width", "height"]) canvas.removeAttribute(side);
for (const element of [page, ...page.querySelectorAll("*")]) {
  element.style.removeProperty("--below");
  const names = element.getAttributeNames().sort();
  const values = names.map((name) => element.getAttribute(name));
  for (const name of names) element.removeAttribute(name);
  names.forEach((name, at) => { if (values[at] || name !== "style") element.setAttribute(name, values[at]); });
}
return [page.outerHTML, document.cookie, JSON.stringify({...sessionStorage, ...localStorage}),
        location.href, JSON.stringify(history.state), fields].join("\\n");
"""
FETCH = """
const [paths, done] = arguments;
Promise.all(paths.map((path) => fetch(path).then((answer) => answer.text()))).then(done);
"""
SPEAK = """
const [token, commands, done] = arguments;
const socket = new WebSocket(`ws://${location.host}/ws/seat`);
const replies = [];
const next = () => commands.length > replies.length
  ? socket.send(JSON.stringify({type: "command", id: `by-hand-${replies.length}`, command: commands[replies.length]}))
  : done(replies);
socket.onopen = () => socket.send(JSON.stringify({type: "hello", token}));
socket.onmessage = (event) => {
  const message = typeof event.data === "string" ? JSON.parse(event.data) : {};
  if (message.type === "snapshot") next();
  if (message.type === "reply") { replies.push(message.ok ? "done" : message.error); next(); }
};
"""
OF_ANNA = [
    {"name": "choose", "choice": {"value": 1}},
    {"name": "choose", "choice": {"later": True}},
    {"name": "confirm"},
    {"name": "choose", "choice": {"value": 1}, "seat": 1},
    {"name": "act", "action": ["pass"]},
    {"name": "act", "action": ["pass"], "actor": 1},
    {"name": "choose", "choice": {"token": "power"}, "seat": 1},
    {"name": "choose", "choice": {"target": "a1"}},
    {"name": "hint"},
    {"name": "put", "site": "h1"},
    {"name": "invite", "seat": 1},
    {"name": "free_seat", "seat": 1},
    {"name": "private", "seat": 1},
    {"name": "hand_back"},
    {"name": "abandon"},
    {"name": "claim_host"},
]


FARMS = {"d1": 5, "b2": 3, "f2": 7, "h2": 4, "a4": 6, "e4": 4, "c5": 5, "g5": 6}
PEOPLE = [
    {"name": "Anna", "clan": "fishermen"},
    {"name": "Ben", "clan": "foragers"},
    {"name": "Cleo", "clan": "elders"},
]
COUNTERS = re.compile(r'(?:"(?:version|saved|saved_version|n)":|data-lit=)"?\d+"?')
"""Of the log and of the sounds, which go on from game to game; of the lights, some of which come and go."""
PATHS = ["/", "/seat", "/api/screen", "/archive", "/health", "/api/archive/1", "/archive/1.json"]


def heard(page):
    """What came to a page by WebSocket since the last call; the first one begins to listen."""
    page.line.call("Network.enable")
    news, page.line.news = page.line.news, []
    came = [each["params"] for each in news if each["method"] == "Network.webSocketFrameReceived"]
    return [each["response"]["payloadData"] for each in came]


def inside(document):
    """Every object anywhere in it."""
    if isinstance(document, dict):
        yield document
    for each in document.values() if isinstance(document, dict) else document if isinstance(document, list) else ():
        yield from inside(each)


def world(host, values):
    """A game in which Anna lays two such Divers: her phone and Ben's, and a second table page."""
    host.table.clear()
    host.table.ask("set_up", players=PEOPLE, farms=FARMS, advanced=True, confirm="button", hints="always")
    host.table.ask("start")
    host.until_turn(1, "Anna")
    phones = {seat: PhonePage.joined(host, seat) for seat in (1, 2)}
    second = TablePage.beside(host).open()
    for page in (*phones.values(), second):
        heard(page)
    hurry = Hurry(host.table, None, 3, {seat: phone.token for seat, phone in phones.items()})
    for turn, space in enumerate(SPACES):
        hurry.lay(space, value=values[turn // 3] if turn % 3 == 0 else 1)
    for page in (*phones.values(), second):
        page.until(lambda page=page: "Turn 7" in page.whose, "turn 7")
    return phones, second


def held(page, token):
    """All that somebody finds with the tools on a page at the end, but for its own token, and what counts on and on.

    Neither the order in which attributes were set is told, nor how high the card below the board has been, nor how
    large the lights were drawn above it: they come of the moment at which a word that all may read has arrived.
    """
    answers = page.driver.execute_async_script(FETCH, PATHS)
    return [COUNTERS.sub("", text.replace(token, "TOKEN")) for text in (page.js(HELD), *answers)]


@pytest.mark.soak
@pytest.mark.refused
def test_two_worlds_look_the_same_from_other_seats(host):
    """Anna lays a 4 and a 3, or two 1s: every page but hers holds the same, and no frame ever told of her Divers."""
    found = []
    for values in ((4, 3), (1, 1)):
        phones, second = world(host, values)
        assert any(f'"chosen":{values[0]}' in text for text in heard(phones[1]))
        for page in (phones[2], second):
            told = [json.loads(text) for text in heard(page) if text.startswith("{")]
            assert len(told) > len(SPACES)
            for each in (part for message in told for part in inside(message)):
                where = each.get("site") or each.get("space")
                assert where not in (SPACES[0], SPACES[3]) or each.get("value") is None
                assert "hand" not in (each.get("game") or {}) or (page is phones[2] and each["name"] == "Ben")
        found.append([*held(phones[2], phones[2].token), *held(second, phones[1].token)])
        for page in (*phones.values(), second):
            page.close()
    for one, other in zip(*found, strict=True):
        assert one == other


@pytest.mark.refused
def test_a_seat_cannot_speak_for_another(host, table):
    """Commands typed into the console of Ben's page while Anna is to move: each is refused, and nothing happens."""
    phones = {seat: PhonePage.joined(host, seat) for seat in (1, 2)}
    phones[1].until_mine().choose(4)
    host.touch("a1").until_verdict("legal")
    table.until(lambda screen: screen["saved_version"] == screen["version"])
    before = table.screen(by=phones[1].token)
    replies = phones[2].driver.execute_async_script(SPEAK, phones[2].token, OF_ANNA)
    assert len(replies) == len(OF_ANNA)
    assert set(replies) <= {"not_your_turn", "table_only", "host_only"}
    assert table.screen(by=phones[1].token) == before
