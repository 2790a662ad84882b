// A finished game of Piratoons, shown again: the chest as it was, who was on which tile, the ships just then; and below it what
// pieces and doubloons have bought.

import { byId, fill, h, write } from "/static/shared/dom.js";
import { emblem } from "/static/shared/players.js";
import { t } from "/static/shared/texts.js";
import { showAllShips, showTiles } from "./again.js";
import { drawShip, drawTile, isKnown, signed } from "./drawing.js";

/** @type {Map<Frame, Pirate.Now>} */
let moments = new Map();

/**
 * How things stood in each frame: those tell only what is different.
 * @param {Finished} game
 */
export function begin(game) {
  /** @type {any} */
  let now = {};
  moments = new Map(game.frames.map((frame) => [frame, (now = { ...now, ...frame.now })]));
  write(byId("again-known"), t(`pirate_again_known_${game.plunder}`));
  for (const part of document.querySelectorAll(".again-ships, .bought")) /** @type {HTMLElement} */ (part).hidden = !game.bought.length;
  byId("bought").replaceChildren(...game.bought.map((/** @type {Pirate.Bought} */ bought) => boughtBy(bought, game)));
}

/**
 * @param {Frame} frame
 * @returns {Pirate.Now}
 */
const nowOf = (frame) => /** @type {Pirate.Now} */ (moments.get(frame));

/**
 * @param {Frame} frame
 * @param {Finished} game
 */
export function screenOf(frame, { tiles }) {
  const { chest, sea } = nowOf(frame);
  return { game: { chest: chest.map((place) => ({ ...place, tile: frame.kind === "loot" || place.lies ? place.tile : null, name: tiles[place.tile ?? ""] })), sea: sea.map((tile) => ({ tile, name: tiles[tile] })) } };
}

/**
 * Show a moment: the ships between rounds and when all is counted, else the tiles.
 * @param {BoardScreen} screen
 * @param {Frame} frame
 * @param {Finished} game
 */
export function show({ game: { chest, sea } }, frame, game) {
  const now = nowOf(frame);
  if (now.phase === "over" || now.phase === "closed" || frame.kind === "round") showAllShips(now.ships, game.players, ({ seat }) => (now.phase === "over" ? t("pirate_doubloons", { count: now.doubloons[seat - 1] }) : ""));
  else showTiles(chest, game.players, { latest: now.place, below: sea.map((/** @type {{ tile: string, name: string }} */ { tile, name }) => h("span", { class: "sea-tile", role: "img", "aria-label": name, title: name }, isKnown(tile) ? drawTile(tile) : name)) });
  if (now.ships.length) fill(byId("again-ships"), JSON.stringify([now.ships, now.won, now.doubloons]), () => game.players.map((player) => shipOf(player, now, game)));
}

export const stage = () => true;

/**
 * @param {Player} player
 * @param {Pirate.Now} now
 * @param {Finished} game
 */
function shipOf({ seat, name, colour }, { ships, won, doubloons }, { tiles }) {
  return h("li", { class: "ship-of", "data-colour": colour }, h("h3", {}, `${t("pirate_ship", { name })} · ${t("pirate_doubloons", { count: doubloons[seat - 1] })}`),
    drawShip(ships[seat - 1]),
    won[seat - 1].length ? h("p", { class: "won-tiles" }, ...won[seat - 1].map((tile) => h("span", { role: "img", "aria-label": t("pirate_again_won", { name: tiles[tile] }), title: t("pirate_again_won", { name: tiles[tile] }) }, drawTile(tile)))) : null);
}

// --- in words ------------------------------------------------------------------------------------------------------------

/** @type {Record<string, string>} */
const TITLES = { loot: "loot", stop: "stop", auction: "auction", fists: "auction", round: "end", out: "table", spoil: "table" };

/** @param {Frame} frame */
export function titleOf(frame) {
  return frame.kind === "count" ? t("pirate_again_count") : t(`pirate_again_${TITLES[frame.kind] ?? "table"}`, { number: frame.turn });
}

/** @param {number} number a turn is a round here */
export const turnOf = (number) => t("pirate_again_round", { number });

/**
 * What a player has just then.
 * @param {Player} player
 * @param {Frame} frame
 */
export function stateOf({ seat }, frame) {
  const { captain, out, doubloons, stock, bids } = nowOf(frame);
  const left = stock[seat - 1];
  return [t("pirate_doubloons", { count: doubloons[seat - 1] }), left === null ? null : t("pirate_again_in_hand", { count: left }), bids ? t("pirate_again_bid", { count: bids[seat - 1] }) : null,
    captain === seat ? t("pirate_captain") : null, out.includes(seat) ? t("pirate_out") : null].filter(Boolean);
}

// --- what was bought -----------------------------------------------------------------------------------------------------

/**
 * @param {Pirate.Bought} bought
 * @param {Finished} game
 */
function boughtBy({ seat, pieces, doubloons, tiles }, { players, tiles: names }) {
  const player = /** @type {Player} */ (players.find((each) => each.seat === seat));
  const best = [...tiles].sort((one, other) => Number(other.kept) - Number(one.kept) || other.points - one.points);
  return h("article", { class: "bought-by", "data-colour": player.colour, "aria-label": player.name }, h("h3", {}, emblem(player), h("span", {}, player.name)),
    h("p", {}, t("pirate_bought_purse", doubloons)), h("p", {}, t("pirate_bought_pieces", pieces)), h("p", {}, t("pirate_bought_auction", doubloons)),
    h("div", { class: "bought-table" }, h("table", {}, h("thead", {}, h("tr", {}, ...["tile", "when", "cost", "points"].map((name) => h("th", { scope: "col" }, t(`pirate_bought_${name}`))))),
      h("tbody", {}, ...best.map((gain) => line(gain, names))))));
}

/**
 * @param {Pirate.Gain} gain
 * @param {Record<string, string>} names
 */
function line({ tile, round, pieces, doubloons, kept, points }, names) {
  const cost = pieces ? t("pirate_bought_by_pieces", { count: pieces }) : t("pirate_doubloons", { count: doubloons });
  return h("tr", { class: kept ? points < 0 ? "harms" : "" : "thrown" }, h("th", { scope: "row" }, h("span", { class: "bought-tile" }, drawTile(tile), h("span", {}, names[tile]))), h("td", {}, String(round)), h("td", {}, cost),
    h("td", {}, kept ? (points > 0 ? "+" : "") + signed(points) : t("pirate_bought_thrown")));
}
