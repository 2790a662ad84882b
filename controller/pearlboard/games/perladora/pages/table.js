// Perladöra on the table page: tokens, the value of the Diver being laid, an Elder's look, the reveal, the count.

import { standingSite } from "/static/shared/board.js";
import { around, byId, h, set, write } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { aimsOf, drawLagoon } from "./lagoon.js";
import { showHand, startHand } from "./hand.js";
import { showLook, startLook, stopLook } from "./look.js";
import { askValue, showReveal, startReveal, stopReveal } from "./reveal.js";
import { showScore } from "./score.js";
import { playTheatre } from "./theatre.js";
import { pressToken, showTokens, startTokens } from "./tokens.js";

/** @typedef {import("./hand.js").Asked} Asked */

/** @type {Send} */
let act;
/** @type {() => MatchScreen} */
let screen;
/** @type {Context["sharing"]} */
let sharing;

/** What is drawn when a game has gone and its bowls stay, for the form of the next. */
const NO_GAME = /** @type {BoardScreen} */ (/** @type {unknown} */ ({ game: {}, pieces: [], match: null }));

/** Nobody holds anything once the Divers are turned up. @param {Screen} screen */
export const holds = ({ stage }) => stage === "playing";
export const goesOn = true;

/** @param {Context} context */
export function start(context) {
  ({ act, screen, sharing } = context);
  startTokens(act);
  startReveal(act);
  startLook(context);
  startHand(act);
  byId("value").addEventListener("click", (event) => {
    const button = around(event, "button[data-value]");
    if (button && button.getAttribute("aria-disabled") !== "true") note(Number(button.dataset.value));
  });
  byId("value-later").addEventListener("click", () => choose({ later: !screen().game.value?.later }));
}

export function stop() {
  stopReveal();
  stopLook();
  set(byId("main"), "data-advanced", null);
  drawLagoon(NO_GAME);
}

/** @param {MatchScreen} now */
export function show(now) {
  const { game, stage } = now;
  set(byId("main"), "data-advanced", game.advanced ? "" : null);
  byId("supply").hidden = game.pontoons_left === null;
  if (game.pontoons_left !== null) write(byId("pontoons"), t("pontoons_left", { count: game.pontoons_left }));
  byId("seats").hidden = !["pearls", "playing"].includes(stage ?? "");
  drawLagoon({ ...now, secret: Boolean(now.you) });
  showTokens(now, !now.waits);
  showValue(now.waits ? null : game.value);
  showLook(now);
  showReveal(now);
  playTheatre(now);
  showScore(now, { sharing });
}

export const tray = showHand;

/** @param {object} choice */
const choose = (choice) => act({ name: "choose", choice });

// --- players -----------------------------------------------------------------------------------------------------------

/**
 * @param {Player} player
 * @returns {Row}
 */
export function row(player) {
  const { divers, divers_left: left } = player;
  const bars = Array.from({ length: divers }, (_, each) => h("i", { class: left > each ? "left" : "" }));
  const meter = h("span", { class: "meter", "aria-hidden": "true" }, ...bars);
  const hand = h("span", { class: "hand" }, meter, h("span", {}, t("divers_left", { count: left, of: divers })));
  return { about: t(`clan_${player.clan}`), state: player.done ? t("done") : "", out: player.done, more: [player.backup === null ? null : front(player), hand] };
}

/**
 * What lies in front of the screen, for all to see.
 * @param {Player} player
 */
function front({ powers, powers_whole: whole, backup }) {
  const tokens = Array.from({ length: whole }, (_, each) => h("i", { class: `power${powers > each ? " left" : ""}` }));
  return h("span", { class: "front" },
    h("span", {}, h("span", { class: "tokens-left", "aria-hidden": "true" }, ...tokens), t("powers_left", { count: powers, of: whole })),
    h("span", { class: backup ? "" : "quiet" }, h("i", { class: `backup${backup ? " left" : ""}`, "aria-hidden": "true" }, "+1"), t(backup ? "backup_left" : "backup_played")));
}

// --- the value of the Diver being laid ---------------------------------------------------------------------------------

/** @param {number} value */
function note(value) {
  const asked = screen().game.value;
  if (!asked || (value && !asked.choices.includes(value))) return;
  choose({ value: value || null });
}

/** @param {Asked | null} value */
function showValue(value) {
  const box = byId("value");
  box.hidden = !value;
  if (!value) return;
  for (const button of box.querySelectorAll("[data-value]")) {
    const number = Number(button.dataset.value);
    if (number) button.hidden = !value.choices.includes(number);
    else set(button, "aria-disabled", value.chosen || value.later ? null : "true");
  }
  /** @type {HTMLElement} */ (box.querySelector("[data-value='0']")).hidden = value.face_up;
  byId("value-later").hidden = value.face_up;
  set(byId("value-later"), "aria-pressed", String(Boolean(value.later)));
  tellValue(value);
  box.classList.toggle("noted", Boolean(value.chosen || value.later));
  box.classList.toggle("asked", value.face_up && !value.chosen);
}

/** @param {Asked} value */
function tellValue(value) {
  write(byId("value-title"), t(value.face_up ? "value_face_up" : "value_now"));
  write(byId("value-why"), t(value.face_up ? "value_face_up_why" : "value_why"));
  write(byId("value-state"), t(value.chosen ? "value_noted" : value.later ? "value_later_noted" : value.face_up ? "value_asked" : "value_none"));
}

// --- hands and keys ----------------------------------------------------------------------------------------------------

/**
 * Whether a click on the board means something else here than to lay a piece or to lift it.
 * @param {Site} site
 * @param {Screen} now
 * @returns {boolean}
 */
export function touch(site, now) {
  const { tokens } = now.game;
  if (now.stage === "reveal") askValue(site);
  else if (aimsOf(now, now.simulated).has(site)) choose({ target: site === tokens.target ? null : site });
  else return now.stage === "count";
  return true;
}

/** @type {Record<string, () => void>} */
export const keys = {
  p: () => pressToken("power"), b: () => pressToken("backup"),
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((value) => [String(value), () => note(value)])),
};

/**
 * Where the focus goes when what had it is gone.
 * @param {Screen} screen
 * @returns {(HTMLElement | null)[]}
 */
export const focus = ({ stage }) => (stage === "reveal" ? [standingSite()] : []);
