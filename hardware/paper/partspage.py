"""A page for the soldering table: a list of a board's parts beside the board; what is pointed at in one lights up in the other.

One file, nothing is loaded from anywhere. What is ticked as soldered is remembered by the browser.
"""

from html import escape
from typing import Final

from hardware.electrical.board import Board
from hardware.electrical.silk import courtyards
from hardware.generate.drawing import number

MARGIN: Final = 2.0
STYLE: Final = """
:root { color-scheme: light dark; --board: #e8f1e8; --pad: #b08030; --on: #d01818; }
@media (prefers-color-scheme: dark) { :root { --board: #24332a; --pad: #d0a050; --on: #ff6a5a; } }
body { font: 16px/1.4 sans-serif; margin: 1rem; }
svg { width: 100%; max-height: 60vh; position: sticky; top: 0; background: Canvas; }
.edge { fill: var(--board); stroke: currentColor; stroke-width: 0.2; }
.room { fill: transparent; stroke: currentColor; stroke-width: 0.1; }
.pad { fill: var(--pad); }
.on .room { stroke: var(--on); stroke-width: 0.6; } .on .pad { fill: var(--on); }
svg text { font-size: 1.6px; fill: currentColor; text-anchor: middle; pointer-events: none; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: 0.3rem 0.5rem; border-bottom: 1px solid; }
tr.on { outline: 2px solid var(--on); }
@media (max-width: 40rem) { td:last-child, th:last-child { display: none; } }
.done td { opacity: 0.6; text-decoration: line-through; }
"""
SCRIPT: Final = """
const rows = [...document.querySelectorAll("tbody tr")];
const key = "pearlboard soldered " + document.body.dataset.board;
const done = new Set(JSON.parse(localStorage.getItem(key) || "[]"));
function show(row) {
  rows.forEach((one) => one.classList.toggle("on", one === row));
  const names = row ? row.dataset.parts.split(" ") : [];
  document.querySelectorAll("svg g").forEach((part) => part.classList.toggle("on", names.includes(part.id)));
}
for (const row of rows) {
  const box = row.querySelector("input");
  const mark = () => row.classList.toggle("done", box.checked);
  box.checked = done.has(row.dataset.parts);
  mark();
  row.addEventListener("click", () => show(row));
  box.addEventListener("focus", () => show(row));
  box.addEventListener("change", () => {
    mark();
    if (box.checked) done.add(row.dataset.parts); else done.delete(row.dataset.parts);
    localStorage.setItem(key, JSON.stringify([...done]));
  });
}
document.querySelectorAll("svg g").forEach((part) =>
  part.addEventListener("click", () => {
    const row = rows.find((one) => one.dataset.parts.split(" ").includes(part.id));
    show(row);
    row.scrollIntoView({ block: "nearest" });
  }));
"""


def parts_page(board: Board, title: str) -> str:
    """The page; parts of one kind share a line, in the order in which they are soldered: flat ones first."""
    left, low, right, high = board.outline
    wide, tall = right - left + 2 * MARGIN, high - low + 2 * MARGIN
    rooms = courtyards(board)
    groups = [_group(board, part.name, rooms[part.name]) for part in board.circuit.parts]
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{STYLE}</style></head>",
            f'<body data-board="{board.name}"><h1>{escape(title)}</h1>',
            "<p>Point at a line, or at a part on the board. Seen from the parts' side. Generated and checked, not yet built.</p>",
            f'<svg viewBox="0 0 {number(wide)} {number(tall)}" role="img" aria-label="{escape(title)}">',
            f'<rect class="edge" x="{MARGIN}" y="{MARGIN}" width="{number(right - left)}" height="{number(high - low)}"/>',
            *groups,
            "</svg>",
            "<table><thead><tr><th>done</th><th>parts</th><th>value</th><th>size</th><th>maker's part</th></tr></thead><tbody>",
            *_rows(board),
            f"</tbody></table><script>{SCRIPT}</script></body></html>",
            "",
        ]
    )


def _group(board: Board, name: str, room: tuple[float, float, float, float]) -> str:
    """A part's room, pads and name on the board."""
    left, _, _, top = board.outline
    pads = "".join(
        f'<rect class="pad" x="{number(pad.x - pad.width / 2 - left + MARGIN)}" y="{number(top - pad.y - pad.height / 2 + MARGIN)}" '
        f'width="{number(pad.width)}" height="{number(pad.height)}"'
        + (f' rx="{number(pad.width / 2)}"/>' if pad.drill else "/>")
        for pad in board.pads
        if pad.part == name
    )
    x0, y0, x1, y1 = room
    x, y = x0 - left + MARGIN, top - y1 + MARGIN
    return (
        f'<g id="{name}"><rect class="room" x="{number(x)}" y="{number(y)}" width="{number(x1 - x0)}" height="{number(y1 - y0)}"/>'
        f'{pads}<text x="{number(x + (x1 - x0) / 2)}" y="{number(y + (y1 - y0) / 2 + 0.6)}">{name}</text></g>'
    )


def _rows(board: Board) -> list[str]:
    machine = board.by_machine()
    kinds: dict[tuple[bool, str, str, str, bool], list[str]] = {}
    for part in board.circuit.parts:
        kind = (part.name not in machine, part.package, part.value, part.maker, part.fitted)
        kinds.setdefault(kind, []).append(part.name)
    return [
        f'<tr data-parts="{" ".join(names)}"><td><input type="checkbox" aria-label="{" ".join(names)} soldered"></td>'
        f"<td>{', '.join(names)}</td><td>{escape(value)}{'' if fitted else ' (not fitted)'}</td><td>{escape(package)}</td>"
        f"<td>{escape(maker)}</td></tr>"
        for (_, package, value, maker, fitted), names in sorted(kinds.items(), key=lambda kind: kind[0][0])
    ]
