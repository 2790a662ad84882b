// What people say after the stop: how many pieces lie where, and what they bid.

import { byId, fill, h, withAt } from "/static/shared/dom.js";
import { list, t } from "/static/shared/texts.js";
import { act, complain, stepper } from "./game.js";

/**
 * What was set for a seat and not sent yet: pieces on each tile, spoiled ones, and a bid.
 * @type {Map<Seat, { crew: number[], spoiled: number }>}
 */
const counts = new Map();
/** @type {Map<Seat, number>} */
const bids = new Map();
let stage = "";
let again = () => {};

/**
 * @param {MatchScreen} screen
 * @param {Seat[]} seats those that speak on this page
 * @param {Seat | null} own whose page it is; null: one that all share
 */
export function showSaying(screen, seats, own) {
  if (screen.stage !== stage) {
    stage = screen.stage ?? "";
    counts.clear();
    bids.clear();
  }
  again = () => showSaying(screen, seats, own);
  showCount(screen, seats);
  showAuction(screen, seats, own);
  showCame(screen);
}

/**
 * What the stop and the bids have brought to everybody, and who has bought what; until the chest is opened again.
 * @param {MatchScreen} screen
 */
function showCame({ game: { came } }) {
  byId("came").hidden = !came.length;
  fill(byId("came-said"), JSON.stringify(came), () => came.map((/** @type {string} */ text) => h("li", {}, text)));
}

/**
 * What is set is shown at once.
 * @param {() => void} change
 */
function setting(change) {
  change();
  again();
}

// --- the count ---------------------------------------------------------------------------------------------------------

/**
 * @param {MatchScreen} screen
 * @param {Seat[]} seats
 */
function showCount({ game, match }, seats) {
  const waiting = seats.filter((seat) => game.count && game.count.said[seat - 1] === null);
  byId("count").hidden = !game.count || !seats.length;
  const people = match.players.map(({ name, colour }) => [name, colour]);
  fill(byId("count-seats"), JSON.stringify([waiting, [...counts], game.chest, game.spoilt, people]), () => waiting.map((seat) => counting(seat, game, match)));
  fill(byId("count-all"), JSON.stringify([game.count, game.chest, game.spoilt, people]), () => (game.count ? correcting(game, match) : []));
}

/**
 * One piece on each tile where the seat was seen, until somebody says more.
 * @param {Seat} seat
 * @param {any} game
 * @returns {{ crew: number[], spoiled: number }}
 */
const supposed = (seat, game) => game.count.said[seat - 1] ?? { crew: game.chest.map((/** @type {Pirate.Place} */ { seen }) => Number(seen.includes(seat))), spoiled: game.spoilt[seat - 1] };

/**
 * @param {Seat} seat
 * @param {any} game
 * @param {Match} match
 */
function counting(seat, game, match) {
  const player = match.players.find((each) => each.seat === seat);
  const seen = game.chest.filter((/** @type {Pirate.Place} */ place) => place.seen.includes(seat)).map((/** @type {Pirate.Place} */ { place }) => place);
  const said = counts.get(seat) ?? supposed(seat, game);
  const all = said.crew.reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, said.spoiled);
  const change = (/** @type {number} */ place) => (/** @type {number} */ by) => setting(() => counts.set(seat, { ...said, crew: withAt(said.crew, place - 1, said.crew[place - 1] + by) }));
  return h("li", { class: "counting", "data-colour": player?.colour }, h("h3", {}, player?.name ?? ""),
    ...seen.map((/** @type {number} */ place) => stepper(`count-${seat}-${place}`, t("pirate_on", { place }), said.crew[place - 1], said.crew[place - 1] + game.crew - all, change(place))),
    stepper(`count-${seat}-spoiled`, t("pirate_spoiled"), said.spoiled, said.spoiled + game.crew - all, (by) => setting(() => counts.set(seat, { ...said, spoiled: said.spoiled + by }))),
    h("button", { type: "button", class: "main wide", id: `counted-${seat}`, onclick: async () => complain("count-refusal", await act({ name: "act", actor: seat, action: ["count", said.crew, said.spoiled] })) }, t("pirate_counted", { name: player?.name ?? "" })));
}

/**
 * Every pocket as it is known, for all together to put right.
 * @param {any} game
 * @param {Match} match
 */
function correcting(game, match) {
  const rows = [...game.chest.map((/** @type {Pirate.Place} */ { place }) => place), 0];
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
 * @param {any} game
 * @param {Match} match
 */
async function correct(game, match) {
  const told = (/** @type {Seat} */ seat, /** @type {number} */ place) => Math.max(0, Math.trunc(Number(/** @type {HTMLInputElement} */ (byId(`correct-${seat}-${place}`)).value)) || 0);
  const seats = match.players.map(({ seat }) => seat);
  const crew = game.chest.map((/** @type {Pirate.Place} */ { place }) => seats.map((seat) => told(seat, place)));
  complain("count-refusal", await act({ name: "act", actor: "table", action: ["plundered", crew, seats.map((seat) => told(seat, 0)), game.out] }));
}

// --- the auction -------------------------------------------------------------------------------------------------------

/**
 * @param {MatchScreen} screen
 * @param {Seat[]} seats
 * @param {Seat | null} own
 */
function showAuction({ game, match, you }, seats, own) {
  const auction = game.auction?.bids ? null : game.auction;
  byId("auction").hidden = !auction;
  if (!auction) return;
  const open = seats.filter((seat) => !auction.sealed.includes(seat));
  const late = match.players.filter(({ seat }) => !seats.includes(seat) && !auction.sealed.includes(seat));
  const elsewhere = { phones: late.filter(({ computer }) => !computer).map(({ name }) => name), computers: late.filter(({ computer }) => computer).map(({ name }) => name) };
  const mine = own !== null ? you?.game.bid ?? null : null;
  fill(byId("auction-said"), JSON.stringify([auction, match.players.map(({ name }) => name), open, elsewhere, [...bids], mine, own]), () => [
    ...match.players.filter(({ seat }) => auction.sealed.includes(seat)).map(({ name, colour }) => h("p", { class: "bid-of", "data-colour": colour }, t("pirate_sealed", { name }))),
    ...(own !== null ? bidding(own, match, auction, mine, act) : alone(open, match) ? bidding(open[0], match, auction, null, behindCurtain(open[0])) : open.length ? hands(open, match, auction, elsewhere) : awaited(elsewhere)),
  ]);
}

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
 * A bid on the own page; it can be replaced until the last is in.
 * @param {Seat} seat
 * @param {Match} match
 * @param {{ closed: boolean }} auction
 * @param {number | null} sealed
 * @param {Send} send
 */
function bidding(seat, match, auction, sealed, send) {
  if (auction.closed) return [];
  const now = bids.get(seat) ?? sealed ?? 0;
  return [sealed === null ? null : h("p", { class: "quiet" }, t("pirate_your_bid", { count: sealed })),
    stepper(`bid-${seat}`, `${t("pirate_bid")} ${t("pirate_purse", { count: fortune(match, seat) })}`, now, fortune(match, seat), (by) => setting(() => bids.set(seat, now + by))),
    h("button", { type: "button", class: "main wide", id: `seal-${seat}`, onclick: async () => {
      const action = [sealed === null ? "bid" : "rebid", now];
      complain("auction-refusal", await (sealed === null ? send({ name: "act", actor: seat, action }) : send({ name: "note", action })));
    } }, t("pirate_seal", { count: now }))];
}

/**
 * Hands close once all phones have bid, open by three, two, one, and then the page is told what they held.
 * @param {Seat[]} open
 * @param {Match} match
 * @param {{ closed: boolean, opened: boolean }} auction
 * @param {{ phones: string[], computers: string[] }} elsewhere who has still to bid, and not here
 */
function hands(open, match, auction, elsewhere) {
  if (auction.opened) return held(open, match);
  if (auction.closed) return [h("p", { class: "hands-count", "aria-hidden": "true" }, ...["3", "2", "1"].map((number) => h("b", {}, number)))];
  const waits = elsewhere.phones.length + elsewhere.computers.length > 0;
  return [h("p", { class: "quiet" }, t("pirate_fists")), ...awaited(elsewhere),
    h("button", { type: "button", class: "main wide", id: "close-hands", "aria-disabled": waits ? "true" : null,
      onclick: async () => { if (!waits) complain("auction-refusal", await act({ name: "act", actor: "table", action: ["close"] })); } }, t("pirate_close"))];
}

/** @param {{ phones: string[], computers: string[] }} elsewhere */
const awaited = ({ phones, computers }) => [phones.length ? h("p", {}, t("pirate_wait_for_phones", { names: list(phones) })) : null,
  computers.length ? h("p", {}, t("pirate_wait_for_computers", { names: list(computers) })) : null];

/**
 * @param {Seat[]} open
 * @param {Match} match
 */
const held = (open, match) => [
  ...open.map((seat) => stepper(`bid-${seat}`, `${match.players.find((player) => player.seat === seat)?.name} ${t("pirate_purse", { count: fortune(match, seat) })}`, bids.get(seat) ?? 0, fortune(match, seat), (by) => setting(() => bids.set(seat, (bids.get(seat) ?? 0) + by)))),
  h("button", { type: "button", class: "main wide", id: "open-fists", onclick: async () => complain("auction-refusal", await act({
    name: "act", actor: "table", action: ["fists", match.players.map(({ seat }) => (open.includes(seat) ? bids.get(seat) ?? 0 : null))] })) }, t("pirate_open_fists"))];
