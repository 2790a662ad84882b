"""A handicap in the set-up form: it is folded away, a proposal can be declined or taken, and the game says it."""

import pytest

from e2e.serving import ServedTable
from pearlboard.session.facts import GameClosed
from screens.test_family import kept, won_by

pytestmark = pytest.mark.slow

FAIR = "#fair"
SAID = "#fair-said"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table at which Anna has won seven games of eight against Ben."""
    folder = tmp_path_factory.mktemp("table")
    kept(folder / "games.db", *[won_by(1)] * 4, won_by(2), *[won_by(1)] * 3, (GameClosed(),)).close()
    table = ServedTable(folder).start()
    yield table
    assert table.stop() == ""


def test_a_proposal_is_shown_can_be_declined_and_is_applied_to_nobody_who_has_not_taken_it(page, table):
    """It names who plays with what; taken, the handicap is open in the form and stands among the rules of the game."""
    page.fill(["Anna", "Cleo"])
    page.until(lambda: page.seen(FAIR), "the form")
    assert not page.seen("#fair-1")
    assert not page.seen("#fair-proposal")
    page.fill(["Anna", "Ben"]).until(lambda: page.seen("#fair-proposal"), "a proposal")
    assert "Anna (without Diver" in page.text(SAID)
    page.click("#fair-leave").until(lambda: not page.seen("#fair-proposal"), "no proposal")
    assert page.js("return [...document.querySelectorAll('#fair select')].every((each) => !each.value)")
    page.fill(["Anna", "Cleo"]).fill(["Ben", "Anna"]).until(lambda: page.seen("#fair-proposal"), "another proposal")
    page.click("#fair-take").until(lambda: page.seen("#fair-2"), "what was taken")
    taken = page.js("return document.querySelector('#handicap-for-2 select').value")
    assert taken
    assert not page.seen("#fair-proposal")
    page.click("#fair-1 input[name=helped]").click("#set-up").until_phase("pearls")
    rules = table.screen()["match"]["rules"]
    assert any(rule.startswith("Anna leaves") for rule in rules)
    assert "Ben always sees in the lights where to play." in rules
