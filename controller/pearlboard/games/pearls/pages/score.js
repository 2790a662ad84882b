// How it ended, as a count that can be watched: cards, necklaces, and what was left in the hands. All of it is text at once.

import { byId, fill, h, set, underWay } from "/static/shared/dom.js";
import { emblem } from "/static/shared/players.js";
import { onward } from "/static/shared/share.js";
import { t } from "/static/shared/texts.js";

/**
 * @typedef {{ place: number, seat: Seat, name: string, cards: number, necklaces: number, hand: number, total: number, left: number }} Standing
 * @typedef {{ winners: Seat[], text: string, standings: Standing[], picture: string }} Result
 */

/**
 * @param {MatchScreen} screen
 * @param {Pick<Context, "sharing">} page
 */
export function showScore(screen, { sharing }) {
  const { counting } = screen;
  /** @type {Result | null} */
  const result = screen.game.result;
  const box = byId("result");
  box.hidden = !result;
  set(box, "data-essential", screen.on_screen ? null : ""); // there the stage tells it
  fill(box, JSON.stringify([result, screen.on_screen, screen.can.includes("rematch"), screen.finished]), () => (result ? [
    h("h2", { class: "winner" }, result.text),
    !screen.on_screen && underWay(h("ol", { class: "standings counts" }, ...result.standings.map((row, at) => standing(row, at, result, screen.match))), counting),
    h("p", { class: "quiet" }, t("how_counted")),
    !screen.can.includes("rematch") && h("p", { class: "quiet" }, t("host_goes_on")),
    sharing(result.picture),
    screen.finished && onward(screen.finished),
  ] : []));
  box.classList.toggle("counting-now", Boolean(counting));
}

/**
 * Points of one kind, after the colour that they have in the bar.
 * @param {"cards" | "necklaces" | "hand"} kind
 * @param {number} points
 * @param {string} [sign] what it is added or subtracted by; it stays with its number where the line breaks
 */
const part = (kind, points, sign = "") => h("span", { class: "sum-part" }, sign, h("i", { class: `swatch of-${kind}`, "aria-hidden": "true" }), t(`sum_${kind}`, { points }));

/**
 * @param {Standing} row
 * @param {number} at
 * @param {Result} result
 * @param {Match} match
 */
function standing(row, at, { winners, standings }, match) {
  const player = match.players.find(({ seat }) => seat === row.seat);
  const most = Math.max(1, ...standings.map(({ cards, necklaces, hand }) => cards + necklaces + hand));
  const bar = (/** @type {string} */ kind, /** @type {number} */ size) => {
    const piece = h("i", { class: `part ${kind}` });
    piece.style.inlineSize = `${(100 * size) / most}%`;
    return piece;
  };
  const line = h("li", { class: winners.includes(row.seat) ? "won" : "", value: row.place },
    h("span", { class: "place", "aria-hidden": "true" }, String(row.place)), player ? emblem(player) : null,
    h("span", { class: "who" }, h("b", {}, row.name),
      h("span", { class: "parts", "aria-hidden": "true" }, bar("of-cards", row.cards), bar("of-necklaces", row.necklaces), bar("of-hand", row.hand)),
      h("span", { class: "sums" }, part("cards", row.cards), " ", part("necklaces", row.necklaces, "+ "), " ", part("hand", row.hand, "− "))),
    h("b", { class: "sum" }, String(row.total)));
  line.style.setProperty("--at", String(standings.length - 1 - at));
  return line;
}
