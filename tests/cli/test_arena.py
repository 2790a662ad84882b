"""`pearlboard arena` as scripts call it: what is printed where, and the exit codes."""

import json
import signal
import subprocess
import sys

import pytest

from pearlboard.cli import main
from pearlboard.cli.arena import progress
from pearlboard.computers.arena.match import Game
from pearlboard.computers.arena.tally import Tally

pytestmark = pytest.mark.slow


def arena(capsys, *arguments):
    assert main(["arena", *arguments]) == 0
    return capsys.readouterr()


def refused(capsys, *arguments):
    """The one line of a command that is refused."""
    try:
        code = main(["arena", *arguments])
    except SystemExit as error:
        code = error.code
    printed = capsys.readouterr()
    assert (code, printed.out) == (2, "")
    assert printed.err.count("\n") == 1
    return printed.err.rstrip("\n")


def test_json_is_exactly_one_line(capsys):
    """With all that is promised; how it went stands on standard error."""
    printed = arena(capsys, "random", "greedy", "--games", "2", "--json", "--jobs", "1")
    assert printed.out.count("\n") == 1
    told = json.loads(printed.out)
    assert list(told) == [
        "a",
        "b",
        "games",
        "score",
        "interval",
        "elo",
        "elo_interval",
        "won",
        "drawn",
        "lost",
        "game",
        "players",
        "variant",
        "seed",
        "simulations",
        "thinking_ms",
        "games_per_s",
    ]
    assert (told["a"], told["b"], told["games"], told["simulations"]) == ("random", "greedy", 2, [0, 0])
    low, high = told["interval"]
    assert 0 <= low <= told["score"] <= high <= 1
    assert told["elo"] < 0
    assert "2/2" in printed.err


def test_without_json_it_is_a_sentence(capsys):
    """For people."""
    printed = arena(capsys, "random", "random", "--games", "4", "--jobs", "1")
    assert printed.out.startswith("random against random, 4 games: 50.0% [15.0%, 85.0%], Elo +0 [-301, +301], won ")


def test_games_are_made_up_to_whole_rounds(capsys):
    """So that nobody has the better seats."""
    for players, games in (("2", 4), ("3", 6), ("4", 4)):
        told = json.loads(
            arena(capsys, "random", "random", "--games", "3", "--players", players, "--json", "--jobs", "1").out
        )
        assert (told["games"], told["score"]) == (games, 0.5)


def test_simulations_are_for_all_that_simulate(capsys):
    """Unless a name says its own number."""
    told = json.loads(arena(capsys, "easy", "flat:7", "--sims", "5", "--games", "2", "--json", "--jobs", "1").out)
    assert told["simulations"] == [5, 7]


def test_the_rule_set_is_told(capsys):
    """Game, players, and what the set-up form would say."""
    told = json.loads(
        arena(
            capsys,
            "random",
            "random",
            "--games",
            "2",
            "--players",
            "4",
            "--variant",
            "advanced",
            "--variant",
            "edition=fr",
            "--seed",
            "9",
            "--json",
            "--jobs",
            "1",
        ).out
    )
    assert (told["game"], told["players"], told["seed"]) == ("perladora", 4, 9)
    assert told["variant"] == {"advanced": True, "edition": "fr"}


def test_a_match_goes_on_where_it_stopped(capsys, tmp_path):
    """More games of the same; nothing is played twice, and the end is as if it had never stopped."""
    file = tmp_path / "match.jsonl"
    same = ("random", "greedy", "--json", "--jobs", "1")
    arena(capsys, *same, "--games", "2", "--resume", str(file))
    first = file.read_bytes()
    resumed = json.loads(arena(capsys, *same, "--games", "4", "--resume", str(file)).out)
    assert file.read_bytes().startswith(first)
    again = arena(capsys, *same, "--games", "4", "--resume", str(file))
    at_once = json.loads(arena(capsys, *same, "--games", "4").out)
    assert json.loads(again.out)["games_per_s"] is None
    assert again.err == ""
    for told in (json.loads(again.out), resumed, at_once):
        assert {**told, "thinking_ms": 0, "games_per_s": 0} == {**at_once, "thinking_ms": 0, "games_per_s": 0}


def test_fewer_games_than_the_file_holds_are_the_first_of_them(capsys, tmp_path):
    """The same that the same command without a file would have played."""
    file = tmp_path / "match.jsonl"
    arena(capsys, "random", "random", "--games", "6", "--resume", str(file))
    told = json.loads(arena(capsys, "random", "random", "--games", "2", "--resume", str(file), "--json").out)
    assert told["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("random", "deep"), "no player is called 'deep'; there are random, greedy"),
        (("random:0", "random"), "random:0: '0' is not a whole number from 1"),
        (("random:x", "random"), "random:x: 'x' is not a whole number"),
        (("random", "random", "--games", "0"), "'0' is not a whole number from 1"),
        (("random", "random", "--games", "many"), "'many' is not a whole number"),
        (("random", "random", "--sims", "-3"), "'-3' is not a whole number"),
        (("random", "random", "--jobs", "0"), "'0' is not a whole number"),
        (("random", "random", "--seed", "1.5"), "'1.5' is not a whole number"),
        (("random", "random", "--players", "5"), "perladora is for 2 to 4 players, not 5"),
        (("random", "random", "--players", "1"), "argument --players: invalid choice: "),
        (("random", "random", "--variant", "edition=de"), "edition: must be en, fr, not 'de'"),
        (("random", "random", "--variant", "quick"), "there is no 'quick'; there is "),
        (("random", "random", "--game", "chess"), "The game chess is not installed here."),
        (("random", "easy", "--equal-time"), "random does not"),
        (("random",), "required: B"),
    ],
)
def test_what_cannot_be_played_is_one_line(capsys, arguments, words):
    """And exit code 2."""
    assert words in refused(capsys, *arguments)


def test_a_file_that_cannot_be_used_is_one_line(capsys, tmp_path):
    """Another match, a folder, a folder that is not there."""
    file = tmp_path / "match.jsonl"
    arena(capsys, "random", "random", "--games", "2", "--resume", str(file))
    assert "it holds another match" in refused(capsys, "random", "greedy", "--resume", str(file))
    assert "it cannot be used: Is a directory" in refused(capsys, "random", "random", "--resume", str(tmp_path))
    assert "No such file" in refused(capsys, "random", "random", "--resume", str(tmp_path / "no" / "match.jsonl"))


def test_progress_tells_how_far_and_how_long_still():
    """On one line."""
    tally = Tally().with_games([Game("ab", 1.0, (21, 19), (9, 9), (5, 5))] * 10)
    assert progress(tally, 40, 0.25) == (
        "[######..................] 10/40  100.0% [72.2%, 100.0%]  0.25 games/s  2:00 left"
    )


@pytest.fixture
def _can_be_interrupted():
    """What tests start in the background ignores Ctrl-C, unless whoever starts it does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_can_be_interrupted")
def test_interrupted_it_ends_with_all_its_processes_and_keeps_what_is_finished(tmp_path):
    """Exit code 130, no traceback, nobody left who holds its standard error; finished rounds are on disk."""
    file = tmp_path / "match.jsonl"
    command = [
        sys.executable,
        "-m",
        "pearlboard",
        "arena",
        "greedy",
        "random",
        "--games",
        "40",
        "--jobs",
        "2",
        "--resume",
        str(file),
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert "/40" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        assert process.wait(60) == 130
    assert "Traceback" not in rest
    kept = file.read_bytes().splitlines()
    assert 3 <= len(kept) < 21
    assert all(len(json.loads(each)["games"]) == 2 for each in kept[1:])
