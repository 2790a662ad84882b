// Pearls on a player's own page: the hand, and the display to take from.

import { byId, fill, h, s } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { forget, plan, see } from "./choosing.js";
import { beads } from "./drawing.js";
import { makeFan } from "./fan.js";
import { drawPearls } from "./game.js";
import { makeHand } from "./hand.js";
import { showScore } from "./score.js";
import { chosen, drawStage, leaveStage } from "./stage.js";
import { showTakes, startTakes } from "./takes.js";

/** @typedef {import("./drawing.js").Necklace} Necklace */

/** @type {Context} */
let page;
/** @type {ReturnType<typeof makeHand>} */
let hand;
/** @type {ReturnType<typeof makeFan>} */
let fan;

/** @param {Context} context */
export function start(context) {
  page = context;
  startTakes(page.act);
  hand = makeHand(byId("own-cards"), "mine", page.act);
  fan = makeFan(byId("own-fan"), "mine", { changed: page.changed, lift });
}

export const stop = leaveStage;

/** Cards of the hand are chosen instead of a colour: the Diver comes up. */
function lift() {
  for (const { site } of page.screen().pieces) page.act({ name: "lift", site });
}

/**
 * @param {(SeatScreen & MatchScreen) | null} screen
 * @param {{ covered: boolean, secret: boolean }} how
 */
export function show(screen, { covered, secret }) {
  if (!screen) { hand.show(null); return fan.show(null); }
  const { on_screen: drawn, game } = screen;
  if (!drawn) drawPearls(screen);
  const held = secret && screen.phase === "playing" ? handOf(screen, covered) : null;
  byId("own-head").hidden = drawn;
  hand.show(drawn ? null : held);
  fan.show(drawn ? held : null, held?.mine ? chosen(game) : null);
  if (drawn) byId("takes").hidden = true;
  else showTakes(screen, held?.mine ? held.seat : null);
  showNecklaces(game.necklaces);
  showScore(screen, page);
  return undefined;
}

/**
 * @param {Screen} screen
 * @param {boolean} covered
 * @returns {import("./hand.js").Held}
 */
function handOf({ you, game, match, paused }, covered) {
  const mover = match?.players.find((player) => player.to_move);
  return { seat: you?.seat ?? 0, held: you?.game.hand ?? [], necklaces: game.necklaces, mine: Boolean(you?.game.to_move) && !covered && !paused, wait: t("hand_turn", { name: mover?.name ?? "" }) };
}

/**
 * What is chosen of the hand.
 * @param {MatchScreen & { secret: boolean }} screen
 * @returns {Plan | null}
 */
export function planned(screen) {
  if (!screen.on_screen) return null;
  see(screen.secret && screen.phase === "playing" ? handOf(screen, false) : null, screen.match.turn);
  return plan(page.act, page.changed);
}

/** @param {MatchScreen & { secret: boolean }} screen */
export const stage = (screen) => drawStage(screen, { mover: screen.secret && screen.you?.game.to_move && !screen.paused ? screen.you.seat ?? null : null, you: screen.you?.seat ?? null, changed: page.changed });

/** A colour is meant now, and no cards of the hand. */
export function touch() {
  forget();
  return false;
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
