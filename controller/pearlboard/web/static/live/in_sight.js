// What has just come and must be read is brought into sight: whatever scrolls, scrolls there. `data-essential` stands on
// it; where its value changes, it has come anew. `data-yields` stands on what is only told: what is said comes before it.
// `data-stays` stands on what is read first and must not be pushed under a board that stays above it.

import { isSeen } from "../shared/dom.js";

/** @type {Map<Element, string | undefined>} */
let before = new Map();

export function bringIntoSight() {
  const there = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-essential]"))].filter(isSeen);
  const come = there.filter((each) => before.get(each) !== each.dataset.essential);
  before = new Map(there.map((each) => [each, each.dataset.essential]));
  // What is brought into sight last stays: else that is what stands last, where something is asked.
  const rank = (/** @type {HTMLElement} */ each) => Number(each.hasAttribute("data-stays")) - Number(each.hasAttribute("data-yields"));
  for (const each of come.sort((one, other) => rank(one) - rank(other))) each.scrollIntoView({ block: "nearest" });
}

// A window that is turned or drawn larger is shared out anew: no column of it is to be scrolled as it was long ago.
for (const layout of ["(orientation: landscape)", "(max-height: 32rem)", "(min-aspect-ratio: 17.01/10)"])
  matchMedia(layout).addEventListener("change", () => {
    for (const column of document.querySelectorAll(".beside, .panel")) column.scrollTop = 0;
  });
