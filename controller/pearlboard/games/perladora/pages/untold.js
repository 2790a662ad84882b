// A player's own Divers that were laid without a word: what each is worth can be told to the table, and to nobody else.

import { around, byId, fill, h, write } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";

/**
 * Where they lie, and what they may be worth.
 * @typedef {{ spaces: Site[], values: number[] }} Untold
 */

/** The Diver that was told last, so that a slip can be put right; its value is not shown. @type {Site | null} */
let last = null;

/** @param {Send} act */
export function startUntold(act) {
  byId("untold").addEventListener("click", (event) => {
    const button = around(event, "button[data-space]");
    if (!button) return;
    const { space, value } = button.dataset;
    last = value ? space ?? null : null;
    act({ name: "note", action: ["tell", space, value ? Number(value) : null] });
  });
}

/**
 * With null, nothing of it stays in the page.
 * @param {SeatScreen | null} screen
 */
export function showUntold(screen) {
  /** @type {Untold | null} */
  const untold = screen?.you.game.untold ?? null;
  const spaces = untold?.spaces ?? [];
  const lies = Boolean(screen?.game.pieces.some((/** @type {Piece} */ piece) => piece.site === last && piece.seat === screen.you.seat && piece.status === "laid"));
  const told = untold && last && lies && !spaces.includes(last) ? last : null;
  const box = byId("untold");
  const key = JSON.stringify([spaces, untold?.values, told]);
  byId("untold-box").hidden = !spaces.length && !told;
  write(byId("untold-count"), t("untold_count", { count: spaces.length }));
  const inside = box.contains(document.activeElement);
  const anew = fill(box, key, () => [...spaces.map((space) => row(space, untold?.values ?? [])), told && done(told)]);
  // What had the focus may be gone with what was told.
  if (anew && inside && !box.contains(document.activeElement)) box.querySelector("button")?.focus({ preventScroll: true });
}

/**
 * @param {Site} space
 * @param {number[]} values
 */
const row = (space, values) => h("li", {}, h("span", { class: "who" }, t("untold", { space })),
  h("span", { class: "values", role: "group", "aria-label": t("untold", { space }) }, ...values.map((value) => h("button", {
    type: "button", id: `untold-${space}-${value}`, "data-space": space, "data-value": value, "aria-label": t("untold_value", { space, value }),
  }, String(value)))));

/** @param {Site} space */
const done = (space) => h("li", { class: "done" }, h("span", { class: "who", "data-said": true }, t("untold_told", { space })),
  h("button", { type: "button", id: `untold-${space}-back`, "data-space": space }, t("untold_back")));
