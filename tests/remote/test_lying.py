"""A line over a transport that lies: nothing is lost, nothing comes twice, the latest state wins."""

from itertools import count

import pytest

from pearlboard.remote import outbox
from pearlboard.remote.events import Received
from pearlboard.remote.line import Line, Role
from support.lying_line import Broken, World


@pytest.mark.parametrize("seed", range(60))
def test_everything_arrives_once_and_in_order(seed):
    """Whatever the transport does; and a run is a number."""
    World(seed).run()


def test_a_run_is_a_number():
    """The same number is the same run, packet by packet."""
    one, other = World(7), World(7)
    one.run(100)
    other.run(100)
    assert (one.guest.heard, one.host.heard, one.now) == (other.guest.heard, other.host.heard, other.now)


@pytest.mark.parametrize("seed", range(30))
def test_whoever_begins_anew_is_told_the_states_again(seed):
    """One of the two crashes in the middle: pages are dropped, then both know the same again, and nothing else ends."""
    world = World(seed, lies=0)
    world.connect()
    for at in range(300):
        if at in (100, 200):
            world.crash(world.chance.choice((Role.HOST, Role.GUEST)))
        if world.wire is None:
            world.connect()
        elif world.chance.random() < 0.02:
            world.cut()
        world.act()
        world.step(world.chance.choice((1, 20, 50)))
    world.settle()
    world.check_states(world.guest, world.host)
    world.check_states(world.host, world.guest)
    assert world.guest.line.pages == world.host.line.pages


def test_without_lies_nothing_is_ever_sent_again():
    """One connection, and everything is acknowledged."""
    world = World(1, lies=0)
    world.run(cuts=0)
    assert world.guest.resumed == [True, True]  # the second connection is that of the end


# --- planted faults ------------------------------------------------------------------------------------------------


def forgets_what_was_in_flight(monkeypatch):
    """What was sent before a cut is not sent again."""
    real = outbox.Outbox.resume

    def resume(self, seen, at_ms):
        self.acknowledge(seen)
        for entry in self._flight:
            entry.blank()
        real(self, seen, at_ms)

    monkeypatch.setattr(outbox.Outbox, "resume", resume)


def sends_everything_again(monkeypatch):
    """The peer's last number is not heeded."""
    real = outbox.Outbox.acknowledge
    monkeypatch.setattr(outbox.Outbox, "acknowledge", lambda self, seen: real(self, min(seen, self.acknowledged)))


def takes_doubles(monkeypatch):
    """A message that has come is taken again."""
    real = Line._take_next

    def take_next(self, number, message, at_ms):
        return [Received(message)] if number == self._seen else real(self, number, message, at_ms)

    monkeypatch.setattr(Line, "_take_next", take_next)


def takes_gaps(monkeypatch):
    """A message that comes too early is taken."""
    real = Line._take_next

    def take_next(self, number, message, at_ms):
        self._seen = max(self._seen, number - 1)
        return real(self, number, message, at_ms)

    monkeypatch.setattr(Line, "_take_next", take_next)


def replaces_readings_under_buttons(monkeypatch):
    """A later reading takes the place of the one over which a button was pressed."""

    def replace(self, slot):
        for entry in [each for each in self._waiting if each.slot == slot]:
            self._blank(entry)
            self._waiting.remove(entry)

    monkeypatch.setattr(outbox.Outbox, "_replace", replace)


def keeps_the_first_state(monkeypatch):
    """A state that waits is not replaced, and the newer one is lost."""
    monkeypatch.setattr(outbox.Outbox, "_replace", lambda *_: None)
    real = outbox.Outbox._keep

    def keep(self, entry):
        if not any(each.slot == entry.slot for each in self._waiting if entry.slot):
            real(self, entry)

    monkeypatch.setattr(outbox.Outbox, "_keep", keep)


@pytest.mark.parametrize(
    "plant",
    [
        forgets_what_was_in_flight,
        sends_everything_again,
        takes_doubles,
        takes_gaps,
        replaces_readings_under_buttons,
        keeps_the_first_state,
    ],
)
def test_a_planted_fault_is_found(plant, monkeypatch):
    """Within a few runs; a machine that finds nothing would be no evidence."""
    plant(monkeypatch)
    for seed in count():
        assert seed < 60
        try:
            World(seed).run()
        except Broken:
            return
