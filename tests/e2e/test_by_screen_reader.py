"""By a screen reader alone: the pages are walked and played by what is spoken, and each change is said once."""

import re
from itertools import cycle

import pytest
from selenium.webdriver import Keys

from e2e.phone_page import PhonePage
from e2e.reader import Reader
from e2e.table_page import Hands, mover
from e2e.test_pearls import PEOPLE, PearlsPage
from support.lengths import at_length

pytestmark = pytest.mark.slow

LEAVE = at_length(12, 6)
"""So many places are open when the scripts stop hurrying."""
OPEN = re.compile(r"The open (?:spaces?|lines?): (?:between )?(\w) (\d)(?: and (\w) (\d))?")
ONWARD = re.compile("button, (We agree: count|Next|To the result)")
"""What goes on after the last turn, where it can be pressed."""
PEARL_TURNS = at_length(16, 3)
SLOT = re.compile(r"On (\w) (\d): (\d \w+)")
GRID = """
return [...document.querySelectorAll("[role=grid] > [role=row]")].map((row) =>
  [...row.querySelectorAll(":scope > [role=gridcell]")].map((cell) => cell.firstElementChild.dataset.site));
"""
RECORD = """
window.told = [];
const live = "[role=status], [role=alert], [role=log], output, [aria-live]";
new MutationObserver((news) => {
  const batch = news.filter(({target}) => (target.nodeType === 1 ? target : target.parentElement)?.closest(live))
    .flatMap(({addedNodes}) => [...addedNodes].map(({textContent}) => textContent)).filter(Boolean);
  if (batch.length) told.push(batch);
}).observe(document.body, {subtree: true, childList: true, characterData: true});
"""
FOCUS = "return document.activeElement.dataset.site ?? null"


def test_the_board_is_a_grid_of_cells_that_are_called_as_they_are_counted(page, table):
    """Chromium makes of it five rows of eight cells; each has a space and the lines that begin there."""
    table.begin(confirm="button")
    page.until_phase("playing")
    assert page.js(GRID) == [[f"{column}{row}" for column in "abcdefgh"] for row in range(1, 6)]
    page.touch("c3-d3").until_label("c3-d3", "not confirmed")
    nodes = page.line.call("Accessibility.getFullAXTree")["nodes"]
    cells = [node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "gridcell"]
    assert len(cells) == 40
    assert cells[18] == "c3, empty line between c3 and d3, a Pontoon, not confirmed yet line between c3 and c4, empty"


def test_arrows_lead_to_what_takes_nothing_and_it_is_read(host):
    """On a phone most places are not to be pressed; all can be read, the same way as all others."""
    phone = PhonePage.joined(host, 2)
    assert phone.count(".site:not([aria-disabled])") == 0
    phone.js("document.querySelector('#site-c3').focus()")
    walked = []
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_DOWN):
        phone.keys(key)
        walked.append(phone.js(FOCUS))
    assert walked == ["c3-d3", "d3", "d3-d4", "d4"]


ANSWER_AT = """
const { name } = performance.getEntriesByType("resource").find((each) => each.name.endsWith("/live/asking.js"));
const [screen, later] = arguments;
screen.match.turn += later;
return import(name).then(({ showAsking }) => {
  showAsking(screen);
  return document.querySelector("#answer").textContent;
});
"""
"""What stands as an answer so many turns later."""


LINE_OF_ANSWER = "return document.querySelector('#answer').innerText.split('\\n')[0]"


def test_a_phone_asks_and_hears_the_answer_alone(host):
    """In the words of the spoken menu, whatever others ask; the page of the table is not told, and asks by a key."""
    phone = PhonePage.joined(host, 2).click("#asking summary").click("[data-ask=last]")
    phone.until(lambda: phone.text("#answer") == "Nobody has had a turn yet.", "the answer")
    phone.until(lambda: "Nobody has had a turn yet." in phone.text("#aloud"), "the answer, said")
    phone.js("document.querySelector('#ask-along').value = 'column 3'")
    phone.click("[data-ask=along]").until(lambda: phone.text("#answer").startswith("Column c."), "what lies there")
    host.until(lambda: len(host.table.screen()["spoken"]) == 2, "both answers")
    host.table.ask("ask", about="rules")
    phone.click("[data-ask=longer]").until(lambda: phone.text("#answer").startswith("Column c."), "its own again")
    host.touch("c3").until_label("c3", "not confirmed")
    assert host.text("#answer") == ""
    host.js("document.activeElement.blur()")
    host.keys("q").until(lambda: host.js("return document.activeElement.dataset.ask") == "now", "the first question")
    host.click("[data-ask=last]").until(lambda: host.text("#answer"), "an answer of this game")
    assert host.js(ANSWER_AT, {**host.table.screen(), "spoken": []}, 3) != ""
    assert host.js(ANSWER_AT, {**host.table.screen(), "spoken": []}, 4) == "", "all have had a turn since"
    host.click("[data-ask=rules]").until(lambda: host.js(LINE_OF_ANSWER) == "Perladöra", "a line for each sentence")
    host.table.ask("abandon")
    host.until(lambda: not host.text("#answer"), "no answer of a game that is gone")


def test_each_change_is_said_once(page, table):
    """Legal, illegal, lifted, confirmed: on the page where it is done, nothing is told twice, whatever shows it."""
    table.begin(confirm="button", hints="always")
    page.until_phase("playing").until_turn(1)
    page.js(RECORD)
    page.touch("b2").until_verdict("illegal")
    page.click("#do-confirm").until(lambda: page.text("#refusal") == page.sentence, "why not")
    page.touch("b2").until_says("lay one Diver")
    page.touch("a1").until_verdict("legal")
    page.confirm()
    told = page.js("return told")
    why = "Pearl Farms stay free of Divers: lift the piece on b2."
    assert told[:2] == [[why], [why]]
    assert len(told) >= 5
    assert all(len(set(batch)) == len(batch) for batch in told), told


def test_nobody_who_types_is_talked_to(page):
    """What comes meanwhile waits until they leave the field, and is said then if it is still so."""
    page.form().find("#name-1").send_keys("Zo")
    page.js(RECORD)
    page.js("const line = document.querySelector('#refusal'); line.textContent = 'First'; line.textContent = 'Then'")
    assert page.js("return told") == []
    page.keys(Keys.TAB)
    assert page.until(lambda: page.js("return told"), "what came meanwhile") == [["Then"]]


def test_a_phone_reads_to_its_player_what_is_theirs_and_never_behind_the_curtain(host):
    """If they switch it on: "use an earphone" comes before the first word, and what was read is not read again."""
    phone = PhonePage.joined(host, 1).until_mine()
    phone.js("window.read = []; speechSynthesis.speak = ({text}) => read.push(text)")
    assert phone.js("return read") == []
    phone.click("#menu-open").click("#read-aloud").until(lambda: phone.js("return read.length") == 2, "what is read")
    earphone, hand = phone.js("return read.splice(0)")
    assert earphone.startswith("Use an earphone")
    assert hand.startswith("Your hand: 7 worth 1, 2 worth 2, 1 worth 3 and 1 worth 4.")
    assert "Value 4" not in hand
    phone.keys(Keys.ESCAPE).choose(4).until(lambda: phone.js("return read.length"), "what is new")
    [new] = phone.js("return read.splice(0)")
    assert new in phone.text("#hand-state")
    phone.click("#cover").until(lambda: phone.seen("#curtain"), "the curtain")
    host.touch("c3").until_label("c3", "not confirmed")
    phone.until_label("c3", "not confirmed")
    assert phone.js("return read") == []


def asks(reader, question, words):
    """Ask the table by its page, and hear the answer."""
    reader.go(question)
    return reader.act().until(words)


def an_open_place(reader):
    """A place where something can be laid, as the table says it when it is asked; None if there is none."""
    asks(reader, "What is still open", "open")
    told = asks(reader, "Tell me more", "The open ")
    column, row, *line = OPEN.search(told).groups()
    return f"{column}{row}" if not line[0] else f"line between {column}{row} and {line[0]}{line[1]}"


def way_on(reader):
    """What the page that is read from its beginning offers to go on with; None until there is something."""
    return next((found[1] for each in reader.reads() if (found := ONWARD.fullmatch(each))), None)


def test_a_reader_ends_a_game_of_perladora(unopened, table):
    """The last turns, the reveal and the count, by what is spoken alone: it asks where, lays there, and confirms."""
    table.begin(confirm="button", hints="always")
    hands = Hands(2, 23)
    hands.hurry(table, leave=LEAVE)
    page = unopened.open().until_phase("playing").until_turn(table.screen()["match"]["turn"])
    reader = Reader(page)
    reader.go("Ask")
    reader.act()
    said = ": lay"
    while ": lay" in said:
        place = an_open_place(reader)
        reader.go(f"{place}, empty")
        reader.act().until("utton to end the turn")
        reader.go("Confirm")
        if "line" not in place:
            hands.lay(mover(table.screen()), place)
        said = reader.act().until("")
    reader.go("Turn them all up")
    reader.act().until("Territory 1")
    for space, value in hands.laid.items():  # as those who sit there say it
        table.ask("say_value", space=space, value=value)
    onward = ""
    while onward != "To the result":
        onward = page.until(lambda: way_on(reader), "a way on")
        reader.go(onward)
        said = reader.act().until("")
    assert said == table.screen()["sentence"]
    told = asks(reader, "How does it stand", "Pearls")
    assert said in told
    reader.stop()


def test_a_reader_plays_pearls(page):
    """Cards of an open hand are placed, and a colour is taken with the Diver, which is lifted when that is asked."""
    PearlsPage(page.driver, page.table).agree(*PEOPLE, hands="open")
    reader = Reader(page)
    reader.go("Ask")
    reader.act()
    for number, name in zip(range(PEARL_TURNS), cycle(("Ben", "Anna")), strict=False):
        if number % 4 in (0, 3):
            reader.go("Cards in hand")
            reader.go(next(each for each in reader.reads() if each.startswith("button") and "points each" in each)[8:])
            reader.act().go("Place")
        else:
            asks(reader, "What is still open", "Take")
            column, row, card = SLOT.search(asks(reader, "Tell me more", "On ")).groups()
            reader.go(f"{column}{row}: {card}")
            reader.act().until("utton")
            reader.go("Confirm")
            reader.act().until(f"Lift the piece on {column}{row}")
            reader.go(f"{column}{row}")
        reader.act().until(f"{name}: put the Diver")
        assert name in asks(reader, "What is to be done", "put the Diver")
    reader.stop()
