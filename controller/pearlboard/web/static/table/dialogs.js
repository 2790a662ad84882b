// What stands in front of everything for a moment: the help, "are you sure?", and the table's own question.

import { byId, write } from "../shared/dom.js";
import { lasting } from "../shared/storage.js";

const KEYS = "pearlboard.single-keys";
let asked = false;

/** @param {Send} act */
export function startDialogs(act) {
  byId("help-open").addEventListener("click", openHelp);
  byId("help").addEventListener("click", closeFromOutside);
  byId("sure").addEventListener("close", () => { if (byId("sure").returnValue === "yes") act({ name: "abandon" }); });
  for (const button of byId("question").querySelectorAll("[data-answer]"))
    button.addEventListener("click", () => act({ name: "answer", answer: button.dataset.answer }));
  byId("question").addEventListener("close", () => { if (asked) byId("question").showModal(); });
  const single = byId("single-keys");
  single.checked = singleKeys();
  single.addEventListener("change", () => lasting.setItem(KEYS, single.checked ? "on" : "off"));
}

export const singleKeys = () => lasting.getItem(KEYS) !== "off";

export function openHelp() {
  byId("help").showModal();
}

// What lies behind a dialog belongs to it; only the place tells a press there from one on the dialog itself.
/** @param {MouseEvent} event */
function closeFromOutside(event) {
  const box = byId("help").getBoundingClientRect();
  const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (event.target === byId("help") && !inside) byId("help").close();
}

export function askSure() {
  byId("sure").returnValue = "no";
  byId("sure").showModal();
}

/**
 * It waits for its answer: closed by a key, it comes back.
 * @param {Screen["question"]} question
 */
export function showQuestion(question) {
  const dialog = byId("question");
  asked = Boolean(question);
  if (question) write(byId("question-text"), question.text);
  if (question && !dialog.open) dialog.showModal();
  if (!question && dialog.open) dialog.close();
}
