"""Every sensor, dead or stuck: it is named within two turns of the first use of its place, and lays no turn that stays.

People are attentive here, and nothing else: they lay what they want to lay, press the button when nothing happens, say
where a piece lies when they are asked, and take back at once what nobody has laid.
"""

import random

import pytest

from pearlboard.geometry import GRID, Space
from pearlboard.session.facts import Acted
from pearlboard.session.state import Refused
from support.lengths import at_length
from support.perladora_table import PERLADORA, hints
from support.tabling import TestTable

TRIED = at_length(GRID.sites, GRID.sites[::9])
"""In the short form every ninth, spaces and edges among them; all 107 in the soak."""
SEVERAL = pytest.mark.parametrize("site", TRIED, ids=str)


class People:
    """Those at a table with one broken sensor. `laid` is what their hands have laid, as far as it counts."""

    def __init__(self, site, value, *, from_the_start):
        self.site, self.value = site, value
        self.laid = set()
        self.phantoms = 0
        self.table = TestTable()
        if from_the_start:
            self.break_it()
        self.rng = random.Random(str(site))

    def break_it(self):
        self.table.do(f"{self.site}={self.value}")

    @property
    def named(self):
        """Whether the page names the place, or it is left out already."""
        sensors = self.table.screen()["sensors"]
        told = {*sensors["doubtful"], *sensors["suspected"], *map(str, self.table.tabletop.left_out)}
        return str(self.site) in told

    def begin(self):
        """Set up a game, whatever the board says of it; a sensor that is named is left out."""
        try:
            self.table.begin()
        except Refused:
            self.table.do("wait 61000")
            assert self.named
            self.table.ask("leave_out", site=str(self.site)).ask("start")

    def look(self):
        """Take back what nobody has laid, and leave out what the table names and nobody has touched."""
        table = self.table
        counted = {place for act in table.tabletop.session.acts for place in PERLADORA.board.lays(act.action)}
        if counted - self.laid:
            self.phantoms += 1
            table.ask("take_back").do("wait 500")
            assert self.named, "suspected at once"
        if self.named and self.site not in table.tabletop.left_out:
            table.ask("leave_out", site=str(self.site)).do("wait 500")

    def lay(self, wanted):
        """One turn: these pieces, then the button if they do not count by themselves."""
        table = self.table
        before = table.tabletop.session.version
        for place in wanted:
            table.board.put(place)
            table.clock.step(700)
            if place in table.tabletop.left_out:
                table.ask("put", site=str(place))
            self.laid.add(place)
        table.do("wait 3300")
        for _ in range(6):
            if self.counted(wanted, before):
                return
            self.go_on(wanted)
        raise AssertionError(f"no way on: {table.screen()['sentence']}")

    def counted(self, wanted, before):
        acts = [entry.fact for entry in self.table.log if entry.version > before and isinstance(entry.fact, Acted)]
        return any(PERLADORA.board.lays(act.action) == set(wanted) for act in acts)

    def go_on(self, wanted):
        """Whatever the table says has to be done."""
        table = self.table
        screen = table.screen()
        seen = {piece["site"] for piece in screen["pieces"] if piece["status"] == "draft"}
        unseen = [place for place in wanted if str(place) not in seen]
        if "laid" in screen["can"] and unseen:
            table.ask("laid", site=str(unseen[0])).do("wait 3300")
        elif self.is_ours(screen, seen, wanted) or (screen["verdict"] == "unfinished" and not screen["lift"]):
            table.do("press end_turn")
        else:
            table.do("wait 11000")
            self.look()
            table.do("wait 3300")

    def is_ours(self, screen, seen, wanted):
        """Whether all that the table would count is what was meant."""
        return screen["verdict"] == "legal" and seen == set(map(str, wanted))

    def elsewhere(self):
        """A place for a turn that has nothing to do with the broken sensor."""
        open_to = sorted(hints(self.table.tabletop.now).spaces, key=str)
        return [self.rng.choice([place for place in open_to if place != self.site])]

    def at_the_place(self):
        """A turn there, with another Pontoon if it is an edge; None where the rules allow none."""
        now = hints(self.table.tabletop.now)
        if isinstance(self.site, Space):
            return [self.site] if self.site in now.spaces else None
        others = [edge for edge in sorted(now.edges, key=str) if not set(_ends(edge)) & set(_ends(self.site))]
        return [self.site, self.rng.choice(others)] if self.site in now.edges else None


def _ends(edge):
    return edge.first, edge.second


def no_phantom_stands(people):
    """What counts in the end is what hands have laid."""
    counted = {place for act in people.table.tabletop.session.acts for place in PERLADORA.board.lays(act.action)}
    assert counted == people.laid


@SEVERAL
@pytest.mark.parametrize("value", [0, 1])
def test_a_sensor_that_is_broken_from_the_start_is_named_and_lays_nothing(site, value, record_property):
    """Stuck at one it is named before the first turn; dead, in the turn in which its place is first used."""
    people = People(site, value, from_the_start=True)
    people.begin()
    if value == 1:
        assert site in people.table.tabletop.left_out
    people.lay(people.elsewhere())
    wanted = people.at_the_place()
    if wanted is not None:
        people.lay(wanted)
        people.look()
        assert site in people.table.tabletop.left_out
    people.lay(people.elsewhere())
    assert people.phantoms == 0
    no_phantom_stands(people)
    record_property("reached", f"stuck at {value} from the start, named in time, no phantom")


@SEVERAL
def test_a_sensor_that_sticks_in_mid_game_is_undone_in_one_press(site, record_property):
    """It may look like one turn and never like a second, and is named once it is in anybody's way."""
    people = People(site, 1, from_the_start=False)
    people.begin()
    people.lay(people.elsewhere())
    people.break_it()
    people.table.do("wait 3500")
    people.look()
    for _ in range(2):
        people.lay(people.elsewhere())
        people.look()
    assert site in people.table.tabletop.left_out
    assert people.phantoms <= 1
    people.table.do(f"{site}= wait 9000 {site}=1 wait 9000")
    assert people.phantoms <= 1
    no_phantom_stands(people)
    record_property("reached", "sticks in mid-game, named in time, no phantom that stays")


@SEVERAL
def test_a_sensor_that_dies_under_its_piece_is_named(site, record_property):
    """What is asked back in vain is named, and play goes on."""
    people = People(site, 0, from_the_start=False)
    people.begin()
    wanted = people.at_the_place()
    if wanted is None:
        return
    people.lay(wanted)
    people.break_it()
    people.table.do("wait 16000")
    assert people.named
    people.look()
    people.lay(people.elsewhere())
    assert people.phantoms == 0
    no_phantom_stands(people)
    record_property("reached", "dies under its piece, named, no phantom")
