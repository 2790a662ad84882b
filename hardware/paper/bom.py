"""What to order, for both ways to build, as a table and as a page."""

from typing import Final

from hardware.electrical.circuit import cell
from hardware.generate.layout import Layout
from hardware.paper.line import CASE, COUPON, CREW, EXTRA, SECOND
from hardware.paper.order import lines

PRICED: Final = "November 2026"
OUTSIDE: Final = frozenset({SECOND, CREW, EXTRA, COUPON, CASE})
"""What is in no total."""
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
    with_bars, by_hand_ = totals(layout)
    rows.append(_total("total with bars, without assembly", with_bars))
    rows.append(_total("total by hand", by_hand_))
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
    with_bars, by_hand_ = totals(layout)
    return "\n".join(
        [
            *page,
            "",
            f"Together about {with_bars:.0f} euros with bars (60 to 100 more if they come assembled), about",
            f"{by_hand_:.0f} by hand; a Raspberry Pi, the largest part of it, included, but not what is",
            f"{SECOND}, {CREW}, {EXTRA}, {COUPON}",
            f"or {CASE}.",
            "",
        ]
    )


def totals(layout: Layout) -> tuple[float, float]:
    """Euros with bars, and by hand, with the first source of sensor and the pieces of Perladöra."""
    ordered = [line for line in lines(layout) if line.group not in OUTSIDE]
    return sum(line.bars * line.euros for line in ordered), sum(line.hand * line.euros for line in ordered)


def _total(name: str, euros: float) -> str:
    return f"total,{cell(name)},,,,{euros:.0f},,,"
