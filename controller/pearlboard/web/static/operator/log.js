// The log of the last days, as a list.

import { byId, h, write } from "../shared/dom.js";
import { known, t } from "../shared/texts.js";
import { operate } from "./asking.js";

/** @typedef {{ at: string, level: string, text: string }} Line */

/** @type {Line[]} */
let lines = [];
const serious = /** @type {HTMLInputElement} */ (byId("log-serious"));

/** @param {string} moment */
const when = (moment) => new Date(moment).toLocaleString(known.language, { weekday: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" });

function show() {
  const shown = lines.filter(({ level }) => !serious.checked || level === "warning" || level === "error");
  byId("log-lines").replaceChildren(...shown.map(({ at, level, text }) => h("li", { "data-level": level },
    h("span", { class: "level", lang: known.language }, t(`care_log_${level}`)), h("time", { datetime: at, lang: known.language }, when(at)), h("span", { class: "text" }, text))));
  byId("log-none").hidden = shown.length > 0;
}

export async function openLog() {
  const answer = await operate({ do: "log" });
  if (!answer?.ok) return;
  lines = answer.log.lines;
  write(byId("log-whence"), answer.log.whence);
  show();
}

serious.addEventListener("change", show);
byId("log-again").addEventListener("click", openLog);
