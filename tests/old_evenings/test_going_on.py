"""An evening of version 0.1.0 goes on under this program: it shows what it showed, is played to its end and kept."""

import random

import pytest

from old_evenings import capture
from old_evenings.evenings import NAMES, kept, rows, unpacked
from pearlboard.session.decide import fold
from pearlboard.session.principal import Principal
from pearlboard.session.state import Session
from pearlboard.store.log import FactLog
from support.advanced import Players, end
from support.lengths import at_length
from support.tabling import PAUSE_MS, PLAYERS, TestTable

pytestmark = pytest.mark.slow

AT = "2027-01-02T03:04:05+00:00"
PLAYED_OUT = at_length(NAMES, NAMES[::12])
"""Of these the rest is played, too."""
MOMENTS = 500
"""More than any game has; a piece laid, a turn and a pause of the computer are moments."""


class Evening(TestTable):
    """A table that goes on where a database ends, with what lay on it then, and saves to that database."""

    __test__ = False

    def __init__(self, path):
        self.store = FactLog(path)
        log = self.store.last_game()
        session = fold(Session(), log)
        super().__init__(log, [str(site) for site in capture.expected(session) - session.owed])
        self.asked, self.begun_with = 1_000 * (session.version + 1), len(log)
        self.thinker.simulations, self.thinker.ms = 1, 1
        self.people = Players(self, random.Random(3))
        self.people.phones = {seat: Principal(seat, key) for seat, key in session.phones.items()}

    def append(self, entries):
        """Save them."""
        super().append(entries)
        self.store.append(entries, AT)

    def go_on_until(self, reached):
        """All that must be done until then; it stands still where a table that goes on never would."""
        for _ in range(MOMENTS):
            if reached():
                return
            self.go_on()
        pytest.fail(f"the table stands still: {self.screen()['sentence']}")

    def go_on(self):
        """The next that must be done."""
        now = self.tabletop.now
        if now.paused:
            self.ask("resume")
            return
        match now.game.stage:
            case "idle":
                self.ask("set_up", players=PLAYERS[:2])
            case "pearls":
                self.ask("tidy").do("wait 300").ask("confirm")
            case "playing":
                self.play_on()
            case "reveal" if now.board.table.to_lay:
                self.lay()
            case "reveal":
                end(self)
            case "count":
                self.ask("confirm")
            case "over":
                self.ask("rematch")

    def play_on(self):
        """Lay what is owed, let the computer play, or play a turn."""
        if self.tabletop.now.board.table.to_lay and not self.tabletop.now.game.exhibition:
            self.lay()
        elif self.tabletop.now.game.thinking:
            self.do(f"wait {PAUSE_MS}")
        else:
            self.people.turn()

    def lay(self):
        """Lay a piece that is asked for."""
        self.do(self.screen()["put"][0])


def shown_in(name):
    """What was captured after the last fact, with what people had laid by then."""
    last = [each.found for each in kept(name) if "fact" in each.point][-1]
    shown = last.get("not laid yet", {})
    return {
        "lights": shown.get("lights", last["lights"]),
        "colours": shown.get("colours", last["colours"]),
        "cue": shown.get("cue", last["cue"]),
        "sentences": {
            language: [shown["sentences"][language] if shown else said[0], *said[1:]]
            for language, said in last["sentences"].items()
        },
    }


@pytest.mark.parametrize("name", [name for name in NAMES if name != "nothing"])
def test_the_table_comes_up_as_it_was(name, tmp_path):
    """The same lights, the same sentences, for the pieces that lay there."""
    table = Evening(unpacked(name, tmp_path))
    assert capture.at_the_table(table.tabletop.now) == shown_in(name)
    table.store.close()


@pytest.mark.parametrize("name", NAMES)
def test_the_evening_goes_on(name, tmp_path):
    """What comes next is accepted and saved; the rows before it stay as they were; the game ends in the archive.

    Of every sixth evening all the rest is played; in make soak, of all.
    """
    path = unpacked(name, tmp_path)
    before, archived = rows(path), len(capture.archived(path))
    table = Evening(path)
    table.go_on_until(lambda: len(table.log) > table.begun_with)
    table.store.close()
    assert rows(path)[: len(before)] == before
    assert len(rows(path)) > len(before)

    again = Evening(path)
    assert capture.capture(again.tabletop.session) == capture.capture(table.tabletop.session)
    if name not in PLAYED_OUT:
        again.store.close()
        return
    again.go_on_until(lambda: again.tabletop.now.game.stage == "over")
    again.store.close()
    assert again.complaints == []
    assert rows(path)[: len(before)] == before
    assert len(capture.archived(path)) == archived + 1


def test_a_command_of_then_is_not_done_again(tmp_path):
    """A phone that sends once more what was saved before the update changes nothing."""
    table = Evening(unpacked("standard_two_english", tmp_path))
    command = next(entry.command for entry in reversed(table.log) if entry.command is not None)
    table.ask("abandon", command_id=command)
    table.store.close()
    assert len(table.log) == table.begun_with
