"""A Pico that is plugged in later: chosen by one press, where nobody has chosen a board."""

import asyncio
from types import SimpleNamespace

import pytest

from pearlboard.configuration import read_settings
from pearlboard.operator.deeds import Anew, Operating
from pearlboard.operator.settings_file import SettingsFile
from pearlboard.operator.settings_form import SettingsForm
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from pearlboard.web.port import Operated
from support.fuzzing import AnyTable

TEXT = "# The settings.\nlanguage = 'fr'\n\n[lights]\ncap_ma = 2000  # of mine\n"


class Offered:
    """A table whose operator presses the button; `begun`: how often the program was to begin anew."""

    def __init__(self, path):
        path.write_text(TEXT)
        self.path, self.table, self.begun = path, AnyTable(), []
        self.glance = SimpleNamespace(offers_pico=True)
        self.pico = SimpleNamespace(must_be_done=lambda: None)
        form = SettingsForm(SettingsFile(path), read_settings(path, {}), frozenset())
        anew = Anew(begin=lambda: self.begun.append(1))
        self.operating = Operating(
            self.table.game_is_on, self.glance, form, None, None, None, catalogues(), anew, *[None] * 5, self.pico
        )

    def press(self):
        asyncio.run(self.operating.do(Operated("use_pico"), "en"))


@pytest.fixture
def offered(tmp_path):
    return Offered(tmp_path / "config.toml")


def test_one_press_writes_the_setting_and_begins_anew(offered):
    """As by the form: all else in the file stays."""
    offered.press()
    assert read_settings(offered.path, {}).board == "rp2040"
    assert offered.path.read_text().replace('board = "rp2040"\n', "") == TEXT
    assert offered.begun == [1]


def test_in_a_game_it_is_refused_and_nothing_is_written(offered):
    """Nobody is interrupted, and no restart later brings a board unasked."""
    offered.table.begin()
    with pytest.raises(Refused, match="game_is_on"):
        offered.press()
    assert (offered.path.read_text(), offered.begun) == (TEXT, [])


def test_what_is_no_longer_offered_is_not_done(offered):
    """It was unplugged, or somebody else has chosen."""
    offered.glance.offers_pico = False
    with pytest.raises(Refused, match="no_pico"):
        offered.press()
    assert (offered.path.read_text(), offered.begun) == (TEXT, [])
