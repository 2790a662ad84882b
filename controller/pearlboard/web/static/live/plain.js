// A game that brings no page of its own: what it shows, as a list that people can read. Nothing here knows what it means.

import { byId, fill, h } from "../shared/dom.js";
import { knows, t } from "../shared/texts.js";

/** So many values of a list are read at a glance; a longer one is opened by whoever wants to read it. */
const GLANCE = 8;

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
  const game = match?.game ?? "";
  fill(box, JSON.stringify([values, [...names]]), () => (values ? [valueOf(values, { names, game })] : []));
}

/**
 * A number that is called a seat is shown as its player.
 * @param {unknown} value
 * @param {{ names: Map<Seat, string>, game: string }} how
 * @returns {HTMLElement}
 */
function valueOf(value, how) {
  if (Array.isArray(value)) return value.length > GLANCE ? h("details", {}, h("summary", {}, String(value.length)), listed(value, how)) : listed(value, how);
  if (value !== null && typeof value === "object")
    return h("dl", { class: "values-of" }, ...Object.entries(value).flatMap(([name, each]) => [
      h("dt", {}, labelOf(name, Object.keys(value), how)), h("dd", {}, valueOf(/^seats?$/.test(name) ? seated(each, how.names) : each, how))]));
  return h("span", {}, word(value));
}

/**
 * @param {unknown[]} values
 * @param {{ names: Map<Seat, string>, game: string }} how
 */
function listed(values, how) {
  if (values.every(single)) return h("span", {}, values.length ? values.map(word).join(", ") : "–");
  return h("ol", { class: "values-list" }, ...values.map((each) => h("li", {}, valueOf(each, how))));
}

/**
 * The game's own label, `ui_<game>_<name>` in its catalogue; where every name is a seat's number, its player.
 * @param {string} name
 * @param {string[]} beside
 * @param {{ names: Map<Seat, string>, game: string }} how
 */
function labelOf(name, beside, { names, game }) {
  if (beside.every((each) => names.has(Number(each)))) return names.get(Number(name)) ?? name;
  return knows(`${game}_${name}`) ? t(`${game}_${name}`) : name.replaceAll("_", " ");
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
