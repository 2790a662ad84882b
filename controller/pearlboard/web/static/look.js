// An Elder without a phone looks on the host's page. Everybody else looks away; the value is fetched when the button is
// held down, stands there while it is held, and is gone with the finger, the focus or the page.

import { byId, set, write } from "./dom.js";
import { t } from "./texts.js";

const TAP_MS = 4000;
const dialog = byId("look");
const hold = byId("look-hold");
let act = null;
let looking = null;
let holding = 0;
let timer = null;

export function startLook(send) {
  act = send;
  byId("look-open").addEventListener("click", () => dialog.showModal());
  hold.addEventListener("pointerdown", (event) => { hold.setPointerCapture(event.pointerId); reveal(); });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur", "keyup"]) hold.addEventListener(end, hide);
  hold.addEventListener("contextmenu", (event) => event.preventDefault());
  hold.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) reveal();
  });
  hold.addEventListener("click", (event) => event.detail === 0 && tapped());
  dialog.addEventListener("close", hide);
  addEventListener("blur", hide);
  addEventListener("pagehide", hide);
  document.addEventListener("visibilitychange", hide);
}

export function showLook({ looking: now, host, game, paused }) {
  looking = now && host.you && now.how === "table" && !paused ? now : null;
  byId("look-open").hidden = !looking;
  if (!looking) {
    hide();
    if (dialog.open) dialog.close();
    return;
  }
  const { name } = game.players.find((each) => each.seat === looking.seat);
  write(byId("look-label"), t("look_open", { name, space: looking.space }));
  write(byId("look-title"), t("look_away", { name }));
  write(byId("look-how"), t("look_how", { name, space: looking.space }));
}

// A screen reader or a switch presses without holding: then it is shown for a moment.
function tapped() {
  reveal();
  timer = setTimeout(hide, TAP_MS);
}

async function reveal() {
  hide();
  holding += 1;
  const mine = holding;
  const reply = await act({ name: "peek" });
  if (mine !== holding || document.hidden || !dialog.open) return;
  write(byId("look-refusal"), reply?.ok ? "" : reply?.sentence ?? t("offline"));
  if (reply?.shown) show(reply.shown);
}

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
}
