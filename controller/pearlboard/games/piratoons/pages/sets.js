// What the sets of a ship that is being built are worth, and what is empty, to be seen while one builds; what counts, the
// table counts.

import { hullOf } from "./drawing.js";

/**
 * Of each kind three alike 5, three of different designs 4, two alike 2, each tile in one set, as well as it goes.
 * @param {string[]} tiles
 */
export const setsOf = (tiles) => ["d", "g", "p", "q"].reduce((sum, kind) => sum + best([1, 2, 3].map((design) => tiles.filter((tile) => tile === `${kind}${design}`).length)), 0);

/**
 * Spaces with nothing in them; a Sail fills the deck it stands on.
 * @param {import("./drawing.js").Part[]} parts
 */
export const emptyOf = (parts) => parts.reduce((sum, { tile, on }) => {
  const { d = 0, g = 0, p = 0, q = 0 } = hullOf(tile)?.spaces ?? {};
  const equipment = on.filter((each) => each[0] !== "s");
  return sum + d + g + p + q - equipment.length - (d > 0 && equipment.length < on.length ? 1 : 0);
}, 0);

/**
 * Whether one more tile could lie on a part: its top takes one Deck tile or Sails.
 * @param {import("./drawing.js").Part} part
 * @param {string} tile
 */
export function fits({ tile: boat, on }, tile) {
  const kind = tile[0];
  const number = (/** @type {string} */ of) => on.filter((each) => each[0] === of).length;
  const spaces = /** @type {Record<string, number>} */ (hullOf(boat)?.spaces ?? {});
  return !(kind === "d" && number("s")) && !(kind === "s" && number("d")) && number(kind) < (spaces[kind] ?? 0);
}

/** @param {number[]} counts tiles of the three designs of a kind */
const best = (counts) => Math.max(...Array.from({ length: Math.min(...counts) + 1 }, (_, mixed) => 4 * mixed + counts.reduce((sum, count) => sum + alike(count - mixed), 0)));

/** @param {number} count */
const alike = (count) => 5 * Math.floor(count / 3) + (count % 3 === 2 ? 2 : 0);
