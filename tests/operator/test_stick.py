"""A card's table hands a backup to root for a stick, and takes one from there; what it hands over does not stay."""

import asyncio
import io
import json
from pathlib import Path

import pytest

from pearlboard.card import stick
from pearlboard.languages import LANGUAGES
from pearlboard.operator import intake
from pearlboard.operator.intake import Intake
from pearlboard.operator.stick import FETCHED, FOLDER, NOT_DONE, TEMPLATE, TO_SAVE, TOLD, UNIT, Stick
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from pearlboard.texts import say
from support.polkit import allowed, needs_node

CARD = Path(__file__).parents[2] / "systemd/card"
SAVE, FETCH = "stick_save", "stick_fetch"
GAMES = b"all games " * 100_000


class Root:
    """Stands in for systemd and root's program: what is `handed` to it, what it puts there, and what it then tells."""

    def __init__(self, root, *, unit=True):
        self.root, self.folder, self.told = root, root / FOLDER, root / TOLD
        self.handed, self.modes, self.asked, self.error, self.refusal = None, set(), [], None, None
        self.says = {"outcome": "saved", "name": "pearlboard-ab12-2026-10-05.db"}
        for path in (self.folder, self.told.parent, (root / TEMPLATE).parent):
            path.mkdir(parents=True, exist_ok=True)
        (root / TEMPLATE).touch()
        self.intake = Intake(root / "games.db.uploaded")
        self.open(unit=unit)

    def open(self, *, unit=True):
        self.stick = Stick(self.copy, self.intake, unit=unit, root=self.root, run=self.run)

    async def copy(self):
        if self.refusal is not None:
            raise self.refusal
        return "games-00000001.db", io.FileIO(self.games(), "rb")

    def games(self):
        path = self.root / "copy.db"
        path.write_bytes(GAMES)
        return path

    async def run(self, command):
        if self.error is not None:
            raise self.error
        self.asked.append(tuple(command))
        [path] = self.folder.iterdir()
        self.modes.add(path.stat().st_mode & 0o777)
        if path.name == TO_SAVE:
            self.handed = path.read_bytes()
        else:
            path.write_bytes(GAMES)
        self.told.write_text(json.dumps(self.says))
        return ""

    def use(self, deed, language="en"):
        try:
            return asyncio.run(self.stick.use(deed, catalogues()[language]))
        finally:
            assert list(self.folder.iterdir()) == []


@pytest.fixture
def root(tmp_path):
    return Root(tmp_path)


def test_a_backup_is_handed_over_and_the_page_says_what_it_is_called(root):
    """By the name of a unit; systemd answers when it is done. Nobody else could read it meanwhile."""
    said = "It is on the stick as pearlboard-ab12-2026-10-05.db. The stick can be pulled out now."
    assert root.use(SAVE) == said
    assert root.asked == [("systemctl", "--no-ask-password", "start", UNIT.format("save"))]
    assert (root.handed, root.modes) == (GAMES, {0o600})


def test_a_backup_from_a_stick_comes_where_one_that_is_sent_would(root):
    """Root fills a file that is the service's own; it goes once it was taken in."""
    root.says = {"outcome": "fetched", "name": "games-00000007.db"}
    assert root.use(FETCH) == "From the stick: games-00000007.db. The stick can be pulled out now."
    assert root.asked == [("systemctl", "--no-ask-password", "start", UNIT.format("fetch"))]
    assert root.modes == {0o600}
    assert root.intake.path.read_bytes() == GAMES
    assert root.intake.path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("outcome", NOT_DONE)
def test_every_reason_has_a_sentence_that_says_what_to_do(root, outcome, language):
    """In every language; what was taken in before stays."""
    root.says = {"outcome": outcome}
    for deed in (SAVE, FETCH):
        with pytest.raises(Refused, match=f"stick_{outcome}") as refused:
            root.use(deed)
        assert "." in catalogues()[language].render(refused.value.sentence)
    assert not root.intake.path.exists()


@pytest.mark.parametrize("says", [{"outcome": "not_ours"}, {}])
def test_a_word_that_nobody_knows_is_told_as_it_is(root, says):
    """Of a system that is newer than the release."""
    root.says = says
    with pytest.raises(Refused, match="stick_not_asked"):
        root.use(SAVE)


@pytest.mark.parametrize("error", [OSError("no bus"), TimeoutError("no answer")])
@pytest.mark.parametrize("deed", [SAVE, FETCH])
def test_a_system_that_does_not_do_it_is_said(root, deed, error):
    """With its own words, and nothing stays."""
    root.error = error
    with pytest.raises(Refused, match="stick_not_asked") as refused:
        root.use(deed)
    assert str(error) in catalogues()["en"].render(refused.value.sentence)


def test_a_system_that_tells_nothing_is_said(root):
    """It has died before."""
    root.told.mkdir()
    root.run = None

    async def silent(_command):
        return ""

    root.stick = Stick(root.copy, root.intake, unit=True, root=root.root, run=silent)
    with pytest.raises(Refused, match="stick_not_asked"):
        root.use(SAVE)


def test_while_a_game_is_on_nothing_is_handed_over(root):
    """The copy is refused as it is for a download."""
    root.refusal = Refused("game_is_on", say("backup_tells_secrets"))
    with pytest.raises(Refused, match="game_is_on"):
        root.use(SAVE)
    assert root.asked == []


@pytest.mark.parametrize("unit", [True, False])
def test_where_there_is_no_such_unit_nothing_is_asked(tmp_path, unit):
    """On a laptop, on an ordinary Debian, and where no service runs."""
    root = Root(tmp_path, unit=unit)
    assert root.stick.is_here == unit
    if unit:
        (tmp_path / TEMPLATE).unlink()
        root.open()
    assert not root.stick.is_here
    for deed in (SAVE, FETCH):
        with pytest.raises(Refused, match="not_here"):
            root.use(deed)
    assert root.asked == []


def test_what_a_crash_has_left_goes_at_the_next_start(root):
    """Both copies, and nothing else."""
    for name in (TO_SAVE, FETCHED, "other"):
        (root.folder / name).touch()
    root.open()
    assert [path.name for path in root.folder.iterdir()] == ["other"]


def test_a_table_starts_where_that_cannot_go(root, caplog):
    """As on a card that can only be read; it is said in the log."""
    (root.folder / TO_SAVE).mkdir()
    root.open()
    assert root.stick.is_here
    assert "could not be removed" in caplog.text


def test_a_card_without_room_for_the_copy_is_said(root, monkeypatch):
    """Before anything is written."""
    monkeypatch.setattr(intake, "ROOM_MB", 1_000_000_000)
    with pytest.raises(Refused, match="no_room"):
        root.use(SAVE)
    assert root.asked == []


@pytest.mark.parametrize("deed", [SAVE, FETCH])
def test_a_card_that_cannot_be_written_to_is_said(root, deed):
    """With the reason; no link that lies there is followed."""
    (root.folder / {SAVE: TO_SAVE, FETCH: FETCHED}[deed]).symlink_to(root.root / "elsewhere")
    with pytest.raises(Refused, match="not_copied"):
        root.use(deed)
    assert not (root.root / "elsewhere").exists()
    assert root.asked == []


def test_it_is_asked_for_one_thing_at_a_time(root):
    """Pressed twice, or on two phones."""

    async def both():
        first = asyncio.create_task(root.stick.use(SAVE, catalogues()["en"]))
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="at_work"):
            await root.stick.use(FETCH, catalogues()["en"])
        return await first

    assert "pearlboard-ab12" in asyncio.run(both())
    assert len(root.asked) == 1


def test_both_sides_name_the_same_reasons():
    """Those here, and those of root's program."""
    program = Path(stick.__file__).read_text(encoding="utf-8")
    assert (CARD / Path(TEMPLATE).name).is_file()
    assert [outcome for outcome in NOT_DONE if f'"{outcome}"' not in program] == []


@needs_node
def test_polkit_lets_the_service_name_two_verbs_and_nothing_else():
    """As polkit reads the rule."""
    right = [UNIT.format("save"), UNIT.format("fetch")]
    wrong = [
        *map(UNIT.format, ("", "format", "save\n", "savefetch", "save-")),
        *(f"x{right[0]}", f"{right[0]}x", right[0].replace(".service", "xservice"), "pearlboard.service"),
    ]
    asked = [
        (user, verb, unit) for user in ("pearlboard", "pi") for verb in ("start", "stop") for unit in (*right, *wrong)
    ]
    assert allowed(CARD / "51-pearlboard-stick.rules", asked) == [("pearlboard", "start", unit) for unit in right]
