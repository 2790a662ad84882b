// Piratoons in the set-up form: where the tiles are, where people place, and how long the sand runs. What was chosen survives a reload.

import { byId } from "/static/shared/dom.js";
import { passing } from "/static/shared/storage.js";
import { drawClosed } from "./game.js";

const KEY = "pearlboard.piratoons";
/** @type {Pirate.Chosen} */
let state = { tiles: "screen", plunder: null, sand: 15, covered: [] };
/** Where no board is connected, pieces can only be placed on screens. */
let drawn = false;
/** A table that speaks hurries nobody: it proposes that no sand runs, whatever ran last. */
let calm = {};

/** @param {Context} context */
export function start({ screen }) {
  drawn = Boolean(screen()?.on_screen);
  calm = screen()?.patient ? { sand: 0 } : {};
  state = { ...state, ...calm, ...JSON.parse(passing.getItem(KEY) ?? "{}") };
}

/** @param {Pirate.Chosen} last */
export function begin(last) {
  state = { ...state, ...last, ...calm };
}

/** @param {HTMLInputElement} field */
export function change(field) {
  if (field.name === "tiles") state.tiles = field.value;
  else if (field.name === "plunder") state.plunder = field.value;
  else if (field.name === "sand") state.sand = Number(field.value);
  passing.setItem(KEY, JSON.stringify(state));
}

export function show() {
  if (drawn) drawClosed();
  return true;
}

const plunder = () => (drawn ? "screen" : state.plunder ?? "board");

export function fill() {
  byId("plunder-choice").hidden = drawn;
  byId("tiles-how").hidden = state.tiles !== "box";
  for (const field of /** @type {Iterable<HTMLInputElement>} */ (byId("setup").elements)) {
    if (field.name === "tiles") field.checked = state.tiles === field.value;
    else if (field.name === "plunder") field.checked = plunder() === field.value;
    else if (field.name === "sand") field.value = String(state.sand);
  }
}

/** @param {number} players */
export const options = (players) => ({ tiles: state.tiles, plunder: plunder(), sand: state.sand, covered: state.covered.filter((seat) => seat <= players) });
