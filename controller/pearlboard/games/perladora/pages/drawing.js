// How the pieces of this game are drawn: Divers, Pontoons, Pearls, and what the page marks beside them.

import { s } from "/static/shared/dom.js";
import { place } from "/static/shared/glow.js";

/** @typedef {{ pearls: number, laid: boolean }} Heap the Pearls of a farm */

/**
 * @param {string} clan
 * @returns {SVGElement}
 */
export const emblemOf = (clan) => s("use", { href: `#emblem-${clan}`, width: 100, height: 100 });

/**
 * @param {Pick<Piece, "kind" | "site">} piece
 * @returns {string}
 */
export const kindOf = ({ kind, site }) => kind ?? (site.includes("-") ? "pontoon" : "diver");

/**
 * A piece as the board wants it, see `useBoard`.
 * @param {Piece} piece
 * @param {Player | null} player
 * @returns {Drawn}
 */
export function drawn(piece, player) {
  const turned = kindOf(piece) === "diver" ? diver(piece, player?.clan ?? null) : pontoon();
  return { turned, upright: worn(piece) };
}

const PETALS = Array.from({ length: 10 }, (_, petal) => {
  const turn = (petal * Math.PI) / 5;
  return { cx: (26.5 * Math.sin(turn)).toFixed(1), cy: (26.5 * Math.cos(turn)).toFixed(1), r: 5 };
});

/**
 * What changes a Diver's worth lies on it: a necklace of flowers, the Backup; and what only this page may tell.
 * @param {Piece} piece
 */
function worn(piece) {
  return [...(piece.necklaces ? [s("g", { class: "necklace" }, ...PETALS.map((petal) => s("circle", petal)))] : []), ...tagsOf(piece).map(tag)];
}

/**
 * @typedef {{ kind: string, x: number, y: number, wide: number, text: string }} Tag
 * @param {Piece} piece
 * @returns {Tag[]}
 */
export const tagsOf = ({ necklaces, backup, mine }) => [
  ...(necklaces ? [{ kind: "less", x: -21, y: 25, wide: 42, text: `−${necklaces}` }] : []),
  ...(backup ? [{ kind: "backup", x: necklaces ? 23 : 21, y: necklaces ? -25 : 25, wide: 42, text: "+1" }] : []),
  ...(mine ? [{ kind: "mine", x: -25, y: -24, wide: 30, text: String(mine) }] : []),
];

/** @param {Tag} tag */
function tag({ kind, x, y, wide, text }) {
  const ground = s("rect", { x: -wide / 2, y: -17, width: wide, height: 34, rx: kind === "mine" ? 7 : 17 });
  return s("g", { class: `worn ${kind}`, transform: `translate(${x} ${y})` }, ground, s("text", { y: 8 }, text));
}

/**
 * Where a token that is being played may go, and where it goes.
 * @param {Site} site
 * @param {boolean} chosen
 * @returns {SVGElement}
 */
export function drawTarget(site, chosen) {
  const { x, y } = place(site);
  const corners = "M-43-25V-37Q-43-43-37-43H-25M25-43H37Q43-43 43-37V-25M43 25V37Q43 43 37 43H25M-25 43H-37Q-43 43-43 37V25";
  return s("g", { class: `target${chosen ? " chosen" : ""}`, transform: `translate(${x} ${y})` },
    s("path", { class: "under", d: corners }), s("path", { d: corners }));
}

/**
 * @param {Piece} piece
 * @param {string | null} clan
 * @returns {SVGElement[]}
 */
function diver({ value, unknown }, clan) {
  const tile = [
    s("rect", { class: "shadow", x: -30, y: -26, width: 62, height: 62, rx: 12 }),
    s("rect", { class: "tile", x: -31, y: -31, width: 62, height: 62, rx: 11 }),
  ];
  if (value) return [...tile, ...face(value, clan)];
  return [
    ...tile,
    s("rect", { x: -31, y: -31, width: 62, height: 62, rx: 11, fill: "url(#weave)" }),
    s("rect", { x: -31, y: -31, width: 62, height: 62, rx: 11, fill: "url(#sheen)" }),
    s("rect", { class: "line", x: -26.5, y: -26.5, width: 53, height: 53, rx: 7.5 }),
    clan && !unknown ? s("use", { class: "sign", href: `#emblem-${clan}`, x: -19, y: -19, width: 38, height: 38 }) : s("text", { class: "number", y: 13 }, "?"),
  ];
}

/**
 * @param {number} value
 * @param {string | null} clan
 */
function face(value, clan) {
  return [
    s("rect", { x: -27, y: -27, width: 54, height: 54, rx: 8, fill: "url(#ivory)" }),
    s("text", { class: "number", y: 16 }, String(value)),
    s("use", { class: "mark", href: `#emblem-${clan}`, x: 9, y: -26, width: 16, height: 16 }),
  ];
}

function pontoon() {
  return [
    s("rect", { class: "shadow", x: -37, y: -4, width: 76, height: 17, rx: 4 }),
    s("rect", { class: "stick", x: -38, y: -8.5, width: 76, height: 17, rx: 4 }),
    s("path", { class: "grain", d: "M-33-4.200C-12-5.500 8-2.500 33-4M-33 .800C-20 2.400 4-.600 33 1M-30 5C-8 3.600 12 6 31 4.600" }),
    s("path", { class: "rope", d: "M-29-8.500V8.500M-25-8.500V8.500M25-8.500V8.500M29-8.500V8.500" }),
  ];
}

/**
 * @param {Site} farm
 * @param {Heap} heap
 * @param {boolean} now
 * @returns {SVGElement}
 */
export function drawHeap(farm, { pearls, laid }, now) {
  const { x, y } = place(farm);
  const group = s("g", { class: `heap${laid ? "" : " coming"}${now ? " now" : ""}`, transform: `translate(${x} ${y})` });
  if (now) group.append(s("circle", { class: "call", r: 47 }));
  group.append(s("use", { class: "pearls", href: `#heap-${pearls}` }));
  return group;
}

/**
 * How many, above everything else: a Pontoon beside the Farm may not hide it.
 * @param {Site} farm
 * @param {Heap} heap
 * @returns {SVGElement}
 */
export function drawCount(farm, { pearls, laid }) {
  const { x, y } = place(farm);
  const group = s("g", { class: `count${laid ? "" : " coming"}`, transform: `translate(${x + 27} ${y + 27})` });
  group.append(s("circle", { r: 16.5 }), s("text", { y: 8 }, String(pearls)));
  return group;
}
