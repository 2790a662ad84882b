// The firmware, put onto a Pico that is plugged in: what is on it, and how that goes, while "How it is" is open.

import { byId, write } from "../shared/dom.js";
import { operate, refusalOf } from "./asking.js";

/**
 * @typedef {{ found: string | null, offers: boolean, hindrance: string | null, none: boolean, working: string | null,
 *   outcome: string | null, well: boolean }} Pico
 */

const LOOK_MS = 3000, AT_WORK_MS = 1000;
/** @type {number | undefined} */
let looking;
let open = false;
/** Why the last press was refused. */
let refused = "";

/** @param {Pico} pico */
function show({ found, offers, hindrance, none, working, outcome, well }) {
  byId("filling").hidden = !found && !working && !outcome && !refused;
  write(byId("pico-found"), well ? "" : found ?? "");
  write(byId("pico-hindrance"), hindrance ?? "");
  byId("pico-hold").hidden = byId("fill-pico").hidden = !offers || hindrance !== null;
  write(byId("pico-working"), working ?? (well ? outcome : null) ?? "");
  write(byId("pico-failed"), refused || (well ? "" : outcome ?? ""));
  byId("pico-none").hidden = !none;
}

async function look() {
  clearTimeout(looking);
  const answer = await operate({ do: "pico" });
  if (!open) return;
  if (answer?.ok) show(answer.pico);
  clearTimeout(looking);
  looking = setTimeout(look, answer?.ok && answer.pico.working ? AT_WORK_MS : LOOK_MS);
}

async function fill() {
  byId("fill-pico").disabled = true;
  const answer = await operate({ do: "fill_pico" });
  refused = refusalOf(answer);
  await look();
  byId("fill-pico").disabled = false;
}

export function openPico() {
  open = true;
  refused = "";
  look();
}

export function closePico() {
  open = false;
  clearTimeout(looking);
}

byId("fill-pico").addEventListener("click", fill);
