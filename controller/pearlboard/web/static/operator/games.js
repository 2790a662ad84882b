// The games as a file: fetched, those that are kept beside them, too, and put back.

import { byId, h, write } from "../shared/dom.js";
import { save } from "../shared/browser.js";
import { known, t } from "../shared/texts.js";
import { waitAnew } from "./anew.js";
import { really } from "./asked.js";
import { attempt, fetched, operate, refusalOf } from "./asking.js";
import { sendFile } from "./sending.js";

/**
 * A download of this browser, which says below what became of it.
 * @param {HTMLElement} button
 * @param {string} path
 * @param {Record<string, string>} query
 * @param {HTMLElement} said
 * @param {HTMLElement} refused
 */
async function download(button, path, query, said, refused) {
  if (button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  write(said, "");
  write(refused, "");
  await attempt(async () => {
    const answer = await fetched(path, {}, query);
    if (answer.ok) {
      const name = answer.headers.get("Content-Disposition")?.match(/filename="(.+)"/)?.[1] ?? "";
      save(new File([await answer.blob()], name));
      write(said, t("operator_fetched", { name }));
    } else {
      const { sentence, error } = await answer.json();
      write(refused, sentence ?? error ?? "");
    }
  });
  button.removeAttribute("aria-busy");
}

const fetchGames = () => download(byId("fetch"), "/api/backup", {}, byId("fetched"), byId("not-fetched"));

// --- what is kept beside the games -----------------------------------------------------------------------------------------

/** @typedef {{ name: string, own: boolean, at: string, size: number }} Kept */

const MB = 1e6, KB = 1e3;

/** @param {string} moment */
const day = (moment) => new Date(moment).toLocaleString(known.language, { dateStyle: "medium", timeStyle: "short" });

/** @param {number} bytes */
function long(bytes) {
  const [unit, many] = bytes < MB ? ["kilobyte", bytes / KB] : ["megabyte", bytes / MB];
  return many.toLocaleString(known.language, { style: "unit", unit, maximumFractionDigits: bytes < MB ? 0 : 1 });
}

/** @param {Kept} kept */
function keptLine({ name, own, at, size }) {
  const button = h("button", { type: "button", "aria-label": t("care_kept_fetch_one", { name }) }, t("care_kept_fetch"));
  button.addEventListener("click", () => download(button, "/api/kept", { name }, byId("kept-fetched"), byId("kept-not-fetched")));
  return h("li", {},
    h("span", { class: "what" }, t(own ? "care_kept_own" : "care_kept_aside")), h("span", { class: "name", translate: "no" }, name),
    h("span", { class: "when" }, h("time", { datetime: at }, day(at)), ` · ${long(size)}`), button);
}

async function showKept() {
  const answer = await operate({ do: "kept" });
  if (!answer?.ok) return;
  byId("kept").replaceChildren(...answer.kept.map(keptLine));
  byId("kept-none").hidden = answer.kept.length > 0;
}

// --- putting back --------------------------------------------------------------------------------------------------------

/** Which choice of a file is the latest. */
let chosen = 0;

/** @param {Record<string, string>} said by the name of its place */
function tell(said) {
  for (const place of ["said", "lacks", "refused"]) write(byId(`back-${place}`), said[place] ?? "");
}

/**
 * What comes to the table is looked through, and may be put back then; unless something else was chosen meanwhile.
 * @param {(isLatest: () => boolean) => Promise<import("./asking.js").Answer | null>} bring
 */
async function take(bring) {
  const choice = ++chosen, isLatest = () => choice === chosen;
  let whence = "";
  byId("back-now").hidden = true;
  tell({});
  const answer = await attempt(async () => {
    const sent = await bring(isLatest);
    if (!sent?.ok || !isLatest()) return sent;
    whence = sent.stick ? `${sent.stick} ` : "";
    tell({ said: whence + t("care_back_looking") });
    return operate({ do: "look_through" });
  });
  if (!isLatest()) return;
  if (!answer?.ok) return tell({ refused: refusalOf(answer) });
  const { games, here, lacks, warning } = answer.sent;
  tell({ said: whence + t("care_back_found", { games, here }), lacks: lacks ? warning : "" });
  byId("back-now").hidden = false;
}

function choose() {
  const file = byId("back-file").files?.[0];
  return take(async (isLatest) => file ? sendFile("/api/restore", file, (value) => tell({ said: t("care_back_sent", { value }) }), isLatest) : null);
}

async function putBack() {
  if (!await really(t("care_back_sure"), byId("back-lacks").textContent ?? "")) return;
  const answer = await operate({ do: "restore", sure: byId("back-lacks").textContent !== "" });
  if (answer?.ok) waitAnew(answer.run);
  else if (answer) tell({ refused: refusalOf(answer) });
}

// --- a stick ---------------------------------------------------------------------------------------------------------------

async function showStick() {
  const answer = await operate({ do: "stick" });
  for (const id of /** @type {const} */ (["stick-save", "stick-fetch"])) byId(id).hidden = !answer?.stick;
}

async function saveOnStick() {
  const button = byId("stick-save");
  if (button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  write(byId("fetched"), t("care_stick_copying"));
  write(byId("not-fetched"), "");
  const answer = await operate({ do: "stick_save" });
  write(byId("fetched"), answer?.ok ? answer.stick : "");
  write(byId("not-fetched"), refusalOf(answer));
  button.removeAttribute("aria-busy");
}

function fetchFromStick() {
  byId("back-file").value = "";
  return take(() => {
    tell({ said: t("care_stick_copying") });
    return operate({ do: "stick_fetch" });
  });
}

export function openGames() {
  for (const id of /** @type {const} */ (["fetched", "not-fetched", "kept-fetched", "kept-not-fetched"])) write(byId(id), "");
  tell({});
  byId("back-now").hidden = true;
  byId("back-file").value = "";
  showStick();
  return showKept();
}

byId("back-file").addEventListener("change", choose);
byId("back-now").addEventListener("click", putBack);

byId("fetch").addEventListener("click", fetchGames);
byId("stick-save").addEventListener("click", saveOnStick);
byId("stick-fetch").addEventListener("click", fetchFromStick);
