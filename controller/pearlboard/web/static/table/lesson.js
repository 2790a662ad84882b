// The first lesson, or puzzles, on the board itself: the sentence and the lights say what is to be done; here one picks, turns and leaves.

import { forget, wished, wishedAt } from "../shared/from_lesson.js";
import { around, byId, fill, h, set, write } from "../shared/dom.js";
import { t } from "../shared/texts.js";

/** @type {Screen["lesson"]} */
let now = null;
/** How many hints were asked for, and at which step. */
let hinted = { step: "", hints: 0 };

/** @param {Send} act */
export function startLesson(act) {
  byId("lesson-back").addEventListener("click", () => { if (now) act({ name: "turn_lesson", index: Math.max(0, now.index - 1) }); });
  byId("lesson-again").addEventListener("click", () => { if (now) act({ name: "turn_lesson", index: now.index }); });
  byId("lesson-next").addEventListener("click", () => {
    if (now) act(now.index + 1 < now.of ? { name: "turn_lesson", index: now.index + 1 } : { name: "end_lesson" });
  });
  byId("lesson-leave").addEventListener("click", () => act({ name: "end_lesson" }));
  byId("lesson-hint").addEventListener("click", () => {
    hinted.hints += 1;
    showHints();
  });
  byId("lesson-choices").addEventListener("click", (event) => {
    const choice = around(event, "button[data-choice]");
    if (choice) act({ name: "pick_in_lesson", number: Number(choice.dataset.choice) });
  });
  return (/** @type {Screen} */ screen) => show(screen, act);
}

/**
 * @param {Screen} screen
 * @param {Send} act
 */
function show(screen, act) {
  for (const wish of /** @type {const} */ (["board-lesson", "board-puzzles"])) {
    const game = wished(wish);
    forget(wish);
    if (game && screen.phase === "idle" && !screen.lobby) act({ name: "begin_lesson", game, puzzles: wish === "board-puzzles", index: wishedAt(wish) });
  }
  now = screen.lesson;
  byId("lesson").hidden = !now;
  if (!now) return;
  const { index, of, done, choices, picked, puzzles } = now;
  const step = `${now.game} ${puzzles} ${index}`;
  if (hinted.step !== step || done) hinted = { step, hints: 0 };
  showHints();
  write(byId("lesson-title"), t(puzzles ? "lesson_puzzle_place" : "lesson_place", { number: index + 1, of }));
  fill(byId("lesson-choices"), JSON.stringify([index, choices]), () => choices.map((/** @type {string} */ text, /** @type {number} */ number) => h("button", { type: "button", "data-choice": number }, text)));
  for (const button of byId("lesson-choices").querySelectorAll("button")) set(button, "aria-pressed", String(Number(button.dataset.choice) === picked));
  set(byId("lesson-back"), "aria-disabled", index ? null : "true");
  byId("lesson-next").classList.toggle("idle", !done);
  write(byId("lesson-next"), t(index + 1 < of ? "lesson_next" : "lesson_leave"));
}

/** The last of the hints that were asked for; the button is there as long as one says more. */
function showHints() {
  const hints = now?.hints ?? [];
  byId("lesson-hint").hidden = Boolean(now?.done) || hinted.hints >= hints.length;
  write(byId("lesson-hint-said"), hints[hinted.hints - 1] ?? "");
}
