// Perladöra on a player's own page: the hand, tokens, what an Elder sees, the own Divers at the reveal, the count.

import { byId } from "/static/shared/dom.js";
import { showHand, startHand } from "./hand.js";
import { aimsOf, drawLagoon } from "./lagoon.js";
import { showOwn, startOwn } from "./own.js";
import { showScore } from "./score.js";
import { showTokens, startTokens } from "./tokens.js";
import { showUntold, startUntold } from "./untold.js";

/** @type {Context} */
let page;

export const goesOn = true;
/** @param {SeatScreen} screen */
export const reach = (screen) => aimsOf(screen, screen.on_screen);

/** @param {Context} context */
export function start(context) {
  page = context;
  startHand(page.act);
  startUntold(page.act);
  startOwn(page.act);
  startTokens(page.act);
}

/**
 * `secret`: what only this player may see is shown now; without a screen nothing of it stays in the page.
 * @param {(SeatScreen & MatchScreen) | null} screen
 * @param {{ covered: boolean, secret: boolean }} how
 */
export function show(screen, { covered, secret }) {
  if (!screen) {
    showHand(null);
    showUntold(null);
    return;
  }
  const { reveal } = screen.game;
  drawLagoon({ ...screen, secret });
  showHand(secret ? screen : null);
  showUntold(secret ? screen : null);
  showTokens(screen, Boolean(screen.you.to_move) && !covered);
  showOwn(screen);
  showScore(screen, page);
  byId("agree-later").hidden = covered || !reveal?.turned_up || reveal.can_agree;
}

/**
 * @param {SeatScreen} screen
 * @returns {boolean}
 */
export const secret = ({ stage, you }) => ["pearls", "playing"].includes(stage ?? "") && Boolean(you.game.hand?.length);
/**
 * @param {SeatScreen} screen
 * @returns {boolean}
 */
export const waits = ({ stage, you }) => stage === "pearls" && !you.game.hand?.length;

/**
 * @param {Site} site
 * @param {SeatScreen} screen
 * @param {{ covered: boolean }} how
 * @returns {boolean} whether it was something else than to lay a piece
 */
export function touch(site, screen, { covered }) {
  const { tokens } = screen.game;
  if (screen.stage === "reveal") byId("own-divers").querySelector(`[id^="own-${site}-"]`)?.focus();
  else if (screen.you.to_move && !covered && reach(screen).has(site))
    page.act({ name: "choose", choice: { target: site === tokens.target ? null : site } });
  else return false;
  return true;
}
