"""Folders that are not root's, which only root can make; whoever else runs tests leaves these out."""

import os
import shutil
from pathlib import Path
from tempfile import mkdtemp

import pytest

from privileges.folders import given


@pytest.fixture
def home():
    """A folder of root's that everybody may enter, as /var/lib is; pytest's own are shut."""
    if os.geteuid() != 0:
        pytest.skip("needs root")
    folder = Path(mkdtemp(prefix="pearlboard-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def games(home):
    """The service's own folder in it."""
    return given(home / "games")
