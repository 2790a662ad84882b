"""The settings file, changed as its owner would do it: some values, and every other letter as it was.

What is written was read back first and says what it should. It takes the place of the file whole or not at all, with
the same mode and owner, and only of a file that nobody else has changed meanwhile.
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
    """What stands in the file; `mark` tells it from what stands there at another time."""

    text: str
    mark: str


class SettingsFile:
    """One file. A link is followed: what it leads to is changed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Written:
        """What stands there now; `ConfigError` if it cannot be read."""
        text = text_of(self.path)
        return Written(text, hashlib.sha256(text.encode()).hexdigest())

    def hindrance(self) -> Sentence | None:
        """Why nothing can be written there, and what to do; None if it can."""
        place = self.path.resolve()
        mine = place.exists() and os.geteuid() in (0, place.stat().st_uid)
        if mine and os.access(place.parent, os.W_OK) and os.access(place, os.W_OK):
            return None
        return say("settings_not_writable", path=str(self.path), folder=str(self.path.parent))

    def write(self, text: str, mark: str) -> None:
        """Put `text` in place of what has that mark; `Refused` if something else stands there, or it cannot be done."""
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
    """A file's text with other values under some keys, such as `lights.cap_ma`; `Refused` if that cannot be done."""
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
