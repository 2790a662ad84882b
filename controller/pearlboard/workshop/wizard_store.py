"""The wizard's files: its progress, so that it can be left and resumed, and the resulting wiring."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from errno import EISDIR
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeAlias

from pearlboard.errors import ConfigError, PearlboardError
from pearlboard.files import read_toml
from pearlboard.sensing.wiring import Chains
from pearlboard.texts import Sentence, say
from pearlboard.workshop.mapping import Mapper
from pearlboard.workshop.trial import Trial

Acting: TypeAlias = Callable[[Path, Callable[[], Any]], Any]


def directly(_: Path, work: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever the work comes to
    """Do the work with this process's own rights."""
    return work()


@dataclass(frozen=True, slots=True)
class WizardFiles:
    """The files of a wizard. `wiring`: the path of the result, with the progress beside it; `act`: whose rights are
    used.

    A failure to write is a `ConfigError` that names the file.
    """

    wiring: Path
    act: Acting = directly

    @property
    def progress(self) -> Path:
        """The path of the progress."""
        return self.wiring.with_name(f"{self.wiring.stem}.progress{self.wiring.suffix}")

    def begin(self, chains: Chains) -> Mapper:
        """The wizard, resumed from its progress; `ConfigError` if that is another board's, or files cannot be
        written.
        """
        self.check()
        if not self.progress.exists():
            return Mapper(chains)
        try:
            return Mapper.resumed(chains, read_toml(self.progress))
        except ConfigError as error:
            raise ConfigError(f"{self.progress}: {error}; move that file away to begin anew") from error

    def check(self) -> None:
        """Check that files can be written, before anybody has done anything."""
        self.act(self.wiring, self._check)

    def _check(self) -> None:
        with _naming(self.wiring):
            self.wiring.parent.mkdir(parents=True, exist_ok=True)
            if self.wiring.is_dir():
                raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
            with TemporaryFile(dir=self.wiring.parent):
                pass

    def keep(self, mapper: Mapper) -> None:
        """Write the progress."""
        self.act(self.wiring, partial(_write, self.progress, mapper.progress()))

    def write(self, mapper: Mapper) -> Path | None:
        """Write the wiring; returns the path to which an earlier one was moved, if there was one.

        The progress is kept while there are faults: their places are asked for again next time.
        """
        kept = self.act(self.wiring, partial(self._written, mapper))
        return None if kept is None else Path(kept)

    def _written(self, mapper: Mapper) -> str | None:
        text = mapper.wiring().to_toml()
        kept = None
        if self.wiring.exists():
            kept = _free(self.wiring)
            with _naming(kept):
                self.wiring.rename(kept)
        _write(self.wiring, text)
        if mapper.verdict is not None and mapper.verdict.ok:
            with _naming(self.progress):
                self.progress.unlink(missing_ok=True)
        else:
            _write(self.progress, mapper.progress())
        return None if kept is None else str(kept)


@dataclass(slots=True)
class WizardStore:
    """Saves a wizard's progress whenever it has learned something, and the wiring at its end.

    Other trials have nothing to save. `aside`: the path to which an earlier wiring was moved.
    """

    mapped: WizardFiles
    aside: Path | None = None
    _known: str = ""

    def begin(self, chains: Chains) -> Mapper:
        """The wizard, resumed from its progress; `ConfigError` says why not."""
        mapper = self.mapped.begin(chains)
        self._known, self.aside = mapper.progress(), None
        return mapper

    def learn(self, trial: Trial) -> Sentence | None:
        """Save new progress; returns a sentence if that fails."""
        if not isinstance(trial, Mapper) or trial.progress() == self._known:
            return None
        try:
            self.mapped.keep(trial)
        except PearlboardError as error:
            return say("map_not_written", problem=str(error))
        self._known = trial.progress()
        return None

    def end(self, trial: Trial) -> Sentence | None:
        """Save the wiring, or the progress if there is no wiring yet; returns the result as a sentence."""
        if not isinstance(trial, Mapper):
            return None
        self._known = ""
        if (failed := self.learn(trial)) is not None:
            return failed
        try:
            self.aside = self.mapped.write(trial)
        except PearlboardError as error:
            return say("map_incomplete", problem=str(error), path=str(self.mapped.progress.absolute()))
        return say("map_written", path=str(self.mapped.wiring.absolute()))

    def leave(self, trial: Trial) -> Sentence | None:
        """Save the progress; returns its place as a sentence."""
        if not isinstance(trial, Mapper):
            return None
        self._known = ""
        return self.learn(trial) or say("map_kept", path=str(self.mapped.progress.absolute()))


def _write(path: Path, text: str) -> None:
    """Write a file atomically."""
    with _naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(path.name + ".new")
        new.write_text(text, encoding="utf-8")
        new.replace(path)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror or error}") from error


def _free(path: Path) -> Path:
    """An unused name beside `path`."""
    number = 1
    while (free := path.with_name(f"{path.stem}.{number}{path.suffix}")).exists():
        number += 1
    return free
