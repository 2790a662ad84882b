// A finished game in words and pictures: every step in a list, and the moments that decided it.

import { byId, fill, h, set } from "../shared/dom.js";
import { emblem } from "../shared/players.js";
import { knows, t } from "../shared/texts.js";

/**
 * @param {Finished} game
 * @param {number[]} stops the frames that are steps
 * @param {(frame: number) => void} lead
 */
export function listSteps({ frames, players }, stops, lead) {
  byId("steps").replaceChildren(...stops.map((frame) => {
    const { seat, turn, said } = frames[frame];
    const player = players.find((each) => each.seat === seat);
    return h("li", { "data-frame": frame }, h("button", { type: "button", class: "plain", onclick: () => lead(frame) },
      player ? emblem(player) : h("span", { class: "emblem none" }), h("span", { class: "number" }, turn ? String(turn) : ""),
      h("span", {}, said[0], " ", h("span", { class: "marks" }))));
  }));
}

/**
 * Which steps turned the game, and where there was something better.
 * @param {Thoughts} found
 */
export function markSteps({ moments, turning }) {
  const better = new Set(moments.filter((moment) => moment.better).map(({ frame }) => frame));
  for (const line of byId("steps").children) {
    const frame = Number(/** @type {HTMLElement} */ (line).dataset.frame);
    const marks = [turning.includes(frame) && t("analysis_turned"), better.has(frame) && t("analysis_missed")].filter(Boolean);
    line.querySelector(".marks")?.replaceChildren(...marks.map((mark) => h("b", {}, /** @type {string} */ (mark))));
  }
}

/** @param {number} index */
export function markStep(index) {
  const steps = byId("steps");
  for (const button of steps.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  set(steps.children[index].children[0], "aria-current", "step");
}

/**
 * A picture of the board as it is drawn now.
 * @param {string} words what it shows
 */
export function picture(words) {
  const board = /** @type {HTMLElement} */ (byId("board").cloneNode(true));
  for (const part of board.querySelectorAll("#glow, #sites, #plates, #veil")) part.remove();
  for (const part of [board, ...board.querySelectorAll("[id]")]) part.removeAttribute("id");
  for (const part of board.children) set(part, "aria-hidden", "true");
  set(board, "role", "img");
  set(board, "aria-label", words);
  return board;
}

/**
 * The moments that decided the game, each with its picture; `looks` is how often pieces have come to be shown otherwise.
 * @param {Thoughts} found
 * @param {number} looks
 * @param {(number: number) => string} turnOf what a turn is called
 * @param {(moment: Moment) => Element} drawn
 * @param {(frame: number) => void} show
 */
export function decided(found, looks, turnOf, drawn, show) {
  const moments = found.moments.filter(({ frame }) => found.decisive.includes(frame));
  const { length } = moments;
  const drawnBetter = moments.some(({ better }) => better?.pieces.length) ? t(knows("analysis_better_drawn") ? "analysis_better_drawn" : "analysis_better_pale") : "";
  byId("undecided").textContent = length ? `${t("analysis_decided_about")} ${drawnBetter}`.trim() : found.done ? t("analysis_no_turning") : t("analysis_turning_later");
  fill(byId("decided"), JSON.stringify([moments, looks]), () => moments.map((moment) => h("li", {},
    h("h3", {}, moment.seat === null ? null : emblem(playerOf(found, moment)), h("span", {}, turnOf(moment.turn))),
    drawn(moment), h("p", {}, told(found, moment)),
    h("button", { type: "button", id: `show-${moment.frame}`, onclick: () => show(moment.frame) }, t("analysis_show")))));
}

/**
 * @param {Thoughts} found
 * @param {Moment} moment
 */
function told({ standings }, { frame, played, better }) {
  const now = standings.findIndex((standing) => standing.frame === frame);
  const sentence = t("analysis_moment", { before: standings[now - 1].said, played, after: standings[now].said });
  return better ? `${sentence} ${t("analysis_better", { step: better.said })}` : sentence;
}

/**
 * @param {Thoughts} found
 * @param {Moment} moment
 */
function playerOf({ sides }, { seat }) {
  return /** @type {Player} */ (sides.flatMap(({ players }) => players).find((player) => player.seat === seat));
}
