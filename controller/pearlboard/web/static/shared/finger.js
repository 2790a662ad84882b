// A finger on the board. It covers what it means, and on a phone a line is smaller than it: whoever presses or slides sees
// through a loupe what would be chosen, and chooses it by letting go. A short tap chooses at once what cannot be mistaken;
// where something else lies within a hair's breadth, and anywhere on a board that is tiny, the loupe stays, and is tapped
// instead.

import { holdLoupe, inLoupe, isPinned, learned, leaveLoupe, pinLoupe, pointed, tiny, wanted } from "./loupe.js";

/** @typedef {{ id: number, x: number, y: number, from: Site | null, timer?: number, looks: boolean, inside: boolean, done: boolean }} Press */

const HOLD_MS = 220;
const SLIDE_PX = 8;
/** What lies so near can be mistaken; and whoever hits the very middle means it: screen readers do, and have no loupe. */
const NEAR_PX = 6;
const MIDDLE_PX = 1;
const AROUND = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/** @type {Press | null} */
let press = null;

/** Whether a click is only what comes after a finger. */
export function wasFinger() {
  const was = press?.done ?? false;
  press = null;
  return was;
}

/**
 * `touch(site, from)` is called with what is chosen, and where the finger came from.
 * @param {HTMLElement} layer
 * @param {(site: Site, from: Site | null) => void} touch
 */
export function startFinger(layer, touch) {
  addEventListener("pointerdown", (event) => {
    press = null;
    const inside = inLoupe(event.target);
    if (isPinned() && !inside) leaveLoupe();
    if (!inside && (event.pointerType !== "touch" || !event.isPrimary || !within(layer, event.target))) return;
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, from: null, looks: false, inside, done: false };
    if (!inside) press.timer = setTimeout(() => look(layer), HOLD_MS);
    if (!inside) press.from = under(event);
    aim(under(event));
  }, { capture: true });
  addEventListener("pointermove", (event) => { if (press?.id === event.pointerId && !press.done) slide(layer, press, event); }, { passive: true });
  addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId || press.done) return;
    const site = lift(layer, press, event);
    if (site) touch(site, press.from);
  });
  addEventListener("pointercancel", stop);
  for (const away of ["resize", "blur"]) addEventListener(away, stop);
  addEventListener("keydown", (event) => { if (event.key === "Escape") stop(); });
  const page = document.querySelector("#main"); // what was asked in one stage is not asked in the next
  if (page) new MutationObserver(stop).observe(page, { attributeFilter: ["data-stage"] });
  layer.addEventListener("contextmenu", (event) => { if (press && !press.done) event.preventDefault(); });
}

/**
 * @param {HTMLElement} layer
 * @param {EventTarget | null} target
 */
const within = (layer, target) => target instanceof Node && layer.contains(target);

function stop() {
  clearTimeout(press?.timer);
  press = null;
  aim(null);
  leaveLoupe();
}

/** @param {HTMLElement} layer */
function look(layer) {
  if (!press || press.looks || press.done || !wanted(layer)) return;
  press.looks = true;
  holdLoupe(press, at(press));
}

/**
 * @param {HTMLElement} layer
 * @param {Press} now
 * @param {PointerEvent} event
 */
function slide(layer, now, event) {
  if (!now.inside && !now.looks && Math.hypot(event.clientX - now.x, event.clientY - now.y) > SLIDE_PX) look(layer);
  const site = under(event);
  aim(site);
  if (now.looks) holdLoupe({ x: event.clientX, y: event.clientY }, site);
}

/**
 * @param {HTMLElement} layer
 * @param {Press} now
 * @param {PointerEvent} event
 * @returns {Site | null} what is chosen
 */
function lift(layer, now, event) {
  clearTimeout(now.timer);
  now.done = true;
  const point = { x: event.clientX, y: event.clientY };
  const site = now.inside && !inLoupe(document.elementFromPoint(point.x, point.y)) ? null : under(event);
  aim(null);
  if (!now.looks && !now.inside && wanted(layer) && doubtful(point, site)) {
    pinLoupe(point);
    return null;
  }
  if (now.looks && site) learned();
  leaveLoupe();
  return site;
}

/**
 * Whether something else lies near, or everything does, and no middle was hit.
 * @param {{ x: number, y: number }} point
 * @param {Site | null} site
 */
function doubtful(point, site) {
  if (site && middleOf(site, point) <= MIDDLE_PX) return false;
  if (tiny()) return true;
  const near = AROUND.map(([dx, dy]) => at({ x: point.x + dx * NEAR_PX, y: point.y + dy * NEAR_PX }));
  return near.some((each) => each !== null && each !== site);
}

/**
 * @param {Site} site
 * @param {{ x: number, y: number }} point
 */
function middleOf(site, { x, y }) {
  const box = /** @type {Element} */ (document.querySelector(`#site-${CSS.escape(site)} .ring`)).getBoundingClientRect();
  return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
}

// --- what lies there ---------------------------------------------------------------------------------------------------

/** @param {PointerEvent} event */
const under = ({ clientX: x, clientY: y }) => at(press?.inside ? pointed({ x, y }) : { x, y });

/**
 * The loupe lies over the board and hides nothing of it.
 * @param {{ x: number, y: number }} point
 * @returns {Site | null}
 */
function at({ x, y }) {
  const top = document.elementsFromPoint(x, y).find((each) => !inLoupe(each));
  return top?.closest(".site")?.dataset.site ?? null;
}

/** @param {Site | null} site */
function aim(site) {
  for (const button of document.querySelectorAll(".site.aim")) if (button.dataset.site !== site) button.classList.remove("aim");
  if (site) document.getElementById(`site-${site}`)?.classList.add("aim");
}
