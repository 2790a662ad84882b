// A guest of a lobby: a form with a name and what may be chosen, then who else is here, until the host begins. The guest's
// token is then that of its seat.

import { Connection } from "../live/connection.js";
import { showCount, showGuests, showTeams } from "../live/guests.js";
import { byId, fill, h, set, write } from "../shared/dom.js";
import { draw, guard } from "../shared/fence.js";
import { emblem } from "../shared/players.js";
import { known, refusalOf, t } from "../shared/texts.js";
import { forgetGuest, guestToken } from "../shared/seats.js";

/**
 * @typedef {import("../shared/seats.js").OwnSeat} OwnSeat
 * @typedef {{ onSeat: (seat: OwnSeat) => void, onGone: (why: string) => void, onShow: (screen: Screen) => void, onState: (state: string) => void }} Heard
 */

/** @type {Heard} */
let heard;
/** @type {Connection | null} */
let line = null;
/** Whether the form is shown though the guest has a name. */
let changing = false;
/** What is chosen in the form and not sent; null: nothing was touched. */
/** @type {string | null} */
let chosen = null;
let leaving = false;

/** @param {Heard} how */
export function startLobby(how) {
  heard = how;
  byId("lobby-form").addEventListener("submit", (event) => {
    event.preventDefault();
    introduce();
  });
  byId("lobby-pick-options").addEventListener("change", (event) => { chosen = /** @type {HTMLInputElement} */ (event.target).value; });
  byId("lobby-change").addEventListener("click", () => {
    changing = true;
    chosen = null;
    again();
    byId("lobby-name").focus();
  });
  byId("lobby-cancel").addEventListener("click", unchanged);
  byId("lobby-form").addEventListener("keydown", (event) => { if (event.key === "Escape" && changing) unchanged(); });
  byId("lobby-leave").addEventListener("click", async () => {
    leaving = true;
    const reply = await ask({ name: "leave_lobby" });
    leaving = leaving && Boolean(reply?.ok ?? true);
  });
}

/** This tab is a guest: show it. */
export function enterLobby() {
  const token = guestToken();
  if (!token || line?.token === token) return;
  line?.end();
  changing = false;
  chosen = null;
  line = new Connection(`/ws/seat?lang=${known.language}`, {
    token, onScreen: (screen) => (screen.you?.seat ? becomeSeat(screen.you) : show(screen)), onFrame: () => {}, onState: heard.onState,
    onRefusal: complain, onRefused: (error) => leave(leaving ? "left" : error === "revoked" ? "over" : "forgotten"),
  });
  line.open();
}

/** @param {You} you */
function becomeSeat({ seat, name }) {
  const token = guestToken();
  leave(null);
  if (token && seat) heard.onSeat({ seat, name: name ?? "", token });
}

/** @param {string | null} why */
function leave(why) {
  forgetGuest();
  line?.end();
  line = null;
  leaving = false;
  byId("lobby").hidden = true;
  if (why) heard.onGone(why);
}

// --- showing -----------------------------------------------------------------------------------------------------------

/** What the game brings is there now, or something else was done here. */
export function again() {
  if (line?.screen) show(line.screen);
}

/** @param {Screen} screen */
function show(screen) {
  const { lobby } = screen;
  const me = lobby?.guests.find(({ guest }) => guest === lobby.you);
  if (!lobby || !me) return;
  guard("lobby", () => heard.onShow(screen));
  const asks = !me.name || changing;
  const opens = byId("lobby").hidden || byId("lobby-form").hidden;
  byId("lobby").hidden = false;
  byId("lobby-form").hidden = !asks;
  byId("lobby-inside").hidden = asks;
  write(byId("lobby-title"), asks ? t("lobby_welcome", { game: lobby.title }) : t("lobby_in"));
  write(byId("me"), me.name || "Pearlboard");
  draw("my-emblem", () => fill(byId("my-emblem"), JSON.stringify(me), () => (me.name ? [emblem(/** @type {Player} */ (/** @type {unknown} */ (me)))] : [])));
  set(document.body, "data-colour", me.colour);
  if (asks && opens) byId("lobby-name").value = me.name;
  byId("lobby-cancel").hidden = !me.name;
  write(byId("lobby-in"), t(me.name ? "lobby_keep" : "lobby_come_in"));
  if (asks) draw("lobby-picks", () => showPicks(lobby, me));
  draw("lobby-seat", () => write(byId("lobby-seat"), seatOf(lobby, me)));
  draw("lobby-here", () => showCount(byId("lobby-here"), lobby));
  draw("guests", () => showGuests(byId("guests"), lobby));
  draw("lobby-teams", () => showTeams(byId("lobby-teams"), lobby));
}

/**
 * What others have is shown as theirs. The first that is free is chosen for whoever chooses nothing.
 * @param {Lobby} lobby
 * @param {Guest} me
 */
function showPicks({ picks, guests, game }, me) {
  /** @type {Map<string | null, string>} */
  const others = new Map(guests.filter((guest) => guest !== me && guest.pick).map((guest) => [guest.pick, guest.name]));
  const free = picks.filter(({ pick }) => !others.has(pick));
  const now = free.find(({ pick }) => pick === (chosen ?? me.pick)) ?? free[0];
  byId("lobby-picks").hidden = !picks.length;
  fill(byId("lobby-pick-options"), JSON.stringify([picks, [...others], now?.pick, game, document.querySelectorAll("symbol").length]), () => picks.map((each) => h("label", {
    class: `pick${others.has(each.pick) ? " taken" : ""}`, "data-colour": each.colour, "data-pick": each.pick,
  }, h("input", { type: "radio", name: "pick", id: `pick-${each.pick}`, value: each.pick, checked: each === now, disabled: others.has(each.pick) }),
  emblem(/** @type {Player} */ (/** @type {unknown} */ ({ ...each, initials: each.text.slice(0, 1) }))), h("span", {}, each.text, others.has(each.pick) ? h("small", {}, t("lobby_taken", { name: others.get(each.pick) })) : null))));
}

/**
 * @param {Lobby} lobby
 * @param {Guest} me
 */
function seatOf({ chairs, teams }, me) {
  const chair = chairs.find(({ guest }) => guest === me.guest);
  if (!chair) return t("lobby_you_wait");
  return [t("player", { number: chair.seat }), teams ? t("team", { number: chair.side }) : ""].filter(Boolean).join(" · ");
}

// --- doing -------------------------------------------------------------------------------------------------------------

// The guest stays who it was; what was typed and chosen is forgotten.
function unchanged() {
  changing = false;
  chosen = null;
  complain("");
  again();
  byId("lobby-change").focus();
}

async function introduce() {
  const pick = /** @type {HTMLInputElement | null} */ (byId("lobby-form").querySelector("input[name=pick]:checked"));
  const reply = await ask({ name: "introduce", called: byId("lobby-name").value, pick: pick?.value ?? null });
  if (!reply?.ok) return;
  changing = false;
  chosen = null;
  again();
  byId("lobby-title").focus();
}

/** @param {Command} command */
async function ask(command) {
  const reply = await (line?.send(command) ?? null);
  complain(reply === null && leaving ? "" : refusalOf(reply));
  return reply;
}

/** @param {string} sentence */
const complain = (sentence) => write(byId("lobby-refusal"), sentence);
