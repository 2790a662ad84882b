// The page on a TV: full screen, and only what is to be seen. Escape, Enter or a touch brings the controls back, and does
// nothing else. That it is so stands in the address (`?tv`), and is kept when the page is loaded again.

import { keyOf, ways } from "../live/code.js";
import { showCount, showGuests } from "../live/guests.js";
import { fillScreen, leaveFullScreen } from "../shared/browser.js";
import { byId, fill, h, set, write } from "../shared/dom.js";
import { movers } from "../shared/players.js";
import { t } from "../shared/texts.js";

const root = document.documentElement;
const SMALLEST = 0.5;
const LEAVING = new Set(["Escape", "Enter", " "]);
/** Whether this page is shown on a television: everybody sees it, so nothing on it is for one alone. */
export const on = () => root.hasAttribute("data-tv");

/** @param {() => void} changed whatever is shown is shown anew */
export function startTv(changed) {
  turn(new URL(location.href).searchParams.has("tv"));
  byId("tv-open").addEventListener("click", () => {
    turn(true);
    fillScreen(root);
    changed();
  });
  addEventListener("resize", fit);
  document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) leave(changed); });
  for (const touch of ["pointerdown", "pointerup", "click"])
    addEventListener(touch, (event) => {
      if (!on()) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      if (touch === "click") leave(changed);
    }, { capture: true });
  addEventListener("keydown", (event) => {
    if (!on()) return;
    event.stopPropagation();
    if (LEAVING.has(event.key)) leave(changed);
  }, { capture: true });
}

/** @param {boolean} now */
function turn(now) {
  const address = new URL(location.href);
  if (now) address.searchParams.set("tv", "");
  else address.searchParams.delete("tv");
  history.replaceState(null, "", address.href.replace(/([?&]tv)=(?=&|#|$)/, "$1"));
  set(root, "data-tv", now ? "" : null);
}

/** @param {() => void} changed */
function leave(changed) {
  if (!on()) return;
  turn(false);
  leaveFullScreen();
  changed();
  byId("tv-open").focus({ preventScroll: true });
}

/**
 * Where to answer, if the table waits for somebody who cannot do so without a control.
 * @param {Screen} screen
 */
export function showTv(screen) {
  const where = asks(screen);
  byId("tv-how").hidden = !where;
  if (where) write(byId("tv-how"), t(`tv_${where}`));
  showWay(screen);
  fit();
}

/** The board keeps its size whatever is said: what would need more room is written smaller. */
function fit() {
  const say = byId("sentence").parentElement;
  if (!say || !on()) return;
  for (let size = 1; size >= SMALLEST; size -= 0.05) {
    say.style.setProperty("--fit", size.toFixed(2));
    if (say.scrollHeight <= say.clientHeight) return;
  }
}

/**
 * With no game on: where a phone begins one. While another page has a lobby open: its code and who has come by it, or where that is to be seen.
 * @param {Screen} screen
 */
function showWay({ boards, door, other_lobby: lobby, lesson }) {
  const way = lobby ? lobby.way_in : door;
  const elsewhere = Boolean(lobby?.way_in && boards.length);
  const shown = (on() || elsewhere) && !lesson && Boolean(lobby ?? door);
  byId("way").classList.toggle("tv-only", !elsewhere);
  byId("way").hidden = !shown;
  set(byId("way"), "data-lobby", lobby ? "" : null);
  fill(byId("way-code"), shown ? JSON.stringify([lobby, way && keyOf(way)]) : "", () => (shown ? [
    lobby?.way_in && h("h2", {}, lobby.title),
    ...(way ? ways(way, t("lobby_code"), h("p", {}, t(lobby ? "lobby_scan" : "tv_begin"))) : [h("p", {}, t("tv_lobby", { game: lobby?.title ?? "" }))]),
    ...(lobby?.way_in ? guestsOf(lobby) : []),
  ] : []));
}

/**
 * How many have come in, and their names.
 * @param {{ game: string, guests: Guest[] }} lobby
 */
function guestsOf(lobby) {
  const [count, names] = [h("h3", {}), h("ul", { class: "guests" })];
  showCount(count, lobby);
  showGuests(names, { ...lobby, you: null });
  return [count, names];
}

/**
 * @param {Screen} screen
 * @returns {"confirm" | "here" | "phone" | null}
 */
function asks(screen) {
  const { phase, paused, match, take_back: vote, acts } = screen;
  const people = (match?.players ?? []).filter((player) => !player.computer);
  const somewhere = (/** @type {Player[]} */ asked) => (asked.some(onPhone) ? "phone" : "here");
  if (phase !== "playing") return "here";
  if (vote) return somewhere(people.filter(({ seat }) => vote.open.includes(seat)));
  if (paused || !movers(screen).length || acts.some((each) => each.main)) return somewhere(people);
  const drawn = screen.on_screen || !match?.board;
  if (!drawn || !movers(screen).some((player) => !player.computer && !onPhone(player))) return null;
  return movers(screen).length > 1 ? "here" : "confirm"; // of several at once nobody has a turn to be confirmed
}

/** @param {Player} player */
const onPhone = ({ phone }) => phone === "here";
