"""The circuit boards of this project: each with its schematic."""

from dataclasses import dataclass

from hardware.electrical.bar import board as bar
from hardware.electrical.board import Board
from hardware.electrical.controllerboard import controller
from hardware.electrical.controllersheet import sheet as controller_sheet
from hardware.electrical.coupon import coupon, coupon_sheet
from hardware.electrical.schematic import schematic
from hardware.electrical.sheet import Sheet
from hardware.generate.sizes import Sizes


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board and its page."""

    board: Board
    sheet: Sheet


def boards(sizes: Sizes) -> dict[str, Drawn]:
    """By name."""
    drawn = (
        Drawn(bar(sizes), schematic()),
        Drawn(controller(sizes), controller_sheet()),
        Drawn(coupon(sizes), coupon_sheet()),
    )
    return {each.board.name: each for each in drawn}
