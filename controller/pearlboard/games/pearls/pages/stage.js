// The table of Pearls where the board is only drawn: who plays, what lies there to take, and the row that a turn places
// under the necklaces. The number of a necklace is the place in the row that it hangs over.

import { byId, fill, h, s, set, write } from "/static/shared/dom.js";
import { emblem } from "/static/shared/players.js";
import { t } from "/static/shared/texts.js";
import { decide, empty, forget, length, prize, row, tell, wins } from "./choosing.js";
import { bead, beads, card, cards, LIMIT } from "./drawing.js";
import { ending } from "./ending.js";
import { step } from "./fan.js";
import { fly, placesOf } from "./flight.js";

/** @typedef {import("./drawing.js").Necklace} Necklace */
/** @typedef {import("./takes.js").Take} Take */
/** @typedef {{ seat: Seat, text: string, taken: string[], placed: string[], necklace: number | null, dealt: Site[] }} Last */
/**
 * What the page lets its player do: `mover`, the seat that is to move here, or null; `you`: the one that this page is of;
 * `changed` shows everything again.
 * @typedef {{ mover: Seat | null, you: Seat | null, changed: () => void }} How
 */

const BACKS = 10;
/** The last turn that was shown; null: none was. */
let shown = /** @type {string | null} */ (null);

/** @param {HTMLElement} box */
function scaffold(box) {
  if (box.firstChild) return;
  box.append(h("div", { class: "felt" },
    h("ol", { class: "plates", id: "stage-players" }),
    h("div", { class: "shelf" }, h("div", { class: "draw-pile", id: "stage-pile", role: "img" }), h("div", { class: "takes", id: "stage-takes", role: "group", "aria-label": t("display") })),
    h("p", { class: "stage-last", id: "stage-last" }),
    h("div", { class: "lane", id: "stage-lane" }, h("p", { class: "lane-how" }, t("stage_how")), h("div", { class: "hanging", id: "stage-necklaces", role: "group", "aria-label": t("necklaces_lying") }), h("div", { class: "row", id: "stage-row", role: "img" }))),
  h("div", { class: "end", id: "stage-end", hidden: true }), h("div", { class: "flights", id: "stage-flights", "aria-hidden": "true" }));
  box.addEventListener("keydown", (event) => step(event, box));
}

/**
 * Fill the stage; whether it is shown.
 * @param {MatchScreen} screen
 * @param {How} how
 * @returns {boolean}
 */
export function drawStage(screen, how) {
  const box = byId("stage");
  const { game } = screen;
  if (!game.display) return false;
  scaffold(box);
  const told = JSON.stringify(game.last ?? null);
  const before = shown === null || shown === told ? null : placesOf(box);
  set(box, "data-end", game.result ? "" : null);
  set(box, "data-players", screen.match.players.length);
  drawPlates(screen, how);
  drawShelf(screen, how);
  drawLane(screen, how);
  write(byId("stage-last"), game.last?.text ?? "");
  ending(byId("stage-end"), screen);
  if (before && game.last) fly(box, game.last, before);
  shown = told;
  return true;
}

/** Nothing of it is known any more. */
export function leaveStage() {
  shown = null;
  forget();
}

// --- who plays ---------------------------------------------------------------------------------------------------------

/**
 * @param {MatchScreen} screen
 * @param {How} how
 */
function drawPlates({ match, game, phase }, { you }) {
  const takes = chosen(game);
  const told = match.players.map((player) => [player, takes?.count, player.seat === you, game.last_turns?.includes(player.seat), game.last?.seat === player.seat]);
  fill(byId("stage-players"), JSON.stringify([told, phase]), () => match.players.map((player) => {
    const now = player.to_move && phase === "playing";
    const { seat, name, colour, hand, pile, won, points, cards: open } = player;
    const waits = !now && game.last_turns?.includes(seat);
    return h("li", { class: `seat-plate${now ? " moves" : ""}`, id: `plate-${seat}`, "data-seat": seat, "data-colour": colour },
      emblem(player),
      h("span", { class: "plate-name" }, h("b", {}, name), h("small", {}, now ? t(player.computer ? "thinks" : "plays_now") : waits ? t("still_to_come") : seat === you ? t("stage_you") : ""), points === null ? null : h("em", {}, h("span", { class: "long" }, t("pile_points", { count: points })), h("span", { class: "short", "aria-hidden": "true" }, String(points)))),
      h("span", { class: "plate-things" },
        h("span", { class: "plate-hand", role: "img", ...named(t("stage_hand", { count: hand, limit: LIMIT })) }, h("span", { class: "backs" }, ...(open ?? [{ colour: "back", count: Math.min(hand ?? 0, BACKS) }]).flatMap(
          (/** @type {{ colour: string, count: number }} */ each) => Array.from({ length: each.count }, () => card(each.colour)))), h("b", {}, String(hand)), now && takes ? h("i", { class: "more" }, `+${takes.count}`) : null),
        h("span", { class: "plate-pile", role: "img", ...named(t("stage_placed", { count: pile })) }, h("span", { class: "stack" }, pile ? card("back") : h("i", { class: "no-card" })), h("b", {}, String(pile)), match.players.length < 3 || !won.length ? h("small", {}, t("stage_placed_short", { count: pile })) : null),
        h("span", { class: "plate-won" }, ...won.map((/** @type {number} */ value) => h("span", { role: "img", ...named(t("necklace_of", { value })) }, ring(value)))),
        won.length ? h("span", { class: "won-sum", role: "img", ...named(won.map((/** @type {number} */ value) => t("necklace_of", { value })).join(", ")) }, ring(6), h("b", {}, String(won.reduce((/** @type {number} */ sum, /** @type {number} */ value) => sum + value, 0)))) : null));
  }));
}

/** What a sign means, for whoever hears it and for whoever points at it. @param {string} text */
const named = (text) => ({ "aria-label": text, title: text });

/** @param {number} value */
const ring = (value) => s("svg", { class: "ring-of", viewBox: "-40 -40 80 80", "aria-hidden": "true" }, ...beads(value));

// --- what can be taken -------------------------------------------------------------------------------------------------

/**
 * The colour that the Diver lies on, and how many cards that is, while no cards of the hand are chosen instead.
 * @param {any} game
 * @returns {{ colour: string, count: number } | null}
 */
export const chosen = (game) => (empty() && game.takes.find((/** @type {Take} */ { colour }) => colour === game.chosen)) || null;

/**
 * @param {MatchScreen} screen
 * @param {How} how
 */
function drawShelf({ game, pieces, match }, { mover, changed }) {
  const { display, pile, takes } = game;
  const dark = !takes.length;
  const held = match.players.find(({ to_move }) => to_move)?.hand ?? 0;
  const under = pieces.find(({ status }) => status === "draft")?.site;
  set(byId("stage-pile"), "aria-label", t("pile", { count: pile }));
  fill(byId("stage-pile"), String(pile), () => [h("span", { class: "stack" }, ...(pile ? Array.from({ length: Math.min(4, 1 + Math.floor(pile / 12)) }, () => card("back")) : [h("i", { class: "no-card" })])),
    h("span", { class: "take-said", "aria-hidden": "true" }, h("b", {}, t("stage_pile")), h("small", { class: "long" }, t("stage_pile_left", { count: pile })), h("small", { class: "short" }, String(pile)))]);
  const groups = [...new Set(ordered(display))].map((colour) => {
    const lying = display.filter((/** @type {{ colour: string }} */ slot) => slot.colour === colour);
    /** @type {Take | undefined} */
    const take = takes.find((/** @type {Take} */ each) => each.colour === colour);
    const site = lying.find((/** @type {{ site: Site }} */ slot) => slot.site === under)?.site ?? lying[0].site;
    return { colour, value: lying[0].value, fresh: lying.map((/** @type {{ new: boolean }} */ slot) => slot.new), why: mover === null ? null : take?.why ?? null, site };
  });
  const now = chosen(game)?.colour ?? null;
  set(byId("stage-takes"), "data-dark", dark ? "" : null);
  fill(byId("stage-takes"), JSON.stringify([groups, dark, now, mover, held]), () => [...groups.map((each) => {
    const count = each.fresh.length;
    const { colour, why, value } = each;
    const open = !dark && mover !== null && !why;
    const worth = colour === "wild" ? t("stage_wild_each", { count }) : t("stage_each", { count: value });
    return h("button", {
      type: "button", id: `take-${colour}`, class: `take${why ? " closed" : ""}${now === colour ? " chosen" : now ? " faint" : ""}`, "data-colour-of": colour, "data-site": open ? each.site : null,
      "aria-pressed": open ? String(now === colour) : null, "aria-disabled": open ? null : "true", "aria-label": [cards(colour, count), worth, why].filter(Boolean).join(", "),
      onclick: () => { if (why) { forget(why); changed(); } },
    }, h("span", { class: "take-cards" }, ...each.fresh.map((/** @type {boolean} */ fresh) => { const face = card(colour); set(face, "data-new", fresh ? "" : null); return face; })),
    why ? h("i", { class: "too-many", "aria-hidden": "true" }, `${held + count}/${LIMIT}`) : null,
    h("span", { class: "take-said", "aria-hidden": "true" }, h("b", {}, cards(colour, count)), h("small", {}, why ? t("stage_too_many", { count: held + count, limit: LIMIT }) : worth)));
  }), dark ? h("p", { class: "dark-said" }, t("display_dark")) : null]);
}

/**
 * What could be taken of a display, whoever may: in the lesson and in the replay.
 * @param {{ colour: string | null, value: number | null }[]} display
 */
export const takesOf = (display) => display.filter(({ colour }, at) => colour && display.findIndex((each) => each.colour === colour) === at)
  .map(({ colour, value }) => ({ colour, value, why: null, count: display.filter((each) => each.colour === colour).length }));

/**
 * The colours on display in the order of the cards, so that what is taken together lies together.
 * @param {{ colour: string | null, value: number | null }[]} display
 * @returns {string[]}
 */
export const ordered = (display) => /** @type {string[]} */ (display.map(({ colour }) => colour).filter((colour) => colour !== null)).sort((one, other) => COLOURS.indexOf(one) - COLOURS.indexOf(other));
const COLOURS = ["wild", "yellow", "red", "green", "blue", "turquoise", "purple"];

// --- the row and the necklaces over it ---------------------------------------------------------------------------------

/**
 * @param {MatchScreen} screen
 * @param {How} how
 */
function drawLane({ game, match }, { changed }) {
  const plans = !empty();
  const lying = plans ? row() : chosen(game) ? [] : game.last?.placed ?? [];
  const won = plans ? null : game.last?.necklace ?? null;
  const winner = won === null ? undefined : match.players.find(({ seat }) => seat === game.last.seat);
  const goal = plans ? prize()?.value ?? null : null;
  const taken = wins();
  fill(byId("stage-necklaces"), JSON.stringify([game.necklaces, goal, taken, won, winner?.name]), () => game.necklaces.filter((/** @type {Necklace} */ { of }) => of).map((/** @type {Necklace} */ { value, left }) => {
    const mine = value === goal;
    const what = mine ? t(taken ? "stage_necklace_taken" : "stage_necklace_declined", { value }) : t("stage_necklace", { value, count: left });
    const tile = h("button", {
      type: "button", id: `necklace-${value}`, class: `hung${left ? "" : " gone"}${mine ? taken ? " wins" : " declined" : ""}${value === won ? " was-won" : ""}`, "aria-pressed": mine ? String(taken) : null, "aria-label": what,
      onclick: () => { if (mine) decide(); else tell(`${what}.`); changed(); },
    }, ring(value), h("small", { "aria-hidden": "true" }, t("pile_points", { count: value })), left > 1 ? h("i", { class: "left", "aria-hidden": "true" }, `×${left}`) : null,
    value === won && winner ? emblem(winner) : mine ? h("i", { class: "tick", "aria-hidden": "true" }, taken ? "✓" : "") : null);
    tile.style.gridColumn = String(value);
    return tile;
  }));
  set(byId("stage-row"), "aria-label", t("stage_row", { cards: lying.length, count: lying.length }));
  set(byId("stage-lane"), "data-plans", plans ? "" : null);
  fill(byId("stage-row"), JSON.stringify([lying, plans, length()]), () => Array.from({ length: LIMIT }, (_, at) => h("span", { class: `socket${plans && at === lying.length - 1 ? " end-of-row" : ""}` }, at < lying.length ? bead(lying[at]) : h("small", {}, String(at + 1)))));
}
