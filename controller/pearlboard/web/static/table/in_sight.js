// What has just come and must be read is brought into sight: whatever scrolls, scrolls there. `data-essential` stands on
// it; where its value changes, it has come anew.

import { isSeen } from "../shared/dom.js";

/** @type {Map<Element, string | undefined>} */
let before = new Map();

export function bringIntoSight() {
  const there = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-essential]"))].filter(isSeen);
  const come = there.filter((each) => before.get(each) !== each.dataset.essential);
  before = new Map(there.map((each) => [each, each.dataset.essential]));
  for (const each of come) each.scrollIntoView({ block: "nearest" }); // what stands last is what is asked or told: it stays
}
