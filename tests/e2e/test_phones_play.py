"""Two phones and a table play a whole advanced game of three: from the form, by invitation, to the standings."""

import random

import pytest

from e2e.hurrying import Hurry, mover
from e2e.page import left
from e2e.phone_page import PhonePage, invitation
from e2e.table_page import tells_who_won_what
from e2e.test_accessible import SIDEWAYS

pytestmark = pytest.mark.slow

NAMES = ["Anna", "Ben", "Cleo"]
CORNER = ("a1", "b1", "a2")
"""With the Farm b2 they are a territory, once these four Pontoons lie."""
FENCE = (("b1-c1", "b2-c2"), ("a2-a3", "b2-b3"))


def set_up(page):
    """The form, again and again until the draw brings the Foragers, of whom necklaces are wanted; seats by clan."""
    while True:
        page.fill(NAMES)
        if not page.seen("#choose-clans"):
            page.click("input[name=advanced]").click("#more summary")
            page.click("input[name=hints][value=always]").click("input[name=confirm][value=button]")
        assert page.js("return document.querySelector('input[name=clans][value=draw]').checked")
        page.click("#set-up").until_phase("pearls")
        seats = {player["clan"]: player["seat"] for player in page.table.screen()["match"]["players"]}
        if "foragers" in seats:
            return seats
        page.do("abandon").click("#sure button[value=yes]").until_phase("idle")


def join(page, seat):
    """A phone comes in by the code; the code is gone from its address, and the token is written nowhere to be read."""
    address = invitation(page, seat)
    code = address.partition("#")[2]
    phone = PhonePage.new(page).scan(address).until_seated()
    phone.until(lambda: phone.text("#me") == NAMES[seat - 1], "its own name")
    assert "#" not in phone.address
    assert code not in phone.js("return document.documentElement.outerHTML")
    assert phone.token not in phone.address + phone.js("return document.documentElement.outerHTML")
    page.until(lambda: code not in page.js("return document.documentElement.outerHTML"), "the code gone, as it is used")
    assert phone.token not in page.js("return document.documentElement.outerHTML + JSON.stringify(localStorage)")
    page.until(lambda: page.seen(f"#players [data-seat='{seat}'] .phone-sign.here"), "the phone at the table")
    return phone


def power_on_the_table(page, clan, hurry, seat, sites):
    """A seat without a phone plays its Power by clicks on the table page, up to its own confirmation."""
    page.do("power").until(lambda: page.seen("#do-power[aria-pressed=true]"), "the Power armed")
    if clan == "fishermen":
        page.touch(sites[0])
    elif clan == "children":
        page.touch(sites[1]).click("#value button[data-value='1']")
        hurry.take(seat, sites[1], 1)
    else:
        page.touch(page.table.screen()["game"]["tokens"]["targets"][0])
    page.until_verdict("legal")
    page.do("confirm").until(lambda: page.table.screen()["game"]["tokens"]["armed"] is None, "the Power played")


def test_two_phones_and_a_table(page, table):
    """Joining, values before and after laying, Powers and a Backup in every way there is, reveal, correction, count."""
    seats = set_up(page)
    lone = next(seat for clan, seat in seats.items() if clan != "foragers")
    forager = seats["foragers"]
    third = 6 - lone - forager
    phones = {seat: join(page, seat) for seat in (forager, third)}
    page.lay_pearls()
    hurry = Hurry(table, random.Random(5), 3, {seat: phone.token for seat, phone in phones.items()})

    for seat, space in enumerate(CORNER, start=1):
        first_diver(page, phones.get(seat), seat, space, hurry, before=seat == forager)
    assert phones[forager].hand == {1: 7, 2: 2, 3: 0, 4: 1}

    clan_of_lone = next(clan for clan, seat in seats.items() if seat == lone)
    for seat, space in enumerate(("d3", "e3", "f3"), start=1):
        if seat == forager:
            necklace_by_tap(page, phones[forager])
        elif seat == lone:
            power_on_the_table(page, clan_of_lone, hurry, seat, ("g4-h4", "h3"))
        hurry.lay(space)
    for seat, space in enumerate(("d4", "e5", "f4"), start=1):
        if seat == forager:
            necklace_by_lifting(page, phones[forager])
        hurry.lay(space)
    worn = [piece for piece in table.screen()["game"]["pieces"] if piece["necklaces"]]
    assert sum(piece["necklaces"] for piece in worn) == 2
    assert page.count("#pieces .necklace") == len(worn)
    assert all("necklace" in page.label(piece["site"]) for piece in worn)

    with left(page, *phones.values()):
        for pontoons in FENCE:
            hurry.lay(*pontoons)
        hurry.lay("d5")
        while mover(table.screen()) not in phones:
            hurry.lay("g4")
    backup_by_phone(page, phones[mover(table.screen())], CORNER[mover(table.screen()) - 1])

    with left(page, *phones.values()):
        hurry.to_the_reveal()
    turn_up(page, phones, hurry)
    correct(page, phones[forager], hurry)
    page.until(lambda: not page.seen("#problems li"), "no problem left")
    phones[third].do("agree")
    page.count_pearls()
    screen = table.screen()
    shown = {piece["site"]: piece["value"] for piece in screen["game"]["pieces"] if piece["kind"] == "diver"}
    assert shown == hurry.laid
    assert page.text(".winner") == phones[third].text(".winner") == screen["game"]["result"]["text"]
    assert page.count(".standings li") == phones[forager].count(".standings li") == 3
    assert tells_who_won_what(page)
    assert tells_who_won_what(phones[third])
    there_and_back(phones[forager])


def there_and_back(phone):
    """To the game thought over, in the same tab, and by the logo to the seat again; the picture opens beside it."""
    assert phone.find(".sharing a").get_attribute("target") == "_blank"
    phone.click(".onward a[href*=analysis]").until(lambda: phone.seen("#to-seat"), "the way back")
    assert phone.text("#to-seat") == "Back to your seat"
    assert phone.js(SIDEWAYS) == []
    phone.click("a.brand").until_seated()


def first_diver(page, phone, seat, space, hurry, *, before):
    """The value is chosen before the Diver is laid, or after; without a phone it is noted on the table page."""
    value = hurry.take(seat, space, 3)
    page.until_turn(seat, NAMES[seat - 1])
    if phone is None:
        page.touch(space).until_verdict("legal")
        page.click(f"#value button[data-value='{value}']")
        page.confirm()
        return
    phone.until_mine()
    if before:
        phone.choose(value)
        page.touch(space).until_verdict("legal")
    else:
        page.touch(space).until_verdict("unfinished")
        phone.choose(value)
    assert not page.seen("#value")
    phone.until_label(space, "not confirmed").until_verdict("legal")
    phone.confirm()


def necklace_by_tap(page, phone):
    """The phone arms the Power, and a finger picks one of the Divers that are framed on its small board.

    One that is not framed says why, in the words of the Power.
    """
    phone.until_mine()
    hand = phone.hand
    assert "The Foragers’ Power is a necklace" in phone.js("return document.querySelector('#brief-list').textContent")
    phone.arm("power")
    seat = next(player["seat"] for player in page.table.screen()["match"]["players"] if player["to_move"])
    own = next(piece["site"] for piece in page.table.screen()["game"]["pieces"] if piece["seat"] == seat)
    phone.tap(own).until_says("this Power is for opponents only")
    target = page.table.screen()["game"]["tokens"]["targets"][0]
    phone.until_label(target, "can be chosen").tap(target).until_label(target, "chosen").until_verdict("legal")
    phone.do("confirm").until_label(target, "necklace")
    page.until_label(target, "necklace")
    assert phone.seen("#my-turn")
    assert phone.hand == hand


def necklace_by_lifting(page, phone):
    """The phone arms the Power; at the table the Diver is lifted and put back. The phone confirms."""
    phone.until_mine().arm("power")
    table = page.table
    target = table.screen()["game"]["tokens"]["targets"][-1]
    table.ask("lift", site=target)
    phone.until_label(target, "lifted")
    table.ask("put", site=target)
    phone.until_label(target, "chosen").until_verdict("legal")
    phone.do("confirm").until_label(target, "necklace")


def backup_by_phone(page, phone, corner):
    """On an own Diver of the full territory; it is a whole turn."""
    phone.until_mine().arm("backup").tap(corner).until_label(corner, "chosen").until_verdict("legal")
    phone.confirm().until_label(corner, "Backup")
    page.until_label(corner, "a Backup: worth 1 more")
    assert page.count("#pieces .backup") == 1
    assert "Backup played" in page.text("#players")


def turn_up(page, phones, hurry):
    """What was said on the phones stands beside the tiles as soon as people go on, for then no turn is taken back."""
    page.until_phase("reveal").do("turn_up")
    for space, value in hurry.laid.items():
        page.until_label(space, f"value {value}")
    for phone in phones.values():
        assert phone.until_phase("reveal").count("#own-divers li") > 1
    assert page.count("#problems li") == 0


def correct(page, phone, hurry):
    """Two values were noted the wrong way round: the player says so on the phone, and everybody sees it."""
    own = hurry.table.screen(by=phone.token)["you"]["game"]["laid"]
    assert all(hurry.laid[each["space"]] == each["value"] for each in own)
    three = next(each["space"] for each in own if each["value"] == 3)
    one = next(each["space"] for each in own if each["value"] == 1)
    phone.click(f"#own-{one}-3").until(lambda: three in phone.text("#refusal"), "where the 3 is said to lie")
    phone.click(f"#own-{three}-3").until(lambda: not phone.text("#refusal"), "that it is not said any more")
    for space, value in ((one, 3), (three, 1)):
        phone.click(f"#own-{space}-{value}")
        page.until_label(space, f"value {value}")
        phone.until_label(space, f"value {value}")
        hurry.laid[space] = value
