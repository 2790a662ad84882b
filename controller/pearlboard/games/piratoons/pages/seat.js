// Piratoons on a player's own page: the own pieces, count, sealed bid and ship.

import { showBox, startBox } from "./box.js";
import { showChest, startChest } from "./chest.js";
import { lays, turnOf } from "./game.js";
import { showReferee, startReferee } from "./referee.js";
import { showSaying, startSaying } from "./saying.js";
import { showScore } from "./score.js";
import { showShips, startShips } from "./ships.js";
import { fillStage, startStage, stopStage } from "./stage.js";

export { lays, turnOf };

/** @type {Context} */
let page;

export { stopStage as stop };

/** @param {Context} context */
export function start(context) {
  page = context;
  startBox(page.act);
  startChest(page.act);
  startReferee(page.act);
  startSaying(page.act);
  startShips(page.act);
  startStage(page);
}

/**
 * The seat of this page, while it may act.
 * @param {SeatScreen} screen
 */
const here = ({ you, paused, phase }) => (page.covered() || paused || phase !== "playing" ? [] : [you.seat ?? 0]);

/** @param {SeatScreen} screen */
export const stage = (screen) => fillStage(screen, here(screen));

/**
 * @param {(SeatScreen & MatchScreen) | null} screen
 * @param {{ covered: boolean, secret: boolean }} how
 */
export function show(screen, { covered, secret }) {
  if (!screen) return;
  const own = screen.you.seat ?? 0;
  const seats = here(screen);
  const shown = secret ? screen : { ...screen, you: { ...screen.you, game: { bid: null } } };
  showChest(screen, seats);
  showBox(screen, seats);
  showReferee(screen, seats.length > 0);
  showSaying(shown, seats, own);
  showShips(screen, seats, own);
  showScore(screen, page);
}

/** @param {SeatScreen} screen */
export const secret = ({ game }) => Boolean(game.auction);
