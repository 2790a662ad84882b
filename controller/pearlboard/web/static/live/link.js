// The line to the table, as a word at the top of the page.

import { byId, fill, h, set } from "../shared/dom.js";
import { known, t } from "../shared/texts.js";

/**
 * "Connected" is said once the page shows the game: before that a tap would meet a page that does not know what it means.
 * @param {string} state
 * @param {boolean} shown
 */
export function showLink(state, shown = true) {
  const said = state === "connected" && !shown ? "connecting" : state;
  set(byId("link"), "data-state", said);
  fill(byId("link"), said + known.language, () => (said === "other_away" ? [`${t(said)} `, toTogether("beside_settings")] : [t(said)]));
}

/**
 * A link to the settings of a second board.
 * @param {string} words
 */
export const toTogether = (words) => h("a", { href: `/operator?lang=${known.language}&view=settings&part=together` }, t(words));
