"""A page for each way to order: what to buy where, what it costs, what arrives, and what to do with it first."""

import csv
import io
from collections.abc import Iterator
from typing import Final

from hardware.generate.drawing import number
from hardware.generate.layout import Layout
from hardware.paper.line import CASE, CREW, EXTRA, PRICED
from hardware.paper.order import lines
from hardware.paper.shops import REPLACED, Bought, bought, by_shop, cost, goods, postage, price

WHEN: Final = {
    1: "at once",
    2: "when gate 3 pleases and eight sensors answer on the breadboard",
    3: "when `map` has passed",
}
TITLES: Final = {
    "coupon": "Order: the coupon alone",
    "soldered": "Order: bars that you solder yourself",
    "assembled": "Order: bars that come assembled",
    "by hand": "Order: a board wired by hand",
}
WHOM: Final = {
    "coupon": "For whoever wants to know first whether a magnet is felt through an LED of *this* strip, unlit. It needs no controller; to "
    "see the light, or to try with lights on, takes parcel 1 of another page. Strip, magnets, opal sheet and pen serve later whichever way the "
    "board is built, the coupons' sensors and capacitors as spares of bars.",
    "soldered": "For whoever likes to solder: about 18 hours for nine bars, with tweezers and a lens.",
    "assembled": "For whoever does not: a maker places all small parts, three panels of three bars each. Only wires and bridges are yours.",
    "by hand": "For whoever wants no circuit boards: sensors in drilled holes, chips on stripboard, four to five days.",
}
UPLOADED: Final = {
    ("coupon", 1): "`coupon-upload.zip`: 2 layers, **0.8 mm**, 5 pieces, not assembled",
    (
        "soldered",
        2,
    ): "`bar-upload.zip`: 2 layers, **0.8 mm**, 10 pieces, not assembled, with a stencil if you use paste",
    (
        "assembled",
        2,
    ): "`panel-upload.zip`: 2 layers, **0.8 mm**, 5 pieces, a panel of the customer's, 2 designs; three assembled, upper "
    "side, with `panel-bom.csv` and `panel-placement.csv`",
}
FIRST: Final = {
    (
        "coupon",
        1,
    ): "Solder one coupon, two AA cells to J1: hold both faces of a magnet over a place, its light answers to one. Then glue three "
    "LEDs on, and do it again through them ([gate 3](../../start.md#gate-3-one-cell)). If it does not answer, order nothing more: another "
    "make of strip first.",
    (
        "soldered",
        1,
    ): "[Gate 2](../../controller.md#gate-2): supply and fuse alone, 5 V at the plug. Then the one cell of card, then eight sensors "
    "on the breadboard. Measure 15 LEDs of the strip ([how long](../../ordering.md#when-it-comes)): bars, plates and mask have its pitch. "
    "Only then parcel 2.",
    (
        "soldered",
        2,
    ): "Callipers on a bare board (0.8 +-0.1 mm), the meter from 3V3 to GND; solder **one** bar and let `frame` name it before the "
    "other eight ([bars](../../bars.md#steps)). Two panes from the laser: 290.7 x 190.7 mm.",
    (
        "assembled",
        2,
    ): "**Before a panel is broken**: dots at pin 1, the letters on the sensors, 3V3 to GND at every J1, then one coupon of it on two "
    "AA cells, its three lights soldered in ([when it comes](../../ordering.md#when-it-comes)). Then break out one bar, and let `frame` name it.",
    ("by hand", 2): "Drill, and wire two chips with their sensors first ([by hand](../../by-hand.md#steps)).",
    (
        "soldered",
        3,
    ): "`mark` once more with the new bag, paint, and one puck before the other 32 ([pieces](../../pieces.md)).",
}
"""The first thing to do, by way and parcel; where nothing stands, as with bars to solder."""
SAME: Final = {
    "680 R": "UNI-ROYAL 0603WAF6800T5E, LCSC C23228, is one of the same kind (680 ohm, 1 %, 0603), by four public board files of others"
}
"""A part that may be chosen instead of one that has no number, by value."""


def orders(layout: Layout, panel_bom: str) -> dict[str, str]:
    """The order pages: file name -> page; `panel_bom`: what an assembler is given."""
    return {f"{way.replace(' ', '-')}.md": "\n".join([*_page(layout, way, panel_bom), ""]) for way in TITLES}


def _page(layout: Layout, way: str, panel_bom: str) -> Iterator[str]:
    parcels = bought(layout, way)
    yield from (f"# {TITLES[way]}", "", "Generated and checked, **not yet built**. " + WHOM[way], "")
    yield (
        f"**About {price(layout, way)} euros with postage**, by estimates of {PRICED}: no shop was asked. Quantities include "
        "spares; [all parts](../bom.md) has second sources. `make hardware-release` makes the files."
    )
    yield from ("", "| parcel | when | goods | postage | together |", "|---|---|---|---|---|")
    for parcel, found in parcels.items():
        yield f"| {parcel} | {WHEN[parcel]} | {goods(found)} | {postage(found)} | {cost(found)} |"
    if way != "coupon":
        yield from ("", *_otherwise(layout))
    if way == "assembled":
        yield from ("", *_stop(panel_bom))
    for parcel, found in parcels.items():
        yield from ("", f"## Parcel {parcel}", "", "| from | what arrives | euros |", "|---|---|---|")
        yield from _rows(found)
        yield ""
        if (way, parcel) in UPLOADED:
            yield f"- **Upload** {UPLOADED[way, parcel]} ([all that a form asks](../../ordering.md#circuit-boards))."
        if cut := sheets(layout, way).get(parcel):
            told = "; ".join(f"`{name}.dxf` from {sheet}" for name, sheet in cut.items())
            yield f"- **To the laser**, one piece of each: {told} ([in millimetres](../../ordering.md#laser-and-other-services))."
        yield f"- **First:** {FIRST.get((way, parcel)) or FIRST['soldered', parcel]}"


def sheets(layout: Layout, way: str) -> dict[int, dict[str, str]]:
    """The drawings that a laser cuts, by parcel: a drawing's name, and the sheet for it."""
    if way == "coupon":
        return {}
    sizes, plate = layout.sizes, layout.sizes.plate
    base, rim, under = "bar-plate", plate.rim_bars, sizes.sensor.bar_thickness + sizes.strip.height
    if way == "by hand":
        base, rim, under = "sensor-plate", plate.rim_by_hand, sizes.strip.height
    return {
        2: {
            "mask-pucks": f"{number(sizes.mask.thickness)} mm, opaque (HDF, plywood, black acrylic)",
            "opal-plate": f"{number(plate.opal_thickness)} mm opal acrylic",
            base: f"{number(plate.base_thickness)} mm plywood",
            "rim": f"**{number(rim)} mm** plywood or acrylic that measures {number(under)} or more",
        },
        3: {"pucks": f"{number(sizes.pieces.puck_thickness)} mm clear acrylic"},
    }


def _otherwise(layout: Layout) -> Iterator[str]:
    """The choices of a page: what is one of two, and what may be had besides."""
    yield "- **A Pi or a Pico**: wired to a Pi, leave out the Pico; with a Pico at a computer that you have, leave out the Pi."
    more = "; ".join(f"{line.bars} x {line.part}" for line in lines(layout) if line.group == EXTRA)
    yield (
        f"- **The controller's board instead of stripboard**: besides, with parcel 1, {more}. The board has these itself, so leave them out: "
        f"{', '.join(REPLACED)}. Upload `controller-upload.zip`: 2 layers, **{number(layout.sizes.controller.thickness)} mm**, 5 pieces."
    )
    besides = ", ".join(f"[{group}](../bom.md#{group.replace(' ', '-').lower()})" for group in (CASE, CREW))
    yield f"- **Besides, in no sum here**: {besides}, [magnets in tiles](../../pieces.md#magnets-in-tiles-pieces--tiles)."


def _rows(parcel: Bought) -> Iterator[str]:
    for shop, found in by_shop(parcel).items():
        what = "; ".join(f"{count} x {line.part}" for line, count in found)
        yield f"| {shop.name} | {what} | {goods(found)} |"


def _stop(panel_bom: str) -> Iterator[str]:
    """The parts that an assembler would leave out, since no number of its own stands beside it."""
    yield from ("## Stop before you pay", "")
    yield "An assembler places what its list matches, and leaves the rest **empty without a word**. Each panel has no number for:"
    yield ""
    for row in csv.DictReader(io.StringIO(panel_bom)):
        if row["Soldered by"] == "machine" and not row["LCSC part"]:
            same = f". {SAME[row['Comment']]}" if row["Comment"] in SAME else "; nothing else will do"
            yield f"- **{row['Quantity']} x {row['Comment']}** ({row['Footprint']}): {row['Manufacturer part']}{same}"
    yield (
        "- Type each name into the assembler's own search, choose it, and see that the order's preview shows **all** places of a panel "
        "filled. What the assembler has not in stock is ordered in, or sent to it, *before* the boards are paid."
    )
