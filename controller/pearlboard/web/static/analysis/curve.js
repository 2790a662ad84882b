// The curve of a finished game: a line for each side, and a slider over the steps, which hands, keys and screen readers move.

import { byId, h, s, set } from "../shared/dom.js";
import { emblem } from "../shared/players.js";
import { list, percent } from "../shared/texts.js";

const [LEFT, TOP, WIDE, HIGH] = [104, 18, 516, 244];
const ALL = 640;
/** Every so many turns one is marked, as many as there is room for. */
const EVERY = [1, 2, 5, 10, 20, 50, 100];
/** Room for the number of a turn. */
const APART = 44;
/** @type {number[]} */
let stops = [0];
/** @type {number[]} */
let turning = [];
let at = 0;

/** @param {number} index */
const across = (index) => LEFT + WIDE * index / Math.max(1, stops.length - 1);
/** @param {number} result */
const up = (result) => TOP + HIGH * (1 - result);
/** @param {number} frame */
const of = (frame) => across(stops.indexOf(frame));

// --- drawing -------------------------------------------------------------------------------------------------------------

/** @param {Thoughts} found */
export function drawCurve({ sides, moments, chances, turning: frames }) {
  turning = frames.map((frame) => stops.indexOf(frame));
  byId("no-chances").hidden = chances;
  const grid = [0, .25, .5, .75, 1].map((result) => s("g", { class: result === .5 ? "half" : "rule" },
    s("path", { d: `M${LEFT} ${up(result)}h${WIDE}` }),
    s("text", { x: LEFT - 8, y: up(result) + 5, "text-anchor": "end" }, percent(result))));
  const marks = frames.map((frame) => s("path", { class: "turn", d: `M${of(frame)} ${TOP}v${HIGH}` }));
  const begun = moments.filter(({ turn }, index) => moments[index - 1]?.turn !== turn);
  const marked = (/** @type {number} */ every) => begun.filter(({ turn }) => turn % every === 0);
  const places = (/** @type {number} */ every) => marked(every).map(({ frame }) => of(frame));
  const every = EVERY.find((each) => places(each).every((x, index, all) => !index || x - all[index - 1] >= APART)) ?? 100;
  const turns = marked(every)
    .map(({ frame, turn }) => s("text", { x: of(frame), y: TOP + HIGH + 24, "text-anchor": "middle" }, String(turn)));
  const lines = sides.map(({ side, players, points }) => {
    const path = points.map(({ frame, result }) => `${of(frame).toFixed(1)},${up(result).toFixed(1)}`).join(" ");
    return s("g", { class: "line", "data-side": side, "data-colour": players[0].colour },
      s("polyline", { class: "edge", points: path }), s("polyline", { points: path }));
  });
  byId("lines").replaceChildren(...grid, ...marks, ...turns, ...lines);
  showLegend(sides);
}

/** @param {SideOfMoments[]} sides */
function showLegend(sides) {
  byId("legend").replaceChildren(...sides.map((side) => h("li", { "data-side": side.side, "data-colour": side.players[0].colour },
    s("svg", { viewBox: "0 0 60 16", class: "plot", "aria-hidden": "true" }, s("g", { class: "line", "data-side": side.side },
      s("polyline", { class: "edge", points: "2,8 58,8" }), s("polyline", { points: "2,8 58,8" }))),
    ...side.players.map(emblem), h("span", {}, list(side.players.map(({ name }) => name))))));
}

/**
 * Where one is.
 * @param {number} index of the steps, from 0
 * @param {string} words what there is to say of it
 * @param {SideOfMoments[]} sides
 */
export function point(index, words, sides) {
  at = index;
  const curve = byId("curve");
  set(curve, "aria-valuemax", stops.length - 1);
  set(curve, "aria-valuenow", at);
  set(curve, "aria-valuetext", words);
  const dots = sides.flatMap(({ players, points }) => points.filter(({ frame }) => frame === stops[at])
    .map(({ result }) => s("g", { class: "line", "data-colour": players[0].colour }, s("circle", { cx: across(at), cy: up(result), r: 8 }))));
  byId("cursor").replaceChildren(s("path", { class: "here", d: `M${across(at)} ${TOP - 6}v${HIGH + 12}` }), ...dots);
}

// --- moving --------------------------------------------------------------------------------------------------------------

/** @type {Record<string, () => number | undefined>} */
const KEYS = {
  ArrowLeft: () => at - 1, ArrowRight: () => at + 1, Home: () => 0, End: () => stops.length - 1,
};
/** @type {Record<string, () => number | undefined>} */
const ON_THE_CURVE = {
  ...KEYS, ArrowDown: () => at - 1, ArrowUp: () => at + 1,
  PageDown: () => turning.findLast((index) => index < at), PageUp: () => turning.find((index) => index > at),
};

/**
 * `frames` are those that one can move to, `go(index)` moves there.
 * @param {number[]} frames
 * @param {(index: number) => void} go
 */
export function startCurve(frames, go) {
  stops = frames;
  const curve = byId("curve");
  const drag = (/** @type {PointerEvent} */ event) => {
    const { left, width } = byId("plot").getBoundingClientRect();
    go(Math.round(((event.clientX - left) * ALL / width - LEFT) * (stops.length - 1) / WIDE));
  };
  curve.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button) return;
    curve.setPointerCapture(event.pointerId);
    drag(event);
  });
  curve.addEventListener("pointermove", (event) => { if (curve.hasPointerCapture(event.pointerId)) drag(event); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const index = (event.target === curve ? ON_THE_CURVE : KEYS)[event.key]?.();
    if (index === undefined) return;
    event.preventDefault();
    go(index);
  });
}
