// A finished game of Perladöra, shown again: pieces as they came, then territory by territory.

import { layerOf } from "/static/shared/board.js";
import { byId, s } from "/static/shared/dom.js";
import { outline } from "/static/shared/marks.js";
import { t } from "/static/shared/texts.js";
import { drawLagoon } from "./lagoon.js";

/** @type {Map<Frame, Piece[]>} */
let boards = new Map();

/** @param {Context} context */
export function start({ changed }) {
  byId("values").addEventListener("change", changed);
}

/**
 * What lies there in each frame: those tell only what is different.
 * @param {Finished} game
 */
export function begin({ frames }) {
  /** @type {Map<Site, Piece>} */
  const lying = new Map();
  boards = new Map(frames.map((frame) => {
    for (const piece of frame.pieces) lying.set(piece.site, piece);
    return [frame, [...lying.values()]];
  }));
}

/**
 * @param {Frame} frame
 * @param {Finished} game
 */
export function screenOf(frame, game) {
  const shown = byId("values").checked || frame.kind === "count" || frame.kind === "result";
  const touched = new Set(frame.touched);
  const upTo = frame.kind === "result" ? game.count.length : frame.territory;
  const pieces = (boards.get(frame) ?? []).map((piece) => ({
    ...piece, value: shown || piece.face_up ? piece.value : null, status: touched.has(piece.site) ? "latest" : "laid", target: false,
  }));
  return {
    stage: upTo === null ? "playing" : "count",
    game: {
      pieces, region: [], hints: null, tokens: null, farm_now: null, reveal: null,
      farms: Object.fromEntries(Object.entries(game.farms).map(([farm, pearls]) => [farm, { pearls, laid: true }])),
      count: upTo === null ? null : { index: upTo, territories: game.count.slice(0, upTo + 1).map((/** @type {object} */ part) => ({ ...part, totals: [] })) },
    },
  };
}

/**
 * The same with pieces that would have been better: pale where nothing lies, and where something does, on top of it. What
 * the step has just laid stays to be seen.
 * @param {BoardScreen} screen
 * @param {Piece[]} better
 * @returns {BoardScreen}
 */
export function withBetter(screen, better) {
  const lying = new Map(screen.game.pieces.map((/** @type {Piece} */ piece) => [piece.site, piece]));
  for (const piece of better) {
    const there = lying.get(piece.site);
    if (there?.status !== "latest") lying.set(piece.site, { ...piece, status: there ? "better_there" : "better", target: false });
  }
  return { ...screen, game: { ...screen.game, pieces: [...lying.values()] } };
}

/**
 * @param {BoardScreen} screen
 * @param {Frame} frame
 */
export function show(screen, frame) {
  drawLagoon(screen);
  if (frame.kind === "step")
    layerOf("shades").append(...frame.territories.map((/** @type {{ spaces: Site[] }} */ { spaces }) => s("path", { class: "lit-line", d: outline(spaces) })));
}

/**
 * @param {Frame} frame
 * @param {Finished} game
 * @returns {string}
 */
export const titleOf = ({ territory }, { count }) => t("replay_count", { number: territory + 1, of: count.length });

/**
 * @param {Frame} frame
 * @param {Finished} game
 * @returns {string[]}
 */
export const also = ({ kind, said }, { result }) => (kind === "result" ? /** @type {any} */ (result).standings : said.slice(1));

/**
 * @param {Player} player
 * @param {Frame} frame
 * @param {Finished} game
 */
export function stateOf({ seat }, frame, { frames }) {
  const stands = (/** @type {Frame} */ at) => at.players.find((/** @type {{ seat: Seat }} */ each) => each.seat === seat);
  const now = stands(frame);
  const of = stands(frames[0]).divers_left;
  return [t("divers_left", { count: now.divers_left, of }), now.powers ? t("replay_powers", { count: now.powers }) : null,
    now.backup ? t("replay_backup") : null, now.done ? t("done") : null].filter(Boolean);
}
