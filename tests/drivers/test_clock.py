"""Clocks: the stepped one, and the event loop's."""

import asyncio
import threading

from pearlboard.drivers.clock import LoopClock, SteppedClock, post_to_loop
from pearlboard.sensing.scan import Scan


def test_calls_come_at_their_own_times_and_in_order():
    """Stepping over several callbacks runs each at its time; equal times run in the order of scheduling."""
    clock, made = SteppedClock(), []
    for at_ms, name in ((30, "c"), (10, "a"), (30, "d"), (20, "b")):
        clock.call_at(at_ms, lambda name=name: made.append((name, clock())))
    clock.step(25)
    assert made == [("a", 10), ("b", 20)]
    clock.step(5)
    assert made[2:] == [("c", 30), ("d", 30)]


def test_a_call_can_be_prevented():
    """The function that `call_at` returns cancels the callback, and does nothing after it has run."""
    clock, made = SteppedClock(), []
    clock.call_at(10, lambda: made.append(1))()
    second = clock.call_at(10, lambda: made.append(2))
    clock.step(10)
    second()
    assert made == [2]


def test_a_call_for_the_past_is_made_at_once():
    """The callback runs with the next step, at the clock's current time."""
    clock, made = SteppedClock(100), []
    clock.call_at(50, lambda: made.append(clock()))
    clock.step(0)
    assert made == [100]


def test_the_loop_clock_calls_no_sooner_than_asked():
    """The clock has the loop's time in whole milliseconds."""

    async def run():
        clock = LoopClock(asyncio.get_running_loop())
        start, arrived = clock(), asyncio.get_running_loop().create_future()
        clock.call_at(start + 20, lambda: arrived.set_result(clock()))
        return start, await arrived

    start, arrived = asyncio.run(run())
    assert arrived >= start + 20


def test_events_of_a_thread_are_heard_on_the_loop():
    """`post_to_loop` passes events on, in order."""

    async def run():
        heard, done = [], asyncio.Event()

        def listen(event):
            heard.append((event.bits, threading.current_thread() is threading.main_thread()))
            if len(heard) == 3:
                done.set()

        listener = post_to_loop(asyncio.get_running_loop(), listen)
        thread = threading.Thread(target=lambda: [listener(Scan(bits, 0)) for bits in (1, 2, 3)])
        thread.start()
        await done.wait()
        thread.join()
        return heard

    assert asyncio.run(run()) == [(1, True), (2, True), (3, True)]


def test_events_after_the_loop_has_closed_are_dropped():
    """A late thread causes no error."""
    loop, heard = asyncio.new_event_loop(), []
    listener = post_to_loop(loop, heard.append)
    loop.close()
    listener(Scan(0, 0))
    assert heard == []
