// Who is who: a sign and a colour for each player. A game may bring signs of its own; else it is the initials.

import { h, s } from "./dom.js";
import { knows, t } from "./texts.js";

/** @type {(player: Player) => Element | null} */
let drawn = () => null;

/**
 * `draw(player)` gives an SVG element in a square of 100 x 100, or null.
 * @param {((player: Player) => Element | null) | undefined} draw
 */
export function useSigns(draw) {
  drawn = draw ?? (() => null);
}

/**
 * @param {Player} player
 * @returns {Element}
 */
export function signOf(player) {
  return drawn(player) ?? initialsOf(player);
}

/** @param {Player} player */
const initialsOf = ({ initials }) => s("text", { class: initials.length > 1 ? "initial two" : "initial", x: 50, y: 50, "text-anchor": "middle", "dominant-baseline": "central" }, initials);

/**
 * A player's sign in their colour.
 * @param {Player} player
 * @returns {HTMLElement}
 */
export function emblem(player) {
  return h("span", { class: "emblem", "data-colour": player.colour },
    s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, signOf(player)));
}

/**
 * A level by its name in this language; one that only its game knows is called what the game calls it.
 * @param {string} level
 * @returns {string}
 */
export const levelName = (level) => (knows(`level_${level}`) ? t(`level_${level}`) : t("level_of", { level }));
/**
 * Who plays a seat: `person`, or a level of the computer, in words.
 * @param {string} who
 * @returns {string}
 */
export const playedBy = (who) => (knows(`plays_${who}`) ? t(`plays_${who}`) : t("level_of", { level: who }));

/**
 * Whose turn it is, where there is one.
 * @param {Pick<Screen, "phase" | "match">} screen
 * @returns {Player[]}
 */
export const movers = (screen) => (screen.phase === "playing" ? (screen.match?.players ?? []).filter((player) => player.to_move) : []);

/**
 * Whether something is under way that has a name and a dial: somebody's turn, or a time for which all wait.
 * @param {Pick<Screen, "phase" | "match" | "timer">} screen
 */
export const inTurn = (screen) => movers(screen).length > 0 || Boolean(screen.match && screen.timer);

/**
 * Whether a player sits at the board beside which this page stands.
 * @param {Pick<Screen, "boards">} screen
 * @param {Player} player
 */
export const sitsHere = ({ boards }, { board }) => !boards.length || boards.some(({ number, here }) => here && number === board);

/**
 * People who sit at this page's board.
 * @param {Pick<Screen, "boards" | "match">} screen
 * @returns {Player[]}
 */
export const peopleHere = (screen) => (screen.match?.players ?? []).filter((player) => !player.computer && sitsHere(screen, player));

/**
 * Those of them who play at this page: they have no phone of their own.
 * @param {Pick<Screen, "boards" | "match">} screen
 * @returns {Player[]}
 */
export const withoutPhone = (screen) => peopleHere(screen).filter(({ phone }) => phone === "none");
