"""A card's operator page in a real browser: its clock is set, a stick is used, a Pico is plugged in later."""

import shutil

import pytest

from e2e.browsing import Display
from e2e.serving import ServedTable
from e2e.test_accessible import AXE, PHONE, RUN, SIDEWAYS
from e2e.test_operator import Workshop
from firmware.mpremote import Mpremote
from firmware.pico import FIRMWARE, Pico
from pearlboard.configuration import read_settings
from support import own_card

pytestmark = pytest.mark.slow

PICO = f"{own_card.PORTS}/usb-MicroPython_Board_in_FS_mode_e66-if00"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    table = ServedTable(tmp_path_factory.mktemp("card"), game="support.own_card").start()
    yield table
    expected = ("the board is lost: No board is plugged in", "mpremote could not copy to")
    assert all(any(words in line for words in expected) for line in table.stop().splitlines())


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
def test_a_pico_gets_its_program_from_the_page(window, table):
    """What a new one needs, what is on this one, a copy that fails, one that does not, and then it is offered."""
    mpremote = Mpremote(table.folder)
    (table.folder / "fails").touch()
    Display(window).size(*PHONE, touch=True)
    page = Workshop(window, table).opened("glance")
    page.until(lambda: page.find("#pico-none").is_displayed())
    page.find("#pico-none summary").click()
    assert "hold down the button BOOTSEL" in page.text("#pico-none p")
    pico = Pico(table.folder / PICO.partition("/by-id")[0])
    source = (FIRMWARE / "messages.py").read_text()
    (pico.own / "messages.py").write_text(source.replace("VERSION = (1, 1, 0)", "VERSION = (1, 0, 3)"))
    pico.plug()
    page.until(
        lambda: page.text("#pico-found") == "The program on the Pico is version 1.0.3; this table’s own is 1.1.0."
    )
    assert not page.find("#pico-none").is_displayed()
    page.looks_well("pico")
    page.find("#fill-pico").click()
    page.until(lambda: page.text("#pico-failed").startswith("The program could not be copied. Unplug the Pico"))
    pico.reset()
    (table.folder / "fails").unlink()
    mpremote.starts(pico)
    page.until(lambda: page.find("#fill-pico").is_displayed() and page.find("#fill-pico").is_enabled())
    page.find("#fill-pico").click()
    page.until(lambda: page.text("#pico-working").startswith("Firmware 1.1.0 runs on"))
    assert page.text("#pico-failed") == ""
    assert not page.find("#fill-pico").is_displayed()
    page.until(lambda: page.find("#use-pico").is_displayed())
    page.looks_well("pico-done")
    pico.close()
    shutil.rmtree(table.folder / PICO.partition("/by-id")[0])


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
