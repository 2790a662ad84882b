// A finished game, shown again. The server tells what each frame brings; here they are put together and shown.

import { showBoard } from "./board.js";
import { byId, emblem, h, s, set, write } from "./dom.js";
import { outline } from "./marks.js";
import { known, t } from "./texts.js";

const STEP_MS = 1500;
const COUNT_MS = 3500;
const number = Number(byId("main").dataset.number);
let game = null;
let boards = [];
let at = 0;
let playing = null;

// --- the game ----------------------------------------------------------------------------------------------------------

async function fetchGame() {
  const answer = await fetch(`/api/archive/${number}?lang=${known.language}`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  game = await answer.json();
  const lying = new Map();
  boards = game.frames.map(({ pieces }) => {
    for (const piece of pieces) lying.set(piece.site, piece);
    return [...lying.values()];
  });
}

// What the board's own module shows: the same words as those of the running table.
function screen(frame, index) {
  const shown = byId("values").checked || frame.kind === "count" || frame.kind === "result";
  const touched = new Set(frame.touched);
  const upTo = frame.kind === "result" ? game.count.length : frame.territory;
  return {
    phase: upTo === null ? "playing" : "count", paused: false, simulated: false, lift: [], region: [], hints: null, tokens: null,
    farm_now: null, reveal: null,
    farms: Object.fromEntries(Object.entries(game.farms).map(([farm, pearls]) => [farm, { pearls, laid: true }])),
    game: { players: game.players.map((player) => ({ ...player, to_move: player.seat === frame.seat })) },
    pieces: boards[index].map((piece) => ({
      ...piece, value: shown || piece.face_up ? piece.value : null, status: touched.has(piece.site) ? "latest" : "laid", target: false,
    })),
    count: upTo === null ? null : { index: upTo, territories: game.count.slice(0, upTo + 1).map((part) => ({ ...part, totals: [] })) },
  };
}

// --- showing -----------------------------------------------------------------------------------------------------------

function show(index) {
  at = Math.max(0, Math.min(index, game.frames.length - 1));
  const frame = game.frames[at];
  showBoard(screen(frame, at));
  if (frame.kind === "step")
    byId("shades").append(...frame.territories.map(({ spaces }) => s("path", { class: "lit-line", d: outline(spaces) })));
  showPlayers(frame);
  showStep(frame);
  const slider = byId("slider");
  slider.value = at;
  set(slider, "aria-valuetext", frame.said[0]);
  write(byId("place"), t("replay_place", { number: at, of: game.frames.length - 1 }));
  for (const [name, end] of [["first", 0], ["back", 0], ["forward", boards.length - 1], ["last", boards.length - 1]])
    set(byId(`go-${name}`), "aria-disabled", at === end ? "true" : null);
  history.replaceState(null, "", `#${at}`);
}

function showStep({ kind, seat, turn, territory, said }) {
  const player = game.players.find((each) => each.seat === seat);
  const what = { start: () => t("replay_start"), step: () => `${t("replay_turn", { number: turn })} · ${player.name}`,
    count: () => t("replay_count", { number: territory + 1, of: game.count.length }), result: () => t("replay_result") };
  byId("whose").replaceChildren(...[player && emblem(player.clan), h("span", {}, what[kind]())].filter(Boolean));
  write(byId("sentence"), said[0]);
  const also = kind === "result" ? game.result.standings : said.slice(1);
  byId("also").replaceChildren(...also.map((line) => h("li", {}, line)));
  const steps = byId("steps");
  for (const button of steps.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  const now = steps.children[at].firstChild;
  set(now, "aria-current", "step");
  const [box, line] = [steps, now].map((element) => element.getBoundingClientRect());
  steps.scrollTop += (line.top + line.bottom - box.top - box.bottom) / 2;
}

function showPlayers(frame) {
  byId("players").replaceChildren(...frame.players.map(({ seat, divers_left: count, powers, backup, done }) => {
    const { name, clan } = game.players.find((each) => each.seat === seat);
    const of = game.frames[0].players.find((each) => each.seat === seat).divers_left;
    const left = [t("divers_left", { count, of }), powers ? t("replay_powers", { count: powers }) : null, backup ? t("replay_backup") : null,
      done ? t("done") : null].filter(Boolean);
    return h("li", { class: `player${seat === frame.seat ? " to-move" : ""}`, "data-clan": clan }, emblem(clan),
      h("span", { class: "who" }, h("b", {}, name), h("span", { class: "state" }, left.join(" · "))));
  }));
}

function listSteps() {
  byId("steps").replaceChildren(...game.frames.map(({ kind, seat, turn, said }, index) => {
    const player = game.players.find((each) => each.seat === seat);
    const mark = player ? emblem(player.clan) : h("span", { class: "emblem none" }, kind === "start" ? "" : "Σ");
    return h("li", {}, h("button", { type: "button", class: "plain", onclick: () => go(index) }, mark,
      h("span", { class: "number" }, turn ? String(turn) : ""), h("span", {}, said[0])));
  }));
}

// --- moving ------------------------------------------------------------------------------------------------------------

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
  }, kind === "count" ? COUNT_MS : STEP_MS);
}

function halt() {
  clearTimeout(playing);
  playing = null;
  set(byId("go-play"), "aria-pressed", "false");
  set(byId("sentence"), "aria-live", "polite");
}

const MOVES = {
  first: () => go(0), back: () => go(at - 1), forward: () => go(at + 1), last: () => go(game.frames.length - 1),
  play: () => (playing ? halt() : play()),
};
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play" };

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input[type=range]")) return;
  const name = KEYS[event.key];
  if (!name || (event.key === " " && event.target.closest?.("button, a, input, summary"))) return;
  event.preventDefault();
  MOVES[name]();
}

// --- the lights of the board -------------------------------------------------------------------------------------------

// What the table shows is what it says it shows: this page, another one, or the board's own buttons may have moved it.
let shining = false;
let lent = true;
let asking = false;
let again = false;

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

function keepUp(exhibit) {
  const mine = exhibit?.number === number;
  shine(mine);
  if (!mine || exhibit.index === at) return;
  halt();
  show(exhibit.index);
}

// While a game is on the lights belong to those who play.
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

// Nothing here can be laid or lifted: what was a button on the table is a picture.
for (const site of document.querySelectorAll(".site")) {
  set(site, "role", "img");
  site.removeAttribute("tabindex");
}

function begin() {
  halt();
  byId("slider").max = game.frames.length - 1;
  write(byId("outcome"), game.result.text);
  listSteps();
  for (const [name, move] of Object.entries(MOVES)) byId(`go-${name}`).addEventListener("click", move);
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("values").addEventListener("change", () => show(at));
  byId("exhibit").addEventListener("click", toggleLights);
  document.addEventListener("keydown", press);
  show(Number(location.hash.slice(1)) || 0);
  set(byId("main"), "data-ready", "");
  follow();
}

fetchGame().then(begin, () => write(byId("sentence"), t("replay_failed")));
