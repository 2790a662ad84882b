// Who comes from the page of a lesson wants something of the table: a first game, or the lesson or its puzzles on the board. It is asked in
// this tab and nowhere else, so no address can begin anything.

import { passing } from "./storage.js";

/** @typedef {"first-game" | "board-lesson" | "board-puzzles"} Wish */

/** @param {Wish} wish */
const key = (wish) => `pearlboard.${wish}`;

/**
 * @param {Wish} wish
 * @param {string} game
 * @param {number} index the step or the puzzle that is meant
 */
export function wishFor(wish, game, index = 0) {
  passing.setItem(key(wish), game);
  passing.setItem(`${key(wish)}.at`, String(index));
}

/**
 * From which step on that is wished.
 * @param {Wish} wish
 */
export const wishedAt = (wish) => Number(passing.getItem(`${key(wish)}.at`) ?? 0);

/**
 * The game for which that is wished, or null.
 * @param {Wish} wish
 */
export const wished = (wish) => passing.getItem(key(wish));

/** @param {Wish} wish */
export const forget = (wish) => passing.removeItem(key(wish));
