"""What the network is, who asks and by which name is found out in one place each, so that all of the program agrees.

Whoever needs one of these elsewhere asks that place: a second reader took this machine's network for everybody's.
"""

import re
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / "controller/pearlboard"
PLACES = {
    r"\bgethostname\b": {"web/names.py", "operator/glance.py", "operator/wifi.py", "card/wifi/__main__.py"},
    r"\.client\b": {"web/guard.py", "web/connections.py", "cli/http_query.py", "together/page_socket.py"},
    r'"x?-?forwarded': {"web/guard.py"},
    r'headers(\.get\(|\[)"(host|origin)"|headers, "(host|origin)"': {"web/guard.py"},
    r"\bis_loopback\b": {"web/guard.py", "web/address.py", "origins.py"},
    r'"(127\.0\.0\.1|localhost)"': {"web/address.py", "cli/http_query.py", "card/releases/service.py"},
    r"\b(getaddrinfo|gethostbyname|gethostbyname_ex|getfqdn|getnameinfo)\b": {
        "program/judge.py",
        "web/names.py",
        "carriers/iroh.py",
    },
    r"\bgetsockname\b": {
        "web/interfaces.py",
        "program/run.py",
        "cli/serving.py",
        "cli/hosting.py",
        "carriers/websocket.py",
    },
}
"""What is written only there. The judge of a backup forbids resolving; `http_query` and releases ask this machine; the
carriers resolve another table's name, and tell the port at which they listen, as commands do. A page that comes over
the line has its table's address for `web/guard.py`.
"""


@pytest.mark.parametrize("pattern", PLACES)
def test_it_is_found_out_nowhere_else(pattern):
    found = set()
    for path in PROGRAM.rglob("*.py"):
        code = re.sub(r'"""(.*?)"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        if re.search(pattern, code):
            found.add(str(path.relative_to(PROGRAM)))
    assert found == PLACES[pattern]
