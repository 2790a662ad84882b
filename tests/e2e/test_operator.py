"""The operator's page in a real browser: settings, backup, sensors live, a trial to its one line, the doctor."""

import re
from contextlib import closing

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from e2e.browsing import Display
from e2e.serving import LOOK_S, PLAYERS
from e2e.test_accessible import AXE, DESK, LOOKS, PHONE, RUN, SIDEWAYS, looks
from pearlboard.languages import LANGUAGES
from pearlboard.operator.password import place_of
from pearlboard.store.backups import holding
from pearlboard.store.log import FactLog
from support.lengths import at_length

pytestmark = pytest.mark.slow

PATIENCE_S = 20
VIEWS = {
    "glance": "#lines dt",
    "settings": "#fields details .field",
    "games": "#kept li, #kept-none:not([hidden])",
    "updates": "#upd-problem:not(:empty)",
    "log": "#log-whence:not(:empty)",
    "bench": "#doctor :not(:empty)",
    "power": "#machine-problem:not(:empty)",
}
"""The parts of the page, and what is there when one of them has been told what it shows."""
TURN = "document.querySelector(`[data-show=${arguments[0]}]`).click()"
THERE = "return document.querySelector(arguments[0]) !== null"


class Workshop:
    """The page as the operator uses it."""

    def __init__(self, driver, table, language="en"):
        self.driver, self.table = driver, table
        driver.get(f"{table.address}/operator?lang={language}")

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    def until(self, condition):
        return WebDriverWait(self.driver, PATIENCE_S, LOOK_S).until(lambda _: condition())

    def enter(self, token=None):
        self.find("#token").send_keys(token or self.table.token)
        self.find("#door button").click()

    def opened(self, view="bench"):
        """Behind the door, with that part of the page open."""
        self.enter()
        self.until(lambda: self.find("#main").get_attribute("data-state") == "open")
        return self.turned_to(view)

    def turned_to(self, view):
        self.find(f"[data-show={view}]").click()
        self.until(lambda: self.find(f"[data-view={view}]").is_displayed())
        return self

    def turned_quickly_to(self, view):
        """Likewise, but by a script, and with all that it shows."""
        self.driver.execute_script(TURN, view)
        self.until(lambda: self.driver.execute_script(THERE, VIEWS[view]))

    def looks_well(self, name):
        """Nothing hangs over, and everybody can read it."""
        self.driver.shot(name)
        assert not self.driver.execute_script(SIDEWAYS)
        self.driver.execute_script(AXE)
        assert self.driver.execute_async_script(RUN) == []

    def type(self, key, text):
        """Into the field of a setting."""
        self.until(lambda: self.driver.find_elements(By.ID, f"set-{key}"))
        self.find(f"#set-{key}").clear()
        self.find(f"#set-{key}").send_keys(text)

    def reads(self, site):
        index = self.driver.execute_script(
            "return [...document.querySelectorAll('.site')].findIndex(s => s.dataset.site === arguments[0])", site
        )
        return self.driver.execute_script(
            "return document.querySelectorAll('.sensor')[arguments[0]].dataset.reads", index
        )


@pytest.fixture
def workshop(window, table):
    table.clear()
    Display(window).size(*DESK)
    return Workshop(window, table)


@pytest.fixture
def downloads(window, tmp_path):
    """Where the browser puts what it is given to keep; otherwise it takes nothing."""
    window.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    yield tmp_path
    window.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "default"})


@pytest.mark.refused
def test_a_password_is_chosen_and_opens_the_page(workshop, table):
    """Nothing is shown before. It is offered, what is too short is said, and what was mistyped can be mended."""
    workshop.until(lambda: workshop.find("#token").is_displayed())
    workshop.looks_well("door")
    workshop.enter("wrong-token-wrong-token")
    workshop.until(lambda: "Nobody has chosen a password" in workshop.text("#wrong"))
    assert not workshop.find("#board").is_displayed()
    assert workshop.driver.execute_script("return sessionStorage.length") == 0
    workshop.opened("glance")
    workshop.until(lambda: "only the token opens it" in workshop.text("#pass-none"))
    workshop.driver.shot("offered")
    workshop.find("#pass-choose").click()
    assert not workshop.find("#pass-without").is_displayed()
    workshop.find("#pass-word").send_keys("short")
    workshop.find("#pass-keep").click()
    workshop.until(lambda: "8 to 128" in workshop.text("#pass-wrong"))
    workshop.find("#pass-word").send_keys(" and long enough")
    workshop.find("#pass-see").click()
    assert workshop.find("#pass-word").get_attribute("type") == "text"
    workshop.looks_well("choose")
    workshop.find("#pass-keep").click()
    workshop.until(lambda: "The password is kept" in workshop.text("#pass-none"))
    assert not workshop.find("#pass-choose").is_displayed()
    workshop.turned_to("settings")
    assert workshop.text("#pass-change") == "Change the password"
    workshop.looks_well("settings")
    workshop.driver.execute_script("sessionStorage.clear()")
    workshop.driver.refresh()
    workshop.enter("short and long enouhg")
    workshop.until(lambda: "neither the password nor the token" in workshop.text("#wrong"))
    workshop.looks_well("door-wrong")
    workshop.enter("short and long enough")
    workshop.until(lambda: workshop.find("#main").get_attribute("data-state") == "open")
    assert not workshop.find("#pass-none").is_displayed()
    assert workshop.driver.execute_script("return document.querySelector('#token').value") == ""
    place_of(table.folder / "games.db").unlink()


@pytest.mark.soak
def test_the_way_in_is_read_in_every_language_on_the_narrowest_phone(window, table):
    """Light and dark, with what to do where it was forgotten."""
    display = Display(window)
    display.size(360, 640, touch=True)
    for language, dark in (("de", False), ("fr", True)):
        display.likes(dark=dark)
        page = Workshop(window, table, language)
        page.find("#door summary").click()
        page.looks_well(f"door-{language}")
        page.opened("glance")
        page.until(lambda page=page: page.find("#pass-choose").is_displayed())
        page.find("#pass-choose").click()
        page.looks_well(f"choose-{language}")
        window.execute_script("sessionStorage.clear()")
    display.likes(dark=False)


def test_a_token_in_the_address_is_taken_out_of_it(window, table):
    """As from a code on the machine's own screen; it stays in no history."""
    window.get(f"{table.address}/operator#{table.token}")
    WebDriverWait(window, PATIENCE_S, LOOK_S).until(
        lambda _: window.find_element(By.ID, "main").get_attribute("data-state") == "open"
    )
    assert table.token not in window.current_url


def test_every_sensor_is_shown_as_it_reads_now(workshop, table):
    """A piece that is laid on the board appears, and goes when it is lifted."""
    workshop.opened()
    assert workshop.reads("c4") == "off"
    table.ask("put", site="c4")
    workshop.until(lambda: workshop.reads("c4") == "on")
    table.ask("lift", site="c4")
    workshop.until(lambda: workshop.reads("c4") == "off")


def test_a_trial_is_made_by_clicks(workshop):
    """`walk`: a piece over every place, here by clicks on the simulated board; leaving it gives the board back."""
    workshop.opened()
    workshop.find("button[data-trial=walk]").click()
    workshop.until(lambda: workshop.find("#answers").is_displayed())
    assert workshop.text("#asks") != ""
    workshop.find("#clicks label").click()
    workshop.find('.site[data-site="c4"]').click()
    workshop.until(lambda: workshop.reads("c4") == "on")
    workshop.find("#leave").click()
    workshop.until(lambda: not workshop.find("#answers").is_displayed())
    workshop.find('.site[data-site="c4"]').click()
    workshop.until(lambda: workshop.reads("c4") == "off")


@pytest.mark.soak
def test_a_faultless_chain_passes_the_first_test(workshop):
    """`frame` ends by itself with its one line, which stays until the trial is left."""
    workshop.opened()
    workshop.find("button[data-trial=frame]").click()
    workshop.until(lambda: workshop.text("#verdict"))
    assert workshop.find("#verdict").get_attribute("data-ok") == "true"
    workshop.find("#leave").click()
    workshop.until(lambda: not workshop.find("#answers").is_displayed())


def test_the_doctor_says_how_everything_is(workshop):
    """A line for each thing."""
    workshop.opened()
    workshop.find("#examine").click()
    workshop.until(lambda: "database" in workshop.text("#doctor"))
    assert "in use by the running table" in workshop.text("#doctor")


@pytest.mark.refused
def test_a_backup_is_fetched_by_a_button_and_may_be_put_back(workshop, table, downloads):
    """The page says what is in it and what it is called; while a game is on it says why there is none.

    The same file can be put back, and is looked through before.
    """
    workshop.opened("games")
    assert "whatever players have hidden" in workshop.text("#games-hold")
    table.ask("set_up", players=PLAYERS[:2])
    workshop.find("#fetch").click()
    workshop.until(lambda: "A game is on" in workshop.text("#not-fetched"))
    assert workshop.text("#fetched") == ""
    table.ask("leave_out", site="h5")  # until then nothing that was set up has begun
    table.ask("trust", site="h5")
    table.ask("abandon")
    named = f"games-{table.until(lambda screen: screen['saved_version'] == screen['version'])['version']:08d}.db"
    workshop.find("#fetch").click()
    workshop.until(lambda: named in workshop.text("#fetched"))
    assert workshop.text("#not-fetched") == ""
    workshop.until(lambda: [file.name for file in downloads.iterdir()] == [named])
    assert holding(downloads / named).facts == int(named[6:14])
    workshop.find("#back-file").send_keys(str(downloads / named))
    workshop.until(lambda: workshop.find("#back-now").is_displayed())
    assert "The backup is whole" in workshop.text("#back-said")
    assert workshop.text("#back-lacks") == ""
    (downloads / "other.db").write_text("no backup")
    workshop.find("#back-file").send_keys(str(downloads / "other.db"))
    workshop.until(lambda: "or it is no backup at all" in workshop.text("#back-refused"))
    assert not workshop.find("#back-now").is_displayed()


@pytest.mark.refused
def test_what_is_kept_beside_the_games_is_fetched_and_may_be_put_back(workshop, table, downloads):
    """Each has a button that says to a screen reader which one it fetches; in a game it says why there is none."""
    kept = table.folder / "games.db.replaced-1"
    with closing(FactLog(table.folder / "kept.db")) as log:
        log.copy(kept)
    workshop.opened("games")
    button = "#kept [aria-label='Download games.db.replaced-1']"
    workshop.until(lambda: workshop.driver.execute_script(THERE, button))
    line = next(line for line in workshop.text("#kept").split("Download") if kept.name in line)
    assert "Games put aside" in line
    assert re.search(r"\d kB", line)
    for size, name in ((DESK, "kept"), (PHONE, "kept-phone")):
        Display(workshop.driver).size(*size)
        workshop.looks_well(name)
    table.ask("set_up", players=PLAYERS[:2])
    workshop.find(button).send_keys(Keys.ENTER)
    workshop.until(lambda: "A game is on" in workshop.text("#kept-not-fetched"))
    table.ask("abandon")
    workshop.find(button).send_keys(Keys.ENTER)
    workshop.until(lambda: f"{kept.name}.db" in workshop.text("#kept-fetched"))
    assert workshop.text("#kept-not-fetched") == ""
    workshop.until(lambda: [file.name for file in downloads.iterdir()] == [f"{kept.name}.db"])
    workshop.find("#back-file").send_keys(str(downloads / f"{kept.name}.db"))
    workshop.until(lambda: workshop.find("#back-now").is_displayed())
    assert "The backup is whole" in workshop.text("#back-said")


def test_how_the_table_is_stands_first(workshop, table):
    """In a sentence, and a line for each thing; it follows what happens."""
    workshop.opened("glance")
    workshop.until(lambda: workshop.text("#overall-said") == "All is well.")
    assert "No game is on." in workshop.text("#lines")
    table.ask("set_up", players=PLAYERS[:2])
    workshop.until(lambda: "Perladöra with Anna and Ben" in workshop.text("#lines"))


@pytest.mark.line_breaks
def test_after_a_restart_the_page_says_how_the_table_is(workshop):
    """It comes back by itself, and with the token."""
    workshop.opened("power").find("#restart-program").click()
    shown = "return document.querySelector('#overall')?.checkVisibility()"
    workshop.until(lambda: workshop.driver.execute_script(shown))
    workshop.until(lambda: workshop.text("#overall-said") == "All is well.")


@pytest.mark.refused
def test_a_setting_is_refused_beside_its_field_and_then_saved(workshop, table):
    """The file stays as it was; what acts at once does not wait.

    What may stand there is said before.
    """
    file = table.folder / "table.toml"
    before = file.read_text()
    workshop.opened("settings").type("confirm-still_ms", "5")
    assert "From 500 to 60,000." in workshop.text("#set-confirm-still_ms-hint")
    workshop.find("#save").click()
    workshop.until(lambda: workshop.text("#set-confirm-still_ms-wrong"))
    assert workshop.text("#set-confirm-still_ms-wrong") == "It must be from 500 to 60000, not 5."
    assert file.read_text() == before
    workshop.turned_to("power").turned_to("settings")
    assert workshop.find("#set-confirm-still_ms").get_property("value") == "5", "what was typed is still there"
    assert workshop.text("#set-confirm-still_ms-wrong")
    workshop.type("confirm-still_ms", "600")
    workshop.find("#save").click()
    workshop.until(lambda: workshop.text("#settings-said") == "Saved.")
    assert file.read_text() == before.replace("still_ms = 500", "still_ms = 600")
    assert not workshop.find("#waiting").is_displayed()
    file.write_text(before)


def test_a_broker_is_tried_before_it_is_saved(workshop, table):
    """A sentence says what is wrong with what was typed; nothing is written."""
    before = (table.folder / "table.toml").read_text()
    workshop.opened("settings").type("home-broker", "127.0.0.1")
    workshop.type("home-port", "1")
    workshop.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", workshop.find("#home-said"))
    workshop.find("#home-try").click()
    workshop.until(lambda: workshop.text("#home-said").startswith("At 127.0.0.1 nobody listens on port 1."))
    workshop.find("#home-find").click()
    workshop.until(lambda: workshop.text("#home-said") == "No broker announces itself in the network.")
    workshop.looks_well("home")
    assert (table.folder / "table.toml").read_text() == before


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_can_use_it(window, table, language):
    """Nothing for axe to find, in a trial or not, light or dark, on a desk or a phone; nothing scrolls sideways.

    Looked at in one language in either light and size, and each part of the page, and a trial, by axe in one of these;
    in make soak, in every language and size in either light.
    """
    display = Display(window)
    display.size(*DESK)
    workshop = Workshop(window, table, language).opened()
    workshop.find("#examine").click()
    workshop.until(lambda: "database" in workshop.text("#doctor"))
    workshop.turned_quickly_to("settings")
    window.execute_script("document.querySelector('#fields details').open = true")
    window.execute_script(AXE)
    for look, (size, dark) in enumerate(at_length(LOOKS, looks(LANGUAGES.index(language)))):
        display.size(*size, touch=size == PHONE)
        display.likes(dark=dark, still=True)
        for number, view in enumerate(VIEWS):
            workshop.turned_quickly_to(view)
            assert window.execute_script(SIDEWAYS) == [], (view, size, dark)
            if number % 2 == look or at_length(long=True, short=False):
                assert window.execute_async_script(RUN) == [], (view, size, dark)
    workshop.turned_to("bench").find("button[data-trial=walk]").click()
    workshop.until(lambda: workshop.find("#answers").is_displayed())
    assert window.execute_script(SIDEWAYS) == []
    assert window.execute_async_script(RUN) == []
    workshop.find("#leave").click()
    workshop.until(lambda: not workshop.find("#answers").is_displayed())
