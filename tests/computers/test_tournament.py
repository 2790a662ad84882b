"""The arena on the workers of a Dask scheduler; skipped where the extra `tournament` is not installed."""

import json
import sys
from types import SimpleNamespace

import pytest

from pearlboard.cli import main
from pearlboard.computers.arena.dask_crew import NoTournament, _check, play_rounds
from pearlboard.computers.arena.journal import digest
from pearlboard.computers.arena.match import ForbiddenPlay, Match, entrant

pytestmark = pytest.mark.slow

GAME = "perladora"
MATCH = Match(GAME, entrant(GAME, "random"), entrant(GAME, "random"), variant={"advanced": True})


@pytest.fixture(scope="module")
def scheduler():
    """A scheduler with two workers, each a process of this machine."""
    distributed = pytest.importorskip("distributed", reason="the extra `tournament` is not installed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


def test_two_workers_play_the_games_that_one_machine_would(capsys, scheduler):
    """The same command gives the same result, and both workers took part."""
    command = ["arena", "random", "greedy", "--games", "6", "--json"]
    assert main([*command, "--scheduler", scheduler]) == 0
    there = json.loads(capsys.readouterr().out)
    assert main([*command, "--jobs", "1"]) == 0
    here = json.loads(capsys.readouterr().out)
    assert {**there, "thinking_ms": 0, "games_per_s": 0} == {**here, "thinking_ms": 0, "games_per_s": 0}


def test_a_tournament_is_resumed_from_its_file(capsys, scheduler, tmp_path):
    """Started on this machine, finished on the workers."""
    command = ["arena", "random", "random", "--json", "--resume", str(tmp_path / "match.jsonl")]
    assert main([*command, "--games", "4", "--jobs", "1"]) == 0
    assert main([*command, "--games", "12", "--scheduler", scheduler]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["games"] == 12
    assert (tmp_path / "match.jsonl").read_bytes().count(b"\n") == 1 + 6


def test_workers_share_the_rounds(scheduler):
    """Both workers play; unfinished rounds are cancelled with the iterator."""
    distributed = pytest.importorskip("distributed")
    with distributed.Client(scheduler, set_as_default=False) as client:
        assert len(client.run(digest, GAME)) == 2
        rounds = play_rounds(MATCH, range(1000), scheduler)
        assert {next(rounds).number for _ in range(4)} <= set(range(1000))
        rounds.close()
        assert [each.number for each in play_rounds(MATCH, [7], scheduler)] == [7]


def test_workers_of_another_version_are_refused():
    """Their games would belong to another match."""
    with pytest.raises(NoTournament, match="the worker tcp://there has another version"):
        _check({"tcp://here": digest(GAME), "tcp://there": "0" * 16}, GAME)
    with pytest.raises(NoTournament, match="no workers"):
        _check({}, GAME)


def test_nobody_at_the_address_is_one_line(capsys, monkeypatch):
    """Likewise for an invalid address."""

    def client(address, **_):
        raise OSError(address)

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=client))
    assert main(["arena", "random", "random", "--scheduler", "tcp://nowhere:1"]) == 2
    assert capsys.readouterr().err == (
        "pearlboard: no Dask scheduler answers at 'tcp://nowhere:1'; it is written like tcp://HOST:8786\n"
    )


def test_without_the_extra_the_error_says_what_to_install(capsys, monkeypatch):
    """One line, exit code 2."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["arena", "random", "random", "--scheduler", "tcp://somewhere:8786"]) == 2
    assert capsys.readouterr().err == "pearlboard: a scheduler needs an extra: pip install 'pearlboard[tournament]'\n"


def test_an_illegal_play_is_reported_from_another_process():
    """The error survives pickling."""
    import pickle

    error = pickle.loads(pickle.dumps(ForbiddenPlay("it was so")))
    assert str(error) == "it was so"
