"""Changes some values in the settings file and leaves every other character as it was.

The new text is parsed first. It replaces the file whole or not at all, with the same mode and owner, and only if nobody
else has changed the file meanwhile.
"""

import hashlib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from pearlboard.configuration import put, text_of
from pearlboard.session.state import Refused
from pearlboard.settings import group_and_name
from pearlboard.store.files import moved
from pearlboard.texts import Sentence, say


@dataclass(frozen=True, slots=True)
class Written:
    """The text of the file; `mark` identifies this version of it."""

    text: str
    mark: str


class SettingsFile:
    """The settings file. A link is followed, and its target changed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Written:
        """Read the file; `ConfigError` if that fails."""
        text = text_of(self.path)
        return Written(text, hashlib.sha256(text.encode()).hexdigest())

    def hindrance(self) -> Sentence | None:
        """The reason why the file cannot be written, and the remedy; None if it can."""
        place = self.path.resolve()
        mine = place.exists() and os.geteuid() in (0, place.stat().st_uid)
        if mine and os.access(place.parent, os.W_OK) and os.access(place, os.W_OK):
            return None
        return say("settings_not_writable", path=str(self.path), folder=str(self.path.parent))

    def write(self, text: str, mark: str) -> None:
        """Replace the version with that mark; `Refused` if the file has another one by now, or cannot be written."""
        if (why := self.hindrance()) is not None:
            raise Refused("not_writable", why)
        place = self.path.resolve()
        new = place.with_name(f".{place.name}.new")
        try:
            before = place.stat()
            new.unlink(missing_ok=True)
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(text.encode())
                file.flush()
                if (before.st_uid, before.st_gid) != (os.geteuid(), os.fstat(file.fileno()).st_gid):
                    os.fchown(file.fileno(), before.st_uid, before.st_gid)
                os.fchmod(file.fileno(), before.st_mode & 0o7777)
            if self.read().mark != mark:
                raise Refused("changed_meanwhile", say("settings_changed_meanwhile", path=str(self.path)))
            moved(new, place)
        except OSError as error:
            raise Refused(
                "not_written", say("settings_not_written", path=str(self.path), problem=str(error))
            ) from error
        finally:
            new.unlink(missing_ok=True)


def changed(text: str, values: Mapping[str, Any]) -> str:
    """The text with other values for some keys, such as `lights.cap_ma`; `Refused` if that is impossible."""
    try:
        document = tomlkit.parse(text)
        for key, value in values.items():
            group, name = group_and_name(key)
            if group and group not in document:
                document[group] = tomlkit.table()
            table: Any = document[group] if group else document
            table[name] = value
        new = tomlkit.dumps(document)
        wanted = tomllib.loads(text)
        for key, value in values.items():
            put(wanted, key, value)
        whole = tomllib.loads(new) == wanted
    except (TOMLKitError, ValueError):
        whole = False
    if not whole:
        raise Refused("cannot_keep", say("settings_cannot_keep", keys=tuple(values)))
    return new
