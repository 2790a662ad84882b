"""Two programs, one game: the host's page, a page of the guest's table, and a phone in the guest's house."""

import json
import random
import urllib.request

import pytest

from e2e.phone_page import PhonePage, invitation
from e2e.serving import ServedTable, looks
from e2e.table_page import AS_THIS_PAGE, TablePage
from pearlboard.together.kept import TOKEN_BYTES, Host, keep_host
from support.serving import free_port

pytestmark = pytest.mark.slow

SERVED = {"mode": "screen", "second": f'board = "guest"\nname = "Kitchen"\nport = {free_port()}'}
SIT = """
const each = document.querySelector(`#sits-${arguments[0]}`);
each.value = String(arguments[1]);
each.dispatchEvent(new Event("input", {bubbles: true}));
"""
CHOSEN = "return [1, 2].map((seat) => document.querySelector(`#sits-${seat}`).selectedOptions[0]?.textContent)"
OFFERED = ".take:not([aria-disabled])"
OPEN = """
return [...document.querySelectorAll("[id^='site-']")]
  .filter((site) => (site.getAttribute("aria-label") ?? "").includes("open to you")).map((site) => site.id.slice(5));
"""
TURNS = ("a1-b1", "c1-c2", "e1-e2", "g1-h1", "a5-b5", "c5-d5", "f4-f5", "g4-h4", "d3-e3", "b2-b3")


def operate(table, deed):
    """The answer to a deed of the operator's, by the token for scripts."""
    body = json.dumps({"do": deed}).encode()
    asked = urllib.request.Request(f"{table.address}/api/operator", body, {"Authorization": f"Bearer {table.token}"})
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)


@pytest.fixture(scope="module")
def guest(table, tmp_path_factory):
    """Another table, that has joined by the host's code."""
    guest = ServedTable(tmp_path_factory.mktemp("guest"), mode="screen", second='name = "Garden"')
    code = operate(table, "table_invite")["invitation"]["spoken"]
    keep_host(guest.folder / "games.db", Host(code, "5a" * TOKEN_BYTES))
    guest.start()
    for _ in looks(60):
        if operate(table, "tables")["tables"]["hosting"]["peer"] == "Garden":
            break
    yield guest
    guest.stop()


def beside(page, guest):
    """The page of the guest's table, in a window of its own; Perladöra is chosen at both, whatever was played last."""
    there = TablePage.beside(page)
    there.table = guest
    there.display.likes(still=True)
    there.driver.get(f"{guest.address}/?lang=en")
    for each in (page, there.until_connected()):
        each.until_phase("idle").click("#games label:has([value=perladora])")
    return there


def begin_apart(page, there, *clicks):
    """A game of Anna at the host's table with Ben at the guest's, set up at the host's, after these clicks."""
    page.fill(["Anna", "Ben"])
    for each in clicks:
        page.click(each)
    for seat in (1, 2):
        page.js(SIT, seat, seat)
    page.click("#set-up").until_phase("playing")
    there.until_phase("playing")


def test_ten_turns_by_clicks_at_two_tables(page, guest):
    """From the form to the tenth turn; each page shows whose turn it is where, and the same board."""
    there = beside(page, guest)
    begin_apart(page, there)
    for number, place in enumerate(TURNS):
        mover, other = (page, there) if number % 2 == 0 else (there, page)
        other.until(
            lambda other=other: "plays at the table" in other.text("#sentence"), "that somebody plays elsewhere"
        )
        mover.until(lambda mover=mover: mover.seen("#tray-hand"), "the own hand")
        mover.touch(place).until_verdict("legal")
        mover.do("confirm")
        for each in (page, there):
            each.until_label(place, "Pontoon")
    page.do("abandon").click("#sure button[value=yes]").until_phase("idle")


@pytest.mark.parametrize("hands", ["hidden", "open"])
def test_cards_are_played_where_their_owner_sits(page, guest, hands):
    """The page at the other table shows what lies there, and offers none of it."""
    there = beside(page, guest)
    asked = {
        "name": "set_up",
        "game": "pearls",
        "players": [{"name": "Anna"}, {"name": "Ben"}],
        "boards": [1, 2],
        "options": {"hands": hands},
    }
    assert page.driver.execute_async_script(AS_THIS_PAGE, asked)["ok"]
    for each in (page, there):
        each.until(lambda each=each: each.count(".take"), "the display")
    page.until(lambda: page.count(OFFERED), "cards to take")
    there.until_says("Anna plays at the table “Kitchen”.")
    assert not there.count(OFFERED)
    page.do("abandon").click("#sure button[value=yes]").until_phase("idle")


@pytest.mark.line_breaks
def test_the_guests_page_says_which_table_is_away(page, guest, table):
    """And comes back by itself."""
    there = beside(page, guest)
    table.kill()
    there.until(lambda: "The table at which this one plays" in there.text("#link"), "which one does not answer")
    assert there.seen("#link a")
    table.start()
    there.until_connected()


def test_a_phone_in_the_guests_house(page, guest):
    """It is invited on the guest's page, comes in by that table's own address, and plays there."""
    there = beside(page, guest)
    begin_apart(page, there)
    address = invitation(there, 2)
    assert address.startswith(guest.address)
    phone = PhonePage.new(there).scan(address).until_seated()
    phone.until(lambda: phone.text("#me") == "Ben", "its own name")
    page.do("abandon").click("#sure button[value=yes]").until_phase("idle")


def test_a_game_that_is_set_up_at_the_guests(page, guest):
    """Each page says which table is the other one; people are seated at both, and both have their hands."""
    there = beside(page, guest)
    page.until(lambda: "“Garden” plays along" in page.text("#beside"), "the guest's name")
    there.until(lambda: "at the table “Kitchen”" in there.text("#beside"), "the host's name")
    there.fill(["Ben", "Anna"])
    for seat, number in ((1, 2), (2, 1)):
        there.js(SIT, seat, number)
    assert there.js(CHOSEN) == ["this table", "the table “Kitchen”"]
    there.click("#set-up").until_phase("playing")
    page.until_phase("playing")
    page.until_says("Ben plays at the table “Garden”.")
    assert "the table “Garden”" in page.text("#players [data-seat='1']")
    for mover, place in ((there, TURNS[0]), (page, TURNS[1])):
        mover.until(lambda mover=mover: mover.seen("#tray-hand"), "the own hand")
        mover.touch(place).until_verdict("legal")
        mover.do("confirm")
    there.until_label(TURNS[1], "Pontoon")
    there.do("abandon").click("#sure button[value=yes]").until_phase("idle")


def test_whoever_plays_the_computer_at_the_guests_plays_there(page, guest):
    """And not at a board at which nobody sits."""
    there = beside(page, guest)
    there.click("#start-computer").until_phase("playing")
    there.until(lambda: there.seen("#tray-hand"), "the own hand")
    page.until(lambda: "at the table “Garden”" in page.sentence, "that somebody plays elsewhere")
    there.do("abandon").click("#sure button[value=yes]").until_phase("idle")


def test_in_a_lobby_it_is_seen_who_sits_where(page, guest):
    """Whoever comes by the code that the guest's page shows sits there; changing places takes the board along."""
    there = beside(page, guest)
    page.until_phase("idle")
    page.click("#start-phones")
    PhonePage.guest(page, "Anna")
    there.until(lambda: there.seen("#way .address"), "the code at the guest's")
    address = there.text("#way .address")
    assert address.startswith(guest.address)
    phone = PhonePage.new(there).scan(address)
    phone.until(lambda: phone.seen("#lobby-form"), "the form of a guest")
    phone.introduce("Ben")
    page.until(
        lambda: page.seen("#sits-2") and page.js(CHOSEN) == ["this table", "the table “Garden”"], "where they sit"
    )
    page.click("#swap-1")
    page.until(lambda: page.js(CHOSEN) == ["the table “Garden”", "this table"], "that both have changed places")
    page.click("#form-back").click("#form-back")


WAYS = ("#start-computer", "#start-here", "#start-phones")
OFF = "return arguments[0].map((way) => document.querySelector(way).getAttribute('aria-disabled'))"


def test_a_game_for_one_board_is_begun_at_the_hosts(page, guest):
    """Said above the ways to begin, before one is pressed, at both; the guest's are off. Then it looks on."""
    there = beside(page, guest)
    for each in (page, there):
        each.click("#games label:has([value=piratoons])")
    there.until(lambda: "can only be begun at the table “Kitchen”" in there.text("#one-board"), "where it is begun")
    assert there.js(OFF, WAYS) == ["true"] * len(WAYS)
    there.click("#start-here")
    assert not there.seen("#form")
    page.until(lambda: "the table “Garden” looks on" in page.text("#one-board"), "who looks on")
    assert page.js(OFF, WAYS) == [None] * len(WAYS)
    there.click("#games label:has([value=perladora])").until(lambda: not there.seen("#one-board"), "another game")
    assert there.js(OFF, WAYS) == [None] * len(WAYS)
    page.click("#start-here").click("#set-up").until_phase("closed 1")
    there.until_phase("closed 1").until(lambda: "“Kitchen”" in there.sentence, "where it is played")
    assert not there.count("#main-acts button, #more-acts button")
    page.do("abandon").click("#sure button[value=yes]").until_phase("idle")


def test_another_page_of_a_table_takes_over(page, guest):
    """It says that not the host's page plays, but another one here; after one question it plays itself."""
    there = beside(page, guest)
    begin_apart(page, there)
    there.js("localStorage.clear()")  # the next page is another device
    second = TablePage.beside(there)
    second.table = guest
    second.driver.get(f"{guest.address}/?lang=en")
    second.until_connected()
    there.click("#phones-open")
    assert "plays for this table" in there.text("#host-line")
    assert [there.count(f"#invite-{seat}") for seat in (1, 2)] == [0, 1]
    assert not there.count("[data-over]"), "only the host's page hands a seat over"
    there.click("#phones .head button")
    page.until(lambda: page.seen("#tray-hand"), "the own hand")
    page.touch(TURNS[0]).until_verdict("legal")
    page.do("confirm")
    second.until_says("Ben plays at another page of this table.")
    second.click("#phones-open").click("#keep-board")
    assert "Take over?" in second.text("#keep-board")
    second.click("#keep-board").until(lambda: not second.seen("#keep-board"), "that it plays")
    second.click("#phones .head button").until(lambda: second.seen("#tray-hand"), "the own hand")
    there.until_says("Ben plays at another page of this table.")
    second.touch(TURNS[1]).until_verdict("legal")
    second.do("confirm")
    page.until_label(TURNS[1], "Pontoon")
    page.do("abandon").click("#sure button[value=yes]").until_phase("idle")


def test_a_finished_game_is_kept_at_the_hosts(page, guest, table):
    """The guest's page says so where the host's leads to the replay, and so does its archive."""
    there = beside(page, guest)
    computers = [{"name": name, "computer": "easy"} for name in ("Nacre", "Coral")]
    table.ask("set_up", game="pearls", players=computers, boards=[1, 1])
    while table.screen()["phase"] == "playing":
        table.try_to("hurry")
    table.try_to("end_count")
    for each in (page, there):
        each.until_phase("over").until(lambda each=each: each.seen("#result .onward"), "what can be had of it")
    assert page.count("#result .onward a")
    assert page.count("#result .sharing")
    assert "kept at the table “Kitchen”" in there.text("#result .onward")
    assert not there.count("#result .onward a, #result .sharing")
    there.driver.get(f"{guest.address}/archive?lang=en")
    assert "“Kitchen”" in there.driver.execute_script("return document.querySelector('[role=note]').textContent")
    table.ask("new_game")


@pytest.fixture
def strangers(tmp_path):
    """Two tables that do not know each other, the host first; both restart at their own port."""
    made = []
    for name, mode in (("Attic", f'board = "guest"\nport = {free_port()}\n'), ("Barn", "")):
        folder = tmp_path / name
        folder.mkdir()
        each = ServedTable(folder, mode="screen", second=f'{mode}name = "{name}"')
        each.port = free_port()
        made.append(each.start())
    yield made
    for each in made:
        each.stop()


def together(page, served):
    """The operator's page of a table, in a window of its own, where other tables are invited and joined."""
    there = TablePage.beside(page)
    there.driver.get(f"{served.address}/operator?lang=en&view=settings&part=together#{served.token}")
    return there


@pytest.mark.line_breaks
@pytest.mark.refused
def test_tables_meet_and_part_on_their_operators_pages(page, strangers):
    """A wrong code changes nothing; who has come, and has gone, is seen without a press; leaving is asked twice."""
    here, there = (together(page, each) for each in strangers)
    here.until(lambda: here.seen("#together-invite"), "the way to invite")
    here.click("#together-invite").until(lambda: here.seen("#together-spoken"), "the code")
    code = here.text("#together-spoken")
    there.until(lambda: there.seen("#together-code"), "the field for a code")
    there.js("document.querySelector('#together-code').value = arguments[0]", code[:-1] + "01"[code[-1] == "0"])
    there.click("#together-join").until(lambda: "mistyped" in there.text("#together-said"), "what is wrong")
    there.js("document.querySelector('#together-code').value = arguments[0]", code)
    there.click("#together-join")
    here.until(lambda: "the table “Barn”" in here.text("#together-stands"), "who has come")
    assert not here.count("#together-spoken")
    there.until(lambda: there.count("#together-leave"), "the start at the other table")
    there.until(lambda: "the table “Attic”" in there.text("#together-stands"), "the other table")
    there.click("#together-leave").until(lambda: "“Attic”" in there.text("#really-said"), "the question")
    there.click("#really-no")
    assert "the table “Attic”" in there.text("#together-stands")
    there.click("#together-leave").click("#really-yes")
    here.until(lambda: "“Barn” has gone home" in here.text("#together-stands"), "who has gone")
    there.until(lambda: there.count("#together-code"), "the start at home")


@pytest.mark.soak
def test_a_whole_game_by_clicks_on_three_browsers(page, guest, table):
    """Anna on the host's page, Ben on a phone in the guest's house, the guest's page beside it: to the standings."""
    chance = random.Random(7)
    there = beside(page, guest)
    begin_apart(page, there, "#more summary", "input[name=hints][value=always]")
    phone = PhonePage.new(there).scan(invitation(there, 2)).until_seated()
    page.until(lambda: "on the phone" in page.text("#players") or "at the table" in page.text("#players"), "Ben's seat")
    turns = 0
    while (screen := table.screen())["stage"] == "playing":
        one = phone if screen["match"]["players"][1]["to_move"] else page
        one.until(lambda one=one: one.js(OPEN) and one.count("#hand-values .tile"), "places and the own hand")
        site = chance.choice(one.js(OPEN))
        one.touch(site)
        if "-" not in site:
            one.click("#hand-values .tile:not(.spent):not([aria-disabled=true])")
        one.until_verdict("legal")
        one.do("confirm")
        for each in (page, there):
            each.until_label(site, "Pontoon" if "-" in site else "Diver")
        table.until(lambda now, before=screen["version"]: now["version"] > before)
        turns += 1
    assert turns > 20
    for each in (page, there):
        each.until_phase("reveal").do("turn_up")
    for part in range(1, table.screen()["game"]["count"]["of"] + 1):
        for each in (page, there):
            each.until(
                lambda each=each, part=part: f"Territory {part} of" in each.text("#count h2"), f"territory {part}"
            )
            each.click("#do-count_next")
            if each is page:
                there.until(lambda: "“Kitchen” the button was pressed" in there.text("#notices"), "that the host waits")
    there.until_says(won := page.text(".winner"))
    phone.until(lambda: won in phone.text("#main"), "who has won")


def test_phones_that_come_back_in_another_order_are_played_on_at_once(page):
    """Another seat than in the game before: nothing is covered, and nobody has a seat of that game any more."""
    phones = {name: PhonePage.new(page) for name in ("Anna", "Ben")}
    for order in (("Anna", "Ben"), ("Ben", "Anna")):
        page.until_phase("idle").click("#games label:has([value=pearls])")
        page.click("#start-phones").until(lambda: page.seen("#lobby-code .code"), "the code")
        for number, name in enumerate(order, 1):
            phone = phones[name].scan(page.text("#lobby-code .address"))
            phone.until(lambda phone=phone: phone.seen("#lobby-form"), "the form of a guest")
            phone.introduce(name).driver.refresh()
            phone.until(lambda phone=phone: phone.seen("#lobby-inside"), "those who are in")
            page.until(lambda number=number: page.count("#guests .guest") == number, "the guest")
        page.click("#set-up")
        for seat, name in enumerate(order, 1):
            phones[name].until_seated().until(lambda seat=seat, name=name: kept(phones[name]) == [seat], "one seat")
        for phone in phones.values():
            phone.until(lambda phone=phone: phone.count(".held-card"), "the own hand: nobody has covered it")
        page.do("abandon").click("#sure button[value=yes]")


def kept(phone):
    """The seats that a phone may speak for."""
    return [each["seat"] for each in phone.kept]


def test_a_lobby_for_another_game_than_the_last_is_drawn_on_another_page(page, guest):
    """The choices of the last game are not asked of the form of this one."""
    page.until_phase("idle")
    asked = {"name": "set_up", "game": "pearls", "players": [{"name": "Anna"}, {"name": "Ben"}]}
    assert page.driver.execute_async_script(AS_THIS_PAGE, asked)["ok"]
    page.until_phase("playing").do("abandon").click("#sure button[value=yes]").until_phase("idle")
    page.click("#games label:has([value=perladora])").click("#start-phones")
    page.until(lambda: page.seen("#lobby-code .code"), "the code")
    there = TablePage.beside(page)
    there.table = guest
    there.driver.get(f"{guest.address}/?lang=en")
    there.until_connected().until_says("Who is playing Perladöra? Players are joining.")
    there.until(lambda: there.seen("#way .address"), "the way in")
    page.click("#form-back")
