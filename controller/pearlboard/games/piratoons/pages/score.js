// How it ended, as a count that can be watched: what is counted, one thing after the other, until the sums stand. All of it is text
// at once but for the sums, which are told to everybody at the same moment: when the table has counted to the end.

import { byId, fill, h, underWay } from "/static/shared/dom.js";
import { emblem } from "/static/shared/players.js";
import { onward } from "/static/shared/share.js";
import { t } from "/static/shared/texts.js";
import { signed } from "./drawing.js";

/** @type {Pirate.Category[]} */
const CATEGORIES = ["fastest", "richest", "biggest", "connections", "empty", "sets"];
/** Which of them go by a number of something. @type {Partial<Record<Pirate.Category, "sails" | "doubloons" | "barrels" | "spaces">>} */
const COUNTED = { fastest: "sails", richest: "doubloons", biggest: "barrels", empty: "spaces" };

/**
 * @param {Pirate.Screen} screen
 * @param {Pick<Context, "sharing">} page
 */
export function showScore({ game, match, can, finished, counting }, { sharing }) {
  const { result } = game;
  const bare = Boolean(game.box);
  byId("result").hidden = !result;
  fill(byId("result"), JSON.stringify([result, can.includes("rematch"), finished]), () => (result ? [
    h("h2", { class: "winner" }, result.text), underWay(h("div", { class: "counting-all" }, table(result, match, bare ? [] : CATEGORIES)), counting),
    !bare && h("p", { class: "quiet" }, t("pirate_how_counted")),
    !can.includes("rematch") && h("p", { class: "quiet" }, t("pirate_host_next")),
    sharing(result.picture), finished && onward(finished),
  ] : []));
  byId("result").classList.toggle("counting-now", Boolean(counting));
}

/**
 * A column for each ship, a row for each thing that is counted; the last one who comes is whoever has won.
 * @param {Pirate.Result} result
 * @param {Match} match
 * @param {Pirate.Category[]} categories none: of real ships only the sums are known
 */
function table({ standings, winners }, match, categories) {
  const columns = [...standings].sort((one, other) => one.seat - other.seat);
  const head = columns.map(({ seat, name }) => {
    const player = match.players.find((each) => each.seat === seat);
    return h("th", { scope: "col", "data-colour": player?.colour }, player ? emblem(player) : null, h("span", { class: "of-whom" }, name));
  });
  const rows = categories.map((category, at) => {
    const row = h("tr", { class: "counted" }, h("th", { scope: "row" }, t(`pirate_counts_${category}`)), ...columns.map((column) => cell(column, category)));
    row.style.setProperty("--at", String(at));
    return row;
  });
  const last = h("tr", { class: "counted sums-of-all" }, h("th", { scope: "row" }, t("pirate_counts_total"), h("small", {}, t("pirate_counts_place"))),
    ...columns.map(({ seat, total, place }) => h("td", { class: winners.includes(seat) ? "won" : "" }, h("b", {}, signed(total)), h("small", {}, String(place)))));
  last.style.setProperty("--at", String(CATEGORIES.length));
  return h("table", { class: "count-of-all" }, h("thead", {}, h("tr", {}, h("td", {}), ...head)), h("tbody", {}, ...rows, last));
}

/**
 * @param {Pirate.Standing} standing
 * @param {Pirate.Category} category
 */
function cell(standing, category) {
  const points = standing[category];
  const of = COUNTED[category];
  return h("td", { class: points < 0 ? "loses" : points ? "" : "nothing" }, h("b", {}, signed(points)), of ? h("small", {}, `(${standing[of]})`) : null);
}
