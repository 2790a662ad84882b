"""A power cut at any step that a disk takes: whatever comes after it does not happen, and no handler runs to its end.

Harsher still: a name whose folder was not synced is the old one again. And nothing that was made under another name may
take its place before all of it is on disk; that is looked at at each renaming.
"""

import contextlib
import os
import shutil
import stat
from pathlib import Path

STEPS = ("rename", "replace", "unlink", "rmdir", "symlink", "link", "mkdir", "fsync")


class PowerCut(BaseException):
    """No program hears of it."""


APART = []
"""Not empty while something writes that is not looked at here."""


@contextlib.contextmanager
def apart():
    """What the table itself writes; tests/store cuts that off."""
    APART.append(None)
    try:
        yield
    finally:
        APART.pop()


class Power:
    """Goes off at step number `last`, and stays off; `steps` were taken until then."""

    def __init__(self, root, last, *, forgetful):
        self.root, self.last, self.forgetful = root, last, forgetful
        self.steps = 0
        self._real = {name: getattr(os, name) for name in STEPS}
        self._synced = set()
        self._moves = []
        self._spare = root.with_name("spare")

    @contextlib.contextmanager
    def on(self, monkeypatch):
        """As long as there is some; a cut ends the block without an error."""
        with monkeypatch.context() as patched:
            for name in STEPS:
                patched.setattr(os, name, self._step(name))
            with contextlib.suppress(PowerCut):
                yield self
        if self.forgetful and self.off:
            self._forget()

    @property
    def off(self):
        return self.steps >= self.last

    def _step(self, name):
        def step(*arguments, **named):
            if APART:
                return self._real[name](*arguments, **named)
            where = "" if name == "fsync" else str(arguments[0])
            if name != "fsync" and "dir_fd" not in named and not where.startswith(str(self.root)):
                return self._real[name](*arguments, **named)
            self.steps += 1
            if self.off:
                raise PowerCut
            if name in {"rename", "replace"}:
                self._moved(Path(arguments[0]), Path(arguments[1]))
            if name == "fsync":
                self._sync(arguments[0])
            return self._real[name](*arguments, **named)

        return step

    def _sync(self, file):
        found = os.fstat(file)
        self._synced.add(found.st_ino)
        if stat.S_ISDIR(found.st_mode):
            folder = Path(f"/proc/self/fd/{file}").readlink()
            self._moves = [move for move in self._moves if move[1].parent != folder]

    def _moved(self, source, target):
        if source.name.endswith(".new") and not source.is_symlink():
            inside = [source, *source.rglob("*")]
            assert all(each.is_symlink() or each.stat().st_ino in self._synced for each in inside), inside
        saved = None
        if target.is_symlink() or target.exists():
            if not self._spare.exists():
                self._real["mkdir"](self._spare)
            saved = self._spare / str(self.steps)
            if target.is_symlink():
                self._real["symlink"](target.readlink(), saved)
            else:
                shutil.copy2(target, saved)
        self._moves.append((source, target, saved))

    def _forget(self):
        for source, target, saved in reversed(self._moves):
            if (target.exists() or target.is_symlink()) and not source.exists():
                target.rename(source)
                if saved is not None:
                    saved.rename(target)
