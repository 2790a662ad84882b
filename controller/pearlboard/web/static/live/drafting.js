// A board that is only drawn: a tap lays a piece for this turn, or takes it away again; it lifts a piece that may move, and
// lays it where it may go. What counts already stays, and the table says so.

import { movers } from "../shared/players.js";
import { t } from "../shared/texts.js";

/**
 * The screen as it is seen where whoever moves is not: the sentence asks nobody there to confirm what another has laid.
 * @template {Screen} S
 * @param {S} screen
 * @returns {S}
 */
export function lookingOn(screen) {
  const [mover, ...others] = movers(screen);
  const confirms = screen.on_screen && screen.verdict === "legal" && !screen.take_back && mover && !mover.computer && !others.length;
  return confirms ? { ...screen, sentence: t("still_to_confirm", { name: mover.name }) } : screen;
}

/**
 * Whether a tap there lays a piece, takes one of the draft away, or moves one.
 * @param {Pick<Screen, "pieces" | "movable">} screen
 * @param {Site} site
 */
export const takes = ({ pieces, movable }, site) => movable.includes(site) || !pieces.some((piece) => piece.site === site && piece.status !== "draft");

/**
 * @param {Pick<Screen, "pieces" | "movable">} screen
 * @param {Site} site
 * @param {Send} act
 */
export const draft = (screen, site, act) => act({ name: takes(screen, site) && screen.pieces.some((piece) => piece.site === site) ? "lift" : "put", site });
