// Beside a desk the board leaves as much room as the words and buttons below it need, whatever the language. It only ever
// gets smaller while a stage lasts: it may not move under a hand.

import { byId } from "../shared/dom.js";

/** Watch what stands below the board. */
export function leaveRoom() {
  const main = byId("main");
  let [stage, width, most] = ["", 0, 0];
  new ResizeObserver(([{ borderBoxSize }]) => {
    const now = main.dataset.stage ?? "";
    if (now !== stage || innerWidth !== width) [stage, width, most] = [now, innerWidth, 0];
    most = Math.max(most, Math.ceil(borderBoxSize[0].blockSize));
    main.style.setProperty("--below", `${most}px`);
  }).observe(byId("now"));
}
