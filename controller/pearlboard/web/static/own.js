// At the reveal: the player's own Divers, with what the table takes them for, to be put right.

import { byId, emblem, h, set } from "./dom.js";
import { t } from "./texts.js";

let act = null;

export function startOwn(send) {
  act = send;
}

export function showOwn(screen) {
  const { reveal, you, pieces } = screen;
  byId("own").hidden = !reveal;
  if (!reveal) return;
  fill(byId("problems"), reveal.problems, (problem) => h("li", {}, problem));
  const rows = reveal.territories.flatMap(({ divers }, index) => divers.filter((diver) => diver.seat === you.seat)
    .map((diver) => ({ ...diver, now: index === reveal.index, worn: worn(pieces, diver.space), values: reveal.values[you.seat] })));
  fill(byId("own-divers"), rows.length ? rows : [null], (row) => (row ? line(row, you) : h("li", { class: "quiet" }, t("own_none"))));
}

function fill(box, items, draw) {
  const key = JSON.stringify(items);
  if (box.dataset.key === key) return;
  const focused = box.contains(document.activeElement) ? document.activeElement.id : null;
  set(box, "data-key", key);
  box.replaceChildren(...items.map(draw));
  if (focused) byId(focused)?.focus({ preventScroll: true });
}

function line({ space, value, said, certain, now, worn: marks, values }, { clan, name }) {
  const state = t(certain ? "certain" : said ? "said" : value === 1 ? "taken_for_one" : "unsaid");
  return h("li", { "data-clan": clan, class: `${said || certain ? "" : "open"}${now ? " here" : ""}` }, emblem(clan),
    h("span", { class: "who" }, h("span", { class: "name" }, h("b", {}, space), ...marks), h("span", { class: "quiet" }, state)),
    h("span", { class: "values", role: "group", "aria-label": t("value_of", { space, name }) },
      ...values.map((each) => button({ space, value, said, certain }, each))));
}

// Pressing the one that was said takes it back.
function button({ space, value, said, certain }, each) {
  const pressed = value === each && (said || certain);
  return h("button", {
    type: "button", id: `own-${space}-${each}`, "aria-pressed": String(pressed), class: value === each ? "assumed" : "",
    "aria-label": t("value_short", { value: each }),
    onclick: () => act(pressed && said ? { name: "unsay_value", space } : { name: "say_value", space, value: each }),
  }, String(each));
}

function worn(pieces, space) {
  const { necklaces = 0, backup = false } = pieces.find((piece) => piece.site === space) ?? {};
  return [...(necklaces ? [" ", h("span", { class: "chip less" }, `−${necklaces}`)] : []),
    ...(backup ? [" ", h("span", { class: "chip backup" }, "+1")] : [])];
}
