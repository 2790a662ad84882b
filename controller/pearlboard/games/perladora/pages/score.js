// Counting, territory by territory, and the result.

import { byId, h } from "/static/shared/dom.js";
import { emblem } from "/static/shared/players.js";
import { onward } from "/static/shared/share.js";
import { list, t } from "/static/shared/texts.js";

/**
 * What a side has in a territory, the territory as it was counted, and a place of the result.
 * @typedef {{ side: number, total: number, divers: { space: Site, value: number }[] }} Total
 * @typedef {{ spaces: Site[], pearls: number, totals: Total[], winners: number[], text: string }} Counted
 * @typedef {{ place: number, side: number, names: string[], seats: Seat[], pearls: number, clusters: number[] }} Standing
 */

/**
 * @param {MatchScreen} screen
 * @param {Pick<Context, "sharing">} page
 */
export function showScore(screen, { sharing }) {
  const { count: counted, result } = screen.game;
  const count = screen.stage === "count" ? counted : null;
  show(byId("count"), count && JSON.stringify(count), () => counting(screen));
  show(byId("result"), result && JSON.stringify([result, screen.can]), () => standings(screen, sharing));
}

/**
 * @param {HTMLElement} section
 * @param {string | null} key
 * @param {() => (Element | false | null | undefined)[]} build
 */
function show(section, key, build) {
  const before = section.dataset.key ?? "";
  section.hidden = !key;
  if ((key ?? "") === before) return;
  section.dataset.key = key ?? "";
  const focused = section.contains(document.activeElement) ? document.activeElement?.id : null;
  section.replaceChildren(.../** @type {Element[]} */ (key ? build().filter(Boolean) : []));
  if (focused) document.getElementById(focused)?.focus();
}

/** @param {MatchScreen} screen */
function counting({ game: { count, pieces }, match }) {
  /** @type {Counted} */
  const part = count.territories[count.index];
  const most = Math.max(1, ...part.totals.map(({ total }) => total));
  return [
    h("h2", {}, `${t("territory", { number: count.index + 1, of: count.of })} · ${t("pearls", { count: part.pearls })}`),
    h("ul", { class: "totals" }, ...part.totals.map((side) => total(side, part, match, most, pieces))),
    h("p", { class: "reason" }, part.text),
    ...before(count, match),
  ];
}

/**
 * @param {Total} side
 * @param {Counted} part
 * @param {Match} match
 * @param {number} most
 * @param {Piece[]} pieces
 */
function total(side, part, match, most, pieces) {
  const players = match.players.filter((player) => player.side === side.side);
  const bar = h("span", { class: "bar", "data-colour": players[0].colour });
  bar.style.inlineSize = `${Math.max(4, (100 * Math.max(0, side.total)) / most)}%`;
  return h("li", { class: part.winners.includes(side.side) ? "won" : "" }, ...players.map(emblem),
    h("span", { class: "who" }, h("b", {}, names(match.players, [side.side])), h("span", { class: "track" }, bar),
      h("span", { class: "sums" }, ...side.divers.map((diver) => addend(diver, pieces)))),
    h("b", { class: "sum" }, String(side.total)));
}

/**
 * A Diver's worth: its value, less one for each necklace, and one more with the Backup.
 * @param {Total["divers"][0]} diver
 * @param {Piece[]} pieces
 */
function addend({ space, value }, pieces) {
  const { necklaces = 0, backup = false } = pieces.find((piece) => piece.site === space) ?? /** @type {Partial<Piece>} */ ({});
  const kind = necklaces ? " less" : backup ? " backup" : "";
  const sum = [String(value), necklaces && `− ${necklaces}`, backup && "+ 1"].filter(Boolean).join(" ");
  const why = [t("labelled", { label: space, text: t("face_up", { value }) }), necklaces && t("necklaces", { count: necklaces }), backup && t("has_backup")];
  return h("span", { class: `chip${kind}`, title: why.filter(Boolean).join(", ") },
    h("span", { "aria-hidden": "true" }, sum), h("span", { class: "unseen" }, why.filter(Boolean).join(", ")));
}

/**
 * @param {{ territories: Counted[], index: number }} count
 * @param {Match} match
 */
function before({ territories, index }, match) {
  if (!index) return [];
  const rows = territories.slice(0, index).map(({ winners, pearls, text }) => {
    const whose = winners.length === 1 ? t("won_by", { names: names(match.players, winners) }) : text;
    const players = match.players.filter((player) => winners.includes(player.side));
    return h("li", {}, h("b", {}, t("pearls", { count: pearls })), h("span", {}, whose), ...players.map(emblem));
  });
  return [h("h3", {}, t("counted_before")), h("ol", { class: "counted-list" }, ...rows)];
}

/**
 * @param {MatchScreen} screen
 * @param {Context["sharing"]} sharing
 * @returns {(Element | false | null | undefined)[]}
 */
function standings({ game: { count, result }, match, can, finished }, sharing) {
  const shared = count.territories.filter((/** @type {Counted} */ { pearls, winners }) => pearls && winners.length !== 1);
  return [
    h("h2", { class: "winner" }, result.text),
    h("ol", { class: "standings" }, ...result.standings.map((/** @type {Standing} */ row) => standing(row, result, match))),
    ...shared.map((/** @type {Counted} */ { text }) => h("p", { class: "quiet shared" }, text)),
    !can.includes("rematch") && h("p", { class: "quiet" }, t("host_next")),
    result.picture && sharing(result.picture),
    finished && onward(finished),
  ];
}

/**
 * @param {Standing} row
 * @param {{ winners: number[] }} result
 * @param {Match} match
 */
function standing({ place, side, names: people, seats, pearls, clusters }, { winners }, match) {
  const players = match.players.filter((player) => seats.includes(player.seat));
  const heaps = clusters.map((cluster) => h("span", { class: "cluster" }, String(cluster)));
  return h("li", { class: winners.includes(side) ? "won" : "", value: place },
    h("span", { class: "place", "aria-hidden": "true" }, String(place)), ...players.map(emblem),
    h("span", { class: "who" }, h("b", {}, people.join(" · ")),
      h("span", { class: "clusters" }, h("span", { class: "unseen" }, t("labelled", { label: t("clusters"), text: "" })), ...(heaps.length ? heaps : [t("clusters_none")]))),
    h("b", { class: "sum" }, String(pearls), h("i", { class: "pearl", "aria-hidden": "true" }), h("span", { class: "unseen" }, t("pearls_head"))));
}

/**
 * The players of these sides; of several teams each by itself.
 * @param {Player[]} players
 * @param {number[]} sides
 */
const names = (players, sides) => {
  const teams = sides.map((side) => players.filter((player) => player.side === side).map(({ name }) => name));
  return list(teams.length === 1 ? teams[0] : teams.map((team) => team.join(" + ")));
};
