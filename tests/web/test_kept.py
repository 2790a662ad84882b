"""Files at addresses of which a browser may keep what it got."""

import re

import pytest

from pearlboard.games.registry import Games
from pearlboard.web import kept
from serving import serving

FOREVER = "public, max-age=31536000, immutable"
GAME = "games/perladora/drawing.js"
OLD = "/static/0123456789abcdef"


@pytest.fixture(scope="module")
def served():
    with serving("--board", "simulated") as table:
        yield table


@pytest.mark.parametrize("path", ["table/table.js", "shared/page.css", "shared/icon.svg", GAME])
def test_what_a_page_names_is_kept_and_is_the_file(served, path):
    """For a year, ours as those of a game; another version and the plain address say what is there today, unkept."""
    status, headers, body = served.ask("GET", f"{kept.address()}/{path}")
    assert (status, headers["cache-control"]) == (200, FOREVER)
    for base in ("/static", OLD):
        status, headers, plain = served.ask("GET", f"{base}/{path}")
        assert (status, headers["cache-control"]) == (200, "no-store")
        assert re.sub(rb"/static/[0-9a-f]{16}/", b"/static/", plain) == body.replace(
            f"{kept.address()}/".encode(), b"/static/"
        )


def test_pages_themselves_are_never_kept(served):
    """They name the version; so one look at a page is enough to be up to date."""
    status, headers, body = served.ask("GET", "/")
    assert (status, headers["cache-control"]) == (200, "no-store")
    assert f'src="{kept.address()}/table/table.js"'.encode() in body


@pytest.mark.parametrize("base", [kept.address(), OLD])
def test_a_games_module_imports_ours_in_the_version_it_was_asked_in(served, base):
    """Or a page had each of our modules twice, with half of its state in each."""
    _, _, body = served.ask("GET", f"{base}/{GAME}")
    imported = re.findall(r'from "(/static/.+?)"', body.decode())
    assert imported
    assert all(address.startswith(f"{base}/shared/") for address in imported)


@pytest.mark.parametrize("version", ["0123", "0123456789ABCDEF", "0123456789abcdeg", "shared", "..", 'x";y="123456789'])
def test_what_is_no_version_is_not_found(served, version):
    """Nothing but sixteen digits gets into a module."""
    path = version.replace('"', "%22")
    assert served.ask("GET", f"/static/{path}/{GAME}")[0] == 404


def test_a_file_that_is_not_there_is_not_kept(served):
    """It may be there in a moment."""
    status, headers, _ = served.ask("GET", f"{kept.address()}/table/nothing.js")
    assert (status, headers["cache-control"]) == (404, "no-store")


@pytest.mark.parametrize("name", ["page.css", "deeper/board.js"])
def test_another_content_has_another_version(tmp_path, monkeypatch, name):
    """Whichever file of whichever folder it is; and where nothing changed, the version stays."""
    for each in ("page.css", "deeper/board.js"):
        (tmp_path / each).parent.mkdir(exist_ok=True)
        (tmp_path / each).write_text("one")
    monkeypatch.setattr(kept, "STATIC", tmp_path)

    def address():
        kept._version.cache_clear()
        return kept.address()

    before = address()
    assert address() == before
    (tmp_path / name).write_text("two")
    changed = address()
    assert changed != before
    (tmp_path / name).write_text("one")
    assert address() == before
    (tmp_path / name).rename(tmp_path / "renamed")
    assert address() not in {before, changed}
    kept._version.cache_clear()


def test_a_game_that_cannot_be_loaded_hurts_no_page(monkeypatch):
    """It brings no files; every other game does."""
    whole = kept.address()
    monkeypatch.setattr(kept, "GAMES", Games({"cracked": lambda: int("no game"), **kept.GAMES._known}))
    assert kept.address() == whole
