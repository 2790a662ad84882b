// A player without a screen of their own looks on a page that all share. Everybody else looks away; what is shown is shown
// on the one page that has asked, until it is handed back, and all pages say so.

import { doAct } from "../live/acts.js";
import { advised } from "../live/computers.js";
import { around, byId, fill, h, write } from "../shared/dom.js";
import { emblem, withoutPhone } from "../shared/players.js";
import { showValues } from "../live/plain.js";
import { knows, refusalOf, t } from "../shared/texts.js";

const dialog = byId("private");
/** @type {Send} */
let act;
/** @type {Seat | null} */
let looking = null;
/** Opened for advice alone, by whoever is to move. */
let asks = false;

/** @param {Send} send */
export function startPrivate(send) {
  act = send;
  byId("privates").addEventListener("click", (event) => {
    const button = around(event, "button[data-seat]");
    if (button) open(Number(button.dataset.seat), button.dataset.name ?? "");
  });
  byId("private-acts").addEventListener("click", (event) => {
    const button = around(event, "button[data-act]");
    if (button) doAct(JSON.parse(button.dataset.act ?? "")).then(complain);
  });
  byId("private-advise").addEventListener("click", async () => complain(await act({ name: "advise" })));
  dialog.addEventListener("close", close);
}

/**
 * `draw(box, screen)`: how the game shows what a seat alone may see; without it, it is a list.
 * @param {Screen} screen
 * @param {Seat[]} seats
 * @param {((box: HTMLElement, screen: Screen) => void) | undefined} draw
 */
export function showPrivate(screen, seats, draw) {
  const players = (screen.match?.players ?? []).filter((player) => seats.includes(player.seat));
  const box = byId("privates");
  box.hidden = !players.length;
  fill(box, JSON.stringify(players.map(({ seat, name, colour }) => [seat, name, colour])), () => players.map((player) =>
    h("button", { type: "button", id: `look-${player.seat}`, "data-seat": player.seat, "data-name": player.name }, emblem(player), t(knows("private_advice") ? "private_advice" : "private_of", { name: player.name }))));
  const moves = asks && screen.match?.players.some(({ seat, to_move }) => to_move && seat === looking);
  if (looking !== null && !seats.includes(looking) && !moves && dialog.open) dialog.close();
  const you = looking !== null && screen.you?.seat === looking ? screen.you : null;
  show(you, screen, draw);
}

/**
 * Advice is for the one who asks: seen at once by whoever plays alone at this page, else where the others look away.
 * @param {Player} player
 * @param {boolean} alone
 */
export async function adviseOne({ seat, name }, alone) {
  const reply = await (alone ? act({ name: "private", seat }) : open(seat, name, true));
  if (!alone && looking !== seat) return; // closed meanwhile
  complain(reply?.ok ? await act({ name: "advise" }) : reply);
}

/**
 * The seats whose own things can be looked at on this page: people without a screen of their own.
 * @param {Screen} screen
 * @returns {Seat[]}
 */
export const withoutScreen = (screen) => (screen.phase !== "playing" || !screen.host.you || screen.host.can_claim ? []
  : withoutPhone(screen).map((player) => player.seat));

/**
 * @param {Seat} seat
 * @param {string} name
 * @param {boolean} forAdvice
 */
async function open(seat, name, forAdvice = false) {
  looking = seat;
  asks = forAdvice;
  write(byId("private-title"), t("private_away", { name }));
  dialog.showModal();
  const reply = await act({ name: "private", seat });
  complain(reply);
  return reply;
}

function close() {
  if (looking === null) return;
  looking = null;
  show(null);
  act({ name: "hand_back" });
}

/**
 * @param {You | null} you
 * @param {Screen} [screen]
 * @param {(box: HTMLElement, screen: Screen) => void} [draw]
 */
function show(you, screen, draw) {
  const values = byId("private-values");
  if (draw && you && screen) draw(values, screen);
  else showValues(values, you?.game ?? null, screen?.match);
  const acts = you?.acts ?? [];
  fill(byId("private-acts"), JSON.stringify(acts), () => acts.map((each, index) => h("button", {
    type: "button", id: `private-act-${index}`, class: each.main ? "main" : "", "data-act": JSON.stringify(each) }, each.text)));
  const advice = you?.advice ?? [];
  byId("private-advise").hidden = !you?.can.includes("advise") || advice.length > 0;
  byId("private-advice").hidden = !advice.length;
  fill(byId("private-advice"), JSON.stringify(advice), () => advice.map(advised));
}

/** @param {Reply | null} reply */
function complain(reply) {
  write(byId("private-refusal"), refusalOf(reply));
}
