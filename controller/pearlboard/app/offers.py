"""The trials of the bench as a running table offers them: the wizard's files are kept where the games are."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from pearlboard.app.mapped import Keeper, Mapped
from pearlboard.app.workshop import Offer
from pearlboard.bench import TRIALS
from pearlboard.sensing.wiring import Wiring

WIRING: Final = "wiring.toml"


def offers(wiring: Wiring, folder: Path) -> Mapping[str, Offer]:
    """Every trial, for a table that is wired so and may write in `folder`."""
    keeper = Keeper(Mapped(folder / WIRING))
    found = {name: Offer(trial.summary, partial(trial.begin, wiring)) for name, trial in TRIALS.items()}
    found["map"] = Offer(
        TRIALS["map"].summary, partial(keeper.begin, wiring.chains), keeper.end, keeper.leave, keeper.learn
    )
    return found
