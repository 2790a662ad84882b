// A hand as cards that are held side by side: those that are chosen stand out, and those that would come are shown too.

import { fill, h, set, write } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { all, apart, forget, picked, tap, worth } from "./choosing.js";
import { card, cards, LIMIT } from "./drawing.js";

/** @typedef {import("./hand.js").Held} Held */
/** Cards that would be taken. @typedef {{ colour: string, count: number } | null} Coming */

/**
 * `box` is filled with a hand; `name` tells the ids of two hands on one page apart; `changed` shows everything again once
 * other cards are chosen, `lift` takes the Diver away.
 * @param {HTMLElement} box
 * @param {string} name
 * @param {{ changed: () => void, lift: () => void }} how
 */
export function makeFan(box, name, { changed, lift }) {
  /**
   * @param {string} colour
   * @param {number} at
   */
  function press(colour, at) {
    lift();
    tap(colour, at);
    changed();
  }

  /**
   * @param {import("./drawing.js").Cards} group
   * @param {boolean} mine
   */
  const group = ({ colour, value, count }, mine) => Array.from({ length: count }, (_, at) => {
    return h("button", {
      type: "button", id: `${name}-${colour}-${at + 1}`, class: `held-card${at ? "" : " first"}${apart(colour) ? " apart" : ""}`, "aria-pressed": String(picked(colour).includes(at)), "aria-disabled": mine ? null : "true",
      "aria-label": `${cards(colour, 1)}, ${t("pile_points", { count: value })}`, onclick: () => mine && press(colour, at),
    }, card(colour));
  });

  /** @param {Coming} coming */
  const ghosts = (coming) => (coming ? [h("span", { class: "coming", role: "img", "aria-label": t("stage_coming", { count: coming.count }) },
    ...Array.from({ length: coming.count }, () => h("i", { class: "held-card ghost" }, card(coming.colour))))] : []);

  /**
   * With null nothing of it stays in the page.
   * @param {Held | null} now
   * @param {Coming} [coming]
   */
  function show(now, coming = null) {
    if (!now) return box.replaceChildren();
    if (!box.firstChild) box.append(h("p", { class: "fan-said" }, h("b", {}), h("span", { class: "quiet" })), h("div", { class: "fan-cards", role: "group", "data-aloud": true, "aria-label": t("my_hand") }));
    const [said, held] = /** @type {HTMLElement[]} */ ([...box.children]);
    const count = now.held.reduce((sum, each) => sum + each.count, 0);
    write(/** @type {Element} */ (said.firstChild), all() ? t("all_chosen") : t("stage_hand", { count, limit: LIMIT }));
    write(/** @type {Element} */ (said.lastChild), count ? t("stage_worth", { count: worth() }) : "");
    fill(held, JSON.stringify([now.held.map((each) => [each, picked(each.colour), apart(each.colour)]), now.mine, coming]), () => [...now.held.flatMap((each) => group(each, now.mine)), ...ghosts(coming)]);
    set(held, "data-mine", now.mine ? "" : null);
    set(held, "data-count", count + (coming?.count ?? 0));
    return undefined;
  }

  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { forget(); changed(); }
    step(event, box);
  });
  return { show };
}

/**
 * Arrows go from one button to the next.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} box
 */
export function step(event, box) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const all = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("button")]);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (!by || at < 0) return;
  event.preventDefault();
  all[(at + by + all.length) % all.length].focus();
}
