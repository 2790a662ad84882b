// The operator's page: asks the table how every sensor reads, and hands on what is said to a trial of the bench.

import { byId, h, s, set, write } from "./dom.js";
import { place, showFrame } from "./glow.js";
import { known, t } from "./texts.js";

const LOOK_MS = 250;
const KEY = "pearlboard-operator";
const sites = [...document.querySelectorAll(".site")];
const marks = new Map();
let token = sessionStorage.getItem(KEY);
let looking = null;
let state = null;

// --- asking ------------------------------------------------------------------------------------------------------------

class Unknown extends Error {}

async function ask(message) {
  const answer = await fetch(`/api/workshop?lang=${known.language}`, {
    method: "POST", body: JSON.stringify(message),
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
  });
  if (answer.status === 401 || answer.status === 403) throw new Unknown();
  if (answer.status >= 500) throw new Error(answer.statusText);
  return answer.json();
}

async function act(message) {
  try {
    const answer = await ask(message);
    write(byId("refusal"), answer.ok ? "" : answer.sentence ?? answer.error);
    if (answer.state) show(answer.state);
    return answer;
  } catch (error) {
    fail(error);
    return null;
  }
}

async function look() {
  clearTimeout(looking);
  try {
    const answer = await ask({ do: "look" });
    if (answer.state) show(answer.state);
    looking = setTimeout(look, LOOK_MS);
  } catch (error) {
    fail(error);
  }
}

function fail(error) {
  clearTimeout(looking);
  if (error instanceof Unknown) {
    sessionStorage.removeItem(KEY);
    token = null;
    set(byId("main"), "data-state", "closed");
    write(byId("wrong"), t("operator_wrong"));
    byId("token").focus();
  } else {
    write(byId("problem"), t("operator_away"));
    looking = setTimeout(look, 4 * LOOK_MS);
  }
}

// --- showing -----------------------------------------------------------------------------------------------------------

function show(now) {
  state = now;
  set(byId("main"), "data-state", "open");
  const { board } = now;
  write(byId("about"), board.about);
  write(byId("problem"), board.problem ?? (board.wrong_bar ? t("operator_wrong_bar", { number: board.wrong_bar }) : ""));
  showSensors(now);
  showLights(now.trial?.lit ?? {});
  showTrial(now.trial, now.word);
  showTrials(now);
  write(byId("raw"), now.raw ? now.raw.match(/.{1,16}/g).join(" ") : "–");
  byId("clicks").hidden = !now.simulated;
}

function showSensors({ sensors, masked }) {
  const on = new Set(sensors ?? []);
  const out = new Set(masked);
  for (const button of sites) {
    const { site } = button.dataset;
    const reads = sensors === null || out.has(site) ? "out" : on.has(site) ? "on" : "off";
    set(marks.get(site), "data-reads", reads);
    set(button, "aria-label", reads === "on" ? t("operator_reads", { site }) : t("operator_reads_none", { site }));
  }
}

function showLights(lit) {
  const frame = new Uint8Array(known.lights.length * 3);
  known.lights.forEach((light, index) => {
    const colour = lit[light];
    if (colour) frame.set([1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)), index * 3);
  });
  showFrame(frame);
}

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

function showTrials({ trials, trial }) {
  const list = byId("trials");
  if (!list.children.length) {
    list.append(...trials.map(({ name, summary }) => h("li", {},
      h("button", { type: "button", "data-trial": name, "aria-label": t("operator_begin", { name }) }, name), h("span", {}, summary))));
  }
  for (const button of list.querySelectorAll("button")) set(button, "aria-disabled", trial ? "true" : null);
}

async function examine() {
  const answer = await act({ do: "doctor" });
  if (!answer?.doctor) return;
  byId("doctor").replaceChildren(...answer.doctor.flatMap(({ name, well, sentence }) => [
    h("dt", { "data-well": String(well) }, name, h("span", { class: "unseen" }, ` (${t(well ? "operator_well" : "operator_ill")})`)),
    h("dd", {}, sentence)]));
}

// --- the picture -------------------------------------------------------------------------------------------------------

function draw() {
  for (const button of sites) {
    const { kind, x, y, upright } = place(button.dataset.site);
    const [wide, high] = kind === "edge" ? (upright ? [12, 66] : [66, 12]) : [46, 46];
    const mark = s("rect", { class: "sensor", x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: kind === "edge" ? 6 : 23 });
    marks.set(button.dataset.site, mark);
    byId("pieces").append(mark);
  }
  for (const light of known.lights.filter((name) => name.endsWith("+"))) {
    const { x, y } = place(light);
    byId("sites").append(s("circle", { class: "crossing", cx: x, cy: y, r: 11, "data-light": light }, s("title", {}, light)));
  }
}

function touch(light) {
  if (byId("hands").checked && state?.simulated) act({ do: "hand", word: light });
  else if (state?.trial) act({ do: "answer", word: light });
}

// --- the door ----------------------------------------------------------------------------------------------------------

function enter() {
  const given = location.hash.slice(1);
  if (given) {
    token = given;
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  if (token) look();
}

byId("door").addEventListener("submit", (event) => {
  event.preventDefault();
  token = byId("token").value.trim();
  sessionStorage.setItem(KEY, token);
  byId("token").value = "";
  write(byId("wrong"), "");
  look();
});
byId("trials").addEventListener("click", (event) => {
  const button = event.target.closest("button[data-trial]");
  if (button && button.getAttribute("aria-disabled") !== "true") act({ do: "begin", word: button.dataset.trial });
});
byId("answers").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await act({ do: "answer", word: byId("place").value });
  if (answer?.ok) byId("place").value = "";
});
byId("answers").addEventListener("click", (event) => {
  const button = event.target.closest("button[data-answer]");
  if (button) act({ do: "answer", word: button.dataset.answer });
});
byId("leave").addEventListener("click", () => act({ do: "leave" }));
byId("examine").addEventListener("click", examine);
byId("board").addEventListener("click", (event) => {
  const light = event.target.closest("[data-site]")?.dataset.site ?? event.target.closest("[data-light]")?.dataset.light;
  if (light) touch(light);
});
byId("board").addEventListener("keydown", (event) => {
  const site = event.target.closest?.("[data-site]");
  if (site && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    touch(site.dataset.site);
  }
});

draw();
enter();
