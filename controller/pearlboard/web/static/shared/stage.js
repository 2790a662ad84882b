// Where the board is only drawn, a game may show itself on a stage of its own in the board's place: cards, a chest, a yard.
//
// A module exports `stage(screen)`, which fills its element of the class `stage` (`data-for="board"`) and says whether it
// is shown now. What has a `data-site` in it is touched as that place of the board would be.

import { around, byId, set } from "./dom.js";

const board = byId("board");

/**
 * `stage`: what the game exports under that name, if it does.
 * @param {{ [key: string]: any, on_screen?: boolean, match?: unknown, stage?: string | null }} screen
 * @param {((screen: any) => boolean) | undefined} stage
 */
export function showStage(screen, stage) {
  const staged = Boolean(screen.on_screen && screen.match && stage?.(screen));
  set(board, "data-staged", staged ? "" : null);
  byId("layer").inert = staged || Boolean(screen.paused);
  const own = /** @type {HTMLElement | null} */ (board.querySelector(".stage"));
  if (!own) return;
  Object.assign(own, { hidden: !staged, inert: Boolean(screen.paused) });
  set(own, "data-essential", staged ? screen.stage : null); // what comes next on it is to be seen, wherever a phone is scrolled
}

/**
 * `otherwise` is called for what cannot be touched now.
 * @param {(site: Site) => void} touch
 * @param {() => void} otherwise
 */
export function startStage(touch, otherwise = () => {}) {
  board.addEventListener("click", (event) => {
    const site = around(event, "#board .stage [data-site]")?.dataset.site;
    if (site) touch(site);
    else if (around(event, '#board .stage [aria-disabled="true"]')) otherwise();
  });
}
