// What the lights look like from above: the strip's own bytes, undone by the eye's curve, as glow on a canvas.
//
// A light shines through its window (pocket, slot or hole) and a little around it. What lies on a light hides it: then
// nothing of it is painted, and the pieces themselves stand in a layer above. For people who want less motion a light
// holds its brightest moment instead of flashing.

import { byId } from "./dom.js";
import { known } from "./texts.js";

const GAMMA = 2.2;
const RIM = 64;
const HOLD_MS = 1500;
const DARKEST = 0.02;

const canvas = byId("glow");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const lights = known.lights.map(place).map((light) => (known.farms.includes(light.name) ? { ...light, kind: "farm" } : light));
const shown = lights.map(() => null);
let bytes = new Uint8Array(lights.length * 3);
let covered = new Set();
let waiting = false;

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

export function showFrame(frame) {
  if (frame.length !== bytes.length) return;
  bytes = frame;
  ask();
}

export function cover(sites) {
  covered = sites;
  ask();
}

function ask() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(paint);
}

function paint(now) {
  waiting = false;
  fit();
  const scale = canvas.width / (800 + 2 * RIM);
  const pen = canvas.getContext("2d");
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(scale, 0, 0, scale, RIM * scale, RIM * scale);
  pen.globalCompositeOperation = "lighter";
  let lit = 0;
  lights.forEach((light, index) => {
    const colour = seen(index, now);
    if (!colour || covered.has(light.name)) return;
    lit += 1;
    halo(pen, light, colour);
    core(pen, light, colour);
  });
  canvas.dataset.lit = lit;
}

function fit() {
  const width = Math.round(canvas.clientWidth * Math.min(devicePixelRatio, 2));
  if (!width || canvas.width === width) return;
  canvas.width = width;
  canvas.height = Math.round((width * (500 + 2 * RIM)) / (800 + 2 * RIM));
}

// The colour of one light, at full strength, and how strong it is: 0 to 1 as the eye sees it.
function seen(index, now) {
  const [red, green, blue] = bytes.subarray(index * 3, index * 3 + 3);
  const most = Math.max(red, green, blue);
  const level = (most / 255) ** (1 / GAMMA);
  let colour = null;
  if (level >= DARKEST) {
    const tone = (part) => Math.round(255 * (part / most) ** (1 / GAMMA));
    colour = { rgb: `${tone(red)} ${tone(green)} ${tone(blue)}`, level: Math.min(1, 0.22 + 0.85 * level ** 0.62), at: now };
  }
  if (!still.matches) return colour;
  return held(index, colour, now);
}

function held(index, colour, now) {
  const before = shown[index];
  const brighter = colour && (!before || colour.level >= before.level || colour.rgb !== before.rgb);
  if (brighter || !before || now - before.at > HOLD_MS) shown[index] = colour;
  if (shown[index] && shown[index] !== colour) setTimeout(ask, HOLD_MS);
  return shown[index];
}

const REACH = { space: 84, farm: 84, edge: 54, corner: 40 };
const SPILL = { space: 0.42, farm: 0.5, edge: 0.5, corner: 0.62 };

function halo(pen, { kind, x, y, upright }, { rgb, level }) {
  const reach = REACH[kind];
  const glow = pen.createRadialGradient(0, 0, 0, 0, 0, reach);
  const strength = SPILL[kind] * level;
  glow.addColorStop(0, `rgb(${rgb} / ${strength})`);
  glow.addColorStop(0.45, `rgb(${rgb} / ${strength * 0.42})`);
  glow.addColorStop(1, `rgb(${rgb} / 0)`);
  pen.save();
  pen.translate(x, y);
  if (kind === "edge") pen.scale(upright ? 0.62 : 1.15, upright ? 1.15 : 0.62);
  pen.fillStyle = glow;
  pen.fillRect(-reach, -reach, 2 * reach, 2 * reach);
  pen.restore();
}

// What a window looks like before its light comes through: dark, but for the holes, which are all light.
const BACK = { space: "rgb(1 12 20 / 0.4)", edge: "rgb(1 12 20 / 0.4)", farm: "rgb(0 0 0 / 0)" };
const WINDOW = { space: [64, 64, 12, 46], farm: [80, 80, 40, 44], edge: [78, 18, 7, 42], corner: [13, 13, 6.5, 10] };

function core(pen, { kind, x, y, upright }, { rgb, level }) {
  const [long, thin, radius, reach] = WINDOW[kind];
  const [wide, high] = upright ? [thin, long] : [long, thin];
  const glow = pen.createRadialGradient(x, y, 0, x, y, reach);
  const [red, green, blue] = rgb.split(" ").map(Number);
  const white = (part) => Math.round(part + (255 - part) * 0.55);
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

new ResizeObserver(ask).observe(canvas);
