// The set-up form. What was typed survives a reload; what is wrong is said beside it before anything is sent.

import { byId, h, set, write } from "./dom.js";
import { known, list, t } from "./texts.js";

const KEY = "pearlboard.setup";
const form = byId("setup");
const START = {
  players: "2", names: ["", "", "", ""], plays: ["person", "person", "person", "person"], advanced: false, clans_by: "draw", clans: known.clans, edition: "en", voluntary_pass: false, peek_own: false,
  farms: "deal", clusters: {}, first: 1, hints: "request", confirm: "auto",
};
let state = { ...START, ...remembered() };
let touched = sessionStorage.getItem(KEY) !== null;

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
}

// `setUp(command)` sends the command and resolves with the table's reply.
export function startSetup(setUp) {
  form.addEventListener("input", (event) => change(event.target));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (farmsWrong()) return byId("farms").querySelector("select").focus();
    const reply = await setUp(command());
    return complain(reply?.ok ? "" : reply?.sentence ?? t("offline"));
  });
  fill();
}

export function showSetup(screen, changed) {
  const idle = screen.phase === "idle";
  if (form.hidden !== idle) return void (changed?.includes("setup_error") && complain(screen.setup_error ?? ""));
  form.hidden = !idle;
  if (idle && !touched) begin(screen);
  complain(idle ? screen.setup_error ?? "" : "");
}

// Nothing was typed yet: begin with those who played last, or with what the table's settings say.
function begin({ last, confirm }) {
  if (last) return takeLast(last);
  state = { ...state, confirm };
  return fill();
}

function takeLast({ players, ...rest }) {
  const clans = players.map((player) => player.clan);
  state = {
    ...state, ...rest, players: String(players.length), plays: START.plays.map((_, seat) => players[seat]?.computer ?? "person"), names: START.names.map((_, seat) => players[seat]?.name ?? ""),
    clans: [...clans, ...known.clans.filter((clan) => !clans.includes(clan))],
  };
  fill();
}

function complain(sentence) {
  write(byId("setup-error"), sentence);
}

function change(field) {
  const seat = field.closest(".seat")?.dataset.seat;
  if (field.type === "text") state.names = state.names.with(seat - 1, field.value);
  else if (field.name.startsWith("clan-")) takeClan(seat - 1, field.value);
  else if (field.dataset.plays) state.plays = state.plays.with(seat - 1, field.value);
  else if (field.dataset.farm) state.clusters = { ...state.clusters, [field.dataset.farm]: field.value };
  else if (field.name === "clans") state.clans_by = field.value;
  else if (field.name === "first") state.first = Number(field.value);
  else state[field.name] = field.type === "checkbox" ? field.checked : field.value;
  if (field.name === "edition") state.voluntary_pass = field.value === "fr";
  touched = true;
  sessionStorage.setItem(KEY, JSON.stringify(state));
  complain("");
  fill();
}

// Clans are swapped: whoever had this one gets the other.
function takeClan(seat, clan) {
  const other = state.clans.indexOf(clan);
  state.clans = state.clans.with(other, state.clans[seat]).with(seat, clan);
}

function fill() {
  const count = Number(state.players);
  if (state.first > count) state.first = 1;
  for (const field of form.elements) {
    if (field.name === "clans") field.checked = state.clans_by === field.value;
    else if (field.type === "radio" && !field.name.startsWith("clan-") && field.name !== "first") field.checked = state[field.name] === field.value;
    else if (field.type === "checkbox") field.checked = state[field.name];
    else if (field.dataset.farm) field.value = state.clusters[field.dataset.farm] ?? "";
  }
  byId("choose-clans").hidden = !state.advanced;
  for (const seat of form.querySelectorAll(".seat")) fillSeat(seat, Number(seat.dataset.seat), count);
  fillFirst(count);
  byId("farms").hidden = state.farms !== "type";
  farmsWrong();
}

function fillSeat(element, seat, count) {
  element.hidden = seat > count;
  const name = byId(`name-${seat}`);
  if (name.value !== state.names[seat - 1]) name.value = state.names[seat - 1];
  name.placeholder = byComputer(seat) ? t("computer_name") : t("player", { number: seat });
  byId(`plays-${seat}`).value = state.plays[seat - 1];
  set(element, "data-clan", drawn() ? null : state.clans[seat - 1]);
  element.querySelector(".clans").hidden = drawn();
  for (const radio of element.querySelectorAll("input[type=radio]")) radio.checked = radio.value === state.clans[seat - 1];
}

// In the advanced game the table deals the clans, unless people want to choose.
const drawn = () => state.advanced && state.clans_by === "draw";

const byComputer = (seat) => state.plays[seat - 1] !== "person";

function nameOf(seat) {
  return state.names[seat - 1].trim() || t(byComputer(seat) ? "computer_seat" : "player", { number: seat });
}

function fillFirst(count) {
  const box = byId("first-options");
  while (box.children.length > count) box.lastChild.remove();
  for (let seat = box.children.length + 1; seat <= count; seat += 1)
    box.append(h("label", {}, h("input", { type: "radio", name: "first", value: seat }), h("span")));
  [...box.children].forEach((label, index) => {
    write(label.lastChild, nameOf(index + 1));
    label.firstChild.checked = state.first === index + 1;
  });
}

// What is still to be placed, or what was placed too often; whether the form may be sent.
function farmsWrong() {
  const left = [...known.clusters];
  const over = [];
  for (const size of Object.values(state.clusters).filter(Boolean).map(Number)) {
    const at = left.indexOf(size);
    if (at < 0) over.push(size);
    else left.splice(at, 1);
  }
  const line = byId("farms-left");
  set(line, "class", over.length ? "refusal" : null);
  write(line, over.length ? t("farms_too_many", { clusters: list([...new Set(over)].map(String)), all: known.clusters.join(" ") })
    : left.length ? t("farms_left", { clusters: left.join(" ") }) : t("farms_right"));
  return state.farms === "type" && (over.length > 0 || left.length > 0);
}

function command() {
  const count = Number(state.players);
  const players = Array.from({ length: count }, (_, index) => ({
    name: byComputer(index + 1) ? state.names[index].trim() : nameOf(index + 1), clan: drawn() ? null : state.clans[index],
    computer: byComputer(index + 1) ? state.plays[index] : null,
  }));
  const farms = Object.fromEntries(known.farms.map((farm) => [farm, Number(state.clusters[farm])]));
  return {
    name: "set_up", players, advanced: state.advanced, edition: state.edition, voluntary_pass: state.voluntary_pass, peek_own: state.peek_own,
    farms: state.farms === "type" ? farms : null, first: state.first, hints: state.hints, confirm: state.confirm,
  };
}
