// How tiles and ships are drawn: from data, in a style of their own. A kind is told by the shape of its frame, a design by its sign.

import { h, s, write } from "/static/shared/dom.js";
import { emblem } from "/static/shared/players.js";
import { t } from "/static/shared/texts.js";

/** On a television there is nothing to press. */
export const onTv = () => document.documentElement.dataset.tv !== undefined;

/** @type {Record<string, Pirate.Hull>} */
let hulls = {};

/** @param {Context["known"]} known */
export function settle(known) {
  hulls = known.hulls;
}

/**
 * @param {string} tile
 * @returns {Pirate.Hull | null}
 */
export const hullOf = (tile) => hulls[tile] ?? null;
/**
 * Of a tile of a real box nobody knows what it shows.
 * @param {string} tile
 */
export const isKnown = (tile) => hullOf(tile) !== null || tile in SIGNS;
/**
 * What stands on a tile of the chest: its number, drawing and name, and the crews that are on it.
 * @param {number} place
 * @param {string | null} tile
 * @param {string | null} name
 * @param {Node[]} crews
 */
export const faceOf = (place, tile, name, crews) => [h("b", { class: tile && !isKnown(tile) ? "number alone" : "number" }, String(place)), tile && isKnown(tile) ? drawTile(tile) : null,
  tile ? h("span", { class: "called", "aria-hidden": "true" }, name ?? "") : null, h("span", { class: "crews" }, ...crews)];

/**
 * A crew on a tile: whose it is say the initials, too, not the colour alone; apart from them, as these may end in a number, how many.
 * @param {Pirate.Crew} owner
 * @param {number | string} many
 * @param {string} how
 */
export const disc = ({ colour, name, initials }, many, how = "crew") => h("span", { class: how, "data-colour": colour, title: name }, initials, many ? h("b", {}, String(many)) : null);

/**
 * What a screen reader says of it: `words`, who is there with how many, and whose it has become.
 * @param {string} words
 * @param {{ seat: Seat, name: string }[]} there
 * @param {number[]} crew
 * @param {{ name: string } | undefined} owner
 */
export const saidOf = (words, there, crew, owner) => [words, ...there.map(({ seat, name }) => [name, crew[seat - 1]].filter(Boolean).join(" × ")), owner?.name].filter(Boolean).join(", ");

/** @param {number} number */
export const signed = (number) => String(number).replace("-", "−");

/** @param {string} tile */
export const isBoat = (tile) => /^b\d/.test(tile);

// Signs fill a square from -20 to 20.
/** @type {Record<string, string>} */
const SIGNS = {
  s: "M-2-19V19M-2-16Q20-8 14 10H-2ZM-4-10Q-16-2-14 10H-4Z",
  d1: "M0-16A16 16 0 1 0 .1-16M0-20V20M-20 0H20M-14-14L14 14M14-14L-14 14",
  d2: "M-18-12L-6-16L6-12L18-16V12L6 16L-6 12L-18 16ZM-6-16V12M6-12V16M-12 0L-1 5L10-4",
  d3: "M-18 8L8-8L14 0L-12 16ZM8-8L15-13L20-6L14 0M-4 10L-8 19M-4 10L2 19",
  g1: "M-18-4L14-9V7L-18 4ZM14-11V9M-8 9A7 7 0 1 0 -7.900 9",
  g2: "M-18 6Q-2 4 6-16L18 8Q0 4-18 12ZM-18 6V12",
  g3: "M-10-16H10Q15 0 10 16H-10Q-15 0-10-16ZM-12-7H12M-12 7H12M0-16V-20L6-19",
  p1: "M0-17A16 17 0 1 0 .1-17M-15-6L14-12M3-8A5 5 0 1 0 3.100-8M-8-2V1M-7 8Q0 13 8 8",
  p2: "M-13-12H9V16H-13ZM9-6H17V9H9M-13-5H9M-8-12Q-10-20-2-17Q6-21 9-12",
  p3: "M-16-6H16L12 15H-12ZM-19-6H19M-8-11Q-12-15-8-19M0-11Q-4-15 0-19M8-11Q4-15 8-19",
  q1: "M-19 8Q-10-2-12-12Q0-20 12-12Q10-2 19 8Q0 14-19 8ZM-5-6L5 2M5-6L-5 2",
  q2: "M-8 14A5 4 0 1 0 -7.900 14M10 10A5 4 0 1 0 10.100 10M-3 13V-14L15-18V9M-3-7L15-11",
  q3: "M-16-14H-2L-16 2H-2M2-6H12L2 6H12M8 8H17L8 17H17",
};
/** @type {Record<string, string>} */
const FRAMES = {
  s: "M-34 32L-30-36H30L34 32Z",
  d: "M-36-22H36V30H-36ZM-36-22L-30-34H30L36-22",
  g: "M-34-34H34V34H-34Z",
  p: "M0-36A36 36 0 1 0 .1-36Z",
  q: "M-32 34V-8Q-32-36 0-36T32-8V34Z",
};
// What stands on the edges of Boat tiles: an anchor, a compass rose, a coat of arms, a buoy.
const SYMBOLS = ["", "M0-7A2.500 2.500 0 1 0 .1-7M0-3V8M-5 0H5M-7 2Q-6 8 0 8T7 2", "M0-9L2.500-2.500L9 0L2.500 2.500L0 9L-2.500 2.500L-9 0L-2.500-2.500Z",
  "M-7-8H7V0Q7 6 0 9Q-7 6-7 0ZM-7-2H7M0-8V9", "M0-8A8 8 0 1 0 .1-8M0-4A4 4 0 1 0 .1-4M-8 0H-4M4 0H8M0-8V-4M0 4V8"];

/**
 * @param {string} tile
 * @returns {SVGElement}
 */
const sign = (tile) => s("path", { class: "sign", d: SIGNS[tile] ?? "" });

/**
 * A tile of Equipment around 0 0.
 * @param {string} tile
 * @returns {SVGElement[]}
 */
const equipment = (tile) => [s("path", { class: `frame-of kind-${tile[0]}`, d: FRAMES[tile[0]] ?? "" }), sign(tile)];

const STOREY = 26;
const KEEL = 150;

/**
 * A part of a ship in a box of 100 x 180.
 * @param {Pirate.Part} part
 * @returns {SVGElement[]}
 */
function hull({ tile, on }) {
  const { storeys, fore, aft, spaces, barrels } = hulls[tile];
  const top = KEEL - STOREY * storeys;
  const body = tile === "bow" ? `M100 ${top}H30Q6 ${top} 4 ${top - 14}Q10 ${KEEL} 46 ${KEEL}H100Z` : tile === "stern" ? `M0 ${top}H60V${top - 22}H94Q100 ${top} 88 ${KEEL}H0Z` : `M0 ${top}H100V${KEEL}H0Z`;
  return [
    ...mast(tile, spaces.s, top, on),
    s("path", { class: "body", d: body }),
    ...Array.from({ length: storeys - 1 }, (_, line) => s("path", { class: "plank", d: `M2 ${KEEL - STOREY * (line + 1)}H98` })),
    ...rooms(spaces, on, top, storeys),
    ...deck(spaces.d, on, top),
    ...(fore ? [connection(fore, 11)] : []), ...(aft ? [connection(aft, 89)] : []),
    ...Array.from({ length: barrels }, (_, at) => s("path", { class: "barrel", d: `M${46 + 17 * (at - (barrels - 1) / 2)} ${KEEL + 2}q-4 7 0 14h8q4-7 0-14zm-1.8 4.5h11.6m0 5h-11.6` })),
    s("path", { class: "water", d: "M-2 168Q12 160 25 168T50 168T75 168T102 168V182H-2Z" }),
  ];
}

/**
 * @param {number} symbol
 * @param {number} x
 */
const connection = (symbol, x) => s("g", { class: "connection", transform: `translate(${x} ${KEEL - STOREY * (symbol - .5)})` }, s("circle", { r: 11 }), s("path", { d: SYMBOLS[symbol] }));

/**
 * @param {string} tile
 * @param {number} most
 * @param {number} top
 * @param {string[]} on
 */
function mast(tile, most, top, on) {
  if (!most) return [];
  const sails = on.filter((each) => each === "s").length;
  return [s("path", { class: "mast", d: `M50 ${top}V8` }), ...Array.from({ length: most }, (_, each) =>
    s("path", { class: each < sails ? "sail" : "no-sail", "data-tile": each < sails ? "s" : null, d: `M52 ${top - 8 - each * 18}V${top - 22 - each * 18}Q78 ${top - 18 - each * 18} 76 ${top - 8 - each * 18}Z` }))];
}

/**
 * @param {number} room
 * @param {string[]} on
 * @param {number} top
 */
function deck(room, on, top) {
  const lying = on.find((each) => each[0] === "d");
  // A Sail fills the space on top.
  if (!room || on.includes("s")) return [];
  return [s("g", { "data-tile": lying, transform: `translate(24 ${top - 15}) scale(.42)` }, ...(lying ? equipment(lying) : [s("path", { class: "free free-d", d: FRAMES.d })]))];
}

/**
 * Gun ports, portholes and quarters one below the other; on a single storey side by side.
 * @param {Record<string, number>} spaces
 * @param {string[]} on
 * @param {number} top
 * @param {number} storeys
 */
function rooms(spaces, on, top, storeys) {
  const all = ["g", "p", "q"].flatMap((kind) => {
    const lying = on.filter((each) => each[0] === kind);
    return Array.from({ length: spaces[kind] }, (_, each) => ({ kind, tile: lying[each] ?? null }));
  });
  const high = STOREY * storeys;
  const rows = storeys > 1 ? all.length : 1;
  return all.map(({ kind, tile }, number) => {
    const y = top + (high * (number % rows + .5)) / rows;
    const x = storeys > 1 || all.length === 1 ? 50 : 38 + 28 * number;
    const scale = Math.min(.4, (high / rows - 3) / 72);
    return s("g", { "data-tile": tile, transform: `translate(${x} ${y}) scale(${scale.toFixed(2)})` }, ...(tile ? equipment(tile) : [s("path", { class: `free free-${kind}`, d: FRAMES[kind] })]));
  });
}

/**
 * How far up a part reaches: its mast, or what may lie on its deck.
 * @param {string} tile
 */
function topOf(tile) {
  const { storeys, spaces } = hulls[tile];
  return KEEL - STOREY * storeys - Math.max(34, spaces.s ? 18 * spaces.s + 12 : 0);
}

/**
 * Of each connection of a ship, whether it fits: both edges have the same symbol.
 * @param {Pirate.Part[]} parts
 */
export const joints = (parts) => parts.slice(1).map(({ tile }, at) => hulls[parts[at].tile].aft === hulls[tile].fore);

/**
 * A tile as it is printed; a Boat with what lies on it. `top`: from where on it is drawn, so that parts of a ship stand level.
 * @param {string} tile
 * @param {string[]} on
 * @param {number} top
 * @returns {SVGElement}
 */
export function drawTile(tile, on = [], top = hullOf(tile) ? topOf(tile) : 0) {
  if (!hullOf(tile)) return s("svg", { class: "tile-drawing", viewBox: "-46 -46 92 92", "aria-hidden": "true" }, ...equipment(tile));
  return s("svg", { class: "tile-drawing hull", viewBox: `0 ${top} 100 ${182 - top}`, "aria-hidden": "true" }, ...hull({ tile, on }));
}

/**
 * How far up a ship reaches.
 * @param {Pirate.Part[]} parts
 */
export const topOfShip = (parts) => Math.min(...parts.map(({ tile }) => topOf(tile)));

/**
 * The same as a drawing on the board, around 0 0.
 * @param {string} tile
 * @returns {SVGElement}
 */
export function tileOnBoard(tile) {
  if (!hullOf(tile)) return s("g", { class: "on-board" }, ...equipment(tile));
  const top = topOf(tile);
  const scale = 84 / (182 - top);
  return s("g", { class: "on-board hull", transform: `translate(${-50 * scale} ${-42 - top * scale}) scale(${scale.toFixed(3)})` }, ...hull({ tile, on: [] }));
}

/**
 * A whole ship, in one drawing: whatever room it is given, its parts hang together. `fits`: of each part, whether it fits the one
 * before, to be marked with what that counts; before the first of a row the mark stands on it, or it would be cut.
 * @param {Pirate.Part[]} parts
 * @param {(boolean | undefined)[]} fits
 * @returns {SVGElement}
 */
function whole(parts, fits = []) {
  const top = topOfShip(parts);
  return s("svg", { class: "tile-drawing hull", viewBox: `0 ${top} ${100 * parts.length} ${182 - top}`, "aria-hidden": "true" },
    ...parts.map((part, at) => s("g", { transform: `translate(${100 * at} 0)` }, ...hull(part),
      ...(fits[at] === undefined ? [] : [s("text", { class: fits[at] ? "joined fits" : "joined", x: at ? 0 : 18, y: 167 }, fits[at] ? "+2" : "−2")]))));
}

/**
 * @param {Pirate.Part[]} parts
 * @returns {HTMLElement}
 */
export function drawShip(parts) {
  const box = h("div", { class: "ship" }, whole(parts));
  box.style.setProperty("--parts", String(parts.length));
  return box;
}

/**
 * What has a long word in it is smaller, not broken.
 * @param {HTMLElement} element
 * @param {string} name
 */
export function fitting(element, name) {
  element.style.setProperty("--letters", String(Math.max(...name.split(/[\s-]/).map((word) => word.length))));
  return element;
}

/**
 * So that the empty spaces that cost points are drawn otherwise.
 * @param {Pirate.Standing | undefined} standing of a real ship, it has no kinds
 */
const costsOf = (standing) => (standing?.costs ?? []).map((kind) => ` costs-${kind}`).join("");

/**
 * Ships, one below the other, each with its player's colour beside it; as large as they fit.
 * @param {Pirate.Part[][]} ships by seat
 * @param {{ seat: Seat, colour?: string | number | null }[]} players
 * @param {Pirate.Standing[]} standings
 */
export function fleet(ships, players, standings = []) {
  const afloat = players.filter(({ seat }) => ships[seat - 1]);
  const high = 500 / afloat.length;
  return afloat.map(({ seat, colour }, row) => {
    const parts = ships[seat - 1];
    const top = topOfShip(parts);
    const scale = Math.min((high - 14) / (182 - top), 740 / (100 * parts.length));
    const drawn = whole(parts);
    const size = [100 * scale * parts.length, (182 - top) * scale];
    Object.assign(drawn.style, { width: `${size[0]}px`, height: `${size[1]}px` });
    for (const [name, value] of Object.entries({ x: 400 - size[0] / 2, y: high * row + high - 7 - size[1], width: size[0], height: size[1] })) drawn.setAttribute(name, String(value));
    return s("g", { class: `again-ship${costsOf(standings.find((each) => each.seat === seat))}`, "data-colour": colour }, s("rect", { class: "again-side", x: 8, y: high * row + 7, width: 14, height: high - 14, rx: 7 }), drawn);
  });
}

/** As wide as this, in pixels, all of a part is seen: a ship is not torn then, of which the joints are to be compared. */
const CLEAR = 60;

/**
 * A ship in one row, where its parts are clear so, or else in rows, as large as it fits.
 * @param {Pirate.Part[]} parts
 * @param {(boolean | undefined)[]} fits
 * @param {{ clientWidth: number, clientHeight: number }} room
 */
function inRows(parts, fits, { clientWidth: wide, clientHeight: high }) {
  const top = topOfShip(parts);
  const ways = parts.map((_, at) => ({ row: at + 1, scale: Math.min(wide / (at + 1), (high / Math.ceil(parts.length / (at + 1)) - 4) / (182 - top) * 100) }));
  const { row, scale } = ways[ways.length - 1].scale >= CLEAR ? ways[ways.length - 1] : ways.reduce((best, way) => (way.scale > best.scale ? way : best));
  return parts.flatMap((_, at) => (at % row ? [] : [at])).map((at) => {
    const some = parts.slice(at, at + row);
    const drawn = whole(some, fits.slice(at, at + row));
    Object.assign(drawn.style, { width: `${scale * some.length}px`, height: `${(182 - topOfShip(some)) * scale / 100}px` });
    return drawn;
  });
}

/**
 * Ships on the stage, each with what is said of it. Of several a tap shows one large and a further one all again, as stands below them;
 * with `back` the first tap is done already, once there is room, and the further one goes back to what was there before.
 * @param {{ player: Player | undefined, parts: Pirate.Part[], said: string, won?: boolean, standing?: Pirate.Standing }[]} ships
 * @param {() => void} [back]
 */
export function figuresOf(ships, back) {
  const how = onTv() || (ships.length === 1 && !back) ? null : h("p", { class: "tap-how" }, t("pirate_large"));
  const figures = ships.map(({ player, parts, said, won, standing }) => {
    const fits = standing ? [undefined, ...joints(parts)] : []; // before the end they are judged where they are built
    const ship = h(how ? "button" : "div", { class: "ship", type: how && "button", "aria-label": how && t(player?.name ? "pirate_ship" : "pirate_a_ship", { name: player?.name ?? "" }), "aria-pressed": how && "false" }, whole(parts, onTv() ? fits : []));
    const tap = () => {
      if (back && figure.matches(".large")) return back();
      const large = figure.classList.toggle("large");
      for (const other of figures) other.hidden = large && other !== figure;
      ship.replaceChildren(...(large ? inRows(parts, fits, ship) : [whole(parts)]));
      ship.setAttribute("aria-pressed", String(large));
      if (how) write(how, t(back ? "pirate_back" : large ? "pirate_small" : "pirate_large"));
    };
    const figure = h("figure", { class: `end-ship${won ? " won" : ""}${costsOf(standing)}`, "data-colour": player?.colour, onclick: how && tap },
      ship, player?.name ? fitting(h("figcaption", {}, emblem(player), h("b", {}, player.name), said ? h("span", {}, said) : null), player.name) : null);
    if (back) queueMicrotask(tap);
    return figure;
  });
  return [...figures, how];
}
