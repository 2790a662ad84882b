// A hand of cards: one colour is picked, then how many of it, how many wild cards go with it, and whether the necklace is taken.

import { fill, h, set, write } from "/static/shared/dom.js";
import { passing } from "/static/shared/storage.js";
import { refusalOf, t } from "/static/shared/texts.js";
import { cards, pearl } from "./drawing.js";

/** @typedef {import("./drawing.js").Cards} Cards */
/** @typedef {import("./drawing.js").Necklace} Necklace */

/**
 * What a hand needs to know; `mine`: whether its player is to move, and here.
 * @typedef {{ seat: Seat, held: Cards[], necklaces: Necklace[], mine: boolean, wait: string }} Held
 */

/** By number, or by colour as the cards are ordered. */
const SORT = "pearlboard.pearls.sort";

/**
 * `box` is filled with a hand that `act` plays. `name` tells the ids of two hands on one page apart.
 * @param {HTMLElement} box
 * @param {string} name
 * @param {Send} act
 */
export function makeHand(box, name, act) {
  /** @type {Held | null} */
  let held = null;
  let picked = /** @type {string | null} */ (null);
  let count = 0;
  let wilds = 0;
  let declined = false;
  let sentence = "";
  let sorted = passing.getItem(SORT) ?? "colour";

  const wild = () => held?.held.find(({ colour }) => colour === "wild")?.count ?? 0;
  const own = () => held?.held.find(({ colour }) => colour === picked) ?? null;
  const necklace = () => held?.necklaces.find(({ value, left }) => value === count + wilds && left) ?? null;

  /** @param {string} colour */
  function pick(colour) {
    sentence = "";
    picked = picked === colour ? null : colour;
    count = own()?.count ?? 0;
    wilds = 0;
    declined = false;
    show(held);
    if (picked !== null) at("placing").scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {"count" | "wilds"} what
   * @param {number} by
   */
  function change(what, by) {
    const most = { count: own()?.count ?? 0, wilds: wild() };
    const least = { count: 1, wilds: 0 };
    const now = Math.min(most[what], Math.max(least[what], (what === "count" ? count : wilds) + by));
    if (what === "count") count = now;
    else wilds = now;
    declined = false;
    show(held);
  }

  async function place() {
    if (!held || !picked || !held.mine) return;
    const { seat } = held;
    const reply = await act({ name: "act", actor: seat, action: ["place", picked, count, wilds, Boolean(necklace()) && !declined] });
    sentence = refusalOf(reply);
    if (reply?.ok) picked = null;
    show(held);
  }

  function sort() {
    sorted = sorted === "colour" ? "count" : "colour";
    passing.setItem(SORT, sorted);
    show(held);
  }

  /** @param {Cards} group */
  const group = ({ colour, value, count: many }) => h("button", {
    type: "button", id: `${name}-${colour}`, class: "group", "aria-pressed": String(picked === colour), onclick: () => pick(colour),
    "aria-label": `${cards(colour, many)}, ${t("worth", { count: value })}`,
  }, h("span", { class: "fan", "aria-hidden": "true" }, ...Array.from({ length: many }, () => pearl(colour))),
  h("span", { class: "group-name" }, cards(colour, many)));

  /**
   * @param {"count" | "wilds"} what
   * @param {string} label
   * @param {number} now
   * @param {number} least
   * @param {number} most
   */
  const stepper = (what, label, now, least, most) => h("div", { class: "stepper", role: "group", "aria-label": label },
    h("span", { class: "stepper-name" }, label),
    h("button", { type: "button", id: `${name}-${what}-less`, "aria-label": t("one_less"), "aria-disabled": now <= least ? "true" : null, onclick: () => change(what, -1) }, "−"),
    h("output", {}, String(now)),
    h("button", { type: "button", id: `${name}-${what}-more`, "aria-label": t("one_more"), "aria-disabled": now >= most ? "true" : null, onclick: () => change(what, 1) }, "+"));

  /** What would be placed. @param {string} colour */
  const together = (colour) => (wilds ? t("place_wilds", { cards: cards(colour, count), wilds: cards("wild", wilds) }) : t("place_cards", { cards: cards(colour, count) }));

  /** What it would win, if that is taken. */
  function prize() {
    const won = necklace();
    return won ? (declined ? "" : t("take_necklace", { value: won.value })) : t("no_necklace", { count: count + wilds });
  }

  function placing() {
    const mine = own();
    if (!held) return [];
    if (!mine || picked === null) return held.mine && held.held.length ? [h("p", { class: "quiet" }, t("hand_how"))] : [];
    const won = necklace();
    return [
      stepper("count", t("how_many"), count, 1, mine.count),
      picked !== "wild" && wild() ? stepper("wilds", t("with_wilds"), wilds, 0, wild()) : null,
      won ? h("label", { class: "switch" }, h("input", {
        type: "checkbox", id: `${name}-necklace`, checked: !declined, onchange: (/** @type {Event} */ event) => { declined = !(/** @type {HTMLInputElement} */ (event.target).checked); show(held); },
      }), h("span", {}, t("take_necklace", { value: won.value }))) : h("p", { class: "quiet" }, t("no_necklace", { count: count + wilds })),
      h("button", { type: "button", id: `${name}-place`, class: `main wide${held.mine ? "" : " idle"}`, "aria-disabled": held.mine ? null : "true", onclick: place },
        held.mine ? together(picked) : held.wait),
    ];
  }

  /**
   * With null nothing of it stays in the page.
   * @param {Held | null} now
   */
  function show(now) {
    // What is picked while one waits stays; a turn that is over leaves nothing.
    if (!now || now.seat !== held?.seat || (held.mine && !now.mine)) picked = null;
    held = now;
    if (picked !== null && !own()) picked = null;
    count = Math.min(count, own()?.count ?? 0);
    wilds = Math.min(wilds, wild());
    if (now && !box.querySelector(".hand-of-cards")) {
      box.replaceChildren(
        h("div", { class: "hand-of-cards" },
          h("div", { class: "groups", id: `${name}-groups`, role: "group", "data-aloud": true, "aria-label": t("hand_cards") }),
          h("div", { class: "placing", id: `${name}-placing` }),
          h("p", { class: "unseen", id: `${name}-said`, "data-said": true }),
          h("p", { class: "refusal", id: `${name}-refusal`, "data-said": true }),
          h("div", { class: "hand-foot" }, h("p", { class: "quiet", id: `${name}-sum` }), h("button", { type: "button", class: "plain", id: `${name}-sort`, onclick: sort }))));
    }
    if (!now) {
      box.replaceChildren();
      sentence = "";
      return;
    }
    const groups = [...now.held];
    if (sorted === "count") groups.sort((one, other) => other.count - one.count);
    fill(at("groups"), JSON.stringify([groups, picked]), () => (groups.length ? groups.map(group) : [h("p", { class: "quiet" }, t("hand_empty"))]));
    fill(at("placing"), JSON.stringify([picked, count, wilds, declined, now]), placing);
    // The numbers are drawn anew with every press: what they come to is said here.
    write(at("said"), picked === null ? "" : `${together(picked)}. ${prize()}`);
    write(at("refusal"), sentence);
    const all = now.held.reduce((sum, each) => sum + each.count, 0);
    write(at("sum"), t("hand_sum", { count: all }));
    write(at("sort"), t(sorted === "colour" ? "sort_count" : "sort_colour"));
    at("sort").hidden = now.held.length < 2;
    set(box, "data-mine", now.mine ? "" : null);
  }

  /** @param {string} part */
  const at = (part) => /** @type {HTMLElement} */ (box.querySelector(`#${name}-${part}`));

  return { show };
}
