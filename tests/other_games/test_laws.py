"""All keep the laws that every game must keep, and are as small as they should be."""

from pathlib import Path

import pytest

from other_games import auction, harbour, march
from pearlboard.checking.evidence import Evidence
from pearlboard.checking.suite import LAWS

pytestmark = pytest.mark.slow

BY_NAME = {"harbour": harbour, "auction": auction, "march": march}
MAY_IMPORT = (
    "dataclasses",
    "pearlboard.games",
    "pearlboard.games.api",
    "pearlboard.geometry",
    "pearlboard.lights",
    "pearlboard.texts",
)


@pytest.fixture(scope="module")
def evidence():
    """What was seen of each, played once for all laws."""
    return {name: Evidence(module.PACKAGE) for name, module in BY_NAME.items()}


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
@pytest.mark.parametrize("name", BY_NAME)
def test_a_game_of_somebody_else_keeps_the_law(evidence, name, law):
    """As `check-game` says to who makes one."""
    law.check(evidence[name])


@pytest.mark.parametrize("module", BY_NAME.values(), ids=list(BY_NAME))
def test_they_are_small_and_import_only_what_they_may(module):
    """One file under 170 lines each, from nothing but what the contract offers."""
    lines = Path(module.__file__).read_text(encoding="utf-8").splitlines()
    assert len(lines) < 170
    imported = [line.split()[1] for line in lines if line.startswith(("from ", "import "))]
    assert [name for name in imported if not name.startswith(MAY_IMPORT)] == []
