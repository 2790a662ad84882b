"""The trials of the bench as a running table offers them: the wizard's files are kept where the games are."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from pearlboard.app.mapped import Mapped
from pearlboard.app.workshop import Offer
from pearlboard.bench import TRIALS
from pearlboard.bench.mapping import Mapper
from pearlboard.bench.trial import Trial
from pearlboard.errors import ConfigError
from pearlboard.sensing.wiring import Wiring
from pearlboard.texts import Sentence, say

WIRING: Final = "wiring.toml"


def offers(wiring: Wiring, folder: Path) -> Mapping[str, Offer]:
    """Every trial, for a table that is wired so and may write in `folder`."""
    mapped = Mapped(folder / WIRING)
    found = {name: Offer(trial.summary, partial(trial.begin, wiring)) for name, trial in TRIALS.items()}
    found["map"] = Offer(TRIALS["map"].summary, partial(mapped.begin, wiring.chains), partial(_write, mapped),
                         partial(_keep, mapped))
    return found


def _write(mapped: Mapped, trial: Trial) -> Sentence | None:
    if not isinstance(trial, Mapper):
        return None
    try:
        mapped.write(trial)
    except (ConfigError, OSError) as error:
        return say("map_not_written", problem=str(error))
    return say("map_written", path=str(mapped.wiring))


def _keep(mapped: Mapped, trial: Trial) -> Sentence | None:
    if not isinstance(trial, Mapper):
        return None
    try:
        mapped.keep(trial)
    except OSError as error:
        return say("map_not_written", problem=str(error))
    return say("map_kept", path=str(mapped.progress))
