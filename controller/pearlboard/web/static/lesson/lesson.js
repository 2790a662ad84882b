// The first lesson of a game. The server tells every step: what lies there, what is asked, what is right, and what the rules say
// to anything else; here a step is drawn, tapped at and answered. Nothing of it reaches the table.

import { showBoard, startBoard, useBoard } from "../shared/board.js";
import { byId, h, set, write } from "../shared/dom.js";
import { draw } from "../shared/fence.js";
import { wishFor } from "../shared/from_lesson.js";
import { GamePages } from "../shared/pages.js";
import { useSigns } from "../shared/players.js";
import { showStage, startStage } from "../shared/stage.js";
import { known, t } from "../shared/texts.js";

/**
 * @typedef {{
 *   name: string, task: "lay" | "refused" | "pick", text: string, done: string, pieces: Piece[], answers: Site[][], lifts: Site[],
 *   hints: string[], refused: Record<Site, string>, elsewhere: string, choices: string[], right: number | null, wrong: string[],
 *   [own: string]: unknown,
 * }} Step
 */

const main = byId("main");
const pages = new GamePages({ onReady: begin, onFailed: beginPlainly });
/** @type {{ first: Step[], puzzles?: Step[] }} */
let all = { first: [] };
/** @type {Step[]} */
let steps = [];
let puzzling = false;
let at = 0;
/** What was laid at this step. @type {Site[]} */
let laid = [];
let done = false;
/** How many hints were asked for at this step. */
let hints = 0;
/** The step that was reached. */
let far = 0;

// --- showing -----------------------------------------------------------------------------------------------------------

function show() {
  const step = steps[at];
  draw("board", () => {
    const screen = { phase: "playing", stage: "playing", paused: false, simulated: true, on_screen: true, lift: [], pieces: lying(step), game: {},
      match: { players: [] }, ...pages.of("lessonScreen")?.(step, { laid, done }) };
    showBoard(screen.match.players.length ? screen : { ...screen, match: { players: SEATS } });
    showStage(screen, pages.of("stage"));
    pages.show(screen);
  });
  set(main, "data-step", step.name);
  write(byId("step-title"), placeOf(at));
  byId("step-hint").hidden = hints >= step.hints.length || done;
  write(byId("sentence"), step.text);
  byId("step-next").hidden = at === steps.length - 1;
  byId("step-play").hidden = at < steps.length - 1;
  byId("step-next").classList.toggle("idle", !done);
  set(byId("step-back"), "aria-disabled", at ? null : "true");
  [...byId("dots").querySelectorAll("button")].forEach((button, index) => {
    set(button, "aria-current", index === at ? "step" : null);
    button.classList.toggle("passed", index < far);
  });
}

/** Whoever sits there in a lesson: nobody, in the colours of the seats. */
const SEATS = /** @type {Player[]} */ ([1, 2, 3, 4, 5, 6].map((seat) => ({ seat, colour: seat, name: String(seat), initials: String(seat) })));

/**
 * What lies there, and what was laid: for a game that draws no lesson of its own.
 * @param {Step} step
 * @returns {Piece[]}
 */
function lying({ pieces, lifts }) {
  const gone = laid.length ? lifts : [];
  const { kind = null, seat = null } = pieces.find(({ site }) => site === gone[0]) ?? {};
  return [...pieces.filter(({ site }) => !gone.includes(site)), ...laid.map((site) => (/** @type {Piece} */ ({ site, kind, seat, face_up: false, status: "draft" })))];
}

/** @param {number} index */
const placeOf = (index) => t(puzzling ? "lesson_puzzle_place" : "lesson_place", { number: index + 1, of: steps.length });

/** @param {number} index */
function turnTo(index) {
  at = Math.max(0, Math.min(index, steps.length - 1));
  far = Math.max(far, at);
  laid = [];
  done = false;
  hints = 0;
  tell("");
  const { choices } = steps[at];
  byId("choices").replaceChildren(...choices.map((text, number) => h("button", { type: "button", "data-choice": number, onclick: () => pick(number) }, text)));
  history.replaceState(null, "", `#${steps[at].name}`);
  show();
  scrollTo(0, 0); // a step begins with all of the board
}

/**
 * @param {string} words
 * @param {"right" | "wrong" | ""} kind
 */
function tell(words, kind = "") {
  write(byId("answer"), words);
  set(byId("answer"), "data-kind", kind || null);
  if (kind === "right") scrollTo(0, 0); // and what is right is read beside it, whatever was said to other answers
  if (words) byId("answer").scrollIntoView({ block: "nearest" });
}

// --- answering ---------------------------------------------------------------------------------------------------------

/** @param {Site} site */
function touch(site) {
  const { task, answers, refused, elsewhere } = steps[at];
  if (done || task === "pick") return;
  if (laid.includes(site)) laid = laid.filter((each) => each !== site);
  else if (task === "refused" && answers[0].includes(site)) return right(refused[site]);
  else if (refused[site]) return tell(refused[site], "wrong");
  else if (!puzzling && !answers.some((sites) => sites.includes(site))) return tell(elsewhere || t("lesson_elsewhere"), "wrong");
  else laid = [...(puzzling ? laid.slice(Math.max(0, laid.length + 1 - answers[0].length)) : laid), site];
  tell("");
  if (answers.some((sites) => sites.length === laid.length && sites.every((each) => laid.includes(each)))) return right();
  if (puzzling && laid.length >= answers[0].length) tellWhyNot(laid);
  show();
}

/**
 * What comes of a turn that does not solve a puzzle: the server counts. Whatever was laid since then makes it old.
 * @param {Site[]} sites
 */
async function tellWhyNot(sites) {
  const asked = new URLSearchParams({ index: String(at), sites: String(sites), lang: known.language });
  const answer = await fetch(`/games/${main.dataset.game}/puzzle.json?${asked}`).catch(() => null);
  const said = answer?.ok ? (await answer.json()).said : t("lesson_think");
  if (laid === sites) tell(said, "wrong");
}

function hint() {
  hints += 1;
  tell(steps[at].hints[hints - 1]);
  show();
}

/** @param {number} number */
function pick(number) {
  for (const button of byId("choices").querySelectorAll("button")) set(button, "aria-pressed", String(Number(button.dataset.choice) === number));
  if (number === steps[at].right) right();
  else tell(steps[at].wrong[number] || t("lesson_think"), "wrong");
}

/** @param {string} first what the rules say before the lesson does */
function right(first = "") {
  done = true;
  far = Math.max(far, at + 1);
  tell([first, steps[at].done].filter(Boolean).join(" "), "right");
  show();
  byId(at === steps.length - 1 ? "step-play" : "step-next").focus({ preventScroll: true });
}

// --- the beginning -----------------------------------------------------------------------------------------------------

function begin() {
  useBoard(pages.of("board"));
  useSigns(pages.of("sign"));
  byId("step-hint").addEventListener("click", hint);
  byId("step-play").addEventListener("click", () => {
    if (byId("step-play").dataset.first !== undefined) goAndAsk("first-game");
  });
  document.getElementById("to-board")?.addEventListener("click", () => (puzzling ? goAndAsk("board-puzzles", at) : goAndAsk("board-lesson")));
  byId("to-puzzles").addEventListener("click", () => choose(!puzzling));
  byId("step-back").addEventListener("click", () => { if (at) turnTo(at - 1); });
  byId("step-next").addEventListener("click", () => turnTo(at + 1));
  const wanted = location.hash.slice(1);
  choose(wanted === "puzzles" || (all.puzzles ?? []).some(({ name }) => name === wanted));
  turnTo(steps.findIndex(({ name }) => name === wanted));
  set(main, "data-ready", "");
}

// Without what the game brings, what is asked can be read and answered all the same.
function beginPlainly() {
  begin();
  tell(t("pages_failed"));
}

/**
 * @param {import("../shared/from_lesson.js").Wish} wish
 * @param {number} index from which step on
 */
function goAndAsk(wish, index = 0) {
  wishFor(wish, main.dataset.game ?? "", index);
  location.assign(`/?lang=${known.language}`);
}

/** @param {boolean} puzzles */
function choose(puzzles) {
  puzzling = puzzles && Boolean(all.puzzles);
  steps = puzzling ? all.puzzles ?? [] : all.first;
  far = 0;
  byId("to-puzzles").hidden = !all.puzzles;
  const onBoard = document.getElementById("to-board");
  if (onBoard) onBoard.hidden = onBoard.dataset[puzzling ? "puzzles" : "first"] === undefined;
  write(byId("to-puzzles"), t(puzzling ? "lesson_first" : "lesson_puzzles"));
  byId("dots").replaceChildren(...steps.map((_, index) => h("li", {}, h("button", { type: "button", class: "dot", "aria-label": placeOf(index), onclick: () => turnTo(index) }))));
  turnTo(0);
}

// What the server says is wrong with the lesson; without an answer, that there is none.
/** @param {string} [said] */
function failed(said) {
  write(byId("sentence"), said ?? t("offline"));
}

async function fetchLesson() {
  const answer = await fetch(`/games/${main.dataset.game}/lesson.json?lang=${known.language}`);
  if (!answer.ok) return failed((await answer.json()).sentence);
  all = await answer.json();
  if (pages.bring(main.dataset.game ?? "", (main.dataset.pages ?? "").split(" "), "lesson")) begin();
}

startBoard(touch);
startStage(touch);
fetchLesson().catch(() => failed());
