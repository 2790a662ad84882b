"""The list of parts to order, for both ways to build, as a table and as a page."""

from typing import Final

from hardware.electrical.circuit import cell
from hardware.generate.layout import Layout
from hardware.paper.line import CASE, COUPON, CREW, EXTRA, PANEL, PRICED, SECOND
from hardware.paper.order import lines
from hardware.paper.shops import PARCELS, WAYS, bought, cost, price

HEAD: Final = (
    "group,part,quantity with bars,quantity by hand,parcel,estimate for one (EUR),first source,second source,note"
)


def bom_csv(layout: Layout) -> str:
    """The order as a table, with totals."""
    ordered = lines(layout)
    rows = [HEAD]
    rows += [
        ",".join(
            map(
                cell,
                (
                    line.group,
                    line.part,
                    str(line.bars),
                    str(line.hand),
                    line.parcel,
                    f"{line.euros:.2f}",
                    line.first,
                    line.second,
                    line.note,
                ),
            )
        )
        for line in ordered
    ]
    rows += [_total(f"{way}, with postage", price(layout, way)) for way in WAYS]
    rows.append(cell(f"Estimates of {PRICED}, with no price list and no stock looked up; sources are where to look."))
    return "\n".join([*rows, ""])


def bom_page(layout: Layout) -> str:
    """The same as a page, a table for each group."""
    page = [
        "# Parts",
        "",
        f"Generated; the same as [bom.csv](bom.csv). Prices are estimates of {PRICED} in euros for one, without",
        "postage: no price list was read and no stock was looked up. Sources are where to look first.",
        "Quantities include spares. Parcels: 1 at once, 2 when the cell of card and eight sensors on a breadboard",
        "have passed, 3 when `map` has ([why](../start.md#order)). `make hardware-release` makes what lies in `out/`.",
    ]
    ordered = lines(layout)
    for group in dict.fromkeys(line.group for line in ordered):
        page += [
            "",
            f"## {group[0].upper()}{group[1:]}",
            "",
            "| part | with bars | by hand | parcel | each | first source | second source | |",
            "|---|---|---|---|---|---|---|---|",
        ]
        page += [
            f"| {line.part} | {line.bars or '-'} | {line.hand or '-'} | {line.parcel} | {line.euros:.2f} | "
            f"{line.first} | {line.second} | {line.note} |"
            for line in ordered
            if line.group == group
        ]
    return "\n".join(
        [
            *page,
            "",
            "## What it costs",
            "",
            "Euros with postage, parcel by parcel; a Raspberry Pi, the largest part of it, is in parcel 1. A page for each way:",
            "[the coupon alone](orders/coupon.md), [bars to solder](orders/soldered.md), [bars assembled](orders/assembled.md),",
            f"[by hand](orders/by-hand.md). Not in it is what is {SECOND}, {CREW}, {EXTRA} or",
            f"{CASE}; what is {COUPON} or {PANEL}: in that way alone.",
            "",
            "| way | parcel 1 | parcel 2 | parcel 3 | together |",
            "|---|---|---|---|---|",
            *(_way(layout, way) for way in WAYS),
            "",
        ]
    )


def _way(layout: Layout, way: str) -> str:
    found = bought(layout, way)
    parcels = (str(cost(found[parcel])) if parcel in found else "-" for parcel in PARCELS)
    return f"| {way} | {' | '.join(parcels)} | **{price(layout, way)}** |"


def _total(name: str, euros: int) -> str:
    return f"total,{cell(name)},,,,{euros},,,"
