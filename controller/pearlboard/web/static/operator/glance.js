// How the table is, looked at again and again while this part of the page is open.

import { byId, h, set, write } from "../shared/dom.js";
import { known, t } from "../shared/texts.js";
import { restart } from "./anew.js";
import { showAsks } from "./asks.js";
import { attempt, operate, post, refusalOf } from "./asking.js";

/**
 * @typedef {{ name: string, label: string, well: boolean | null, sentence: string, since: string | null }} Line
 * @typedef {{ well: boolean, sentence: string, since: string, lines: Line[], offers_pico: boolean, host_claimed: boolean }} Glance
 */

const LOOK_MS = 3000;
const DAY_MS = 86400000;
/** @type {number | undefined} */
let looking;
let open = false;

/** A moment as people say it: the time of today, else the day, too. @param {string} moment */
function when(moment) {
  const at = new Date(moment);
  const today = Date.now() - at.getTime() < DAY_MS / 2;
  return at.toLocaleString(known.language, today ? { timeStyle: "short" } : { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
}

/** @param {Glance} glance */
function show({ well, sentence, since, lines, offers_pico, host_claimed }) {
  byId("claim").hidden = !host_claimed;
  byId("pico").hidden = !offers_pico;
  set(byId("overall"), "data-well", String(well));
  write(byId("overall-said"), sentence);
  write(byId("overall-since"), t("care_running", { when: when(since) }));
  byId("lines").replaceChildren(...lines.map((line) => h("div", { "data-well": String(line.well) },
    h("dt", {}, line.label, h("span", { class: "unseen" }, ` (${t(line.well === null ? "care_unknown" : line.well ? "care_well" : "care_ill")})`)),
    h("dd", {}, line.sentence, line.since ? h("span", { class: "quiet" }, ` ${t("care_since", { when: when(line.since) })}`) : null))));
}

async function look() {
  clearTimeout(looking);
  const answer = await operate({ do: "glance" });
  if (answer?.ok) {
    write(byId("problem"), "");
    show(answer.glance);
    showAsks(answer.glance);
  }
  if (open) looking = setTimeout(look, LOOK_MS);
}

export function openGlance() {
  open = true;
  look();
}

export function closeGlance() {
  open = false;
  clearTimeout(looking);
}

/** Answer the page that asks for the host's part. @param {string} name */
async function answerClaim(name) {
  const id = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const answer = await attempt(() => post("/api/command", { type: "command", id, command: { name } }));
  write(byId("claim-refused"), refusalOf(answer));
  look();
}

byId("allow-host").addEventListener("click", () => answerClaim("allow_host"));
byId("refuse-host").addEventListener("click", () => answerClaim("refuse_host"));
byId("use-pico").addEventListener("click", () => restart(byId("pico-refused"), "use_pico"));
