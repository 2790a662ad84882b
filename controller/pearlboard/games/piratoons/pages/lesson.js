// A step of the lesson on the board of this game: the chest with crews on its tiles, or ships.

import { layerOf } from "/static/shared/board.js";
import { s } from "/static/shared/dom.js";
import { place as spot } from "/static/shared/glow.js";
import { drawChest } from "./game.js";
import { crews, fleet, numbers } from "./onboard.js";

/** @typedef {import("./onboard.js").Tile} Tile */

const COLOURS = [1, 2, 3];
const PLAYERS = COLOURS.map((colour) => ({ seat: colour, colour }));

/**
 * @param {any} step
 * @param {{ laid: Site[], done: boolean }} now
 */
export function lessonScreen(step, { laid, done }) {
  return {
    pieces: laid.map((site) => ({ site, kind: null, seat: 1, face_up: false, status: done ? "latest" : "draft" })),
    stage: "plunder", match: { players: PLAYERS.map((player) => ({ ...player, name: "", side: player.seat, computer: null, phone: null, place: undefined })) },
    game: { chest: step.chest.map((/** @type {any} */ place) => ({ ...place, lies: true, seen: [], winner: null, level: [] })), ships: step.ships, bids: step.bids, sea: [], lit: done ? [] : step.lit },
  };
}

/** @param {BoardScreen} screen */
export function show(screen) {
  const { chest, ships, bids, lit } = screen.game;
  if (chest.length) drawChest(/** @type {any} */ (screen));
  else layerOf("under").replaceChildren(...fleet(ships, PLAYERS));
  layerOf("over").replaceChildren(...numbers(chest), ...lit.map(pointed), ...chest.flatMap((/** @type {Tile} */ place) => crews(place, PLAYERS, null)), ...(bids ?? []).map(fist), ...(chest.length && ships.length ? [afloat(ships)] : []));
}

/**
 * The pocket that is meant.
 * @param {Site} site
 */
function pointed(site) {
  const { x, y } = spot(site);
  return s("circle", { class: "pocket-meant", r: 40, transform: `translate(${x} ${y})` });
}

/**
 * A bid that was opened, in its player's colour, where the sea is.
 * @param {number} doubloons
 * @param {number} at
 */
const fist = (doubloons, at) => s("g", { class: "again-crew", "data-colour": COLOURS[at], transform: `translate(${470 + 90 * at} 450)` },
  s("rect", { class: "again-cap", x: -32, y: -32, width: 64, height: 64, rx: 14 }), s("text", { y: 10 }, String(doubloons)));

/**
 * The own ship below the tiles that are for sale.
 * @param {import("./drawing.js").Part[][]} ships
 */
function afloat(ships) {
  return s("g", { transform: "translate(0 270) scale(.46)" }, ...fleet(ships.slice(0, 1), PLAYERS));
}
