// The labels of the page's language, and what else the server said about itself when it wrote the page. A game that is
// shown adds labels of its own; it has no say in ours.

/**
 * A text, or one for each kind of number.
 * @typedef {Record<string, string | Record<string, string>>} Labels
 * @typedef {{ language: string, version: string, lights: string[], words: Labels }} Known
 */

/** @type {Known} */
export const known = JSON.parse(document.getElementById("known")?.textContent ?? "");

// What a language does with numbers and lists the browser knows; a label may have fewer forms than its language.
const plurals = new Intl.PluralRules(known.language);
const lists = new Intl.ListFormat(known.language, { type: "conjunction" });

/** @type {Map<string, Labels>} */
const taught = new Map();
/** @type {Labels} */
let spoken = {};

/**
 * @param {string} game
 * @param {{ words: Labels }} said what the server says of it
 */
export function teach(game, { words }) {
  taught.set(game, words);
}

/**
 * From now on the labels are also that game's.
 * @param {string} game
 */
export function speak(game) {
  spoken = taught.get(game) ?? {};
}

/** @param {string} name */
const entryOf = (name) => known.words[name] ?? spoken[name];

/**
 * @param {string} name
 * @returns {boolean}
 */
export const knows = (name) => entryOf(name) !== undefined;

/**
 * A label in the language of the page. One that depends on a number is chosen by the parameter `count`.
 * @param {string} name
 * @param {Record<string, unknown>} parameters
 * @returns {string}
 */
export function t(name, parameters = {}) {
  const entry = entryOf(name);
  if (entry === undefined) throw new Error(`no label ${name}`);
  const template = typeof entry === "string" ? entry : entry[plurals.select(Number(parameters.count))] ?? entry.other;
  return template.replace(/\{(\w+)(:at)?\}/g, (_, key, said) => (said ? at(parameters[key]) : String(parameters[key])));
}

/**
 * A share from 0 to 1 as it is written in per cent.
 * @param {number} share
 */
export const percent = (share) => share.toLocaleString(known.language, { style: "percent" });

/**
 * The sentence of a refused command; without an answer, that there is none; empty where it was done.
 * @param {Reply | null} reply
 * @returns {string}
 */
export const refusalOf = (reply) => (reply?.ok ? "" : reply?.sentence ?? t("offline"));

/**
 * Where that is, as it is said: the spaces first, together, and then each line.
 * @param {any} places a notation, or several
 * @returns {string}
 */
function at(places) {
  const lines = [places].flat().filter((place) => place.includes("-"));
  const spaces = [places].flat().filter((place) => !place.includes("-"));
  return list([...(spaces.length ? [t("at_spaces", { spaces: list(spaces) })] : []),
    ...lines.map((line) => t("at_line", { first: line.split("-")[0], second: line.split("-")[1] }))]);
}

/**
 * @param {string[]} words
 * @returns {string}
 */
export function list(words) {
  return lists.format(words);
}
