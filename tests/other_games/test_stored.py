"""What the store keeps of games that are not ours: restarts after every fact, the archive, a package that is gone."""

import asyncio
import json
from dataclasses import replace
from itertools import accumulate

import pytest

from other_games import auction, harbour
from other_games.evenings import EVENINGS
from other_games.tables import GameTable
from pearlboard.errors import BadInput
from pearlboard.games.api import Options
from pearlboard.games.registry import GAMES
from pearlboard.languages import LANGUAGES
from pearlboard.screens.archive import Archive
from pearlboard.screens.catalogues import catalogues
from pearlboard.session import facts
from pearlboard.session.decide import fold
from pearlboard.session.evolve import evolve
from pearlboard.session.principal import Principal
from pearlboard.session.state import Phase, Session
from pearlboard.store.codec import decode, encode
from pearlboard.store.log import FactLog
from pearlboard.store.writer import Writer
from support.fuzzing import stored

pytestmark = pytest.mark.slow

NOW = "2026-01-01T00:00:00+00:00"


@pytest.fixture(params=EVENINGS)
def evening(request):
    """A game that was played to its end."""
    table = EVENINGS[request.param]()
    assert table.page()["phase"] == "over"
    return table


@pytest.fixture
def log(evening, tmp_path):
    """It on disk."""
    log = FactLog(tmp_path / "games.db")
    for entry in evening.log:
        log.append((entry,), NOW)
    yield log
    log.close()


def archived(log, question):
    """What the archive answers."""

    async def ask():
        writer = Writer(log, lambda: NOW, 0, lambda _: None)
        return await question(Archive(writer))

    return asyncio.run(ask())


def test_every_kind_of_fact_is_in_them():
    """So that what follows is about all of them."""
    kinds = {type(entry.fact) for play in EVENINGS.values() for entry in play().log}
    assert {facts.GameAgreed, facts.GameDealt, facts.Acted, facts.TimeUp, facts.TakenBack, facts.GameEnded} <= kinds


def test_the_disk_gives_back_what_happened(evening, log):
    """Fact by fact, and the same sessions follow."""
    assert list(log.to_resume()) == evening.log
    again = FactLog(_copy(log))
    assert fold(Session(), again.to_resume()) == evening.session
    again.close()


def _copy(log):
    log.write_back()
    copy = log.path.with_name("copy.db")
    copy.write_bytes(log.path.read_bytes())
    return copy


def test_every_stored_action_names_its_game(evening):
    """And is never nothing."""
    for entry in evening.log:
        name, _, body = encode(entry.fact)
        if name in ("acted", "game_dealt"):
            told = json.loads(body)
            assert told["game"] == evening.session.agreement.game
            assert told.get("action", told.get("deal")) is not None


def test_an_action_is_never_stored_as_nothing(monkeypatch):
    """A game that writes nothing down raises, and the log has no row of it."""
    monkeypatch.setattr(harbour.HarbourRules, "encode", lambda _self, _action: None)
    with pytest.raises(TypeError, match="written nothing"):
        encode(facts.Acted("harbour", 1, harbour.Do("open")))


def test_what_was_never_written_is_not_read():
    """An action that no game wrote is damage in a game of ours, and is kept in another."""
    body = json.dumps({"game": "perladora", "actor": 1, "action": ["sail"]})
    with pytest.raises(BadInput):
        decode("acted", 1, body)
    kept = decode("acted", 1, body.replace("perladora", "harbour"))
    assert isinstance(kept.action, facts.Kept)


def test_a_table_is_opened_again_after_every_fact(evening):
    """The stored beginning folds to what was, shows what was to be seen, and the rest of the log can follow."""
    sessions = list(accumulate(evening.log, evolve, initial=Session()))
    for count in range(1, len(evening.log) + 1):
        beginning = [stored(entry) for entry in evening.log[:count]]
        table = GameTable(beginning)
        assert table.session == sessions[count]
        table.check()
        table.clock.step(200)
        for seat, key in table.session.phones.items():
            assert table.own(Principal(seat, key))["seat"] == seat


def test_it_goes_on_from_every_fact_with_computers(evening):
    """All seats are handed over, and the game comes to its end from wherever the power went."""
    ends = [number for number, entry in enumerate(evening.log, 1) if isinstance(entry.fact, facts.GameEnded)]
    for count in range(2, ends[0] - 1, 3):
        pieces = fold(Session(), tuple(evening.log[:count]))
        if pieces.state is None:
            continue
        lying = (
            []
            if evening.session.agreement.game == "auction"
            else [str(place) for place, _ in pieces.state.boats] + [str(place) for place in pieces.state.ropes]
        )
        table = GameTable(evening.log[:count], lying)
        table.wish("resume")
        for seat in range(1, len(table.session.agreement.names) + 1):
            table.wish("hand_over", seat=seat, level="random")
        table.wish("answer", answer="continue")
        table.clock.step(200_000)
        assert table.page()["phase"] == "over", (count, table.page()["sentence"])


def _listed(log, words):
    return archived(log, lambda archive: archive.games(words))["games"]


def _replayed(log, number, words):
    return archived(log, lambda archive: archive.replay(number, words))


# --- the archive ---------------------------------------------------------------------------------------------------


def test_the_archive_lists_records_and_shows_it(evening, log):
    """In both languages; the lights of every frame are known to the theme with the game's looks."""
    game = evening.session.agreement.game
    number = evening.session.number
    for words in catalogues().values():
        [told] = _listed(log, words)
        assert (told["game"], told["players"]) == (game, list(evening.session.agreement.names))
        assert told["result"]
        shown = _replayed(log, number, words)
        assert json.loads(json.dumps(shown)) == shown
        assert [frame["seat"] for frame in shown["frames"] if frame["seat"]] == [
            seat for seat, _ in evening.session.played
        ]
        assert all(frame["said"] for frame in shown["frames"] if frame["kind"] == "step")
    record = archived(log, lambda archive: archive.record(number))
    assert record["game"] == game
    assert json.loads(json.dumps(record)) == record
    assert len(record["acts"]) == len(evening.session.acts)


def test_it_is_shown_again_on_the_lights(evening, log):
    """Frame by frame, with the buttons of the table."""
    number = evening.session.number

    async def replay(archive):
        await archive.replay(number, catalogues()["en"])
        return archive.opened(number)

    opened = archived(log, replay)
    evening.commands._opened = evening.stage._commands._opened = lambda _: opened
    evening.wish("new_game")
    assert evening.wish("exhibit", number=number, index=0) is None
    for index in range(len(opened.frames)):
        assert evening.page()["exhibit"]["index"] == index
        assert evening.page()["sentence"]
        evening.do("press end_turn wait 600")
    assert evening.page()["exhibit"] is None


# --- a package that is gone ----------------------------------------------------------------------------------------


def test_nothing_is_lost_of_a_game_whose_package_is_gone(evening, log):
    """Every beginning of it can be opened, is named, keeps what it had, and may be given up."""
    game = evening.session.agreement.game
    GAMES.remove(game)
    entries = log.to_resume()
    assert len(entries) == len(evening.log)
    for count in range(1, len(entries) + 1):
        session = fold(Session(), entries[:count])
        assert session.gone
        table = GameTable(entries[:count])
        for language in LANGUAGES:
            assert game in table.page(language)["sentence"]
        assert table.page()["match"]["title"] == game
        table.do("c4 press end_turn wait 600 press take_back wait 600 press hint wait 600 -c4")
        assert table.tabletop.session.version == count
        for name, fields in (
            ("confirm", {}),
            ("take_back", {}),
            ("pause", {}),
            ("hint", {}),
            ("rematch", {}),
            ("act", {"action": ["open"]}),
            ("choose", {"choice": {}}),
            ("hand_over", {"seat": 1, "level": "random"}),
        ):
            assert table.refused(name, **fields), (count, name)
        over = session.phase is Phase.OVER
        assert table.refused("new_game" if over else "abandon") is None
        assert table.page()["phase"] == "idle"
        assert table.page()["last"] is None
        assert table.refused("set_up", players=[{"name": "Anna"}, {"name": "Ben"}]) is None


def test_a_game_that_is_gone_is_listed_by_its_outcome(evening, log):
    """And nothing else can be had of it until it is there again."""
    number, game = evening.session.number, evening.session.agreement.game
    names = evening.session.agreement.names
    GAMES.remove(game)
    [told] = _listed(log, catalogues()["en"])
    assert (told["title"], told["replay"], told["export"]) == (game, None, None)
    assert all(names[seat - 1] in told["result"] for seat in evening.session.outcome.winners)
    assert archived(log, lambda archive: archive.record(number)) is None
    assert _replayed(log, number, catalogues()["en"]) is None
    GAMES.add({"harbour": harbour, "auction": auction}[game].PACKAGE)
    assert archived(log, lambda archive: archive.record(number))["game"] == game


@pytest.mark.parametrize("part", ["options", "decode", "opening", "apply", "stage", "view", "active"])
def test_another_version_of_it_that_cannot_read_its_own_log_is_as_good_as_gone(evening, log, monkeypatch, part):
    """Whatever it does wrong; nothing raises, and nothing is lost."""

    def wrong(*_):
        raise KeyError("no longer")

    package = GAMES[evening.session.agreement.game]
    if part == "options":
        monkeypatch.setitem(GAMES._found, package.name, replace(package, options=Options(wrong, decode=wrong)))
    else:
        monkeypatch.setattr(type(package.rules), part, wrong)
    session = fold(Session(), log.to_resume())
    assert session.gone
    assert session.outcome == evening.session.outcome
    assert log.game(session.number) is not None
    GameTable(log.to_resume())
