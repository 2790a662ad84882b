// The board leaves as much room as the words and buttons below it need, whatever the language, and the hand of whoever plays
// at this page. It only ever gets smaller while a stage lasts: it may not move under a hand.

import { byId } from "../shared/dom.js";

/** Watch what stands below the board. */
export function leaveRoom() {
  leave(byId("now"), "--below");
  leave(byId("tray"), "--tray");
}

/**
 * `name` says how high the element is, or was in this stage; nothing, while it is not seen.
 * @param {HTMLElement} element
 * @param {string} name
 */
function leave(element, name) {
  const main = byId("main");
  let [stage, width, most] = ["", 0, 0];
  new ResizeObserver(([{ borderBoxSize }]) => {
    const now = main.dataset.stage ?? "";
    const high = Math.ceil(borderBoxSize[0].blockSize);
    if (now !== stage || innerWidth !== width) [stage, width, most] = [now, innerWidth, 0];
    most = Math.max(most, high);
    if (high) main.style.setProperty(name, `${most}px`);
    else main.style.removeProperty(name);
  }).observe(element);
}
