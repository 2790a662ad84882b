"""A card's operator page in a real browser: its clock is set, a stick is used, a Pico is plugged in later."""

import pytest

import own_card
from e2e.browsing import Display
from e2e.serving import ServedTable
from e2e.test_accessible import AXE, PHONE, RUN, SIDEWAYS
from e2e.test_operator import Workshop
from pearlboard.settings import read_settings

PICO = "dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e66-if00"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    table = ServedTable(tmp_path_factory.mktemp("card"), game="own_card").start()
    yield table
    assert all("the board is lost: No board is plugged in" in line for line in table.stop().splitlines())


def test_the_clock_of_a_card_without_a_network_is_set_by_whoever_opens_the_page(window, table):
    """In one line above every part of the page; whoever comes next finds it right, and no line."""
    (table.folder / own_card.SLOW_S).write_text(str(3 * 86_400))
    Display(window).size(*PHONE, touch=True)
    page = Workshop(window, table).opened("glance")
    page.until(lambda: page.text("#clock-said") == "The table’s clock was 3 days slow. It is right now.")
    assert not (table.folder / own_card.SLOW_S).exists()
    assert not page.driver.execute_script(SIDEWAYS)
    page = Workshop(window, table)
    page.until(lambda: page.text("#overall-said"))
    assert not page.find("#clock-said").is_displayed()


@pytest.mark.refused
def test_a_backup_goes_onto_a_stick_and_comes_back_from_it(window, table):
    """Without one the page says what to do; what comes back is looked through, and may then be put back."""
    Display(window).size(*PHONE, touch=True)
    page = Workshop(window, table).opened("games")
    page.until(lambda: page.find("#stick-save").is_displayed() and page.find("#stick-fetch").is_displayed())
    page.find("#stick-save").click()
    page.until(lambda: "Plug a USB stick into the table" in page.text("#not-fetched"))
    (table.folder / own_card.PLUGGED).mkdir()
    page.find("#stick-save").click()
    page.until(lambda: own_card.ON_STICK in page.text("#fetched"))
    assert page.text("#not-fetched") == ""
    page.find("#stick-fetch").click()
    page.until(lambda: page.find("#back-now").is_displayed())
    assert own_card.ON_STICK in page.text("#back-said")
    assert "The backup is whole" in page.text("#back-said")
    assert not page.driver.execute_script(SIDEWAYS)


@pytest.mark.line_breaks
def test_a_pico_that_is_plugged_in_later_is_the_board_after_one_press(window, table):
    """The page offers it while it is open, and comes back by itself; then the board is looked for on USB."""
    Display(window).size(*PHONE, touch=True)
    page = Workshop(window, table).opened("glance")
    page.until(lambda: page.text("#overall-said") == "All is well.")
    assert not page.find("#pico").is_displayed()
    (table.folder / PICO).parent.mkdir(parents=True)
    (table.folder / PICO).touch()
    page.until(lambda: page.find("#pico").is_displayed())
    assert " ".join(page.text("#pico").split()) == "A Pico is plugged in. Use it as the board"
    assert not page.driver.execute_script(SIDEWAYS)
    page.driver.execute_script(AXE)
    assert page.driver.execute_async_script(RUN) == []
    page.find("#use-pico").click()
    said = "return document.querySelector('#lines')?.textContent ?? ''"
    page.until(lambda: "No board is plugged in" in page.driver.execute_script(said))
    assert not page.find("#pico").is_displayed()
    assert read_settings(table.folder / "table.toml", {}).board == "rp2040"
