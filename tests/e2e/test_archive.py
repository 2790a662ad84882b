"""What stays of an evening, in a browser: a picture is sent on, a game gets its name, another goes for good."""

import pytest

from e2e.table_page import CLANS, NAMES
from e2e.test_accessible import DESK, LOOKS, PHONE, SIDEWAYS, faults, look, looks, over
from support.lengths import at_length

pytestmark = pytest.mark.slow

CATCH = """
window.given = null;
const made = URL.createObjectURL;
URL.createObjectURL = (file) => { window.given = file; return made.call(URL, file); };
HTMLAnchorElement.prototype.click = function () { window.given.called = this.download; };
"""
SHARES = """
window.given = null;
navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async ({ files }) => { window.given = files[0]; window.given.called = files[0].name; };
"""
FETCHED = """
const done = arguments[arguments.length - 1];
createImageBitmap(window.given).then((picture) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 675 });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(picture, 0, 0, 1200, 675);
  const points = [[600, 50], [140, 400], [1000, 200]].map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data]);
  done([window.given.called, window.given.type, picture.width, picture.height, points]);
});
"""


@pytest.fixture
def archive(page, table):
    """The list, in the browser of the host; a game was counted, and the table is free."""
    page.host(NAMES, CLANS)
    over(table)
    yield page
    if table.screen()["phase"] != "idle":
        table.ask("new_game")


def shared(page, how):
    """What the button gives away: the file's name, its size in pixels, and three points of it."""
    page.js(how)
    page.click(".sharing .share").until(lambda: page.js("return Boolean(window.given?.called)"), "a picture")
    return page.driver.execute_async_script(FETCHED)


def test_a_picture_is_sent_on_from_the_result_and_from_the_replay(archive, table):
    """A PNG of twice the size, with head, board and names on it, by whatever the device offers."""
    address = table.screen()["game"]["result"]["picture"]
    number = address.removeprefix("/archive/").removesuffix(".svg")
    for path, how in (("/", CATCH), (f"/archive/{number}", SHARES)):
        archive.open(path=path).until(lambda: archive.seen(".sharing .share"), "the button")
        name, kind, wide, high, (head, board, card) = shared(archive, how)
        assert (name, kind, wide, high) == (f"pearlboard-{number}.png", "image/png", 2400, 1350)
        assert head[2] > head[0]  # the head is of the lagoon's blue
        assert board[2] > board[0] or board[1] > board[0]  # water
        assert min(card) > 200  # paper
        assert archive.text(".sharing .refusal") == ""


def test_the_host_names_a_game_and_deletes_it(archive, table):
    """Asked whether that is meant; the name stands in the list, and what was deleted is gone."""
    number = table.screen()["game"]["result"]["picture"].removeprefix("/archive/").removesuffix(".svg")
    table.ask("new_game")
    game = f"#game-{number}"
    archive.open(path="/archive").click(f"{game} [data-do=rename]")
    archive.find("#called").send_keys("Grandma’s <birthday>")
    archive.click("#rename button[value=yes]")
    archive.until(lambda: archive.text(f"{game} h2") == "Grandma’s <birthday>", "the name")
    for size, dark in ((DESK, False), (PHONE, True)):
        look(archive, size, dark=dark)
        archive.until(lambda: archive.seen(f"{game} [data-do=delete]"), "the host's buttons")
        assert faults(archive) == []
        assert archive.js(SIDEWAYS) == []
    archive.click(f"{game} [data-do=delete]").until(lambda: archive.seen("#delete"), "the question")
    assert faults(archive) == []
    archive.click("#delete button[value=no]").until(lambda: not archive.seen("#delete"), "no question")
    assert archive.seen(game)
    archive.click(f"{game} [data-do=delete]").click("#delete button[value=yes]")
    archive.until(lambda: archive.count("#games") and not archive.count(game), "the list without it")


def test_a_page_that_is_not_the_hosts_is_offered_neither(archive, table):
    """The list is the same otherwise."""
    table.ask("new_game")
    archive.forget().open(path="/archive")
    archive.until(lambda: archive.seen("#games .about"), "the list")
    assert archive.count("[data-do=delete]") > 0
    assert not archive.seen("[data-host]")


@pytest.mark.soak
def test_everybody_can_read_the_familys_table(archive, table):
    """Nothing for axe to find, light or dark; nothing scrolls sideways, not on a narrow phone either."""
    table.ask("new_game")
    archive.open(path="/family").until(lambda: archive.count(".family tbody tr") >= 2, "the table")
    for size, dark in at_length(LOOKS, looks(0)):
        look(archive, size, dark=dark)
        assert faults(archive) == [], (size, dark)
        assert archive.js(SIDEWAYS) == [], size
    scrolls = "const box = document.querySelector('.scroll'); return box.scrollWidth > box.clientWidth"
    assert not archive.js(scrolls)
