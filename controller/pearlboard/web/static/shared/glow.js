// What the lights look like from above: the strip's own bytes, undone by the eye's curve, as glow on a canvas.
//
// A light shines through its window (pocket, slot or hole) and a little around it. What lies on a light hides it: then
// nothing of it is painted, and the pieces themselves stand in a layer above. For people who want less motion a light
// holds its brightest moment instead of flashing.

import { byId } from "./dom.js";
import { known } from "./texts.js";

/**
 * @typedef {"space" | "edge" | "corner" | "bowl"} Kind
 * @typedef {{ name: string, kind: Kind, x: number, y: number, upright?: boolean }} Light
 * @typedef {{ bytes: number[], rgb: string, level: number, at: number }} Colour
 */

const GAMMA = 2.2;
const RIM = 64;
const HOLD_MS = 1500;
const STEPS = 6;
const DARKEST = 0.02;

const canvas = byId("glow");
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Light[]} */
let lights = known.lights.map(place);
/** @type {(Colour | null)[]} */
const shown = lights.map(() => null);
/** @type {Uint8Array} */
let bytes = new Uint8Array(lights.length * 3);
/** @type {Set<Site>} */
let covered = new Set();
let waiting = false;
let drawn = false;
/** What was painted last, in words: most frames of lights that hold still would paint it again. */
let painted = "";

/**
 * Spaces where a game has a round bowl in place of a pocket: the light is as round.
 * @param {Site[]} names
 */
export function bowls(names) {
  lights = known.lights.map(place).map((light) => (names.includes(light.name) ? { ...light, kind: "bowl" } : light));
  ask();
}

/**
 * Where a space, an edge (`c2-d2`) or a corner (`c2+`) lies, in units of which a space is 100 wide.
 * @param {string} name
 * @returns {Light}
 */
export function place(name) {
  const column = name.charCodeAt(0) - 97;
  const row = Number(name[1]) - 1;
  const x = column * 100 + 50;
  const y = row * 100 + 50;
  if (name.endsWith("+")) return { name, kind: "corner", x: x + 50, y: y + 50 };
  if (!name.includes("-")) return { name, kind: "space", x, y };
  const sideways = name[4] === name[1];
  return { name, kind: "edge", upright: sideways, x: x + (sideways ? 50 : 0), y: y + (sideways ? 0 : 50) };
}

/**
 * What the lights show: three bytes a light, in the order of the strip.
 * @param {Uint8Array} frame
 */
export function showFrame(frame) {
  if (frame.length !== bytes.length) return;
  bytes = frame;
  ask();
}

/**
 * What lies on these sites hides their light.
 * @param {Set<Site>} sites
 */
export function cover(sites) {
  covered = sites;
  ask();
}

/**
 * On a board that is only drawn a light at a corner is a faint gleam: a bright dot there looks like a place to lay a piece.
 * @param {boolean} only
 */
export function onlyDrawn(only) {
  if (drawn === only) return;
  drawn = only;
  ask();
}

function ask() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(paint);
}

/** @param {number} now */
function paint(now) {
  waiting = false;
  fit();
  const lit = lights.flatMap((light, index) => {
    const colour = seen(index, now);
    return colour && !covered.has(light.name) ? [{ light, colour }] : [];
  });
  const picture = lit.map(({ light, colour }) => `${light.name} ${light.kind} ${colour.rgb} ${colour.level}`);
  const words = [canvas.width, drawn, ...picture].join();
  if (words === painted) return;
  painted = words;
  draw(lit);
}

/** @param {{ light: Light, colour: Colour }[]} lit */
function draw(lit) {
  const scale = canvas.width / (800 + 2 * RIM);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(scale, 0, 0, scale, RIM * scale, RIM * scale);
  pen.globalCompositeOperation = "lighter";
  for (const { light, colour } of lit) {
    halo(pen, light, colour, scale);
    core(pen, light, colour);
  }
  canvas.dataset.lit = String(lit.length);
}

function fit() {
  const width = Math.round(canvas.clientWidth * Math.min(devicePixelRatio, 2));
  if (!width || canvas.width === width) return;
  canvas.width = width;
  canvas.height = Math.round((width * (500 + 2 * RIM)) / (800 + 2 * RIM));
}

/**
 * The colour of one light, at full strength, and how strong it is: 0 to 1 as the eye sees it.
 * @param {number} index
 * @param {number} now
 * @returns {Colour | null}
 */
function seen(index, now) {
  const light = [...bytes.subarray(index * 3, index * 3 + 3)];
  const most = Math.max(...light);
  const level = (most / 255) ** (1 / GAMMA);
  let colour = null;
  if (level >= DARKEST) {
    const tone = (/** @type {number} */ part) => Math.round(255 * (part / most) ** (1 / GAMMA));
    colour = { bytes: light, rgb: light.map(tone).join(" "), level: Math.min(1, 0.22 + 0.85 * level ** 0.62), at: now };
  }
  if (!still.matches) return colour;
  return held(index, colour, now);
}

/**
 * The brightest moment of a light's colour, reached in a few steps.
 * @param {number} index
 * @param {Colour | null} colour
 * @param {number} now
 */
function held(index, colour, now) {
  const before = shown[index];
  if (colour) colour.level = Math.ceil(colour.level * STEPS) / STEPS;
  const brighter = colour && (!before || colour.level >= before.level || !alike(colour, before));
  if (brighter || !before || now - before.at > HOLD_MS) shown[index] = colour;
  if (shown[index] && shown[index] !== colour) setTimeout(ask, HOLD_MS);
  return shown[index];
}

/**
 * Whether two lights are of one colour, however bright: their bytes are in proportion, but for what was rounded.
 * @param {Colour} one
 * @param {Colour} other
 */
function alike(one, other) {
  const [most, mostOther] = [Math.max(...one.bytes), Math.max(...other.bytes)];
  return one.bytes.every((byte, i) => Math.abs(byte * mostOther - (other.bytes[i] ?? 0) * most) <= most + mostOther);
}

/** @type {Record<Kind, number>} */
const REACH = { space: 84, bowl: 84, edge: 54, corner: 40 };
/** @type {Record<Kind, number>} */
const SPILL = { space: 0.42, bowl: 0.5, edge: 0.5, corner: 0.62 };

/** @type {Record<Kind, [number, number]>} */
const STRETCHED = { space: [1, 1], bowl: [1, 1], edge: [1.15, 0.62], corner: [1, 1] };
const KEPT = 300;
/** @type {Map<string, HTMLCanvasElement>} */
const halos = new Map();

/**
 * What spills around a window. A gradient costs three times as much as a picture of it, so pictures are kept.
 * @param {CanvasRenderingContext2D} pen
 * @param {Light} light
 * @param {Colour} colour
 * @param {number} scale
 */
function halo(pen, { kind, x, y, upright }, { rgb, level }, scale) {
  const key = `${kind} ${upright} ${rgb} ${scale}`;
  let picture = halos.get(key);
  if (!picture) {
    if (halos.size === KEPT) halos.clear();
    picture = spilt(kind, upright, rgb, scale);
    halos.set(key, picture);
  }
  pen.save();
  pen.resetTransform();
  pen.globalAlpha = level;
  const [left, top] = [(x + RIM) * scale - picture.width / 2, (y + RIM) * scale - picture.height / 2];
  pen.drawImage(picture, Math.round(left), Math.round(top));
  pen.restore();
}

/**
 * A halo at full strength.
 * @param {Kind} kind
 * @param {boolean | undefined} upright
 * @param {string} rgb
 * @param {number} scale
 */
function spilt(kind, upright, rgb, scale) {
  const [reach, strength] = [REACH[kind] * scale, SPILL[kind]];
  const [long, thin] = STRETCHED[kind];
  const [wide, high] = upright ? [thin, long] : [long, thin];
  const picture = document.createElement("canvas");
  picture.width = Math.ceil(2 * reach * wide);
  picture.height = Math.ceil(2 * reach * high);
  const pen = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
  const glow = pen.createRadialGradient(0, 0, 0, 0, 0, reach);
  glow.addColorStop(0, `rgb(${rgb} / ${strength})`);
  glow.addColorStop(0.45, `rgb(${rgb} / ${strength * 0.42})`);
  glow.addColorStop(1, `rgb(${rgb} / 0)`);
  pen.setTransform(wide, 0, 0, high, picture.width / 2, picture.height / 2);
  pen.fillStyle = glow;
  pen.fillRect(-reach, -reach, 2 * reach, 2 * reach);
  return picture;
}

/**
 * What a window looks like before its light comes through: dark, but for the holes, which are all light.
 * @type {Partial<Record<Kind, string>>}
 */
const BACK = { space: "rgb(1 12 20 / 0.4)", edge: "rgb(1 12 20 / 0.4)", bowl: "rgb(0 0 0 / 0)" };
/** @type {Record<Kind, [number, number, number, number]>} */
const WINDOW = { space: [64, 64, 12, 46], bowl: [80, 80, 40, 44], edge: [78, 18, 7, 42], corner: [13, 13, 6.5, 10] };

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Light} light
 * @param {Colour} colour
 */
function core(pen, { kind, x, y, upright }, { rgb, level }) {
  if (kind === "corner" && drawn) {
    gleam(pen, x, y, `rgb(${rgb} / ${0.75 * level})`);
    return;
  }
  const [long, thin, radius, reach] = WINDOW[kind];
  const [wide, high] = upright ? [thin, long] : [long, thin];
  const glow = pen.createRadialGradient(x, y, 0, x, y, reach);
  const [red, green, blue] = rgb.split(" ").map(Number);
  const white = (/** @type {number} */ part) => Math.round(part + (255 - part) * 0.55);
  glow.addColorStop(0, `rgb(${white(red)} ${white(green)} ${white(blue)} / ${0.95 * level})`);
  glow.addColorStop(0.38, `rgb(${rgb} / ${0.72 * level})`);
  glow.addColorStop(1, `rgb(${rgb} / ${0.2 * level})`);
  pen.beginPath();
  pen.roundRect(x - wide / 2, y - high / 2, wide, high, radius);
  pen.globalCompositeOperation = "source-over";
  pen.fillStyle = BACK[kind] ?? `rgb(${rgb} / ${level})`;
  pen.fill();
  pen.globalCompositeOperation = "lighter";
  pen.fillStyle = glow;
  pen.fill();
}

const RAY = 11;
const WAIST = 1.8;

/**
 * A small star, as light on water.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
function gleam(pen, x, y, colour) {
  pen.beginPath();
  for (let ray = 0; ray < 8; ray += 1) {
    const [far, turn] = [ray % 2 ? WAIST : RAY, (ray * Math.PI) / 4];
    pen.lineTo(x + far * Math.sin(turn), y + far * Math.cos(turn));
  }
  pen.fillStyle = colour;
  pen.fill();
}

new ResizeObserver(ask).observe(canvas);
