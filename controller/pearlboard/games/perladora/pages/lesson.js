// A step of the lesson on the board of this game.

import { layerOf } from "/static/shared/board.js";
import { s } from "/static/shared/dom.js";
import { place } from "/static/shared/glow.js";
import { outline } from "/static/shared/marks.js";
import { drawLagoon } from "./lagoon.js";

const PLAYERS = [{ seat: 1, clan: "fishermen", place: "south" }, { seat: 2, clan: "foragers", place: "north" }];
/** @type {Record<string, number>} */
let colours = {};

/** @param {Context} context */
export function start({ known }) {
  colours = known.colours;
}

/**
 * @param {any} step
 * @param {{ laid: Site[], done: boolean }} now
 */
export function lessonScreen(step, { laid, done }) {
  const own = { necklaces: 0, backup: false, target: false };
  /** @type {Piece[]} */
  const mine = laid.map((site) => ({ ...own, site, kind: site.includes("-") ? "pontoon" : "diver", seat: site.includes("-") ? null : 1, status: done ? "latest" : "draft", value: null, face_up: false }));
  return {
    pieces: [], match: { players: PLAYERS.map((player) => ({ ...player, name: "", side: player.seat, computer: null, phone: null, place: undefined, to_move: player.seat === 1, colour: colours[player.clan] })) },
    game: {
      pieces: [...step.pieces, ...mine], region: [], hints: null, tokens: null, farm_now: null, reveal: null, count: null,
      farms: Object.fromEntries(Object.entries(step.farms).map(([farm, pearls]) => [farm, { pearls, laid: true }])), lesson: step.region, lit: done ? [] : step.lit, territories: done ? step.territories : [],
    },
  };
}

/**
 * A line that is pointed at.
 * @param {Site} line
 */
function shining(line) {
  const { x, y } = place(line);
  const upright = line[1] === line[4];
  return s("rect", { class: "shines", x: -42, y: -14, width: 84, height: 28, rx: 10, transform: `translate(${x} ${y})${upright ? " rotate(90)" : ""}` });
}

/** @param {BoardScreen} screen */
export function show(screen) {
  drawLagoon(screen);
  const { lesson, lit } = screen.game;
  layerOf("over").append(s("g", {}, ...lit.map(shining)));
  if (lesson.length) layerOf("shades").append(s("path", { class: "lit-line", d: outline(lesson) }));
}
