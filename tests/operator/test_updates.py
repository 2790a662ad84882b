"""A table that is updated from its page: what it may ask of the system, and what it tells of it."""

import asyncio
import json
import shutil
import subprocess
from pathlib import Path
from typing import get_args

import pytest

from pearlboard.card.releases import __main__ as releases
from pearlboard.languages import LANGUAGES
from pearlboard.lights.scene import Role
from pearlboard.operator import updates
from pearlboard.operator.deeds import Anew, Operating
from pearlboard.operator.updates import AT_WORK, OUTCOMES, SENT, UNIT, Updates, Wish
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from pearlboard.web.port import Operated
from support.fuzzing import AnyTable

RULES = Path(__file__).parents[2] / "systemd/card/51-pearlboard-releases.rules"
DONE = {"current": "0.2.0~deb13", "back": "0.1.0~deb13", "last": {"outcome": "done", "said": "0.2.0~deb13 runs"}}


class System:
    """Stands in for systemd: `at_work` is how often it says from now on that root is; `asked`, what it was asked."""

    def __init__(self):
        self.at_work, self.asked, self.error = 0, [], None

    async def run(self, command):
        if self.error is not None:
            raise self.error
        if command != AT_WORK:
            self.asked.append(tuple(command))
            return ""
        self.at_work -= 1
        return "inactive\n\nactivating\n\ninactive\n" if self.at_work >= 0 else "inactive\n\nfailed\n"


class Card:
    """A table on a card; `lit`: what its lights were told."""

    def __init__(self, folder, *, unit=True):
        self.system, self.folder, self.lit = System(), folder, []
        (folder / "games").mkdir()
        (folder / "came-with").write_text("http://updates.example/pearlboard")
        self.updates = Updates(
            folder / "games",
            unit=unit,
            root=folder,
            came_with=folder / "came-with",
            run=self.system.run,
            on_work=lambda *, at_work: self.lit.append(at_work),
        )

    def leave(self, word):
        (self.folder / "word.json").write_text(word if isinstance(word, str) else json.dumps(word))

    def look(self, language="en"):
        return asyncio.run(self.updates.look(catalogues()[language]))


@pytest.fixture
def card(tmp_path, monkeypatch):
    monkeypatch.setattr(updates, "LOOK_S", 0)
    card = Card(tmp_path)
    card.leave(DONE)
    return card


def test_what_runs_and_what_came_of_the_last_wish_is_told(card):
    """Root's own words beside ours."""
    assert card.look() == {
        "problem": None,
        "newer": None,
        "current": "0.2.0~deb13",
        "back": "0.1.0~deb13",
        "working": False,
        "outcome": "That is done.",
        "said": "0.2.0~deb13 runs",
        "would_put_aside": False,
    }
    card.system.at_work = 1
    assert card.look()["working"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("outcome", get_args(releases.Outcome.__annotations__["name"]))
def test_every_outcome_of_roots_program_has_its_words(card, outcome, language):
    """And one that a later release may have gets none of ours."""
    card.leave({**DONE, "last": {"outcome": outcome, "said": "so"}})
    told = card.look(language)
    assert told["outcome"]
    assert told["would_put_aside"] == (outcome == "games_give_way")
    assert outcome in OUTCOMES
    card.leave({**DONE, "last": {"outcome": "of_tomorrow", "said": "so"}})
    assert (card.look(language)["outcome"], card.look(language)["said"]) == (None, "so")


def test_an_ordinary_installation_is_updated_elsewhere(tmp_path):
    """No word of root's, or no service: nothing is asked of the system."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    no_card, no_unit = Card(tmp_path / "a"), Card(tmp_path / "b", unit=False)
    no_unit.leave(DONE)
    for card in (no_card, no_unit):
        assert "pearlboard update" in card.look()["problem"]
        with pytest.raises(Refused, match="not_here"):
            asyncio.run(card.updates.ask("update"))
        assert card.system.asked == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_knows_no_address_of_newer_ones_says_so(card, language):
    """Until one is written beside its releases; a release as a file can be sent all the same."""
    (card.folder / "came-with").unlink()
    assert card.look(language)["newer"]
    assert card.look(language)["problem"] is None
    (card.folder / "repository").write_text("http://updates.example/pearlboard")
    assert card.look(language)["newer"] is None


@pytest.mark.parametrize("word", ["", "{", "\x00"])
def test_a_word_that_cannot_be_read_is_said(card, word):
    """Nothing else is."""
    card.leave(word)
    assert "The system did not do it" in card.look()["problem"]


def test_root_is_asked_by_the_name_of_a_unit_and_the_lights_say_so_until_it_is_done(card):
    """Twice at once it is not asked."""

    async def evening():
        await card.updates.ask("update")
        card.system.at_work = 3
        await asyncio.sleep(0)
        assert card.lit == [True]
        with pytest.raises(Refused, match="at_work"):
            await card.updates.ask("back")
        await card.updates._watching
        assert card.lit == [True, False]

    asyncio.run(asyncio.wait_for(evening(), 20))
    assert card.system.asked == [
        ("systemctl", "--no-ask-password", "--no-block", "start", "pearlboard-releases@update.service")
    ]


def test_a_system_that_does_not_answer_is_said(card):
    """On the page and to whoever asks; the lights do not go on as if it worked."""
    card.system.error = OSError("no bus")
    for language in LANGUAGES:
        problem = card.look(language)["problem"]
        assert "no bus" in problem
        assert "sudo" not in problem, "nobody can log in to a card"
    with pytest.raises(Refused, match="not_asked"):
        asyncio.run(card.updates.ask("update"))
    assert card.lit == []


def test_a_package_has_to_be_sent_before_it_can_run(card):
    """It lies where root's program looks for it."""
    with pytest.raises(Refused, match="nothing_taken"):
        asyncio.run(card.updates.ask("sent"))
    asyncio.run(card.updates.intake.take(0, b"a package"))

    async def ask():
        await card.updates.ask("sent")
        await card.updates.close()

    asyncio.run(ask())
    assert card.system.asked[0][-1] == UNIT.format("sent")
    assert (card.folder / "games" / SENT).read_bytes() == b"a package"
    assert Path(releases.SENT).name == SENT
    assert sorted(get_args(Wish)) == sorted(releases.ASKED)


def test_a_game_is_not_interrupted(card):
    """Whoever asks is told when."""
    table = AnyTable()
    table.begin()
    operating = Operating(table.game_is_on, *[None] * 5, catalogues(), Anew(), None, card.updates, *[None] * 4)
    with pytest.raises(Refused, match="game_is_on"):
        asyncio.run(operating.do(Operated("update"), "en"))
    assert card.system.asked == []


def test_lights_go_round_while_nobody_plays():
    """In a game the game is shown."""
    table = AnyTable()
    table.lighting.tell_at_work(at_work=True)
    assert {mark.role for mark in table.lighting._scene.lights.values()} == {Role.THINKING}
    table.lighting.tell_at_work(at_work=False)
    assert not table.lighting._scene.lights
    table.begin()
    before = table.lighting._scene
    table.lighting.tell_at_work(at_work=True)
    assert table.lighting._scene == before


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js, which reads the rule as polkit does")
def test_polkit_lets_the_service_ask_for_that_and_for_nothing_else():
    """The rule is a program; it is run here with what systemd may ask."""
    asked = [
        (user, verb, f"{name}.service")
        for user in ("pearlboard", "pi")
        for verb in ("start", "stop")
        for name in (
            "ssh",
            "pearlboard",
            "pearlboard-releases@",
            "xpearlboard-releases@update",
            "pearlboard-releases@x",
        )
    ] + [("pearlboard", verb, UNIT.format(wish)) for verb in ("start", "stop") for wish in get_args(Wish)]
    script = f"""
        let rule;
        const polkit = {{ addRule: (given) => {{ rule = given; }}, Result: {{ YES: "yes", NOT_HANDLED: "no" }} }};
        {RULES.read_text()}
        console.log(JSON.stringify({json.dumps(asked)}.map(([user, verb, unit]) => rule(
          {{ id: "org.freedesktop.systemd1.manage-units", lookup: (name) => ({{ verb, unit }})[name] }}, {{ user }}))));
    """
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    allowed = {one for one, answer in zip(asked, json.loads(done.stdout), strict=True) if answer == "yes"}
    assert allowed == {("pearlboard", "start", UNIT.format(wish)) for wish in get_args(Wish)}
