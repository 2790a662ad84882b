// A game that brings no page of its own: what it shows, as a list that people can read. Nothing here knows what it means.

import { byId, fill, h } from "../shared/dom.js";
import { t } from "../shared/texts.js";

/**
 * @param {HTMLElement} box
 * @param {Record<string, unknown>} values
 * @param {Match | null} match
 */
export function showPlain(box, values, match) {
  box.hidden = !Object.keys(values).length;
  showValues(byId("plain-values"), values, match);
}

/**
 * `values` null: none.
 * @param {HTMLElement} box
 * @param {unknown} values
 * @param {Match | null | undefined} match
 */
export function showValues(box, values, match) {
  const names = new Map((match?.players ?? []).map(({ seat, name }) => [seat, name]));
  fill(box, JSON.stringify([values, [...names]]), () => (values ? [valueOf(values, names)] : []));
}

/**
 * A number that is called a seat is shown as its player.
 * @param {unknown} value
 * @param {Map<Seat, string>} names
 * @returns {HTMLElement}
 */
function valueOf(value, names) {
  if (Array.isArray(value)) {
    if (value.every(single)) return h("span", {}, value.length ? value.map(word).join(", ") : "–");
    return h("ol", { class: "values-list" }, ...value.map((each) => h("li", {}, valueOf(each, names))));
  }
  if (value !== null && typeof value === "object")
    return h("dl", { class: "values-of" }, ...Object.entries(value).flatMap(([name, each]) => [
      h("dt", {}, name.replaceAll("_", " ")), h("dd", {}, valueOf(/^seats?$/.test(name) ? seated(each, names) : each, names))]));
  return h("span", {}, word(value));
}

/**
 * @param {unknown} value
 * @param {Map<Seat, string>} names
 * @returns {unknown}
 */
const seated = (value, names) => (Array.isArray(value) ? value.map((each) => seated(each, names)) : names.get(/** @type {Seat} */ (value)) ?? value);

/** @param {unknown} value */
const single = (value) => value === null || typeof value !== "object";

/**
 * @param {unknown} value
 * @returns {string}
 */
function word(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return String(value);
}
