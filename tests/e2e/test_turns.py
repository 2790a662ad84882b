"""What goes wrong in a turn and how it is put right, all of it seen and clicked on the page."""

import pytest

pytestmark = pytest.mark.slow

SOUND = """
    const { resume, suspend } = AudioContext.prototype;
    window.sound = { woken: 0, context: null };
    AudioContext.prototype.resume = function () { sound.woken += 1; return resume.call(this); };
    AudioContext.prototype.suspend = function () { sound.context = this; return suspend.call(this); };
"""


@pytest.fixture
def game(page, table):
    """Anna and Ben play, and every turn waits for the button."""
    table.begin(confirm="button")
    return page.until_phase("playing").until_turn(1, "Anna")


def test_an_illegal_pontoon_and_its_correction(game):
    """The sentence says why, the region is marked, the Pontoon to lift wears an arrow; lifted, the turn is legal."""
    game.touch("a1-b1").until_verdict("legal")
    game.touch("a1-a2").until_verdict("illegal")
    game.until_says("would close off a single space").until_says("Lift")
    assert game.seen("#shades .region")
    assert "territory that would be too small" in game.label("a1")
    assert game.badges("lift") == 1
    assert game.seen(".now .icon-illegal")
    game.click("#do-confirm[aria-disabled=true]")
    game.until(lambda: "single space" in game.text("#refusal"), "why it cannot be confirmed")
    flagged = game.table.screen()["lift"]
    game.touch(flagged[0]).until_verdict("legal")
    assert game.badges("lift") == 0
    assert not game.seen("#shades .region")
    game.touch("c4-c5").until_label("c4-c5", "not confirmed").until_verdict("legal")
    game.confirm().until_turn(2, "Ben")
    assert game.text("#refusal") == ""


def test_a_missing_pontoon_is_asked_for_and_put_back(game):
    """Nothing counts until it is back."""
    game.pontoons("c3-d3", "f4-f5").until_turn(2)
    game.touch("c3-d3").until_says("A piece is missing: put it back between c3 and d3.")
    assert "missing here" in game.label("c3-d3")
    assert game.badges("put") == 1
    game.touch("h1").until_says("What lies on h1 counts after that.")
    game.touch("c3-d3").until_verdict("legal")
    assert game.badges("put") == 0
    game.confirm().until_turn(3, "Anna")


def test_a_diver_that_is_looked_at_is_no_alarm(game):
    """An eye marks it until it is back."""
    game.diver("c3")
    game.touch("c3").until_says("is being looked at")
    assert game.badges("eye") == 1
    assert "lifted to be looked at" in game.label("c3")
    game.touch("c3").until_says("Ben: lay one Diver")
    assert game.badges("eye") == 0


def test_a_diver_on_a_farm_must_be_lifted(game):
    """Pearl Farms stay free."""
    game.touch("b2").until_verdict("illegal")
    game.until_says("Pearl Farms stay free of Divers: lift the piece on b2.")
    assert game.badges("lift") == 1
    game.touch("b2").until_says("Anna: lay one Diver")


@pytest.mark.parametrize(
    ("sites", "words"),
    [
        (["a1", "h5"], "Only one Diver in a turn"),
        pytest.param(["a1", "c3-d3"], "A turn is a Diver or Pontoons, not both", marks=pytest.mark.soak),
        pytest.param(["c3-d3", "c1-c2", "f4-f5"], "At most two Pontoons in a turn", marks=pytest.mark.soak),
    ],
)
def test_too_much_in_a_turn_is_named(game, sites, words):
    """Whatever was laid last may be lifted again."""
    for site in sites:
        game.touch(site).until_label(site, "not confirmed")
    game.until_says(words)
    game.touch(sites[-1]).until_verdict("legal")


def test_a_turn_is_taken_back(game):
    """The pieces must be lifted first, then the same turn is played again."""
    game.diver("e2").until_turn(2, "Ben")
    game.do("take_back").until_says("Taken back: now lift the piece on e2.")
    assert "must be lifted" in game.label("e2")
    assert game.badges("lift") == 1
    game.touch("e2").until_turn(1, "Anna").until_says("Anna: lay one Diver")
    game.diver("f3").until_turn(2, "Ben")


def test_a_hint_shows_what_is_open_and_fades(game):
    """For five seconds, on the board with what its marks mean, and in the names of its places."""
    assert game.count("#hints .hint") == 0
    game.do("hint").until(lambda: game.count("#hints .hint") > 90, "hints")
    assert "open to you" in game.label("a1")
    assert "open to you" in game.text(".hint-key"), "what the marks mean"
    game.until(lambda: game.count("#hints .hint") == 0, "no hints any more")
    assert "open to you" not in game.label("a1")


def test_the_button_without_a_draft_asks_what_is_up(game):
    """It is never a pass."""
    game.do("confirm").until_says("Is a piece upside down")
    assert not game.seen("#do-pass")
    game.touch("a1").until_verdict("legal")


def test_a_piece_that_the_board_does_not_see_is_tapped_where_it_lies(game):
    """The button asks, the page offers it, and the place is one whose sensor is left out from then on."""
    assert not game.seen("#notices button[data-laid]")
    game.do("confirm").until(lambda: game.seen("#notices button[data-laid]"), "a way to say where it lies")
    game.click("#notices button[data-laid]")
    game.until(lambda: "Now tap where the piece lies" in game.text("#notices"), "what to do")
    game.touch("e2").until_label("e2", "not confirmed").until_verdict("legal")
    game.until(lambda: "ignores the sensor on e2" in game.text("#notices"), "that the sensor is left out")
    game.confirm().until_turn(2, "Ben")
    game.click("#notices button[data-sensor=trust]")
    game.until(lambda: "A piece is missing" in game.text("#sentence"), "the sensor's own word")


def test_a_value_is_noted_unseen(game, table):
    """The page says that a value is noted, and to nobody which one."""
    game.touch("a1").until_verdict("legal")
    game.click("#value button[data-value='5']")
    game.until(lambda: game.text("#value-state") == "A value is noted.", "a note")
    assert game.count("#value [aria-pressed=true]") == 0
    assert game.count("#pieces .number") == 0
    assert [piece["value"] for piece in table.screen()["game"]["pieces"]] == [None]
    game.click("#value button[data-value='0']")
    game.until(lambda: game.text("#value-state") == "No value is noted.", "no note")


def test_pausing_stops_everything(game):
    """The board rests under a veil until somebody goes on."""
    game.do("pause").until(lambda: game.seen("#veil"), "the veil")
    game.until_says("paused")
    assert game.js("return document.querySelector('#layer').inert")
    game.do("resume").until_says("Anna: lay one Diver")
    assert not game.seen("#veil")
    game.diver("a1")


def test_abandoning_asks_first(game):
    """Keep playing, or leave the game; then nothing of it is left on the board."""
    game.do("abandon").until(lambda: game.seen("#sure"), "the question")
    game.click("#sure button[value=no]").until(lambda: not game.seen("#sure"), "no question")
    assert game.phase == "playing"
    game.do("abandon").click("#sure button[value=yes]").until_phase("idle").until_says("Who is playing?")
    assert game.count("#under > *, #shades > *, #stakes > *, #counts > *") == 0


def test_those_who_played_last_stand_in_the_next_form(game, driver):
    """With their names and clans, on a page that knows nothing of its own."""
    game.do("abandon").click("#sure button[value=yes]").until_phase("idle")
    assert [game.js("return document.querySelector(arguments[0]).value", f"#name-{seat}") for seat in (1, 2)] == [
        "Anna",
        "Ben",
    ]
    assert game.form().seen("#seat-1[data-colour='1']")
    assert driver.current_window_handle == game.window


@pytest.mark.soak
def test_divers_are_a_question_mark_until_they_are_turned_up(page):
    """Then what was chosen stands there, in one step; and nothing can be taken back any more."""
    page.fill(["Ada", "Bob"]).click("#more summary").click("input[name=edition][value=fr]")
    page.click("input[name=confirm][value=button]").click("#set-up").lay_pearls()
    page.touch("c3").until_verdict("legal")
    page.click("#value [data-value='4']").confirm()
    page.do("pass")
    page.do("pass").until_phase("reveal")
    page.until_label("c3", "?")
    assert page.text("#pieces .diver .number") == "?"
    assert page.text("#do-turn_up") == "Turn them all up"
    assert page.seen("#do-take_back")
    page.do("turn_up").until_label("c3", "value 4")
    assert page.text("#pieces .diver .number") == "4"
    assert page.text("#do-agree") == "We agree: count"
    assert not page.seen("#do-take_back")
    page.do("agree").until_phase("count")


@pytest.mark.soak
def test_the_french_edition_lets_people_pass(page, table):
    """Who passes is done; the others play on."""
    page.fill(["Ada", "Bob"]).click("#more summary").click("input[name=edition][value=fr]")
    assert page.js("return document.querySelector('input[name=voluntary_pass]').checked")
    page.click("#set-up").lay_pearls()
    page.do("pass").until_turn(2, "Bob")
    assert page.text("#players .player.done b") == "Ada"
    page.do("pass").until_phase("reveal")
    page.do("turn_up").do("agree").count_pearls()
    assert "everybody shares the victory" in page.text(".winner")
    assert table.screen()["game"]["result"]["standings"][0]["pearls"] == 0


def test_a_countdown_runs_before_a_turn_counts_by_itself(page, table):
    """A ring and seconds, until the next one's turn comes; a single Pontoon has time."""
    page.display.likes()
    table.begin(confirm="auto")
    page.until_phase("playing").js("""
        const [dial, seconds] = [document.querySelector("#dial"), document.querySelector("#seconds")];
        window.counted = new Set();
        new MutationObserver(() => {
          if ("counting" in dial.dataset) counted.add(seconds.textContent);
        }).observe(dial, {attributes: true});""")
    page.touch("c3").until_turn(2, "Ben")
    assert page.js("return [...counted]") == ["1"]
    page.touch("c3-c4").until_verdict("legal")
    assert page.js("return document.querySelector('#dial').dataset.counting") is None
    page.touch("g3-g4").until_turn(3, "Anna")


def test_a_page_that_says_nothing_computes_no_sound(game):
    """It sleeps after each of its tones; once there was a gesture the next tone wakes it without one."""
    game.js(SOUND)
    asleep = "return sound.context?.state === 'suspended'"
    game.touch("c3").until_verdict("legal")
    game.until(lambda: game.js(asleep), "no sound after that of a piece")
    woken = game.js("return sound.woken")
    game.table.ask("confirm")
    game.until(lambda: game.js("return sound.woken") > woken, "the tone of a turn that counts")
    game.until(lambda: game.js(asleep), "no sound after that tone")


def test_a_question_about_a_turn_goes_when_another_turn_is_the_last(game, table):
    """Who is asked whether Anna's turn is to be undone cannot undo Ben's with it."""
    game.diver("c3").until_turn(2, "Ben")
    game.click("#do-take_back:not([aria-disabled=true])").until(lambda: game.seen("#undo[open]"), "the question")
    assert "Anna" in game.text("#undo-text")
    table.ask("put", site="d4")
    table.until(lambda screen: screen["verdict"] == "legal")
    table.ask("confirm")
    game.until(lambda: not game.seen("#undo[open]"), "that the question is gone")
    assert len(table.screen()["pieces"]) == 2
