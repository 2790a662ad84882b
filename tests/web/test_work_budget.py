"""Who may let the table work, and for how long; what stays of it; and how that is measured."""

import asyncio
import time

import pytest
from starlette.responses import PlainTextResponse

from pearlboard.session.principal import Principal
from pearlboard.session.state import Refused
from pearlboard.web.guard import LATE_S, Gate, Guard
from pearlboard.web.rate_limiter import ADDRESSES, network_of
from pearlboard.web.socket import CommandMessage, carried_out
from pearlboard.web.work_budget import (
    BURST_S,
    FACTS_AN_HOUR,
    FACTS_AT_ONCE,
    HOUR_S,
    OPERATOR,
    SHARE,
    STRANGERS_SHARE,
    Payer,
    WorkBudget,
    beside,
    metered,
)


class Hands:
    """A clock that is set by hand, in seconds."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Hands()


def used(budget, payer, clock, for_s, step_s=0.01):
    """The seconds of work that somebody gets who asks for a piece of it whenever there is credit."""
    total, until = 0.0, clock.now + for_s
    while clock.now < until:
        if budget.wait_s(payer) == 0:
            budget.charge(payer, step_s)
            total += step_s
        clock.now += step_s
    return total


def test_an_address_gets_its_share_and_no_more(clock):
    """What it may use at once, and then a part of the time; whoever waits has it back."""
    budget = WorkBudget(clock)
    got = used(budget, Payer("192.0.2.1"), clock, 60)
    assert got == pytest.approx(BURST_S + 60 * SHARE, abs=0.1)
    clock.now += HOUR_S
    assert budget.wait_s(Payer("192.0.2.1")) == 0


def test_strangers_together_get_a_part_and_leave_the_rest(clock):
    """However many addresses they come from; a seat that is known pays from its own."""
    budget, total = WorkBudget(clock), 0.0
    strangers = [Payer(f"192.0.2.{number}") for number in range(50)]
    until = 60.0
    while clock.now < until:
        for each in strangers:
            if budget.wait_s(each) == 0:
                budget.charge(each, 0.01)
                total += 0.01
        clock.now += 0.1
    assert total < 2 * BURST_S + until * STRANGERS_SHARE + 0.1
    assert budget.wait_s(Payer("192.0.2.7", "a seat")) == 0
    assert budget.wait_s(Payer("192.0.2.7", OPERATOR)) == 0


def test_one_dear_piece_of_work_is_paid_back_by_waiting(clock):
    """It is done, and the wait is as long as it takes to earn it."""
    budget, payer = WorkBudget(clock), Payer("192.0.2.1", "a seat")
    budget.charge(payer, BURST_S + 1.0)
    assert budget.wait_s(payer) == pytest.approx(1.0 / SHARE)
    budget.charge(Payer("192.0.2.1", OPERATOR), 1000.0)
    assert budget.wait_s(Payer("192.0.2.1", OPERATOR)) == 0


def test_what_stays_on_the_disk_is_limited_by_the_hour(clock):
    """From an address, whoever says so there."""
    budget, kept = WorkBudget(clock), 0
    while clock.now < HOUR_S:
        if budget.may_keep("192.0.2.1"):
            kept += 3
            budget.keep_of_command(kept, "192.0.2.1", sets_up=False)
        clock.now += 0.1
    assert FACTS_AT_ONCE + FACTS_AN_HOUR - 10 < kept < FACTS_AT_ONCE + FACTS_AN_HOUR + 10
    assert budget.may_keep("192.0.2.2")


class Restless:
    """A table on which computers play as soon as a game is set up; each game leaves 90 facts by itself."""

    facts, set_ups = 0, 0

    def receive(self, command, *_):
        self.set_ups += command["name"] == "set_up"
        self.facts += 1

    def recorded(self):
        return self.facts, self.set_ups

    def play(self):
        self.facts += 90


@pytest.mark.parametrize("operator", [False, True])
def test_what_computers_leave_is_booked_where_their_game_was_set_up(clock, operator):
    """Whoever sends one command a game leaves no more than whoever lays each piece; of the operator's, nobody pays."""
    budget, table, left, refused = WorkBudget(clock), Restless(), 0, 0
    command = CommandMessage("an-id-of-a-command-0000", {"name": "set_up"})
    while clock.now < HOUR_S:
        try:
            carried_out(table, budget, command, Principal(operator=operator), "192.0.2.1")
            table.play()
            left += 91
        except Refused as refusal:
            refused += refusal.name == "too_much"
        clock.now += 10.0
    if operator:
        assert (left, refused) == (360 * 91, 0)
        assert budget.may_keep("192.0.2.1")
    else:
        assert FACTS_AT_ONCE + FACTS_AN_HOUR - 100 < left < FACTS_AT_ONCE + FACTS_AN_HOUR + 100
        assert refused > 300
        assert budget.may_keep("192.0.2.2")


def test_addresses_that_are_forgotten_take_no_memory(clock):
    """A thousand are remembered, the last that came."""
    budget = WorkBudget(clock)
    for number in range(3 * ADDRESSES):
        budget.charge(Payer(str(number)), 1.0)
        budget.refused(str(number))
    assert len(budget._work._of) == len(budget._refusals._of) == ADDRESSES


def test_the_operator_is_told_who_was_refused_most(clock):
    """In the last hour."""
    budget = WorkBudget(clock)
    assert budget.worst() is None
    for _ in range(3):
        budget.refused("192.0.2.1")
    budget.refused("192.0.2.2")
    assert budget.worst() == ("192.0.2.1", 3)
    clock.now += HOUR_S
    assert budget.worst() is None


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::1", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_one_household_is_one_address(host, network):
    """Of IPv6 it has all that begin with the same 64 bits."""
    assert network_of(host) == network


def busy(for_s):
    """Use the processor for so long."""
    until = time.thread_time() + for_s
    while time.thread_time() < until:
        pass


def test_work_is_measured_wherever_it_is_done_and_waiting_costs_nothing():
    """On the loop, between waits, and in a thread beside it; an error and a cancellation come through as they are."""

    async def serve():
        busy(0.02)
        await asyncio.sleep(0.05)
        busy(0.02)
        await beside(busy, 0.03)
        return "served"

    async def fail():
        await asyncio.sleep(0)
        raise KeyError("told")

    async def scenario():
        spent = []
        assert await metered(serve(), spent.append) == "served"
        assert 0.07 <= sum(spent) < 0.1
        with pytest.raises(KeyError, match="told"):
            await metered(fail(), spent.append)
        waiting = asyncio.create_task(metered(asyncio.sleep(3600), spent.append))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(scenario())


@pytest.mark.slow
def test_an_address_that_is_overdrawn_is_told_when_to_come_again(clock):
    """Late, before anything is done, by whatever name; how the table is may be asked, and from elsewhere everything."""
    served = []

    async def app(scope, _receive, send):
        served.append(scope["path"])
        await PlainTextResponse("served")(scope, _receive, send)

    gate = Gate(app, Guard(frozenset({"localhost"}), "a token"), budget=(budget := WorkBudget(clock)))
    budget.charge(Payer("192.0.2.1"), BURST_S + 1.0)

    async def get(path, address="192.0.2.1", token="another", host=b"localhost"):
        said, headers = [], [(b"host", host), (b"authorization", f"Bearer {token}".encode())]
        scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "client": (address, 1)}

        async def send(message):
            said.append(message)

        await gate(scope, None, send)
        return said[0]["status"], dict(said[0]["headers"]).get(b"retry-after")

    async def scenario():
        assert await get("/") == (429, b"5")
        begun = time.monotonic()
        assert await get("/api/screen", host=b"evil.example") == (429, b"5")
        assert time.monotonic() - begun >= LATE_S
        assert (await get("/", "192.0.2.2", host=b"evil.example"))[0] == 403
        assert await get("/health") == await get("/", "192.0.2.2") == await get("/", token="a token") == (200, None)
        clock.now += 6
        assert await get("/") == (200, None)

    asyncio.run(scenario())
    assert served == ["/health", "/", "/", "/"]
    assert budget.worst() == ("192.0.2.1", 2)
