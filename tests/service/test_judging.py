"""Backups as somebody else may make them: refused in words, or put back alive, and neither takes much."""

import os
import random
import shutil
from pathlib import Path

import pytest

from support.lengths import at_length
from support.poison import judged, linked, lives, poisoned, rows_in, undeleted, written

pytestmark = pytest.mark.slow

VERSIONS = Path(__file__).parents[1] / "store/versions/0.2.0"
POISONED = at_length(10_000, 60)
MORE_MB = 150
MORE_S = 5


@pytest.fixture(scope="module")
def games():
    """The facts of good backups."""
    return [undeleted(rows_in(VERSIONS / f"{game}.db")) for game in ("perladora", "piratoons", "pearls")]


def test_whatever_a_backup_holds_it_is_refused_in_words_or_lives(games, tmp_path, record_property):
    """No more than a good one and 150 MB, or 5 seconds of the processor; what is let through starts and is shown."""
    good = [judged(written(tmp_path / "good.db", linked(rows))) for rows in games]
    assert all(verdict and "refused" not in verdict for verdict, *_ in good)
    rng, path = random.Random(os.environ.get("PEARLBOARD_TEST_SEED", "poison")), tmp_path / "poisoned.db"
    most_s = most_mb = refused = died = 0
    for number in range(POISONED):
        of = rng.randrange(len(games))
        poisoned(rng, path, games[of])
        verdict, cpu_s, used_mb = judged(path)
        most_s, most_mb = max(most_s, cpu_s - good[of][1]), max(most_mb, used_mb - good[of][2])
        assert cpu_s <= good[of][1] + MORE_S + 1, (number, verdict)
        assert used_mb <= good[of][2] + MORE_MB, (number, verdict)
        if verdict is None:
            died += 1
        elif "refused" in verdict:
            refused += 1
            assert str(path) in verdict["why"], (number, verdict)
        else:
            folder = tmp_path / "put"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            assert lives(path, folder), (number, verdict)
    alive = POISONED - refused - died
    record_property(
        "reached",
        f"{POISONED} files: {refused} refused in words, {died} with the child that judged, {alive} put back alive; "
        f"{most_s:.1f} s and {most_mb:.0f} MB more than a good one at most",
    )
    assert refused > 0
    assert alive > 0
