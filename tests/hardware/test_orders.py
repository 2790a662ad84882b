"""What is ordered, way by way: each line in a parcel and a shop, one price for all, and a stop where one is due."""

import csv
import io
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # `hardware` is no installed package

from hardware.electrical import coupon, netlist
from hardware.electrical.stripboard import LEGS, PARTS
from hardware.generate.everything import everything
from hardware.generate.layout import Layout
from hardware.generate.sizes import read_sizes
from hardware.paper.line import OUTSIDE
from hardware.paper.order import lines
from hardware.paper.orders import orders, sheets
from hardware.paper.shops import REPLACED, WAYS, bought, by_shop, cost, goods, postage, price, shop
from hardware.release import place

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    *(ROOT / "docs").glob("*.md"),
    ROOT / "hardware/README.md",
    *(ROOT / "hardware/docs").glob("*.md"),
    *(ROOT / "hardware/docs/drawn").rglob("*.md"),
]
LINES_A_PAGE = 60
MADE = {"coupon": ("coupon", 3, False), "soldered": ("bar", 9, False), "assembled": ("panel", 1, True)}
"""By way the board that is uploaded, how many are made whole, and whether by a machine."""


@pytest.fixture(scope="module")
def layout():
    return Layout(read_sizes())


@pytest.fixture(scope="module")
def generated():
    return everything(read_sizes())


HEAD = "Comment,Designator,Footprint,Quantity,Manufacturer part,Soldered by,LCSC part"
LIST = f"""{HEAD}
680 R,"K1-R4",0603,9,Yageo RC0603FR-07680RL,machine,
74HC165,"B1-U16",SOIC-16,6,Nexperia 74HC165D,machine,C5613
"red, 2 mA","K1-D1","LED, 3 mm",9,Kingbright WP710A10LID,hand,
"""
"""What an assembler is given, in short: without a number, with one, and for the hand."""


def test_every_line_of_the_order_comes_in_its_parcels_and_from_a_shop(layout):
    """Quantities by parcel add up to what the list says, for both ways of the list; nothing is bought nowhere."""
    assert all(shop(line) for line in lines(layout))
    for way, count in (("soldered", lambda line: line.bars), ("by hand", lambda line: line.hand)):
        found = {}
        for parcel in bought(layout, way).values():
            for line, many in parcel:
                found[line.part] = found.get(line.part, 0) + many
        assert found == {line.part: count(line) for line in lines(layout) if line.group not in OUTSIDE and count(line)}


def test_assembled_bars_need_no_part_that_a_machine_has_placed(layout):
    """Panels instead of bars, Hall switches for all of their places, and postage for each shop of each parcel once."""
    parts = " ".join(line.part for parcel in bought(layout, "assembled").values() for line, _ in parcel)
    assert "panel of three bars" in parts
    assert not re.search(r"0603|SOIC-16|circuit board of the bar", parts)
    (hall,) = (many for line, many in bought(layout, "assembled")[2] if line.part.startswith("Hall switch"))
    assert hall >= 3 * 54
    parcel = bought(layout, "assembled")[2]
    assert postage(parcel) == sum(each.postage for each in {shop(line) for line, _ in parcel})
    assert cost(parcel) == goods(parcel) + postage(parcel)


@pytest.mark.parametrize("way", [way for way in WAYS if way != "by hand"])
def test_whoever_gets_a_board_gets_what_a_hand_solders_on_it(layout, generated, way):
    """Every part of the boards that a page uploads is bought by that page, but for what a machine has placed."""
    name, boards, placed = MADE[way]
    found = [(line.part, many) for parcel in bought(layout, way).values() for line, many in parcel]
    for row in csv.DictReader(io.StringIO(generated[f"{name}/{name}-bom.csv"])):
        if row["Soldered by"] == "hand" or not placed:
            what = re.sub(r" R$", " ohm", row["Comment"]).removesuffix(" 25 V")
            many = sum(many for part, many in found if what in part and row["Footprint"].removeprefix("LED, ") in part)
            assert many >= boards * int(row["Quantity"]), what


@pytest.mark.parametrize("way", WAYS)
def test_the_sums_of_a_page_are_the_sums_of_what_stands_on_it(layout, way):
    """Shop by shop, parcel by parcel, and all."""
    page = orders(layout, LIST)[f"{way.replace(' ', '-')}.md"]
    parcels = [
        tuple(map(int, row)) for row in re.findall(r"^\| \d \| .+ \| (\d+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    ]
    for told, (shown, sent, together) in zip(page.split("## Parcel ")[1:], parcels, strict=True):
        rows = re.findall(r"^\| an? .+ \| (\d+) \|$", told, re.MULTILINE)
        assert (sum(map(int, rows)), shown + sent) == (shown, together)
    assert sum(together for _, _, together in parcels) == price(layout, way)


@pytest.mark.parametrize("way", WAYS)
def test_a_laser_is_told_which_drawing_from_which_sheet(layout, generated, way):
    """As many drawings as lines are bought, each generated, in the folder of its parcel, and named on the page."""
    page = orders(layout, LIST)[f"{way.replace(' ', '-')}.md"]
    paths = {path.rpartition("/")[2]: path for path in generated if path.endswith(".dxf")}
    cut = sheets(layout, way)
    for parcel, found in bought(layout, way).items():
        lasered = [line for line, _ in found if shop(line).name == "a laser service" and "sample" not in line.part]
        assert len(lasered) == len(cut.get(parcel, ()))
        for name, line in zip(cut.get(parcel, ()), lasered, strict=True):
            assert f"{name}.dxf" in line.first
            assert place(paths[f"{name}.dxf"]).startswith(f"{parcel}-")
            assert f"`{name}.dxf` from {cut[parcel][name]}" in page


def test_the_guide_says_of_every_drawing_what_it_is_cut_from(generated):
    """Also of what is printed, and of jigs."""
    guide = (ROOT / "hardware/docs/ordering.md").read_text(encoding="utf-8")
    told = guide[guide.index("## Laser and other services") : guide.index("## When it comes")]
    drawn = {Path(path).stem for path in generated if path.endswith(".dxf")}
    assert drawn <= set(re.findall(r"[a-z]+(?:-[a-z]+)*", told))


def test_what_electronics_need_is_bought_where_they_are_sold(layout):
    """No resistor comes from a DIY store."""
    parts = {line.part for line in lines(layout) if shop(line).name.startswith("a DIY store")}
    assert not {
        part for part in parts if re.search(r"resistor|capacitor|diode|transistor|button|holder|plugs|ribbon|LED", part)
    }


@pytest.mark.parametrize("way", [way for way in WAYS if way != "coupon"])
def test_what_stands_on_the_stripboard_is_bought(layout, way):
    """Every part of its drawing, the chip's socket too, whichever way the sensors are made."""
    parts = [line.part for parcel in bought(layout, way).values() for line, _ in parcel]
    for what in (*PARTS.values(), f"socket DIP-{sum(part == 'IC1' for part, _ in LEGS)}"):
        assert any(what in part for part in parts), what


def test_the_controllers_board_replaces_what_is_bought(layout):
    """What a page says to leave out is a line of each way's first parcel."""
    for way in set(WAYS) - {"coupon"}:
        for what in REPLACED:
            assert [line.part for line, _ in bought(layout, way)[1] if line.part.startswith(what)], what


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_price_in_a_document_is_the_one_that_is_computed(layout, document):
    """With postage, whole euros; no other sum is named anywhere."""
    prices = {str(price(layout, way)) for way in WAYS}
    told = re.findall(r"(\d+) (?:to \d+ )?(?:more )?euros?\b", document.read_text(encoding="utf-8"))
    assert set(told) <= prices


def test_whoever_chooses_sees_every_price_and_its_page(layout):
    """On the guide's first page; the list has them parcel by parcel."""
    readme = (ROOT / "hardware/README.md").read_text(encoding="utf-8")
    table = (ROOT / "hardware/docs/drawn/bom.md").read_text(encoding="utf-8")
    for way in WAYS:
        assert f"{price(layout, way)} euros" in readme
        assert f"docs/drawn/orders/{way.replace(' ', '-')}.md" in readme
        assert f"**{price(layout, way)}** |" in table


def test_an_order_is_one_page_that_says_what_arrives_and_what_comes_first(layout):
    """Each parcel with its shops, its files to upload where a board maker is among them, and the first thing to do."""
    for name, page in orders(layout, LIST).items():
        parcels = bought(layout, name.removesuffix(".md").replace("-", " "))
        assert len(page.splitlines()) <= LINES_A_PAGE
        assert page.count("**First:**") == page.count("| from | what arrives |") == len(parcels)
        makers = sum(each.name == "a board maker" for parcel in parcels.values() for each in by_shop(parcel))
        assert page.count("**Upload** `") == makers


def test_what_an_assembler_would_leave_out_is_named_before_the_order(layout, generated):
    """Every part that a machine places and that has no number, with how many: Hall switches, and 680 ohm."""

    def stopped(page):
        text = page[page.index("## Stop before you pay") : page.index("## Parcel 1")]
        return set(re.findall(r"^- \*\*(\d+) x (.+?)\*\*", text, re.MULTILINE))

    assert stopped(orders(layout, LIST)["assembled.md"]) == {("9", "680 R")}
    assert stopped(orders(layout, LIST.replace("machine,\n", "machine,C1\n"))["assembled.md"]) == set()
    rows = csv.DictReader(io.StringIO(generated["controller/controller-bom.csv"]))
    empty = sum(row["Soldered by"] == "machine" and not row["LCSC part"] for row in rows)
    assert f"meant for the hand, {empty} rows)" in (ROOT / "hardware/docs/ordering.md").read_text(encoding="utf-8")
    placed = [part.value for part in (*netlist.parts(), *coupon.circuit().parts) if part.fitted]
    counts = {(str(3 * placed.count(value)), value) for value in ("DRV5032DU", "680 R")}
    assert stopped((ROOT / "hardware/docs/drawn/orders/assembled.md").read_text(encoding="utf-8")) == counts
