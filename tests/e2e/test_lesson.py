"""The first lesson in a browser: done with one's own hands, wrong ones too; skipped, repeated and left."""

import pytest

from e2e.page import BARE
from e2e.test_accessible import DESK, LOOKS, PHONE, SIDEWAYS, faults, looks
from support.lengths import at_length

pytestmark = pytest.mark.slow


@pytest.fixture
def lesson(window, table):
    """The page of the lesson, at its first step."""
    from e2e.page import Page

    page = Page(window, table)
    page.display.size(*DESK)
    page.display.likes(still=True)
    page.open(path="/learn/perladora")
    page.until(lambda: page.js("return document.querySelector('#main').hasAttribute('data-ready')"), "the lesson")
    return page


def at(page, number):
    page.until(lambda: page.text("#step-title") == f"Step {number} of 8", f"step {number}")
    page.driver.shot(f"lesson-{number}")
    return page


def right(page):
    page.until(lambda: page.js("return document.querySelector('#answer').dataset.kind") == "right", "what was right")
    return page.click("#step-next") if page.seen("#step-next") else page


def wrong(page, words):
    page.until(lambda: words in page.text("#answer"), words)
    assert page.js("return document.querySelector('#answer').dataset.kind") == "wrong"
    return page


def test_it_is_gone_through_to_the_first_game(lesson):
    """Eight steps, with what the rules say to whoever lays something else; then a game that explains itself."""
    page = lesson
    wrong(at(page, 1).touch("d1"), "Pearl Farm")
    right(page.touch("c3"))
    wrong(at(page, 2).touch("e4-f4"), "leaves the corner open")
    right(page.touch("c2-c3"))
    wrong(at(page, 3).click("[data-choice='1']"), "2 and 2 make only 4")
    right(page.click("[data-choice='0']"))
    right(at(page, 4).click("[data-choice='1']"))
    page = at(page, 5).touch("h2-h3")
    page.until(lambda: "only 3 spaces" in page.text("#answer"), "the reason")
    right(page)
    at(page, 6).touch("b4-c4").until(lambda: "Pontoon" in page.label("b4-c4"), "the first")
    right(page.touch("c4-c5"))
    right(at(page, 7).click("[data-choice='2']"))
    right(at(page, 8).click("[data-choice='0']"))
    page.click("#step-play").until(lambda: page.seen("#explanation"), "the first game")
    assert "Pearls are what you play for" in page.text("#explanation")
    assert not page.seen("#why-answers")
    page.click("#why summary").until(lambda: page.seen("#why-answers"), "the answers")
    assert "Why do the Pearls come first?" in page.text("#why-answers")
    for size, dark in ((DESK, False), (PHONE, True)):
        page.display.size(*size)
        page.display.likes(dark=dark, still=True)
        assert faults(page) == []
        assert page.js(SIDEWAYS) == []


def test_it_is_taken_on_the_board(unopened):
    """The page leads to it, says what the board makes of a piece, and leaves it."""
    page = unopened.open(path="/learn/perladora")
    page.until(lambda: page.js("return document.querySelector('#main').hasAttribute('data-ready')"), "the lesson")
    page.click("#to-board").until(lambda: page.seen("#lesson"), "the lesson on the board")
    page.until(lambda: "Lay one on" in page.text("#sentence"), "the first step")
    page.touch("d1").until(lambda: "Pearl Farm" in page.text("#sentence"), "what is wrong")
    page.touch("d1").until(lambda: "Lay one on" in page.text("#sentence"), "the step again")
    for size, dark in ((DESK, False), (PHONE, True)):
        page.display.size(*size)
        page.display.likes(dark=dark, still=True)
        assert faults(page) == []
        assert page.js(SIDEWAYS) == []
    page.click("#lesson-leave").until(lambda: page.seen("#setup"), "the first page")


@pytest.mark.soak
def test_a_puzzle_is_laid_out_on_the_board_from_its_page(page):
    """The one that was looked at; the page says what is laid with which value, and leaves it at any point."""
    page.until_phase("idle").open(path="/learn/perladora").js("history.replaceState(null, '', '#puzzle_3')")
    page.driver.refresh()
    page.until(lambda: page.js("return document.querySelector('#main').dataset.step") == "puzzle_3", "the puzzle")
    page.click("#to-board").until(lambda: page.text("#lesson-title") == "Puzzle 3 of 20", "the puzzle on the board")
    page.until(lambda: "Put out the Pearls" in page.text("#sentence"), "the first part")
    for size, dark in ((DESK, False), (PHONE, True)):
        page.display.size(*size)
        page.display.likes(dark=dark, still=True)
        assert faults(page) == []
        assert page.js(SIDEWAYS) == []
    page.click("#lesson-hint").until(lambda: "Look at the Pearls" in page.text("#lesson-hint-said"), "a hint")
    page.click("#lesson-hint").until(lambda: "One of the Pontoons" in page.text("#lesson-hint-said"), "another")
    page.click("#lesson-next").until(lambda: page.text("#lesson-title") == "Puzzle 4 of 20", "the next one")
    assert page.text("#lesson-hint-said") == ""
    page.click("#lesson-back").until(lambda: page.text("#lesson-title") == "Puzzle 3 of 20", "the one before")
    page.touch("b3").click("#lesson-leave")
    page.until(lambda: "Clear the board: 1 piece left." in page.text("#sentence"), "what is left")
    page.touch("b3").until(lambda: page.seen("#setup"), "the first page")


def test_any_step_can_be_skipped_to_and_repeated(lesson):
    """By its dot; what was laid there is gone."""
    lesson.click("#dots li:nth-child(6) button").touch("b4-c4")
    at(lesson, 6).click("#dots li:nth-child(2) button")
    at(lesson, 2).click("#dots li:nth-child(6) button")
    assert "empty" in at(lesson, 6).label("b4-c4")


TOPS = "return [...document.querySelectorAll('.all-ships figure')].map((each) => each.getBoundingClientRect().top)"
SHIPS = 3
LARGE_HULLS = """
const seen = (css) => [...document.querySelectorAll(css)].filter((each) => each.checkVisibility()).length;
return [seen(".all-ships figure"), seen(".all-ships svg.hull")];
"""
"""How many ships are seen, and in how many pieces."""
WIDTH = "return Math.round(document.querySelector('.all-ships svg.hull').getBoundingClientRect().width)"
"""The room of the first ship: that of all who have no name beside them."""


@pytest.mark.parametrize("step", [6, 9])
def test_the_upper_the_middle_and_the_lower_ship_stand_so(lesson, step):
    """Where a question names ships by their places, they stand one below the other, in every window.

    One that is tapped is large, and not torn where its joints are to be seen; with the right answer all are there.
    """
    lesson.open(path="/learn/piratoons").until(lambda: lesson.count("#dots li") >= step, "its steps")
    lesson.click(f"#dots li:nth-child({step}) button")
    lesson.until(lambda: lesson.count(".all-ships figure") == SHIPS, "the ships")
    for size in (DESK, PHONE, (844, 390)):
        lesson.display.size(*size)
        tops = lesson.js(TOPS)
        assert tops == sorted(set(tops)), size
    lesson.display.size(*PHONE)
    lesson.click(".all-ships figure .ship").until(lambda: lesson.js(LARGE_HULLS) == [1, 1], "one ship, in one piece")
    large = lesson.js(WIDTH)
    lesson.click("[data-choice='1']").until(lambda: lesson.js(LARGE_HULLS) == [SHIPS, SHIPS], "all ships")
    assert lesson.js(WIDTH) == large
    assert lesson.js("return document.querySelector('#answer').dataset.kind") == "right"


STAGE = """
const { width, height } = document.querySelector("#board").getBoundingClientRect();
return [width, height].map(Math.round);
"""
ANSWER = """
document.querySelector("#answer").textContent = arguments[0];
document.querySelector("#step-hint").hidden = !arguments[0];
"""
OUT_OF_SIGHT = """
const card = document.querySelector(".asking").getBoundingClientRect();
const led = [...document.querySelectorAll("#choices button, .asking .acts > *")].filter((one) => one.checkVisibility());
const words = document.createRange();
words.selectNodeContents(document.querySelector("#sentence"));
const asked = [...words.getClientRects()].map((line) => [document.querySelector("#sentence"), line]);
const all = [...led.map((each) => [each, each.getBoundingClientRect()]), ...(arguments[0] ? [] : asked)];
return all.filter(([each, { x, y, width, height }]) => {
  const bare = [2, height - 2].every((down) => each.contains(document.elementFromPoint(x + width / 2, y + down)));
  return !bare || x < card.left || x + width > card.right || each.scrollWidth > each.clientWidth + 1;
}).map(([each]) => each.textContent);
"""
"""What may be answered, what leads on and, unless something is answered, what is asked: where not all of it is seen."""
NAMELESS_OWNER = r"""
return [...document.querySelectorAll("[aria-label]")].map(({ ariaLabel }) => ariaLabel)
  .filter((label) => /^\W|(^|\s)(von|von der|:)\s*$/u.test(label.normalize("NFC").replace(/^[–+-]?\d/, "1")));
"""
"""What is called by the name of somebody who has none."""
LOW = [(1024, 768), (1366, 657), (844, 390), (640, 400)]
UPRIGHT = [(390, 844), (360, 640)]


@pytest.mark.parametrize("game", ["perladora", "pearls", "piratoons"])
def test_the_stage_keeps_its_size_in_every_step(lesson, game):
    """Three fifths of the height of a window on its side at least, however much is answered; of every puzzle, too.

    What may be answered and what leads on are always in sight, and what is asked is before anything is answered.
    """
    page = lesson.open("de", path=f"/learn/{game}")
    page.until(lambda: page.js("return document.querySelector('#main').hasAttribute('data-ready')"), "the lesson")
    found = {size: set() for size in LOW}
    for part in ("lesson", "puzzles"):
        for size in (*LOW, *UPRIGHT):
            page.display.size(*size)
            for step in range(1, page.count("#dots li") + 1):
                page.js(PRESS, step)
                page.until(lambda step=step: page.count(f"#dots li:nth-child({step}) [aria-current]"), f"step {step}")
                assert page.js(NAMELESS_OWNER) == [], step
                for answer in ("", *(["Eine Antwort, die viel erklärt. " * 20] if size in LOW else [])):
                    page.js(ANSWER, answer)
                    assert page.js(OUT_OF_SIGHT, answer) == [], (step, size, answer)
                    if size in LOW:
                        found[size].add(tuple(page.js(STAGE)))
        if part == "lesson" and page.seen("#to-puzzles"):
            page.js("document.querySelector('#to-puzzles').click()")
        else:
            break
    assert {size: len(stages) for size, stages in found.items()} == dict.fromkeys(LOW, 1), found
    assert [size for size, [(_, high)] in found.items() if high < 0.6 * size[1]] == [], found


@pytest.mark.soak
def test_everybody_can_take_it(lesson):
    """Axe finds nothing, light or dark, and nothing is wider than a phone."""
    for number, step in enumerate((1, 3, 5)):
        lesson.click(f"#dots li:nth-child({step}) button")
        for size, dark in at_length(LOOKS, looks(number, most=1)):
            lesson.display.size(*size)
            lesson.display.likes(dark=dark, still=True)
            assert faults(at(lesson, step)) == []
            assert lesson.js(SIDEWAYS) == []


DOTS = """
const [card, ...boxes] = [...document.querySelectorAll(".asking, .dot")].map((each) => each.getBoundingClientRect());
const least = (of) => Math.min(...boxes.map((box) => box[of]));
const cut = boxes.filter(({ left, right }) => left < card.left || right > card.right);
return [cut.length, least("width"), least("height")];
"""
PRESS = "document.querySelector(`#dots li:nth-child(${arguments[0]}) button`).click()"


@pytest.mark.parametrize("size", [PHONE, (844, 390), (1024, 768)])
@pytest.mark.parametrize(("game", "steps"), [("piratoons", 9), ("perladora", 20)])
def test_the_dots_are_as_high_as_a_finger_and_all_of_them_whole(page, game, steps, size):
    """However many there are: none is cut off, and nothing has to be slid."""
    page.display.size(*size, touch=True)
    page.open(path=f"/learn/{game}").until(lambda: page.count("#dots li"), "the dots")
    if game == "perladora":
        page.js("document.querySelector('#to-puzzles').click()")
    page.until(lambda: page.count("#dots li") == steps, "the dots of all steps")
    cut, width, height = page.js(DOTS)
    assert cut == 0
    assert width >= (43.9 if size == PHONE else 24)
    assert height >= 43.9
    assert page.js(SIDEWAYS) == []


@pytest.mark.parametrize("size", [(844, 390), (1024, 768)])
def test_what_is_said_to_an_answer_comes_into_sight(page, size):
    """The reply is above what may be answered, after the longest question, too."""
    page.display.size(*size, touch=True)
    page.open(path="/learn/perladora?lang=de").until(lambda: page.count("#dots li") == 8, "the dots")
    page.js(PRESS, 8)
    page.click("[data-choice='2']").until(lambda: page.text("#answer"), "what is said to that")
    page.until(lambda: page.js(BARE, "#answer"), "that in sight")


WHOLE = """
const { top, bottom } = document.querySelector("#board").getBoundingClientRect();
return top >= 0 && bottom <= innerHeight;
"""
TO_THE_END = """
for (const each of [document.documentElement, ...document.querySelectorAll("main *")])
  if (each.scrollHeight > each.clientHeight) each.scrollTop = 1e6;
"""


TRIED = """
const right = () => document.querySelector("#answer").dataset.kind === "right";
for (const each of document.querySelectorAll("#choices button, button.chest-tile[data-site]"))
  if (!right()) each.click();
return right();
"""
"""Every answer is given, until one is right; whether there was one."""


@pytest.mark.parametrize("game", ["perladora", "piratoons"])
def test_a_step_begins_with_the_whole_board_however_far_the_one_before_was_scrolled(page, game):
    """On phones, where not all of a step has room beside or below the board; and what is right is read beside it."""
    for size in ((390, 844), (360, 640), (844, 390)):
        page.display.size(*size, touch=True)
        page.open("de", f"/learn/{game}").until(lambda: page.count("#dots li"), "the dots")
        while page.seen("#step-next"):
            before = page.text("#step-title")
            if page.js(TRIED):
                page.until(lambda: page.js(BARE, "#answer"), f"what is right {size} {before}")
                assert size[0] > size[1] or page.js(WHOLE), (size, before)
            page.js(TO_THE_END)
            page.click("#step-next").until(lambda before=before: page.text("#step-title") != before, "the next step")
            page.until(lambda: page.js(WHOLE), f"the whole board {size} after {before}")


def test_it_is_the_first_way_to_begin(page):
    """On a page that nobody has used."""
    page.until_phase("idle").click("#start-learn")
    page.until(lambda: page.seen("#step-title"), "the lesson")


def test_a_puzzle_is_solved_with_hints(lesson):
    """A wrong turn is counted, each hint says more, and what is won is counted, too."""
    lesson.click("#to-puzzles").until(lambda: lesson.text("#step-title") == "Puzzle 1 of 20", "the first puzzle")
    puzzles = lesson.js("return fetch('/games/perladora/lesson.json?lang=en').then((answer) => answer.json())")[
        "puzzles"
    ]
    [first, second] = puzzles[0]["answers"][0]
    assert "You are player 1, blue" in lesson.text("#sentence")
    lesson.touch("b3-b4")
    wrong(lesson.touch(first), "so Ben wins")
    lesson.driver.shot("puzzle-wrong")
    lesson.touch(first)
    for words in ("Look at the Pearls", "One of the Pontoons goes", "The Pontoons go"):
        assert lesson.seen("#step-hint")
        lesson.click("#step-hint").until(lambda words=words: words in lesson.text("#answer"), words)
    assert not lesson.seen("#step-hint")
    lesson.touch("b3-b4").touch(first).until_label(first, "Pontoon")
    assert not lesson.seen("#shades .staked")
    lesson.touch(second)
    lesson.until(lambda: "no other turn would have won" in lesson.text("#answer"), "that it is solved")
    assert "so you win" in lesson.text("#answer")
    lesson.until(
        lambda: lesson.seen("#shades .staked-line") and lesson.seen("#stakes .sign"), "whose territory is which"
    )
    lesson.driver.shot("puzzle-solved")
    assert not lesson.seen("#step-hint")
