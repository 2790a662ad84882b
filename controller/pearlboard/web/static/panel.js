// Whose turn it is, what is the matter, what may be done: everything beside the board while a game is on.

import { byId, emblem, h, set, write } from "./dom.js";
import { t } from "./texts.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const CIRCLE = 100;
let ends = null;

export function showPanel(screen, changed) {
  showSentence(screen);
  showActions(screen);
  showPlayers(screen);
  showNotices(screen);
  showRules(screen.game);
  showValue(screen.value);
  if (!changed || changed.includes("countdown")) showCountdown(screen.countdown);
}

function showSentence({ sentence, verdict, game, phase }) {
  const line = byId("sentence");
  write(line, sentence);
  line.classList.toggle("long", sentence.length > 120);
  set(byId("now"), "data-verdict", verdict ?? "none");
  const player = phase === "playing" ? game?.players.find((each) => each.to_move) : null;
  const whose = byId("whose");
  const key = player ? `${player.clan} ${player.name} ${game.turn}` : "";
  if (whose.dataset.key === key) return;
  whose.dataset.key = key;
  whose.replaceChildren(...(player
    ? [emblem(player.clan), h("b", {}, t("whose_turn", { name: player.name })), h("span", { class: "quiet" }, t("turn", { number: game.turn }))]
    : []));
}

// What can be seen in each phase; the rest of `can` decides what can be pressed.
const SHOWN = {
  confirm: ({ phase }) => phase === "playing",
  take_back: ({ phase, can }) => phase === "playing" || can.includes("take_back"),
  hint: ({ phase, game }) => phase === "playing" && game?.hints === "request",
  pearls_laid: ({ phase }) => phase === "pearls",
  start: ({ phase }) => phase === "pearls",
  agree: ({ phase }) => phase === "reveal",
};

function showActions(screen) {
  const can = new Set(screen.can);
  for (const button of document.querySelectorAll("button[data-command]")) {
    const name = button.dataset.command;
    const possible = can.has(name) && !(name === "agree" && screen.reveal && !screen.reveal.can_agree);
    const asks = name === "confirm" && screen.simulated && !screen.paused;
    button.hidden = !(SHOWN[name]?.(screen) ?? can.has(name)) || (screen.paused && name === "pause");
    set(button, "aria-disabled", possible || asks ? null : "true");
    button.classList.toggle("idle", !possible || (name === "confirm" && screen.verdict !== "legal"));
  }
  const all = Object.values(screen.farms).every((farm) => farm.laid);
  write(byId("do-start"), t(all ? "start" : "all_laid"));
  byId("do-start").classList.toggle("main", all);
  byId("service").hidden = !["pause", "abandon"].some((name) => !byId(`do-${name}`).hidden);
}

function showPlayers({ game, phase, paused }) {
  byId("seats").hidden = !game || !["pearls", "playing"].includes(phase);
  if (!game) return;
  const teams = game.players.length === 4;
  byId("players").replaceChildren(...game.players.map((player) => playerRow(player, { teams, phase, paused })));
  byId("supply").hidden = game.pontoons_left === null;
  if (game.pontoons_left !== null) write(byId("pontoons"), t("pontoons_left", { count: game.pontoons_left }));
}

function playerRow(player, { teams, phase }) {
  const moves = player.to_move && phase === "playing";
  const state = moves ? t("plays_now") : player.done ? t("done") : "";
  const clan = [t(`clan_${player.clan}`), teams && t("team", { number: player.side })].filter(Boolean).join(" · ");
  const meter = h("span", { class: "meter", "aria-hidden": "true" });
  for (let each = 0; each < player.divers; each += 1) meter.append(h("i", { class: each < player.divers_left ? "left" : "" }));
  return h("li", { class: `player${moves ? " to-move" : ""}${player.done ? " done" : ""}`, "data-clan": player.clan, "data-seat": player.seat },
    emblem(player.clan),
    h("span", { class: "who" }, h("b", {}, player.name), h("span", { class: "quiet" }, clan)),
    h("span", { class: "state" }, state),
    h("span", { class: "hand" }, meter, h("span", {}, t("divers_left", { count: player.divers_left, of: player.divers }))));
}

function showNotices({ notices, saved, sensors }) {
  const all = saved ? [{ level: "warning", text: saved }, ...notices] : notices;
  const key = JSON.stringify([all, sensors]);
  const box = byId("notices");
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(
    ...all.map(({ level, text }) => h("li", { class: level }, text)),
    ...sensors.doubtful.map((site) => sensorRow(site, "leave_out")),
    ...sensors.left_out.map((site) => sensorRow(site, "trust")));
}

// A sensor that may be wrong can be left out, and read again.
function sensorRow(site, name) {
  return h("li", { class: "sensor" }, h("span", {}, t(`${name}_why`, { site })),
    h("button", { type: "button", class: "button", "data-sensor": name, "data-at": site }, t(name, { site })));
}

function showRules(game) {
  byId("rules").hidden = !game?.rules?.length;
  const key = JSON.stringify(game?.rules ?? []);
  const box = byId("rule-list");
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(...(game?.rules ?? []).map((rule) => h("li", {}, rule)));
}

function showValue(value) {
  byId("value").hidden = !value;
  if (!value) return;
  for (const button of byId("value").querySelectorAll("[data-value]")) {
    const number = Number(button.dataset.value);
    if (number) button.hidden = !value.choices.includes(number);
    else set(button, "aria-disabled", value.chosen ? null : "true");
  }
  write(byId("value-state"), t(value.chosen ? "value_noted" : "value_none"));
  byId("value").classList.toggle("noted", value.chosen);
}

// --- the countdown -----------------------------------------------------------------------------------------------------

function showCountdown(countdown) {
  const ring = byId("countdown");
  for (const animation of ring.getAnimations()) animation.cancel();
  clearInterval(ends?.ticking);
  set(byId("dial"), "data-counting", countdown ? "" : null);
  if (!countdown) {
    ends = null;
    return;
  }
  ends = { at: performance.now() + countdown.ms, of: countdown.of };
  const from = CIRCLE * (1 - countdown.ms / countdown.of);
  if (!still.matches) {
    ring.animate([{ strokeDashoffset: from }, { strokeDashoffset: CIRCLE }], { duration: countdown.ms, fill: "forwards" });
  }
  ends.ticking = setInterval(tick, 100);
  tick();
}

function tick() {
  const left = Math.max(0, ends.at - performance.now());
  write(byId("seconds"), String(Math.ceil(left / 1000)));
  if (still.matches) set(byId("countdown"), "stroke-dashoffset", CIRCLE * (1 - Math.ceil(left / 1000) * 1000 / ends.of));
  if (!left) clearInterval(ends.ticking);
}
