"""The archive has all that is drawn, each thing once, where it is ordered, the same bytes whenever it is made."""

import io
import re
import sys
from hashlib import sha256
from os.path import normpath
from pathlib import Path
from zipfile import ZipFile

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.generate.files import DIGESTS, DRAWN, HARDWARE
from hardware.readback import LAYERS

from hardware import release

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def drawn(monkeypatch):
    """Git names all that is drawn; what it holds does not matter here, and `test_generated.py` draws it."""
    drawn = HARDWARE / DRAWN
    files = {path.relative_to(drawn).as_posix(): path.read_text() for path in drawn.rglob("*") if path.is_file()}
    lines = (HARDWARE / DIGESTS).read_text(encoding="utf-8").splitlines()
    files |= {path: f"what is in {path}" for _, _, path in (line.partition("  ") for line in lines)}
    monkeypatch.setattr(release, "everything", lambda _: files)
    monkeypatch.setattr(release, "stale", lambda _: [])
    monkeypatch.setattr(release, "write", lambda _: [])
    return files


@pytest.fixture
def files(drawn):
    assert drawn
    return release.read()


def inner(files):
    return {
        path: {info.filename: zipped.read(info) for info in zipped.infolist()}
        for path, text in files.items()
        if path.endswith(".zip")
        for zipped in (ZipFile(io.BytesIO(text)),)
    }


def test_every_drawing_is_in_it_once_with_its_bytes(files, drawn):
    """Nothing is forgotten, nothing is doubled, and nothing changed on the way; pictures and orders are the guide's."""
    packed = [text for found in inner(files).values() for text in found.values()]
    aside = (".zip", "READ-ME-FIRST.txt", "SHA256SUMS")
    packed += [text for path, text in files.items() if not path.endswith(aside) and not path.startswith("guide/")]
    assert sorted(packed) == sorted(
        text.encode() for path, text in drawn.items() if not path.startswith(("pictures/", "orders/"))
    )


def test_the_guide_is_whole(files):
    """Its pages are there, and each link leads to a page, a picture or a drawing beside them."""
    pages = {path: text.decode() for path, text in files.items() if path.startswith("guide/") and path.endswith(".md")}
    assert len(pages) == len([*HARDWARE.glob("*.md"), *HARDWARE.glob("docs/**/*.md")])
    lost = [
        (page, link)
        for page, text in pages.items()
        for link in re.findall(r"\]\(([^)#:]+)", text)
        if not link.startswith(("../systemd", "../../systemd", "../../firmware"))
        and not any(f"{path}/".startswith(f"{normpath(f'{page}/../{link}')}/") for path in files)
    ]
    assert lost == []


def test_what_a_board_maker_uploads_is_one_zip_a_board(files):
    """All layers and drills in it, and nothing of other boards; the first page names it with its thickness."""
    zips = inner(files)
    assert {path.rpartition("/")[2] for path in zips} == {
        f"{name}-upload.zip" for name in ("bar", "controller", "coupon", "panel")
    }
    first = files["READ-ME-FIRST.txt"].decode()
    for path, found in zips.items():
        board = path.rpartition("/")[2].removesuffix("-upload.zip")
        assert all(name.startswith(f"{board}-") for name in found)
        assert len([name for name in found if not name.endswith(".drl")]) == len(LAYERS)
        assert f"{board}-PTH.drl" in found
        assert f"{path}: {'1.6' if board == 'controller' else '0.8'} mm thick" in first


def test_it_is_the_same_bytes_again_in_any_order_and_no_file_bears_a_date(files, tmp_path):
    """Made twice, from files in another order; the sums in it are those of its files."""
    again = dict(reversed(release.read().items()))
    assert release.archive(files) == release.archive(again)
    assert release.main(["--into", str(tmp_path)]) == 0
    once = (tmp_path / "pearlboard-hardware.zip").read_bytes()
    assert release.main(["--into", str(tmp_path)]) == 0
    assert (tmp_path / "pearlboard-hardware.zip").read_bytes() == once
    with ZipFile(io.BytesIO(once)) as zipped:
        assert {info.date_time for info in zipped.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    for line in files["SHA256SUMS"].decode().splitlines():
        found, _, path = line.partition("  ")
        assert sha256(files[path]).hexdigest() == found
    assert files["SHA256SUMS"].decode().count("\n") == len(files) - 1


def test_a_drawing_that_belongs_to_no_parcel_is_named():
    """Whoever adds a folder says when it is ordered."""
    with pytest.raises(release.ReleaseError, match=r"toys/duck\.svg: no parcel is said for it"):
        release.contents({"toys/duck.svg": b""}, {})


def test_no_archive_is_made_of_drawings_that_are_out_of_date(monkeypatch, capsys, tmp_path):
    """It says what draws anew, and writes nothing."""
    monkeypatch.setattr(release, "stale", lambda _: ["plates/rim.svg"])
    assert release.main(["--into", str(tmp_path)]) == 2
    assert "plates/rim.svg is out of date: `make hardware` draws anew" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
