"""The trials of the bench as a running table offers them: the wizard's files are kept where the games are."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from pearlboard.bench import TRIALS
from pearlboard.sensing.wiring import Wiring
from pearlboard.service.wizard_store import WizardFiles, WizardStore
from pearlboard.service.workshop import TableTrial
from pearlboard.texts import say

WIRING: Final = "wiring.toml"


def trials(wiring: Wiring, folder: Path) -> Mapping[str, TableTrial]:
    """Every trial, for a table that is wired so and may write in `folder`."""
    keeper = WizardStore(WizardFiles(folder / WIRING))
    found = {name: TableTrial(trial.summary, partial(trial.begin, wiring)) for name, trial in TRIALS.items()}
    found["map"] = TableTrial(
        TRIALS["map"].summary, partial(keeper.begin, wiring.chains), keeper.end, keeper.leave, keeper.learn
    )
    return {name: replace(trial, title=say(f"bench_title_{name}")) for name, trial in found.items()}
