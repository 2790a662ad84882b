// A finished game, thought over: a board beside its curve. The server tells what has been thought so far; it is asked again
// until all is told.

import { startTrying, suggest } from "../live/trying.js";
import { showBoard, useBoard } from "../shared/board.js";
import { byId, h, set, write } from "../shared/dom.js";
import { draw, guard } from "../shared/fence.js";
import { fetchFinished, screenOf, stillBoard } from "../shared/finished.js";
import { GamePages } from "../shared/pages.js";
import { emblem, useSigns } from "../shared/players.js";
import { showStage } from "../shared/stage.js";
import { known, t } from "../shared/texts.js";
import { drawCurve, point, startCurve } from "./curve.js";
import { decided, listSteps, markStep, markSteps, picture } from "./story.js";

const AGAIN_MS = 1000;
const main = byId("main");
const number = Number(main.dataset.number);
const pages = new GamePages({ context: { changed: drawAnew }, onReady: begin, onFailed: begin });
/** @type {Finished} */
let game;
/** @type {Thoughts | null} */
let found = null;
/** @type {number[]} */
let stops = [0];
let at = 0;
let moved = false;
let looks = 0;
/** Whether what is tried is the turn that is shown, and not what came after it. */
let anew = false;

// --- showing -------------------------------------------------------------------------------------------------------------

/** @param {number} frame */
const momentOf = (frame) => found?.moments.find((moment) => moment.frame === frame) ?? null;
/** @param {number} frame */
const standing = (frame) => found?.standings.find((each) => each.frame === frame)?.said ?? "";

/**
 * The board in a frame, with what would have been better.
 * @param {number} index of the frame
 */
function drawBoard(index) {
  draw("board", () => {
    const frame = game.frames[index];
    const screen = withBetter(index, momentOf(index)?.better?.pieces ?? []);
    showBoard(screen);
    pages.show(screen, frame, game);
    showStage(screen, pages.of("stage"));
  });
}

/**
 * @param {number} index of the frame
 * @param {Piece[]} better
 * @returns {BoardScreen}
 */
function withBetter(index, better) {
  const screen = screenOf(pages, game, game.frames[index]);
  if (!better.length) return screen;
  return pages.of("withBetter")?.(screen, better, screenOf(pages, game, game.frames[index - 1])) ?? { ...screen, pieces: [...screen.pieces, ...better.map((piece) => ({ ...piece, status: "better" }))] };
}

/** @param {number} index */
function show(index) {
  at = Math.max(0, Math.min(index, stops.length - 1));
  drawBoard(stops[at]);
  draw("sentence", showStep);
  guard("steps", () => markStep(at));
}

/** @param {number} number */
const turnOf = (number) => pages.of("turnOf")?.(number) ?? t("replay_turn", { number });

function showStep() {
  const { kind, seat, turn, said } = game.frames[stops[at]];
  const player = game.players.find((each) => each.seat === seat);
  const better = momentOf(stops[at])?.better;
  const own = kind === "step" || kind === "start" ? null : pages.of("titleOf")?.(game.frames[stops[at]], game);
  const title = player ? [turn === null ? null : turnOf(turn), player.name].filter(Boolean).join(" · ") : own ?? t("replay_start");
  byId("whose").replaceChildren(...(player ? [emblem(player)] : []), h("span", {}, title));
  write(byId("sentence"), said[0]);
  write(byId("stands"), standing(stops[at]));
  suggestPlace(better ? seat : null);
  write(byId("better"), better ? t("analysis_better", { step: better.said }) : "");
  point(at, [title, said[0], standing(stops[at])].join(" "), found?.sides ?? []);
  for (const [name, end] of Object.entries({ back: 0, forward: stops.length - 1 })) set(byId(`go-${name}`), "aria-disabled", at === end ? "true" : null);
}

/**
 * Whoever missed something better there, and is a person, wants to play that turn anew; else whoever moves next plays on.
 * @param {Seat | null} missed
 */
function suggestPlace(missed) {
  anew = game.players.some(({ seat, computer }) => seat === missed && !computer);
  suggest(anew ? missed : game.frames[stops[at] + 1]?.seat ?? null, anew);
}

/** @param {number} index */
function go(index) {
  moved = true;
  show(index);
  history.replaceState(null, "", `#${stops[at]}`);
}

/**
 * On the board, and with the keys, too.
 * @param {number} frame
 */
function lead(frame) {
  go(stops.indexOf(frame));
  byId("curve").focus({ preventScroll: true });
  byId("board").scrollIntoView({ block: "nearest" });
}

// What is drawn on the one board is copied for every moment; nobody sees it in between.
function redraw() {
  const thoughts = found;
  if (thoughts) {
    draw("decided", () => decided(thoughts, looks, turnOf, (moment) => {
      drawBoard(moment.frame);
      return picture(moment.played);
    }, lead));
  }
  drawBoard(stops[at]);
  draw("sentence", showStep);
}

// The game's page shows pieces in another way from now on.
function drawAnew() {
  looks += 1;
  redraw();
}

// --- asking --------------------------------------------------------------------------------------------------------------

/** @param {Thoughts} found */
function showProgress({ thought, steps, done, failed }) {
  const progress = byId("progress");
  progress.hidden = done || failed;
  progress.max = steps;
  progress.value = thought;
  byId("said").classList.toggle("unseen", done); // the curve says it
  write(byId("said"), t(failed ? "analysis_failed" : done ? "analysis_done" : "analysis_progress", { thought, of: steps }));
}

async function ask() {
  const answer = await fetch(`/api/archive/${number}/analysis?lang=${known.language}`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  /** @type {Thoughts} */
  const thoughts = await answer.json();
  found = thoughts;
  draw("curve", () => drawCurve(thoughts));
  draw("steps", () => markSteps(thoughts));
  showProgress(thoughts);
  redraw();
  if (thoughts.done && !moved && !location.hash) show(stops.indexOf(thoughts.decisive[0]));
  set(main, "data-ready", thoughts.done);
  if (!thoughts.done && !thoughts.failed) setTimeout(asking, AGAIN_MS);
}

function asking() {
  ask().catch(() => write(byId("said"), t("analysis_lost")));
}

// --- the beginning -------------------------------------------------------------------------------------------------------

function begin() {
  useBoard(pages.of("board"));
  useSigns(pages.of("sign"));
  pages.call("begin", game);
  stops = [0, ...game.stops];
  guard("try-from", () => startTrying(game, number, () => stops[anew ? at - 1 : at]));
  draw("steps", () => listSteps(game, stops, lead));
  draw("curve", () => startCurve(stops, go));
  byId("go-back").addEventListener("click", () => go(at - 1));
  byId("go-forward").addEventListener("click", () => go(at + 1));
  show(stops.indexOf(Number(location.hash.slice(1))));
  asking();
}

async function fetchGame() {
  game = await fetchFinished(number);
  if (pages.bring(main.dataset.game ?? "", (main.dataset.pages ?? "").split(" "), "replay")) begin();
}

stillBoard();
fetchGame().catch(() => write(byId("said"), t("analysis_lost")));
