// What the computer has played, to be read until a person has played; and its advice to the player of this page.

import { byId, h, write } from "./dom.js";
import { list, t } from "./texts.js";

export function showComputers({ told, advice, phase, you }) {
  const tells = phase === "playing" || phase === "reveal" ? told : [];
  const mine = you?.advice ?? null;
  byId("computers").hidden = !tells.length && !advice.length && !mine;
  byId("told-part").hidden = !tells.length;
  fill(byId("told"), tells, (text) => h("li", {}, text));
  byId("advice-part").hidden = !advice.length && !mine;
  write(byId("advice-sites"), mine && !mine.length ? t("advice_none") : advice.length ? t("advice_sites", { sites: list(advice) }) : "");
  fill(byId("advice"), mine ?? [], ({ text, pearls }) => h("li", {}, h("b", {}, text), " ", h("span", { class: "quiet" }, t("advice_pearls", { pearls }))));
  byId("advice-private").hidden = !mine?.length;
}

function fill(box, items, draw) {
  const key = JSON.stringify(items);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(...items.map(draw));
}
