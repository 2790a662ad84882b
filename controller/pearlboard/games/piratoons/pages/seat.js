// Piratoons on a player's own page: the own pieces, count, sealed bid and ship.

import { lays, turnOf } from "./game.js";
import { fillStage, planOf, showParts, startStage, stopStage } from "./stage.js";

export { lays, turnOf };

/** @type {Context} */
let page;

export { stopStage as stop };

/** @param {Context} context */
export function start(context) {
  page = context;
  startStage(page);
}

/**
 * The seat of this page, while it may act.
 * @param {SeatScreen} screen
 */
const here = ({ you, paused, phase }) => (page.covered() || paused || phase !== "playing" ? [] : [you.seat ?? 0]);

/** @param {SeatScreen & MatchScreen} screen */
export const planned = (screen) => planOf(screen, here(screen), screen.you.seat ?? 0);

/** @param {any} screen */
export const stage = (screen) => fillStage(screen, here(screen));

/**
 * @param {(SeatScreen & MatchScreen) | null} screen
 * @param {{ covered: boolean, secret: boolean }} how
 */
export function show(screen, { covered, secret }) {
  if (!screen) return;
  const shown = secret ? screen : { ...screen, you: { ...screen.you, game: { bid: null } } };
  showParts(shown, here(screen), screen.you.seat ?? 0, page);
}

/** @param {SeatScreen} screen */
export const secret = ({ game }) => Boolean(game.auction);
