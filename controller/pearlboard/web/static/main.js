// The table page: what the table says is shown, what people do is sent. Nothing is decided here.

import { showBoard, startBoard, targetsOf } from "./board.js";
import { showComputers } from "./computers.js";
import { Connection } from "./connection.js";
import { deviceKey } from "./device.js";
import { askSure, openHelp, showQuestion, singleKeys, startDialogs } from "./dialogs.js";
import { byId, set, write } from "./dom.js";
import { keepFocus } from "./focus.js";
import { showFrame } from "./glow.js";
import { showLook, startLook } from "./look.js";
import { lies } from "./marks.js";
import { showNow } from "./now.js";
import { showPanel } from "./panel.js";
import { showPhones, startPhones } from "./phones.js";
import { showProposal } from "./proposal.js";
import { askValue, showReveal, startReveal } from "./reveal.js";
import { showScore } from "./score.js";
import { showSetup, startSetup } from "./setup.js";
import { hear, startSound } from "./sound.js";
import { known, t } from "./texts.js";
import { pressToken, showTokens, startTokens } from "./tokens.js";

const REFUSAL_MS = 9000;
const scheme = location.protocol === "https:" ? "wss" : "ws";
const table = new Connection(`${scheme}://${location.host}/ws?lang=${known.language}`, {
  token: deviceKey(), onScreen: show, onFrame: showFrame, onState: showLink, onRefusal: complain,
  onRefused: () => showLink("refused"),
});
let forgetting = null;

function show(screen, changed) {
  const focused = document.activeElement;
  set(byId("main"), "data-phase", screen.phase);
  set(byId("main"), "data-clear", screen.pieces.length ? null : "");
  byId("simulated").hidden = !screen.simulated;
  set(byId("main"), "data-advanced", screen.game?.advanced ? "" : null);
  showBoard(screen);
  showNow(screen, changed);
  showPanel(screen);
  showTokens(screen);
  showComputers(screen);
  showProposal(screen, { agree: Boolean(screen.take_back?.table), refuse: true });
  showPhones(screen);
  showLook(screen);
  showSetup(screen, changed);
  showReveal(screen);
  showScore(screen, act);
  showQuestion(screen.question);
  hear(screen.cue);
  keepFocus(focused, screen);
}

function showLink(state) {
  set(byId("link"), "data-state", state);
  write(byId("link"), t(state));
}

// --- doing things ------------------------------------------------------------------------------------------------------

// Pieces and the board's own buttons are moved whatever the version: hands do not wait for a screen.
const BY_HAND = new Set(["put", "lift", "leave_out", "trust", "tidy", "button"]);

async function act(command) {
  const reply = await table.send(command, BY_HAND.has(command.name) ? { version: null } : {});
  complain(reply === null ? t("offline") : reply.ok ? "" : reply.sentence);
  return reply;
}

function complain(sentence) {
  clearTimeout(forgetting);
  write(byId("refusal"), sentence);
  if (sentence) forgetting = setTimeout(() => write(byId("refusal"), ""), REFUSAL_MS);
}

// Shown only where they can be asked.
const OFFERED = new Set(["agree_take_back", "refuse_take_back", "claim_host"]);

function touch(site) {
  const screen = table.screen;
  if (!screen || screen.paused) return;
  if (screen.phase === "reveal") askValue(site);
  else if (isTarget(screen, site)) act({ name: "aim", site: site === screen.tokens.target ? null : site });
  else if ((screen.simulated || screen.sensors.by_hand.includes(site)) && screen.phase !== "count") {
    const there = screen.pieces.some((piece) => piece.site === site && lies(piece));
    act({ name: there ? "lift" : "put", site });
  }
}

// A Diver that a token can be played on. On an empty space of a simulated board a click lays the piece instead, as a hand
// would, unless it could not be sensed.
function isTarget(screen, site) {
  const there = screen.pieces.some((piece) => piece.site === site && lies(piece));
  return targetsOf(screen).has(site) && (there || screen.tokens.by_tap || !screen.simulated);
}

// The button of a simulated board can always be pressed, as on a real one: without a draft the table asks what is up.
function command(name) {
  const screen = table.screen;
  if (!screen) return;
  const possible = screen.can.includes(name);
  if (OFFERED.has(name)) act({ name });
  else if (name === "abandon" && possible) askSure();
  else if (possible) act({ name });
  else if (name === "confirm" && screen.simulated && screen.phase === "playing") act({ name: "button", button: "end_turn" });
}

function note(value) {
  const screen = table.screen;
  if (!screen?.value || (value && !screen.value.choices.includes(value))) return;
  act({ name: "choose_value", value: value || null });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-command]");
  if (button && button.getAttribute("aria-disabled") !== "true") command(button.dataset.command);
});
byId("notices").addEventListener("click", (event) => {
  const button = event.target.closest("button[data-sensor]");
  if (button) act({ name: button.dataset.sensor, site: button.dataset.at });
});
byId("value").addEventListener("click", (event) => {
  const button = event.target.closest("button[data-value]");
  if (button && button.getAttribute("aria-disabled") !== "true") note(Number(button.dataset.value));
});
byId("value-later").addEventListener("click", () => act(table.screen.value?.later ? { name: "choose_value", value: null } : { name: "say_later" }));

// --- keys --------------------------------------------------------------------------------------------------------------

const YES = ["confirm", "pearls_laid", "start", "agree"];
const KEYS = {
  c: () => sayYes(), t: () => command("take_back"), h: () => command("hint"), "?": openHelp,
  p: () => pressToken("power", act), b: () => pressToken("backup", act),
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((value) => [String(value), () => note(value)])),
};

// "Confirm" is whatever says yes just now.
function sayYes() {
  if (table.screen?.phase === "count") return byId("count-next")?.click();
  const can = table.screen?.can ?? [];
  return command(YES.find((name) => can.includes(name)) ?? "confirm");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || document.querySelector("dialog[open]")) return;
  const board = event.target === document.body || event.target.closest?.("#board");
  if (!board) return;
  const single = singleKeys() ? KEYS[event.key.toLowerCase()] : null;
  const todo = event.key === "End" ? sayYes : single;
  if (!todo) return;
  event.preventDefault();
  todo();
});

startBoard(touch);
startSetup((setUp) => table.send(setUp));
startReveal(act);
startDialogs(act);
startTokens(act);
startPhones(act);
startLook(act);
startSound();
table.open();
