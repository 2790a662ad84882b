// How pearls, cards and necklaces are drawn, on the board and beside it.

import { h, s } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";

/**
 * Cards of one colour: how many somebody holds, or how many lie there.
 * @typedef {{ colour: string, value: number, count: number }} Cards
 * @typedef {{ value: number, left: number, of: number }} Necklace
 */

/**
 * @param {string} colour
 * @returns {SVGElement}
 */
export const pearl = (colour) => s("svg", { class: "pearl-card", viewBox: "0 0 100 100", "aria-hidden": "true" }, s("use", { href: `#pearl-${colour}` }));

/** So many cards a hand may hold. */
export const LIMIT = 10;

/**
 * A card by its face; `back`: face down.
 * @param {string} colour
 * @returns {SVGElement}
 */
export const card = (colour) => s("svg", { class: "card-face", viewBox: "0 0 100 140", "aria-hidden": "true" }, s("use", { href: `#card-${colour}` }));

/**
 * A bead without a number on it: a card that lies in a row.
 * @param {string} colour
 * @returns {SVGElement}
 */
export const bead = (colour) => s("svg", { class: "row-bead", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, s("use", { href: `#bead-${colour}`, x: -50, y: -50, width: 100, height: 100 }));

/**
 * So many cards of a colour, in words.
 * @param {string} colour
 * @param {number} count
 * @returns {string}
 */
export const cards = (colour, count) => t(`n_${colour}`, { count });

/**
 * Pearls on a string, so many of each.
 * @param {{ colour: string, count: number }[]} held
 * @returns {HTMLElement}
 */
export const string = (held) => h("span", { class: "string", role: "img", "aria-label": held.map(({ colour, count }) => cards(colour, count)).join(", ") },
  ...held.flatMap(({ colour, count }) => Array.from({ length: count }, () => pearl(colour))));

/**
 * A necklace as a ring of beads around its value.
 * @param {number} value
 * @returns {SVGElement[]}
 */
export function beads(value) {
  const around = Array.from({ length: value }, (_, bead) => {
    const turn = (2 * Math.PI * bead) / value;
    return s("circle", { class: "bead", cx: (29 * Math.sin(turn)).toFixed(1), cy: (-29 * Math.cos(turn)).toFixed(1), r: 8 });
  });
  return [s("circle", { class: "thread", r: 29 }), ...around, s("text", { y: 11 }, String(value))];
}

/**
 * @param {number} value
 * @returns {HTMLElement}
 */
export const necklaceChip = (value) => h("span", { class: "necklace-chip" }, s("svg", { viewBox: "-40 -40 80 80", "aria-hidden": "true" }, ...beads(value)),
  h("span", { class: "unseen" }, t("necklace_of", { value })));
