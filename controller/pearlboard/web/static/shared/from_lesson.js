// Who comes from the page of a lesson wants something of the table: a first game, or the lesson on the board. It is asked in
// this tab and nowhere else, so no address can begin anything.

/** @typedef {"first-game" | "board-lesson"} Wish */

/** @param {Wish} wish */
const key = (wish) => `pearlboard.${wish}`;

/**
 * @param {Wish} wish
 * @param {string} game
 */
export const wishFor = (wish, game) => sessionStorage.setItem(key(wish), game);

/**
 * The game for which that is wished, or null.
 * @param {Wish} wish
 */
export const wished = (wish) => sessionStorage.getItem(key(wish));

/** @param {Wish} wish */
export const forget = (wish) => sessionStorage.removeItem(key(wish));
