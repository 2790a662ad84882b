// The settings as a form. What is wrong is said beside its field.

import { byId, h, set, write } from "../shared/dom.js";
import { known, percent, t } from "../shared/texts.js";
import { restart } from "./anew.js";
import { operate } from "./asking.js";
import { homeTools } from "./home.js";
import { voiceTools } from "./voice.js";
import { togetherTools } from "./together.js";

/**
 * @typedef {{
 *   group: string, key: string, label: string, hint: string, words: Record<string, string>, number: boolean, low: number | null,
 *   high: number | null, value: string | null, given: boolean, default: string | null, at_once: boolean, fixed: boolean,
 * }} Field
 * @typedef {{ file: string | null, mark: string, problem: string | null, fields: Field[], waiting: string[],
 *   game_on: boolean }} Settings
 * @typedef {HTMLInputElement | HTMLSelectElement} Control
 */

const EVERYDAY = ["table", "lights", "voice", "together", "wifi", "home", "club"];
const UNITS = { _ms: "ms", _ma: "mA" };
/** @type {Settings | null} */
let settings = null;
/** Secrets that are to be forgotten.
 * @type {Set<string>} */
const forgotten = new Set();

const form = byId("settings");
/** @param {Field} field */
const idOf = (field) => `set-${field.key.replace(".", "-")}`;
/** @param {Field} field */
const control = (field) => /** @type {Control} */ (/** @type {unknown} */ (byId(idOf(field))));
/** @param {Field} field */
const isShare = ({ number, low, high }) => number && low === 0 && high === 1;
/** @param {Field} field */
const isSecret = (field) => field.value === null;
/** @param {number} value */
const spoken = (value) => value.toLocaleString(known.language);

// --- showing -----------------------------------------------------------------------------------------------------------

/** What was typed and not saved stays, wherever somebody has looked meanwhile. */
export async function openSettings() {
  if (!Object.keys(changes()).length) await fetchAnew();
}

async function fetchAnew() {
  const answer = await operate({ do: "settings" });
  if (answer?.ok) show(answer);
}

/** @param {import("./asking.js").Answer} answer */
function show(answer) {
  const now = settings = /** @type {Settings} */ (answer.settings);
  forgotten.clear();
  write(byId("settings-refused"), "");
  const open = form.querySelector("details[open]") !== null;
  const groups = EVERYDAY.map((group) => h("fieldset", { class: "card" }, h("legend", { class: "unseen" }, t(`care_${group}`)),
    h("h2", { "aria-hidden": "true" }, t(`care_${group}`)), ...fieldsOf(group), ...toolsOf(group)));
  byId("fields").replaceChildren(...groups, h("details", { class: "card", open },
    h("summary", {}, t("care_building")), h("div", { class: "fields" }, ...fieldsOf("building"), h("p", { class: "quiet" }, t("care_elsewhere")))));
  write(byId("settings-file"), now.file ? t("care_file", { file: now.file }) : "");
  write(byId("settings-problem"), now.problem ?? "");
  byId("save-bar").hidden = now.problem !== null;
  showWaiting(now);
  look();
}

/** @param {string} group */
function toolsOf(group) {
  if (group === "home") return homeTools(changes, fill);
  if (group === "voice") return voiceTools(changes);
  return group === "together" ? togetherTools() : [];
}

/** @param {string} group */
const fieldsOf = (group) => (settings?.fields ?? []).filter((field) => field.group === group).map(drawn);

/** @param {Settings} now */
function showWaiting({ waiting, fields, game_on }) {
  const names = fields.filter((field) => waiting.includes(field.key)).map((field) => field.label);
  byId("waiting").hidden = !names.length;
  if (!names.length) return;
  write(byId("waiting-names"), t("care_waiting", { names: names.join(", ") }));
  write(byId("waiting-hold"), t(game_on ? "care_restart_game" : "care_restart_hold"));
  set(byId("restart"), "aria-disabled", game_on ? "true" : null);
}

/** @param {Field} field */
function drawn(field) {
  const id = idOf(field);
  const acts = t(field.fixed ? "care_fixed" : field.at_once ? "care_at_once" : "care_later");
  const held = !field.default || field.fixed || field.default === field.value ? "" : ` ${t("care_default", { value: calledBy(field, field.default) })}.`;
  const between = isShare(field) || field.low === null || field.high === null ? "" : ` ${t("care_between", { low: spoken(field.low), high: spoken(field.high) })}`;
  return h("div", { class: "field", "data-key": field.key },
    h("label", { for: id }, field.label),
    h("span", { class: "entry" }, entryOf(field), ...beside(field)),
    h("p", { class: "quiet", id: `${id}-hint` }, `${field.hint}${between}${held} `, h("em", { class: "acts-when" }, acts)),
    h("p", { class: "refusal", id: `${id}-wrong`, role: "alert" }));
}

/**
 * @param {Field} field
 * @param {string} value
 */
const calledBy = (field, value) => field.words[value] ?? (isShare(field) ? percent(Number(value)) : value);

/** @param {Field} field */
function entryOf(field) {
  const id = idOf(field);
  const common = { id, disabled: field.fixed || settings?.problem !== null, "aria-describedby": `${id}-hint ${id}-wrong` };
  const words = Object.entries(field.words);
  if (words.length)
    return h("select", common, ...words.map(([word, text]) => h("option", { value: word, selected: word === field.value }, text)));
  if (isShare(field)) return h("input", { ...common, type: "range", min: 0, max: 1, step: 0.05, value: field.value });
  if (isSecret(field)) return h("input", { ...common, type: "password", autocomplete: "new-password", placeholder: field.given ? t("care_unchanged") : null });
  return h("input", { ...common, type: "text", inputmode: field.number ? "decimal" : null, value: field.value, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
}

/** @param {Field} field */
function beside(field) {
  if (isShare(field)) return [h("output", { class: "unit", for: idOf(field) })];
  if (isSecret(field) && field.given)
    return [h("button", { type: "button", disabled: field.fixed || settings?.problem !== null, onclick: () => forget(field) }, t("care_forget"))];
  const unit = UNITS[/** @type {keyof UNITS} */ (field.key.slice(-3))];
  return field.number && unit ? [h("span", { class: "unit" }, unit), h("output", { class: "unit", for: idOf(field) })] : [];
}

/** @param {Field} field */
function forget(field) {
  const input = /** @type {HTMLInputElement} */ (control(field));
  input.value = "";
  input.placeholder = t("care_forgotten");
  forgotten.add(field.key);
  look();
}

// --- changing ----------------------------------------------------------------------------------------------------------

/** @param {Field} field */
function typed(field) {
  const { value } = control(field);
  return field.number ? value.trim().replace(",", ".") : value;
}

/** @returns {Record<string, string>} */
function changes() {
  const changed = (settings?.fields ?? []).filter((field) =>
    !field.fixed && (isSecret(field) ? typed(field) !== "" || forgotten.has(field.key) : typed(field) !== field.value && !same(field)));
  return Object.fromEntries(changed.map((field) => [field.key, typed(field)]));
}

/**
 * @param {string} key
 * @param {string} value
 */
function fill(key, value) {
  const field = settings?.fields.find((each) => each.key === key);
  if (field && !field.fixed) control(field).value = value;
  look();
}

/** A slider has no place between its steps. @param {Field} field */
const same = (field) => isShare(field) && Math.abs(Number(typed(field)) - Number(field.value)) < 0.025;

function look() {
  for (const field of settings?.fields ?? []) {
    const told = form.querySelector(`[data-key="${field.key}"] output`);
    if (told) write(told, isShare(field) ? percent(Number(typed(field))) : field.key.endsWith("_ms") && Number(typed(field)) >= 1000
      ? `= ${t("care_seconds", { value: spoken(Number(typed(field)) / 1000) })}` : "");
  }
  const count = Object.keys(changes()).length;
  write(byId("settings-said"), count ? t("care_changed", { count }) : t("care_nothing_new"));
  set(byId("save"), "aria-disabled", count ? null : "true");
}

async function save() {
  const values = changes();
  if (!settings || !Object.keys(values).length) return;
  const answer = await operate({ do: "save", values, mark: settings.mark });
  if (!answer) return;
  for (const field of settings.fields) {
    write(byId(`${idOf(field)}-wrong`), answer.wrong?.[field.key] ?? "");
    set(control(field), "aria-invalid", answer.wrong?.[field.key] ? "true" : null);
  }
  if (answer.ok) {
    show(answer);
    byId("waiting").scrollIntoView({ block: "center" });
    return write(byId("settings-said"), t("care_saved"));
  }
  if (answer.error === "changed_meanwhile") await fetchAnew();
  write(byId("settings-refused"), answer.sentence ?? t("care_not_saved"));
  const wrong = settings.fields.find((field) => answer.wrong?.[field.key]);
  if (wrong) {
    const folded = control(wrong).closest("details");
    if (folded) set(folded, "open", "");
    control(wrong).focus({ preventScroll: true });
    control(wrong).scrollIntoView({ block: "center" });
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});
form.addEventListener("input", (event) => {
  const field = settings?.fields.find((each) => event.target === control(each));
  if (field) forgotten.delete(field.key);
  look();
});
byId("restart").addEventListener("click", () => {
  if (byId("restart").getAttribute("aria-disabled") !== "true") restart(byId("settings-refused"));
});
