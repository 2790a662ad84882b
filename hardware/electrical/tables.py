"""Pins, wires and places as tables: what a maker holds beside the soldering iron, from what the drivers use."""

from collections.abc import Iterator
from typing import Final

from hardware.electrical.circuit import cell
from hardware.electrical.netlist import CONNECTOR, SHIFT_PINS, shift_input
from hardware.generate.drawing import number
from hardware.generate.layout import Layout, sensors
from pearlboard.drivers.pins import LEDS_PWM, POWER, SIGNALS, Signal
from pearlboard.geometry import GRID, Site
from pearlboard.sensing.wiring import SPARE_TIED, Wiring

COLOURS: Final = {"GND": "black", "CLK": "yellow", "3V3": "orange", "LOAD": "green", "DATA": "blue"}
"""The colours of the wires from bar to bar; 5 V is red."""
HAND_INPUTS: Final = 8
Q7_OHM: Final = 470
"""In DATA at the chain's end, on a bar R16; the controller's end has 1 k besides, so that either protects alone."""
PULL_UP: Final = "100 k to 3V3"
BAR_SIGNALS: Final = {"CLK": "chain_clock", "LOAD": "chain_load", "DATA": "chain_data"}


def tables(layout: Layout) -> dict[str, str]:
    """File name -> text."""
    return {
        "pins.md": pins_page(),
        "sites.csv": sites_csv(layout),
        "wires-bars.csv": wires_bars(layout),
        "wires-by-hand.csv": wires_by_hand(layout),
        "by-hand.toml": by_hand(layout).to_toml(),
    }


def pins_page() -> str:
    """Both variants side by side."""
    lines = [
        "# Pins of both variants",
        "",
        "Generated from `controller/pearlboard/drivers/pins.py`, which the drivers use; the firmware is compared",
        "with it. Positions are those of a Raspberry Pi's 40-pin header, and a Pico's edge pins 1 to 40.",
        "",
        "| signal | Raspberry Pi | Pico | goes to |",
        "|---|---|---|---|",
    ]
    lines += [_pins_line(name, signal) for name, signal in SIGNALS.items()]
    for name, (pi, pico) in POWER.items():
        lines.append(f"| {name} | pin {' or '.join(map(str, pi))} | pin {' or '.join(map(str, pico))} | |")
    by_pwm = f"GPIO{LEDS_PWM.gpio}, pin {LEDS_PWM.position}"
    return "\n".join(
        [
            *lines,
            "",
            f'On a Pi whose settings say `[pi] leds = "pwm"` the LEDs are on {by_pwm}, which needs root.',
            "5 V for the LEDs never comes from these headers but from the supply, behind the fuse.",
            "",
        ]
    )


def _pins_line(name: str, signal: Signal) -> str:
    optional = " (optional)" if signal.optional else ""
    return (
        f"| {name.replace('_', ' ')}{optional} | GPIO{signal.pi.gpio}, pin {signal.pi.position} | "
        f"GP{signal.pico.gpio}, pin {signal.pico.position} | {signal.purpose} |"
    )


def sites_csv(layout: Layout) -> str:
    """Every site: where it is, and its sensor and LED on the reference board."""
    where, wiring = sensors(layout), layout.wiring
    lines = ["site,x mm,y mm,bar (1 to 9),place (1 to 15),bit (from 0),chip,input,pin,LED (from 0)"]
    for site in GRID.sites:
        x, y = layout.at(site)
        bar, place = where[site]
        chip, pin = shift_input(place)
        lines.append(
            ",".join(
                map(
                    str,
                    (
                        site,
                        number(x),
                        number(y),
                        bar + 1,
                        place + 1,
                        wiring.bit_of[site],
                        chip,
                        _input(pin),
                        pin,
                        wiring.led_of[site],
                    ),
                )
            )
        )
    return "\n".join([*lines, ""])


def _input(pin: str) -> str:
    return next(name for name, found in SHIFT_PINS.items() if found == pin)


def wires_bars(layout: Layout) -> str:
    """From the controller to the first bar, and from bar to bar."""
    lines = ["from,to,signal,colour,Raspberry Pi pin,Pico pin"]
    for pin, signal in enumerate(CONNECTOR, 1):
        pi, pico = _controller_pins(signal)
        lines.append(f"controller,bar 1 J1.{pin},{signal},{COLOURS[signal]},{pi},{pico}")
    for bar in range(1, len(layout.wiring.chain)):
        lines += [
            f"bar {bar} J2.{pin},bar {bar + 1} J1.{pin},{signal},{COLOURS[signal]},,"
            for pin, signal in enumerate(CONNECTOR, 1)
        ]
    return "\n".join([*lines, ""])


def _controller_pins(signal: str) -> tuple[int, int]:
    if signal in POWER:
        pi, pico = POWER[signal]
        return pi[-1], pico[-1]
    wanted = SIGNALS[BAR_SIGNALS[signal]]
    return wanted.pi.position, wanted.pico.position


def by_hand(layout: Layout) -> Wiring:
    """A wiring of chips with eight inputs each in an order that keeps wires short; any other will do as well."""
    sites: list[Site | int] = list(sensors(layout))
    places = [*sites, *SPARE_TIED]
    chips = [places[start : start + HAND_INPUTS] for start in range(0, len(places), HAND_INPUTS)]
    return Wiring(chain=tuple(tuple(chip) for chip in chips), strips=layout.wiring.strips)


def joints(layout: Layout) -> int:
    """How many ends of wires are soldered to bars: J1 of all, J2 of all but the last."""
    return len(CONNECTOR) * (2 * len(layout.wiring.chain) - 1)


def wires_by_hand(layout: Layout) -> str:
    """Every wire to every chip, chip 1 being the one at the controller."""
    chips = by_hand(layout).chain
    lines = ["chip,pin,name,goes to"]
    for chip, places in enumerate(chips, 1):
        for turn, place in enumerate(places):
            name = f"D{7 - turn}"
            goal = ("3V3" if place else "GND") if isinstance(place, int) else f"output of the sensor at {place}"
            lines.append(f"{chip},{SHIFT_PINS[name]},{name},{goal}")
        lines += [f"{chip},{SHIFT_PINS[name]},{name},{cell(goal)}" for name, goal in _shared(chip, len(chips))]
    return "\n".join([*lines, ""])


def _shared(chip: int, chips: int) -> Iterator[tuple[str, str]]:
    yield "VCC", "3V3, and 100 nF to GND beside the chip"
    yield "GND", "GND"
    yield "CE", "GND"
    yield "CLK", "chain clock, all chips"
    yield "LOAD", "chain LOAD, all chips"
    yield "Q7", f"chain data of the controller, through {Q7_OHM} ohm" if chip == 1 else f"DS of chip {chip - 1}"
    following = [f"Q7 of chip {chip + 1}"] if chip < chips else []
    yield "DS", ", and ".join([*following, *([PULL_UP] if chip in held_high(chips) else [])])
    yield "NQ7", "stays open"


def held_high(chips: int) -> range:
    """The chips whose serial input has a resistor to 3.3 V: each that is the last one while two at a time are built.

    So a chain that ends there, for now or by a cut, goes on with ones, which are no pieces and wrong frame bits.
    """
    return range(2, chips + 1, 2)
