// The bench: asks the table how every sensor reads, and hands on what is said to a trial.

import { around, byId, h, s, set, write } from "../shared/dom.js";
import { place, showFrame } from "../shared/glow.js";
import { known, t } from "../shared/texts.js";
import { attempt, post, refusalOf } from "./asking.js";

/**
 * @typedef {{ asks: string, lit: Record<string, string>, findings: string[], verdict: { ok: boolean, sentence: string } | null }} Trial
 * @typedef {{
 *   board: { about: string, problem: string | null, wrong_bar: number }, sensors: Site[] | null, masked: Site[], raw: string | null,
 *   simulated: boolean, trial: Trial | null, word: string | null, trials: { name: string, title: string, summary: string }[],
 * }} Bench
 * @typedef {{
 *   ok: boolean, error?: string, sentence?: string, state?: Bench, doctor?: { name: string, well: boolean | null, sentence: string }[],
 * }} Answer
 */

const LOOK_MS = 250;
const sites = [...document.querySelectorAll(".site")];
/** @param {HTMLElement} button */
const siteOf = (button) => button.dataset.site ?? "";
/** @type {Map<Site, SVGElement>} */
const marks = new Map();
let open = false;
/** @type {number | undefined} */
let looking;
/** @type {Bench | null} */
let state = null;

// --- asking ------------------------------------------------------------------------------------------------------------

/**
 * @param {{ do: string, word?: string }} message
 * @returns {Promise<Answer>}
 */
const ask = (message) => post("/api/workshop", message);

/** @param {{ do: string, word?: string }} message */
async function act(message) {
  const answer = await attempt(() => ask(message));
  if (!answer) return null;
  write(byId("refusal"), refusalOf(answer));
  if (answer.state) show(answer.state);
  return answer;
}

async function look() {
  clearTimeout(looking);
  const answer = await attempt(() => ask({ do: "look" }));
  if (answer?.state) show(answer.state);
  if (open) looking = setTimeout(look, answer ? LOOK_MS : 4 * LOOK_MS);
}

/** Look at every sensor, again and again, until the bench is closed. */
export function openBench() {
  open = true;
  look();
}

export function closeBench() {
  open = false;
  clearTimeout(looking);
}

// --- showing -----------------------------------------------------------------------------------------------------------

/** @param {Bench} now */
function show(now) {
  state = now;
  const { board } = now;
  write(byId("about"), board.about);
  write(byId("board-problem"), board.problem ?? (board.wrong_bar ? t("operator_wrong_bar", { number: board.wrong_bar }) : ""));
  showSensors(now);
  showLights(now.trial?.lit ?? {});
  showTrial(now.trial, now.word);
  showTrials(now);
  write(byId("raw"), now.raw?.match(/.{1,16}/g)?.join(" ") ?? "–");
  byId("clicks").hidden = !now.simulated;
}

/** @param {Bench} now */
function showSensors({ sensors, masked }) {
  const on = new Set(sensors ?? []);
  const out = new Set(masked);
  for (const button of sites) {
    const site = siteOf(button);
    const reads = sensors === null || out.has(site) ? "out" : on.has(site) ? "on" : "off";
    set(/** @type {Element} */ (marks.get(site)), "data-reads", reads);
    set(button, "aria-label", reads === "on" ? t("operator_reads", { site }) : t("operator_reads_none", { site }));
  }
}

/** @param {Record<string, string>} lit */
function showLights(lit) {
  const frame = new Uint8Array(known.lights.length * 3);
  known.lights.forEach((light, index) => {
    const colour = lit[light];
    if (colour) frame.set([1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)), index * 3);
  });
  showFrame(frame);
}

/**
 * @param {Trial | null} trial
 * @param {string | null} word
 */
function showTrial(trial, word) {
  write(byId("asks"), trial ? trial.asks : word ?? t("operator_idle"));
  write(byId("verdict"), trial?.verdict?.sentence ?? "");
  set(byId("verdict"), "data-ok", trial?.verdict ? trial.verdict.ok : null);
  const findings = [...(trial?.findings ?? []), ...(trial && word ? [word] : [])];
  if (findings.join("\n") !== [...byId("findings").children].map((item) => item.textContent).join("\n"))
    byId("findings").replaceChildren(...findings.map((finding) => h("li", {}, finding)));
  byId("answers").hidden = !trial;
  set(byId("answers"), "data-over", trial?.verdict ? "" : null);
}

/** @param {Bench} now */
function showTrials({ trials, trial }) {
  const list = byId("trials");
  if (!list.children.length) {
    list.append(...trials.map(({ name, title, summary }) => h("li", {},
      h("button", { type: "button", "data-trial": name, "aria-describedby": `about-${name}` }, title),
      h("span", { id: `about-${name}`, class: "quiet" }, summary, " ", h("code", {}, name)))));
  }
  for (const button of list.querySelectorAll("button")) set(button, "aria-disabled", trial ? "true" : null);
}

async function examine() {
  const answer = await act({ do: "doctor" });
  if (!answer?.doctor) return;
  byId("doctor").replaceChildren(...answer.doctor.flatMap(({ name, well, sentence }) => [
    h("dt", { "data-well": String(well) }, name, h("span", { class: "unseen" }, ` (${t(well === null ? "care_unknown" : well ? "operator_well" : "operator_ill")})`)),
    h("dd", {}, sentence)]));
}

// --- the picture -------------------------------------------------------------------------------------------------------

function draw() {
  for (const button of sites) {
    const { kind, x, y, upright } = place(siteOf(button));
    const [wide, high] = kind === "edge" ? (upright ? [12, 66] : [66, 12]) : [46, 46];
    const mark = s("rect", { class: "sensor", x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: kind === "edge" ? 6 : 23 });
    marks.set(siteOf(button), mark);
    byId("pieces").append(mark);
  }
  for (const light of known.lights.filter((name) => name.endsWith("+"))) {
    const { x, y } = place(light);
    byId("sites").append(s("circle", { class: "crossing", cx: x, cy: y, r: 11, "data-light": light }, s("title", {}, light)));
  }
}

/** @param {string} light */
function touch(light) {
  if (byId("hands").checked && state?.simulated) act({ do: "hand", word: light });
  else if (state?.trial) act({ do: "answer", word: light });
}

// --- hands ---------------------------------------------------------------------------------------------------------------

byId("trials").addEventListener("click", (event) => {
  const button = around(event, "button[data-trial]");
  if (button && button.getAttribute("aria-disabled") !== "true") act({ do: "begin", word: button.dataset.trial });
});
byId("answers").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await act({ do: "answer", word: byId("place").value });
  if (answer?.ok) byId("place").value = "";
});
byId("answers").addEventListener("click", (event) => {
  const button = around(event, "button[data-answer]");
  if (button) act({ do: "answer", word: button.dataset.answer });
});
byId("leave").addEventListener("click", () => act({ do: "leave" }));
byId("examine").addEventListener("click", examine);
byId("board").addEventListener("click", (event) => {
  const light = around(event, "[data-site]")?.dataset.site ?? around(event, "[data-light]")?.dataset.light;
  if (light) touch(light);
});
byId("board").addEventListener("keydown", (event) => {
  const site = around(event, "[data-site]");
  if (site && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    touch(siteOf(site));
  }
});

draw();
