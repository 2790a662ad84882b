// How things on the board are drawn: pieces as opaque as they are, and what the page marks beside them.

import { s } from "./dom.js";
import { place } from "./glow.js";

/** @typedef {"on-space" | "on-line"} Shape */

const GHOSTS = new Set(["missing", "owed", "looked_at", "in_hand"]);

/**
 * Whether a piece is there, and not only asked for.
 * @param {Pick<Piece, "status">} piece
 * @returns {boolean}
 */
export const lies = (piece) => !GHOSTS.has(piece.status);

/**
 * `draw(piece, player)` is the game's, see `useBoard`; what it does not draw is a tile, or a stick on a line.
 * @param {Piece} piece
 * @param {Player | null} player
 * @param {{ lift: Set<Site>, draw?: BoardHooks["draw"], mark?: BoardHooks["mark"] }} how `lift`: where pieces have to be lifted
 * @returns {SVGElement}
 */
export function drawPiece(piece, player, { lift, draw = () => null, mark = () => "" }) {
  const { x, y, kind, upright } = place(piece.site);
  /** @type {Shape} */
  const shape = kind === "edge" ? "on-line" : "on-space";
  const { turned, upright: on = [], frame = FRAMES[shape] } = draw(piece, player) ?? { turned: plain(piece.kind, shape) };
  const group = s("g", { class: ["piece", shape, piece.kind, piece.status, mark(piece)].filter(Boolean).join(" "), "data-colour": player?.colour, "data-piece": piece.site, transform: `translate(${x} ${y})` });
  const lying = s("g", { transform: upright ? "rotate(90)" : null }, ...turned, ...frameOf(piece, frame));
  group.append(s("g", { class: "body" }, lying, ...on), ...badge(piece, shape, lift));
  return group;
}

/** @type {Record<Shape, [number, number, number]>} */
const FRAMES = { "on-space": [72, 72, 16], "on-line": [86, 27, 9] };
/** @type {Record<Shape, () => SVGElement[]>} */
const PLAIN = {
  "on-space": () => [
    s("rect", { class: "shadow", x: -30, y: -26, width: 62, height: 62, rx: 12 }),
    s("rect", { class: "face", x: -31, y: -31, width: 62, height: 62, rx: 11 }),
    s("rect", { x: -31, y: -31, width: 62, height: 62, rx: 11, fill: "url(#sheen)" }),
  ],
  "on-line": () => [
    s("rect", { class: "shadow", x: -37, y: -4, width: 76, height: 17, rx: 4 }),
    s("rect", { class: "face", x: -38, y: -8.5, width: 76, height: 17, rx: 4 }),
    s("rect", { x: -38, y: -8.5, width: 76, height: 17, rx: 4, fill: "url(#sheen)" }),
  ],
};

/**
 * @param {Piece} piece
 * @param {[number, number, number]} frame
 */
function frameOf({ status }, [wide, high, radius]) {
  return status === "laid" ? [] : [s("rect", { class: "frame", x: -wide / 2, y: -high / 2, width: wide, height: high, rx: radius })];
}

/** A ring of this size, with a rim. */
const disc = (/** @type {number} */ y = 0) => [
  s("circle", { class: "shadow", cx: 1, cy: y + 5, r: 29 }),
  s("circle", { class: "face", cy: y, r: 29 }),
  s("circle", { cy: y, r: 20, fill: "none", stroke: "#0004", "stroke-width": 3 }),
];
/**
 * What the kinds of most board games look like; anything else is a tile, and a stick on a line.
 * @type {Record<string, () => SVGElement[]>}
 */
const KINDS = {
  man: disc,
  stone: disc,
  king: () => [...disc(6), ...disc(-6), s("path", { d: "M-12 2v-16l6 7 6-10 6 10 6-7v16z", fill: "#fff", stroke: "#0008", "stroke-width": 2 })],
  pawn: () => [
    s("ellipse", { class: "shadow", cx: 1, cy: 27, rx: 25, ry: 9 }),
    s("path", { class: "face", d: "M-23 27q0-11 12-15l4-18a15 15 0 1 1 14 0l4 18q12 4 12 15 0 6-23 6t-23-6z", stroke: "#0006", "stroke-width": 2 }),
  ],
};

/**
 * Any other kind on a space has its first letter, so that kinds can be told apart.
 * @param {string | null} kind
 * @param {Shape} shape
 * @returns {SVGElement[]}
 */
function plain(kind, shape) {
  if (!kind || shape === "on-line") return PLAIN[shape]();
  const letter = s("text", { y: 12, "text-anchor": "middle", "font-size": 34, "font-weight": 700, fill: "#fff", stroke: "#0009", "stroke-width": 4, "paint-order": "stroke" }, kind.slice(0, 1).toUpperCase());
  return KINDS[kind]?.() ?? [...PLAIN[shape](), letter];
}

const ARROWS = {
  lift: "M0 9V-8M-7-1.500L0-8.500L7-1.500",
  put: "M0-9V8M-7 1.500L0 8.500L7 1.500",
  eye: "M-10 0C-5-7 5-7 10 0C5 7-5 7-10 0ZM-2.500 0a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0",
};

/**
 * An arrow up: lift me; an arrow down: something belongs here; an eye: somebody is looking.
 * @param {Piece} piece
 * @param {Shape} shape
 * @param {Set<Site>} lift
 */
function badge({ status, site }, shape, lift) {
  const sign = status === "looked_at" ? "eye" : status === "missing" || status === "owed" ? "put"
    : status === "lift" || status === "foreign" || lift.has(site) ? "lift" : null;
  if (!sign) return [];
  const at = shape === "on-space" && lies({ status }) ? "translate(27 -27)" : null;
  return [s("g", { class: `badge ${sign}` }, s("g", { transform: at }, s("circle", { r: 17 }), s("path", { d: ARROWS[sign] })))];
}

/**
 * The line around some spaces, wherever the neighbour is not one of them.
 * @param {Site[]} spaces
 * @returns {string} the path of an SVG
 */
export function outline(spaces) {
  const inside = new Set(spaces);
  const parts = [];
  for (const name of spaces) {
    const { x, y } = place(name);
    const at = (/** @type {number} */ dx, /** @type {number} */ dy) => inside.has(String.fromCharCode(97 + (x - 50) / 100 + dx) + ((y + 50) / 100 + dy));
    if (!at(0, -1)) parts.push(`M${x - 50} ${y - 50}h100`);
    if (!at(0, 1)) parts.push(`M${x - 50} ${y + 50}h100`);
    if (!at(-1, 0)) parts.push(`M${x - 50} ${y - 50}v100`);
    if (!at(1, 0)) parts.push(`M${x + 50} ${y - 50}v100`);
  }
  return parts.join("");
}

/**
 * Towards the upper left: at the lower right of a space stands what lies there.
 * @param {Shape} shape
 * @param {boolean | undefined} upright
 */
const rankAt = (shape, upright) => `translate(${shape === "on-space" ? "-27 -27" : upright ? "0 -22" : "-22 0"})`;

/**
 * A piece that is only advised: pale, in a broken line, with its rank. On what lies there already, the rank and the line alone.
 * @param {Piece} piece
 * @param {Player | null} player
 * @param {{ rank: number, there: boolean, draw?: BoardHooks["draw"], mark?: BoardHooks["mark"] }} how
 * @returns {SVGElement}
 */
export function drawGhost(piece, player, { rank, there, draw = () => null, mark = () => "" }) {
  const { x, y, kind, upright } = place(piece.site);
  /** @type {Shape} */
  const shape = kind === "edge" ? "on-line" : "on-space";
  const { turned, frame = FRAMES[shape] } = draw(piece, player) ?? { turned: plain(piece.kind, shape) };
  const [wide, high, radius] = frame;
  const turn = upright ? "rotate(90)" : null;
  const outline = (/** @type {string} */ name) => s("rect", { class: name, x: -wide / 2, y: -high / 2, width: wide, height: high, rx: radius });
  return s("g", { class: ["ghost", shape, mark(piece)].filter(Boolean).join(" "), "data-colour": player?.colour, "data-ghost": piece.site, transform: `translate(${x} ${y})` },
    there ? null : s("g", { class: "pale", transform: turn }, ...turned),
    s("g", { transform: turn }, outline("edge-under"), outline("edge-over")),
    s("g", { class: "rank", transform: rankAt(shape, upright) }, s("circle", { r: 17 }), s("text", { y: 8 }, String(rank))));
}

/**
 * A ring around a place that is spoken of.
 * @param {Site} name
 * @returns {SVGElement}
 */
export function drawMark(name) {
  const { x, y, kind, upright } = place(name);
  const [wide, high] = kind === "edge" ? [96, 40] : [88, 88];
  const ring = (/** @type {string} */ kind) => s("rect", { class: kind, x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 20 });
  return s("g", { class: "mark", "data-mark": name, transform: `translate(${x} ${y})${upright ? " rotate(90)" : ""}` }, ring("mark-under"), ring("mark-over"));
}

/**
 * The ground of some spaces.
 * @param {Site[]} spaces
 * @returns {string} the path of an SVG
 */
export function area(spaces) {
  return spaces.map(place).map(({ x, y }) => `M${x - 50} ${y - 50}h100v100h-100z`).join("");
}

/**
 * @param {Site} name
 * @param {string} kind
 * @returns {SVGElement}
 */
export function drawHint(name, kind) {
  const { x, y, upright } = place(name);
  const shape = kind === "forbidden" ? s("path", { d: "M-8-8L8 8M8-8L-8 8" })
    : name.includes("-") ? s("rect", { x: -14, y: -3.5, width: 28, height: 7, rx: 3.5 }) : s("circle", { r: 10 });
  return s("g", { class: `hint ${kind}`, transform: `translate(${x} ${y})${upright ? " rotate(90)" : ""}` }, shape);
}
