"""What is played at a twin: each scene is a coroutine of a table, and says what picture, sentence and log must be.

Sentences are known by their names; what is seen is what shines beside the pieces.
"""

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

from pearlboard.drivers.protocols import Button, Lost
from pearlboard.games.perladora.rules.state import FARMS
from pearlboard.games.piratoons.package import PACKAGE as PIRATOONS
from pearlboard.games.registry import GAMES
from pearlboard.geometry import GRID
from pearlboard.recorder.blackbox import folder_of, whole
from pearlboard.recorder.playing_back import played_back
from pearlboard.session.questions import package_of
from support.perladora_table import flat
from support.quick_sand import QUICK
from twin.boards import HELD
from twin.eyes import around
from twin.table import Table

PEOPLE = [{"name": "Anna"}, {"name": "Ben"}]
WAYS = ("rest", "bounce", "slide", "half")
HOST_LOST_MS = 1_700
EVERY = 15
"""One light in so many is the board's own."""


# --- Perladöra --------------------------------------------------------------------------------------------------------


async def begin_perladora(table: Table, confirm: str = "button") -> None:
    """Two people, and a button that ends turns, or stillness."""
    await table.until(lambda screen: "set_up" in screen["can"], "the form")
    await table.ask("set_up", players=[{**each, "clan": None} for each in PEOPLE], confirm=confirm, hints="always")
    await table.until(lambda screen: any(act["name"] == "start" for act in screen["acts"]), "the start")
    await table.ask("start")
    await table.until(lambda screen: screen["stage"] == "playing" and flat(screen)["hints"] is not None, "a turn")


def open_places(table: Table) -> list[str]:
    """Where something may be laid now, as pages show it."""
    found = flat(table.screen)["hints"]
    return [*found["spaces"], *found["edges"]]


async def turn(table: Table, number: int) -> None:
    """A piece that is laid somehow, judged, seen, and counted when the button is pressed."""
    how, rng = WAYS[number % len(WAYS)], table.twin.rng
    await table.until(lambda screen: flat(screen)["hints"] is not None, "hints")
    name = rng.choice(open_places(table))
    if how == "half":
        await half_seated(table, name)
    else:
        await table.lay(name, how)
    await judged(table, name, "legal")
    await counted(table, name)


async def half_seated(table: Table, name: str) -> None:
    """A piece on the rim of its opening is not there, and nothing asks for it; then it is pushed home."""
    says, drafted = table.says, table.screen["verdict"]
    await table.lay(name, "half")
    await table.pass_time(150)
    if GRID.site(name) not in table.running.tabletop.place.reading.sites:
        assert (table.says, table.screen["verdict"]) == (says, drafted)
    await table.push_home(name)


async def judged(table: Table, name: str, verdict: str) -> None:
    """The page says what the piece is worth, and light beside it says so too."""
    await table.until(lambda screen: screen["verdict"] == verdict, f"{name} {verdict}")
    await table.calm()
    await table.see(around(name), f"light beside {name}, which is {verdict}", moving=verdict == "illegal")


async def counted(table: Table, *names: str) -> None:
    """The button ends the turn: one more action with these pieces, the next player, and a log that says so."""
    acts, mover = len(table.log), mover_of(table.screen)
    lines = table.screen["log"]
    await table.press()
    session = table.running.tabletop.session
    assert len(session.acts) == acts + 1
    assert set(map(str, package_of(session).effect(session.acts[-1].action).sites)) == set(names)
    await table.until(lambda screen: mover_of(screen) != mover, "the next player")
    await table.until(lambda screen: screen["log"] != lines, "a line of the log")
    await table.calm()
    await table.see(GRID.lights, "light after the turn")


def mover_of(screen) -> int | None:
    """Whose turn it is."""
    return next((each["seat"] for each in screen["match"]["players"] if each["to_move"]), None)


async def illegal(table: Table, number: int) -> None:
    """A Diver on a farm, where it lies on the mask; or a Pontoon besides a Diver. Neither counts, whoever presses."""
    if number == 0:
        wrong = str(min(place for place in FARMS if place not in table.lying))
        await table.lay(wrong)
    else:
        spaces, edges = (flat(table.screen)["hints"][kind] for kind in ("spaces", "edges"))
        await table.lay(table.twin.rng.choice(spaces))
        await table.until(lambda screen: screen["verdict"] == "legal", "the Diver")
        wrong = table.twin.rng.choice(edges)
        await table.lay(wrong)
    await judged(table, wrong, "illegal")
    version = table.running.tabletop.session.version
    begun = table.hold(Button.END_TURN)
    table.twin.magnets.press(begun + 90_000, 0)
    await table.pass_time(200)
    assert table.running.tabletop.session.version == version, "an illegal step has counted"
    assert table.screen["lift"], table.standing()
    for name in table.screen["lift"]:
        await table.lift(name)
    left = [str(site) for site in table.lying - table.now.board.table.expected]
    if number:
        await table.until(lambda screen: screen["verdict"] == "legal", "what is left")
    else:
        left = [table.twin.rng.choice(open_places(table))]
        await table.lay(*left)
    await counted(table, *left)


async def perladora(table: Table, turns: int) -> None:
    """Play turns, two of which begin with something illegal; a cable, a chip that starts again in mid-turn."""
    await begin_perladora(table)
    hardware = table.twin.hardware
    for number in range(turns):
        if number in (turns // 3, turns // 2):
            await illegal(table, int(number == turns // 2))
        elif number == 1:
            await cable(table, hardware.pull)
        elif number == turns * 5 // 8 and hasattr(hardware, "stall"):
            await cable(table, hardware.stall)
        elif number == turns * 3 // 4 and hasattr(hardware, "reset"):
            await reset(table)
        else:
            await turn(table, number)


async def still(table: Table) -> None:
    """A turn that counts by itself once nothing has moved for three seconds: the rim counts down meanwhile."""
    await begin_perladora(table, confirm="auto")
    place, acts = table.twin.rng.choice(flat(table.screen)["hints"]["spaces"]), len(table.log)
    await table.lay(place)
    await judged(table, place, "legal")
    begun = table.us
    await table.see(GRID.corners + GRID.spaces, "the countdown", moving=True)
    await table.when(lambda: len(table.log) > acts, "the turn")
    assert 2_500 <= (table.us - begun) / 1e3 <= 3_500, table.standing()
    await table.calm()


async def cable(table: Table, break_off) -> None:
    """Broken in the middle of a turn: the table says so, the board shows it by itself, and the turn goes on after.

    Meanwhile the piece is moved: what lies there when the board is back is the draft.
    """
    hardware = table.twin.hardware
    place, other = table.twin.rng.sample(flat(table.screen)["hints"]["spaces"], 2)
    await table.lay(place)
    await judged(table, place, "legal")
    version, pulled = table.running.tabletop.session.version, table.us
    break_off()
    await table.until(lambda screen: flat(screen)["hints"] is None, "the loss")
    assert table.now.stop is not None
    assert any(isinstance(event, Lost) for us, event in table.told if us >= pulled)
    await table.move(place, other, sensed=False)
    if hasattr(hardware, "reset"):
        await table.pass_time(HOST_LOST_MS)
        own = hardware.pictures[-1].rgb
        lit = [led for led in range(len(own) // 3) if any(own[3 * led : 3 * led + 3])]
        assert lit == list(range(EVERY // 2, len(own) // 3, EVERY)), lit
    else:
        await table.pass_time(300)
    hardware.put_back()
    await table.until(lambda screen: flat(screen)["hints"] is not None, "the board")
    table.pass_over_pictures()
    await judged(table, other, "legal")
    assert table.running.tabletop.session.version == version
    await counted(table, other)


async def reset(table: Table) -> None:
    """The chip starts again while a piece lies there and another comes: both are the turn when it is back."""
    edges = flat(table.screen)["hints"]["edges"]
    first = table.twin.rng.choice(edges)
    await table.lay(first)
    await judged(table, first, "legal")
    version, second = table.running.tabletop.session.version, second_line(table, first)
    table.twin.hardware.reset()
    await table.until(lambda screen: flat(screen)["hints"] is None, "the loss")
    assert table.now.stop is not None
    await table.lay(second, "slide", sensed=False)
    await table.until(lambda screen: flat(screen)["hints"] is not None, "the board")
    table.pass_over_pictures()
    assert table.running.tabletop.session.version == version
    await judged(table, second, "legal")
    await counted(table, first, second)


def second_line(table: Table, first: str) -> str:
    """Where a second Pontoon may lie: so far from the first that both together close nothing off."""
    here = GRID.site(first)
    found = [name for name in flat(table.screen)["hints"]["edges"] if name != first]
    return max(found, key=lambda name: (abs(GRID.site(name).first.column - here.first.column), name))


# --- the other games --------------------------------------------------------------------------------------------------


async def pearls(table: Table) -> None:
    """The puck goes down on a colour, the button takes it, and it must come up again; then the next one dives."""
    await table.until(lambda screen: "set_up" in screen["can"], "the form")
    await table.ask("set_up", game="pearls", players=PEOPLE, confirm="button", options={"hands": "open"})
    await table.until(lambda screen: screen["phase"] == "playing" and screen["game"].get("takes"), "the first turn")
    take = next(each["colour"] for each in table.screen["game"]["takes"] if each["why"] is None)
    slot = next(each["site"] for each in table.screen["game"]["display"] if each["colour"] == take)
    await table.lay(slot, "slide")
    await table.until(lambda screen: screen["verdict"] == "legal", "the take")
    assert table.says == "pearls_draft"
    await judged(table, slot, "legal")
    await table.press()
    assert table.log == ["Take"]
    await table.until(lambda screen: screen["lift"] == [slot], "come up for air")
    assert table.says == "pieces_to_lift"
    await table.calm()
    await table.see(around(slot), "the puck that must come up")
    await table.lift(slot)
    await table.until(lambda screen: not screen["lift"], "the puck is up")
    assert table.says == "pearls_turn_on_board"
    assert mover_of(table.screen) == 2
    await table.calm()


async def race(table: Table) -> None:
    """The guide's game whose pieces move: pawns are laid out, one steps, and is seen in the hand on its way."""
    await table.until(lambda screen: "set_up" in screen["can"], "the form")
    await table.ask("set_up", game="wallrace", players=PEOPLE, confirm="button")
    await table.until(lambda screen: len(screen["put"]) == 4, "the pawns")
    assert table.says == "owed_first"
    for name in sorted(table.screen["put"]):
        await table.lay(name)
    await table.until(lambda screen: not screen["put"], "the first turn")
    assert table.says == "wallrace_turn"
    await table.move("a2", "b2")
    await table.until(lambda screen: screen["verdict"] == "legal", "the step")
    assert table.says == "wallrace_stepped"
    await table.calm()
    acts = len(table.log)
    await table.press()
    assert table.log[acts:] == ["Step"]
    assert table.says == "wallrace_turn"
    await table.until(lambda screen: mover_of(screen) == 2, "the next player")
    await table.lay("g2-h2", "bounce")
    await table.until(lambda screen: screen["verdict"] == "legal", "the wall")
    await table.press()
    assert table.log[-1] == "Wall"
    await table.calm()


@contextlib.contextmanager
def quick_sand():
    """Piratoons with sand that runs through in half a second: fifteen would take the emulator minutes."""
    GAMES.add(QUICK)
    try:
        yield
    finally:
        GAMES.add(PIRATOONS)


CLOCKS_US = 2_500
"""How much later than it was a scan may seem to a host, which knows the board's clock by its messages alone."""
UNSEEN_US = (11_000, 28_000)
"""How long before its switch looks a piece lies there: less than from one look to the next."""


class Stops(list):
    """(ms from the sensor's output to the stop's contact, ms from the hand to the contact, whether it counted) each."""

    def told(self) -> str:
        """What was told apart, and what nobody can know: what hands did between two looks of a switch."""
        early = [f"{hand:.0f}" for _, hand, had in self if not had and hand >= 1]
        apart = min(abs(output) for output, *_ in self)
        told = f"{len(self)} stops told apart by the scans, outputs {apart:g} ms and more from the stop"
        if early:
            told += (
                f"; what lay there {', '.join(early)} ms before had not been looked at by its switch: it does not count"
            )
        return told


async def piratoons(table: Table, stops: Stops, apart_ms: Mapping[Callable, tuple[float, ...]]) -> None:
    """A crew's piece whose output changes so long before or after the stop: what counts is what the scans had.

    When a hand has laid it is something else: the switch looks later, and nobody knows how much. `apart_ms`: by the way
    in which stop is said, `by_button` or `by_page`.
    """
    table.crew = True
    for say_stop, after_ms in [(way, after_ms) for way, every in apart_ms.items() for after_ms in every]:
        await table.until(lambda screen: "set_up" in screen["can"], "the form")
        await table.ask("set_up", game="piratoons", players=PEOPLE, confirm="button")
        await table.until(lambda screen: screen["stage"].startswith("closed"), "the chest")
        await table.until(lambda screen: screen["acts"], "the lid")
        await table.ask("act", action=["open"], actor=table.screen["acts"][0]["actor"])
        await table.lay("a1", timed=False)
        await table.until(may_stop, "the sand is out")
        await table.calm()
        await stop(table, stops, after_ms, say_stop)
        for name in ("e1", "a1"):
            await table.lift(name, sensed=False)
        await table.rests()
        await table.ask("abandon")
        await table.until(lambda screen: screen["phase"] != "playing", "the end")


def may_stop(screen) -> bool:
    """Whether the page offers the stop."""
    return any(act["name"] == "stop" for act in screen["acts"])


async def by_button(table: Table, us: float) -> None:
    """The board's own button. It does not chatter: a contact that does has no one moment at which it was made."""
    table.twin.magnets.press(us, HELD[Button.END_TURN])
    table.twin.magnets.press(us + 150_000, 0)


async def by_page(table: Table, us: float) -> None:
    """A page, which the table hears at that moment."""
    await table.until_us(us)
    await table.ask("act", action=["stop", []], actor="table")


async def stop(table: Table, stops: Stops, after_ms: float, say_stop: Callable) -> None:
    """Lay a piece on e1, and say stop so long after its output will change (negative: before)."""
    magnets, site = table.twin.magnets, GRID.site("e1")
    output_us = magnets.next_look(magnets.switch_at(site), table.us + 80_000 + max(0.0, -after_ms) * 1e3)
    rests_us = output_us - table.twin.rng.uniform(*UNSEEN_US)
    table.lies("e1", "drop", rests_us)
    settled_us = output_us + after_ms * 1e3
    acts = len(table.log)
    await say_stop(table, settled_us)
    await table.when(lambda: len(table.log) > acts, "the stop")
    await table.when(lambda: site in magnets.on, "the output")
    changed = next(us for us, place, on in magnets.outputs if place == site and on and us >= rests_us - 1)
    scans = table.twin.hardware.scans
    await table.when(lambda: scans[-1] >= max(changed, settled_us), "the scan of both")
    seen_us, stop_us = (next(us for us in scans if us >= moment) for moment in (changed, settled_us))
    had = (2, 1) in table.running.tabletop.session.acts[-1].action.seen
    if say_stop is by_button:
        assert had == (seen_us <= stop_us), (after_ms, seen_us, stop_us)
    elif not 0 <= settled_us - seen_us < CLOCKS_US:
        assert had == (seen_us <= settled_us), (after_ms, seen_us, settled_us)
    stops.append((after_ms, (settled_us - rests_us) / 1e3, had))
    if not had:
        await table.until(lambda screen: screen["lift"] == ["e1"], "the late piece")
        assert table.says == "piratoons_late"
    await table.until(lambda screen: screen["stage"].startswith("count"), "the count")
    await table.calm()
    await table.see(GRID.lights, "the count")


# --- the black box ----------------------------------------------------------------------------------------------------


def replayed(store: Path) -> int:
    """Play the black box of these games back: all decisions came out the same; how many there were."""
    decisions, differences = played_back(whole(folder_of(store)).splitlines())
    assert not differences, differences
    return decisions
