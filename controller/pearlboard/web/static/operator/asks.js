// What the hub of a house asks this table for: nothing is sent before somebody presses "Send", each time anew.

import { byId, h, set, write } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { operate, refusalOf } from "./asking.js";

/** @typedef {{ number: string, sentence: string, agreed: boolean }} Question */

/** The questions that are shown, as they came: buttons are not drawn anew under a finger. */
let shown = "[]";

/** Ask what a house wants, if this table belongs to one. @param {{ lines: { name: string }[] }} glance */
export async function showAsks({ lines }) {
  const answer = lines.some(({ name }) => name === "club") ? await operate({ do: "house" }) : null;
  const asks = /** @type {Question[]} */ (answer?.ok ? answer.asks : []);
  if (JSON.stringify(asks) === shown) return;
  shown = JSON.stringify(asks);
  byId("house-asks").replaceChildren(...asks.map(({ number, sentence, agreed }) => h("section", { class: "card notice", "data-ask": number },
    h("p", {}, sentence),
    agreed ? h("p", { class: "quiet" }, t("care_asks_agreed"))
      : h("p", { class: "acts" },
        h("button", { type: "button", onclick: () => answerTo("house_send", number) }, t("care_asks_send")),
        h("button", { type: "button", onclick: () => answerTo("house_refuse", number) }, t("care_asks_refuse"))))));
}

/**
 * @param {"house_send" | "house_refuse"} deed
 * @param {string} number
 */
async function answerTo(deed, number) {
  for (const button of byId("house-asks").querySelectorAll("button")) set(button, "disabled", "");
  write(byId("house-refused"), refusalOf(await operate({ do: deed, values: { number } })));
  shown = "";
  showAsks({ lines: [{ name: "club" }] });
}
