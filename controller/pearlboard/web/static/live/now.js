// What is the matter and what to do: the sentence, whose turn it is, the countdown, and what the table has to report.
// Every page of a running table shows it.

import { byId, fill, h, point, set, write } from "../shared/dom.js";
import { draw } from "../shared/fence.js";
import { emblem, inTurn, movers } from "../shared/players.js";
import { list, t } from "../shared/texts.js";
import { laidRow, tapsLaid } from "./laid.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const CIRCLE = 100;
const LONG = 100;
const LONGEST = 150;
const REFUSAL_MS = 9000;
/** @type {number | undefined} */
let forgetting;
/** @type {{ at: number, of: number, ticking?: number } | null} */
let ends = null;

/** The table speaks, and nobody is hurried. */
let patient = false;

/**
 * @param {Screen} screen
 * @param {string[] | null} changed
 * @param {((number: number, screen: Screen) => string) | undefined} turnOf what the game calls a turn
 */
export function showNow(screen, changed, turnOf) {
  patient = screen.patient;
  draw("sentence", () => showSentence(screen));
  draw("whose", () => showWhose(screen, turnOf));
  draw("notices", () => showNotices(screen));
  if (!changed || changed.includes("clock")) draw("clock", () => showClock(screen));
  if (!changed || changed.includes("countdown") || changed.includes("timer")) draw("dial", () => showCountdown(screen));
}

/**
 * Why something was not done, for a while; where nobody is hurried, until something else comes of it. What the table says anyway is not written twice, but is still heard.
 * @param {string} sentence
 */
export function complain(sentence) {
  clearTimeout(forgetting);
  const line = byId("refusal");
  line.classList.toggle("unseen", sentence === byId("sentence").textContent);
  write(line, sentence);
  if (sentence && !patient) forgetting = setTimeout(() => write(line, ""), REFUSAL_MS);
}

/** Something cannot be done yet: the sentence says what is missing. */
export function missing() {
  const line = byId("sentence");
  point(line);
  complain(line.textContent ?? "");
}

/** Nothing can be confirmed: the sentence says why; where nothing is laid or chosen yet, what it says comes first. */
export function cannotConfirm() {
  missing();
  const { drafted, verdict = "" } = byId("now").dataset;
  if (drafted === undefined && ["unfinished", "none"].includes(verdict)) complain(t("nothing_to_confirm"));
}

/** The stage that was shown last. @type {string | null} */
let before = null;

/** @param {Screen} screen */
function showSentence({ sentence, verdict, stage, pieces, chosen }) {
  const line = byId("sentence");
  if (before !== null && before !== stage) complain(""); // what could not be done belongs to what is past
  before = stage;
  write(line, sentence);
  line.classList.toggle("long", sentence.length > LONG);
  line.classList.toggle("longest", sentence.length > LONGEST);
  set(byId("now"), "data-verdict", verdict ?? "none");
  set(byId("now"), "data-drafted", chosen || pieces.some(({ status }) => status === "draft") ? "" : null);
}

/**
 * @param {Screen} screen
 * @param {((number: number, screen: Screen) => string) | undefined} turnOf
 */
function showWhose(screen, turnOf) {
  const { match } = screen;
  const players = movers(screen);
  const plays = Boolean(inTurn(screen) && match);
  const turn = plays && match ? turnOf?.(match.turn, screen) ?? t("turn", { number: match.turn }) : "";
  // Of several who move at once the emblems say who: beside a board no line has room for all their names.
  fill(byId("whose"), JSON.stringify([players.map(({ seat, name, colour }) => [seat, name, colour]), plays, turn]), () => (plays ? [...players.map(emblem), players.length > 0 && h("b", { class: players.length > 1 ? "unseen" : "" }, t("whose_turn", { name: list(players.map(({ name }) => name)) })), turn && h("span", { class: "quiet" }, turn)] : []));
}

/** What was news before this page was there: nobody at it needs to be told. @type {Set<string> | null} */
let old = null;

/**
 * @param {Screen["notices"]} notices
 * @returns {Screen["notices"]}
 */
function newsOf(notices) {
  const now = notices.filter(({ level }) => level === "news");
  const before = old ?? new Set(now.map(({ text }) => text));
  old = new Set([...before].filter((each) => now.some(({ text }) => text === each)));
  return now.filter(({ text }) => !before.has(text));
}

/** @param {Screen} screen */
function showNotices({ notices, saved, sensors, can }) {
  const apart = document.querySelector(".seat-page .news"); // no room beside the board: over it, for as long as they last
  const news = apart ? newsOf(notices) : [];
  if (apart) fill(apart, JSON.stringify(news), () => news.map(({ text }) => h("li", {}, text)));
  const here = apart ? notices.filter(({ level }) => level !== "news") : notices;
  const all = [...(saved ? [{ level: "warning", text: saved }] : []), ...here];
  const laid = laidRow({ can });
  // Of what has just become of something; what stands there anyway is read where it stands.
  set(byId("notices"), "data-essential", here.filter(({ level }) => level === "info").map(({ text }) => text).join(" ") || null);
  fill(byId("notices"), JSON.stringify([all, sensors, laid.length, tapsLaid()]), () => [
    ...laid,
    ...all.map(({ level, text }) => h("li", { class: level }, text)),
    ...[...sensors.doubtful, ...sensors.suspected].map((site) => sensorRow(site, "leave_out", sensors.why[site])),
    ...sensors.left_out.map((site) => sensorRow(site, "trust"))]);
}

/**
 * A sensor that may be wrong can be left out, and read again.
 * @param {Site} site
 * @param {"leave_out" | "trust"} name
 * @param {string} [why]
 */
function sensorRow(site, name, why) {
  return h("li", { class: "sensor" }, h("span", {}, why ?? t("trust_why", { site })),
    h("button", { type: "button", class: "button", "data-sensor": name, "data-at": site }, t(name, { site })));
}

// --- the countdown -----------------------------------------------------------------------------------------------------

/**
 * Until a draft counts by itself; or the game's own time, which may stand still.
 * @param {Screen} screen
 */
function showCountdown({ countdown, timer }) {
  const ring = byId("countdown");
  for (const animation of ring.getAnimations()) animation.cancel();
  clearInterval(ends?.ticking);
  const runs = countdown ?? timer;
  set(byId("dial"), "data-counting", runs ? "" : null);
  if (!runs) {
    ends = null;
    return;
  }
  ends = { at: performance.now() + runs.ms, of: runs.of };
  const from = CIRCLE * (1 - runs.ms / runs.of);
  const stands = !countdown && !timer?.runs;
  if (stands) set(ring, "stroke-dashoffset", from);
  else if (!still.matches) ring.animate([{ strokeDashoffset: from }, { strokeDashoffset: CIRCLE }], { duration: runs.ms, fill: "forwards" });
  if (!stands) ends.ticking = setInterval(tick, 100);
  tick();
}

function tick() {
  if (!ends) return;
  const left = Math.max(0, ends.at - performance.now());
  const seconds = String(Math.ceil(left / 1000));
  write(byId("seconds"), seconds);
  byId("seconds").classList.toggle("long", seconds.length > 2);
  if (still.matches) set(byId("countdown"), "stroke-dashoffset", CIRCLE * (1 - Math.ceil(left / 1000) * 1000 / ends.of));
  if (!left) clearInterval(ends.ticking);
}

// --- the clock of a turn -----------------------------------------------------------------------------------------------

/** @type {number | undefined} */
let clockTicking;

/**
 * A bar that fills, and how long it has been: nobody loses by it. When all is used, the table says something kind instead.
 * @param {Screen} screen
 */
function showClock({ clock }) {
  clearInterval(clockTicking);
  const bar = byId("clock-bar");
  byId("clock").hidden = !clock;
  write(byId("clock-said"), clock?.text ?? "");
  set(byId("clock"), "data-up", clock?.text ? "" : null);
  if (!clock) return;
  const began = performance.now() - clock.used;
  const tell = () => {
    const used = Math.min(clock.of, clock.runs ? performance.now() - began : clock.used);
    bar.style.transform = `scaleX(${used / clock.of})`;
    const seconds = Math.floor(used / 1000);
    write(byId("clock-used"), t("clock_used", { used: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`, of: clock.of / 60000 }));
  };
  if (clock.runs) clockTicking = setInterval(tell, 1000);
  tell();
}
