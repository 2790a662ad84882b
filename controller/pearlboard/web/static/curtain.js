// The curtain over everything secret: drawn by hand, while a shared device goes from one player to the next, and whenever
// a shared page is put away. Behind it nothing secret is left in the page at all.

import { byId, emblem, h, set, write } from "./dom.js";
import { t } from "./texts.js";

let drawn = false;
let passing = false;
let changed = () => {};

export const covered = () => drawn;

// `onChange` shows everything again; `onSeat(seat)` is called when another player of this device is chosen.
export function startCurtain({ shared, onChange, onSeat }) {
  changed = onChange;
  byId("cover").addEventListener("click", () => { draw(!drawn); focus(); });
  byId("uncover").addEventListener("click", () => { draw(false); byId("cover").focus(); });
  byId("seats-here").addEventListener("click", (event) => {
    const button = event.target.closest("button[data-seat]");
    if (button) onSeat(Number(button.dataset.seat));
  });
  document.addEventListener("visibilitychange", () => document.hidden && shared() && handOver());
  addEventListener("pagehide", () => shared() && handOver());
}

export function handOver() {
  passing = true;
  draw(true);
}

function draw(now) {
  drawn = now;
  if (!now) passing = false;
  changed();
}

export function focus() {
  if (drawn) byId("curtain-title").focus();
}

// `secrets`: whether there is anything to hide just now; `mine`: whose page it is; `all`: who else uses this device;
// `mover`: whose turn it is; `asked`: who has not answered yet.
export function showCurtain({ secrets, mine, all, mover, asked }) {
  byId("cover").hidden = !secrets || drawn;
  byId("curtain").hidden = !(secrets && drawn);
  const shared = all.length > 1;
  write(byId("curtain-title"), shared && passing ? t("pass_to", { name: mine.name }) : t("covered"));
  write(byId("uncover"), shared ? t("i_am", { name: mine.name }) : t("uncover"));
  byId("seats-here").hidden = !shared || !secrets;
  showSeats(shared ? all : [], mine, mover, asked);
}

function showSeats(all, mine, mover, asked) {
  const box = byId("seats-here");
  const key = JSON.stringify([all.map(({ seat, name, clan }) => [seat, name, clan]), mine.seat, mover, asked]);
  if (box.dataset.key === key) return;
  const focused = box.contains(document.activeElement) ? document.activeElement.id : null;
  set(box, "data-key", key);
  box.replaceChildren(...all.map(({ seat, name, clan }) => h("button", {
    type: "button", id: `seat-here-${seat}`, "data-seat": seat, "data-clan": clan, "aria-pressed": String(seat === mine.seat),
  }, clan ? emblem(clan) : null, h("span", {}, name), seat === mover ? h("i", { class: "moves" }, t("turn_here")) : null,
  asked.includes(seat) ? h("i", { class: "asked", title: t("proposal_open") }, "?") : null)));
  if (focused) byId(focused)?.focus();
}
