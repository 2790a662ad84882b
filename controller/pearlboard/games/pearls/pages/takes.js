// What lies on display, as a list that is read and tapped: so nobody needs the Diver, nor the colours.

import { fill, h, write, byId } from "/static/shared/dom.js";
import { refusalOf, t } from "/static/shared/texts.js";
import { cards, pearl } from "./drawing.js";

/** @typedef {{ colour: string, value: number, count: number, why: string | null }} Take */

/** @type {Send} */
let act;
let picked = /** @type {string | null} */ (null);
let seat = /** @type {Seat | null} */ (null);
let lies = /** @type {string | null} */ (null);
let again = () => {};

/** @param {Send} send */
export function startTakes(send) {
  act = send;
}

/**
 * `mover`: the seat that can take here; null: the list is only read.
 * @param {MatchScreen} screen
 * @param {Seat | null} mover
 */
export function showTakes(screen, mover) {
  const { takes, pile, last_turns: last, result, chosen: below } = screen.game;
  // Where the Diver goes down, that is what is meant now.
  if (mover !== seat || (below && below !== lies) || !takes.some((/** @type {Take} */ { colour }) => colour === picked)) picked = null;
  seat = mover;
  lies = below;
  again = () => showTakes(screen, mover);
  byId("takes").hidden = Boolean(result);
  write(byId("takes-last"), told(screen));
  write(byId("takes-pile"), last === null ? t("pile", { count: pile }) : t("display_dark"));
  fill(byId("takes-list"), JSON.stringify([takes, picked, mover]), () => takes.map(row));
  const chosen = takes.find((/** @type {Take} */ { colour }) => colour === picked);
  fill(byId("takes-now"), JSON.stringify([chosen ?? null, mover]), () => (chosen ? decision(chosen) : []));
}

/**
 * What the person before has done, for whoever looked away; of computers the page tells it elsewhere.
 * @param {MatchScreen} screen
 */
function told({ game: { last }, match }) {
  const person = last && match.players.some((player) => player.seat === last.seat && !player.computer);
  return person ? last.text : "";
}

/**
 * Why a colour is closed is a matter of the hand of whoever is to move, and told to nobody else.
 * @param {Take} take
 */
function row({ colour, value, count, why }) {
  const closed = seat === null ? null : why;
  return h("li", {}, h("button", {
    type: "button", id: `take-${colour}`, class: `group${closed ? " closed" : ""}`, "aria-pressed": seat === null ? null : String(picked === colour), "aria-disabled": seat === null ? "true" : null,
    "aria-label": [cards(colour, count), t("worth", { count: value }), closed].filter(Boolean).join(", "), onclick: () => pick(colour),
  }, h("span", { class: "fan", "aria-hidden": "true" }, ...Array.from({ length: count }, () => pearl(colour))), h("span", { class: "group-name" }, cards(colour, count))));
}

/** @param {string} colour */
function pick(colour) {
  if (seat === null) return;
  picked = picked === colour ? null : colour;
  write(byId("takes-refusal"), "");
  again();
}

/**
 * The colour that was picked is taken with a second press; or why it cannot be.
 * @param {Take} take
 */
function decision({ colour, count, why }) {
  if (why) return [h("p", { class: "quiet", "data-said": true }, why)];
  return [h("button", { type: "button", class: "main wide", id: "take-now", onclick: () => take(colour) }, t("take_now", { cards: cards(colour, count) }))];
}

/** @param {string} colour */
async function take(colour) {
  const reply = await act({ name: "act", actor: seat, action: ["take", colour] });
  write(byId("takes-refusal"), refusalOf(reply));
  picked = null;
  again();
}
