// Ships: as they lie, and while they are laid anew with one offered. A tile or a Boat is tapped, and then where it goes.

import { byId, fill, h, write } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { startDrag } from "./drag.js";
import { drawShip, drawTile, hullOf, isBoat, joints, topOfShip } from "./drawing.js";

/** @typedef {import("./drawing.js").Part} Part */
/** @typedef {import("./chest.js").Tile} Tile */
/** @typedef {{ seat: Seat, parts: Part[], won: Tile[], offered: Part[] | null, owned: Tile[] }} Ship */

/** @type {Send} */
let act;
/** @type {Map<Seat, Part[]>} ships as they are being laid on this page */
const laid = new Map();
/** @type {Map<Seat, Part[]>} and as they were last drawn */
const shown = new Map();
/** @typedef {{ seat: Seat, tile: string, from: number }} Held */
/** @type {Held | null} a tile or a Boat that is held, and the part it is of; from -1: overboard */
let held = null;
let stage = "";
let again = () => {};

/** @param {Send} send */
export function startShips(send) {
  act = send;
  startDrag(byId("ships"), { lift, drop: letGo });
}

/**
 * @param {MatchScreen} screen
 * @param {Seat[]} seats those whose ships are laid here
 * @param {Seat | null} own whose page it is: its ship comes first
 */
export function showShips(screen, seats, own) {
  if (screen.stage !== stage) {
    stage = screen.stage ?? "";
    laid.clear();
    held = null;
  }
  again = () => showShips(screen, seats, own);
  byId("ships").hidden = Boolean(screen.game.box);
  byId("ships").classList.toggle("awaited", builds(screen.game.ships, seats));
  /** @type {Ship[]} */
  const ships = [...screen.game.ships].sort((one, other) => Number(other.seat === own) - Number(one.seat === own));
  fill(byId("ships-list"), JSON.stringify([ships, [...laid], held, seats, screen.match.players.map(({ name, colour }) => [name, colour])]), () => ships.map((ship) => shipOf(ship, screen.match, seats)));
}

/**
 * Whether one of these seats still builds its ship.
 * @param {Ship[]} ships
 * @param {Seat[]} seats
 */
export const builds = (ships, seats) => ships.some(({ seat, offered }) => offered !== null && seats.includes(seat));

/**
 * @param {Ship} ship
 * @param {Match} match
 * @param {Seat[]} seats
 */
function shipOf(ship, match, seats) {
  const { seat, offered } = ship;
  const player = match.players.find((each) => each.seat === seat);
  const laying = offered !== null && seats.includes(seat);
  const head = h("h3", { "aria-label": t("pirate_ship", { name: player?.name ?? "" }) }, player?.name ?? "");
  if (!laying) return h("li", { class: "ship-of", "data-colour": player?.colour }, head, drawShip(ship.parts), won(ship.won));
  const now = laid.get(seat) ?? offered;
  shown.set(seat, now);
  const over = leftOver(ship, now);
  const joined = joints(now);
  const top = topOfShip(now);
  return h("li", { class: "ship-of laying", "data-colour": player?.colour }, head, h("p", { class: "quiet" }, t("pirate_move")),
    h("div", { class: "ship-on-tv" }, drawShip(now)),
    h("div", { class: "ship" }, ...now.map((part, at) => partOf(ship, part, at, joined[at], top))),
    h("div", { class: "overboard" }, h("button", { type: "button", class: "plain", id: `overboard-${seat}`, "aria-disabled": held?.seat === seat && !isBoat(held.tile) ? null : "true", onclick: () => put(held, -1) }, t("pirate_overboard")),
      ...over.map(({ tile, name }, at) => pick(seat, tile, -1, `over-${seat}-${at}`, name))),
    h("p", { class: "joints", role: "status" }, t("pirate_as_it_lies", { connections: signed(joined.reduce((sum, fits) => sum + (fits ? 2 : -2), 0)), sets: setsOf(now.flatMap(({ on }) => on)), empty: emptyOf(now) })),
    h("button", { type: "button", class: "main wide", id: `lay-${seat}`, onclick: () => lay(seat, now) }, t("pirate_lay")));
}

/** @param {Tile[]} tiles */
const won = (tiles) => (tiles.length ? h("p", { class: "won-tiles" }, ...tiles.map(({ tile, name }) => h("span", { title: name }, drawTile(tile)))) : null);

/**
 * What a seat owns and does not lie on its ship.
 * @param {Ship} ship
 * @param {Part[]} now
 * @returns {Tile[]}
 */
function leftOver({ owned }, now) {
  const lies = now.flatMap(({ tile, on }) => [tile, ...on]);
  return owned.filter(({ tile }) => {
    const at = lies.indexOf(tile);
    if (at >= 0) lies.splice(at, 1);
    return at < 0;
  });
}

/**
 * A part of the ship that is being built, with whether its joint to the next one fits; drawn as high as the whole ship, `top`.
 * Where what is held has no space, nothing is offered.
 * @param {Ship} ship
 * @param {Part} part
 * @param {number} at
 * @param {boolean | undefined} joint
 * @param {number} top
 */
function partOf({ seat, owned }, part, at, joint, top) {
  const target = held?.seat === seat && (isBoat(held.tile) || fits(part, held.tile));
  const boat = isBoat(part.tile);
  return h("div", { class: `part-of-ship${target ? " target" : ""}`, "data-part-of": `${seat}-${at}` },
    joint === undefined ? null : h("span", { class: `joint${joint ? " fits" : ""}`, "aria-hidden": "true" }, joint ? "+2" : "−2"),
    h("button", { type: "button", class: "hull-button", id: `part-${seat}-${at}`, "data-drag": boat ? JSON.stringify([seat, part.tile, at]) : null, "aria-label": t("pirate_part", { number: at + 1 }), "aria-disabled": target || boat ? null : "true",
      "aria-pressed": boat ? String(isHeld(seat, part.tile, at)) : null, onclick: () => { if (target && !isHeld(seat, part.tile, at)) put(held, at); else if (boat) take(seat, part.tile, at); } }, drawTile(part.tile, part.on, top)),
    h("div", { class: "on-part" }, ...part.on.map((tile, number) => pick(seat, tile, at, `on-${seat}-${at}-${number}`, owned.find((each) => each.tile === tile)?.name ?? tile))));
}

/**
 * @param {Seat} seat
 * @param {string} tile
 * @param {number} from
 */
const isHeld = (seat, tile, from) => held?.seat === seat && held.tile === tile && held.from === from;

/**
 * Hold a tile or a Boat; what is held already is let go.
 * @param {Seat} seat
 * @param {string} tile
 * @param {number} from
 */
function take(seat, tile, from) {
  held = isHeld(seat, tile, from) ? null : { seat, tile, from };
  again();
}

/**
 * @param {Seat} seat
 * @param {string} tile
 * @param {number} from
 * @param {string} id
 * @param {string} name
 */
const pick = (seat, tile, from, id, name) => h("button", { type: "button", class: "small-tile", id, "data-drag": JSON.stringify([seat, tile, from]), "aria-label": name, "aria-pressed": String(isHeld(seat, tile, from)), onclick: () => take(seat, tile, from) }, drawTile(tile));

/**
 * A tile goes onto a part of the ship, or overboard (-1); a Boat goes to the place of that part, but never overboard nor past
 * bow and stern.
 * @param {Held | null} what
 * @param {number} at
 */
function put(what, at) {
  const now = what && (laid.get(what.seat) ?? shown.get(what.seat));
  if (!what || !now) return;
  const { seat, tile, from } = what;
  held = null;
  write(byId("ships-refusal"), "");
  if (!isBoat(tile)) {
    if (at >= 0 && !fits(now[at], tile)) return again();
    const without = now.map((part, number) => (number === from ? { ...part, on: removed(part.on, tile) } : part));
    laid.set(seat, without.map((part, number) => (number === at ? { ...part, on: [...part.on, tile].sort() } : part)));
  } else if (at >= 0) {
    const others = now.filter((_, number) => number !== from);
    const to = Math.min(Math.max(at, 1), now.length - 2);
    laid.set(seat, [...others.slice(0, to), now[from], ...others.slice(to)]);
  }
  again();
}

/**
 * What is dragged: a tile of a part, or a Boat, which changes its place.
 * @param {Element} from
 * @returns {[Seat, string, number]}
 */
const lift = (from) => JSON.parse(/** @type {HTMLElement} */ (from).dataset.drag ?? "");

/**
 * @param {[Seat, string, number]} what
 * @param {Element | null} target
 */
function letGo([seat, tile, from], target) {
  const part = /** @type {HTMLElement | null} */ (target?.closest(`[data-part-of^="${seat}-"]`));
  if (part || target?.closest(".overboard")) put({ seat, tile, from }, part ? Number(part.dataset.partOf?.split("-")[1]) : -1);
}

/** @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : String(number));

/**
 * @param {string[]} some
 * @param {string} one
 */
function removed(some, one) {
  const at = some.indexOf(one);
  return some.filter((_, number) => number !== at);
}

/**
 * @param {Seat} seat
 * @param {Part[]} now
 */
async function lay(seat, now) {
  const reply = await act({ name: "act", actor: seat, action: ["lay", now] });
  write(byId("ships-refusal"), reply === null ? t("offline") : reply.ok ? "" : reply.sentence);
}

// --- what the ship that is being built is worth, to be seen while one builds; what counts, the table counts ---------------

/**
 * Points of sets: of each kind three alike 5, three of different designs 4, two alike 2, each tile in one set, as well as it goes.
 * @param {string[]} tiles
 */
const setsOf = (tiles) => ["d", "g", "p", "q"].reduce((sum, kind) => sum + best([1, 2, 3].map((design) => tiles.filter((tile) => tile === `${kind}${design}`).length)), 0);

/** @param {number[]} counts tiles of the three designs of a kind */
const best = (counts) => Math.max(...Array.from({ length: Math.min(...counts) + 1 }, (_, mixed) => 4 * mixed + counts.reduce((sum, count) => sum + alike(count - mixed), 0)));

/** @param {number} count */
const alike = (count) => 5 * Math.floor(count / 3) + (count % 3 === 2 ? 2 : 0);

/**
 * Spaces with nothing in them; a Sail fills the deck it stands on.
 * @param {Part[]} parts
 */
const emptyOf = (parts) => parts.reduce((sum, { tile, on }) => {
  const { d = 0, g = 0, p = 0, q = 0 } = hullOf(tile)?.spaces ?? {};
  const equipment = on.filter((each) => each[0] !== "s");
  return sum + d + g + p + q - equipment.length - (d > 0 && equipment.length < on.length ? 1 : 0);
}, 0);

/**
 * Whether one more tile could lie on a part: its top takes one Deck tile or Sails.
 * @param {Part} part
 * @param {string} tile
 */
function fits({ tile: boat, on }, tile) {
  const kind = tile[0];
  const number = (/** @type {string} */ of) => on.filter((each) => each[0] === of).length;
  const spaces = /** @type {Record<string, number>} */ (hullOf(boat)?.spaces ?? {});
  return !(kind === "d" && number("s")) && !(kind === "s" && number("d")) && number(kind) < (spaces[kind] ?? 0);
}
