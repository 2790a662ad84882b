"""A card for each test."""

import os
import shutil

import pytest

from releases.card import Card


@pytest.fixture
def card(tmp_path, monkeypatch):
    """It runs, and has a game. What only makes syncing faster is left out: it would wait for the whole machine."""
    if shutil.which("dpkg-deb") is None:
        pytest.skip("packages are made and unpacked by dpkg-deb, which is missing")
    monkeypatch.setattr(os, "sync", lambda: None)
    return Card(tmp_path)
