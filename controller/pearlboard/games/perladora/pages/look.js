// An Elder without a phone looks on the host's page. Everybody else looks away; the value is fetched when the button is
// held down, stands there while it is held, and is gone with the finger, the focus or the page.

import { byId, set, write } from "/static/shared/dom.js";
import { refusalOf, t } from "/static/shared/texts.js";

const TAP_MS = 4000;
/** @type {[EventTarget, string][]} */
const AWAY = [[window, "blur"], [window, "pagehide"], [document, "visibilitychange"]];
/** @type {Send} */
let act;
/** @type {() => Screen} */
let screen;
let open = false;
/** @type {{ seat: Seat, space: Site, how: string } | null} */
let looking = null;
let holding = 0;
/** @type {number | undefined} */
let timer;

/** @param {Context} context */
export function startLook(context) {
  ({ act, screen } = context);
  const dialog = byId("look");
  const hold = byId("look-hold");
  byId("look-open").addEventListener("click", () => { dialog.showModal(); byId("look-title").focus(); });
  hold.addEventListener("pointerdown", (event) => { hold.setPointerCapture(event.pointerId); reveal(); });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur", "keyup"]) hold.addEventListener(end, hide);
  hold.addEventListener("contextmenu", (event) => event.preventDefault());
  hold.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) reveal();
  });
  hold.addEventListener("click", (event) => { if (event.detail === 0) tapped(); });
  dialog.addEventListener("close", hide);
  for (const [target, event] of AWAY) target.addEventListener(event, hide);
}

export function stopLook() {
  hide();
  for (const [target, event] of AWAY) target.removeEventListener(event, hide);
}

/** @param {MatchScreen} screen */
export function showLook({ game: { looking: now }, host, match, paused }) {
  looking = now && host.you && now.how === "table" && !paused ? now : null;
  byId("look-open").hidden = !looking;
  if (!looking) {
    hide();
    if (byId("look").open) byId("look").close();
    return;
  }
  const { seat, space } = looking;
  const name = match.players.find((each) => each.seat === seat)?.name;
  write(byId("look-label"), t("look_open", { name, space }));
  write(byId("look-title"), t("look_away", { name }));
  write(byId("look-how"), t("look_how", { name, space }));
}

// A screen reader or a switch presses without holding: then it is shown for a moment; where nobody is hurried, until it is pressed again.
function tapped() {
  const { patient } = screen();
  if (patient && open) hide();
  else reveal();
  if (!patient) timer = setTimeout(hide, TAP_MS);
}

async function reveal() {
  hide();
  holding += 1;
  const mine = holding;
  open = true;
  const reply = await act({ name: "private", seat: looking?.seat });
  if (mine !== holding || document.hidden || !byId("look").open) return;
  write(byId("look-refusal"), refusalOf(reply));
  const seen = reply?.ok ? screen().you?.game.seen : null;
  if (seen) show(seen);
}

/** @param {{ value: number | null }} seen */
function show({ value }) {
  set(byId("look-value"), "data-hidden", null);
  set(byId("look-value"), "role", "status");
  write(byId("look-value"), value === null ? t("look_unknown") : String(value));
}

function hide() {
  holding += 1;
  clearTimeout(timer);
  set(byId("look-value"), "data-hidden", "");
  write(byId("look-value"), "");
  if (open) act({ name: "hand_back" });
  open = false;
}
