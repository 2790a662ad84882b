// A board that is only drawn: a tap lays a piece for this turn, or takes it away again; it lifts a piece that may move, and
// lays it where it may go. What counts already stays, and the table says so.

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
