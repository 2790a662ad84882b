// "Tap where you laid it": a piece lies right, and the board does not see it. The button is offered for as long as the table
// thinks that possible; once it is pressed, the next place that is pressed on the board is where the piece lies.

import { byId, h } from "../shared/dom.js";
import { t } from "../shared/texts.js";

let tapping = false;

/**
 * The row among the notices; none while nothing can be said.
 * @param {Pick<Screen, "can">} screen
 * @returns {HTMLElement[]}
 */
export function laidRow({ can }) {
  tapping = tapping && can.includes("laid");
  if (!can.includes("laid")) return [];
  return [h("li", { class: "sensor" }, h("span", {}, t(tapping ? "laid_tap" : "laid_why")),
    h("button", { type: "button", class: "button", "data-laid": "" }, t(tapping ? "laid_not" : "laid")))];
}

/** What the row depends on besides the screen. */
export const tapsLaid = () => tapping;

/** @param {() => void} changed what shows the page again */
export function startLaid(changed) {
  byId("notices").addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("button[data-laid]")) return;
    tapping = !tapping;
    changed();
  });
}

/**
 * Whether this place was meant as the answer; it is sent then.
 * @param {Site} site
 * @param {(command: Command) => unknown} act
 */
export function saidLaid(site, act) {
  if (!tapping) return false;
  tapping = false;
  act({ name: "laid", site });
  return true;
}
