// Pearls on every page that shows it: the cards of light, the necklaces between them, and the Diver.

import { layerOf } from "/static/shared/board.js";
import { s } from "/static/shared/dom.js";
import { place } from "/static/shared/glow.js";
import { t } from "/static/shared/texts.js";
import { beads, cards } from "./drawing.js";

/** @typedef {{ site: Site, colour: string | null, value: number | null, new: boolean }} Slot */

const NECKLACES = ["b3", "c3", "d3", "e3", "f3", "g3"];
/** @type {("ground" | "shades" | "hints" | "under" | "over")[]} */
const LAYERS = ["ground", "shades", "hints", "under", "over"];
const still = matchMedia("(prefers-reduced-motion: reduce)");
const STRING_MS = 4000;
/** The last string that was shown. */
let strung = "";

/** @type {BoardHooks} */
export const board = {
  draw: () => ({ turned: diver(), frame: [78, 78, 39] }),
  name: () => t("diver"),
  place: (site, { game }) => placeOf(site, game),
};

export function stop() {
  strung = "";
  if (!layerOf("ground")) return;
  layerOf("under").classList.remove("stringing");
  for (const name of LAYERS) layerOf(name).replaceChildren();
}

/**
 * @param {Site} site
 * @param {any} game
 * @returns {string | null}
 */
function placeOf(site, game) {
  /** @type {Slot | undefined} */
  const slot = game.display?.find((/** @type {Slot} */ each) => each.site === site);
  if (slot) return slot.colour ? t("slot", { space: site, card: cards(slot.colour, 1), count: slot.value }) : t("slot_empty", { space: site });
  const value = NECKLACES.indexOf(site) + 4;
  const necklace = value < 4 ? undefined : game.necklaces?.find((/** @type {{ value: number }} */ each) => each.value === value);
  return necklace?.of ? t("necklace_place", { value, count: necklace.left }) : null;
}

/**
 * What lies there as light.
 * @param {BoardScreen} screen
 */
export function drawPearls({ game }) {
  if (!game.display) return layerOf("under").replaceChildren();
  const dark = game.last_turns !== null && game.last_turns !== undefined || Boolean(game.result);
  const chosen = game.chosen ?? null;
  layerOf("under").replaceChildren(
    ...game.display.filter((/** @type {Slot} */ slot) => slot.colour).map((/** @type {Slot} */ slot) => card(slot, dark, chosen)),
    ...game.necklaces.filter((/** @type {{ of: number }} */ { of }) => of).map(necklace));
}

/**
 * Before a game is set up, a hand of cards under the necklaces lies where the drawn board will be a table.
 * @param {{ name: string }[]} colours
 */
export function drawExample(colours) {
  if (!layerOf("under") || layerOf("under").childElementCount) return;
  layerOf("under").append(s("rect", { class: "cloth", x: 0, y: 0, width: 800, height: 500, rx: 12 }),
    ...NECKLACES.map((_, at) => s("g", { class: "necklace", transform: `translate(${100 + 120 * at} 95) scale(1.3)` }, ...beads(at + 4))),
    ...colours.map(({ name }, at) => s("use", { href: `#card-${name}`, x: -75, y: -640, width: 150, height: 210, transform: `translate(400 858) rotate(${9 * (at - (colours.length - 1) / 2)})` })));
}

/**
 * @param {Slot} slot
 * @param {boolean} dark
 * @param {string | null} chosen
 */
function card({ site, colour, new: fresh }, dark, chosen) {
  const { x, y } = place(site);
  const how = dark ? " dark" : chosen === null ? "" : chosen === colour ? " chosen" : " faint";
  return s("g", { class: `pearl-slot${how}${fresh && !dark ? " new" : ""}`, transform: `translate(${x} ${y})` },
    s("use", { href: `#pearl-${colour}`, x: -41, y: -41, width: 82, height: 82 }));
}

/** @param {{ value: number, left: number }} necklace */
function necklace({ value, left }) {
  const { x, y } = place(NECKLACES[value - 4]);
  return s("g", { class: `necklace${left ? "" : " gone"}`, transform: `translate(${x} ${y})` },
    ...beads(value), left > 1 ? s("g", { transform: "translate(30 -28)" }, s("circle", { class: "times", r: 17 }), s("text", { class: "times", y: 7 }, `×${left}`)) : null);
}

/**
 * What was just placed goes over the necklaces for a while, for all to see.
 * @param {MatchScreen} screen
 */
export function playString({ game: { last } }) {
  const first = strung === "";
  const now = JSON.stringify(last);
  if (now === strung) return;
  strung = now;
  layerOf("over").replaceChildren();
  layerOf("under").classList.remove("stringing");
  if (first || !last?.placed.length) return;
  const line = drawString(last.placed);
  const fade = still.matches ? [{ opacity: 1 }, { opacity: 1 }] : [{ opacity: 0 }, { opacity: 1, offset: .08 }, { opacity: 1, offset: .85 }, { opacity: 0 }];
  line.animate(fade, { duration: STRING_MS }).finished.then(() => clear(line), () => clear(line));
}

/**
 * It has been seen; another one may lie there by now.
 * @param {SVGElement} line
 */
function clear(line) {
  if (line.isConnected) layerOf("under").classList.remove("stringing");
  line.remove();
}

/**
 * Cards that were placed, side by side over the necklaces, which fade meanwhile.
 * @param {string[]} placed their colours
 */
function drawString(placed) {
  const { x, y } = place("b3");
  const line = s("g", { class: "placed", transform: `translate(${x} ${y})` },
    ...placed.map((colour, at) => s("use", { href: `#pearl-${colour}`, x: 50 * at - 33, y: -33, width: 66, height: 66 })));
  layerOf("over").replaceChildren(line);
  layerOf("under").classList.toggle("stringing", placed.length > 0);
  return line;
}

/** A clear puck: what lies under it can be guessed, but its ring says it. */
function diver() {
  return [
    s("circle", { class: "shadow", cx: 2, cy: 5, r: 36 }), s("circle", { class: "puck", r: 36 }), s("circle", { class: "puck-rim", r: 30 }),
    s("path", { class: "puck-sign", d: "M-15-8H15a5 5 0 0 1 5 5v6a8 8 0 0 1-8 8h-3q-4 0-6-4t-3-4t-3 4t-6 4h-3a8 8 0 0 1-8-8v-6a5 5 0 0 1 5-5zM20-2h4a4 4 0 0 0 4-4v-15" }),
  ];
}
