"""A table's part in a house: what the operator is asked, in words, and the files that are made for it."""

import asyncio
import gzip
import io
import tarfile

import pytest

from pearlboard.club.messages import Ask, File
from pearlboard.diagnostics.doctor import DoctorContext
from pearlboard.diagnostics.log_lines import Log, Remembered
from pearlboard.languages import LANGUAGES
from pearlboard.operator.deeds import DEEDS, Operating
from pearlboard.program.house import House
from pearlboard.program.packing import Packing
from pearlboard.recorder.blackbox import folder_of
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from pearlboard.settings import Club, Settings
from pearlboard.web.port import Operated

LINE = '{"at":1,"says":"idle"}\n'


class Writer:
    """A store that is never asked."""

    async def ask(self, *_):
        await asyncio.Event().wait()


async def at_work(folder, scenario, pack=None):
    """The operator's deeds of a table whose hub is not there."""
    settings = Settings(club=Club(hub="127.0.0.1:1", code="AAAA"))
    box = folder_of(folder / "games.db")
    box.mkdir()
    (box / "part-000001.jsonl").write_text(LINE)
    patient = DoctorContext(settings, None, "", folder / "games.db", None, lambda _: "", folder)
    packing = Packing(patient, lambda: {"ok": True}, Log(Remembered(), in_journal=False))
    house = House(folder / "games.db", Writer(), lambda _: {"lines": []}, settings, pack or packing.pack)
    assert house.asks(catalogues()["en"]) == ()
    house.use(settings.club)
    on = Operating(lambda: False, *[None] * 5, catalogues(), *[None] * 6, None, house=house)
    try:
        await scenario(on, house._reporting.wishes, packing)
    finally:
        await house.close()


def test_the_operator_reads_who_asks_for_what_and_answers(tmp_path):
    """In three languages. What nobody asks for is refused in words, and so is a number that is none."""

    async def scenario(on, wishes, _):
        wishes.hear(Ask(1, File.BUNDLE, 60))
        wishes.hear(Ask(2, File.BLACK_BOX, 60))
        for language in LANGUAGES:
            found = (await on.do(Operated("house"), language))["asks"]
            assert [(each["number"], each["agreed"]) for each in found] == [("1", False), ("2", False)]
            assert all("127.0.0.1:1" in each["sentence"] for each in found)
        await on.do(Operated("house_send", values={"number": "2"}), "en")
        assert [each["agreed"] for each in (await on.do(Operated("house"), "en"))["asks"]] == [False, True]
        await on.do(Operated("house_refuse", values={"number": "1"}), "en")
        for deed in ("house_send", "house_refuse"):
            for number in ("1", "", "x", "9" * 99, "-1", "²"):
                with pytest.raises(Refused, match="nothing_asked"):
                    await on.do(Operated(deed, values={"number": number}), "en")

    asyncio.run(at_work(tmp_path, scenario))


def test_a_file_that_cannot_be_made_is_refused_in_words(tmp_path):
    async def pack(_):
        raise OSError(28, "No space left on device")

    async def scenario(on, wishes, _):
        wishes.hear(Ask(1, File.BUNDLE, 60))
        with pytest.raises(Refused, match="not_packed"):
            await on.do(Operated("house_send", values={"number": "1"}), "en")

    asyncio.run(at_work(tmp_path, scenario, pack))


def test_a_table_in_no_house_is_asked_nothing(tmp_path):
    async def scenario():
        house = House(tmp_path / "games.db", Writer(), lambda _: {"lines": []}, Settings(), None)
        on = Operating(lambda: False, *[None] * 5, catalogues(), *[None] * 6, None, house=house)
        assert await on.do(Operated("house"), "en") == {"asks": ()}
        on.house = None
        for deed in ("house", "house_send", "house_refuse"):
            assert deed in DEEDS
            with pytest.raises(Refused):
                await on.do(Operated(deed, values={"number": "1"}), "en")

    asyncio.run(scenario())


@pytest.mark.slow
def test_the_files_are_what_the_commands_write(tmp_path):
    """And a hub takes them for that. The code by which the table has joined is in none."""
    files = pytest.importorskip("pearlboard.hub.files")

    async def scenario(_, __, packing):
        from hashlib import sha256

        box, bundle = await packing.pack(File.BLACK_BOX), await packing.pack(File.BUNDLE)
        assert gzip.decompress(box).decode() == LINE
        for file, body in ((File.BLACK_BOX, box), (File.BUNDLE, bundle)):
            assert files.is_right(file, body, sha256(body).digest())
        with tarfile.open(fileobj=io.BytesIO(bundle)) as archive:
            texts = {each.name: archive.extractfile(each).read().decode() for each in archive}
        assert "ok  " in texts["pearlboard-support/doctor.txt"]
        assert texts["pearlboard-support/health.txt"] == "ok: True\n"
        assert 'hub = "127.0.0.1:1"' in texts["pearlboard-support/settings.toml"]
        assert "AAAA" not in "".join(texts.values())

    asyncio.run(at_work(tmp_path, scenario))
