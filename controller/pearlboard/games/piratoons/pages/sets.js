// What the sets of a ship that is being built are worth, to be seen while one builds; what counts, the table counts.

/**
 * Of each kind three alike 5, three of different designs 4, two alike 2, each tile in one set, as well as it goes.
 * @param {string[]} tiles
 */
export const setsOf = (tiles) => ["d", "g", "p", "q"].reduce((sum, kind) => sum + best([1, 2, 3].map((design) => tiles.filter((tile) => tile === `${kind}${design}`).length)), 0);

/** @param {number[]} counts tiles of the three designs of a kind */
const best = (counts) => Math.max(...Array.from({ length: Math.min(...counts) + 1 }, (_, mixed) => 4 * mixed + counts.reduce((sum, count) => sum + alike(count - mixed), 0)));

/** @param {number} count */
const alike = (count) => 5 * Math.floor(count / 3) + (count % 3 === 2 ? 2 : 0);
