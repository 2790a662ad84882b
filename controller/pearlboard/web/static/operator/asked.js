// A question before what cannot be undone by another press.

import { byId, write } from "../shared/dom.js";
import { t } from "../shared/texts.js";

/**
 * Whether the answer is yes. `besides`: what else is to be thought of, for which the button says so.
 * @param {string} question
 * @param {string} [besides]
 * @returns {Promise<boolean>}
 */
export function really(question, besides = "") {
  const dialog = byId("really");
  write(byId("really-said"), question);
  write(byId("really-game"), besides);
  write(byId("really-yes"), t(besides ? "care_all_the_same" : "care_yes"));
  dialog.showModal();
  byId("really-no").focus();
  return new Promise((resolve) => {
    byId("really-yes").onclick = () => dialog.close("yes");
    byId("really-no").onclick = () => dialog.close("no");
    dialog.returnValue = "no";
    dialog.onclose = () => resolve(dialog.returnValue === "yes");
  });
}
