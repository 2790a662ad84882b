"""Golden screens: what every page shows at every kind of moment of random games, compared with a stored copy.

After an intended change, `python tests/screens/test_told_as_before.py` regenerates the copy: look at the differences.
"""

import json
from pathlib import Path

import pytest

from pearlboard.checking.board import moment
from pearlboard.checking.evidence import _play
from pearlboard.games.api import TABLE, Choice, Table
from pearlboard.games.registry import GAMES
from pearlboard.games.values import Reads

TOLD = Path(__file__).parent / "told"
PLAYED = {"pearls": (2, 3), "perladora": (3, 4), "piratoons": (2, 3)}
MOST = 9


def told(package, players, variant, seed):
    """The first moment of each kind: at each stage, every new combination of keys with a value."""
    found, played = {}, _play(package, players, dict(variant), seed)
    for number, state in enumerate(played.states):
        seen, now = package.rules.view(state, TABLE), moment(played)
        if package.board is not None and package.board.reads(seen) is Reads.PIECES:
            lying = frozenset(package.board.expected(seen))
            table = Table(sensed=lying, expected=lying)
            now = moment(played, table, package.board.draft(seen, table, {}, confirms_itself=True))
        screen = package.shown.screen(seen, now)
        kind = package.rules.stage(seen), *sorted(key for key, value in screen.items() if value)
        if (kind not in found and len(found) < MOST) or state is played.end:
            seats = range(1, players + 1)
            found[kind] = {
                "number": number,
                "screen": screen,
                "seats": [package.shown.seat(played.setup, seen, seat) for seat in seats],
                "private": [package.secrets.private(package.rules.view(state, seat), now, Choice()) for seat in seats],
            }
    return [json.loads(json.dumps(each)) for each in found.values()]


def games():
    """A few of each game, in all its variants."""
    for name, tables in PLAYED.items():
        package = GAMES[name]
        for number, variant in enumerate(package.options.variants):
            players = tables[number % len(tables)]
            yield pytest.param(package, players, variant, number, id=f"{name}-{number}")


def less(value, before):
    """The part of `value` that was there before; additions are left out."""
    if isinstance(value, dict) and isinstance(before, dict):
        return {key: less(value[key], before[key]) for key in before if key in value}
    if isinstance(value, list) and isinstance(before, list) and len(value) == len(before):
        return [less(*pair) for pair in zip(value, before, strict=True)]
    return value


@pytest.mark.parametrize(("package", "players", "variant", "number"), [*games()])
def test_pages_show_the_same_as_before(package, players, variant, number, request):
    """On shared pages and on each seat's own; additional keys are no error."""
    lines = (TOLD / f"{request.node.callspec.id}.jsonl").read_text(encoding="utf-8").splitlines()
    before, now = [json.loads(line) for line in lines], told(package, players, variant, number)
    assert [each["number"] for each in now] == [each["number"] for each in before]
    for each, was in zip(now, before, strict=True):
        assert less(each, was) == was


if __name__ == "__main__":
    TOLD.mkdir(exist_ok=True)
    for game in games():
        lines = (json.dumps(each, separators=(",", ":"), ensure_ascii=False) for each in told(*game.values))
        (TOLD / f"{game.id}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
