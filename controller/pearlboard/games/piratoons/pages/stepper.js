// A number that is said by one less and one more.

import { h } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";

/**
 * @param {string} id
 * @param {string} label
 * @param {number} now
 * @param {number} most
 * @param {(by: number) => void} change
 */
export const stepper = (id, label, now, most, change) => h("div", { class: "stepper", role: "group", "aria-label": label }, h("span", { class: "stepper-name" }, label),
  h("button", { type: "button", id: `${id}-less`, "aria-label": t("pirate_less"), "aria-disabled": now <= 0 ? "true" : null, onclick: () => { if (now > 0) change(-1); } }, "−"),
  h("output", { "aria-live": "polite" }, String(now)),
  h("button", { type: "button", id: `${id}-more`, "aria-label": t("pirate_more"), "aria-disabled": now >= most ? "true" : null, onclick: () => { if (now < most) change(1); } }, "+"));
