"""A house for whoever wants to see one: `make house`, with a browser at the addresses that it prints.

A real PostgreSQL, a real Mosquitto, a hub, and five tables with simulated boards, at which ten people play a small
tournament of Perladöra by chance. All of it is gone in the end; Ctrl-C ends it sooner. On Debian it needs
`apt install postgresql mosquitto`.
"""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1] / each) for each in ("controller", "tests")]

from e2e.hurrying import Hurry  # noqa: E402 - found by the line above
from e2e.serving import ServedTable  # noqa: E402
from support.contests import Club  # noqa: E402
from support.house import HubProcess  # noqa: E402
from support.mosquitto import broker  # noqa: E402
from support.postgres import postgres  # noqa: E402
from support.serving import free_port  # noqa: E402

TABLES = ("Garden", "Kitchen", "Library", "Terrace", "Window")
PEOPLE = ("Anna", "Ben", "Cleo", "Daniel", "Emil", "Frida", "Greta", "Hugo", "Ida", "Jakob")
SEATS = 2
SETTINGS = """
[club]
hub = "127.0.0.1:{hub}"
code = "{code}"
names = "on"

[home]
broker = "127.0.0.1"
port = {broker}
"""


class Watched(Hurry):
    """A game at a pace that can be watched."""

    pause_s = 0.0

    def turn(self, screen: dict[str, Any]) -> None:
        """A turn, after a while."""
        time.sleep(self.pause_s)
        super().turn(screen)


def play(table: ServedTable, names: tuple[str, ...], chance: random.Random, pause_s: float) -> None:
    """A game from the first turn to its result."""
    table.clear()
    table.ask("set_up", hints="always", players=[{"name": name} for name in names])
    table.until(lambda screen: "being read" not in screen["sentence"])
    table.ask("start")
    game = Watched(table, chance, SEATS, {})
    game.pause_s = pause_s
    game.to_the_reveal()
    while (screen := table.screen())["stage"] == "reveal":
        table.ask("agree")
    for index in range(1, screen["game"]["count"]["of"]):
        table.ask("count_show", index=index)
    table.ask("counted")


def say(text: str) -> None:
    """A line for whoever watches."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


async def tournament(club: Club, tables: dict[str, ServedTable], rounds: int, pause_s: float) -> str:
    """All rounds, one after the other, each at all tables at once; the standings as CSV."""
    people = PEOPLE[: SEATS * len(tables)]
    await club.add(*people)
    where = await club.make("Autumn cup", people, game="Perladora", system="swiss", rounds=str(rounds))
    for at in range(1, rounds + 1):
        await club.draw(where, at)
        drawn = await club.open(where)
        say(f"Round {at} of {rounds}: " + "; ".join(f"{table}: {' and '.join(names)}" for table, names in drawn))
        games = [
            asyncio.to_thread(play, tables[table], names, random.Random(f"{at} {table}"), pause_s)
            for table, names in drawn
        ]
        await asyncio.gather(*games)
        while await club.open(where):  # noqa: ASYNC110 - until the tables have told how it ended
            await asyncio.sleep(0.2)
    _, _, sheet = await club.running.get(f"{where.removeprefix('/house')}/standings.csv")
    return str(sheet).removeprefix("\ufeff")


async def evening(chosen: argparse.Namespace, stack: ExitStack) -> None:
    """A house, until its tournament is over and whoever watches has seen enough."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    (folder / "broker").mkdir()
    database = stack.enter_context(postgres()).database()
    mqtt = stack.enter_context(broker(folder / "broker"))
    hub = HubProcess(database, chosen.port or free_port(), "--broker", f"mqtt://127.0.0.1:{mqtt.port}").start()
    stack.callback(hub.kill)
    say(hub.said)
    tables = {name: ServedTable(folder / name) for name in TABLES[: chosen.tables] if not (folder / name).mkdir()}
    for name, table in tables.items():
        with (folder / name / "table.toml").open("a", encoding="utf-8") as file:
            file.write(f'name = "{name}"\n' + SETTINGS.format(hub=hub.port, broker=mqtt.port, code=await hub.code()))
        stack.callback(table.stop)
        await asyncio.to_thread(table.start)
        say(f"{name}: {table.address}/")
    say(f"The tournament is over.\n{await tournament(Club(hub.owner), tables, chosen.rounds, chosen.pause)}")
    if sys.stdin.isatty():
        await asyncio.to_thread(input, "Press Enter to end all. ")


def main() -> int:
    """Run a house."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=len(TABLES), choices=range(2, len(TABLES) + 1))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds before each turn")
    parser.add_argument("--port", type=int, help="the hub's; by default any that is free")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # all of it ends in order
    with suppress(KeyboardInterrupt), ExitStack() as stack:
        asyncio.run(evening(parser.parse_args(), stack))
    return 0


if __name__ == "__main__":
    sys.exit(main())
