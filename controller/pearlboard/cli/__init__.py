"""The command line: a table of commands. Each imports its modules when it runs, so that no command waits for another's.

Exit codes: 0, done; 2, refused, with one line on standard error; 3, done, and the build may not go on; 1, the output
could not be written, or a game breaks a law; 130, interrupted.
"""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from pearlboard import __version__
from pearlboard.errors import PearlboardError


@dataclass(frozen=True, slots=True)
class Command:
    """The command `pearlboard NAME`. `arguments` is called only for the command that runs."""

    name: str
    summary: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


class _Parser(ArgumentParser):
    """Reports a usage error on one line; the whole usage is there for `--help`."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    _stand_in_for_closed_streams()
    parser = _Parser(prog="pearlboard", description="A table that knows the rules of the games played on it.")
    parser.add_argument("--version", action="version", version=f"pearlboard {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    words = sys.argv[1:] if argv is None else argv
    for command in COMMANDS:
        command_parser = commands.add_parser(command.name, help=command.summary, description=command.summary)
        if command.name in words[:1]:
            command.arguments(command_parser)
            command_parser.set_defaults(run=command.run)
    options = parser.parse_args(words)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except PearlboardError as error:
        sys.stderr.write(f"pearlboard: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _give_up_output()
        return 1
    except OSError as error:
        _give_up_output()
        where = "" if error.filename is None else f"{error.filename}: "
        sys.stderr.write(f"pearlboard: {where}{error.strerror or error}\n")
        return 1
    return code


def _stand_in_for_closed_streams() -> None:
    """Replace standard streams that were closed before the start, which Python gives as None.

    The replacements raise `OSError` like any other stream, and keep their file numbers from being reused.
    """
    nothing = Path(os.devnull)
    if sys.stdin is None:
        sys.stdin = nothing.open("w", encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = nothing.open(encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = nothing.open("w", encoding="utf-8")


def _give_up_output() -> None:
    """Drop buffered output: the reader has gone, as `head` does, or the disk is full, and a retry would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# --- the commands ------------------------------------------------------------------------------------------------


def _one_file(name: str) -> Callable[[ArgumentParser], None]:
    def arguments(parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar=name, help="a file, or - for standard input")
        parser.add_argument(
            "--lines", action="store_true", help="read one JSON document per line and print one result per line"
        )

    return arguments


def _perft_arguments(parser: ArgumentParser) -> None:
    _one_file("POSITION")(parser)
    parser.add_argument("--depth", type=_depth, required=True, metavar="N", help="how many turns, from 0")


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ArgumentTypeError(f"{text!r} is not a whole number from 0 to 999999999")
    return int(text)


def _inspect(options: Namespace) -> int:
    from pearlboard.cli import analysis  # noqa: PLC0415 - see the law above; so in every command

    return analysis.run(analysis.inspect, options.file, lines=options.lines)


def _perft(options: Namespace) -> int:
    from pearlboard.cli import analysis  # noqa: PLC0415

    return analysis.run(analysis.perft_of(options.depth), options.file, lines=options.lines)


def _replay(options: Namespace) -> int:
    from pearlboard.cli import analysis  # noqa: PLC0415

    return analysis.run(analysis.replay, options.file, lines=options.lines)


def _table_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--config", metavar="FILE", help="the settings, in TOML (default: what PEARLBOARD_CONFIG names)"
    )
    parser.add_argument("--board", metavar="NAME", help="which board; `simulated` needs no hardware")
    parser.add_argument("--serial", metavar="PORT", help="where the Pico is, for `rp2040` (default: it is found)")
    parser.add_argument("--host", metavar="ADDRESS", help="where to listen (default: on every address)")
    parser.add_argument("--port", type=int, metavar="N", help="on which port (default 8000; 0 takes a free one)")
    parser.add_argument("--store", metavar="FILE", help="the database of the games")
    parser.add_argument("--no-browser", action="store_true", help="do not open the page here")
    parser.add_argument(
        "--log-level",
        metavar="LEVEL",
        default="info",
        help="what is logged: debug, info, warning or error (default: %(default)s)",
    )


def _serve(options: Namespace) -> int:
    from pearlboard.cli import serving  # noqa: PLC0415

    return serving.run(options)


def _play(options: Namespace) -> int:
    from pearlboard.cli import serving  # noqa: PLC0415

    return serving.play(options)


def _doctor_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--config", metavar="FILE", help="the settings, in TOML (default: what PEARLBOARD_CONFIG names)"
    )


def _doctor(options: Namespace) -> int:
    from pearlboard.cli import caring  # noqa: PLC0415

    return caring.doctor(options)


def _bundle_arguments(parser: ArgumentParser) -> None:
    _doctor_arguments(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default="pearlboard-support.tar.gz",
        help="where to write it (default: %(default)s)",
    )


def _support_bundle(options: Namespace) -> int:
    from pearlboard.cli import caring  # noqa: PLC0415

    return caring.support_bundle(options)


def _backup_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import keeping  # noqa: PLC0415

    keeping.backup_arguments(parser)


def _backup(options: Namespace) -> int:
    from pearlboard.cli import keeping  # noqa: PLC0415

    return keeping.backup(options)


def _restore_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import keeping  # noqa: PLC0415

    keeping.restore_arguments(parser)


def _restore(options: Namespace) -> int:
    from pearlboard.cli import keeping  # noqa: PLC0415

    return keeping.restore_backup(options)


def _verify_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import keeping  # noqa: PLC0415

    keeping.verify_arguments(parser)


def _verify(options: Namespace) -> int:
    from pearlboard.cli import keeping  # noqa: PLC0415

    return keeping.verify(options)


def _operator_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import operating  # noqa: PLC0415

    operating.arguments(parser)


def _operator(options: Namespace) -> int:
    from pearlboard.cli import operating  # noqa: PLC0415

    return operating.run(options)


def _update_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import updating  # noqa: PLC0415

    updating.arguments(parser)


def _console_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import console  # noqa: PLC0415

    console.arguments(parser)


def _console(options: Namespace) -> int:
    from pearlboard.cli import console  # noqa: PLC0415

    return console.run(options)


def _update(options: Namespace) -> int:
    from pearlboard.cli import updating  # noqa: PLC0415

    return updating.run(options)


def _blackbox_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import blackbox  # noqa: PLC0415

    blackbox.arguments(parser)


def _blackbox(options: Namespace) -> int:
    from pearlboard.cli import blackbox  # noqa: PLC0415

    return blackbox.run(options)


def _flash_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import flash  # noqa: PLC0415

    flash.arguments(parser)


def _flash(options: Namespace) -> int:
    from pearlboard.cli import flash  # noqa: PLC0415

    return flash.run(options)


def _wiring_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import wiring  # noqa: PLC0415

    wiring.arguments(parser)


def _wiring(options: Namespace) -> int:
    from pearlboard.cli import wiring  # noqa: PLC0415

    return wiring.run(options)


def _arena_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import arena  # noqa: PLC0415

    arena.arguments(parser)


def _arena(options: Namespace) -> int:
    from pearlboard.cli import arena  # noqa: PLC0415

    return arena.run(options)


def _check_game_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import checking  # noqa: PLC0415

    checking.arguments(parser)


def _check_game(options: Namespace) -> int:
    from pearlboard.cli import checking  # noqa: PLC0415

    return checking.run(options)


def _hub_arguments(parser: ArgumentParser) -> None:
    from pearlboard.cli import hosting  # noqa: PLC0415

    hosting.arguments(parser)


def _hub(options: Namespace) -> int:
    from pearlboard.cli import hosting  # noqa: PLC0415

    return hosting.run(options)


COMMANDS: Final = (
    Command("play", "Play on the simulated board: serve --board simulated.", _table_arguments, _play),
    Command("serve", "Run the table and serve its pages.", _table_arguments, _serve),
    Command(
        "wiring",
        "Test the board on the bench: find out how it is wired, see every sensor and every light.",
        _wiring_arguments,
        _wiring,
    ),
    Command(
        "console",
        "Show on a screen at the machine how to get to the table running there.",
        _console_arguments,
        _console,
    ),
    Command("hub", "Run the hub of a cafe or a club, to which its tables tell what is played.", _hub_arguments, _hub),
    Command("flash", "Put the firmware on a Pico.", _flash_arguments, _flash),
    Command(
        "doctor",
        "Check board, drivers, wiring, power, disk, database and network; say what to do.",
        _doctor_arguments,
        _doctor,
    ),
    Command("backup", "Copy the games, even while the table is running.", _backup_arguments, _backup),
    Command("restore", "Replace the games with a backup; what was there is kept.", _restore_arguments, _restore),
    Command(
        "verify", "Read all the games, or a whole backup: is every fact as it was written?", _verify_arguments, _verify
    ),
    Command("operator", "Choose the password of the operator's page.", _operator_arguments, _operator),
    Command(
        "update",
        "Say which version is running, and how to update it; on a card, update it.",
        _update_arguments,
        _update,
    ),
    Command(
        "support-bundle",
        "Write an archive without secrets for people who help; nothing is sent.",
        _bundle_arguments,
        _support_bundle,
    ),
    Command(
        "blackbox",
        "Export the table's last hour without secrets, or replay such an hour on the simulated board.",
        _blackbox_arguments,
        _blackbox,
    ),
    Command(
        "inspect",
        "Score a position as if the game ended now, and list what is open to the player to move.",
        _one_file("POSITION"),
        _inspect,
    ),
    Command("perft", "Count the sequences of exactly N whole turns.", _perft_arguments, _perft),
    Command("replay", "Play a record through the rules.", _one_file("RECORD"), _replay),
    Command(
        "arena",
        "Let two computer players play a match; say who is stronger, and how sure that is.",
        _arena_arguments,
        _arena,
    ),
    Command(
        "check-game",
        "Check whether a game keeps the laws that every game must keep.",
        _check_game_arguments,
        _check_game,
    ),
)
