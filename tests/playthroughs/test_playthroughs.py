"""Games at the table written down in full: what is done, what is said, what shines, and what every viewer knows.

A change of a rule, a sentence, a scene or a leak is a readable difference in `*.golden.txt`. To accept one, run this
file by itself (`python tests/playthroughs/test_playthroughs.py`) and read the difference before it is committed.
"""

import sys
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from pearlboard.session.questions import package_of  # noqa: E402
from pearlboard.session.state import Refused  # noqa: E402
from pearlboard.table.lighting import scene_of  # noqa: E402
from support.tabling import TestTable  # noqa: E402 - found by the line above when run by itself

pytestmark = pytest.mark.slow

FARMS = {"d1": 3, "b2": 4, "f2": 4, "h2": 5, "a4": 5, "e4": 6, "c5": 6, "g5": 7}
PLAYTHROUGHS = sorted(path.stem for path in HERE.glob("*.script.txt"))


def golden_of(name):
    return HERE / f"{name.removesuffix('.script')}.golden.txt"


def written_out(name):
    """The whole playthrough as text."""
    table = TestTable()
    lines = []
    for line in (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        deed = line.partition("#")[0].strip()
        if deed:
            lines += [f"> {deed}", *outcome(table, deed), ""]
    return "\n".join(lines)


def outcome(table, deed):
    """Do one line of the script (`! name key=value` is a command of a page), and tell what comes of it."""
    if deed.startswith("!"):
        name, *fields = deed[1:].split()
        try:
            table.ask(name, **dict(read(field) for field in fields))
        except Refused as refusal:
            yield f"  refused: {refusal.name}"
    elif deed.startswith("begin"):
        _, players, *fields = deed.split()
        table.begin(int(players), farms=FARMS, **dict(read(field) for field in fields))
    else:
        table.do(deed)
    yield from told(table)


def read(field):
    """`key=value` as a command has it."""
    key, value = field.split("=")
    return key, int(value) if value.isdigit() else {"yes": True, "none": None}.get(value, value)


def told(table):
    """What the table says, shows and lets each viewer know."""
    now, screen, french = table.tabletop.now, table.screen(), table.screen("fr")
    yield f"  {screen['phase']}, version {screen['version']}: {screen['sentence']}"
    yield f"  {french['sentence']}"
    scene = scene_of(now, table.lighting._news, table.clock())
    roles = Counter(f"{mark.role}{mark.seat or ''}" for mark in scene.lights.values())
    yield f"  cue: {screen['cue']['n']} {screen['cue']['name']}" if screen["cue"] else "  silent"
    yield f"  lights: {', '.join(f'{count} {role}' for role, count in sorted(roles.items())) or 'dark'}"
    if screen["lift"] or screen["put"] or screen.get("region"):
        yield f"  lift {screen['lift']}  put {screen['put']}  too small {screen.get('region', [])}"
    if now.game.stage == "playing":
        yield from knowledge(table)
    for territory in (screen.get("reveal") or {"territories": []})["territories"]:
        told = " ".join(f"{diver['space']}={diver['value']}" for diver in territory["divers"])
        yield f"  {len(territory['spaces'])} spaces, {territory['pearls']} Pearls: {told or 'nobody'}"
    for territory in (screen.get("count") or {"territories": []})["territories"][-1:]:
        yield f"  {' '.join(territory['spaces'])}: {territory['text']}"
    if screen.get("result"):
        yield f"  {screen['result']['text']}"


def knowledge(table):
    """What each viewer knows of values."""
    session = table.tabletop.session
    rules = package_of(session).rules
    for viewer in ("table", *range(1, table.tabletop.now.game.agreement.setup.players + 1)):
        view = rules.view(session.state, viewer)
        values = " ".join(f"{space}={value}" for space, value in sorted(view.values.items()))
        yield f"  {viewer} knows: {values or 'nothing'}; left {view.public.left}; hand {view.hand}"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_goes_as_it_was_written_down(name):
    """Everything that is said, shown and known at the table is as it was accepted."""
    assert written_out(name) == golden_of(name).read_text(encoding="utf-8")


if __name__ == "__main__":
    for each in PLAYTHROUGHS:
        golden_of(each).write_text(written_out(each), encoding="utf-8")
