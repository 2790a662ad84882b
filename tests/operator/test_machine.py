"""The switch of the machine: who may press it, what is asked of the system, and never by accident in a game."""

import asyncio
import json
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from pearlboard.diagnostics.processes import output_of
from pearlboard.operator.deeds import Anew, Operating
from pearlboard.operator.machine import MAY, Machine
from pearlboard.screens.catalogues import catalogues
from pearlboard.session.state import Refused
from pearlboard.web.port import Operated
from support.fuzzing import AnyTable

RULES = Path(__file__).parents[2] / "systemd" / "50-pearlboard.rules"


class System:
    """Stands in for logind: `may` is what it says of switching off; `asked` is all that it was asked."""

    def __init__(self, may='s "yes"\n', error=None):
        self.may, self.error, self.asked = may, error, []

    async def run(self, command):
        self.asked.append(tuple(command))
        if self.error and (command != MAY or self.may is None):
            raise self.error
        return self.may if command == MAY else ""

    @property
    def deeds(self):
        return [command for command in self.asked if command != MAY]


def hindrance(machine):
    why = asyncio.run(machine.hindrance())
    return None if why is None else why.name


def test_a_service_asks_the_system_and_waits_for_no_password():
    """Off, and off and on again."""
    system = System()
    machine = Machine(unit=True, run=system.run)
    assert hindrance(machine) is None
    for deed in ("poweroff", "reboot"):
        asyncio.run(machine.switch(deed))
    assert system.deeds == [("systemctl", "--no-ask-password", deed) for deed in ("poweroff", "reboot")]


def test_a_program_that_is_no_service_never_switches_off_a_machine():
    """It may be somebody's laptop, whose user may do that."""
    system = System()
    machine = Machine(unit=False, run=system.run)
    assert hindrance(machine) == "machine_no_service"
    with pytest.raises(Refused, match="not_switched"):
        asyncio.run(machine.switch("poweroff"))
    assert system.asked == []


@pytest.mark.parametrize("may", ['s "no"\n', 's "challenge"\n', 's "na"\n', ""])
def test_what_the_system_does_not_allow_is_said_before_anybody_presses(may):
    """With what to do."""
    system = System(may)
    assert hindrance(Machine(unit=True, run=system.run)) == "machine_not_allowed"
    with pytest.raises(Refused, match="not_switched"):
        asyncio.run(Machine(unit=True, run=system.run).switch("reboot"))
    assert system.deeds == []


def test_a_system_that_does_not_answer_is_said():
    """No logind, no bus, or it says no after all."""
    assert hindrance(Machine(unit=True, run=System(None, OSError("no bus")).run)) == "machine_not_asked"
    with pytest.raises(Refused, match="inhibited"):
        asyncio.run(Machine(unit=True, run=System(error=OSError("inhibited")).run).switch("poweroff"))


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("system", [System('s "no"\n'), System(None, OSError("no bus"))])
def test_on_a_card_nobody_is_told_a_command(language, system):
    """Nobody can log in there; elsewhere the command is named."""
    words = catalogues()[language]
    told = [
        words.render(asyncio.run(Machine(unit=True, card=card, run=system.run).hindrance())) for card in (True, False)
    ]
    assert ["sudo" in each for each in told] == [False, True]


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (("sh", "-c", "echo no bus >&2; exit 1"), OSError),
        (("/nowhere/busctl",), OSError),
        (("sleep", "60"), TimeoutError),
    ],
)
def test_a_command_that_fails_or_hangs_is_an_error(command, error):
    """And does not stay."""
    with pytest.raises(error):
        asyncio.run(output_of(command, within_s=0.2))
    assert asyncio.run(output_of(("echo", "yes"))) == "yes\n"


def operating(table, system, kept):
    machine = Machine(unit=True, run=system.run)
    return Operating(
        table.game_is_on,
        None,
        None,
        None,
        machine,
        None,
        catalogues(),
        Anew(keep_token=lambda: kept.append(1)),
        *[None] * 5,
        SimpleNamespace(must_be_done=lambda: None),
    )


def test_while_a_game_is_on_it_is_asked_twice():
    """The first press is refused with a sentence; whoever is sure is believed."""
    table, system = AnyTable(), System()
    table.begin()
    with pytest.raises(Refused, match="game_is_on"):
        asyncio.run(operating(table, system, []).do(Operated("poweroff"), "en"))
    assert system.asked == []
    asyncio.run(operating(table, system, []).do(Operated("poweroff", sure=True), "en"))
    assert len(system.deeds) == 1


def test_whoever_restarts_the_machine_gets_in_again_with_the_same_token():
    """Whoever switches it off does not: nobody knows when it comes back."""
    kept = []
    asyncio.run(operating(AnyTable(), System(), kept).do(Operated("poweroff"), "en"))
    assert kept == []
    asyncio.run(operating(AnyTable(), System(), kept).do(Operated("reboot"), "en"))
    assert kept == [1]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js, which reads the rule as polkit does")
def test_polkit_lets_the_service_switch_off_and_do_nothing_else():
    """The rule is a program; it is run here with the questions that logind may ask."""
    asked = [
        (user, action)
        for user in ("pearlboard", "pi", "root")
        for action in ("power-off", "power-off-multiple-sessions", "reboot", "power-off-ignore-inhibit", "halt")
    ]
    script = f"""
        let rule;
        const polkit = {{ addRule: (given) => {{ rule = given; }}, Result: {{ YES: "yes", NOT_HANDLED: null }} }};
        {RULES.read_text()}
        console.log(JSON.stringify({json.dumps(asked)}.map(([user, action]) =>
          rule({{ id: `org.freedesktop.login1.${{action}}` }}, {{ user }}))));
    """
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    allowed = {one for one, answer in zip(asked, json.loads(done.stdout), strict=True) if answer == "yes"}
    assert allowed == {("pearlboard", action) for action in ("power-off", "power-off-multiple-sessions", "reboot")}
