// The count as a small theatre: the Divers of a territory flip, and its Pearls roll to whoever has won them. Nothing waits for
// it, and whoever wants less motion sees the outcome at once.

import { layerOf } from "/static/shared/board.js";
import { byId, s } from "/static/shared/dom.js";
import { place } from "/static/shared/glow.js";

/** @typedef {import("./score.js").Counted} Counted */

const still = matchMedia("(prefers-reduced-motion: reduce)");
const FLIP_MS = 420;
const ROLL_MS = 1100;
/** How many have been played of the game that is counted. */
let played = -1;

/** @param {MatchScreen} screen */
export function playTheatre({ stage, game: { count, farms }, match }) {
  if (stage !== "count" || !count) {
    played = -1;
    return;
  }
  if (count.index <= played) return;
  played = count.index;
  if (still.matches) return;
  /** @type {Counted} */
  const part = count.territories[count.index];
  part.totals.flatMap(({ divers }) => divers).forEach(({ space }, number) => flip(space, number * FLIP_MS / 3));
  const winners = match.players.filter((player) => part.winners.includes(player.side));
  for (const farm of part.spaces.filter((space) => farms[space])) roll(farm, farms[farm].pearls, winners);
}

/**
 * @param {Site} space
 * @param {number} delay
 */
function flip(space, delay) {
  const body = /** @type {SVGElement | null} */ (byId("pieces").querySelector(`[data-piece="${space}"] .body`));
  body?.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: FLIP_MS, delay, easing: "ease-out", fill: "backwards" });
}

/**
 * A copy of the heap, for each winner.
 * @param {Site} farm
 * @param {number} pearls
 * @param {Player[]} winners
 */
function roll(farm, pearls, winners) {
  const { x, y } = place(farm);
  for (const { place: side } of winners) {
    const to = new DOMMatrix(getComputedStyle(byId(`plate-${side}`)).transform);
    const heap = s("use", { href: `#heap-${pearls}`, class: "rolling" });
    layerOf("over").append(heap);
    const way = [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${to.e}px, ${to.f}px) rotate(540deg) scale(.35)`, opacity: .3 }];
    heap.animate(way, { duration: ROLL_MS, delay: FLIP_MS, easing: "cubic-bezier(.4, 0, .7, 1)", fill: "backwards" }).finished.then(() => heap.remove(), () => heap.remove());
  }
}
