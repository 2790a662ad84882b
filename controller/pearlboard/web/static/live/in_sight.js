// What has just come and must be read is brought into sight: whatever scrolls, scrolls there. `data-essential` stands on
// it; where its value changes, it has come anew. `data-yields` stands on what is only told: what is said comes before it.
// What is told pushes down what stands below it, so that all that must be read is looked after again. Nothing that comes
// scrolls the sentence away: where there is no room for both, the sentence stays. Of advice the best comes into sight, and
// no more is scrolled than that needs: what it speaks of may stand above it.

import { around, byId, isBare, isSeen } from "../shared/dom.js";

/** @type {Map<Element, string | undefined>} */
let before = new Map();

export function bringIntoSight() {
  measure();
  if (document.querySelector("dialog[open]")) return; // the page behind it is found where it was left
  const there = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-essential]"))].filter(isSeen);
  const come = there.filter((each) => before.get(each) !== each.dataset.essential);
  before = new Map(there.map((each) => [each, each.dataset.essential]));
  const yields = (/** @type {HTMLElement} */ each) => each.hasAttribute("data-yields");
  const says = come.includes(now) || inSight();
  // What is brought into sight last stays: that is what stands last, where something is asked.
  for (const each of (come.some(yields) ? there : come).sort((one, other) => Number(yields(other)) - Number(yields(one)))) bring(each);
  if (says && !inSight()) bring(now);
}

/** Whether the sentence is not scrolled away: neither under what stays at the top of the window nor out of its column. */
const inSight = () => sentence.getBoundingClientRect().top >= Math.max(header?.getBoundingClientRect().bottom ?? 0, now.parentElement?.getBoundingClientRect().top ?? 0) - 1;

/**
 * What is said stays in sight below the board, but what it speaks of stands below it: it is brought to where it stands. Of what is
 * higher than the room below that, the beginning is read first.
 * @param {HTMLElement} each
 */
function bring(each) {
  if (each === now) each.style.position = "static";
  const first = each.querySelector(".advice > li") ?? each;
  first.scrollIntoView({ block: "nearest" });
  if (upright.matches && each !== now && first.getBoundingClientRect().top < now.getBoundingClientRect().bottom) first.scrollIntoView();
  each.style.removeProperty("position");
}

// What a press unfolds comes into sight once it is drawn: under a bar it would open as if nothing had been pressed. Whoever
// presses without seeing where, by ear, reads on elsewhere, and the advice stays where it is read. What is said makes room by itself.
document.addEventListener("click", (event) => {
  const summary = around(event, "summary");
  const fold = summary?.parentElement;
  if (fold && !fold.hasAttribute("open") && isBare(summary) && !now.contains(fold)) fold.addEventListener("toggle", () => bring(fold), { once: true });
});

const now = byId("now");
const sentence = byId("sentence");
const header = document.querySelector(".seat-top");
const table = /** @type {HTMLElement} */ (document.querySelector(".table"));

const scrolls = /** @type {HTMLElement} */ (document.querySelector(".beside") ?? document.documentElement);

const upright = matchMedia("(orientation: portrait)");
upright.addEventListener("change", measure);

/**
 * How high it is what stays above, upright: the board, and what is said. A change costs as much as a page drawn anew. Beside the
 * board what is said stays by itself, if it does, and only what scrolls there must know.
 */
function measure() {
  const said = getComputedStyle(now);
  const stays = !upright.matches && said.position === "sticky";
  scrolls.style.scrollPaddingTop = stays ? `${parseFloat(said.top) + now.offsetHeight + 8}px` : "";
  if (!upright.matches) return;
  const { style } = document.documentElement;
  for (const [name, each] of /** @type {const} */ ([["--stays", table], ["--said", now]])) {
    const high = `${each.offsetHeight}px`;
    if (style.getPropertyValue(name) !== high) style.setProperty(name, high);
  }
}

const sizes = new ResizeObserver(measure);
sizes.observe(table);
sizes.observe(now);

// A window that is turned or drawn larger is shared out anew: no column of it is to be scrolled as it was long ago.
for (const layout of ["(orientation: landscape)", "(max-height: 32rem)", "(min-aspect-ratio: 17.01/10)"])
  matchMedia(layout).addEventListener("change", () => {
    for (const column of document.querySelectorAll(".beside, .panel")) column.scrollTop = 0;
  });
