// A round view of the board, as large as a finger needs it: above the finger while it presses, or pinned over a place, to be
// tapped itself. What it shows is the board's own drawing, so that it is always what lies there.

import { byId, h, s, write } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {{ x: number, y: number }} Point of the window, in CSS pixels */

/** How wide a line should be for a finger, what it is on the board (`web.board`), and how much is enlarged at least. */
const FINGER_PX = 46;
const LINE = 48;
const LEAST = 1.5;
/** A line so thin on the board is no target at all: whatever is tapped there is chosen in the loupe. */
const SMALL_PX = 30;
/** How wide it is: over a finger, and pinned, where all that lies around a place is to be tapped. */
const HELD = 168;
const PINNED = 216;
/** Between the finger and the loupe, and between the loupe and the border of the window. */
const ABOVE = 34;
const BESIDE = 40;
const BORDER = 6;

/** @type {{ whole: HTMLElement, views: SVGElement[], glow: HTMLCanvasElement, how: HTMLElement, name: HTMLElement } | null} */
let loupe = null;
/** Whether somebody has slid and let go since the page was opened: then it need not be said again. */
let known = false;
/** @type {Point | null} */
let pinned = null;

/** @param {EventTarget | null} target */
export const inLoupe = (target) => target instanceof Node && Boolean(loupe?.whole.contains(target));
export const isPinned = () => pinned !== null;

const drawing = () => /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("layer").querySelector("svg")));
const scale = () => drawing().getBoundingClientRect().width / drawing().viewBox.baseVal.width;
const zoom = () => Math.max(LEAST, FINGER_PX / (LINE * scale()));

/**
 * Whether lines are smaller than a finger, and something can be chosen at all.
 * @param {HTMLElement} layer
 * @returns {boolean}
 */
export const wanted = (layer) => LINE * scale() < FINGER_PX - 2 && layer.querySelector(".site:not([aria-disabled=true])") !== null;

/** Whether everything on the board is far smaller than a finger. */
export const tiny = () => LINE * scale() < SMALL_PX;
export const learned = () => { known = true; };

/**
 * It shows what is under the finger, and stands where the finger does not hide it.
 * @param {Point} finger
 * @param {Site | null} site what would be chosen
 */
export function holdLoupe(finger, site) {
  show(finger, HELD, site ? byId(`site-${site}`).getAttribute("aria-label") ?? "" : "");
  write(/** @type {NonNullable<typeof loupe>} */ (loupe).how, known ? "" : t("loupe_slide"));
  const { width, height } = size();
  const over = finger.y - ABOVE - height;
  if (over >= BORDER) stand(finger.x - width / 2, over);
  else stand(finger.x > innerWidth / 2 ? finger.x - BESIDE - width : finger.x + BESIDE, finger.y - height / 2);
}

/**
 * It stays over a place, until something in it is tapped or something beside it.
 * @param {Point} point
 */
export function pinLoupe(point) {
  pinned = point;
  show(point, PINNED, t("loupe_which"));
  loupe?.whole.classList.add("pinned");
  const { width, height } = size();
  stand(point.x - width / 2, point.y - height + PINNED / 2);
}

/**
 * Where on the board that is to which somebody points in the pinned loupe.
 * @param {Point} point
 * @returns {Point}
 */
export function pointed({ x, y }) {
  if (!loupe || !pinned) return { x, y };
  const round = loupe.glow.getBoundingClientRect();
  return { x: pinned.x + (x - round.x - round.width / 2) / zoom(), y: pinned.y + (y - round.y - round.height / 2) / zoom() };
}

export function leaveLoupe() {
  loupe?.whole.remove();
  loupe = pinned = null;
}

/**
 * @param {Point} point
 * @param {number} across
 * @param {string} name
 */
function show(point, across, name) {
  loupe ??= build();
  loupe.whole.style.setProperty("--across", `${across}px`);
  loupe.glow.width = loupe.glow.height = across;
  const box = drawing().getBoundingClientRect();
  const { x: left, y: top } = drawing().viewBox.baseVal;
  const part = across / zoom() / scale();
  const [x, y] = [(point.x - box.x) / scale() + left - part / 2, (point.y - box.y) / scale() + top - part / 2];
  for (const view of loupe.views) view.setAttribute("viewBox", [x, y, part, part].join(" "));
  const pen = /** @type {CanvasRenderingContext2D} */ (loupe.glow.getContext("2d"));
  pen.drawImage(byId("glow"), x - left, y - top, part, part, 0, 0, across, across);
  write(loupe.name, name);
}

// Keys and screen readers go by the board itself.
function build() {
  const views = ["bed", "things"].map((id) => s("svg", {}, s("use", { href: `#${id}` })));
  const glow = h("canvas");
  const how = h("small");
  const name = h("p");
  const whole = h("div", { class: "loupe", "aria-hidden": "true" }, how, name, h("div", { class: "loupe-round" }, views[0], glow, views[1], h("i")));
  document.body.append(whole);
  return { whole, views, glow, how, name };
}

const size = () => /** @type {HTMLElement} */ (loupe?.whole).getBoundingClientRect();

/**
 * As near as the window allows.
 * @param {number} left
 * @param {number} top
 */
function stand(left, top) {
  const { width, height } = size();
  const { style } = /** @type {HTMLElement} */ (loupe?.whole);
  style.left = `${Math.max(BORDER, Math.min(left, innerWidth - width - BORDER))}px`;
  style.top = `${Math.max(BORDER, Math.min(top, innerHeight - height - BORDER))}px`;
}
