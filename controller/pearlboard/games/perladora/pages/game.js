// Perladöra on every page that shows it: the clans' emblems, the farms of the board, and what lies there.

import { layerOf } from "/static/shared/board.js";
import { s } from "/static/shared/dom.js";
import { bowls, place } from "/static/shared/glow.js";
import { emblemOf } from "./drawing.js";
import { hooks, settle } from "./lagoon.js";

/** @type {("ground" | "shades" | "hints" | "under" | "over")[]} */
const LAYERS = ["ground", "shades", "hints", "under", "over"];

// A bowl of sand in the shallows, where Pearls lie.
const DISH = [
  { r: 56, fill: "url(#shoal)" }, { r: 44, fill: "none", stroke: "#fff", "stroke-opacity": .5, "stroke-width": 1.5 },
  { r: 40, fill: "url(#dish)" }, { r: 33, fill: "none", stroke: "#8a6a3a", "stroke-opacity": .28, "stroke-width": 2 },
];

/**
 * @param {Player} player
 * @returns {SVGElement | null}
 */
export const sign = (player) => (player.clan ? emblemOf(player.clan) : null);
export const board = hooks;

/** @param {Context} context */
export function start({ known }) {
  settle(known);
  if (!layerOf("ground")) return;
  bowls(known.farms);
  layerOf("ground").replaceChildren(...known.farms.flatMap((/** @type {Site} */ farm) => {
    const { x, y } = place(farm);
    return DISH.map((ring) => s("circle", { cx: x, cy: y, ...ring }));
  }));
}

export function stop() {
  if (!layerOf("ground")) return;
  bowls([]);
  for (const name of LAYERS) layerOf(name).replaceChildren();
}
