"""How a deck of ngspice ends: what is computed, and written to a file beside it."""

from typing import Final

from hardware.generate.drawing import number

STEP_NS: Final = 0.2
WAVES: Final = "waves.txt"
DIODE: Final = "D(IS=1e-12 N=1 RS=5)"
"""From a pin to its supply: an early one."""


def run(lines: list[str], until_ns: float, looked_at: list[str], step_ns: float = STEP_NS) -> str:
    """The deck's text."""
    return "\n".join(
        [
            *lines,
            f".tran {step_ns:g}n {until_ns:.0f}n 0 {step_ns:g}n",
            ".control",
            "set wr_singlescale",
            "set wr_vecnames",
            "run",
            f"wrdata {WAVES} {' '.join(looked_at)}",
            "quit",
            ".endc",
            ".end",
            "",
        ]
    )


def into_pin(lines: list[str], pin: str, supply_v: float = 0.0) -> str:
    """The deck's text where what flows from a pin through its diode into its chip's supply is looked at."""
    return run(
        [*lines, f"V2 supply 0 {number(supply_v)}", f"D1 {pin} supply esd", f".model esd {DIODE}"], 10, ["i(V2)"]
    )


def ohm(value: float) -> str:
    """A resistor that is left out is a piece of wire, which ngspice wants to have some resistance."""
    return number(max(value, 0.01))
