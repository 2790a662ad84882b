// A step of the lesson on the stage of this game: the display, the necklaces, and the hand below them.

import { byId, fill, h } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { card, string } from "./drawing.js";
import { drawStage, takesOf } from "./stage.js";

/** @typedef {import("./drawing.js").Cards} Cards */
/** @typedef {import("./game.js").Slot} Slot */

const PILE = 24;

/**
 * What was taken is in the hand at once, and nothing is chosen any more.
 * @param {any} step
 * @param {{ laid: Site[], done: boolean }} now
 */
export function lessonScreen(step, { laid, done }) {
  /** @type {Slot | undefined} */
  const under = step.display.find((/** @type {Slot} */ { site }) => laid.includes(site));
  const taken = done ? under?.colour ?? null : null;
  const gone = step.display.filter((/** @type {Slot} */ { colour }) => taken && colour === taken);
  /** @type {Slot[]} */
  const display = step.display.map((/** @type {Slot} */ slot) => (gone.includes(slot) ? { ...slot, colour: null } : slot));
  /** @type {Piece[]} */
  const pieces = taken ? [] : laid.map((site) => ({ site, kind: null, seat: null, face_up: false, status: "draft" }));
  return {
    pieces,
    game: {
      display, takes: step.last_turns ? [] : takesOf(display), pile: step.last_turns ? 0 : PILE, necklaces: step.necklaces, last_turns: step.last_turns, last: null, task: step.task,
      chosen: taken ? null : under?.colour ?? null, result: null, hand: held(step.hand, taken, gone.length), lit: done ? [] : step.lit,
    },
  };
}

/**
 * A hand once so many more have come into it; a colour lies together.
 * @param {Cards[]} hand
 * @param {string | null} taken
 * @param {number} count
 * @returns {Cards[]}
 */
function held(hand, taken, count) {
  if (!taken) return hand;
  const has = hand.some(({ colour }) => colour === taken);
  return has ? hand.map((each) => (each.colour === taken ? { ...each, count: each.count + count } : each)) : [...hand, { colour: taken, value: 0, count }];
}

/**
 * @param {MatchScreen} screen
 * @returns {boolean}
 */
export function stage(screen) {
  const { game } = screen;
  const there = drawStage(screen, { mover: game.task === "pick" ? null : 1, you: null, changed: () => {} });
  const felt = /** @type {HTMLElement} */ (byId("stage").firstElementChild);
  if (!felt.querySelector(".lesson-hand")) felt.append(h("div", { class: "lesson-hand" }));
  fill(/** @type {HTMLElement} */ (felt.querySelector(".lesson-hand")), JSON.stringify(game.hand), () => [h("b", {}, t("my_hand")), h("span", { class: "unseen" }, string(game.hand)),
    ...game.hand.flatMap((/** @type {Cards} */ { colour, count }) => Array.from({ length: count }, () => card(colour)))]);
  const pointed = game.display.filter((/** @type {Slot} */ { site }) => game.lit.includes(site)).map((/** @type {Slot} */ { colour }) => colour);
  for (const take of /** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll(".take"))) take.classList.toggle("pointed", pointed.includes(take.dataset.colourOf));
  return there;
}
