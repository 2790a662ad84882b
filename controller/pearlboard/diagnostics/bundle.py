"""An archive for people who help: the state of a table, without anything private.

It is assembled from what may be told, never by removing what may not; except for the journal, whose lines lose only
tokens and codes. The database is not included.
"""

import io
import json
import re
import subprocess
import tarfile
from collections.abc import Iterable, Mapping, Sequence
from gzip import GzipFile
from pathlib import Path
from typing import Any, BinaryIO, Final

from msgspec.structs import asdict, replace

from pearlboard.diagnostics.doctor import DoctorContext, Finding, versions
from pearlboard.errors import ConfigError
from pearlboard.recorder.blackbox import folder_of, whole
from pearlboard.regular import read_text
from pearlboard.settings import Group, Settings
from pearlboard.texts import Catalogue

MARKS: Final[Mapping[bool | None, str]] = {True: "ok", False: "!!", None: "??"}
JOURNAL_LINES: Final = "2000"
HIDDEN: Final = "(left out)"
SECRET: Final = re.compile(r"(?i)\b((?:token|password|code|key)\b[^:=]*[:=]\s*)\S+|(#)[\w-]{8,}|\b[\w-]{21,}\b")
"""Words that precede a secret, the secret part of an address, and anything long enough to be a token."""


def write_bundle(target: BinaryIO, context: DoctorContext, findings: Iterable[str], written: str) -> None:
    """Write the archive; `OSError` if that fails. `written`: the service's journal."""
    members = {
        "doctor.txt": "\n".join(findings),
        "versions.txt": "\n".join(versions()),
        "settings.toml": settings_text(context.settings),
        "wiring.toml": _text_of(context.settings.wiring),
        "health.txt": "\n".join(f"{key}: {value}" for key, value in (context.health or {}).items()),
        "journal.txt": redacted(written),
        "blackbox.jsonl": _black_box(context.store),
    }
    with GzipFile(fileobj=target, mode="wb") as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for name, text in members.items():
            body = f"{text}\n".encode()
            member = tarfile.TarInfo(f"pearlboard-support/{name}")
            member.size = len(body)
            archive.addfile(member, io.BytesIO(body))


def findings_as_text(findings: Sequence[Finding], catalogue: Catalogue) -> list[str]:
    """`ok`, `!!` or, if unknown, `??`; then the name of the check and the finding."""
    width = max(len(finding.name) for finding in findings)
    return [
        f"{MARKS[finding.well]}  {finding.name:<{width}}  {catalogue.render(finding.sentence)}" for finding in findings
    ]


def settings_text(settings: Settings) -> str:
    """The current settings, without those that are private to the house."""
    wifi = replace(settings.wifi, name=HIDDEN, password=HIDDEN)
    home = replace(settings.home, **dict.fromkeys(("broker", "ca", "user", "password"), HIDDEN))
    web = replace(settings.web, names=HIDDEN if settings.web.names else "")
    club = replace(settings.club, code=HIDDEN if settings.club.code else "")
    told = asdict(replace(settings, wifi=wifi, web=web, home=home, club=club))
    lines = [f"{key} = {_value(found)}" for key, found in told.items() if not isinstance(found, Group)]
    for name, group in told.items():
        if isinstance(group, Group):
            lines += [f"\n[{name}]", *(f"{key} = {_value(found)}" for key, found in asdict(group).items())]
    return "\n".join(lines)


def _value(value: Any) -> str:  # noqa: ANN401 - a text or a number
    return f'"{value}"' if isinstance(value, str) else str(value)


def redacted(text: str) -> str:
    """The text without tokens, codes and passwords."""
    return SECRET.sub(lambda found: f"{found[1] or found[2] or ''}{HIDDEN}", text)


def _text_of(name: str) -> str:
    if not name:
        return "# the reference board"
    try:
        return read_text(Path(name))
    except ConfigError as error:
        return f"# {error}"


def _black_box(store: Path) -> str:
    """The last hour, which holds no secret and no name; or why it cannot be read."""
    try:
        return whole(folder_of(store))
    except (OSError, UnicodeDecodeError) as error:
        return json.dumps({"unreadable": str(error)})


def journal() -> str:
    """Recent lines of the service, where there is a journal."""
    try:
        done = subprocess.run(  # noqa: S603 - ours
            ["journalctl", "--unit", "pearlboard", "--lines", JOURNAL_LINES, "--no-pager"],  # noqa: S607 - root's own PATH
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"(no journal: {error})"
    return done.stdout or done.stderr
