"""How a deck of ngspice ends: what is computed, and written to a file beside it."""

from typing import Final

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
