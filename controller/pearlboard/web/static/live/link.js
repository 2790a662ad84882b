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
  fill(byId("link"), said + known.language, () => (said === "other_away" ? [`${t(said)} `, settings()] : [t(said)]));
}

const settings = () => h("a", { href: `/operator?lang=${known.language}&view=settings&part=together` }, t("beside_settings"));
