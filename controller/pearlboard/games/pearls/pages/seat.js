// Pearls on a player's own page: the hand, and the display to take from.

import { byId, fill, h, s } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { beads } from "./drawing.js";
import { drawPearls } from "./game.js";
import { makeHand } from "./hand.js";
import { showScore } from "./score.js";
import { showTakes, startTakes } from "./takes.js";

/** @typedef {import("./drawing.js").Necklace} Necklace */

/** @type {Context} */
let page;
/** @type {ReturnType<typeof makeHand>} */
let hand;

/** @param {Context} context */
export function start(context) {
  page = context;
  startTakes(page.act);
  hand = makeHand(byId("own-cards"), "mine", page.act);
}

/**
 * @param {(SeatScreen & MatchScreen) | null} screen
 * @param {{ covered: boolean, secret: boolean }} how
 */
export function show(screen, { covered, secret }) {
  if (!screen) return hand.show(null);
  const { you, game, match, paused } = screen;
  drawPearls(screen);
  const mine = Boolean(you.game.to_move) && !covered && !paused;
  showTakes(screen, mine ? you.seat ?? null : null);
  const mover = match.players.find((player) => player.to_move);
  hand.show(secret && screen.phase === "playing" ? { seat: you.seat ?? 0, held: you.game.hand, necklaces: game.necklaces, mine, wait: t("hand_turn", { name: mover?.name ?? "" }) } : null);
  showNecklaces(game.necklaces);
  showScore(screen, page);
}

/**
 * The board is small here, so they stand beside the display.
 * @param {Necklace[]} necklaces
 */
function showNecklaces(necklaces) {
  fill(byId("necklaces"), JSON.stringify(necklaces), () => necklaces.filter(({ of }) => of).map(({ value, left }) =>
    h("li", { class: left ? "" : "gone" }, h("span", { class: "unseen" }, t("necklace_left", { value, count: left })),
      h("span", { class: "necklace-chip", "aria-hidden": "true" }, s("svg", { viewBox: "-40 -40 80 80" }, ...beads(value)), left > 1 ? `×${left}` : ""))));
}

/** @param {SeatScreen} screen */
export const secret = ({ phase, you }) => phase === "playing" && Boolean(you.game.hand);
