"""A game on a screen alone, in a browser: the hand in its tray, the curtain, drafts that wait for the button."""

import pytest
from selenium.webdriver import Keys

from e2e.page import BARE, IN_SIGHT, SIZES
from e2e.phone_page import MIDDLE, SIZE, PhonePage
from e2e.table_page import AS_THIS_PAGE
from pearlboard.games.registry import GAMES
from pearlboard.languages import LANGUAGES
from pearlboard.screens.catalogues import catalogue_of
from pearlboard.texts import say
from support.lengths import soaked
from support.perladora_table import command

pytestmark = pytest.mark.slow

SERVED = {"mode": "screen"}

LONGEST = (say("explain_computers", seats=(2,), count=1, told=say("explain_first_turn", most=5)), say("explain_backup"))
WIDE = 240
ON_ITS_SIDE, BOTTOM = (844, 390), "scrollTo(0, 1e6)"
LEAST = [(1366, 657), SIZES["phone"]]
NOTHING_YET = "There is nothing to confirm yet."
BESIDE_PX = 10
"""Narrower than a finger, and on a small phone enough to hit what lies beside a line."""
PLAYS = """
const each = document.querySelector(`#plays-${arguments[0]}`);
each.value = arguments[1];
each.dispatchEvent(new Event("input", {bubbles: true}));
"""

DASHES = "return getComputedStyle(document.querySelector(`#pieces .${arguments[0]} .frame`)).strokeDasharray"
CHOSEN = {
    "pearls": {"hands": "open", "open_scores": True, "all_cards": True},
    "piratoons": {"sand": 60},
    "perladora": {"advanced": True, "edition": "fr", "voluntary_pass": True, "peek_own": False},
}
"""What is chosen in the form of each game, where it can be."""
SEATED = (
    "return [1, 2].map((seat) => ['name', 'plays'].map((what) => document.getElementById(`${what}-${seat}`).value))"
)
APART = """
const [one, other] = [...arguments].map((css) => document.querySelector(css).getBoundingClientRect());
return other.top >= one.bottom || other.left >= one.right;
"""
ROUND = """
const box = document.querySelector(".loupe-round").getBoundingClientRect();
const part = document.querySelector(".loupe-round svg").viewBox.baseVal.width;
const board = document.querySelector("#layer svg");
const unit = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
return [box.x + box.width / 2, box.y + box.height / 2, box.width / part / unit];
"""


def finger(page, kind, at=None):
    """One finger comes down, slides or is lifted."""
    points = [] if at is None else [{"x": at[0], "y": at[1]}]
    page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    return page


def begin(page, names, computer=()):
    """From the form to the first turn."""
    page.fill(names)
    for seat in range(1, len(names) + 1):
        page.js(PLAYS, seat, "easy" if seat in computer else "person")
    page.click("#set-up").until_phase("playing")
    return page


def take(page, name):
    """Whoever is to move says so."""
    page.until(lambda: page.text("#tray-open") == f"I am {name}", f"the curtain for {name}")
    page.click("#tray-open").until(lambda: page.seen("#hand-1"), "the hand")
    return page


def test_two_people_hand_the_page_round(page):
    """Nobody sees another's hand; a Diver and its value are two taps, and the button ends the turn."""
    begin(page, ["Anna", "Ben"])
    page.driver.shot("curtain")
    assert page.count("#hand-values button") == 0
    take(page, "Anna").click("#hand-3").touch("c3").until_verdict("legal")
    page.driver.shot("draft")
    page.touch("d3").until_label("c3", "empty").until_verdict("legal")
    page.do("confirm").until_turn(2, "Ben")
    assert page.count("#hand-values .tile:not(.spent)") == 0
    take(page, "Ben").touch("a1-b1").until_verdict("legal")
    page.touch("c1-d1").until_label("c1-d1", "not confirmed")
    assert page.js(DASHES, "latest") == "none" != page.js(DASHES, "draft")
    page.do("confirm").until_turn(3, "Anna")
    take(page, "Anna")
    assert [page.text(f"#hand-{value} .times") for value in (1, 2, 3, 4, 5)] == ["× 10", "× 3", "", "× 1", "× 1"]


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hand_and_what_ends_a_turn_are_in_sight(unopened, language):
    """On every screen, with every button that there may be; and so is the curtain's."""
    page = begin(unopened.open(language), ["Anna-Katharina", "Ben"])
    page.until(lambda: page.seen("#tray-open"), "the curtain")
    for size in SIZES.values():
        page.display.size(*size)
        page.until_in_sight("#tray-open")
    page.click("#tray-open").until(lambda: page.seen("#hand-1"), "the hand")
    page.click("#hand-2").touch("c3").until_verdict("legal")
    for size in SIZES.values():
        page.display.size(*size)
        page.until_in_sight("#hand-1").until_in_sight("#hand-5").until_in_sight("#do-confirm")


def test_behind_the_curtain_whoever_may_look_sees_their_own_divers(page):
    """Where that was agreed on: as long as their hand is open, never on a TV, and nothing of it stays in the page."""
    agreed = command("set_up", players=[{"name": "Anna"}, {"name": "Ben"}], peek_own=True)
    assert page.driver.execute_async_script(AS_THIS_PAGE, agreed)["ok"]
    take(page, "Anna").click("#hand-3").touch("c3").until_verdict("legal")
    page.do("confirm").until_turn(2, "Ben")
    assert page.count(".worn.mine") == 0
    take(page, "Ben").touch("a1-b1").touch("c1-d1").until_label("c1-d1", "not confirmed")
    assert page.count(".worn.mine") == 0
    page.do("confirm").until_turn(3, "Anna")
    assert "3" not in page.label("c3").replace("c3", "")
    take(page, "Anna").until(lambda: page.text("#pieces .worn.mine") == "3", "what the Diver on c3 is worth")
    page.js("document.documentElement.dataset.tv = ''")
    assert page.js("return getComputedStyle(document.querySelector('#pieces .worn.mine')).display") == "none"
    page.js("delete document.documentElement.dataset.tv")


@pytest.mark.parametrize(("before", "after"), soaked([((), (2,)), ((2,), ())], [((2,), ())]))
def test_what_nobody_chose_is_not_kept_for_others(page, before, after):
    """Who plays alone may look at their own Divers, and two may not, whoever played before."""
    begin(page, ["Anna", "Ben"], computer=before)
    page.table.clear()
    page.open().fill(["Anna", "Ben"])
    for seat in (1, 2):
        page.js(PLAYS, seat, "easy" if seat in after else "person")
    assert page.js("return document.querySelector('[name=peek_own]').checked") == (after == (2,))


def test_what_lies_for_good_answers_a_tap(page):
    """One's own piece of an earlier turn and another's, a Diver and a Pontoon; on a phone, too."""
    begin(page, ["Anna", "Ben"])
    take(page, "Anna").click("#hand-3").touch("c3").until_verdict("legal")
    page.do("confirm").until_turn(2, "Ben")
    take(page, "Ben").touch("a1-b1").until_verdict("legal")
    page.touch("c3").until(lambda: page.text("#refusal") == "A piece lies on c3 already.", "who lies there")
    page.do("confirm").until_turn(3, "Anna")
    take(page, "Anna")
    phone = PhonePage.joined(page, 1).until_mine()
    for site, told in (("c3", "on c3"), ("a1-b1", "between a1 and b1")):
        phone.touch(site).until(lambda told=told: phone.text("#refusal") == f"A piece lies {told} already.", told)
    assert {piece["site"] for piece in page.table.screen()["pieces"]} == {"c3", "a1-b1"}


def test_behind_the_curtain_the_board_waits(page):
    """A tap before anybody has said who they are lays nothing, leads to the button that asks, and says so."""
    begin(page, ["Anna", "Ben"]).until(lambda: page.seen("#tray-open"), "the curtain")
    page.touch("c3").until_says("First press “I am Anna”")
    assert page.js("return document.activeElement.id") == "tray-open"
    assert page.table.screen()["pieces"] == []


@pytest.mark.parametrize(
    "size", [*LEAST, *(pytest.param(each, marks=pytest.mark.soak) for each in ((1280, 800), SIZES["tablet"]))]
)
def test_the_form_opens_at_its_first_question(page, size):
    """How many play is asked first, and of four it says who plays with whom.

    When a turn counts is not asked: nothing lies on a drawn board.
    """
    page.display.size(*size)
    page.click("#start-here").until(lambda: page.seen("#form"), "the form")
    page.until_in_sight("#choose-players")
    page.click("#choose-players label[data-count='4']").until(lambda: page.seen("#teams-how"), "who plays with whom")
    page.click("#more summary").until(lambda: page.seen("#choose-clock"), "the rules")
    assert not page.seen("#choose-confirm")


@pytest.mark.parametrize("size", LEAST)
def test_what_the_form_refuses_is_said_where_it_is_seen(page, size):
    """Whoever presses the button with a name that is too long is not left with a button that does nothing."""
    page.display.size(*size)
    page.fill(["Anna", "B" * 25, "Cleo"]).click("#set-up")
    page.until(lambda: "player 2 is too long" in page.text("#setup-error"), "why not")
    page.until(lambda: page.js(IN_SIGHT, "#setup-error"), "why not, in sight")


def test_alone_against_the_computer_there_is_no_curtain(page):
    """The hand stays open, the computer lays its own pieces, and what one has laid stays to be seen."""
    begin(page, ["Anna", "Rob"], computer=[2]).until(lambda: page.seen("#hand-1"), "the hand")
    page.click("#hand-1").touch("c3").until_verdict("legal")
    page.do("confirm").until_turn(3, "Anna")
    page.until(lambda: page.text("#pieces .worn.mine") == "1", "what the Diver on c3 is worth")
    page.driver.shot("alone")
    assert {piece["status"] for piece in page.table.screen()["pieces"]} == {"laid"}
    assert not page.seen("#tray-closed")


@pytest.mark.soak
def test_the_computer_draws_what_it_would_play_and_the_list_of_moves_points_at_places(page):
    """Three ranks on the board with a reason each; an entry that is pressed marks where it was, until it is again."""
    begin(page, ["Anna", "Rob"], computer=[2]).until(lambda: page.seen("#hand-1"), "the hand")
    page.click("#hand-1").touch("c3").until_verdict("legal")
    page.do("confirm").until_turn(3, "Anna")
    page.do("advise").until(lambda: page.count("#advice .reason-why") == 3, "three reasons")
    ranks = page.js("return [...document.querySelectorAll('#ghosts .rank text')].map((each) => each.textContent)")
    assert set(ranks) == {"1", "2", "3"}
    page.click("#log summary").until(lambda: page.count("#log-list button") == 2, "two moves")
    page.click("#log-0").until(lambda: page.count("#marked [data-mark='c3']") == 1, "the mark on c3")
    page.click("#log-0").until(lambda: page.count("#marked .mark") == 0, "no mark")


def test_a_value_may_be_chosen_after_the_diver_is_laid(page):
    """The value is asked for, and nothing can be confirmed before: who tries is shown what is missing.

    Where nothing is there at all, that is said.
    """
    begin(page, ["Anna", "Rob"], computer=[2]).until(lambda: page.seen("#hand-1"), "the hand")
    page.click("#do-confirm[aria-disabled=true]")
    page.until(lambda: NOTHING_YET in page.text("#refusal") and page.js(BARE, "#refusal"), "what comes first")
    page.touch("c3").until_label("c3", "not confirmed").until_verdict("unfinished")
    page.click("#do-confirm[aria-disabled=true]").until(lambda: page.text("#refusal") == page.sentence, "why")
    assert page.find("#hand-row").get_dom_attribute("data-asked") is not None
    page.click("#hand-2").until_verdict("legal")


def test_the_answers_to_why_leave_the_board_in_sight(page):
    """On every screen they lie beside the board or below it; a click anywhere else closes them."""
    page.table.ask("set_up", players=[{"name": "Ida"}, {"name": "Rob", "computer": "easy"}], explain=True)
    page.until(lambda: page.seen("#why summary"), "the question")
    for size in (SIZES["laptop"], SIZES["tablet"], (390, 844), SIZES["phone"]):
        page.display.size(*size)
        page.click("#why summary").until(lambda: page.seen("#why-answers"), "the answers")
        assert page.text("#why-answers b") == "What can I do now?"
        page.until(lambda: page.js(APART, "#board", "#why-answers"), "both apart")
        page.click("#whose").until(lambda: not page.seen("#why-answers"), "none")


def test_a_phone_lays_its_own_turn(page):
    """With a tap on its board; the page on the table shows no hand of it, and asks nobody there to confirm.

    What is taken up at the table is told on the phone; so is what became of a question, wherever it was scrolled.
    """
    begin(page, ["Anna", "Ben"])
    phone = PhonePage.joined(page, 1).until_mine()
    phone.click("#do-confirm[aria-disabled=true]")
    phone.until(lambda: NOTHING_YET in phone.text("#refusal"), "what comes first")
    phone.click("#hand-2").touch("c3").until_verdict("legal")
    phone.driver.shot("phone")
    page.until_label("c3", "not confirmed").until_says("Anna is still to confirm this turn.")
    assert not page.seen("#tray")
    page.do("take_back")
    phone.until(lambda: "taken up again at the table" in phone.text("#notices"), "who took it up")
    phone.driver.shot("taken-up")
    phone.touch("c3").until_verdict("legal")
    phone.do("confirm")
    page.until_turn(2, "Ben")
    phone.touch("e3")
    take(page, "Ben").touch("f4-f5").until_verdict("legal")
    phone.until_says("Ben is still to confirm this turn.")
    assert [piece["site"] for piece in page.table.screen()["pieces"]] == ["c3", "f4-f5"]
    phone.display.size(*ON_ITS_SIDE, touch=True)
    phone.click("#asking summary").js(BOTTOM)
    phone.do("take_back").until_says("Undo the last turn of Anna?")
    phone.until(lambda: phone.js(BARE, "#do-refuse_take_back"), "the question in sight")
    phone.driver.shot("asked")
    phone.js(BOTTOM)
    page.click("#do-refuse_take_back")
    phone.until(lambda: "said no" in phone.text("#notices") and phone.js(BARE, "#notices li"), "the answer in sight")
    phone.driver.shot("answered")


def test_one_tap_and_the_game_is_on(page):
    """Against the computer, from a page that nobody has used; the goal stands above it. The first one is explained."""
    before = page.table.screen()["last"]
    page.until(lambda: page.seen("#start-computer"), "the ways to begin")
    assert "Most Pearls win" in page.text("#goal")
    page.click("#start-computer").until_phase("playing").until_turn(1)
    assert page.table.screen()["match"]["explain"] is (before is None or before["explain"])
    page.until(lambda: page.seen("#hand-1"), "the hand")


def test_nobody_is_given_the_name_of_whoever_played_last(page):
    """Against the computer one is Player 1, or what one has said at this device; it stands beside the button."""

    def names():
        return [player["name"] for player in page.table.screen()["match"]["players"] if not player["computer"]]

    page.table.ask("set_up", players=[{"name": "Guest"}, {"name": "Rob", "computer": "easy"}])
    page.until_phase("playing").table.clear()
    page.until(lambda: page.seen("#start-again"), "that somebody has played")
    page.click("#start-computer").until_phase("playing")
    assert names() == ["Player 1"]
    page.table.clear()
    page.until(lambda: page.text("#start-again-how").startswith("Player 1"), "who played")
    page.form()
    assert page.find("#name-1").get_property("value") == ""  # nobody is called so
    page.click("#form-back")
    page.until(lambda: page.seen("#my-name"), "a place for a name")
    page.find("#my-name").send_keys("Uma", Keys.ENTER)
    page.until_phase("playing")
    assert names() == ["Uma"]
    page.table.clear()
    page.open().until(lambda: page.seen("#my-name"), "the name")
    assert page.js("return document.querySelector('#my-name').value") == "Uma"


def test_one_tap_begins_a_plain_game_whatever_was_played_before(page):
    """Options of the game before are not kept by the quick start; the same again is another button."""

    def kept():
        page.table.clear()
        return {each: page.table.screen()["last"]["options"][each] for each in chosen}

    people = [{"name": "Ida"}, {"name": "Rob", "computer": "easy"}]
    for game, chosen in CHOSEN.items():
        page.until_phase("idle").table.ask("set_up", game=game, players=people, options=chosen)
        page.until(lambda: page.phase != "idle", "a game")
        assert kept() == chosen
        page.until(lambda game=game: page.seen("#start-again") and page.seen(f"#game-{game}:checked"), "who played")
        page.click("#start-computer").until(lambda: page.phase != "idle", "a game")
        assert not set(kept().items()) & set(chosen.items())


def test_the_same_people_play_again_with_one_tap(page):
    """With all that they had agreed on."""
    begin(page, ["Ida", "Ben"])
    page.do("abandon").click("#sure button[value=yes]").until_phase("idle").open()
    page.until(lambda: page.text("#start-again-how") == "Ida and Ben", "who played last")
    assert not page.seen("#form")
    page.click("input[name=game][value=pearls]")
    page.until(lambda: not page.seen("#start-again"), "nothing of the same beside another game")
    page.click("input[name=game][value=perladora]")
    page.until(lambda: page.seen("#start-again"), "the same again")
    page.click("#start-again").until_phase("playing")
    assert [player["name"] for player in page.table.screen()["match"]["players"]] == ["Ida", "Ben"]


def test_who_plays_together_is_asked_for_people(page):
    """Whoever was a computer the last time is a free seat; what is typed then survives a reload."""
    page.table.ask("set_up", players=[{"name": "Ida"}, {"name": "Rob", "computer": "easy"}])
    page.until_phase("playing").table.clear()
    page.until(lambda: page.text("#start-again-how") == "Ida and Rob", "who played last")
    page.click("#start-here")
    page.until(lambda: page.js(SEATED) == [["Ida", "person"], ["", "person"]], "two people")
    page.find("#name-2").send_keys("Uma")
    page.open().until(lambda: page.seen("#form") and page.js(SEATED)[1] == ["Uma", "person"], "what was typed")


def test_phones_are_invited_as_soon_as_the_table_is_set_up(page):
    """The codes stand there; nobody has to look for them."""
    page.until_phase("idle").click("#start-phones")
    page.until(lambda: "free" in page.text("#seat-1"), "the free seats")
    page.fill(["Ida", "Ben"])
    page.click("#set-up").until(lambda: page.seen("#phones"), "the codes")


ROLLED = """
new MutationObserver((_, watch) => {
  if (document.querySelector(".rolling")) { window.rolled = true; watch.disconnect(); }
}).observe(document, {childList: true, subtree: true});
"""
"""They roll for a moment only, which may be over when a busy machine comes to look."""


@pytest.mark.soak
def test_the_count_is_a_small_theatre(page):
    """Divers flip, Pearls roll to their winner and are gone; with less motion nothing moves, and all is told."""
    people = [{"name": "Ida", "clan": "children"}, {"name": "Ben", "clan": "fishermen"}]
    for still in (False, True):
        page.display.likes(still=still)
        page.table.clear()
        page.table.ask("set_up", players=people, edition="fr")
        for space, value in (("c3", 5), ("e3", 2)):
            page.table.ask("put", site=space)
            page.table.ask("choose_value", value=value)
            page.table.ask("confirm")
        page.table.ask("pass")
        page.table.ask("pass")
        page.until_phase("reveal").js(ROLLED)
        page.do("turn_up").until_phase("count")
        if not still:
            page.until(lambda: page.js("return window.rolled"), "Pearls that roll")
            page.driver.shot("theatre")
        page.until(lambda: not page.count(".rolling"), "the stage empty again")
        for size in SIZES.values():
            page.display.size(*size)
            page.until_in_sight("#do-count_next")
        assert "5" in page.text("#count .totals")


@pytest.mark.parametrize("where", soaked(["table", "phone"], ["phone"]))
def test_a_line_is_laid_by_a_finger_that_comes_down_beside_it(page, where):
    """Pressed, the loupe names what is under the finger, which slides until it is right; tapped, it asks which one."""
    begin(page, ["Anna", "Ben"])
    if where == "phone":
        page = PhonePage.joined(page, 1).until_mine()
    else:
        take(page, "Anna").display.size(*SIZE, touch=True)
    x, y = page.js(MIDDLE, "c3-d3")
    finger(page, "touchStart", (x - BESIDE_PX, y)).until(lambda: page.text(".loupe p") == "c3, empty", "the space")
    page.driver.shot(f"loupe-{where}")
    finger(page, "touchMove", (x, y)).until(lambda: "line between c3 and d3" in page.text(".loupe p"), "the line")
    finger(page, "touchEnd").until_label("c3-d3", "not confirmed").until_verdict("legal")
    assert not page.count(".loupe")
    x, y = page.js(MIDDLE, "e3-e4")
    finger(page, "touchStart", (x, y - BESIDE_PX))
    finger(page, "touchEnd").until(lambda: page.text(".loupe p").startswith("Which one?"), "the question")
    page.driver.shot(f"loupe-pinned-{where}")
    assert [piece["site"] for piece in page.table.screen()["pieces"]] == ["c3-d3"]
    round_x, round_y, zoom = page.js(ROUND)
    in_loupe = (round_x, round_y + BESIDE_PX * zoom)
    finger(page, "touchStart", in_loupe)
    finger(page, "touchEnd").until_label("e3-e4", "not confirmed").until_label("c3-d3", "not confirmed")
    assert not page.count(".loupe")


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_explained_leaves_room_for_the_board_the_button_and_the_hand(unopened, language):
    """On the smallest phone, with the longest explanation: all three are in sight, and the board is no stamp."""
    page = unopened.open(language=language)
    page.click("#start-computer").until(lambda: page.seen("#hand-1"), "the hand")
    page.display.size(*SIZES["phone"])
    said = [catalogue_of(GAMES["perladora"], language).render(each) for each in LONGEST]
    page.js("document.querySelector('#explanation').textContent = arguments[0]", max(said, key=len))
    for css in ("#board", "#do-confirm", "#hand-1"):
        page.until_in_sight(css)
    assert page.js("return document.querySelector('#board').getBoundingClientRect().width") > WIDE
