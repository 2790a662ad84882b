"""Whether the board is heard. Pages are told of every cue, and have switches of their own."""

from pearlboard.lights.scene import Cue
from support.tabling import TestTable


def test_a_board_that_is_to_be_silent_gets_no_cue():
    """In a game as by itself; the lights and the pages go on."""
    table = TestTable()
    table.lighting.be_heard(sounds=False)
    before = len(table.board.played)
    table.begin()
    table.lighting.sound(Cue.WIN)
    assert len(table.board.played) == before
    assert table.lighting.cue[1] == Cue.WIN
    assert any(table.board.frames[-1])


def test_a_tone_that_still_sounds_ends_when_the_board_is_silenced():
    """Once; and after that cues are heard again when they are to be."""
    table = TestTable()
    table.lighting.sound(Cue.WIN)
    for _ in range(2):
        table.lighting.be_heard(sounds=False)
    assert list(table.board.played)[-2:] == [table.lighting.cue[2], ()]
    table.lighting.be_heard(sounds=True)
    table.lighting.sound(Cue.ASK)
    assert table.board.played[-1] == table.lighting.cue[2]
