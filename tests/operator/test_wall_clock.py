"""A card that never met a network hears the time from the phone that opens the operator's page."""

import asyncio
import re
from pathlib import Path

import pytest

from pearlboard.languages import LANGUAGES
from pearlboard.operator.wall_clock import SLOW_S, SYNCHRONISED, TEMPLATE, UNIT, WallClock
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from support.polkit import allowed, needs_node

CARD = Path(__file__).parents[2] / "systemd/card"
NOW = 1_790_000_000
HOUR, DAY = 3_600, 86_400


class Card:
    """A card whose clock says `now`; `asked`: what systemd was, which does it unless it is `deaf`."""

    def __init__(self, root, *, unit=True):
        self.root, self.now, self.asked, self.deaf, self.error = root, NOW + 0.7, [], False, None
        self.touch(TEMPLATE)
        self.clock = WallClock(unit=unit, root=root, run=self.run, now=lambda: self.now)

    def touch(self, path):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).touch()

    async def run(self, command):
        if self.error is not None:
            raise self.error
        self.asked.append(tuple(command))
        if not self.deaf:
            self.now = float(re.search(r"[0-9]+", command[-1])[0])
        return ""

    def hear(self, told_s, language="en"):
        return asyncio.run(self.clock.compare(told_s, catalogues()[language]))


@pytest.fixture
def card(tmp_path):
    return Card(tmp_path)


@pytest.mark.parametrize(
    ("slow_s", "said"),
    [
        (SLOW_S + 1, "2 minutes"),
        (2 * HOUR, "2 hours"),
        (30 * HOUR, "30 hours"),
        (3 * DAY, "3 days"),
        (1000 * DAY, "1000 days"),
    ],
)
def test_a_clock_that_is_slow_is_set_and_the_page_says_so(card, slow_s, said):
    """By the name of a unit, in which the second stands; systemd answers when it is done."""
    card.now = float(NOW)
    assert card.hear(NOW + slow_s) == f"The table’s clock was {said} slow. It is right now."
    assert card.asked == [("systemctl", "--no-ask-password", "start", UNIT.format(NOW + slow_s))]
    assert card.hear(NOW + slow_s) is None
    assert len(card.asked) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_it(card, language):
    """With the number."""
    assert " 3 " in card.hear(NOW + 3 * DAY, language).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("told", [0, NOW - 10 * DAY, NOW, NOW + SLOW_S])
def test_a_phone_that_is_behind_or_about_right_changes_nothing(card, told):
    """And nothing is said."""
    assert card.hear(told) is None
    assert card.asked == []


def test_what_a_network_has_set_no_phone_sets(card):
    """Until the system starts anew."""
    card.touch(SYNCHRONISED)
    assert card.hear(NOW + DAY) is None
    assert card.asked == []


@pytest.mark.parametrize("unit", [True, False])
def test_where_there_is_no_such_unit_nothing_is_asked(tmp_path, unit):
    """On a laptop, on an ordinary Debian, and where no service runs."""
    card = Card(tmp_path, unit=unit)
    if unit:
        (tmp_path / TEMPLATE).unlink()
    assert card.hear(NOW + DAY) is None
    assert card.asked == []


def test_a_phone_that_is_not_believed_is_told_so(card):
    """Root's program has left the clock as it was."""
    card.deaf = True
    assert "7305 days ahead" in card.hear(NOW + 7305 * DAY)


@pytest.mark.parametrize("error", [OSError("no bus"), TimeoutError("no answer")])
def test_a_system_that_does_not_do_it_is_said(card, error):
    """With its own words."""
    card.error = error
    with pytest.raises(Refused, match="clock_not_set") as refused:
        card.hear(NOW + DAY)
    assert str(error) in catalogues()["en"].render(refused.value.sentence)


def test_its_files_are_those_of_the_card():
    """The unit's name here, and there."""
    assert (CARD / Path(TEMPLATE).name).is_file()


@needs_node
def test_polkit_lets_the_service_name_a_second_and_nothing_else():
    """The rule is a program; it is run here with what systemd may ask."""
    right = UNIT.format(NOW)
    wrong = [
        *map(UNIT.format, ("", "now", "0790000000", "999999999", "17900000000", f"{NOW}\n", f" {NOW}", f"{NOW}-")),
        *(f"x{right}", f"{right}x", f"{right}\n", right.replace(".service", "xservice"), "pearlboard.service"),
    ]
    asked = [
        (user, verb, unit) for user in ("pearlboard", "pi") for verb in ("start", "stop") for unit in (right, *wrong)
    ]
    assert allowed(CARD / "51-pearlboard-clock.rules", asked) == [("pearlboard", "start", right)]
