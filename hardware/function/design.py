"""The design that the laws judge: the facts of `parts.toml`, circuits, boards, sheets, and the files for makers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from hardware.electrical.board import Board
from hardware.electrical.boards import Drawn, boards
from hardware.electrical.circuit import Circuit, Part
from hardware.electrical.facts import Fact, Facts, facts
from hardware.electrical.gerber import board_files
from hardware.electrical.harness import harness
from hardware.electrical.panel import panel, panel_files
from hardware.electrical.plugs import plugs_csv
from hardware.electrical.tables import tables
from hardware.generate.layout import Layout
from hardware.generate.sizes import Sizes
from hardware.paper.bom import bom_page

PANEL: Final = "panel"


@dataclass(frozen=True)
class Design:
    """A design to judge. `files`: what a maker gets, by board and file name; `shown`: what guides show, by name."""

    facts: Facts
    drawn: Mapping[str, Drawn]
    files: Mapping[str, Mapping[str, str]]
    shown: Mapping[str, str]

    def board(self, name: str) -> Board:
        """Return a board by name."""
        return self.drawn[name].board

    def circuit(self, name: str) -> Circuit:
        """Return a board's circuit."""
        return self.drawn[name].board.circuit

    def fact(self, part: Part) -> Fact | None:
        """Return what `parts.toml` says of a part, or None if it is not bought."""
        return self.facts.ordered(part.maker)

    def bought(self, name: str) -> Iterator[tuple[Part, Fact]]:
        """Yield a board's parts that are bought, each with what `parts.toml` says of it."""
        yield from ((part, fact) for part in self.circuit(name).parts if (fact := self.fact(part)))


Law: TypeAlias = Callable[[Design], Iterator[str]]


def design(sizes: Sizes) -> Design:
    """Draw all that the laws judge."""
    drawn, layout = boards(sizes), Layout(sizes)
    files = {name: {**board_files(each.board), **each.sheet.files()} for name, each in drawn.items()}
    files[PANEL] = panel_files(panel(sizes, drawn["bar"].board, drawn["coupon"].board))
    shown = {**tables(layout), "wires-plugs.csv": plugs_csv(), "bom.md": bom_page(layout)}
    shown |= {f"harness-{controller}.svg": harness(layout, controller) for controller in ("pi", "pico")}
    return Design(facts(), drawn, files, shown)
