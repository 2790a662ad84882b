// What may be done, who plays, what is asked of the Diver being laid: beside the board of the table page.

import { byId, emblem, h, set, write } from "./dom.js";
import { t } from "./texts.js";

export function showPanel(screen) {
  showActions(screen);
  showPlayers(screen);
  showRules(screen.game);
  showValue(screen.value);
}

// What can be seen in each phase; the rest of `can` decides what can be pressed.
const SHOWN = {
  confirm: ({ phase, thinking }) => phase === "playing" && !thinking,
  take_back: ({ phase, can }) => phase === "playing" || can.includes("take_back"),
  hint: ({ phase, game, thinking }) => phase === "playing" && game?.hints === "request" && !thinking,
  pearls_laid: ({ phase }) => phase === "pearls",
  start: ({ phase }) => phase === "pearls",
  agree: ({ phase }) => phase === "reveal",
};
const ELSEWHERE = new Set(["agree_take_back", "refuse_take_back", "claim_host"]);

function showActions(screen) {
  const can = new Set(screen.can);
  for (const button of document.querySelectorAll("button[data-command]")) {
    const name = button.dataset.command;
    if (ELSEWHERE.has(name)) continue;
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
  const state = moves ? t(player.computer ? "thinks" : "plays_now") : player.done ? t("done") : "";
  const clan = [t(`clan_${player.clan}`), teams && t("team", { number: player.side })].filter(Boolean).join(" · ");
  const meter = h("span", { class: "meter", "aria-hidden": "true" });
  for (let each = 0; each < player.divers; each += 1) meter.append(h("i", { class: each < player.divers_left ? "left" : "" }));
  return h("li", { class: `player${moves ? " to-move" : ""}${player.done ? " done" : ""}`, "data-clan": player.clan, "data-seat": player.seat },
    emblem(player.clan),
    h("span", { class: "who" }, h("b", {}, player.name), h("span", { class: "quiet" }, clan, ...sign(player))),
    h("span", { class: "state" }, state),
    player.backup === null || player.backup === undefined ? null : front(player),
    h("span", { class: "hand" }, meter, h("span", {}, t("divers_left", { count: player.divers_left, of: player.divers }))));
}

// What lies in front of the screen, for all to see.
function front({ powers, powers_whole: whole, backup }) {
  const tokens = Array.from({ length: whole }, (_, each) => h("i", { class: `power${each < powers ? " left" : ""}` }));
  return h("span", { class: "front" },
    h("span", {}, h("span", { class: "tokens-left", "aria-hidden": "true" }, ...tokens), t("powers_left", { count: powers, of: whole })),
    h("span", { class: backup ? "" : "quiet" }, h("i", { class: `backup${backup ? " left" : ""}`, "aria-hidden": "true" }, "+1"), t(backup ? "backup_left" : "backup_played")));
}

function sign({ computer, phone }) {
  if (computer) return [" · ", h("span", { class: "computer-sign" }, t(`level_${computer}`))];
  if (!phone || phone === "none") return [];
  return [" · ", h("span", { class: `phone-sign ${phone}` }, t(`phone_sign_${phone}`))];
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
  const box = byId("value");
  box.hidden = !value;
  if (!value) return;
  for (const button of box.querySelectorAll("[data-value]")) {
    const number = Number(button.dataset.value);
    if (number) button.hidden = !value.choices.includes(number);
    else set(button, "aria-disabled", value.chosen || value.later ? null : "true");
  }
  box.querySelector("[data-value='0']").hidden = value.face_up;
  byId("value-later").hidden = value.face_up;
  set(byId("value-later"), "aria-pressed", String(Boolean(value.later)));
  write(byId("value-title"), t(value.face_up ? "value_face_up" : "value_now"));
  write(byId("value-why"), t(value.face_up ? "value_face_up_why" : "value_why"));
  write(byId("value-state"), t(value.chosen ? "value_noted" : value.later ? "value_later_noted" : value.face_up ? "value_asked" : "value_none"));
  box.classList.toggle("noted", value.chosen || Boolean(value.later));
  box.classList.toggle("asked", value.face_up && !value.chosen);
}
