// What people say: how many pieces lie where, what they bid, what has happened besides; and of a real box, what becomes of its tiles.

import { byId, comesIntoSight, fill, h, set, withAt, write } from "/static/shared/dom.js";
import { list, t } from "/static/shared/texts.js";
import { drawShip } from "./drawing.js";
import { act, bids, changed, complain, counts, enlarge, stepper, thrown, undoOf } from "./game.js";
import { won } from "./ships.js";

/** @typedef {import("./game.js").Yes} Yes */

/**
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats those that speak on this page
 * @param {Seat | null} own whose page it is; null: one that all share
 */
export function showSaying(screen, seats, own) {
  showCount(screen, seats);
  showAuction(screen, seats, own);
  showCame(screen);
}

/**
 * What the stop and the bids have brought to everybody, and who has bought what; until the chest is opened again. A purchase that is
 * told with its reason is not told twice.
 * @param {Pirate.Screen} screen
 */
function showCame({ game, told }) {
  const came = game.came.filter((text) => !told.some((each) => each.startsWith(text)));
  byId("came").hidden = !came.length;
  fill(byId("came-said"), JSON.stringify(came), () => came.map((text) => h("li", {}, text)));
}

/**
 * What is set is shown at once.
 * @template What
 * @param {Map<Seat, What>} what
 * @param {Seat} seat
 * @param {What} now
 */
function setting(what, seat, now) {
  what.set(seat, now);
  changed();
}

// --- the count ---------------------------------------------------------------------------------------------------------

/**
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats
 */
function showCount({ game, match }, seats) {
  const waiting = counters(game, seats).slice(0, 1);
  byId("count").hidden = !game.count || !seats.length;
  const people = match.players.map(({ name, colour }) => [name, colour]);
  fill(byId("count-seats"), JSON.stringify([waiting, [...counts], game.chest, game.spoilt, people]), () => waiting.map((seat) => counting(seat, game, match)));
  fill(byId("count-all"), JSON.stringify([game.count, game.chest, game.spoilt, people]), () => (game.count ? correcting(game, match) : []));
}

/**
 * Who has still to say how many pieces there are: those of one page say it one after the other.
 * @param {Pirate.Game} game
 * @param {Seat[]} seats
 */
const counters = ({ count }, seats) => seats.filter((seat) => count?.said[seat - 1] === null);

/**
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats
 * @returns {Yes | null}
 */
export function planCount({ game }, seats) {
  const [seat] = counters(game, seats);
  if (!seat) return null;
  const { crew, spoiled } = counts.get(seat) ?? supposed(seat, game);
  return { undo: undoOf(counts, seat), act: () => act({ name: "act", actor: seat, action: ["count", crew, spoiled] }) };
}

/**
 * One piece on each tile where the seat was seen, until somebody says more.
 * @param {Seat} seat
 * @param {Pirate.Game} game
 * @returns {Pirate.Count}
 */
const supposed = (seat, game) => game.count?.said[seat - 1] ?? { crew: game.chest.map(({ seen }) => Number(seen.includes(seat))), spoiled: game.spoilt[seat - 1] };

/**
 * @param {Seat} seat
 * @param {Pirate.Game} game
 * @param {Match} match
 */
function counting(seat, game, match) {
  const player = match.players.find((each) => each.seat === seat);
  const seen = game.chest.filter((place) => place.seen.includes(seat)).map(({ place }) => place);
  const said = counts.get(seat) ?? supposed(seat, game);
  const all = said.crew.reduce((sum, each) => sum + each, said.spoiled);
  const change = (/** @type {number} */ place) => (/** @type {number} */ by) => setting(counts, seat, { ...said, crew: withAt(said.crew, place - 1, said.crew[place - 1] + by) });
  return h("li", { class: "counting", "data-colour": player?.colour }, h("h3", {}, player?.name ?? ""),
    ...seen.map((place) => stepper(`count-${seat}-${place}`, t("pirate_on", { place }), said.crew[place - 1], said.crew[place - 1] + game.crew - all, change(place))),
    stepper(`count-${seat}-spoiled`, t("pirate_spoiled"), said.spoiled, said.spoiled + game.crew - all, (by) => setting(counts, seat, { ...said, spoiled: said.spoiled + by })));
}

/**
 * Every pocket as it is known, for all together to put right.
 * @param {Pirate.Game} game
 * @param {Match} match
 */
function correcting(game, match) {
  const rows = [...game.chest.map(({ place }) => place), 0];
  const now = match.players.map(({ seat }) => supposed(seat, game));
  /** @param {number} place @param {Player} player */
  const cell = (place, player) => h("td", {}, h("input", { type: "number", min: 0, max: game.crew, inputmode: "numeric", id: `correct-${player.seat}-${place}`, "aria-label": `${player.name}, ${place ? t("pirate_on", { place }) : t("pirate_spoiled")}`,
    value: place ? now[player.seat - 1].crew[place - 1] : now[player.seat - 1].spoiled }));
  return [h("table", { class: "correcting" },
    h("thead", {}, h("tr", {}, h("td", {}), ...match.players.map(({ name, colour }) => h("th", { scope: "col", "data-colour": colour }, name)))),
    h("tbody", {}, ...rows.map((place) => h("tr", {}, h("th", { scope: "row" }, place ? t("pirate_on", { place }) : t("pirate_spoiled")), ...match.players.map((player) => cell(place, player)))))),
    h("button", { type: "button", class: "wide", id: "corrected", onclick: () => correct(game, match) }, t("pirate_corrected"))];
}

/**
 * @param {Pirate.Game} game
 * @param {Match} match
 */
async function correct(game, match) {
  const told = (/** @type {Seat} */ seat, /** @type {number} */ place) => Math.max(0, Math.trunc(Number(/** @type {HTMLInputElement} */ (byId(`correct-${seat}-${place}`)).value)) || 0);
  const seats = match.players.map(({ seat }) => seat);
  const crew = game.chest.map(({ place }) => seats.map((seat) => told(seat, place)));
  complain("count-refusal", await act({ name: "act", actor: "table", action: ["plundered", crew, seats.map((seat) => told(seat, 0)), game.out] }));
}

// --- the auction -------------------------------------------------------------------------------------------------------

/**
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats
 * @param {Seat | null} own
 */
function showAuction({ game, match, pieces, you }, seats, own) {
  const auction = game.auction?.bids ? null : game.auction;
  if (!auction) {
    byId("auction").hidden = true;
    fill(byId("bid"), "", () => []);
    return;
  }
  const open = seats.filter((seat) => !auction.sealed.includes(seat));
  const late = match.players.filter(({ seat }) => !seats.includes(seat) && !auction.sealed.includes(seat));
  const elsewhere = { phones: late.filter(({ computer, phone }) => !computer && phone !== "none").map(({ name }) => name), computers: late.filter(({ computer }) => computer).map(({ name }) => name) };
  const mine = own !== null ? you?.game.bid ?? null : null;
  const bidder = own ?? (alone(open, match) ? open[0] : null);
  const asked = auction.opened ? able(open, match) : auction.closed ? [] : [bidder];
  const all = !late.length && !pieces.length; // before, nothing of fists can be confirmed
  const key = JSON.stringify([auction, match.players.map(({ name, doubloons }) => [name, doubloons]), open, elsewhere, all, [...bids], mine, own]);
  // It stands beside "Confirm": in sight, though the page is scrolled to advice about it; so does, on a small phone, what it has to fit.
  fill(byId("bid"), key, () => (bidder === null || auction.closed ? [] : [bidding(bidder, t("pirate_bid"), match, mine), shipBelow(bidder, game)]));
  set(byId("auction"), "data-essential", bidder === null ? "" : null); // else it only tells, and nothing is scrolled away for it
  fill(byId("auction-said"), key, () => [
    ...match.players.filter(({ seat }) => !asked.includes(seat) && (auction.sealed.includes(seat) || open.length || bidder)).map((player) => bidderOf(player, auction.sealed)),
    mine === null || auction.closed ? null : h("p", { class: "quiet" }, t("pirate_your_bid", { count: mine })),
    ...(bidder !== null ? [] : open.length ? [...hands(open, match, auction, all), ...awaited(elsewhere)] : awaited(elsewhere)),
  ]);
  byId("auction").hidden = !byId("auction-said").childElementCount;
}

/**
 * The ship for which a seat bids, and what it has just won; of a real one the table knows nothing.
 * @param {Seat} bidder
 * @param {Pirate.Game} game
 */
const shipBelow = (bidder, { box, ships }) => (box ? null : h("div", { class: "bid-ship", onclick: () => enlarge(bidder) }, ...ships.filter(({ seat }) => seat === bidder).flatMap((ship) => [drawShip(ship.parts), won(ship.won)])));

/**
 * Whether somebody has bid, and of how many doubloons, where these lie open.
 * @param {Player} player
 * @param {Seat[]} sealed
 */
const bidderOf = ({ seat, name, colour, doubloons }, sealed) => h("p", { class: sealed.includes(seat) ? "bid-of" : "purse-of", "data-colour": colour },
  sealed.includes(seat) ? t("pirate_sealed", { name }) : name, doubloons === null ? null : h("small", {}, t("pirate_doubloons", { count: doubloons })));

/**
 * @param {Match} match
 * @param {Seat} seat
 */
const fortune = (match, seat) => match.players.find((player) => player.seat === seat)?.doubloons ?? 40;

/**
 * Whether one person plays against computers: then nobody is there from whom a bid would have to be hidden.
 * @param {Seat[]} open
 * @param {Match} match
 */
const alone = (open, match) => open.length === 1 && match.players.filter(({ computer }) => !computer).length === 1;

/**
 * What a seat without a screen of its own says there alone.
 * @param {Seat} seat
 * @returns {Send}
 */
const behindCurtain = (seat) => async (command) => {
  await act({ name: "private", seat });
  const reply = await act(command);
  await act({ name: "hand_back" });
  return reply;
};

/**
 * A bid; hands that close once all phones have bid, and then what they held.
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats
 * @param {Seat | null} own
 * @returns {Yes | null}
 */
export function planBids({ game: { auction }, match, pieces, you, can }, seats, own) {
  const open = seats.filter((seat) => !auction.sealed.includes(seat));
  const seat = own !== null ? seats[0] : alone(open, match) ? open[0] : undefined;
  if (seat) return auction.closed ? null : planBid(seat, own !== null ? you?.game.bid ?? null : null, own !== null ? act : behindCurtain(seat), can.includes("take_back"));
  if (!open.length || auction.closed !== auction.opened) return null;
  // A bid that nobody has seen is not taken for 0: where not all have room, the last one comes into sight first.
  const last = able(open, match).pop();
  if (auction.opened) return { act: async () => (last && comesIntoSight(byId(`bid-${last}-more`)) ? null : act({ name: "act", actor: "table", action: ["fists", match.players.map((each) => (open.includes(each.seat) ? bids.get(each.seat) ?? 0 : null))] })) };
  return !pieces.length && match.players.every((each) => auction.sealed.includes(each.seat) || open.includes(each.seat)) ? { act: () => act({ name: "act", actor: "table", action: ["close"] }) } : null;
}

/**
 * A bid can be replaced until the last is in.
 * @param {Seat} seat
 * @param {number | null} sealed
 * @param {Send} send
 * @param {boolean} asks whether "Take back" is there, to undo what is confirmed; else one less takes back one more
 * @returns {Yes | null}
 */
function planBid(seat, sealed, send, asks) {
  const now = bids.get(seat) ?? sealed ?? 0;
  if (now === sealed) return null;
  return { undo: asks ? undoOf(bids, seat) : undefined, text: bids.has(seat) ? t(sealed === null ? "pirate_seal" : "pirate_reseal", { count: now, before: sealed ?? 0 }) : undefined, act: () => (sealed === null ? send({ name: "act", actor: seat, action: ["bid", now] }) : send({ name: "note", action: ["rebid", now] })) };
}

/**
 * @param {Seat} seat
 * @param {string | undefined} whose
 * @param {Match} match
 * @param {number | null} [sealed]
 */
function bidding(seat, whose, match, sealed) {
  const now = bids.get(seat) ?? sealed ?? 0;
  return stepper(`bid-${seat}`, `${whose} · ${t("pirate_purse", { count: fortune(match, seat) })}`, now, fortune(match, seat), (by) => setting(bids, seat, now + by));
}

/**
 * Hands close once all phones have bid, open by three, two, one, and then the page is told what they held.
 * @param {Seat[]} open
 * @param {Match} match
 * @param {{ closed: boolean, opened: boolean }} auction
 * @param {boolean} all whether nothing else is waited for
 */
function hands(open, match, auction, all) {
  if (auction.opened) return held(open, match);
  if (auction.closed) return [h("p", { class: "hands-count", "aria-hidden": "true" }, ...["3", "2", "1"].map((number) => h("b", {}, number)))];
  return [h("p", { class: "quiet" }, t("pirate_fists"), all ? ` ${t("pirate_fists_closed")}` : null)];
}

/** @param {{ phones: string[], computers: string[] }} elsewhere who has still to bid, and not here */
const awaited = ({ phones, computers }) => [phones.length ? h("p", {}, t("pirate_wait_for_phones", { names: list(phones) })) : null,
  computers.length ? h("p", {}, t("pirate_wait_for_computers", { names: list(computers) })) : null];

/**
 * Those who have something to bid: whoever has nothing is not asked how much.
 * @param {Seat[]} open
 * @param {Match} match
 */
const able = (open, match) => open.filter((seat) => fortune(match, seat));

/**
 * @param {Seat[]} open
 * @param {Match} match
 */
const held = (open, match) => able(open, match).map((seat) => bidding(seat, match.players.find((player) => player.seat === seat)?.name, match));

// --- what has happened besides: pieces that have left a tile, who is out, what is spoiled. The board judges nobody --------------

/**
 * `may`: whether anything can be said on this page now.
 * @param {Pirate.Screen} screen
 * @param {boolean} may
 */
export function showReferee({ game, match, stage }, may) {
  const phase = (stage ?? "").split(" ")[0];
  const on = may && ["plunder", "count"].includes(phase);
  byId("referee").hidden = !on;
  if (!on) {
    write(byId("referee-refusal"), "");
    return;
  }
  const people = match.players.map(({ seat, name, colour }) => ({ seat, name, colour }));
  fill(byId("incidents"), JSON.stringify([game.incidents, game.spoilt, people]), () => game.incidents.map((each) => incident(each, game, people)));
  fill(byId("referee-seats"), JSON.stringify([game.out, game.spoilt, people]), () => people.map((player) => standing(player, game)));
}

/**
 * @param {Pirate.Incident} each
 * @param {Pirate.Game} game
 * @param {Pirate.Owner[]} people
 */
function incident({ number, place, seat }, game, people) {
  const owner = people.find((player) => player.seat === seat);
  return h("li", { class: "incident", "data-colour": owner?.colour }, h("p", {}, t("pirate_lifted", { name: owner?.name, place })),
    h("div", { class: "choices" }, ...[
      h("button", { type: "button", id: `nothing-${number}`, onclick: () => settle(number, null) }, t("pirate_nothing")),
      h("button", { type: "button", id: `own-${number}`, onclick: () => settle(number, ["spoil", seat, game.spoilt[seat - 1] + 1]) }, t("pirate_own", { name: owner?.name })),
      ...people.filter((player) => player.seat !== seat && !game.out.includes(player.seat)).map((player) =>
        h("button", { type: "button", id: `out-${number}-${player.seat}`, onclick: () => settle(number, ["out", player.seat, true]) }, t("pirate_is_out", { name: player.name })))]));
}

/**
 * @param {Pirate.Owner} player
 * @param {Pirate.Game} game
 */
function standing({ seat, name, colour }, game) {
  const out = game.out.includes(seat);
  return h("li", { class: "standing-of", "data-colour": colour },
    stepper(`spoilt-${seat}`, t("pirate_spoilt", { name }), game.spoilt[seat - 1], game.crew, (by) => say(["spoil", seat, game.spoilt[seat - 1] + by])),
    h("button", { type: "button", id: `out-${seat}`, "aria-pressed": String(out), onclick: () => say(["out", seat, !out]) }, t(out ? "pirate_not_out" : "pirate_is_out", { name })));
}

/**
 * What it was, and then it is spoken of no more.
 * @param {number} number
 * @param {unknown[] | null} action
 */
async function settle(number, action) {
  if (action === null || await say(action)) complain("referee-refusal", await act({ name: "overlook", number }));
}

/**
 * @param {unknown[]} action
 * @returns {Promise<boolean>} whether it was done
 */
async function say(action) {
  const reply = await act({ name: "act", actor: "table", action });
  complain("referee-refusal", reply);
  return Boolean(reply?.ok);
}

// --- the tiles of a real box: what each ship has as far as the table knows it, what went overboard, and the points -------------

/**
 * `seats`: those that speak on this page.
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats
 */
export function showBox({ game, match }, seats) {
  const box = game.box;
  byId("box").hidden = !box || Boolean(game.result);
  const builder = box && builderOf(box, seats);
  byId("box").classList.toggle("awaited", Boolean(box?.tally || builder));
  if (!box?.tally) write(byId("box-refusal"), "");
  const people = match.players.map(({ seat, name, colour }) => ({ seat, name, colour }));
  const counting = Boolean(box?.tally && seats.length);
  write(byId("box-title"), t(counting ? "pirate_box_tally" : "pirate_box_title"));
  fill(byId("box-ships"), JSON.stringify([box, [...thrown], builder, counting, people]), () => (box ? [
    h("ul", { class: "ships-list" }, ...people.map((player) => shipOf(box.ships[player.seat - 1], player, builder?.seat === player.seat))),
    ...(counting ? counted(box, people) : []),
  ] : []));
}

/**
 * Whose ship is built at this page now: one after the other.
 * @param {Pirate.Box} box
 * @param {Seat[]} seats
 */
const builderOf = ({ ships }, seats) => ships.find(({ seat, building }) => building && seats.includes(seat));

/**
 * @param {Pirate.Real} ship
 * @param {Pirate.Owner} player
 * @param {boolean} builds
 */
function shipOf({ seat, equipment, boats }, { name, colour }, builds) {
  const has = [boats ? t("pirate_box_boats", { count: boats }) : "", equipment ? t("pirate_box_equipment", { count: equipment }) : ""].filter(Boolean);
  const now = thrown.get(seat) ?? 0;
  return h("li", { class: "ship-of", "data-colour": colour }, h("h3", {}, t("pirate_ship", { name })), h("p", { class: "quiet" }, has.length ? list(has) : t("pirate_box_none")),
    builds ? stepper(`threw-${seat}`, t("pirate_box_threw", { name }), now, equipment, (by) => { thrown.set(seat, now + by); changed(); }) : null);
}

/**
 * The sums, by whoever has counted; what doubloons bring is known.
 * @param {Pirate.Box} box
 * @param {Pirate.Owner[]} people
 */
const counted = ({ ships }, people) => [
  h("p", {}, t("pirate_box_tally_how")),
  ...people.map(({ seat, name, colour }) => h("label", { class: "field points-of", "data-colour": colour }, h("span", {}, t("pirate_box_points", { name })),
    h("input", { type: "number", step: 1, id: `points-${seat}`, autocomplete: "off" }), ships[seat - 1].richest ? h("small", { class: "quiet" }, t("pirate_box_richest", { count: ships[seat - 1].richest })) : null)),
];

/**
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats
 * @returns {Yes | null}
 */
export function planBuilt({ game }, seats) {
  const seat = game.box && builderOf(game.box, seats)?.seat;
  return seat ? { undo: undoOf(thrown, seat), act: () => act({ name: "act", actor: seat, action: ["built", thrown.get(seat) ?? 0] }) } : null;
}

/**
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats
 * @returns {Yes | null}
 */
export function planTally({ match }, [seat]) {
  return seat ? { act: async () => {
    const points = match.players.map((player) => /** @type {HTMLInputElement} */ (byId(`points-${player.seat}`)).valueAsNumber);
    if (points.every(Number.isInteger)) return act({ name: "act", actor: "table", action: ["tally", points] });
    write(byId("box-refusal"), t("pirate_box_missing"));
    return null;
  } } : null;
}
