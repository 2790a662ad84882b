// Perladöra on a player's own page: the hand, tokens, what an Elder sees, the own Divers at the reveal, the count.

import { byId, set } from "/static/shared/dom.js";
import { showHand, startHand } from "./hand.js";
import { drawLagoon, SITES, targetsOf } from "./lagoon.js";
import { showOwn, startOwn } from "./own.js";
import { showScore } from "./score.js";
import { showTokens, startTokens } from "./tokens.js";

/** @type {Context} */
let page;

export const goesOn = true;

/**
 * Where a tap does something: the targets of a token; and on a board that is only drawn wherever nothing counts yet.
 * @param {SeatScreen} screen
 * @returns {Set<Site>}
 */
export function reach(screen) {
  if (!draws(screen)) return targetsOf(screen);
  const counts = new Set(screen.pieces.filter((piece) => piece.status !== "draft").map((piece) => piece.site));
  return new Set([...targetsOf(screen), ...SITES.filter((site) => !counts.has(site))]);
}

/** @param {SeatScreen} screen */
const draws = ({ on_screen: drawn, you, stage, paused }) => drawn && Boolean(you.to_move) && stage === "playing" && !paused;

/** @param {Context} context */
export function start(context) {
  page = context;
  startHand(page.act);
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
    set(byId("main"), "data-draws", null);
    showHand(null);
    return;
  }
  const { reveal } = screen.game;
  set(byId("main"), "data-draws", draws(screen) && !covered ? "" : null);
  drawLagoon(screen);
  showHand(secret ? screen : null);
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
 */
export function touch(site, screen, { covered }) {
  const { tokens } = screen.game;
  if (screen.stage === "reveal") byId("own-divers").querySelector(`[id^="own-${site}-"]`)?.focus();
  else if (screen.you.to_move && !covered && targetsOf(screen).has(site))
    page.act({ name: "choose", choice: { target: site === tokens.target ? null : site } });
  else if (draws(screen) && !covered) lay(site, screen);
}

/**
 * @param {Site} site
 * @param {SeatScreen} screen
 */
function lay(site, { pieces }) {
  const there = pieces.find((piece) => piece.site === site);
  if (!there || there.status === "draft") page.act({ name: there ? "lift" : "put", site });
}
