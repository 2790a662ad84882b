// Perladöra in the set-up form: advanced or not, clans, Pearls, the edition. What was chosen survives a reload.

import { byId, set, write, withAt } from "/static/shared/dom.js";
import { passing } from "/static/shared/storage.js";
import { list, t } from "/static/shared/texts.js";

/**
 * @typedef {{
 *   advanced: boolean, clans_by: string, clans: string[], edition: string, voluntary_pass: boolean, peek_own: boolean | null, farms: string,
 *   clusters: Record<Site, string>, [field: string]: unknown,
 * }} Chosen
 */

const KEY = "pearlboard.perladora";
/** @type {Chosen} */
const START = { advanced: false, clans_by: "draw", clans: [], edition: "en", voluntary_pass: false, peek_own: null, farms: "deal", clusters: {} };
/** @type {Context["known"]} */
let known;
/** @type {Chosen} */
let state = START;

/** @param {Context} context */
export function start(context) {
  ({ known } = context);
  state = { ...START, clans: known.clans, ...JSON.parse(passing.getItem(KEY) ?? "{}") };
}

/**
 * The choices of the game before, on a page on which nothing was typed yet, or those of a plain game. What nobody chose, another
 * number of people may change; Pearls that were typed lay in that game alone.
 * @param {{ advanced: boolean, clans: string[], edition: string, voluntary_pass: boolean, peek_own: boolean }} last
 * @param {number} people
 */
export function begin(last, people) {
  const clans = last.clans;
  state = { ...START, clans_by: state.clans_by, ...last, peek_own: last.peek_own === (people === 1) ? null : last.peek_own, clans: [...clans, ...known.clans.filter((/** @type {string} */ clan) => !clans.includes(clan))] };
}

/**
 * @param {HTMLInputElement} field
 * @param {Seat} seat
 */
export function change(field, seat) {
  if (field.name.startsWith("clan-")) takeClan(seat - 1, field.value);
  else if (field.dataset.farm) state.clusters = { ...state.clusters, [field.dataset.farm]: field.value };
  else if (field.name === "clans") state.clans_by = field.value;
  else if (field.name in START) state[field.name] = field.type === "checkbox" ? field.checked : field.value;
  if (field.name === "edition") state.voluntary_pass = field.value === "fr";
  passing.setItem(KEY, JSON.stringify(state));
}

/**
 * Clans are swapped: whoever had this one gets the other.
 * @param {number} seat from 0
 * @param {string} clan
 */
function takeClan(seat, clan) {
  const other = state.clans.indexOf(clan);
  state.clans = withAt(withAt(state.clans, other, state.clans[seat]), seat, clan);
}

/**
 * In a lobby: whether guests may choose their clans.
 * @returns {boolean}
 */
export const picks = () => !drawn();
/**
 * The guest of that seat has chosen this clan.
 * @param {Seat} seat
 * @param {string} clan
 */
export function pick(seat, clan) {
  if (known.clans.includes(clan)) takeClan(seat - 1, clan);
}

/**
 * Two change places, with their clans.
 * @param {Seat} seat
 * @param {Seat} other
 */
export const swap = (seat, other) => takeClan(seat - 1, state.clans[other - 1]);

// In the advanced game the table deals the clans, unless people want to choose.
const drawn = () => state.advanced && state.clans_by === "draw";

/**
 * @param {number} players
 * @param {number} people
 */
export function fill(players, people) {
  byId("teams-how").hidden = players !== 4;
  for (const field of /** @type {Iterable<HTMLInputElement>} */ (byId("setup").elements)) {
    if (field.name === "clans") field.checked = state.clans_by === field.value;
    else if (field.type === "radio" && ["edition", "farms"].includes(field.name)) field.checked = state[field.name] === field.value;
    else if (field.name === "peek_own") field.checked = state.peek_own ?? people === 1;
    else if (field.type === "checkbox" && field.name in START) field.checked = Boolean(state[field.name]);
    else if (field.dataset.farm) field.value = state.clusters[field.dataset.farm] ?? "";
    else if (field.name?.startsWith("clan-")) field.checked = state.clans[Number(field.name.slice(5)) - 1] === field.value;
  }
  byId("choose-clans").hidden = !state.advanced;
  for (const each of document.querySelectorAll("#setup .clans")) each.hidden = drawn();
  byId("farms").hidden = state.farms !== "type";
  farmsWrong();
}

/** @param {Seat} seat */
export const colour = (seat) => (drawn() ? null : known.colours[state.clans[seat - 1]] ?? null);
/** @param {number} players */
export const count = (players) => (players === 4 ? t("players_4") : null);
export const wrong = () => (farmsWrong() ? byId("farms").querySelector("select") : null);

/**
 * What is still to be placed, or what was placed too often; whether the form may be sent.
 * @returns {boolean}
 */
function farmsWrong() {
  const left = [...known.clusters];
  /** @type {number[]} */
  const over = [];
  for (const size of Object.values(state.clusters).filter(Boolean).map(Number)) {
    const at = left.indexOf(size);
    if (at < 0) over.push(size);
    else left.splice(at, 1);
  }
  const line = byId("farms-left");
  set(line, "class", over.length ? "refusal" : null);
  write(line, over.length ? t("farms_too_many", { clusters: list([...new Set(over)].map(String)), all: known.clusters.join(" ") })
    : left.length ? t("farms_left", { clusters: left.join(" ") }) : t("farms_right"));
  return state.farms === "type" && (over.length > 0 || left.length > 0);
}

/**
 * @param {number} players
 * @returns {object}
 */
export function options(players) {
  const { advanced, edition, voluntary_pass, peek_own } = state;
  const farms = Object.fromEntries(known.farms.map((/** @type {Site} */ farm) => [farm, Number(state.clusters[farm])]));
  return { advanced, edition, voluntary_pass, peek_own, clans: drawn() ? null : state.clans.slice(0, players), farms: state.farms === "type" ? farms : null };
}
