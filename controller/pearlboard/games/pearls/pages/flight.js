// A turn that others have played is seen happening: cards go from the display to a hand, or from a hand into the row.
// Whoever wants no motion sees the same where it has come to.

import { byId } from "/static/shared/dom.js";
import { card } from "./drawing.js";

/** @typedef {import("./stage.js").Last} Last */
/** Where each card on display was, by colour. @typedef {Map<string, DOMRect[]>} Places */

const still = matchMedia("(prefers-reduced-motion: reduce)");
const FLY_MS = 620;
const APART_MS = 90;

/** @param {HTMLElement} box @returns {Places} */
export const placesOf = (box) => new Map(/** @type {HTMLElement[]} */ ([...box.querySelectorAll(".take")]).map((each) => [each.dataset.colourOf ?? "", [...each.querySelectorAll(".card-face")].map((face) => face.getBoundingClientRect())]));

/**
 * @param {HTMLElement} box
 * @param {Last} last
 * @param {Places} before
 */
export function fly(box, last, before) {
  byId("stage-flights").replaceChildren();
  if (still.matches) return;
  const plate = box.querySelector(`#plate-${last.seat} .plate-hand`)?.getBoundingClientRect();
  const pile = box.querySelector("#stage-pile .stack")?.getBoundingClientRect();
  if (!plate || !pile) return;
  (before.get(last.taken[0]) ?? []).slice(0, last.taken.length).forEach((from, at) => send(last.taken[0], from, plate, at * APART_MS));
  const fresh = [...box.querySelectorAll(".take .card-face[data-new]")];
  if (last.dealt.length) fresh.forEach((face, at) => come(face, pile, FLY_MS + at * APART_MS));
  box.querySelectorAll("#stage-row .row-bead").forEach((each, at) => { if (last.placed.length) come(each, plate, at * APART_MS); });
  if (last.placed.length) grow(box.querySelector(`#plate-${last.seat} .plate-pile`), last.placed.length * APART_MS + FLY_MS);
  const ring = last.necklace === null ? null : box.querySelector(`#necklace-${last.necklace} .ring-of`);
  grow(ring, last.placed.length * APART_MS + FLY_MS);
}

/**
 * @param {Element | null} what is more now, or gone to somebody
 * @param {number} delay
 */
function grow(what, delay) {
  what?.animate([{ transform: "scale(1)" }, { transform: "scale(1.35)" }, { transform: "scale(1)" }], { duration: 900, delay, easing: "ease-in-out" });
}

/**
 * A card leaves for there, and is gone.
 * @param {string} colour
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} delay
 */
function send(colour, from, to, delay) {
  const over = byId("stage-flights").getBoundingClientRect();
  const face = card(colour);
  Object.assign(face.style, { left: `${from.left - over.left}px`, top: `${from.top - over.top}px`, width: `${from.width}px`, height: `${from.height}px` });
  byId("stage-flights").append(face);
  const gone = () => face.remove();
  face.animate([{ transform: "none" }, { transform: "translateY(-8%) scale(1.06)", offset: 0.15 }, { transform: way(from, to), opacity: 0.2 }], { duration: FLY_MS, delay, easing: "ease-in-out", fill: "backwards" }).finished.then(gone, gone);
}

/**
 * What lies there now comes from there.
 * @param {Element} face
 * @param {DOMRect} from
 * @param {number} delay
 */
function come(face, from, delay) {
  const to = face.getBoundingClientRect();
  face.animate([{ transform: way(to, from), opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none" }], { duration: FLY_MS, delay, easing: "ease-out", fill: "backwards" });
}

/**
 * From the middle of one to that of the other, and as large as that.
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
function way(from, to) {
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  return `translate(${x}px, ${y}px) scale(${Math.min(1, to.height / from.height)})`;
}
