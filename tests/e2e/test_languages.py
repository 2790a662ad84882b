"""English beside French, names that look like HTML, and a set-up form that explains what is wrong."""

import json

import pytest
from selenium.webdriver import Keys

from e2e.serving import ServedTable
from e2e.table_page import TablePage
from e2e.test_accessible import faults
from pearlboard.languages import SPOKEN
from support.lengths import at_length
from support.polish import program

pytestmark = pytest.mark.slow

CLUSTERS = {"d1": 3, "b2": 4, "f2": 4, "h2": 5, "a4": 5, "e4": 6, "c5": 6, "g5": 7}


def names_and_clans(page):
    return page.js("""
        return [...document.querySelectorAll(".seat")].filter((seat) => !seat.hidden).map((seat) =>
          [seat.querySelector("input[type=text]").value, seat.querySelector("input[type=radio]:checked").value])""")


@pytest.mark.soak
def test_french_beside_english(page, table):
    """Two windows, one table, the same thing said in two languages."""
    table.begin(confirm="button")
    french = TablePage.beside(page).open("fr")
    french.touch("b2").until_says("Ferme perlière").until_verdict("illegal")
    assert french.js("return document.documentElement.lang") == "fr"
    assert french.text("#do-confirm") == "Confirmer"
    assert french.sentence == table.screen("fr")["sentence"]
    page.until_says("Pearl Farms stay free of Divers")
    assert page.sentence == table.screen("en")["sentence"]


def test_the_choice_of_languages(page):
    """The languages lead to one another, and say which one this is; a press elsewhere only closes the choice."""
    for language, words in (("fr", "Préparer la table"), ("de", "Tisch vorbereiten"), ("en", "Set up the table")):
        page.speak(language).until_connected()
        assert page.text("#set-up") == words
        assert page.text("#languages [aria-current]") == SPOKEN[language].name
        page.driver.get(f"{page.table.address}/#here")
        arrived = [language, "#here"]
        page.until(lambda at=arrived: page.js("return [document.documentElement.lang, location.hash]") == at, language)
        page.until_connected()
    assert page.count("#languages a") == len(SPOKEN)
    page.click("#languages summary").keys(Keys.ESCAPE)
    assert not page.seen("#languages a")
    page.click("#languages summary").click("#start-here")
    assert not page.seen("#languages a")
    assert not page.seen("#form")
    page.click("#start-here").until(lambda: page.seen("#form"), "the form, by the second press alone")


@pytest.mark.soak
def test_the_choice_of_languages_by_keys(page):
    """It is opened, walked through and left as any other menu of links."""
    page.js("document.querySelector('#languages summary').focus()")
    page.keys(Keys.ENTER).until(lambda: page.seen("#languages a"), "the languages")
    assert faults(page) == []
    page.keys(Keys.TAB, Keys.TAB, Keys.ENTER)
    page.until(lambda: page.js("return document.documentElement.lang") == "de", "the second one")


TYPED = """
const field = document.querySelector("#name-2");
field.value = arguments[0];
field.dispatchEvent(new Event("input", {bubbles: true}));
"""
FAMILY = "👨‍👩‍👧‍👦"


def test_a_family_is_one_letter_of_a_name(page, table):
    """A picture made of many stays whole, in names and in signs; as many may stand there as letters."""
    page.form().js(TYPED, FAMILY * 24)
    page.click("#set-up").until_phase("pearls")
    assert table.screen()["match"]["players"][1]["name"] == FAMILY * 24


@pytest.mark.parametrize(
    ("language", "said"),
    [
        pytest.param("en", "The name of player 2 is too long: names have at most 24 letters.", marks=pytest.mark.soak),
        ("fr", "Le nom du joueur 2 est trop long\N{NO-BREAK SPACE}: 24 lettres au plus."),
        pytest.param("de", "Der Name von Spieler 2 ist zu lang: höchstens 24 Buchstaben.", marks=pytest.mark.soak),
    ],
)
def test_a_name_that_is_too_long_is_said_to_be(unopened, language, said):
    """In the language of the page, and nothing is lost of the form."""
    page = unopened.open(language).form()
    for length in (25, 2000):
        page.js(TYPED, "B" * length)
        page.until(lambda: not page.text("#setup-error"), "nothing said of another name")
        page.click("#set-up")
        page.until(lambda: page.text("#setup-error") == said, "what is wrong")
    assert page.phase == "idle"


@pytest.mark.parametrize("language", at_length(SPOKEN, ["fr"]))
def test_a_refusal_is_not_written_twice(unopened, table, language):
    """The sentence says why already; who cannot see it hears it again."""
    table.begin(confirm="button")
    page = unopened.open(language).until_phase("playing").touch("b2")
    page.until_verdict("illegal")
    page.click("#do-confirm")
    page.until(lambda: page.text("#refusal") == page.sentence, "why not")
    assert page.js("return document.querySelector('#refusal').getBoundingClientRect().height") <= 1
    page.touch("b2").until(lambda: page.verdict != "illegal", "a turn without a draft")


def test_the_browsers_language_is_taken(unopened, table):
    """Where nobody has chosen one."""
    page = unopened
    page.display.reads("fr-CH,fr;q=0.9,en;q=0.5")
    page.driver.get(table.address + "/")
    page.until_connected()
    assert page.js("return document.documentElement.lang") == "fr"


def test_a_clan_is_never_taken_twice(page):
    """Whoever takes another's clan gives away their own."""
    page.fill(["Anna", "Ben"])
    assert names_and_clans(page) == [["Anna", "fishermen"], ["Ben", "foragers"]]
    page.click("#seat-1 input[value=foragers]")
    assert names_and_clans(page) == [["Anna", "foragers"], ["Ben", "fishermen"]]


def test_names_may_stay_empty(page, table):
    """Then players have numbers."""
    page.fill(["", "  "]).click("#set-up").until_phase("pearls")
    assert [player["name"] for player in table.screen()["match"]["players"]] == ["Player 1", "Player 2"]


def test_two_players_of_one_name_are_told_apart(page):
    """The table says what is wrong, and nothing is lost of the form."""
    page.fill(["Anna", "Anna"]).click("#set-up")
    page.until(lambda: "same name" in page.text("#setup-error"), "what is wrong")
    assert page.phase == "idle"
    page.find("#name-2").send_keys("-Lena")
    assert page.text("#setup-error") == ""
    page.click("#set-up").until_phase("pearls")


def test_wrong_clusters_are_explained(page, table):
    """While they are typed, before anything is sent; the right ones are taken as they lie."""
    page.form().click("input[name=farms][value=type]")
    assert page.text("#farms-left") == "Still to be placed: 3 4 4 5 5 6 6 7"
    for farm, size in {**CLUSTERS, "g5": 3}.items():
        page.find(f"select[data-farm={farm}]").send_keys(str(size))
    page.until(
        lambda: page.text("#farms-left") == "Placed too often: 3. The eight clusters are 3 4 4 5 5 6 6 7.",
        "what is wrong",
    )
    page.click("#set-up")
    assert page.phase == "idle"
    assert page.js("return document.activeElement.dataset.farm")
    page.find("select[data-farm=g5]").send_keys("7")
    page.until(lambda: page.text("#farms-left") == "All eight clusters are placed.", "that it is right")
    page.click("#set-up").until_phase("pearls")
    assert {farm: heap["pearls"] for farm, heap in table.screen()["game"]["farms"].items()} == CLUSTERS


def test_what_was_typed_survives_a_reload(page):
    """And is forgotten with the window."""
    page.fill(["Anna", "Ben", "Cleo"])
    page.driver.refresh()
    page.until_connected().until_phase("idle")
    assert [name for name, _ in names_and_clans(page)] == ["Anna", "Ben", "Cleo"]


@pytest.mark.soak
def test_names_that_look_like_html_are_text(page, table):
    """Everywhere: beside the board, on it, in sentences, in the names of places, in the archive."""
    evil, worse = "<img src=x onerror=ow()>", "</script><b>x</b>"
    page.fill([evil, worse]).click("#more summary").click("input[name=edition][value=fr]")
    page.click("input[name=confirm][value=button]")
    page.click("#set-up").lay_pearls().until_says(evil)
    page.diver("c3").until_label("c3", f"Diver of {evil}")
    page.do("pass").until_turn(3)
    page.do("pass").until_phase("reveal")
    assert evil in page.text("#aloud")
    page.do("turn_up").until_label("c3", "value 1")
    page.do("agree").count_pearls()
    assert evil in page.text(".standings")
    assert page.count("img[src=x], .standings b b") == 0
    page.open(path="/archive")
    assert f"{evil}, {worse}" in page.text("#games")
    assert page.count("img[src=x], .archive b") == 0
    assert evil in json.dumps(table.screen()["game"]["result"]["standings"])


def test_sentences_are_announced(page, table):
    """Screen readers hear every sentence once, from a region that was there from the start."""
    table.begin(confirm="button")
    page.until_phase("playing").until_turn(1).js("""
        window.announced = [];
        const hear = ({addedNodes}) => addedNodes.forEach(({textContent}) => announced.push(textContent));
        new MutationObserver((news) => news.forEach(hear))
          .observe(document.querySelector("#aloud"), {childList: true});""")
    page.touch("b2").until_verdict("illegal")
    page.touch("b2").until_says("lay one Diver")
    assert page.find("#aloud").get_dom_attribute("role") == "status"
    assert page.js("return announced") == [
        "Pearl Farms stay free of Divers: lift the piece on b2.",
        "Anna: lay one Diver on a free space, or one or two Pontoons.",
    ]


COUNTS = [*range(130), 1000, 1_000_000]


def test_the_browser_counts_as_the_catalogues_do(page):
    """The rules of a catalogue are those that pages have from the browser."""
    for code, language in SPOKEN.items():
        counted = page.js(
            "const rules = new Intl.PluralRules(arguments[0]); return arguments[1].map((count) => rules.select(count))",
            code,
            COUNTS,
        )
        told = [language.category(count) for count in COUNTS]
        assert [kind if kind in dict(language.plurals) else "other" for kind in counted] == told, code


@pytest.fixture
def polish(driver, tmp_path):
    """A table that speaks Polish, too, because its catalogues are there. Its page is left before it ends."""
    table = ServedTable(tmp_path, program=program(tmp_path)).start()
    yield table
    driver.get("about:blank")
    assert table.stop() == ""


def test_a_language_that_was_added_is_counted_in_pages(driver, polish):
    """With one, few and many, in labels of a game; what nobody translated is English."""
    driver.get(f"{polish.address}/?lang=pl")
    said = driver.execute_async_script(
        """
        const done = arguments[0];
        const { src } = document.querySelector("script[type=module]");
        Promise.all([import(new URL("../shared/texts.js", src).href), fetch("/games/perladora/known.json?lang=pl")])
          .then(async ([texts, answer]) => {
            texts.teach("perladora", await answer.json());
            texts.speak("perladora");
            const pearls = [1, 2, 5, 12, 22, 25].map((count) => texts.t("pearls", { count }));
            const { lang } = document.documentElement;
            done([lang, texts.list(["a", "b", "c"]), texts.t("set_up"), texts.t("close"), ...pearls]);
          }, (error) => done([String(error)]));
        """
    )
    assert said == [
        "pl",
        "a, b i c",
        "Przygotuj stół",
        "Close",
        "1 perła",
        "2 perły",
        "5 pereł",
        "12 pereł",
        "22 perły",
        "25 pereł",
    ]
