// What the table can be asked, as by ear: the answer is made of what everybody may know. It is shown and said on the page that
// has asked, and on no other.

import { around, byId, set, write } from "../shared/dom.js";
import { bringIntoSight } from "./in_sight.js";

/** The id of the last question of this page; others may have asked since. */
let asked = "";
/** Whether its answer is still to be shown. */
let waits = false;
/** @type {Screen | null} */
let seen = null;
/** The phase and the turn in which the shown answer was given. */
let given = { phase: "", turn: 0 };

/** @param {Send} act */
export function startAsking(act) {
  const ask = async (/** @type {string} */ about, /** @type {number} */ number) => {
    write(byId("answer"), ""); // the same answer is said anew
    const reply = await act({ name: "ask", about, number, after: asked });
    if (!reply?.ok || !reply.id) return;
    asked = reply.id;
    waits = true;
    if (!seen) return;
    showAsking(seen);
    bringIntoSight();
  };
  byId("asking").addEventListener("click", (event) => {
    const about = around(event, "button[data-ask]")?.dataset.ask;
    if (!about) return;
    const [along, number] = byId("ask-along").value.split(" ");
    ask(about === "along" ? along : about, Number(number));
  });
}

/** Open it, and go to its first question. */
export function openAsking() {
  if (byId("asking").hidden) return;
  byId("asking").open = true;
  /** @type {HTMLElement | null} */ (byId("asking").querySelector("button"))?.focus();
}

/** @param {Screen} screen */
export function showAsking(screen) {
  seen = screen;
  const { questions, spoken, match, phase } = screen;
  const turn = match?.turn ?? 0;
  byId("asking").hidden = !match;
  for (const button of byId("asking").querySelectorAll(".choices button")) /** @type {HTMLElement} */ (button).hidden = !questions.includes(/** @type {HTMLElement} */ (button).dataset.ask ?? "");
  if (phase !== given.phase || turn > given.turn + (match?.players.length ?? 0)) write(byId("answer"), ""); // of what is long past it would be false
  const answer = waits ? spoken.find(({ id }) => id === asked) : undefined;
  if (!answer) return;
  waits = false;
  given = { phase, turn };
  write(byId("answer"), answer.text);
  set(byId("answer"), "data-essential", answer.id); // it stands before the questions, of which the last was pressed
}
