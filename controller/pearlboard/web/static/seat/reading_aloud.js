// A player's own page reads what is theirs alone to them, in the browser's own voice, if they switch that on here: for whoever
// has no screen reader. No page of a table may do so; and nothing is read while the curtain is drawn.

import { byId } from "../shared/dom.js";
import { lasting } from "../shared/storage.js";
import { known, t } from "../shared/texts.js";

const KEY = "pearlboard.aloud";
const box = byId("read-aloud");
/** What was read of what is there, so that the same is not read twice. @type {Set<string>} */
let read = new Set();
/** Whether "use an earphone" was said since this was switched on, or the page opened. */
let warned = false;

/** @param {() => void} again shows the page again */
export function startReadingAloud(again) {
  const there = "speechSynthesis" in window;
  byId("read-aloud-part").hidden = !there;
  box.checked = there && lasting.getItem(KEY) === "on";
  box.addEventListener("change", () => {
    lasting.setItem(KEY, box.checked ? "on" : "off");
    read = new Set();
    warned = false;
    speechSynthesis.cancel();
    if (box.checked) again();
  });
}

/**
 * `open`: whether what is this player's alone can be seen now; `aloud`: what of it the table says in sentences, which stand for
 * the parts of the page that draw it (`data-aloud`).
 * @param {boolean} open
 * @param {string[]} aloud
 */
export function readAloud(open, aloud) {
  if (!box.checked) return;
  const parts = open ? [...document.querySelectorAll("#private :is(button, p)")].filter((each) => !each.closest(aloud.length ? "[hidden], [data-aloud]" : "[hidden]")) : [];
  const now = new Set([...(open ? aloud : []), ...parts.map((each) => each.getAttribute("aria-label") ?? each.textContent?.trim() ?? "")]);
  const fresh = [...now].filter((line) => line && !read.has(line));
  const gone = [...read].some((line) => !now.has(line));
  read = now;
  if (gone || fresh.length) speechSynthesis.cancel();
  if (fresh.length && !warned) say(t("read_aloud_earphone"));
  warned ||= fresh.length > 0;
  if (fresh.length) say(fresh.join(". "));
}

/** @param {string} text */
function say(text) {
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(text), { lang: known.language }));
}
