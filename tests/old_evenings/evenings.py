"""The databases, and what players had of them after every fact: kept, compared, and taken anew only when told to.

A capture is kept as what is new in it against the capture before: a JSON merge patch (RFC 7396), one to a line. Run by
itself this file tells every difference between what is kept and what the program says now; with `--rewrite` it keeps
what the program says now. With names it looks at these evenings alone.

    python tests/old_evenings/evenings.py [--rewrite] [name ...]
"""

import argparse
import gzip
import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from old_evenings import capture  # noqa: E402 - found by the line above when run by itself

DATABASES, CAPTURES = HERE / "databases", HERE / "captures"
NAMES = tuple(sorted(path.name.removesuffix(".db.gz") for path in DATABASES.glob("*.db.gz")))
TOLD = 30
"""As many differences are told of one evening, at most."""

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Capture:
    """What players have at one point, and which point that is: a fact, a game of the archive, a frame of that."""

    point: Json
    found: Json

    @property
    def where(self) -> str:
        """The point in words."""
        return " ".join(f"{key} {value}" for key, value in self.point.items())

    @property
    def series(self) -> tuple[object, ...]:
        """Captures of one series are kept one against the other."""
        return self.point.get("game"), self.point.get("archived"), "frame" in self.point


# --- taking them ---------------------------------------------------------------------------------------------------


def unpacked(name: str, folder: Path) -> Path:
    """A copy of that database."""
    path = folder / f"{name}.db"
    path.write_bytes(gzip.decompress((DATABASES / f"{name}.db.gz").read_bytes()))
    return path


def rows(path: Path) -> tuple[tuple[Any, ...], ...]:
    """All that is stored, read without the program."""
    with closing(sqlite3.connect(path)) as connection:
        return tuple(connection.execute("SELECT * FROM fact ORDER BY version"))


def taken(path: Path) -> Iterator[Capture]:
    """What players have of a database, as the program reads it now: one stored row is one fact."""
    facts = rows(path)
    sessions = capture.sessions(path, tuple(dict.fromkeys(game for _, game, *_ in facts)))
    for (_, game, _, name, *_), (version, session) in zip(facts, sessions, strict=True):
        yield Capture({"game": game, "version": version, "fact": name}, capture.capture(session))
    for number, (listed, *frames) in sorted(capture.archived(path).items()):
        yield Capture({"archived": number}, listed)
        for index, frame in enumerate(frames):
            yield Capture({"archived": number, "frame": index}, frame)


# --- keeping them --------------------------------------------------------------------------------------------------


def kept(name: str) -> list[Capture]:
    """What version 0.1.0 said, but for what was accepted since."""
    found: dict[tuple[object, ...], Json] = {}
    captures = []
    for line in (CAPTURES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        point = json.loads(line)
        new = point.pop("new")
        series = Capture(point, {}).series
        found[series] = patched(found.get(series, {}), new)
        captures.append(Capture(point, found[series]))
    return captures


def keep(name: str, captures: list[Capture]) -> None:
    """Replace what is kept."""
    before: dict[tuple[object, ...], Json] = {}
    lines = []
    for each in captures:
        new = patch(before.get(each.series, {}), each.found)
        before[each.series] = each.found
        lines.append(json.dumps({**each.point, "new": new}, ensure_ascii=False, separators=(",", ":")))
    (CAPTURES / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def patch(before: Json, after: Json) -> Json:
    """What makes `after` of `before`: null for what is gone."""
    new = dict.fromkeys(key for key in sorted(before) if key not in after)
    for key in sorted(after):
        one, other = before.get(key), after[key]
        if isinstance(other, dict):
            if one != other:
                new[key] = patch(one if isinstance(one, dict) else {}, other)
        elif one != other:
            new[key] = other
    return new


def patched(before: Json, new: Json) -> Json:
    """`before` with what is new."""
    after = {key: value for key, value in before.items() if key not in new}
    for key, value in new.items():
        if isinstance(value, dict):
            one = before.get(key)
            after[key] = patched(one if isinstance(one, dict) else {}, value)
        elif value is not None:
            after[key] = value
    return after


# --- comparing them ------------------------------------------------------------------------------------------------


def differences(before: list[Capture], now: list[Capture]) -> list[str]:
    """Every difference in a line: where it is, what was there and what is there now."""
    found = []
    for one, other in zip(before, now, strict=False):
        if one.point != other.point:
            found.append(f"{one.where}: now it is {other.where}")
            break
        found += [f"{one.where}: {difference}" for difference in _differences((), one.found, other.found)]
    if len(before) != len(now):
        found.append(f"there were {len(before)} captures, now there are {len(now)}")
    return found


def _differences(path: tuple[str, ...], before: object, now: object) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(now, dict):
        for key in sorted(before.keys() | now.keys()):
            yield from _differences((*path, key), before.get(key), now.get(key))
    elif before != now:
        yield f"{' / '.join(path)}: {_shown(before)} -> {_shown(now)}"


def _shown(value: object) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)


def main() -> int:
    """See the head of the file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rewrite", action="store_true", help="keep what the program says now")
    parser.add_argument("names", nargs="*", choices=[*NAMES, []], metavar="name")
    wanted = parser.parse_args()
    CAPTURES.mkdir(exist_ok=True)
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in wanted.names or NAMES:
            now = list(taken(unpacked(name, Path(folder))))
            is_new = not (CAPTURES / f"{name}.jsonl").exists()
            before = [] if is_new else kept(name)
            different = differences(before, now)
            found += len(different)
            for line in different:
                print(f"{name}: {line}")  # noqa: T201 - what it is for
            if wanted.rewrite and (different or is_new):
                keep(name, now)
    print(f"{found} differences{', accepted' if wanted.rewrite and found else ''}")  # noqa: T201
    return int(bool(found) and not wanted.rewrite)


if __name__ == "__main__":
    sys.exit(main())
