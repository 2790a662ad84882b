// A finished game, thought over. The server tells what has been thought so far; it is asked again until all is told.

import { byId, h, s, set, write } from "../shared/dom.js";
import { GamePages } from "../shared/pages.js";
import { emblem, useSigns } from "../shared/players.js";
import { known, knows, list, t } from "../shared/texts.js";

const AGAIN_MS = 1000;
const number = Number(byId("main").dataset.number);
const [LEFT, TOP, WIDE, HIGH] = [86, 12, 540, 250];
/**
 * @param {number} result
 * @returns {number}
 */
const percent = (result) => Math.round(100 * result);

// --- the plot ------------------------------------------------------------------------------------------------------------

/** @param {Thoughts} found */
function draw({ sides, steps, turning, moments }) {
  const across = (/** @type {number} */ frame) => LEFT + WIDE * (frame - 1) / Math.max(1, steps);
  const up = (/** @type {number} */ result) => TOP + HIGH * (1 - result);
  const grid = [0, .25, .5, .75, 1].map((result) => s("g", { class: result === .5 ? "half" : "rule" },
    s("path", { d: `M${LEFT} ${up(result)}h${WIDE}` }),
    s("text", { x: LEFT - 8, y: up(result) + 5, "text-anchor": "end" }, `${percent(result)} %`)));
  const marks = turning.map((frame) => s("path", { class: "turn", d: `M${across(frame + 1)} ${TOP}v${HIGH}` }));
  const turns = moments.filter(({ turn }, index) => turn % 5 === 0 && moments[index - 1]?.turn !== turn)
    .map(({ frame, turn }) => s("text", { x: across(frame), y: TOP + HIGH + 22, "text-anchor": "middle" }, String(turn)));
  const drawn = sides.map(({ side, players, points }) => s("g", { class: "line", "data-side": side, "data-colour": players[0].colour },
    s("polyline", { class: "edge", points: path(points, across, up) }), s("polyline", { points: path(points, across, up) }),
    ...points.slice(-1).map(({ frame, result }) => s("circle", { cx: across(frame), cy: up(result), r: 6 }))));
  const said = h("span", {}, sides.map((side) => t("analysis_plot_said", {
    name: named(side), percents: side.points.map(({ result }) => percent(result)).join(", ") })).join(" "));
  write(byId("plot-said"), said.textContent ?? "");
  byId("plot").replaceChildren(byId("plot-said"), ...grid, ...marks, ...turns, ...drawn);
}

/**
 * @param {SideOfMoments["points"]} points
 * @param {(frame: number) => number} across
 * @param {(result: number) => number} up
 */
function path(points, across, up) {
  return points.map(({ frame, result }) => `${across(frame).toFixed(1)},${up(result).toFixed(1)}`).join(" ");
}

/** @param {SideOfMoments} side */
function named({ players }) {
  return list(players.map(({ name }) => name));
}

/** @param {Thoughts} found */
function showLegend({ sides }) {
  byId("legend").replaceChildren(...sides.map((side) => h("li", { "data-side": side.side, "data-colour": side.players[0].colour },
    s("svg", { viewBox: "0 0 60 16", class: "plot", "aria-hidden": "true" }, s("g", { class: "line", "data-side": side.side },
      s("polyline", { class: "edge", points: "2,8 58,8" }), s("polyline", { points: "2,8 58,8" }))),
    ...side.players.map(emblem), h("span", {}, named(side)))));
}

// --- the story -----------------------------------------------------------------------------------------------------------

/** @param {Thoughts} found */
function tell(found) {
  const turning = found.moments.filter(({ frame }) => found.turning.includes(frame));
  const words = !found.done ? t("analysis_turning_later") : turning.length ? null : t("analysis_no_turning");
  byId("turning").replaceChildren(...(words ? [h("li", { class: "quiet" }, words)] : turning.map((moment) => line(found, moment, true))));
  byId("steps").append(...found.moments.slice(byId("steps").children.length).map((moment) => line(found, moment, false)));
}

/**
 * @param {Thoughts} found
 * @param {Moment} moment
 * @param {boolean} turned
 */
function line(found, moment, turned) {
  const player = /** @type {Player} */ (found.sides.flatMap(({ players }) => players).find(({ seat }) => seat === moment.seat));
  const expected = turned
    ? t("analysis_swing", { before: percent(moment.result), after: percent(moment.result + moment.swing) })
    : t(knows("analysis_in_game") ? "analysis_in_game" : "analysis_expected", { name: player.name, percent: percent(moment.result), points: Math.round(moment.points) });
  return h("li", {}, emblem(player),
    h("div", {}, h("p", {}, h("a", { href: `/archive/${number}?lang=${known.language}#${moment.frame}` },
      t("analysis_turn", { number: moment.turn })), " · ", h("b", { class: "expected" }, expected)),
    h("p", {}, moment.played),
    h("p", { class: "quiet" }, moment.better === null ? t("analysis_same")
      : t("analysis_better", { step: moment.better, percent: percent(moment.hoped) }))));
}

// --- asking --------------------------------------------------------------------------------------------------------------

/** @param {Thoughts} found */
function showProgress({ thought, steps, done, failed }) {
  const progress = byId("progress");
  progress.hidden = done || failed;
  progress.max = steps;
  progress.value = thought;
  write(byId("said"), t(failed ? "analysis_failed" : done ? "analysis_done" : "analysis_progress", { thought, of: steps }));
}

async function ask() {
  const answer = await fetch(`/api/archive/${number}/analysis?lang=${known.language}`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const found = await answer.json();
  showLegend(found);
  draw(found);
  tell(found);
  showProgress(found);
  set(byId("main"), "data-ready", found.done);
  if (!found.done && !found.failed) setTimeout(asking, AGAIN_MS);
}

function asking() {
  ask().catch(() => write(byId("said"), t("analysis_lost")));
}

// The signs of the players are the game's.
const main = byId("main");
const pages = new GamePages({ onReady: begin, onFailed: begin });

function begin() {
  useSigns(pages.of("sign"));
  asking();
}

if (pages.bring(main.dataset.game ?? "", (main.dataset.pages ?? "").split(" "), "analysis")) begin();
