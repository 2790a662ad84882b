// A step of the lesson on the board of this game: the display, the hand below it, and the Diver.

import { layerOf } from "/static/shared/board.js";
import { s } from "/static/shared/dom.js";
import { place } from "/static/shared/glow.js";
import { t } from "/static/shared/texts.js";
import { drawPearls } from "./game.js";

/** @typedef {import("./drawing.js").Cards} Cards */
/** @typedef {import("./game.js").Slot} Slot */

const PITCH = 66;

/**
 * What was taken is in the hand at once, and the Diver has come up again.
 * @param {any} step
 * @param {{ laid: Site[], done: boolean }} now
 */
export function lessonScreen(step, { laid, done }) {
  /** @type {Slot | undefined} */
  const under = step.display.find((/** @type {Slot} */ { site }) => laid.includes(site));
  const taken = done ? under?.colour ?? null : null;
  const gone = step.display.filter((/** @type {Slot} */ { colour }) => taken && colour === taken);
  /** @type {Piece[]} */
  const pieces = taken ? [] : laid.map((site) => ({ site, kind: null, seat: null, face_up: false, status: "draft" }));
  return {
    pieces, match: { players: [] },
    game: {
      display: step.display.map((/** @type {Slot} */ slot) => (gone.includes(slot) ? { ...slot, colour: null } : slot)), necklaces: step.necklaces, last_turns: step.last_turns,
      chosen: taken ? null : under?.colour ?? null, result: null, hand: gone.length ? [...step.hand, { colour: taken, count: gone.length }] : step.hand, lit: done ? [] : step.lit,
    },
  };
}

/** @param {BoardScreen} screen */
export function show(screen) {
  drawPearls(screen);
  const { hand, lit } = screen.game;
  const held = hand.flatMap((/** @type {Cards} */ { colour, count }) => Array.from({ length: count }, () => colour));
  const { x, y } = place("e5");
  const words = t("my_hand").split(" ");
  const first = x - 50 - (PITCH * (held.length - 1)) / 2;
  layerOf("over").replaceChildren(
    s("g", { class: "held" }, s("rect", { class: "held-ground", x: first - 44, y: y - 42, width: PITCH * (held.length - 1) + 88, height: 84, rx: 42 }),
      s("text", { class: "held-name", y }, ...words.map((word, at) => s("tspan", { x: first - 52, dy: at ? 24 : 8 - 12 * (words.length - 1) }, word))),
      ...held.map((/** @type {string} */ colour, /** @type {number} */ at) => s("use", { href: `#pearl-${colour}`, x: first + PITCH * at - 35, y: y - 35, width: 70, height: 70 }))),
    s("g", {}, ...lit.map(pointed)));
}

/**
 * A pearl that is pointed at.
 * @param {Site} site
 */
function pointed(site) {
  const { x, y } = place(site);
  return s("circle", { class: "pointed", r: 47, transform: `translate(${x} ${y})` });
}
