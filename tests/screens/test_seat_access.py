"""Access to seats: invitations, tokens, the host; what works once, what no longer works, and what everybody sees."""

import random

import pytest

from pearlboard.drivers.protocols import Button, Supplied
from pearlboard.screens.announcements import NEWS_MS
from pearlboard.screens.seat_access import CLAIM_MS, HOST_GONE_MS
from pearlboard.session.principal import EVERYBODY, OPERATOR, Principal, digest, seat_of
from pearlboard.session.state import Refused
from support.fuzzing import AnyTable
from support.tabling import TestTable

DEVICE = Principal(key=digest("the-device-of-the-host"))
OTHER = Principal(key=digest("the-device-of-another"))
STRANGER = Principal(key=digest("the-device-of-a-stranger"))


@pytest.fixture
def table():
    """A game of two, set up by a page."""
    table = TestTable()
    table.ask("set_up", who=DEVICE, players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "foragers"}])
    return table.ask("start", who=DEVICE)


def refused(table, *asked, **fields):
    """The name of the refusal; the command must change nothing."""
    before = table.tabletop.session
    with pytest.raises(Refused) as error:
        table.ask(*asked, **fields)
    assert table.tabletop.session == before
    return error.value.name


def test_an_invitation_works_once(table):
    """The first to use the code has the seat; the second is refused."""
    table.ask("invite", who=DEVICE, seat=2)
    code = table.seat_access.invitations()[2]
    joined = table.seat_access.join(code)
    assert (joined.seat, joined.name) == (2, "Ben")
    assert seat_of(table.tabletop.session, joined.token).seat == 2
    with pytest.raises(Refused, match="invitation_used"):
        table.seat_access.join(code)


@pytest.mark.slow
def test_of_many_who_claim_a_seat_one_gets_it(table):
    """A thousand races have one winner each."""
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
    """The old token expires at once, before the new code is used."""
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
    """Freeing the seat ends an unused code; a second time there is nothing to end."""
    table.ask("invite", who=DEVICE, seat=2)
    code = table.seat_access.invitations()[2]
    table.ask("free_seat", who=DEVICE, seat=2)
    with pytest.raises(Refused, match="invitation_used"):
        table.seat_access.join(code)
    assert refused(table, "free_seat", who=DEVICE, seat=2) == "no_phone"


def test_only_the_host_invites(table):
    """Another page, a phone, and a page without a key are refused."""
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


def test_another_page_asks_for_the_hosts_part_only_when_the_host_stays_away(table):
    """While the host's page is connected, and for half a minute after, a claim is refused."""
    table.seat_access.arrive(DEVICE)
    table.clock.step(10 * HOST_GONE_MS)
    assert refused(table, "claim_host", who=OTHER) == "host_is_there"
    table.seat_access.depart(DEVICE)
    table.clock.step(HOST_GONE_MS - 1)
    assert refused(table, "claim_host", who=OTHER) == "host_is_there"
    table.clock.step(1)
    assert refused(table, "claim_host", who=EVERYBODY) == "host_is_there"
    claimed(table, OTHER)
    assert refused(table, "invite", who=DEVICE, seat=1) == "host_only"
    table.ask("invite", who=OTHER, seat=1)


def claimed(table, who):
    """Make a page the host, by a claim with the operator's consent after the host's absence."""
    return table.ask("claim_host", who=who).ask("allow_host", who=OPERATOR)


def test_nobody_takes_the_hosts_part_alone(table):
    """A page may belong to anybody on the network: its claim is announced everywhere, and changes nothing by itself."""
    phone = table.phone(1)
    table.clock.step(HOST_GONE_MS)
    before = table.tabletop.session
    table.ask("claim_host", who=OTHER)
    for who in (OTHER, DEVICE, EVERYBODY, STRANGER):
        assert refused(table, "allow_host", who=who) == "host_only"
        assert refused(table, "refuse_host", who=who) == "host_only"
    assert refused(table, "claim_host", who=STRANGER) == "host_is_claimed"
    assert table.tabletop.session == before
    table.ask("allow_host", who=phone)
    assert OTHER.is_host(table.tabletop.session)
    assert refused(table, "allow_host", who=phone) == "nobody_claims"


@pytest.mark.parametrize("end", ["refused", "late", "back", "abandoned", "gone"])
def test_a_claim_ends(table, end):
    """By refusal, timeout, return of the host, end of the game, or disconnection of its page."""
    phone = table.phone(1)
    table.seat_access.arrive(OTHER)
    table.clock.step(HOST_GONE_MS)
    table.ask("claim_host", who=OTHER)
    assert table.seat_access.claim is not None
    match end:
        case "refused":
            table.ask("refuse_host", who=phone)
        case "late":
            table.clock.step(CLAIM_MS)
        case "back":
            table.seat_access.arrive(DEVICE)
        case "abandoned":
            table.ask("abandon", who=DEVICE)
        case "gone":
            table.seat_access.depart(OTHER)
    assert table.seat_access.claim is None
    assert refused(table, "allow_host") == "nobody_claims"


def test_the_button_of_a_real_board_consents(table):
    """Whoever can press the real button is at the table; on a simulated board, the button only ends turns."""
    table.clock.step(HOST_GONE_MS)
    table.ask("claim_host", who=OTHER).ask("button", button="end_turn")
    table.clock.step(1000)
    assert not OTHER.is_host(table.tabletop.session)
    table.tabletop.place.simulated = None
    table.board.press(Button.END_TURN, 50)
    table.clock.step(100)
    assert OTHER.is_host(table.tabletop.session)
    assert table.seat_access.claim is None


def test_a_press_that_ends_a_turn_consents_to_nothing(table):
    """Somebody who ends a turn may not know of the claim; the next press answers it."""
    table.tabletop.place.simulated = None
    table.clock.step(HOST_GONE_MS)
    table.do("c4 wait 1000").ask("claim_host", who=OTHER)
    for consents in (False, True):
        table.board.press(Button.END_TURN, 50)
        table.clock.step(1000)
        assert OTHER.is_host(table.tabletop.session) is consents
        assert "Acted" in table.decided


def test_on_a_drawn_board_the_machines_own_screen_needs_nobody():
    """The game is played on that screen, so it may also consent for others."""
    table = TestTable(on_screen=True)
    table.ask("set_up", who=DEVICE, players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "foragers"}])
    table.clock.step(HOST_GONE_MS)
    here = Principal(key=OTHER.key, local=True)
    table.ask("claim_host", who=STRANGER)
    table.ask("allow_host", who=here)
    assert STRANGER.is_host(table.tabletop.session)
    table.clock.step(HOST_GONE_MS)
    table.ask("claim_host", who=here)
    assert here.is_host(table.tabletop.session)


def test_absence_in_a_full_house_does_not_count(table):
    """The rejected connection may have been the host's."""
    for _ in range(10):
        table.clock.step(HOST_GONE_MS - 1)
        table.seat_access.turned_away()
    assert refused(table, "claim_host", who=OTHER) == "host_is_there"
    table.clock.step(HOST_GONE_MS)
    table.ask("claim_host", who=OTHER)


def test_an_earlier_host_waits_like_everybody_else(table):
    """Half a minute after the new host's device has disconnected, or was named without being connected."""
    table.clock.step(HOST_GONE_MS)
    claimed(table, OTHER)
    table.clock.step(HOST_GONE_MS - 1)
    assert refused(table, "claim_host", who=DEVICE) == "host_is_there"
    table.seat_access.arrive(OTHER)
    table.clock.step(10 * HOST_GONE_MS)
    assert not table.seat_access.can_claim(DEVICE)
    table.seat_access.depart(OTHER)
    table.clock.step(HOST_GONE_MS - 1)
    assert refused(table, "claim_host", who=DEVICE) == "host_is_there"
    table.clock.step(1)
    claimed(table, DEVICE)
    assert refused(table, "invite", who=OTHER, seat=1) == "host_only"


def test_a_restart_gives_nobody_the_hosts_part_at_once(table):
    """Neither an earlier host nor another page: the host's page may be about to reconnect."""
    table.clock.step(HOST_GONE_MS)
    again = claimed(table, OTHER).reboot()
    for who in (DEVICE, Principal(key=digest("a third device"))):
        assert refused(again, "claim_host", who=who, command_id="after-the-restart") == "host_is_there"
    again.clock.step(HOST_GONE_MS)
    again.ask("claim_host", who=DEVICE, command_id="half-a-minute-later")


def told(table, seat=None):
    """The announcements on a page; the host's page does not announce its own change."""
    said = {}
    for who in (EVERYBODY, DEVICE, OTHER, *([seat] if seat else [])):
        said[who] = [notice["text"] for notice in table.stage.screen("en", who)["notices"]]
        own = who.is_host(table.tabletop.session)
        assert said[who] == [text for text in said[EVERYBODY] if not own or "the host now" not in text]
    return said[EVERYBODY]


@pytest.fixture
def shown():
    """The same game with its screens."""
    table = AnyTable()
    table.ask("set_up", who=DEVICE, players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "foragers"}])
    return table.ask("start", who=DEVICE)


def test_every_page_says_that_the_lights_supply_sags(shown):
    """A warning, as of a sensor that flickers, for as long as it does."""
    shown.tabletop.hear(Supplied(well=False, at_ms=1))
    (notice,) = shown.stage.screen("en")["notices"]
    assert (notice["level"], "supply sags" in notice["text"]) == ("warning", True)
    shown.tabletop.hear(Supplied(well=True, at_ms=2))
    assert shown.stage.screen("en")["notices"] == []


def test_every_page_says_that_a_code_was_shown(shown):
    """For a minute, on phones as well; the next game has codes of its own."""
    phone = shown.phone(1)
    assert told(shown, phone) == ["A code for Anna’s seat was shown."]
    shown.clock.step(NEWS_MS // 2)
    shown.ask("invite", who=DEVICE, seat=2)
    assert told(shown, phone) == ["Codes for these seats were shown: Anna and Ben."]
    assert shown.stage.screen("fr")["notices"] == [
        {"level": "news", "text": "Des codes sont affichés pour ces places\xa0: Anna et Ben."}
    ]
    shown.clock.step(NEWS_MS // 2)
    assert told(shown, phone) == ["A code for Ben’s seat was shown."]
    shown.ask("abandon", who=DEVICE)
    assert told(shown) == []


def test_every_page_says_that_another_one_is_the_host(shown):
    """After a claim, and after a set-up that replaces the host; not if the host stays the same."""
    assert told(shown) == []
    shown.clock.step(HOST_GONE_MS)
    claimed(shown, OTHER)
    assert told(shown) == ["Another page is the host now."]
    shown.clock.step(NEWS_MS)
    assert told(shown) == []
    for who, news in ((OTHER, []), (DEVICE, ["Another page is the host now."])):
        shown.ask("abandon")
        shown.ask("set_up", who=who, players=[{"name": "Anna", "clan": "elders"}, {"name": "Ben", "clan": "children"}])
        assert told(shown) == news


def test_absent_pages_see_the_announcement_on_coming_back(shown):
    """For a minute after coming back, once, and on that page only."""
    shown.clock.step(HOST_GONE_MS)
    claimed(shown, OTHER)
    shown.clock.step(10 * NEWS_MS)
    shown.seat_access.arrive(STRANGER)
    assert told(shown) == []
    shown.seat_access.arrive(DEVICE)

    def says(who):
        return [notice["text"] for notice in shown.stage.screen("en", who)["notices"]]

    assert says(DEVICE) == ["Another page is the host now."]
    assert says(OTHER) == says(EVERYBODY) == []
    assert shown.stage.visitors.shown_as(DEVICE) == DEVICE
    shown.clock.step(NEWS_MS)
    assert says(DEVICE) == []
    shown.seat_access.depart(DEVICE)
    shown.seat_access.arrive(DEVICE)
    assert says(DEVICE) == []


def test_pages_that_are_nobody_in_particular_share_one_screen(shown):
    """Screens of anonymous pages are cached together; the host's is separate."""
    assert shown.stage.visitors.shown_as(OTHER) == shown.stage.visitors.shown_as(STRANGER) != EVERYBODY
    assert shown.stage.screen("en", OTHER) == shown.stage.screen("en", shown.stage.visitors.shown_as(STRANGER))
    for who in (DEVICE, OPERATOR, shown.phone(1)):
        assert shown.stage.visitors.shown_as(who) == who
    shown.clock.step(HOST_GONE_MS)
    shown.ask("claim_host", who=OTHER)
    assert shown.stage.visitors.shown_as(OTHER) == OTHER
    texts = [shown.stage.screen("en", who)["host"]["claim"]["text"] for who in (OTHER, STRANGER)]
    assert texts[0].startswith("This page wants")
    assert texts[1].startswith("Another page wants")


def test_pages_are_refreshed_when_only_time_has_passed(shown):
    """The end of an announcement, and the time from which a claim is possible."""
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


def test_seats_survive_a_reboot_and_a_rematch(table):
    """Tokens and the host are facts, so they survive a restart, and a rematch of the same people."""
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
    """A code of an earlier game gives no seat."""
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
    """A phone can free its own seat, and no other."""
    anna, ben = table.phone(1), table.phone(2)
    table.ask("leave", who=ben)
    assert anna.still_there(table.tabletop.session)
    assert refused(table, "leave", who=ben) == "revoked"
    assert refused(table, "leave", who=DEVICE) == "seat_only"


def test_a_game_that_nobody_has_begun_gives_way_without_a_trace(table):
    """Repeated set-ups use up no numbers in the log; a code of a replaced set-up does not work."""
    table.ask("abandon", who=DEVICE)
    before = list(table.log)
    for _ in range(5):
        table.ask(
            "set_up", who=OTHER, players=[{"name": "Cleo", "clan": "elders"}, {"name": "Ben", "clan": "children"}]
        )
        table.ask("invite", who=OTHER, seat=1)
        code = table.seat_access.invitations()[1]
        table.ask("abandon", who=OTHER)
    assert len(table.log) <= len(before)
    table.ask("set_up", who=OTHER, players=[{"name": "Dora", "clan": "elders"}, {"name": "Ben", "clan": "children"}])
    with pytest.raises(Refused, match="invitation_used"):
        table.seat_access.join(code)
    assert table.reboot().tabletop.session == table.tabletop.session
