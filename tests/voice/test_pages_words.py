"""The pages call a piece as the table's voice does: whoever hears one and then the other knows it again."""

import pytest

from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogues

SAME = {
    None: {"ui_piece_of": "voice_piece_of", "ui_unknown_piece": "voice_piece"},
    "perladora": {"ui_diver_of": "ear_diver", "ui_pontoon": "ear_pontoon"},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_piece_is_called_the_same_by_page_and_voice(language):
    """But for how its owner is filled in."""
    for game, names in SAME.items():
        entries = catalogues()[language].of(game).entries
        for page, voice in names.items():
            assert entries[page].replace("{name}", "{seat}") == entries[voice], (language, page)
