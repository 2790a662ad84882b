// A board that is only drawn: a tap lays a piece for this turn, or takes it away again. What counts already stays.

/**
 * Whether a tap there lays a piece, or takes one of the draft away.
 * @param {Pick<Screen, "pieces">} screen
 * @param {Site} site
 */
export const takes = ({ pieces }, site) => !pieces.some((piece) => piece.site === site && piece.status !== "draft");

/**
 * @param {Pick<Screen, "pieces">} screen
 * @param {Site} site
 * @param {Send} act
 */
export function draft(screen, site, act) {
  if (takes(screen, site)) act({ name: screen.pieces.some((piece) => piece.site === site) ? "lift" : "put", site });
}
