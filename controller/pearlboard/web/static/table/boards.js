// The boards of a table that has several: what they are called, and how another table or a second board comes into play.

import { toTogether } from "../live/link.js";
import { byId, fill, h } from "../shared/dom.js";
import { sitsHere } from "../shared/players.js";
import { known, t } from "../shared/texts.js";

/** @param {Board} board */
export function boardName({ number, here, table }) {
  if (!table) return t(`board_${number}`);
  return here ? t("board_here") : t("board_at", { table });
}

/**
 * The board beside which this page stands.
 * @param {Board[]} boards
 */
export const standsAt = (boards) => boards.find(({ here }) => here);

/**
 * Where somebody sits who does not sit here, in words.
 * @param {Screen} screen
 * @param {Player} player
 */
export function sitsElsewhere(screen, player) {
  const board = sitsHere(screen, player) || player.computer ? null : screen.boards.find(({ number }) => number === player.board);
  return board ? boardName(board) : "";
}

/**
 * What a game that is played at one board means for the others; null where that is nothing.
 * @param {Board[]} boards
 * @param {string | null | undefined} why all must sit at one board
 */
export function atOneBoard(boards, why) {
  const [home, other] = boards, here = standsAt(boards);
  if (!why || !home || !other) return null;
  const begins = here === home, table = begins ? other.table : home.table;
  const said = begins ? "one_board_here" : "one_board_there";
  return { begins, text: `${why} ${table ? t(`${said}_at`, { table }) : t(said)}` };
}

/**
 * Below the ways to begin a game.
 * @param {Board[]} boards
 * @param {boolean} alone whether the other board only looks on
 */
export function showBeside(boards, alone) {
  fill(byId("beside"), JSON.stringify([boards, alone]), () => beside(boards, alone));
}

/**
 * @param {Board[]} boards
 * @param {boolean} alone
 */
function beside(boards, alone) {
  const [home, other] = boards, here = standsAt(boards);
  if (alone && other?.far && !other.away) return [toTogether("beside_settings")];
  if (!home || !other || !here) return [toTogether("beside_none")];
  if (here.far) return [`${t("beside_guest", { table: home.table })} `, toTogether("beside_settings")];
  if (other.far) return [`${t(other.gone ? "beside_gone" : other.away ? "beside_away" : "beside_with", { table: other.table })} `, toTogether("beside_settings")];
  if (here === other) return [t("beside_this")];
  const path = `/?board=${other.number}`;
  return [`${t("beside_second")} `, h("a", { href: `${path}&lang=${known.language}`, target: "_blank" }, `${location.host}${path}`)];
}
