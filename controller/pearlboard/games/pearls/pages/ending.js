// How it ended, on the stage: what was placed and the necklaces, less what was left in the hand. Every line adds up in sight.

import { fill, h, underWay } from "/static/shared/dom.js";
import { emblem } from "/static/shared/players.js";
import { t } from "/static/shared/texts.js";

/** @typedef {import("./score.js").Standing} Standing */
/** @typedef {import("./score.js").Result} Result */

/**
 * @param {HTMLElement} box
 * @param {MatchScreen} screen
 */
export function ending(box, { game, match, counting }) {
  /** @type {Result | null} */
  const result = game.result;
  box.hidden = !result;
  fill(box, JSON.stringify([result, Boolean(counting)]), () => (result ? [
    h("div", { class: "end-head", "aria-hidden": "true" }, h("span", {}), ...["cards", "necklaces", "hand", "total"].map((name) => h("span", {}, t(`end_${name}`)))),
    underWay(h("ol", { class: "counts end-rows" }, ...result.standings.map((row, at) => line(row, at, result, match, Boolean(counting)))), counting),
  ] : []));
  box.classList.toggle("counting-now", Boolean(counting));
}

/**
 * @param {Standing} row
 * @param {number} at
 * @param {Result} result
 * @param {Match} match
 * @param {boolean} counting
 */
function line(row, at, { winners, standings }, match, counting) {
  const player = match.players.find(({ seat }) => seat === row.seat);
  const won = !counting && winners.includes(row.seat);
  const term = (/** @type {string} */ kind, /** @type {string} */ sign, /** @type {number} */ points) =>
    h("span", { class: `term of-${kind}`, "aria-hidden": "true" }, h("i", {}, sign), h("b", {}, String(points)), h("small", {}, t(`end_${kind}`)));
  const shown = h("li", { class: won ? "won" : "", value: row.place, "data-colour": player?.colour },
    h("span", { class: "unseen" }, t("end_row", { ...row })),
    h("span", { class: "end-who", "aria-hidden": "true" }, player ? emblem(player) : null, h("b", {}, row.name)),
    term("cards", "", row.cards), term("necklaces", "+", row.necklaces), term("hand", "−", row.hand),
    h("span", { class: "sum", "aria-hidden": "true" }, h("i", {}, "="), h("b", {}, String(row.total).replace("-", "−"))));
  shown.style.setProperty("--at", String(standings.length - 1 - at));
  shown.style.setProperty("--letters", String(Math.max(...row.name.split(/[\s-]/).map((word) => word.length))));
  return shown;
}
