"""Who comes in: invitations, tokens, the host; what works once, what works no more, and what all can see of it."""

import random

import pytest

from pearlboard.screens.seat_access import HOST_GONE_MS, NEWS_MS
from pearlboard.session.principal import EVERYBODY, Principal, digest, seat_of
from pearlboard.session.state import Refused
from support.fuzzing import AnyTable
from support.tabling import TestTable

DEVICE = Principal(key=digest("the-device-of-the-host"))
OTHER = Principal(key=digest("the-device-of-another"))


@pytest.fixture
def table():
    """A game of two that a page has set up."""
    table = TestTable()
    table.ask("set_up", who=DEVICE, players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "foragers"}])
    return table.ask("start", who=DEVICE)


def refused(table, *asked, **fields):
    """The name under which it is refused; nothing is changed by it."""
    before = table.tabletop.session
    with pytest.raises(Refused) as error:
        table.ask(*asked, **fields)
    assert table.tabletop.session == before
    return error.value.name


def test_an_invitation_works_once(table):
    """The first who comes has the seat; whoever comes second is told that the code was used."""
    table.ask("invite", who=DEVICE, seat=2)
    code = table.seat_access.invitations()[2]
    joined = table.seat_access.join(code)
    assert (joined.seat, joined.name) == (2, "Ben")
    assert seat_of(table.tabletop.session, joined.token).seat == 2
    with pytest.raises(Refused, match="invitation_used"):
        table.seat_access.join(code)


@pytest.mark.slow
def test_of_many_who_claim_a_seat_one_gets_it(table):
    """In a thousand races there is one winner each."""
    rng = random.Random(1)
    for _ in range(1000):
        table.ask("invite", who=DEVICE, seat=1)
        code, winners = table.seat_access.invitations()[1], 0
        for claim in rng.sample([code, code, code, "another code"], 4):
            try:
                table.seat_access.join(claim)
                winners += 1
            except Refused:
                pass
        assert winners == 1


def test_a_new_invitation_signs_the_old_screen_out(table):
    """The old token is dead at once, before the new code is used."""
    old = table.phone(1)
    assert old.still_there(table.tabletop.session)
    table.ask("invite", who=DEVICE, seat=1)
    assert not old.still_there(table.tabletop.session)
    assert refused(table, "choose_value", who=old, value=1) == "revoked"
    token = table.seat_access.join(table.seat_access.invitations()[1]).token
    new = seat_of(table.tabletop.session, token)
    assert new.still_there(table.tabletop.session)
    assert new != old


def test_only_digests_are_kept(table):
    """Neither the log nor a repr holds a token or a code that could be used."""
    table.ask("invite", who=DEVICE, seat=2)
    code = table.seat_access.invitations()[2]
    token = table.seat_access.join(code).token
    kept = repr((table.tabletop.session, table.log, table.seat_access._invitations, vars(table.tabletop)))
    assert token not in kept
    assert code not in kept
    assert digest(token) not in repr(table.log)


def test_an_invitation_can_be_withdrawn(table):
    """Going on without a phone ends a code that nobody has used; a second time there is nothing to end."""
    table.ask("invite", who=DEVICE, seat=2)
    code = table.seat_access.invitations()[2]
    table.ask("free_seat", who=DEVICE, seat=2)
    with pytest.raises(Refused, match="invitation_used"):
        table.seat_access.join(code)
    assert refused(table, "free_seat", who=DEVICE, seat=2) == "no_phone"


def test_only_the_host_invites(table):
    """Another page, a phone, and a page that shows nothing are refused by name."""
    phone = table.phone(1)
    for who in (OTHER, EVERYBODY, phone):
        assert refused(table, "invite", who=who, seat=2) == "host_only"
        assert refused(table, "free_seat", who=who, seat=1) == "host_only"
        assert refused(table, "abandon", who=who) == "host_only"
    table.ask("free_seat", who=DEVICE, seat=1)
    assert not table.tabletop.session.phones


@pytest.mark.parametrize("seat", [0, 3, 9])
def test_only_seats_that_are_there_are_invited(table, seat):
    """A game of two has no third seat."""
    assert refused(table, "invite", who=DEVICE, seat=seat) == "no_such_seat"


def test_another_page_becomes_the_hosts_only_when_that_stays_away(table):
    """While the host's page is connected, and for half a minute after, nobody takes its part."""
    table.seat_access.arrive(DEVICE)
    table.clock.step(10 * HOST_GONE_MS)
    assert refused(table, "claim_host", who=OTHER) == "host_is_there"
    table.seat_access.depart(DEVICE)
    table.clock.step(HOST_GONE_MS - 1)
    assert refused(table, "claim_host", who=OTHER) == "host_is_there"
    table.clock.step(1)
    assert refused(table, "claim_host", who=EVERYBODY) == "host_is_there"
    table.ask("claim_host", who=OTHER)
    assert refused(table, "invite", who=DEVICE, seat=1) == "host_only"
    table.ask("invite", who=OTHER, seat=1)


def test_who_was_the_host_before_waits_like_everybody_else(table):
    """Half a minute after the new host's device has gone, or was named without being connected."""
    table.clock.step(HOST_GONE_MS)
    table.ask("claim_host", who=OTHER)
    table.clock.step(HOST_GONE_MS - 1)
    assert refused(table, "claim_host", who=DEVICE) == "host_is_there"
    table.seat_access.arrive(OTHER)
    table.clock.step(10 * HOST_GONE_MS)
    assert not table.seat_access.can_claim(DEVICE)
    table.seat_access.depart(OTHER)
    table.clock.step(HOST_GONE_MS - 1)
    assert refused(table, "claim_host", who=DEVICE) == "host_is_there"
    table.clock.step(1)
    table.ask("claim_host", who=DEVICE)
    assert refused(table, "invite", who=OTHER, seat=1) == "host_only"


def test_a_restart_gives_nobody_the_hosts_part_at_once(table):
    """Neither one that had it before nor another: its page may be on its way."""
    table.clock.step(HOST_GONE_MS)
    again = table.ask("claim_host", who=OTHER).reboot()
    for who in (DEVICE, Principal(key=digest("a third device"))):
        assert refused(again, "claim_host", who=who, command_id="after-the-restart") == "host_is_there"
    again.clock.step(HOST_GONE_MS)
    again.ask("claim_host", who=DEVICE, command_id="half-a-minute-later")


def told(table, seat=None):
    """What every page says beside the game, whatever page it is."""
    screens = [table.stage.screen("en", who) for who in (EVERYBODY, DEVICE, OTHER, *([seat] if seat else []))]
    notices = [[notice["text"] for notice in screen["notices"]] for screen in screens]
    assert all(each == notices[0] for each in notices)
    return notices[0]


@pytest.fixture
def shown():
    """The same game with its screens."""
    table = AnyTable()
    table.ask("set_up", who=DEVICE, players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "foragers"}])
    return table.ask("start", who=DEVICE)


def test_every_page_says_that_a_code_was_shown(shown):
    """For a minute, and phones say it too; a game has codes of its own."""
    phone = shown.phone(1)
    assert told(shown, phone) == ["A code for Anna’s seat was shown."]
    shown.clock.step(NEWS_MS // 2)
    shown.ask("invite", who=DEVICE, seat=2)
    assert told(shown, phone) == ["A code for Anna’s seat was shown.", "A code for Ben’s seat was shown."]
    assert shown.stage.screen("fr")["notices"][1] == {"level": "news", "text": "Le code pour Ben est affiché."}
    shown.clock.step(NEWS_MS // 2)
    assert told(shown, phone) == ["A code for Ben’s seat was shown."]
    shown.ask("abandon", who=DEVICE)
    assert told(shown) == []


def test_every_page_says_that_another_one_is_the_host(shown):
    """When it was claimed, and when a page sets up a game in the place of the host; not when nothing changes."""
    assert told(shown) == []
    shown.clock.step(HOST_GONE_MS)
    shown.ask("claim_host", who=OTHER)
    assert told(shown) == ["Another page is the host now."]
    shown.clock.step(NEWS_MS)
    assert told(shown) == []
    for who, news in ((OTHER, []), (DEVICE, ["Another page is the host now."])):
        shown.ask("abandon")
        shown.ask("set_up", who=who, players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "children"}])
        assert told(shown) == news


def test_pages_hear_of_what_time_alone_changes(shown):
    """That a notice has gone, and that the host's part may be taken over."""
    heard = []
    shown.seat_access.listen(lambda: heard.append((told(shown), shown.seat_access.can_claim(OTHER))))
    shown.seat_access.arrive(DEVICE)
    shown.ask("invite", who=DEVICE, seat=2)
    shown.clock.step(NEWS_MS + 1)
    assert heard[-1] == ([], False)
    shown.seat_access.depart(DEVICE)
    shown.clock.step(HOST_GONE_MS + 1)
    assert heard[-1] == ([], True)


def test_two_tabs_of_the_host_are_one_host(table):
    """One of them may be closed."""
    table.seat_access.arrive(DEVICE)
    table.seat_access.arrive(DEVICE)
    table.seat_access.depart(DEVICE)
    assert table.seat_access.host_here
    table.seat_access.depart(DEVICE)
    assert not table.seat_access.host_here


def test_who_sits_there_still_does_after_a_reboot_and_in_a_rematch(table):
    """Tokens and host are facts: they outlive the program, and a game with the same people."""
    phone = table.phone(2)
    again = table.reboot()
    assert phone.still_there(again.tabletop.session)
    assert DEVICE.is_host(again.tabletop.session)
    again.ask("abandon", who=DEVICE)
    again.ask("set_up", who=DEVICE, players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "children"}])
    assert phone.still_there(again.tabletop.session)
    assert phone.still_there(again.reboot().tabletop.session)
    again.ask("abandon", who=DEVICE)
    again.ask("set_up", who=DEVICE, players=[{"name": "Anna", "clan": "elders"}, {"name": "Eve", "clan": "children"}])
    assert not phone.still_there(again.tabletop.session)


def test_an_invitation_ends_with_its_game(table):
    """A code of yesterday opens nobody's seat today."""
    table.ask("invite", who=DEVICE, seat=2)
    code = table.seat_access.invitations()[2]
    table.ask("abandon", who=DEVICE)
    with pytest.raises(Refused, match="invitation_used"):
        table.seat_access.join(code)
    table.ask("set_up", who=DEVICE, players=[{"name": "Cleo", "clan": "elders"}, {"name": "Dora", "clan": "children"}])
    with pytest.raises(Refused, match="invitation_used"):
        table.seat_access.join(code)
    assert table.seat_access.invitations() == {}


def test_a_seat_leaves_by_itself(table):
    """The phone's own word frees the seat, and no other."""
    anna, ben = table.phone(1), table.phone(2)
    table.ask("leave", who=ben)
    assert anna.still_there(table.tabletop.session)
    assert refused(table, "leave", who=ben) == "revoked"
    assert refused(table, "leave", who=DEVICE) == "seat_only"
