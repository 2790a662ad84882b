// The chest: nine tiles, who is on which, and the sea; a tap means what the phase says.

import { byId, fill, h, write } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { disc, drawTile, faceOf, isKnown, saidOf } from "./drawing.js";
import { act, berthOf, changed, complain, wanted } from "./game.js";

/** @type {Seat | null} */
let hand = null;
/** @type {Seat[]} those that may lay a piece on this page now */
let placing = [];

/** On a television there is nothing to press. */
export const onTv = () => document.documentElement.dataset.tv !== undefined;

/**
 * `seats`: those that act on this page.
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats
 */
export function showChest(screen, seats) {
  const { game, match, stage } = screen;
  const phase = (stage ?? "").split(" ")[0];
  const box = byId("chest");
  box.hidden = (phase === "closed" && !game.practice) || ["tally", "over"].includes(phase) || Boolean(game.result);
  placing = phase === "plunder" && game.plunder === "screen" ? seats.filter((seat) => stockOf(match, seat) && (game.turn ?? seat) === seat) : [];
  if (hand === null || !placing.includes(hand)) hand = placing[0] ?? null;
  if (hand === null) write(byId("chest-refusal"), "");
  const buyer = phase === "choice" && seats.includes(game.auction?.buyers[0]) ? game.auction.buyers[0] : null;
  const say = buyer !== null ? t("pirate_choose", { name: nameOf(match, buyer) }) : placing.length ? [t("pirate_put"), ...(placing[1] ? [] : [t("pirate_stock", { count: stockOf(match, placing[0]) })])].join(" · ") : "";
  write(byId("chest-how"), say);
  byId("chest-how").hidden = !say;
  fill(byId("chest-hands"), JSON.stringify([placing, hand, placing.map((seat) => stockOf(match, seat))]), () => (placing[1] ? placing : []).map((seat) => whose(seat, match, () => { hand = seat; showChest(screen, seats); })));
  fill(byId("chest-places"), JSON.stringify([game.chest, stage, buyer, [...wanted], hand, onTv(), match.players.map(({ name, colour }) => [name, colour])]), () => game.chest.map((place) => tileAt(place, match, buyer, screen)));
  const afloat = byKind(game.sea);
  byId("sea").hidden = !afloat.length;
  const bare = buyer !== null && !game.chest.some(({ tile }) => tile);
  byId("chest-places").hidden = bare;
  fill(byId("sea-tiles"), JSON.stringify([afloat, buyer, [...wanted], onTv()]), () => afloat.map((tile, at) => floating(tile, at, buyer)));
  byId("sea").style.setProperty("--columns", columns(afloat.length, afloat.length > 8 ? 7 : 4));
  byId("sea").style.setProperty("--low", columns(afloat.length, 10));
}

/**
 * Equal tiles once, with how many there are: so all of the sea is in sight, whatever floats there.
 * @param {Pirate.Tile[]} sea
 * @returns {(Pirate.Tile & { count: number })[]}
 */
const byKind = (sea) => sea.filter(({ tile }, at) => sea.findIndex((other) => other.tile === tile) === at)
  .map((each) => ({ ...each, count: sea.filter(({ tile }) => tile === each.tile).length }));

/**
 * Columns of as many rows as there must be if none has more than so many tiles.
 * @param {number} all
 * @param {number} most
 */
const columns = (all, most) => String(Math.ceil(all / Math.ceil(all / most)));

/**
 * @param {Match} match
 * @param {Seat} seat
 */
const stockOf = (match, seat) => match.players.find((player) => player.seat === seat)?.stock ?? 0;
/**
 * @param {Match} match
 * @param {Seat} seat
 */
const nameOf = (match, seat) => match.players.find((player) => player.seat === seat)?.name ?? "";

/**
 * @param {Seat} seat
 * @param {Match} match
 * @param {() => void} pick
 */
const whose = (seat, match, pick) => h("button", { type: "button", id: `hand-of-${seat}`, class: "hand-of", "data-colour": match.players.find((player) => player.seat === seat)?.colour, "aria-pressed": String(hand === seat), onclick: pick },
  h("span", {}, nameOf(match, seat)), h("small", {}, t("pirate_stock", { count: stockOf(match, seat) })));

/**
 * @param {Pirate.Place} place
 * @param {Match} match
 * @param {Seat | null} buyer
 * @param {Pirate.Screen} screen
 */
function tileAt({ place, tile, name, seen, crew, winner }, match, buyer, { game, stage }) {
  const placing = hand !== null && game.plunder === "screen" && (stage ?? "").startsWith("plunder");
  const open = (tile !== null || game.practice) && (placing || (buyer !== null && winner === null));
  const words = game.practice ? t("pirate_empty", { place }) : tile === null ? t("pirate_gone", { place }) : t("pirate_place", { place, name });
  const there = match.players.filter(({ seat }) => seen.includes(seat) || crew[seat - 1]);
  const owner = match.players.find(({ seat }) => seat === winner);
  const pieces = [...there, ...(owner && !there.includes(owner) ? [owner] : [])].map((each) => disc(each, crew[each.seat - 1] || ""));
  const sold = (stage ?? "").startsWith("bids") ? "sale" : ""; // what bids are for
  return h("li", { class: winner !== null ? "won" : tile === null && !game.practice ? "gone" : sold, "data-colour": owner?.colour },
    h(onTv() ? "div" : "button", { type: onTv() ? null : "button", id: `chest-${place}`, class: "chest-tile", "aria-label": saidOf(words, there, crew, owner),
      "aria-disabled": open ? null : "true", "aria-pressed": pressed(buyer, tile, place), onclick: () => { if (open) tap(place, tile, buyer); } },
    ...faceOf(place, tile, name, pieces)));
}

/**
 * Whether a buyer has chosen this one.
 * @param {Seat | null} buyer
 * @param {string | null} tile
 * @param {number} place
 */
const pressed = (buyer, tile, place) => (buyer === null ? null : String(wanted.get(buyer)?.tile === tile && wanted.get(buyer)?.place === place));

/**
 * A tile is chosen, and bought by "Confirm"; a piece is placed at once: in the rush time presses, and what lies there stays there.
 * @param {number} place
 * @param {string | null} tile
 * @param {Seat | null} buyer
 */
async function tap(place, tile, buyer) {
  if (buyer === null) {
    const reply = await act({ name: "act", actor: hand, action: ["put", place] });
    if (hand !== null) complain("chest-refusal", reply); // by then the last piece may lie there, and the sentence says so
    return null;
  }
  if (pressed(buyer, tile, place) === "true") wanted.delete(buyer);
  else wanted.set(buyer, { tile: tile ?? "", place });
  return changed();
}

/**
 * A piece that lies on the board says by itself what is taken.
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats
 * @returns {import("./game.js").Yes | null}
 */
export function planChoice({ game, match, pieces }, seats) {
  const [buyer] = game.auction.buyers;
  const want = wanted.get(buyer);
  if (!want || !seats.includes(buyer) || pieces.some(({ status }) => status === "draft")) return null;
  const { name = "" } = [...game.chest, ...game.sea].find(({ tile }) => tile === want.tile) ?? {};
  return { text: t("pirate_buys", { name: nameOf(match, buyer), tile: name, count: game.auction.bids[buyer - 1] }), act: () => act({ name: "act", actor: buyer, action: ["choose", want.tile, want.place] }), undo: () => { wanted.clear(); changed(); } };
}

/**
 * @param {Pirate.Tile & { count: number }} tile
 * @param {number} at
 * @param {Seat | null} buyer
 */
const floating = ({ tile, name, count }, at, buyer) => h("li", {}, h(onTv() ? "div" : "button", { type: onTv() ? null : "button", id: `sea-${at}`, class: "chest-tile", "aria-label": count > 1 ? `${name} × ${count}` : name, title: name, "aria-disabled": buyer === null ? "true" : null,
  "aria-pressed": pressed(buyer, tile, 0), onclick: () => { if (buyer !== null) tap(0, tile, buyer); } }, isKnown(tile) ? drawTile(tile) : null, h("b", { class: "how-many" }, count > 1 ? `×${count}` : ""), h("span", { class: "called" }, name)));

/**
 * Whoever taps an own pocket lays an own piece, and a further tap stacks; so all can tap the same board at once. Where only
 * one lays pieces on this page, any pocket of the tile will do.
 * @param {Site} site
 * @param {Pirate.Screen} screen
 * @returns {boolean} whether it meant a tile
 */
export function touchChest(site, { game, stage }) {
  const berth = berthOf(site);
  const phase = (stage ?? "").split(" ")[0];
  const bySeat = phase === "plunder" && game.plunder === "screen";
  if (!berth?.place || (phase !== "choice" && !bySeat)) return false;
  if (bySeat && placing.length > 1 && !placing.includes(berth.seat)) return true;
  if (bySeat && placing.includes(berth.seat)) hand = berth.seat;
  byId(`chest-${berth.place}`)?.click();
  return true;
}
