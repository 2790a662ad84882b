"""The default theme, read as the program reads it."""

import tomllib
from importlib.resources import files

import pytest

from pearlboard.lights.theme import Theme


@pytest.fixture(scope="session")
def default_mapping():
    text = (files("pearlboard.lights") / "themes" / "default.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@pytest.fixture(scope="session")
def theme(default_mapping):
    return Theme.from_mapping(default_mapping)
