// A finished game, shown again. The server tells what each frame brings; here they are put together and shown.

import { startTrying, suggest } from "../live/trying.js";
import { showBoard, useBoard } from "../shared/board.js";
import { around, byId, h, set, write } from "../shared/dom.js";
import { draw, guard } from "../shared/fence.js";
import { fetchFinished, screenOf, stillBoard } from "../shared/finished.js";
import { GamePages } from "../shared/pages.js";
import { emblem, useSigns } from "../shared/players.js";
import { sharing } from "../shared/share.js";
import { showStage } from "../shared/stage.js";
import { known, t } from "../shared/texts.js";

const STEP_MS = 1500;
const LONG_MS = 3500;
const main = byId("main");
const number = Number(main.dataset.number);
const pages = new GamePages({ context: { changed: () => show(at) }, onReady: begin, onFailed: beginPlainly });
/** @type {Finished} */
let game;
let at = 0;
/** @type {number | undefined} */
let playing;

// --- the game ----------------------------------------------------------------------------------------------------------

async function fetchGame() {
  game = await fetchFinished(number);
  if (pages.bring(main.dataset.game ?? "", (main.dataset.pages ?? "").split(" "), "replay")) begin();
}

// --- showing -----------------------------------------------------------------------------------------------------------

/** @param {number} index */
function show(index) {
  at = Math.max(0, Math.min(index, game.frames.length - 1));
  const frame = game.frames[at];
  draw("board", () => {
    const screen = screenOf(pages, game, frame);
    showBoard(screen);
    pages.show(screen, frame, game);
    showStage(screen, pages.of("stage"));
  });
  draw("players", () => showPlayers(frame));
  draw("sentence", () => showStep(frame));
  draw("steps", () => markStep());
  suggest(game.frames[at + 1]?.seat ?? null);
  const slider = byId("slider");
  slider.value = String(at);
  set(slider, "aria-valuetext", frame.said[0]);
  write(byId("place"), t("replay_place", { number: at, of: game.frames.length - 1 }));
  const last = game.frames.length - 1;
  for (const [name, end] of Object.entries({ first: 0, back: 0, forward: last, last }))
    set(byId(`go-${name}`), "aria-disabled", at === end ? "true" : null);
  history.replaceState(null, "", `#${at}`);
}

/** @param {Frame} frame */
function showStep(frame) {
  const { kind, seat, turn, said } = frame;
  const player = game.players.find((each) => each.seat === seat);
  /** @type {Record<string, () => string>} */
  const what = { start: () => t("replay_start"), result: () => t("replay_result"),
    step: () => [turn === null ? null : pages.of("turnOf")?.(turn) ?? t("replay_turn", { number: turn }), player?.name].filter(Boolean).join(" · ") };
  const title = what[kind]?.() ?? pages.of("titleOf")?.(frame, game) ?? "";
  byId("whose").replaceChildren(...(player ? [emblem(player)] : []), h("span", {}, title));
  write(byId("sentence"), said[0]);
  /** @type {string[]} */
  const also = pages.of("also")?.(frame, game) ?? said.slice(1);
  byId("also").replaceChildren(...also.map((line) => h("li", {}, line)));
}

function markStep() {
  const steps = byId("steps");
  for (const button of steps.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  set(steps.children[at].children[0], "aria-current", "step");
}

/** @param {Frame} frame */
function showPlayers(frame) {
  byId("players").replaceChildren(...game.players.map((player) => h("li", { class: `player${player.seat === frame.seat ? " to-move" : ""}`, "data-colour": player.colour },
    emblem(player), h("span", { class: "who" }, h("b", {}, player.name),
      h("span", { class: "state" }, (pages.of("stateOf")?.(player, frame, game) ?? []).join(" · "))))));
}

function listSteps() {
  byId("steps").replaceChildren(...game.frames.map(({ kind, seat, turn, said }, index) => {
    const player = game.players.find((each) => each.seat === seat);
    const mark = player ? emblem(player) : h("span", { class: "emblem none" }, kind === "start" ? "" : "Σ");
    return h("li", {}, h("button", { type: "button", class: "plain", onclick: () => go(index) }, mark,
      h("span", { class: "number" }, turn ? String(turn) : ""), h("span", {}, said[0])));
  }));
}

// --- moving ------------------------------------------------------------------------------------------------------------

/** @param {number} index */
function go(index) {
  halt();
  show(index);
  light();
}

function play() {
  if (at === game.frames.length - 1) show(0);
  set(byId("go-play"), "aria-pressed", "true");
  set(byId("sentence"), "aria-live", "off");
  tick();
}

function tick() {
  const { kind } = game.frames[at];
  playing = setTimeout(() => {
    show(at + 1);
    light();
    if (at === game.frames.length - 1) halt();
    else tick();
  }, kind === "start" || kind === "step" ? STEP_MS : LONG_MS);
}

function halt() {
  clearTimeout(playing);
  playing = undefined;
  set(byId("go-play"), "aria-pressed", "false");
  set(byId("sentence"), "aria-live", "polite");
}

/** @type {Record<string, () => void>} */
const MOVES = {
  first: () => go(0), back: () => go(at - 1), forward: () => go(at + 1), last: () => go(game.frames.length - 1),
  play: () => (playing ? halt() : play()),
};
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play" };

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || around(event, "input[type=range]")) return;
  const name = KEYS[event.key];
  if (!name || (event.key === " " && around(event, "button, a, input, summary"))) return;
  event.preventDefault();
  MOVES[name]();
}

// --- the lights of the board -------------------------------------------------------------------------------------------

// What the table shows is what it says it shows: this page, another one, or the board's own buttons may have moved it.
let shining = false;
let lent = true;
let asking = false;
let again = false;

/**
 * @param {Command} command
 * @returns {Promise<Reply>}
 */
async function send(command) {
  const id = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const answer = await fetch(`/api/command?lang=${known.language}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ type: "command", id, command }) });
  return answer.json();
}

// One question at a time, and the last place wins: a slider moves faster than the table.
async function light() {
  if (!shining) return;
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  do {
    again = false;
    const reply = await send({ name: "exhibit", number, index: at }).catch(() => ({ ok: false, sentence: t("offline") }));
    write(byId("refusal"), reply.ok ? "" : reply.sentence ?? "");
    if (!reply.ok) shine(false);
  } while (again && shining);
  asking = false;
}

/** @param {boolean} on */
function shine(on) {
  shining = on;
  set(byId("exhibit"), "aria-pressed", on);
}

function follow() {
  const feed = new EventSource(`/api/events?lang=${known.language}`);
  feed.onmessage = ({ data }) => {
    const { type, screen: news } = JSON.parse(data);
    if (news.phase) lend(["idle", "over"].includes(news.phase));
    if ("exhibit" in news && !asking && (shining || type === "snapshot")) keepUp(news.exhibit);
  };
}

/** @param {{ number: number, index: number } | null} exhibit */
function keepUp(exhibit) {
  const mine = exhibit?.number === number;
  shine(mine);
  if (!exhibit || !mine || exhibit.index === at) return;
  halt();
  show(exhibit.index);
}

/**
 * While a game is on the lights belong to those who play.
 * @param {boolean} free
 */
function lend(free) {
  lent = free;
  set(byId("exhibit"), "aria-disabled", free ? null : "true");
}

async function toggleLights() {
  write(byId("refusal"), lent ? "" : t("replay_lights_busy"));
  if (!lent) return;
  shine(!shining);
  if (shining) await light();
  else await send({ name: "end_exhibit" }).catch(() => null);
}

// --- the beginning -----------------------------------------------------------------------------------------------------

stillBoard();

function begin() {
  useBoard(pages.of("board"));
  useSigns(pages.of("sign"));
  pages.call("begin", game);
  halt();
  byId("to-analysis").hidden = !game.analysis;
  byId("slider").max = String(game.frames.length - 1);
  write(byId("outcome"), game.result?.text ?? game.frames[game.frames.length - 1].said[0]);
  draw("sharing", () => byId("sharing").replaceChildren(sharing(game.picture)));
  guard("try-from", () => startTrying(game, number, () => at));
  draw("steps", listSteps);
  for (const [name, move] of Object.entries(MOVES)) byId(`go-${name}`).addEventListener("click", move);
  byId("slider").addEventListener("input", (event) => go(Number(byId("slider").value)));
  byId("exhibit").addEventListener("click", toggleLights);
  document.addEventListener("keydown", press);
  show(Number(location.hash.slice(1)) || 0);
  set(main, "data-ready", "");
  follow();
}

// Without what the game brings, the steps are told all the same.
function beginPlainly() {
  begin();
  write(byId("refusal"), t("pages_failed"));
}

function failed() {
  write(byId("sentence"), t("replay_failed"));
}

fetchGame().catch(failed);
