// The curtain over everything secret: drawn by hand, while a shared device goes from one player to the next, and whenever
// a shared page is put away. Behind it nothing secret is left in the page at all.

import { around, byId, h, set, write } from "../shared/dom.js";
import { emblem } from "../shared/players.js";
import { t } from "../shared/texts.js";

/** @typedef {Partial<Player> & { seat: Seat, name: string }} Here */

let drawn = false;
let passing = false;
/** @type {() => void} */
let changed = () => {};

let secrets = true;
/** How far the page was scrolled when its player drew the curtain: there it is found again. */
let scrolled = 0;

/** Whether the curtain hides something just now. Where nothing is secret it is not seen, so nobody could lift it. */
export const covered = () => drawn && secrets;

/** @param {boolean} now whether there is anything to hide: said before anything is drawn */
export const guards = (now) => { secrets = now; };

/**
 * `onChange` shows everything again; `onSeat(seat)` is called when another player of this device is chosen.
 * @param {{ shared: () => boolean, onChange: () => void, onSeat: (seat: Seat) => void }} how
 */
export function startCurtain({ shared, onChange, onSeat }) {
  changed = onChange;
  byId("cover").addEventListener("click", () => { scrolled = scrollY; draw(!drawn); focus(); });
  byId("uncover").addEventListener("click", () => { draw(false); byId("cover").focus({ preventScroll: true }); scrollTo(0, scrolled); });
  byId("seats-here").addEventListener("click", (event) => {
    const button = around(event, "button[data-seat]");
    if (button) onSeat(Number(button.dataset.seat));
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden && shared()) handOver(); });
  addEventListener("pagehide", () => { if (shared()) handOver(); });
}

export function handOver() {
  passing = true;
  scrolled = 0;
  draw(true);
}

/** @param {boolean} now */
function draw(now) {
  drawn = now;
  if (!now) passing = false;
  changed();
}

export function focus() {
  if (drawn) byId("curtain-title").focus();
}

/**
 * `mine`: whose page it is; `all`: who else uses this device;
 * `movers`: whose turn it is; `asked`: who has not answered yet.
 * @param {{ mine: Here | undefined, all: Here[], movers: Seat[], asked: Seat[] }} shown
 */
export function showCurtain({ mine, all, movers, asked }) {
  byId("cover").hidden = !secrets || drawn;
  byId("curtain").hidden = !covered();
  const shared = all.length > 1;
  write(byId("curtain-title"), shared && passing ? t("pass_to", { name: mine?.name }) : t("covered"));
  write(byId("uncover"), shared ? t("i_am", { name: mine?.name }) : t("uncover"));
  byId("seats-here").hidden = !shared || !secrets;
  showSeats(shared ? all : [], mine, movers, asked);
}

/**
 * @param {Here[]} all
 * @param {Here | undefined} mine
 * @param {Seat[]} movers
 * @param {Seat[]} asked
 */
function showSeats(all, mine, movers, asked) {
  const box = byId("seats-here");
  const key = JSON.stringify([all.map(({ seat, name, colour }) => [seat, name, colour]), mine?.seat, movers, asked]);
  if (box.dataset.key === key) return;
  const focused = box.contains(document.activeElement) ? document.activeElement?.id : null;
  set(box, "data-key", key);
  box.replaceChildren(...all.map((player) => h("button", {
    type: "button", id: `seat-here-${player.seat}`, "data-seat": player.seat, "data-colour": player.colour, "aria-pressed": String(player.seat === mine?.seat),
  }, player.colour ? emblem(/** @type {Player} */ (player)) : null, h("span", {}, player.name), movers.includes(player.seat) ? h("i", { class: "to-move" }, t("turn_here")) : null,
  asked.includes(player.seat) ? h("i", { class: "is-asked", title: t("proposal_open") }, "?") : null)));
  if (focused) byId(focused)?.focus();
}
