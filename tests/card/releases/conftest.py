"""A card for each test, and a signer for all of a file."""

import os
import shutil

import pytest

from support.card_releases import Card
from support.signer import TOOLS, Signer


@pytest.fixture
def card(tmp_path, monkeypatch):
    """It runs, and has a game. What only makes syncing faster is left out: it would wait for the whole machine."""
    if shutil.which("dpkg-deb") is None:
        pytest.skip("packages are made and unpacked by dpkg-deb, which is missing")
    monkeypatch.setattr(os, "sync", lambda: None)
    return Card(tmp_path)


@pytest.fixture(scope="module")
def signer(tmp_path_factory):
    """Its keys take a while to be made."""
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        pytest.skip(f"needs {', '.join(missing)}: on Debian, apt-utils and gpg")
    made = Signer(tmp_path_factory.mktemp("gnupg"))
    yield made
    made.close()
