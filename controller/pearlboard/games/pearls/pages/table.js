// Pearls on the table page: what lies on display, whose hand it is, and how it ended.

import { byId, h, set, write } from "/static/shared/dom.js";
import { peopleHere, withoutPhone } from "/static/shared/players.js";
import { t } from "/static/shared/texts.js";
import { forget, plan, see } from "./choosing.js";
import { necklaceChip, string } from "./drawing.js";
import { makeFan } from "./fan.js";
import { drawPearls, playString } from "./game.js";
import { makeHand } from "./hand.js";
import { showScore } from "./score.js";
import { chosen, drawStage, leaveStage, ordered } from "./stage.js";
import { showTakes, startTakes } from "./takes.js";

/** @typedef {import("./hand.js").Held} Held */

/** @type {Context} */
let page;
/** @type {ReturnType<typeof makeHand>} */
let openHand;
/** @type {ReturnType<typeof makeFan>} */
let openFan;
/** @type {ReturnType<typeof makeFan>} */
let trayHand;
/** @type {ReturnType<typeof makeHand> | null} */
let looked = null;

/** @param {Context} context */
export function start(context) {
  page = context;
  startTakes(page.act);
  openHand = makeHand(byId("open-hand-cards"), "open", page.act);
  const how = { changed: page.changed, lift };
  openFan = makeFan(byId("open-fan"), "open", how);
  trayHand = makeFan(byId("tray-cards"), "mine", how);
}

export const stop = leaveStage;

/** Cards of the hand are chosen instead of a colour: the Diver comes up. */
function lift() {
  for (const { site } of page.screen().pieces) page.act({ name: "lift", site });
}

/** @param {MatchScreen} screen */
export function show(screen) {
  if (screen.on_screen) byId("takes").hidden = true;
  else drawDisplay(screen);
  showOpenHand(screen);
  showScore(screen, page);
}

/** @param {MatchScreen} screen */
function drawDisplay(screen) {
  drawPearls(screen);
  playString(screen);
  showTakes(screen, playsHere(screen));
}

/**
 * The seat to move, if a person plays it; the table page is the hand of all who sit there.
 * @param {MatchScreen} screen
 * @returns {Seat | null}
 */
const playsHere = (screen) => (screen.phase === "playing" && !screen.paused
  ? (screen.on_screen ? withoutPhone(screen) : peopleHere(screen)).find((player) => player.to_move)?.seat ?? null : null);

/** @param {MatchScreen} screen */
function showOpenHand(screen) {
  const held = openHandOf(screen);
  const { on_screen: drawn, match } = screen;
  byId("open-hand").hidden = !held || drawn;
  byId("open-tray").hidden = !held || !drawn;
  const player = held && match.players.find(({ seat }) => seat === held.seat);
  for (const title of [byId("open-hand-title"), byId("open-tray-title")]) write(title, player ? t("hand_of", { name: player.name }) : "");
  set(byId("open-tray"), "data-colour", player?.colour ?? null);
  openHand.show(drawn ? null : held);
  openFan.show(drawn ? held : null, chosen(screen.game));
}

/**
 * With open hands, that of whoever is to move.
 * @param {Screen} screen
 * @returns {Held | null}
 */
function openHandOf(screen) {
  const { game, match, paused } = screen;
  if (!game.hand) return null;
  const player = match?.players.find(({ seat }) => seat === game.hand.seat);
  const mine = !paused && player !== undefined && withoutPhone(screen).includes(player);
  const wait = t(player?.phone === "none" ? "hand_turn" : "hand_on_phone", { name: player?.name ?? "" });
  return { seat: game.hand.seat, held: game.hand.cards, necklaces: game.necklaces, mine, wait };
}

/**
 * What is chosen of the hand that is to be seen here.
 * @param {Screen & { secret: boolean }} screen
 * @returns {Plan | null}
 */
export function planned(screen) {
  if (!screen.on_screen || !screen.game) return null;
  see(screen.game.hands === "open" ? openHandOf(screen) : screen.secret ? handOf(screen) : null, screen.match?.turn ?? 0);
  return plan(page.act, page.changed);
}

/** @param {MatchScreen & { secret: boolean }} screen */
export const stage = (screen) => drawStage(screen, { mover: screen.waits ? null : playsHere(screen), you: screen.secret ? screen.you?.seat ?? null : null, changed: page.changed });

/** Whoever plays by keys goes on at the curtain, at the display, or at the hand. @param {Screen} screen */
export const focus = ({ on_screen: drawn }) => (drawn ? [byId("tray-open"), ...["#stage .take[data-site]", ".held-card"].map((each) => document.querySelector(each))] : []);

/** A colour is meant now, and no cards of the hand. */
export function touch() {
  forget();
  return false;
}

/**
 * What is to be shown of the hand of the player who looks at this page.
 * @param {Screen} screen
 * @returns {Held | null}
 */
function handOf({ you, game, match, paused }) {
  if (!you?.game?.hand || you.seat === undefined) return null;
  const mover = match?.players.find((player) => player.to_move);
  return { seat: you.seat, held: you.game.hand, necklaces: game.necklaces, mine: you.game.to_move && !paused, wait: t("hand_turn", { name: mover?.name ?? "" }) };
}

/** Where hands lie open, nobody needs a curtain. @param {Screen} screen */
export const holds = ({ game }) => game.hands === "hidden";

/** @param {Screen | null} screen */
export const tray = (screen) => trayHand.show(screen && handOf(screen), screen && chosen(screen.game));

/**
 * Whose hand can be looked at on a page that all share.
 * @param {Screen} screen
 * @returns {Seat[]}
 */
export const privates = (screen) => (screen.phase !== "playing" || screen.game.hands !== "hidden" || !screen.host.you || screen.host.can_claim ? []
  : withoutPhone(screen).map(({ seat }) => seat));

/**
 * @param {HTMLElement} box
 * @param {Screen} screen
 */
export function drawPrivate(box, screen) {
  looked ??= makeHand(box, "looked", page.act);
  looked.show(handOf(screen));
}

/**
 * @param {Player} player
 * @param {MatchScreen} screen
 * @returns {Row}
 */
export function row({ seat, to_move: now, hand, pile, won, cards, points }, { game, on_screen: drawn }) {
  if (drawn) return { more: [cards?.length ? h("span", { class: "pile-of" }, h("span", {}, t(game.result ? "end_hand" : "hand_cards")), string(cards)) : null] }; // the stage tells the rest
  const waits = !now && game.last_turns?.includes(seat);
  return {
    about: hand === null ? null : [t("in_hand", { count: hand }), waits ? t("still_to_come") : null].filter(Boolean).join(" · "),
    more: [
      cards?.length ? string(cards) : null,
      h("span", { class: "pile-of" }, h("span", {}, [t("in_pile", { count: pile }), points === null || game.result ? null : t("pile_points", { count: points })].filter(Boolean).join(", ")),
        ...won.map(necklaceChip)),
    ],
  };
}

/** @type {Record<string, () => unknown>} */
export const keys = Object.fromEntries([1, 2, 3, 4, 5, 6].map((slot) => [String(slot), () => dive(slot)]));

/**
 * The Diver goes down at a slot, or comes up again: where hands do that, a key does it for them. On a screen a card is touched.
 * @param {number} slot
 */
function dive(slot) {
  const { game, simulated, pieces, on_screen: drawn } = page.screen();
  if (drawn) return document.getElementById(`take-${ordered(game.display)[slot - 1]}`)?.click();
  const site = game.display?.[slot - 1]?.site;
  if (!simulated || !site) return undefined;
  page.act({ name: pieces.some((/** @type {Piece} */ piece) => piece.site === site) ? "lift" : "put", site });
  return undefined;
}

