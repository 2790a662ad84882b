// Where the board is only drawn: the hand of the player at this page. A page that goes round from player to player shows
// none until the next one says so; where only one person plays here it stays open.
//
// A game that deals hands exports `tray(screen)`, which shows the hand of `screen.you`; with null nothing of it stays.

import { complain } from "../live/now.js";
import { byId, point, set, write } from "../shared/dom.js";
import { peopleHere, withoutPhone } from "../shared/players.js";
import { t } from "../shared/texts.js";

/** @type {Send} */
let act;
/** @type {Seat | null} */
let next = null;
/** @type {Seat | null} */
let asked = null;
/** Whether a single person plays at this page, and how often the hand was asked for again since it was last seen. */
let alone = false;
let tries = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;
const AGAIN_MS = 1_000;
const MOST_TRIES = 5;

/** @param {Send} send */
export function startTray(send) {
  act = send;
  byId("tray-open").addEventListener("click", () => { if (next !== null) open(next); });
}

/**
 * Whose hand belongs in the tray now; null where there is none to show.
 * @param {Screen} screen
 * @returns {Player | null}
 */
function holder(screen) {
  const { on_screen: drawn, phase, paused, host } = screen;
  if (!drawn || phase !== "playing" || paused || !host.you || host.can_claim) return null;
  return withoutPhone(screen).find((player) => player.to_move || peopleHere(screen).length === 1) ?? null;
}

/**
 * `draw(screen)`: how the game shows a hand; without it there is no tray.
 * @param {Screen} screen
 * @param {((screen: Screen | null) => void) | undefined} draw
 */
export function showTray(screen, draw) {
  const player = draw ? holder(screen) : null;
  const seen = player !== null && handIsOpen(screen);
  if (seen || player?.seat !== asked) asked = null;
  if (seen) tries = 0;
  alone = player !== null && peopleHere(screen).length === 1;
  next = player !== null && !seen ? player.seat : null;
  byId("tray").hidden = !player;
  set(byId("tray"), "data-colour", player?.colour ?? null);
  byId("tray-closed").hidden = next === null || alone;
  byId("tray-hand").hidden = !seen;
  draw?.(seen ? screen : null);
  if (next === null || !player) return;
  write(byId("tray-pass"), t("tray_pass", { name: player.name }));
  write(byId("tray-open"), t("tray_open", { name: player.name }));
  if (alone && asked !== player.seat) open(player.seat);
}

/**
 * Whether the hand in the tray is open, so that its player may see what else is theirs alone.
 * @param {Screen} screen
 */
export function handIsOpen(screen) {
  const player = holder(screen);
  return player !== null && screen.you?.seat === player.seat;
}

/**
 * Whether whoever is to move must say first who they are; who plays here alone need not.
 * @param {Screen} screen
 */
export const asksWho = (screen) => holder(screen) !== null && !handIsOpen(screen) && peopleHere(screen).length > 1;

/**
 * It may be refused just then, or closed again before this page has seen it: the same page, loaded anew, is thought to leave when its
 * old line ends. Whoever plays here alone presses nothing, so it is asked for again, a few times: some refusals last.
 * @param {Seat} seat
 */
async function open(seat) {
  asked = seat;
  await act({ name: "private", seat });
  asked = null;
  clearTimeout(again);
  again = setTimeout(() => {
    if (!alone || next !== seat || asked !== null || tries >= MOST_TRIES) return;
    tries += 1;
    open(seat);
  }, AGAIN_MS);
}

/**
 * Whether somebody must say first who they are: then the button asks for it, and says so.
 * @returns {boolean}
 */
export function trayAsks() {
  if (next === null) return false;
  const button = byId("tray-open");
  button.focus();
  point(button);
  complain(t("tray_first", { button: button.textContent }));
  return true;
}

/**
 * Whether whoever moves plays at this page.
 * @param {Screen} screen
 */
export const movesHere = (screen) => withoutPhone(screen).some((player) => player.to_move);
