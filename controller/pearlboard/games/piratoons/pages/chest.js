// The chest: nine tiles, who is on which, and the sea; a tap means what the phase says.

import { byId, fill, h, set, write } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { disc, drawTile, faceOf, isKnown, onTv, saidOf } from "./drawing.js";
import { act, berthOf, changed, complain, undoOf, wanted } from "./game.js";

/** @type {Seat | null} */
let hand = null;
/** Whether somebody is to say whose pieces are laid next. */
let asks = false;
/** @type {Seat[]} those that may lay a piece on this page now */
let placing = [];

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
  const rush = seats.length > 1 && !game.turn; // several lay pieces on this page, whoever is first
  chooseHand(seats, rush);
  if (hand === null) write(byId("chest-refusal"), "");
  const buyer = phase === "choice" && seats.includes(game.auction?.buyers[0]) ? game.auction.buyers[0] : null;
  const chooses = buyer ?? (game.turn ? hand : null);
  const tabs = rush && placing.length > 0;
  const say = placing.length ? hand === null ? t("pirate_next_hand") : [...(tabs ? [] : [t("pirate_stock", { count: stockOf(match, placing[0]) })]), t("pirate_put")].join(" · ") : "";
  write(byId("chest-how"), say);
  fill(byId("chest-hands"), JSON.stringify([placing, hand, tabs, placing.map((seat) => stockOf(match, seat))]), () => (tabs ? placing : []).map((seat) => whose(seat, match, () => { hand = seat; asks = false; showChest(screen, seats); })));
  fill(byId("chest-places"), JSON.stringify([game.chest, stage, chooses, [...wanted], hand, onTv(), match.players.map(({ name, colour }) => [name, colour])]), () => game.chest.map((place) => tileAt(place, match, chooses, screen)));
  const afloat = byKind(game.sea);
  byId("sea").hidden = !afloat.length;
  byId("sea").classList.toggle("roomy", afloat.length < 8 || game.chest.filter(({ tile }) => tile).length < 5); // or most of the chest is gone
  byId("sea").classList.toggle("rests", phase !== "bids" && buyer === null && afloat.length > 4); // nobody decides about it
  const want = buyer === null ? null : wanted.get(buyer);
  const bare = buyer !== null && !game.chest.some(({ tile }) => tile);
  byId("chest-places").hidden = bare;
  fill(byId("sea-tiles"), JSON.stringify([afloat, buyer, [...wanted], onTv()]), () => { call(null, want?.place === 0 ? want.tile : null); return afloat.map((tile, at) => floating(tile, at, buyer)); });
  byId("sea").style.setProperty("--columns", columns(afloat.length, afloat.length > 8 ? 7 : 4));
  byId("sea").style.setProperty("--low", columns(afloat.length, 10));
}

/**
 * Whose pieces are laid next. After the last of one of several somebody says for whom the next tap is: nobody lays another's.
 * @param {Seat[]} seats
 * @param {boolean} rush
 */
function chooseHand(seats, rush) {
  const spent = hand !== null && !placing.includes(hand);
  if (!placing.length || placing.length === seats.length) asks = false;
  else if (spent && rush) asks = true;
  if (spent) hand = null;
  if (hand === null && !asks) hand = placing[0] ?? null;
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
 * @param {Seat | null} chooses
 * @param {Pirate.Screen} screen
 */
function tileAt({ place, tile, name, seen, crew, winner }, match, chooses, { game, stage }) {
  const placing = hand !== null && game.plunder === "screen" && (stage ?? "").startsWith("plunder");
  const open = (tile !== null || game.practice) && (placing || (chooses !== null && winner === null));
  const words = game.practice ? t("pirate_empty", { place }) : tile === null ? t("pirate_gone", { place }) : t("pirate_place", { place, name });
  const there = match.players.filter(({ seat }) => seen.includes(seat) || crew[seat - 1]);
  const owner = match.players.find(({ seat }) => seat === winner);
  const buys = chooses !== null && (stage ?? "").startsWith("choice"); // then pieces are settled, and pictures need the room
  const pieces = [...(buys ? [] : there), ...(owner && (buys || !there.includes(owner)) ? [owner] : [])].map((each) => disc(each, crew[each.seat - 1] || ""));
  const sold = (stage ?? "").startsWith("bids") ? "sale" : ""; // what bids are for
  return h("li", { class: winner !== null ? "won" : tile === null && !game.practice ? "gone" : sold, "data-colour": owner?.colour },
    button(`chest-${place}`, saidOf(words, there, crew, owner), open, { chooses, tile, place }, ...faceOf(place, tile, name, pieces)));
}

/**
 * A tile is chosen, and bought or placed on by "Confirm"; while the sand runs a piece is placed at once, and stays there.
 * @param {string} id
 * @param {string} label
 * @param {unknown} open whether it may be tapped
 * @param {{ chooses: Seat | null, tile: string | null, place: number }} what
 * @param {...(Node | null)} face
 */
function button(id, label, open, { chooses, tile, place }, ...face) {
  const want = chooses === null ? null : wanted.get(chooses);
  const chosen = want?.tile === tile && want?.place === place;
  const tap = async () => {
    if (chooses === null) {
      const reply = await act({ name: "act", actor: hand, action: ["put", place] });
      if (hand !== null) complain("chest-refusal", reply); // by then the last piece may lie there, and the sentence says so
      return;
    }
    if (chosen) wanted.delete(chooses);
    else wanted.set(chooses, { tile: tile ?? "", place });
    changed();
  };
  return h(onTv() ? "div" : "button", { type: onTv() ? null : "button", id, class: "chest-tile", "aria-label": label, "aria-disabled": open ? null : "true",
    "aria-pressed": chooses === null ? null : String(chosen), onclick: () => { if (open) tap(); } }, ...face);
}

/**
 * What is taken, or where a piece is placed while no sand runs; a piece that lies on the board says it by itself.
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats
 * @returns {import("./game.js").Yes | null}
 */
export function planChoice({ game: { auction, chest, sea, turn }, match, pieces }, seats) {
  const seat = auction ? auction.buyers[0] : turn ?? 0;
  const want = wanted.get(seat);
  if (!want || !seats.includes(seat) || pieces.some(({ status }) => status === "draft")) return null;
  const { name = "" } = [...chest, ...sea].find(({ tile }) => tile === want.tile) ?? {};
  const said = { name: nameOf(match, seat), tile: name, place: want.place, count: auction?.bids[seat - 1] };
  const undo = undoOf(wanted, seat);
  return { text: t(auction ? "pirate_buys" : "pirate_places", said), undo, act: async () => {
    const reply = await act({ name: "act", actor: seat, action: auction ? ["choose", want.tile, want.place] : ["put", want.place] });
    if (reply?.ok) undo?.();
    return reply;
  } };
}

/**
 * What a tile is called that has no room for its name, once it is tapped; of one that is chosen the sentence says it. Either is seen large.
 * @param {string | null} name
 * @param {string | null} tile
 */
function call(name, tile = null) {
  set(byId("sea"), "data-called", name);
  fill(byId("sea-large"), tile ?? "", () => (tile && isKnown(tile) ? [drawTile(tile)] : []));
}

/**
 * @param {Pirate.Tile & { count: number }} tile
 * @param {number} at
 * @param {Seat | null} buyer
 */
const floating = ({ tile, name, count }, at, buyer) => h("li", { title: name, onclick: () => { if (buyer === null) call(t("pirate_afloat", { name }), tile); }, onfocusout: () => { if (buyer === null) call(null); } }, button(`sea-${at}`, count > 1 ? `${name} × ${count}` : name, buyer !== null, { chooses: buyer, tile, place: 0 },
  isKnown(tile) ? drawTile(tile) : null, count > 1 ? h("b", { class: "how-many" }, `×${count}`) : null, h("span", { class: "called" }, name)));

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
