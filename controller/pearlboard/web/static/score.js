// Counting, territory by territory, and the result.

import { byId, emblem, h } from "./dom.js";
import { list, t } from "./texts.js";

export function showScore(screen, act) {
  const count = screen.phase === "count" ? screen.count : null;
  show(byId("count"), count && JSON.stringify([count, screen.can.includes("count_show")]), () => counting(screen, act));
  show(byId("result"), screen.result && JSON.stringify([screen.result, screen.can]), () => standings(screen));
}

function show(section, key, build) {
  const before = section.dataset.key ?? "";
  section.hidden = !key;
  if ((key ?? "") === before) return;
  section.dataset.key = key ?? "";
  const focused = section.contains(document.activeElement) ? document.activeElement.id : null;
  section.replaceChildren(...(key ? build().filter(Boolean) : []));
  if (focused) document.getElementById(focused)?.focus();
}

function counting({ count, game, pieces, can }, act) {
  const part = count.territories[count.index];
  const most = Math.max(1, ...part.totals.map(({ total }) => total));
  const last = count.index + 1 >= count.of;
  return [
    h("h2", {}, `${t("territory", { number: count.index + 1, of: count.of })} · ${t("pearls", { count: part.pearls })}`),
    h("ul", { class: "totals" }, ...part.totals.map((side) => total(side, part, game, most, pieces))),
    h("p", { class: "reason" }, part.text),
    can.includes("count_show") && h("button", { type: "button", id: "count-next", class: "main wide", onclick: () => act({ name: "count_show", index: count.index + 1 }) },
      t(last ? "standings_next" : "later")),
    ...before(count, game),
  ];
}

function total(side, part, game, most, pieces) {
  const clans = game.players.filter((player) => player.side === side.side);
  const bar = h("span", { class: "bar", "data-clan": clans[0].clan });
  bar.style.inlineSize = `${Math.max(4, (100 * Math.max(0, side.total)) / most)}%`;
  return h("li", { class: part.winners.includes(side.side) ? "won" : "" }, ...clans.map((player) => emblem(player.clan)),
    h("span", { class: "who" }, h("b", {}, names(game.players, [side.side])), h("span", { class: "track" }, bar),
      h("span", { class: "sums" }, ...side.divers.map((diver) => addend(diver, pieces)))),
    h("b", { class: "sum" }, String(side.total)));
}

// A Diver's worth: its value, less one for each necklace, and one more with the Backup.
function addend({ space, value }, pieces) {
  const { necklaces = 0, backup = false } = pieces.find((piece) => piece.site === space) ?? {};
  const kind = necklaces ? " less" : backup ? " backup" : "";
  const sum = [String(value), necklaces && `− ${necklaces}`, backup && "+ 1"].filter(Boolean).join(" ");
  const why = [`${space}: ${t("face_up", { value })}`, necklaces && t("necklaces", { count: necklaces }), backup && t("has_backup")];
  return h("span", { class: `chip${kind}`, title: why.filter(Boolean).join(", ") },
    h("span", { "aria-hidden": "true" }, sum), h("span", { class: "unseen" }, why.filter(Boolean).join(", ")));
}

function before({ territories, index }, game) {
  if (!index) return [];
  const rows = territories.slice(0, index).map(({ winners, pearls }) => {
    const whose = winners.length === 0 ? t("unclaimed")
      : t(winners.length === 1 ? "won_by" : "shared_by", { names: names(game.players, winners) });
    const clans = game.players.filter((player) => winners.includes(player.side));
    return h("li", {}, h("b", {}, t("pearls", { count: pearls })), h("span", {}, whose), ...clans.map((player) => emblem(player.clan)));
  });
  return [h("h3", {}, t("counted_before")), h("ol", { class: "counted-list" }, ...rows)];
}

function standings({ result, game, can }) {
  const buttons = ["rematch", "new_game"].map((name, index) => h("button", {
    type: "button", id: `do-${name}`, "data-command": name, class: index ? "" : "main", hidden: !can.includes(name),
  }, t(name)));
  return [
    h("h2", { class: "winner" }, result.text),
    h("ol", { class: "standings" }, ...result.standings.map((row) => standing(row, result, game))),
    result.tie_break && h("p", { class: "reason" }, result.tie_break),
    can.includes("rematch") || can.includes("new_game") ? h("div", { class: "acts" }, ...buttons) : h("p", { class: "quiet" }, t("host_next")),
    result.export && h("p", {}, h("a", { href: result.export, download: true }, t("download"))),
  ];
}

function standing({ place, side, names: people, seats, pearls, clusters }, { winners }, game) {
  const clans = (game?.players ?? []).filter((player) => seats.includes(player.seat));
  const heaps = clusters.map((cluster) => h("span", { class: "cluster" }, String(cluster)));
  return h("li", { class: winners.includes(side) ? "won" : "", value: place },
    h("span", { class: "place", "aria-hidden": "true" }, String(place)), ...clans.map((player) => emblem(player.clan)),
    h("span", { class: "who" }, h("b", {}, people.join(" · ")),
      h("span", { class: "clusters" }, h("span", { class: "unseen" }, `${t("clusters")}: `), ...(heaps.length ? heaps : [t("clusters_none")]))),
    h("b", { class: "sum" }, String(pearls), h("i", { class: "pearl", "aria-hidden": "true" }), h("span", { class: "unseen" }, t("pearls_head"))));
}

const names = (players, sides) => list(players.filter((player) => sides.includes(player.side)).map((player) => player.name));
