// Piratoons on every page that shows it: crews in the pockets of the board, and what is drawn from data.

import { layerOf } from "/static/shared/board.js";
import { byId, h, s, write } from "/static/shared/dom.js";
import { refusalOf, t } from "/static/shared/texts.js";
import { isKnown, settle, tileOnBoard } from "./drawing.js";

/** @typedef {{ text?: string, act: NonNullable<Plan["act"]>, undo?: () => void }} Yes what "Confirm" does; without a `text` the table's sentence says it */

/** @type {BoardHooks} */
export const board = {
  pieces: (screen) => screen.pieces.map((/** @type {Piece} */ piece) => ({ ...piece, seat: pocketOf(piece.site).seat })),
  draw: () => ({ turned: crew(), frame: [70, 70, 35] }),
  name: (_, player) => (player ? t("piece_of", { name: player.name }) : t("unknown_piece")),
  place: (site, { game }) => {
    const { place } = pocketOf(site);
    const tile = game.chest?.[place - 1];
    return tile?.tile ? t("pirate_place", { place: `${site}, ${place}`, name: tile.name }) : null;
  },
};

/**
 * Whether "Confirm" has its place now, beside the offer to go on without somebody, too: all that is set or chosen is confirmed.
 * @param {Screen} screen
 */
export const lays = ({ stage, game }) => /^(count|bids|choice|ships)/.test(stage ?? "") || Boolean(game.turn && game.plunder === "screen");

/**
 * What is counted here are rounds; of a closed chest the sentence says which.
 * @param {number} _
 * @param {Screen} screen
 */
export const turnOf = (_, { game, stage }) => (stage?.startsWith("closed") ? "" : game.practice && stage?.startsWith("plunder") ? t("pirate_practice") : t("pirate_round", { number: game.round, of: game.rounds }));

/** @type {Send} */
export let act;
/** What was set or chosen here is shown anew, and what "Confirm" would do. @type {() => void} */
export let changed;

/** @param {Context} context */
export function start(context) {
  settle(context.known);
  ({ act, changed } = context);
}

/** Nothing of the game stays on the drawn board. */
export function clearBoard() {
  for (const name of /** @type {("under" | "over")[]} */ (["under", "over"])) layerOf(name)?.replaceChildren();
}

export { clearBoard as stop };

let drawn = "";

/**
 * The tiles of the chest lie on the board as their berths do; while it is closed its lid is on.
 * @param {Pirate.Screen} screen
 */
export function drawChest({ game, stage, match, on_screen: onScreen }) {
  const key = JSON.stringify([game.chest, game.sea, stage, match.players.map(({ colour }) => colour)]);
  if (!layerOf("under") || drawn === key && layerOf("under").childElementCount) return;
  drawn = key;
  layerOf("over").replaceChildren(...(SHOWS_CREW.test(stage ?? "") && (onScreen || !stage?.startsWith("bids")) ? crews(game, match) : []));
  const closed = (stage ?? "").startsWith("closed");
  const opening = !closed && layerOf("under").querySelector(".lid-of:not(.opens)");
  layerOf("under").replaceChildren(...(closed ? [lid()] : [...game.chest.filter(({ tile }) => tile || game.practice).map(lying), sea(game.sea)]));
  if (opening) lift(opening);
}

/**
 * The lid swings up and is gone.
 * @param {Element} shut
 */
function lift(shut) {
  shut.classList.add("opens");
  shut.addEventListener("animationend", () => shut.remove());
  layerOf("under").append(shut);
}

/** @param {{ place: number, tile: string | null }} place */
function lying({ place, tile }) {
  const x = 200 + 400 * ((place - 1) % 2);
  const y = 50 + 100 * Math.floor((place - 1) / 2);
  return s("g", { transform: `translate(${x} ${y})` }, s("rect", { class: "berth-ground", x: -46, y: -46, width: 92, height: 92, rx: 12 }), tile && isKnown(tile) ? tileOnBoard(tile) : null,
    tile && !isKnown(tile) ? s("text", { class: "berth-number alone", x: 0, y: 20 }, String(place)) : s("text", { class: "berth-number", x: 0, y: -27 }, String(place)));
}

/**
 * The tenth berth: what floats in the sea.
 * @param {{ tile: string }[]} afloat
 */
function sea(afloat) {
  const unknown = afloat.filter(({ tile }) => !isKnown(tile)).length;
  // Where there is no room for all, the last place says how many more there are.
  const shown = afloat.slice(0, unknown ? 0 : afloat.length > AFLOAT ? AFLOAT - 1 : AFLOAT);
  return s("g", { transform: "translate(600 450)" }, s("path", { class: "sea-wave", d: "M-190-34q19-16 38 0t38 0t38 0t38 0t38 0t38 0t38 0t38 0t38 0t38 0" }),
    ...shown.map(({ tile }, at) => s("g", { transform: `translate(${-150 + 60 * (at % 6)} ${-4 + 42 * Math.floor(at / 6)}) scale(.42)` }, tileOnBoard(tile))),
    unknown ? s("text", { class: "berth-number alone", x: 0, y: 22 }, `~ ${unknown} ~`) : afloat.length > AFLOAT ? s("text", { class: "berth-number", x: 154, y: 46 }, `+${afloat.length - shown.length}`) : null);
}

/** The lid, its bands and its lock, 800 wide. */
export const lidParts = () => [s("rect", { class: "lid", x: 8, y: 8, width: 784, height: 484, rx: 40 }), s("path", { class: "lid-band", d: "M8 120H792M8 380H792M200 8V492M600 8V492" }),
  s("rect", { class: "lid-lock", x: 350, y: 195, width: 100, height: 110, rx: 16 }), s("path", { class: "lid", d: "M400 230A14 14 0 1 0 400.100 230M392 250H408L412 284H388Z" })];

const lid = () => s("g", { class: "lid-of" }, ...lidParts());

/** Before a game is set up, what it begins with lies on the drawn board: the closed chest. */
export function drawClosed() {
  if (layerOf("under") && !layerOf("under").childElementCount) layerOf("under").append(lid());
}

const AFLOAT = 12;
const SHOWS_CREW = /^(plunder|count|bids)/;

/**
 * Crews that lie on no sensor, those of screens and of computers: a cap in the pocket, and how many.
 * @param {Pirate.Game} game
 * @param {Match} match
 */
const crews = (game, match) => game.chest.flatMap(({ place, crew: there }) =>
  match.players.filter(({ seat }) => there[seat - 1]).map(({ seat, colour }) => s("g", { class: "piece stack", "data-colour": colour, transform: `translate(${50 + 400 * ((place - 1) % 2) + 100 * (seat - 1)} ${50 + 100 * Math.floor((place - 1) / 2)})` },
    ...crew().slice(0, 3), s("text", { class: "stack-size", y: 11 }, String(there[seat - 1])))));

/**
 * The tile and the pocket of a space that is tapped, and whose that is; the tile 0: the sea.
 * @param {Site} site
 */
export const berthOf = (site) => (site.includes("-") ? null : { seat: pocketOf(site).seat, place: pocketOf(site).place % 10 });

/**
 * The tile and the seat of a space: each half of a row is a berth of four pockets.
 * @param {Site} site
 */
function pocketOf(site) {
  const column = site.charCodeAt(0) - 97;
  return { place: 2 * (Number(site[1]) - 1) + Math.floor(column / 4) + 1, seat: (column % 4) + 1 };
}

/** A crew seen from above: a cap in the seat's colour. */
function crew() {
  return [s("circle", { class: "shadow", cx: 2, cy: 5, r: 32 }), s("circle", { class: "cap", r: 32 }), s("circle", { class: "cap-rim", r: 22 }), s("path", { class: "cap-sign", d: "M-12-4A3 3 0 1 0 -11.900-4M12-4A3 3 0 1 0 12.100-4M-9 10L9 10M-9 6L9 14M9 6L-9 14" })];
}

/**
 * Why something was refused, where it was asked.
 * @param {"chest-refusal" | "count-refusal" | "referee-refusal"} where
 * @param {Reply | null} reply
 */
export const complain = (where, reply) => write(byId(where), refusalOf(reply));

/**
 * A number that is said by one less and one more.
 * @param {string} id
 * @param {string} label
 * @param {number} now
 * @param {number} most
 * @param {(by: number) => void} change
 */
export const stepper = (id, label, now, most, change) => h("div", { class: "stepper", role: "group", "aria-label": label }, h("span", { class: "stepper-name" }, label),
  h("button", { type: "button", id: `${id}-less`, "aria-label": t("pirate_less"), "aria-disabled": now <= 0 ? "true" : null, onclick: () => { if (now > 0) change(-1); } }, "−"),
  h("output", {}, String(now)),
  h("button", { type: "button", id: `${id}-more`, "aria-label": t("pirate_more"), "aria-disabled": now >= most ? "true" : null, onclick: () => { if (now < most) change(1); } }, "+"));

// --- what is set or chosen on this page and not sent yet, by seat: "Confirm" sends it, and it is gone with its stage ---------

/** Ships as they are being laid. @type {Map<Seat, Pirate.Part[]>} */
export const laid = new Map();
/** Pieces on each tile, and spoiled ones. @type {Map<Seat, { crew: number[], spoiled: number }>} */
export const counts = new Map();
/** @type {Map<Seat, number>} */
export const bids = new Map();
/** Tiles of a real box that go overboard. @type {Map<Seat, number>} */
export const thrown = new Map();
/** The tile that a buyer has tapped; the place 0: the sea. @type {Map<Seat, { tile: string, place: number }>} */
export const wanted = new Map();
/**
 * What takes back what a seat has set here, before what it has confirmed; nothing is set: none.
 * @param {Map<Seat, unknown>} what
 * @param {Seat} seat
 */
export const undoOf = (what, seat) => (what.has(seat) ? () => { what.delete(seat); changed(); } : undefined);
/** Whose ship is shown large in place of the chest. @type {Seat | null} */
export let large = null;
let seen = "";

/** @param {Seat} seat whose ship was tapped: small, or large already */
export function enlarge(seat) {
  large = large === seat ? null : seat;
  changed();
}

/** @param {string | null} now */
export function see(now) {
  if (now === seen) return;
  seen = now ?? "";
  large = null;
  for (const each of [laid, counts, bids, thrown, wanted]) each.clear();
}
