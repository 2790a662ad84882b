"""Updates in a real browser: looked for, sent as a file, and the way back, with what came of each."""

import json

import pytest

from e2e.browsing import Display
from e2e.serving import ServedTable
from e2e.test_accessible import AXE, DESK, PHONE, RUN, SIDEWAYS
from e2e.test_operator import Workshop
from pearlboard.operator.updates import REPOSITORY, SENT
from support import own_card

pytestmark = pytest.mark.slow

NEW, OLD = "0.2.0~deb13", "0.1.0~deb13"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    table = ServedTable(tmp_path_factory.mktemp("card"), game="support.own_card")
    leave(table, None)
    (table.folder / REPOSITORY).write_text("http://updates.example/pearlboard\n")
    table.start()
    yield table
    assert table.stop() == ""


def leave(table, outcome, said="", current=NEW, back=OLD):
    """What root has done is done."""
    last = None if outcome is None else {"outcome": outcome, "said": said}
    (table.folder / "word.json").write_text(json.dumps({"current": current, "back": back, "last": last}))
    (table.folder / own_card.AT_WORK).unlink(missing_ok=True)


def asked(table):
    """What systemd was asked to start, by the words in the names of its units."""
    path = table.folder / own_card.ASKED
    units = path.read_text().split() if path.exists() else []
    path.unlink(missing_ok=True)
    return [unit.partition("@")[2].removesuffix(".service") for unit in units]


@pytest.fixture
def page(window, table):
    asked(table)
    Display(window).size(*PHONE, touch=True)
    return Workshop(window, table).opened("updates")


def press(page, selector):
    page.until(lambda: page.find(selector).is_displayed())
    page.driver.execute_script("arguments[0].click()", page.find(selector))


def test_a_newer_version_is_looked_for_and_the_page_waits(page, table):
    """What runs is said before; while root works nothing else can be asked; then what came of it, in both words."""
    page.until(lambda: NEW in page.text("#upd-current"))
    assert OLD in page.text("#upd-before-hold")
    assert not page.find("#upd-anyway").is_displayed()
    page.driver.shot("updates-phone")
    press(page, "#upd-look")
    page.until(lambda: "leave the power on" in page.text("#upd-said"))
    assert not page.find("#upd-here").is_displayed()
    leave(table, "refused", "the repository cannot be had (no route to host)")
    page.until(lambda: page.text("#upd-said") == "Nothing was changed.")
    assert page.text("#upd-root") == "the repository cannot be had (no route to host)"
    assert asked(table) == ["update"]
    assert not page.driver.execute_script(SIDEWAYS)
    page.driver.execute_script(AXE)
    assert page.driver.execute_async_script(RUN) == []


@pytest.fixture
def nowhere(table):
    """The table knows no address of newer versions."""
    address = (table.folder / REPOSITORY).read_text()
    (table.folder / REPOSITORY).unlink()
    yield
    (table.folder / REPOSITORY).write_text(address)


@pytest.mark.usefixtures("nowhere")
def test_a_table_that_knows_no_address_of_newer_versions_offers_to_take_a_file(page):
    """What would only be refused cannot be pressed."""
    page.until(lambda: "does not know where to find newer versions" in page.text("#upd-nowhere"))
    assert not page.find("#upd-look").is_displayed()
    assert page.find("#upd-file").is_displayed()


def test_a_release_is_sent_as_a_file(page, table, tmp_path):
    """In pieces; it lies whole where root looks for it, and root is asked."""
    file = tmp_path / "pearlboard_0.3.0~deb13_arm64.deb.gpg"
    file.write_bytes(bytes(range(256)) * 3000)
    page.until(lambda: page.find("#upd-file").is_displayed())
    page.find("#upd-file").send_keys(str(file))
    page.until(lambda: "leave the power on" in page.text("#upd-said"))
    assert (table.folder / SENT).read_bytes() == file.read_bytes()
    leave(table, "done", current="0.3.0~deb13", back=NEW)
    page.until(lambda: "0.3.0~deb13" in page.text("#upd-current"))
    assert (page.text("#upd-said"), asked(table)) == ("That is done.", ["sent"])


def test_the_way_back_is_asked_twice_where_games_would_be_put_aside(page, table):
    """Once for the press; and once more, with what it costs, if the version before cannot read the games."""
    for answer in ("no", "yes"):
        press(page, "#upd-back")
        page.until(lambda: page.find("#really").get_attribute("open") is not None)
        press(page, f"#really-{answer}")
        page.until(lambda: page.find("#really").get_attribute("open") is None)
    page.until(lambda: "leave the power on" in page.text("#upd-said"))
    leave(table, "games_give_way", "cannot read the games as they are now")
    page.until(lambda: page.find("#upd-anyway").is_displayed())
    Display(page.driver).size(*DESK)
    page.driver.shot("updates-desk")
    press(page, "#upd-anyway")
    page.until(lambda: "not shown" in page.text("#really-said"))
    press(page, "#really-yes")
    page.until(lambda: not page.find("#upd-here").is_displayed())
    leave(table, "done", current=OLD, back=None)
    page.until(lambda: page.text("#upd-said") == "That is done.")
    assert not page.find("#upd-before").is_displayed()
    assert asked(table) == ["back", "back-anyway"]
    leave(table, None)


@pytest.mark.line_breaks
def test_whoever_is_away_for_a_moment_comes_back(page, table):
    """The table is killed and started in between, as by a newer release; the token of this page is not that one's."""
    press(page, "#upd-look")
    page.until(lambda: "leave the power on" in page.text("#upd-said"))
    table.kill()
    page.until(lambda: "is restarting" in page.text("#upd-said"))
    leave(table, "done")
    table.start()
    said = "return document.getElementById('upd-said')?.textContent"
    page.until(lambda: page.driver.execute_script(said) == "That is done.")
    assert page.find("#main").get_attribute("data-state") == "open"
