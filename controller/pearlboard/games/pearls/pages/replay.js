// A finished game of Pearls, shown again: what lay on display, and what everybody held.

import { byId, fill, h } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { necklaceChip, string } from "./drawing.js";
import { drawStage, leaveStage, takesOf } from "./stage.js";

/** @typedef {import("./drawing.js").Cards} Cards */
/** @typedef {import("./score.js").Standing} Standing */
/** @typedef {{ seat: Seat, hand: number, cards: Cards[], pile: number, won: number[] }} Held */

/** @type {Player[]} */
let players = [];

/** @param {Context} context */
export function start({ changed }) {
  byId("hands").addEventListener("change", changed);
}

/** @param {Finished} game */
export function begin(game) {
  players = game.players;
}

/**
 * @param {Frame} frame
 * @param {Finished} game
 */
export function screenOf(frame, { result }) {
  const { display, necklaces, pile, kind } = frame;
  const over = kind === "result";
  const shown = byId("hands").checked;
  const named = /** @type {any} */ (result);
  return {
    phase: over ? "over" : "playing",
    match: { players: players.map((player) => ({ ...player, ...heldBy(player, frame, shown), points: null, to_move: !over && player.seat === frame.seat })) },
    game: {
      display, necklaces, pile, takes: takesOf(display), chosen: null, hand: null, last_turns: null,
      last: kind === "step" && frame.last ? { ...frame.last, text: "" } : null,
      result: over ? { ...named, standings: named.standings.map((/** @type {Standing} */ each) => ({ ...each, name: players.find(({ seat }) => seat === each.seat)?.name ?? "" })) } : null,
    },
  };
}

/**
 * @param {Player} player
 * @param {Frame} frame
 * @param {boolean} shown
 */
function heldBy({ seat }, frame, shown) {
  const { hand, cards, pile, won } = frame.players.find((/** @type {Held} */ each) => each.seat === seat);
  return { hand, pile, won, cards: shown && players.length < 5 ? cards : null };
}

/**
 * The turn that would have been better, where it would have been played: before what was.
 * @param {MatchScreen} screen
 * @param {any[]} better
 * @param {MatchScreen} before
 */
export function withBetter({ match }, [{ chosen, placed }], before) {
  const to_move = match.players.find((player) => player.to_move)?.seat;
  return {
    ...before, match: { ...before.match, players: before.match.players.map((player) => ({ ...player, to_move: player.seat === to_move })) },
    game: { ...before.game, chosen, last: { taken: [], dealt: [], placed, text: "" } },
  };
}

/**
 * @param {BoardScreen} _
 * @param {Frame} frame
 */
export function show(_, frame) {
  const shown = byId("hands").checked;
  fill(byId("hands-list"), JSON.stringify([frame.players, shown]), () => frame.players.map((/** @type {Held} */ held) => row(held, shown)));
}

/** @param {MatchScreen} screen */
export const stage = (screen) => drawStage(screen, { mover: null, you: null, changed: () => {} });

export { leaveStage as stop };

/**
 * @param {Held} held
 * @param {boolean} shown
 */
function row({ seat, cards, won }, shown) {
  const player = players.find((each) => each.seat === seat);
  return h("li", {}, h("b", {}, player?.name ?? ""), shown ? string(cards) : null, ...won.map(necklaceChip));
}

/**
 * How many cards there are, and in the end what they were worth.
 * @param {Player} player
 * @param {Frame} frame
 * @param {Finished} game
 * @returns {string[]}
 */
export function stateOf({ seat }, frame, { result }) {
  /** @type {Standing | undefined} */
  const end = frame.kind === "result" ? /** @type {any} */ (result)?.standings.find((/** @type {Standing} */ each) => each.seat === seat) : undefined;
  if (end) return [`${t("sum_cards", { points: end.cards })} + ${t("sum_necklaces", { points: end.necklaces })} − ${t("sum_hand", { points: end.hand })} = ${end.total}`];
  const held = frame.players.find((/** @type {Held} */ each) => each.seat === seat);
  return [t("in_hand", { count: held.hand }), t("in_pile", { count: held.pile })];
}

/**
 * @param {Frame} frame
 * @returns {string[]}
 */
export const also = ({ said }) => said.slice(1);
