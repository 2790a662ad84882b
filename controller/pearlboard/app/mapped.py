"""The wizard's files: what it knows so far, so that it can be left and resumed, and the wiring that comes of it."""

from dataclasses import dataclass
from pathlib import Path

from pearlboard.app.files import read_toml
from pearlboard.bench.mapping import Mapper
from pearlboard.errors import ConfigError
from pearlboard.sensing.wiring import Chains


@dataclass(frozen=True, slots=True)
class Mapped:
    """`wiring`: where the wiring is to be written; what is known so far stands beside it."""

    wiring: Path

    @property
    def progress(self) -> Path:
        """Where the wizard keeps what it knows so far."""
        return self.wiring.with_name(f"{self.wiring.stem}.progress{self.wiring.suffix}")

    def begin(self, chains: Chains) -> Mapper:
        """The wizard, from where it was left; `ConfigError` if that was another board's."""
        if not self.progress.exists():
            return Mapper(chains)
        try:
            return Mapper.resumed(chains, read_toml(self.progress))
        except ConfigError as error:
            raise ConfigError(f"{self.progress}: {error}; move that file away to begin anew") from error

    def keep(self, mapper: Mapper) -> None:
        """Write down what is known so far; `OSError` if it cannot be written."""
        _write(self.progress, mapper.progress())

    def write(self, mapper: Mapper) -> Path | None:
        """Write the wiring; where the one that stood there is kept now, if there was one.

        What is known stays beside it while there are faults: they are asked for again the next time.
        """
        text = mapper.wiring().to_toml()
        kept = None
        if self.wiring.exists():
            kept = _free(self.wiring)
            self.wiring.rename(kept)
        _write(self.wiring, text)
        if mapper.verdict is not None and mapper.verdict.ok:
            self.progress.unlink(missing_ok=True)
        else:
            self.keep(mapper)
        return kept


def _write(path: Path, text: str) -> None:
    """All of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def _free(path: Path) -> Path:
    """A name beside `path` that nothing has yet."""
    number = 1
    while (free := path.with_name(f"{path.stem}.{number}{path.suffix}")).exists():
        number += 1
    return free
