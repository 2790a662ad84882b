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
  const noted = new Map((you.laid ?? []).map(({ space, value }) => [space, value]));
  const rows = reveal.territories.flatMap(({ divers }, index) => divers.filter((diver) => diver.seat === you.seat)
    .map((diver) => ({ ...diver, ...fromNotes(diver, noted), now: index === reveal.index, worn: pieceAt(pieces, diver.space), values: reveal.values[you.seat] })));
  fill(byId("own-divers"), rows.length ? rows : [null], (row) => (row ? line(row, you) : h("li", { class: "quiet" }, t("own_none"))));
}

// What this player said during the game, until somebody says otherwise. The table shows it when the last step stands.
function fromNotes({ space, said, certain }, noted) {
  return said || certain || !noted.has(space) ? {} : { value: noted.get(space), yours: true };
}

function fill(box, items, draw) {
  const key = JSON.stringify(items);
  if (box.dataset.key === key) return;
  const focused = box.contains(document.activeElement) ? document.activeElement.id : null;
  set(box, "data-key", key);
  box.replaceChildren(...items.map(draw));
  if (focused) byId(focused)?.focus({ preventScroll: true });
}

function line({ space, value, said, certain, yours, now, worn: marks, values }, { clan, name }) {
  const state = t(yours ? "own_said" : certain ? "certain" : said ? "said" : value === 1 ? "taken_for_one" : "unsaid");
  return h("li", { "data-clan": clan, class: `${said || certain || yours ? "" : "open"}${now ? " here" : ""}` }, emblem(clan),
    h("span", { class: "who" }, h("span", { class: "name" }, h("b", {}, space), ...chips(marks)), h("span", { class: "quiet" }, state)),
    h("span", { class: "values", role: "group", "aria-label": t("value_of", { space, name }) },
      ...values.map((each) => button({ space, value, said, certain, yours }, each))));
}

// Pressing the one that was said takes it back.
function button({ space, value, said, certain, yours }, each) {
  const pressed = value === each && (said || certain || yours);
  return h("button", {
    type: "button", id: `own-${space}-${each}`, "aria-pressed": String(Boolean(pressed)), class: value === each ? "assumed" : "",
    "aria-label": t("value_short", { value: each }),
    onclick: () => act(pressed && said ? { name: "unsay_value", space } : { name: "say_value", space, value: each }),
  }, String(each));
}

function pieceAt(pieces, space) {
  const { necklaces = 0, backup = false } = pieces.find((piece) => piece.site === space) ?? {};
  return { necklaces, backup };
}

// What lies on the tile and counts with it.
function chips({ necklaces, backup }) {
  return [...(necklaces ? [" ", h("span", { class: "chip less", title: t("necklaces", { count: necklaces }) }, `−${necklaces}`)] : []),
    ...(backup ? [" ", h("span", { class: "chip backup", title: t("has_backup") }, "+1")] : [])];
}
