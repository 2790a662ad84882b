// Pearls on the table page: what lies on display, whose hand it is, and how it ended.

import { byId, h, write } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { necklaceChip, string } from "./drawing.js";
import { drawPearls, playString } from "./game.js";
import { makeHand } from "./hand.js";
import { showScore } from "./score.js";
import { showTakes, startTakes } from "./takes.js";

/** @typedef {import("./hand.js").Held} Held */

/** @type {Context} */
let page;
/** @type {ReturnType<typeof makeHand>} */
let openHand;
/** @type {ReturnType<typeof makeHand>} */
let trayHand;
/** @type {ReturnType<typeof makeHand> | null} */
let looked = null;

/** @param {Context} context */
export function start(context) {
  page = context;
  startTakes(page.act);
  openHand = makeHand(byId("open-hand-cards"), "open", page.act);
  trayHand = makeHand(byId("tray-cards"), "mine", page.act);
}

/** @param {MatchScreen} screen */
export function show(screen) {
  drawPearls(screen);
  playString(screen);
  showTakes(screen, playsHere(screen));
  showOpenHand(screen);
  showScore(screen, page);
}

/**
 * The seat to move, if a person plays it; the table page is the hand of all who sit there.
 * @param {MatchScreen} screen
 * @returns {Seat | null}
 */
const playsHere = ({ match, phase, paused }) => (phase === "playing" && !paused ? match.players.find((player) => player.to_move && !player.computer)?.seat ?? null : null);

/** @param {MatchScreen} screen */
function showOpenHand(screen) {
  const { hand, necklaces } = screen.game;
  byId("open-hand").hidden = !hand;
  const player = hand && screen.match.players.find(({ seat }) => seat === hand.seat);
  write(byId("open-hand-title"), player ? t("hand_of", { name: player.name }) : "");
  openHand.show(hand && { seat: hand.seat, held: hand.cards, necklaces, mine: !screen.paused && player?.phone === "none", wait: t("hand_on_phone", { name: player?.name ?? "" }) });
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
export const tray = (screen) => trayHand.show(screen && handOf(screen));

/**
 * Whose hand can be looked at on a page that all share.
 * @param {Screen} screen
 * @returns {Seat[]}
 */
export const privates = ({ phase, match, game, host }) => (phase !== "playing" || game.hands !== "hidden" || !host.you || host.can_claim ? []
  : (match?.players ?? []).filter((player) => !player.computer && player.phone === "none").map(({ seat }) => seat));

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
export function row({ seat, to_move: now, hand, pile, won, cards, points }, { game }) {
  const waits = !now && game.last_turns?.includes(seat);
  return {
    about: hand === null ? null : [t("in_hand", { count: hand }), waits ? t("still_to_come") : null].filter(Boolean).join(" · "),
    more: [
      cards?.length ? string(cards) : null,
      h("span", { class: "pile-of" }, h("span", {}, [t("in_pile", { count: pile }), points === null ? null : t("pile_points", { count: points })].filter(Boolean).join(", ")),
        ...won.map(necklaceChip)),
    ],
  };
}

/** @type {Record<string, () => void>} */
export const keys = Object.fromEntries([1, 2, 3, 4, 5, 6].map((slot) => [String(slot), () => dive(slot)]));

/**
 * The Diver goes down at a slot, or comes up again: where hands do that, a key does it for them.
 * @param {number} slot
 */
function dive(slot) {
  const { game, simulated, pieces } = page.screen();
  const site = game.display?.[slot - 1]?.site;
  if (!simulated || !site) return;
  page.act({ name: pieces.some((/** @type {Piece} */ piece) => piece.site === site) ? "lift" : "put", site });
}

