"""All that is generated, as one mapping from a path to its text."""

from hardware.electrical.boardpicture import board_picture
from hardware.electrical.boards import Drawn, boards
from hardware.electrical.copper import check_copper
from hardware.electrical.gerber import board_files
from hardware.electrical.panel import Panel, panel, panel_files, panel_picture
from hardware.electrical.plugs import plugs_csv, plugs_picture
from hardware.electrical.power import power_page
from hardware.electrical.sheet import PAPER, sheet_picture
from hardware.electrical.silk import check_courtyards, check_silk
from hardware.electrical.stripboard import stripboard
from hardware.electrical.tables import tables
from hardware.generate.drawing import Drawing, svg
from hardware.generate.dxf import dxf
from hardware.generate.layout import Layout
from hardware.generate.sizes import Sizes
from hardware.mechanical.case import case, case_drawings
from hardware.mechanical.casepicture import case_picture
from hardware.mechanical.overlays import overlays
from hardware.mechanical.pieces import pieces
from hardware.mechanical.plates import plates
from hardware.mechanical.reel import reel_picture
from hardware.mechanical.solids import step, stl
from hardware.mechanical.touch import touch
from hardware.paper.bom import bom_csv, bom_page
from hardware.paper.orders import orders
from hardware.paper.partspage import parts_page
from hardware.paper.pdf import pdf
from hardware.paper.picturepdf import picture_pdf
from hardware.paper.pictures import pictures
from hardware.spice.decks import decks


def everything(sizes: Sizes) -> dict[str, str]:
    """Path -> text, the same on every machine; `SizesError` if the sizes cannot be built."""
    layout = Layout(sizes)
    files: dict[str, str] = {}
    folders = {"plates": plates(layout), "pieces": pieces(layout), "overlays": (*overlays(layout), *touch(layout))}
    box = case(layout)
    folders["case"] = case_drawings(box)
    files |= {"pictures/case.svg": case_picture(box), "case/case.step": step(box)}
    files |= {f"case/case-{sheet.name}.stl": stl(box, sheet) for sheet in box.sheets}
    for folder, drawings in folders.items():
        for drawing in drawings:
            files |= _drawn(folder, drawing)
    drawn = boards(sizes)
    whole = panel(sizes, drawn["bar"].board, drawn["coupon"].board)
    for name, texts in _fabricated(drawn, whole).items():
        files |= {f"{name}/{file}": text for file, text in texts.items()}
    files |= {f"spice/{name}": text for name, text in decks(layout).items()}
    files |= {f"tables/{name}": text for name, text in tables(layout).items()}
    files |= {f"pictures/{name}": text for name, text in pictures(layout).items()}
    files["pictures/bar.svg"] = board_picture(
        drawn["bar"].board, "One sensor bar: its parts hang, the sensors face down in the table", cut=126.0
    )
    files["pictures/schematic.svg"] = sheet_picture(drawn["bar"].sheet)
    files["pictures/controller.svg"] = board_picture(drawn["controller"].board, "The controller's board")
    files["pictures/panel.svg"] = panel_picture(whole)
    files["pictures/coupon.svg"] = board_picture(
        drawn["coupon"].board, "The coupon of gate 3: its sensors face down, as under bars"
    )
    files |= {"pictures/plugs.svg": plugs_picture(), "tables/wires-plugs.csv": plugs_csv()}
    files["pictures/controller-schematic.svg"] = sheet_picture(drawn["controller"].sheet)
    files["pictures/stripboard.svg"] = stripboard()
    files["pictures/reel.svg"] = reel_picture(layout)
    files |= {f"orders/{name}": text for name, text in orders(layout, files["panel/panel-bom.csv"]).items()}
    return files | {"bom.csv": bom_csv(layout), "bom.md": bom_page(layout), "power.md": power_page(layout)}


def fabricated(sizes: Sizes) -> dict[str, dict[str, str]]:
    """Return the files of each board and of the panel, by board and file name."""
    drawn = boards(sizes)
    return _fabricated(drawn, panel(sizes, drawn["bar"].board, drawn["coupon"].board))


def _fabricated(drawn: dict[str, Drawn], whole: Panel) -> dict[str, dict[str, str]]:
    return {name: _board(each) for name, each in drawn.items()} | {whole.name: panel_files(whole)}


def _board(drawn: Drawn) -> dict[str, str]:
    """The files of a board, if nothing is wrong with it."""
    made = drawn.board
    check_copper(made)
    check_silk(made)
    check_courtyards(made)
    page = parts_page(made, f"Parts of the {drawn.sheet.title}")
    return {
        **board_files(made),
        **drawn.sheet.files(),
        "netlist.csv": made.circuit.csv(),
        f"{made.name}-parts.html": page,
        f"{made.name}-schematic.pdf": picture_pdf(sheet_picture(drawn.sheet), PAPER[0]),
    }


def _drawn(folder: str, drawing: Drawing) -> dict[str, str]:
    return {
        f"{folder}/{drawing.name}.svg": svg(drawing),
        f"{folder}/{drawing.name}.dxf": dxf(drawing),
        f"{folder}/{drawing.name}.pdf": pdf(drawing),
    }
