"""The wizard's files: what it knows so far, so that it can be left and resumed, and the wiring that comes of it."""

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
    """Do the work as whoever runs this."""
    return work()


@dataclass(frozen=True, slots=True)
class WizardFiles:
    """`wiring`: where the wiring is to be written; what is known so far stands beside it. `act`: as whom files change.

    What cannot be written is a `ConfigError` that names the file.
    """

    wiring: Path
    act: Acting = directly

    @property
    def progress(self) -> Path:
        """Where the wizard keeps what it knows so far."""
        return self.wiring.with_name(f"{self.wiring.stem}.progress{self.wiring.suffix}")

    def begin(self, chains: Chains) -> Mapper:
        """The wizard, from where it was left; `ConfigError` if that was another board's, or nothing could be kept."""
        self.check()
        if not self.progress.exists():
            return Mapper(chains)
        try:
            return Mapper.resumed(chains, read_toml(self.progress))
        except ConfigError as error:
            raise ConfigError(f"{self.progress}: {error}; move that file away to begin anew") from error

    def check(self) -> None:
        """See that files can be written there, before anybody has done anything."""
        self.act(self.wiring, self._check)

    def _check(self) -> None:
        with _naming(self.wiring):
            self.wiring.parent.mkdir(parents=True, exist_ok=True)
            if self.wiring.is_dir():
                raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
            with TemporaryFile(dir=self.wiring.parent):
                pass

    def keep(self, mapper: Mapper) -> None:
        """Write down what is known so far."""
        self.act(self.wiring, partial(_write, self.progress, mapper.progress()))

    def write(self, mapper: Mapper) -> Path | None:
        """Write the wiring; where the one that stood there is kept now, if there was one.

        What is known stays beside it while there are faults: they are asked for again the next time.
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
    """Keeps what a wizard knows whenever it has learned something, and writes the wiring at its end.

    Of any other trial there is nothing to keep. `aside`: where the wiring that stood there before is now.
    """

    mapped: WizardFiles
    aside: Path | None = None
    _known: str = ""

    def begin(self, chains: Chains) -> Mapper:
        """The wizard, from where it was left; `ConfigError` says why there is none."""
        mapper = self.mapped.begin(chains)
        self._known, self.aside = mapper.progress(), None
        return mapper

    def learn(self, trial: Trial) -> Sentence | None:
        """Keep what is new; what is to be said if that fails."""
        if not isinstance(trial, Mapper) or trial.progress() == self._known:
            return None
        try:
            self.mapped.keep(trial)
        except PearlboardError as error:
            return say("map_not_written", problem=str(error))
        self._known = trial.progress()
        return None

    def end(self, trial: Trial) -> Sentence | None:
        """Write the wiring, or keep what is known of one that cannot be; what came of it."""
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
        """Keep what is known; where it is."""
        if not isinstance(trial, Mapper):
            return None
        self._known = ""
        return self.learn(trial) or say("map_kept", path=str(self.mapped.progress.absolute()))


def _write(path: Path, text: str) -> None:
    """All of it or nothing."""
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
    """A name beside `path` that nothing has yet."""
    number = 1
    while (free := path.with_name(f"{path.stem}.{number}{path.suffix}")).exists():
        number += 1
    return free
