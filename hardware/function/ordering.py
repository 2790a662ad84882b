"""The meaning of an order number by its maker's own scheme, and whether `parts.toml` says the same.

Schemes are public: makers print them in their data sheets ("ordering information"). A number of no known scheme is a
fault, so nobody can order what nobody has read.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from hardware.electrical.facts import Fact
from hardware.function.design import Design

Said: TypeAlias = dict[str, Any]
SIZES: Final = {"10": "0603", "21": "0805", "31": "1206"}
WATTS: Final = {"0603": 0.1, "0805": 0.125, "1206": 0.25}
DIELECTRICS: Final = {"A": "X5R", "B": "X7R", "C": "C0G", "F": "Y5V"}
VOLTS: Final = {"R": 4, "Q": 6.3, "P": 10, "O": 16, "A": 25, "L": 35, "B": 50, "C": 100}
TOLERANCES: Final = {"F": 1, "J": 5, "K": 10, "M": 20, "Z": 80}
ELECTROLYTIC: Final = {"0J": 6.3, "1A": 10, "1C": 16, "1E": 25, "1V": 35, "1H": 50}
FAMILIES: Final[Mapping[str, tuple[float, float]]] = {
    "HC": (2.0, 6.0),
    "HCS": (2.0, 6.0),
    "HCT": (4.5, 5.5),
    "AHC": (2.0, 5.5),
    "AHCT": (4.5, 5.5),
    "LVC": (1.65, 3.6),
}
"""By family of logic the supply that it works at."""
TOLERANT: Final = {"AHC": 7.0, "AHCT": 7.0, "LVC": 6.5}
"""Inputs without a diode to the supply, and what they survive."""
TRIPS: Final = {"270": (2.55, 2.7), "300": (2.85, 3.0), "315": (3.0, 3.15), "450": (4.25, 4.5), "460": (4.35, 4.6)}
"""By a supervisor's number where it trips at the least and at the most."""
PINS: Final = {"125": 14, "165": 16}
HALLS: Final = {"DU": "unipolar", "FA": "omnipolar", "FB": "omnipolar", "FC": "omnipolar", "FD": "unipolar, weak"}


def _samsung(size: str, dielectric: str, farads: str, tolerance: str, volts: str) -> Said:
    return {
        "package": SIZES[size],
        "dielectric": DIELECTRICS[dielectric],
        "farad": int(farads[:2]) * 10 ** int(farads[2]) * 1e-12,
        "tolerance": TOLERANCES[tolerance],
        "volts": VOLTS[volts],
    }


def _yageo(size: str, tolerance: str, whole: str, unit: str, part: str) -> Said:
    value = float(f"{whole}.{part or 0}") * {"R": 1, "K": 1e3, "M": 1e6}[unit]
    return {"package": size, "ohm": value, "tolerance": TOLERANCES[tolerance], "watts": WATTS[size]}


def _panasonic(volts: str, farads: str) -> Said:
    return {"volts": ELECTROLYTIC[volts], "farad": int(farads[:2]) * 10 ** int(farads[2]) * 1e-6}


def _smbj(standoff: str, ways: str) -> Said:
    volts = float(standoff)
    broken = (6.4, 7.0) if volts == 5.0 else (1.11 * volts, 1.23 * volts)
    return {"package": "SMB", "value": f"SMBJ{standoff}{ways}", "standoff": volts, "breakdown": list(broken)}


def _logic(family: str, function: str, case: str) -> Said:
    said: Said = {"value": f"74{family}{function}", "operates": list(FAMILIES[family])}
    said["package"] = f"SOIC-{PINS[function]}" if case == "D" else case
    return said | {"input_v": TOLERANT.get(family)}


SCHEMES: Final[tuple[tuple[str, Callable[..., Said]], ...]] = (
    (r"Samsung CL(\d\d)([A-Z])(\d{3})([A-Z])([A-Z])[A-Z0-9]{5}", _samsung),
    (r"Yageo RC(\d{4})([FJ])R-07(\d+)([RKM])(\d*)L", _yageo),
    (r"Panasonic EEU-FR(\d[A-Z])(\d{3})", _panasonic),
    (r"Littelfuse SMBJ([\d.]+)(C?A)", _smbj),
    (r"Texas Instruments SN74([A-Z]+)(\d+)(D|N|PW)R?", _logic),
    (r"Nexperia 74([A-Z]+)(\d+)(D|N|PW)", _logic),
    (
        r"Texas Instruments DRV5032(\w\w)(DBZ|LPG|DMR)R?",
        lambda kind, case: {
            "value": f"DRV5032{kind}",
            "package": {"DBZ": "SOT-23"}.get(case, case),
            "does": f"Hall switch, {HALLS[kind]}, push-pull",
        },
    ),
    (r"onsemi MMBT(3904)LT1G", lambda kind: {"value": f"MMBT{kind}", "package": "SOT-23"}),
    (r"GCT USB4135-GF-A", lambda: {"value": "5 V, USB-C", "package": "USB-C, power"}),
    (
        r"Microchip MCP(1[0-3]0)T-(\d{3})I/TT",
        lambda kind, volts: {"value": f"MCP{kind}-{volts}", "package": "SOT-23", "trips": list(TRIPS[volts])},
    ),
    (r"JST B(\d)B-XH-A", lambda count: {"package": f"XH, {count}"}),
    (r"JST B(\d)P-VH", lambda count: {"package": f"VH, {count}"}),
    (r"2 x Samtec SSW-1(\d\d)-01-T-S", lambda count: {"package": f"Pico, 2 x 1x{count}"}),
    (r"Wuerth 612(\d{3})21621", lambda count: {"package": f"box header, 2x{int(count) // 2}"}),
    (r"Harwin M20-999(\d\d)46, and a jumper", lambda count: {"package": f"1x{int(count)}, 2.54 mm"}),
    (r"Kingbright WP710A10LID", lambda: {"value": "red, 2 mA", "package": "LED, 3 mm"}),
    (
        r"Schurter 0031\.8201, and three fuses of ([\d.]+) A slow",
        lambda amperes: {"value": f"{amperes} A slow", "package": "holder, 5 x 20 mm", "amperes": float(amperes)},
    ),
)
"""By pattern of an order number what its parts say; a rating of None must not be there."""
UNITS: Final = {"R": 1.0, "k": 1e3, "nF": 1e-9, "uF": 1e-6, "pF": 1e-12, "V": 1.0}


def said(order: str) -> Said | None:
    """Return what an order number says, or None if no scheme reads it; a code that a scheme lacks says the same."""
    for pattern, means in SCHEMES:
        found = re.fullmatch(pattern, order)
        if found:
            try:
                return means(*found.groups())
            except KeyError:
                return None
    return None


def numbers_mean_what_is_written(design: Design) -> Iterator[str]:
    """Each order number, decoded, says the value, package and ratings of `parts.toml`; each text its figures."""
    for fact in design.facts.parts:
        found = said(fact.order)
        if found is None:
            yield f"{fact.order} is of no maker's scheme"
            continue
        for name, wanted in found.items():
            if not _same(_written(fact, name), wanted):
                yield f"{fact.order}: its number says {name} {wanted}, parts.toml {_written(fact, name)}"
        yield from _text(fact)


def _written(fact: Fact, name: str) -> object:
    return getattr(fact, name) if name in ("value", "package", "does") else fact.ratings.get(name)


def _same(one: object, other: object) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other) <= 1e-6 * max(abs(one), abs(other))
    return bool(one == other)


def _text(fact: Fact) -> Iterator[str]:
    """A value such as `10 uF 25 V` has the figures of its ratings."""
    for figure, unit in re.findall(r"([\d.]+) (R|k|nF|uF|pF|V)\b", fact.value):
        name = {"R": "ohm", "k": "ohm", "V": "volts"}.get(unit, "farad")
        if name in fact.ratings and not _same(fact.number(name), float(figure) * UNITS[unit]):
            yield f"{fact.order}: called {fact.value}, but {name} is {fact.ratings[name]}"
    unit = fact.value.partition(" ")[2].partition(" ")[0]
    if unit in ("R", "k") and "ohm" not in fact.ratings:
        yield f"{fact.order} has no ohm"
