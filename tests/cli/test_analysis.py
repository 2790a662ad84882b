"""`inspect`, `perft` and `replay` as scripts call them: what is printed where, and the exit codes."""

import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pearlboard.cli import main
from pearlboard.games.perladora.package import PACKAGE
from pearlboard.games.perladora.rules.notation import position_to_json
from pearlboard.games.registry import GAMES
from support.perladora_boards import document, few_left

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "tests" / "conformance" / "games.jsonl"


@pytest.fixture
def opening(tmp_path):
    path = tmp_path / "opening.json"
    path.write_text(json.dumps(document()), encoding="utf-8")
    return path


def record(*turns, start=None):
    return {
        "start": start or document(),
        "turns": [{"seat": seat, "power": power, "main": main} for seat, power, main in turns],
    }


def written(tmp_path, told, name="record.json"):
    path = tmp_path / name
    path.write_text(told if isinstance(told, str) else json.dumps(told), encoding="utf-8")
    return path


def given_input(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def refused(capsys, *arguments):
    """The one line on standard error of a command that is refused."""
    assert main([str(argument) for argument in arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.endswith("\n")
    assert printed.err.count("\n") == 1
    return printed.err.rstrip("\n")


def test_inspect_prints_one_object(capsys, opening):
    """With the keys of the promise, and nothing on standard error."""
    assert main(["inspect", str(opening)]) == 0
    printed = capsys.readouterr()
    answer = json.loads(printed.out)
    assert list(answer) == [
        "legal_pontoons",
        "legal_spaces",
        "turns",
        "territories",
        "pearls",
        "clusters",
        "winners",
        "over",
    ]
    assert (len(answer["legal_pontoons"]), len(answer["legal_spaces"]), answer["turns"]) == (67, 32, 2434)
    assert list(answer["territories"][0]) == [
        "spaces",
        "pearls",
        "full",
        "divisible",
        "totals",
        "winners",
        "share",
        "discarded",
        "unclaimed",
        "by_backup",
    ]
    assert printed.err == ""


def test_inspect_reads_standard_input(capsys, monkeypatch):
    """A dash stands for it."""
    given_input(monkeypatch, json.dumps(document(done=[True, True])))
    assert main(["inspect", "-"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["over"]
    assert answer["turns"] == 0


def test_a_seat_without_a_turn_is_told_as_it_is(capsys, tmp_path):
    """No turns, and yet not over: the position is between two turns."""
    path = written(tmp_path, position_to_json(few_left(0, hands=[{}, {"1": 1}])))
    assert main(["inspect", str(path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["turns"], answer["over"], answer["legal_pontoons"]) == (0, False, [])


@pytest.mark.parametrize(("depth", "turns"), [("0", 1), ("1", 2434), ("2", 5581452)])
def test_perft_counts(capsys, opening, depth, turns):
    """Depth and count, nothing else."""
    assert main(["perft", str(opening), "--depth", depth]) == 0
    assert json.loads(capsys.readouterr().out) == {"depth": int(depth), "turns": turns}


@pytest.mark.parametrize("depth", ["-1", "x", "1.5", "", "１", "1_0", "9" * 30])
def test_a_depth_is_a_whole_number_from_zero(capsys, opening, depth):
    """Anything else is refused on one line."""
    with pytest.raises(SystemExit) as caught:
        main(["perft", str(opening), f"--depth={depth}"])
    assert caught.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "--depth" in printed.err


def test_replay_plays_to_the_end(capsys, tmp_path):
    """A whole game of the sample."""
    case = json.loads(SAMPLE.read_text(encoding="utf-8").splitlines()[0])
    path = written(tmp_path, {"start": case["start"], "turns": case["turns"]})
    assert main(["replay", str(path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["position", "over", "pearls", "clusters", "winners"]
    assert answer["over"]
    assert answer["pearls"] == case["expect"]["pearls"]


def test_the_final_position_of_a_replay_can_be_inspected(capsys, tmp_path):
    """What one command prints the other reads."""
    path = written(tmp_path, record((1, None, [["diver", "c3", 5]]), (2, None, [["pontoon", "b1-c1"]])))
    assert main(["replay", str(path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["over"] is False
    path = written(tmp_path, answer["position"])
    assert main(["inspect", str(path)]) == 0
    again = json.loads(capsys.readouterr().out)
    assert {key: again[key] for key in ("pearls", "clusters", "winners")} == {
        key: answer[key] for key in ("pearls", "clusters", "winners")
    }


def test_an_illegal_turn_is_told_by_number_seat_rule_and_sentence(capsys, tmp_path):
    """The numbers count from 1, the place in the file from 0."""
    path = written(tmp_path, record((1, None, [["pontoon", "a1-b1"]]), (2, None, [["pontoon", "a1-a2"]])))
    assert refused(capsys, "replay", path) == (
        f"{path}: turns[1]: turn 2, seat 2: territory_too_small: A Pontoon between a1 and a2 would close off a "
        "single space. A territory has at least four."
    )


def test_a_seat_out_of_turn_is_told_whose_turn_it_is(capsys, tmp_path):
    """Seats have no names here."""
    path = written(tmp_path, record((2, None, [["pontoon", "a1-b1"]])))
    assert "turn 1, seat 2: not_your_turn: It is seat 1’s turn, not seat 2’s." in refused(capsys, "replay", path)


@pytest.mark.parametrize("command", [["inspect"], ["replay"], ["perft", "--depth", "1"]])
def test_what_cannot_be_read_is_told_with_its_file(capsys, tmp_path, command):
    """A missing file, a folder, an empty file, bytes that are no text: one line each."""
    missing = tmp_path / "missing.json"
    assert "No such file" in refused(capsys, *command, missing)
    assert refused(capsys, *command, tmp_path).startswith(f"{tmp_path}: it cannot be read: Is a directory")
    assert refused(capsys, *command, written(tmp_path, "", "empty.json")).endswith("empty.json: there is nothing in it")
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"\xff")
    assert refused(capsys, *command, broken) == f"{broken}: line 1: byte 0xff is no UTF-8; save the file in UTF-8"
    strange = written(tmp_path, "{", "a\nb.json")
    assert "a\\nb.json: line 1" in refused(capsys, *command, strange)


def test_a_bad_place_is_named(capsys, monkeypatch):
    """File, place, and what is wrong; a dash for standard input."""
    told = document()
    told["hands"][1]["3"] = -1
    given_input(monkeypatch, json.dumps(told))
    assert refused(capsys, "inspect", "-") == "-: hands[1].3: this must be a whole number from 0 to 16, not -1"


def test_lines_answer_one_by_one_and_go_on_after_an_error(capsys, monkeypatch):
    """Blank lines are skipped; the line of an error counts them."""
    good, bad = json.dumps(document()), '{"players": 2, "players": 2}'
    given_input(monkeypatch, f"{good}\n\n{bad}\r\n   \n{good}")
    assert main(["inspect", "-", "--lines"]) == 2
    printed = capsys.readouterr()
    answers = [json.loads(line) for line in printed.out.splitlines()]
    assert [answer.get("turns") for answer in answers] == [2434, None, 2434]
    assert answers[1] == {"error": "line 3: the key 'players' is given twice"}
    assert printed.err == "-: 1 of 3 documents were refused\n"


def test_lines_without_errors_exit_with_nothing_on_standard_error(capsys, tmp_path):
    """Also when there is not a single one."""
    path = written(tmp_path, json.dumps(document()) + "\n" + json.dumps(document(players=3)))
    assert main(["perft", str(path), "--depth", "1", "--lines"]) == 0
    printed = capsys.readouterr()
    assert printed.out == '{"depth": 1, "turns": 2434}\n{"depth": 1, "turns": 2402}\n'
    assert printed.err == ""
    assert main(["replay", str(written(tmp_path, "\n\n")), "--lines"]) == 0
    assert capsys.readouterr().out == ""


def test_lines_of_records_tell_the_illegal_turn(capsys, tmp_path):
    """In the error of its line."""
    bad = record((1, None, []))
    path = written(tmp_path, json.dumps(bad) + "\n" + json.dumps(record()))
    assert main(["replay", str(path), "--lines"]) == 2
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["error"].startswith("line 1: turns[0]: turn 1, seat 1: nothing_done: ")
    assert second["over"] is False


# --- as a process ------------------------------------------------------------------------------------------------


def process(*arguments, **options):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "controller")}
    return subprocess.Popen([sys.executable, "-m", "pearlboard", *arguments], env=environment, **options)


def test_answers_stream_while_input_is_still_open():
    """A program that asks line by line gets its answer before it says the next."""
    with process("inspect", "-", "--lines", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        for _ in range(2):
            running.stdin.write(json.dumps(document()).encode() + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["turns"] == 2434
        running.stdin.close()
        assert running.wait() == 0


def test_a_reader_that_goes_away_causes_no_traceback(tmp_path):
    """As `head` does."""
    path = written(tmp_path, (json.dumps(document()) + "\n") * 300)
    with process("inspect", str(path), "--lines", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_told_on_one_line(opening):
    """Not by a traceback when the program ends."""
    with (
        Path("/dev/full").open("wb") as full,
        process("inspect", str(opening), stdout=full, stderr=subprocess.PIPE) as running,
    ):
        assert running.stderr.read() == b"pearlboard: No space left on device\n"
        assert running.wait() == 1


def closing(stream, *arguments):
    """The exit code and what is said by a command that a shell starts with this stream closed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "controller")}
    ended = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m pearlboard "$@" {stream}>&-', sys.executable, *arguments],
        env=environment,
        capture_output=True,
        check=False,
    )
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


@pytest.mark.parametrize("options", [[], ["--lines"]])
def test_a_closed_standard_input_is_a_file_that_cannot_be_read(options):
    """Not a traceback, and not an empty file."""
    assert closing(0, "inspect", "-", *options) == (2, "", "-: it cannot be read: it is closed\n")


@pytest.mark.parametrize("options", [[], ["--lines"]])
def test_a_closed_standard_output_is_told_on_one_line(opening, options):
    """As a full disk is."""
    assert closing(1, "inspect", str(opening), *options) == (1, "", "pearlboard: not writable\n")


def test_with_standard_error_closed_the_exit_code_still_tells(opening, tmp_path):
    """What is good is answered, and what is refused prints nothing."""
    code, answer, _ = closing(2, "inspect", str(opening))
    assert (code, json.loads(answer)["turns"]) == (0, 2434)
    assert closing(2, "inspect", str(tmp_path / "missing.json")) == (2, "", "")


def test_without_a_command_one_line_says_so(capsys):
    """`--help` has the rest."""
    with pytest.raises(SystemExit) as caught:
        main([])
    assert caught.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


# --- of which game -----------------------------------------------------------------------------------------------


def printed(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_document_may_name_its_game(capsys, tmp_path, opening):
    """It says nothing else than one that names none."""
    named = written(tmp_path, {"game": "perladora", **document()}, "named.json")
    assert printed(capsys, "inspect", named) == printed(capsys, "inspect", opening)
    told = record((1, None, [["diver", "a1", 1]]))
    named = written(tmp_path, {**told, "game": "perladora"}, "named.json")
    assert printed(capsys, "replay", named) == printed(capsys, "replay", written(tmp_path, told))


@pytest.mark.parametrize("command", [["inspect"], ["perft", "--depth", "1"], ["replay"]])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("chess", "The game chess is not installed here."),
        ("silent", "silent reads no documents: its package has no `files`"),
        ("che\nss\u202e", "The game che\\nss\\u202e is not installed here."),
        ("c" * 500, f"The game {'c' * 40}... is not installed here."),
    ],
)
def test_a_document_of_a_game_that_reads_none_is_refused_in_one_line(capsys, tmp_path, command, name, words):
    """With the place, and what is the matter."""
    GAMES.add(replace(PACKAGE, name="silent", files=None))
    path = written(tmp_path, {"game": name, **document()})
    try:
        assert refused(capsys, *command, path) == f"{path}: game: {words}"
    finally:
        GAMES.remove("silent")


@pytest.mark.parametrize(
    "told",
    [{**document(), "note": {"game": "chess"}}, {**document(), "game": 5}, {**document(), "game": None}, ["game"]],
)
def test_what_only_looks_like_a_game_is_refused_as_ever(capsys, tmp_path, told):
    """By the first game, which knows what its documents are."""
    words = refused(capsys, "inspect", written(tmp_path, told))
    assert "this must be an object" in words or "there is no key" in words


def test_lines_are_each_of_their_own_game(capsys, tmp_path):
    """One that is not there is no reason not to answer the others."""
    lines = [document(), {"game": "chess"}, {"game": "perladora", **document()}]
    path = written(tmp_path, "".join(json.dumps(line) + "\n" for line in lines))
    assert main(["inspect", "--lines", str(path)]) == 2
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == third
    assert second == {"error": "line 2: game: The game chess is not installed here."}
