// Ships: as they lie, and while they are laid anew with one offered. What lies on a part is tapped there, or below, where the part
// that was tapped is shown large; then where it goes. A tile that goes where one of its kind lies takes its place.

import { byId, fill, h } from "/static/shared/dom.js";
import { withoutPhone } from "/static/shared/players.js";
import { t } from "/static/shared/texts.js";
import { drawShip, drawTile, fitting, hullOf, isBoat, joints, onTv, signed, topOfShip } from "./drawing.js";
import { act, changed, enlarge, laid, large, undoOf } from "./game.js";

/** @type {Map<Seat, { now: Pirate.Part[], owned: Pirate.Tile[] }>} ships that are laid, as they were last drawn, with all that each owns */
const shown = new Map();
/** @type {Pirate.Held | null} a tile or a Boat that is held, and the part it is of; from -1: overboard */
let held = null;
/** @type {{ seat: Seat, at: number } | null} the part that is shown large */
let chosen = null;
/** @type {Seat | null} whose ship has just taken nothing, since no space there is of that kind */
let refused = null;
let stage = "";

/** How far a finger moves that drags, in pixels. */
const FAR = 8;

/** A tile or a Boat of one's own ship is dragged to where it goes; a finger that has hardly moved has tapped. */
export function startShips() {
  const box = byId("ships");
  /** @type {{ what: [Seat, string, number], from: Element, x: number, y: number, ghost: HTMLElement | null } | null} */
  let dragged = null;
  let dropped = false;
  const end = () => {
    dragged?.ghost?.remove();
    dragged?.from.classList.remove("dragged");
    dragged = null;
  };
  box.addEventListener("pointerdown", (event) => {
    const from = event.target instanceof Element ? event.target.closest("[data-drag], .laying [data-tile]") : null;
    dropped = false;
    if (from && event.isPrimary && event.button === 0) dragged = { what: lift(from), from, x: event.clientX, y: event.clientY, ghost: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    if (!dragged.ghost && Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < FAR) return;
    dragged.ghost ??= follow(dragged.from, drawTile(dragged.what[1]));
    Object.assign(dragged.ghost.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
  });
  document.addEventListener("pointerup", (event) => {
    const was = dragged;
    end();
    if (!was?.ghost) return;
    dropped = true;
    letGo(was.what, document.elementFromPoint(event.clientX, event.clientY));
  });
  document.addEventListener("pointercancel", end);
  // The click that ends a drag was no tap; one of a key (of no pointer, so its detail is 0) means what it says.
  box.addEventListener("click", (event) => {
    if (!dropped || !event.detail) return;
    dropped = false;
    event.stopPropagation();
  }, { capture: true });
}

/**
 * @param {Element} from
 * @param {Element} drawing
 */
function follow(from, drawing) {
  from.classList.add("dragged");
  const ghost = h("div", { class: "drag-ghost" }, drawing);
  document.body.append(ghost);
  return ghost;
}

/**
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats those whose ships are laid here
 * @param {Seat | null} own whose page it is: its ship comes first, and at a page of several theirs
 */
export function showShips(screen, seats, own) {
  if (screen.stage !== stage) {
    stage = screen.stage ?? "";
    held = chosen = null;
  }
  byId("ships").hidden = Boolean(screen.game.box);
  const builder = builds(screen.game.ships, seats)?.seat;
  byId("ships").classList.toggle("awaited", Boolean(builder));
  byId("ships").classList.toggle("strip", /^(plunder|count|bids|choice)/.test(stage));
  const first = own === null ? withoutPhone(screen).map(({ seat }) => seat) : [own];
  const later = (/** @type {Seat} */ seat) => Number(!first.includes(seat));
  const ships = [...screen.game.ships].sort((one, other) => later(one.seat) - later(other.seat));
  const { auction } = screen.game;
  const sees = screen.on_screen && !onTv() && /^(bids|choice)/.test(stage); // whoever decides about tiles looks at ships
  fill(byId("ships-list"), JSON.stringify([ships, [...laid], held, chosen, refused, builder, sees, large, auction?.bids, screen.match.players.map(({ name, colour }) => [name, colour])]), () => ships.map((ship) => shipOf(ship, screen.match, ship.seat === builder, sees, auction && gained(ship, auction))));
}

/**
 * The ship that is built at this page now: those of one page are built one after the other.
 * @param {Pirate.Ship[]} ships
 * @param {Seat[]} seats
 */
export const builds = (ships, seats) => ships.find(({ seat, offered }) => offered !== null && seats.includes(seat));

/**
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats
 * @returns {import("./game.js").Yes | null}
 */
export function planShip({ game }, seats) {
  const { seat = 0, offered = null } = builds(game.ships, seats) ?? {};
  const back = undoOf(laid, seat);
  const undo = back && (() => { held = chosen = null; back(); });
  return seat ? { undo, act: () => act({ name: "act", actor: seat, action: ["lay", laid.get(seat) ?? offered] }) } : null;
}

/**
 * @param {Pirate.Ship} ship
 * @param {Match} match
 * @param {boolean} laying
 * @param {boolean} sees whether a tap on it shows it large
 * @param {Node | null} said beside it
 */
function shipOf(ship, match, laying, sees, said) {
  const { seat, offered } = ship;
  const player = match.players.find((each) => each.seat === seat);
  const called = t("pirate_ship", { name: player?.name ?? "" });
  const head = fitting(h("h3", { "aria-label": called }, player?.name ?? ""), player?.name ?? "");
  if (!laying || !offered) return h("li", { class: "ship-of", "data-colour": player?.colour, onclick: sees ? () => enlarge(seat) : null }, head, drawShip(ship.parts), said, won(ship.won),
    sees ? h("button", { type: "button", class: "sees", id: `ship-${seat}`, "aria-label": called, "aria-pressed": String(large === seat) }) : null);
  const now = laid.get(seat) ?? offered;
  shown.set(seat, { now, owned: ship.owned });
  const over = leftOver(ship.owned, now);
  const joined = joints(now);
  const top = topOfShip(now);
  const named = (/** @type {string} */ tile) => ship.owned.find((each) => each.tile === tile)?.name ?? tile;
  const at = chosen?.seat === seat ? chosen.at : -1;
  const part = now[at];
  const how = held?.seat === seat ? t(now.some((each, number) => goes(seat, each, number)) ? "pirate_goes" : "pirate_goes_nowhere") : refused === seat ? t("pirate_no_space") : null;
  return h("li", { class: "ship-of laying", "data-colour": player?.colour }, head,
    h("div", { class: "ship-on-tv" }, drawShip(now)),
    h("div", { class: "ship" }, ...now.map((each, number) => partOf(seat, each, number, joined[number], top, named))),
    h("div", { class: "on-part" }, ...(part ? [...(isBoat(part.tile) ? [part.tile] : []), ...part.on] : []).map((tile, number) => pick(seat, tile, at, `on-${seat}-${number}`, named(tile))),
      over.length ? h("div", { class: "overboard" }, h("b", {}, t("pirate_overboard")), ...over.map(({ tile, name }, number) => pick(seat, tile, -1, `over-${seat}-${number}`, name))) : null),
    laid.has(seat) ? null : h("p", { class: "quiet" }, how ?? t("pirate_move")), // until something was moved
    h("p", { class: "joints", "data-said": true }, laid.has(seat) && how ? how : t("pirate_as_it_lies", { connections: signed(joined.reduce((sum, fits) => sum + (fits ? 2 : -2), 0)), sets: setsOf(now.flatMap(({ on }) => on)), empty: emptyOf(now) })));
}

/**
 * What the stop has paid, and then what was bid: on a phone held upright the card that says it is below what is in sight.
 * @param {Pirate.Ship} ship
 * @param {{ bids: number[] | null }} auction
 */
const gained = ({ seat, paid }, { bids }) => h("b", { class: bids ? "gained opened-bid" : "gained", "aria-hidden": "true" }, bids ? String(bids[seat - 1]) : paid ? `+${paid} ●` : "");

/** @param {Pirate.Tile[]} tiles */
export const won = (tiles) => (tiles.length ? h("p", { class: "won-tiles" }, ...tiles.map(({ tile, name }) => h("span", { title: name }, drawTile(tile)))) : null);

/**
 * What a seat owns and does not lie on its ship.
 * @param {Pirate.Tile[]} owned
 * @param {Pirate.Part[]} now
 * @returns {Pirate.Tile[]}
 */
function leftOver(owned, now) {
  const lies = now.flatMap(({ tile, on }) => [tile, ...on]);
  return owned.filter(({ tile }) => {
    const at = lies.indexOf(tile);
    if (at >= 0) lies.splice(at, 1);
    return at < 0;
  });
}

/**
 * Whether a Boat may change with a part, or a tile has a space of its kind there.
 * @param {string} tile
 * @param {Pirate.Part} part
 */
const mayLie = (tile, part) => isBoat(tile) || takes(part, tile);

/**
 * Whether what is held may go to a part.
 * @param {Seat} seat
 * @param {Pirate.Part} part
 * @param {number} at
 */
const goes = (seat, part, at) => held?.seat === seat && held.from !== at && mayLie(held.tile, part);

/**
 * A part of the ship that is being built, with whether its joint to the next one fits; drawn as high as the whole ship, `top`.
 * What is held is offered the parts that have a space of its kind; who holds nothing takes up what is drawn there, or sees it large.
 * @param {Seat} seat
 * @param {Pirate.Part} part
 * @param {number} at
 * @param {boolean | undefined} joint
 * @param {number} top
 * @param {(tile: string) => string} named
 */
function partOf(seat, part, at, joint, top, named) {
  const target = goes(seat, part, at);
  return h("div", { class: `part-of-ship${target ? " target" : ""}`, "data-part-of": `${seat}-${at}` },
    joint === undefined ? null : h("span", { class: `joint${joint ? " fits" : ""}`, "aria-hidden": "true" }, joint ? "+2" : "−2"),
    h("button", { type: "button", class: "hull-button", id: `part-${seat}-${at}`, "data-drag": isBoat(part.tile) ? JSON.stringify([seat, part.tile, at]) : null, "aria-pressed": String(chosen?.seat === seat && chosen.at === at),
      "aria-label": [t("pirate_part", { number: at + 1 }), ...part.on.map(named)].join(", "),
      onclick: (/** @type {Event} */ { target: on }) => { const tile = drawnAt(on); if (target) put(held, at, tile); else take(seat, tile, at); } }, drawTile(part.tile, part.on, top)));
}

/**
 * The tile that is drawn there.
 * @param {EventTarget | null} on
 */
const drawnAt = (on) => (on instanceof Element ? on.closest("[data-tile]")?.getAttribute("data-tile") ?? null : null);

/**
 * @param {Seat} seat
 * @param {string} tile
 * @param {number} from
 */
const isHeld = (seat, tile, from) => held?.seat === seat && held.tile === tile && held.from === from;

/**
 * Hold a tile or a Boat, and see large the part it is of; what is held already is let go.
 * @param {Seat} seat
 * @param {string | null} tile
 * @param {number} from
 */
function take(seat, tile, from) {
  held = tile === null || isHeld(seat, tile, from) ? null : { seat, tile, from };
  if (from >= 0) chosen = { seat, at: from };
  refused = null;
  changed();
}

/**
 * @param {Seat} seat
 * @param {string} tile
 * @param {number} from
 * @param {string} id
 * @param {string} name
 */
const pick = (seat, tile, from, id, name) => h("button", { type: "button", class: "small-tile", id, "aria-label": name, "data-drag": JSON.stringify([seat, tile, from]), "aria-pressed": String(isHeld(seat, tile, from)), onclick: () => take(seat, tile, from) }, drawTile(tile), h("span", {}, name));

/**
 * @param {Pirate.Held | null} what
 * @param {number} at
 * @param {string | null} instead
 */
function put(what, at, instead) {
  const ship = what && shown.get(what.seat);
  if (!ship) return;
  const to = isBoat(what.tile) ? Math.min(Math.max(at, 1), ship.now.length - 2) : at;
  held = null;
  const may = mayLie(what.tile, ship.now[to]);
  refused = may || to === what.from ? null : what.seat;
  if (to !== what.from && may) {
    laid.set(what.seat, moved(ship.now, ship.owned, what, to, instead));
    chosen = { seat: what.seat, at: to };
  }
  changed();
}

/**
 * The parts once something was put there. A Boat changes its place. A tile, where there is no space left, takes the place of
 * `instead` or of the first that is in its way, which goes where it fits: where the other was, elsewhere, or else overboard. What
 * lay overboard and fits now comes aboard, for the table would refuse a ship without it.
 * @param {Pirate.Part[]} now
 * @param {Pirate.Tile[]} owned
 * @param {{ tile: string, from: number }} what
 * @param {number} at
 * @param {string | null} instead
 * @returns {Pirate.Part[]}
 */
export function moved(now, owned, { tile, from }, at, instead) {
  const others = now.filter((_, number) => number !== from);
  if (isBoat(tile)) return [...others.slice(0, at), now[from], ...others.slice(at)];
  const parts = now.map((part, number) => (number === from ? { ...part, on: removed(part.on, tile) } : part));
  const out = inTheWay(parts[at], tile, instead);
  parts[at] = { ...parts[at], on: [...out.reduce(removed, parts[at].on), tile].sort() };
  const over = leftOver(owned, now).map((left) => left.tile);
  for (const each of [...out, ...(from < 0 ? removed(over, tile) : over)]) {
    const to = parts[from] && fits(parts[from], each) ? from : parts.findIndex((part) => fits(part, each));
    if (to >= 0) parts[to] = { ...parts[to], on: [...parts[to].on, each].sort() };
  }
  return parts;
}

/**
 * What has to go from a part before a tile can lie there.
 * @param {Pirate.Part} part
 * @param {string} tile
 * @param {string | null} instead
 */
function inTheWay(part, tile, instead) {
  if (fits(part, tile)) return [];
  if (tile[0] === "d" && part.on.includes("s")) return part.on.filter((each) => each === "s");
  const kind = part.on.filter((each) => each[0] === (tile === "s" && !part.on.includes("s") ? "d" : tile[0]));
  return [instead && kind.includes(instead) ? instead : kind[0]];
}

/**
 * What is dragged: a tile of a part, or a Boat, which changes its place.
 * @param {Element} from
 * @returns {[Seat, string, number]}
 */
function lift(from) {
  const [seat, tile, at] = JSON.parse(from.closest("[data-drag]")?.getAttribute("data-drag") ?? `[${from.closest("[data-part-of]")?.getAttribute("data-part-of")?.replace("-", ',"",')}]`);
  return [seat, drawnAt(from) ?? tile, at];
}

/**
 * @param {[Seat, string, number]} what
 * @param {Element | null} target
 */
function letGo([seat, tile, from], target) {
  const part = /** @type {HTMLElement | null} */ (target?.closest(`[data-part-of^="${seat}-"]`));
  if (part) put({ seat, tile, from }, Number(part.dataset.partOf?.split("-")[1]), drawnAt(target));
}

/**
 * @param {string[]} some
 * @param {string} one
 */
function removed(some, one) {
  const at = some.indexOf(one);
  return some.filter((_, number) => number !== at);
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
 * @param {Pirate.Part[]} parts
 */
const emptyOf = (parts) => parts.reduce((sum, { tile, on }) => {
  const { d = 0, g = 0, p = 0, q = 0 } = hullOf(tile)?.spaces ?? {};
  const equipment = on.filter((each) => each[0] !== "s");
  return sum + d + g + p + q - equipment.length - (d > 0 && equipment.length < on.length ? 1 : 0);
}, 0);

/**
 * Whether one more tile could lie on a part: its top takes one Deck tile or Sails.
 * @param {Pirate.Part} part
 * @param {string} tile
 */
function fits({ tile: boat, on }, tile) {
  const kind = tile[0];
  const number = (/** @type {string} */ of) => on.filter((each) => each[0] === of).length;
  const spaces = /** @type {Record<string, number>} */ (hullOf(boat)?.spaces ?? {});
  return !(kind === "d" && number("s")) && !(kind === "s" && number("d")) && number(kind) < (spaces[kind] ?? 0);
}

/**
 * Whether a part has spaces for tiles of that kind.
 * @param {Pirate.Part} part
 * @param {string} tile
 */
const takes = ({ tile: boat }, tile) => (/** @type {Record<string, number>} */ (hullOf(boat)?.spaces ?? {})[tile[0]] ?? 0) > 0;
