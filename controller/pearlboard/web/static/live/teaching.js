// A game that is explained: what matters now stands under the sentence, and "Why?" opens answers that fit the moment.

import { byId, fill, h, write } from "../shared/dom.js";

/** What could be asked when it was last shown. */
let asked = "";

/** @param {Screen} screen */
export function showTeaching({ teaching }) {
  const why = teaching?.why ?? [];
  byId("teaching").hidden = !teaching?.text && !why.length;
  write(byId("explanation"), teaching?.text ?? "");
  byId("why").hidden = !why.length;
  // An answer belongs to its moment.
  const questions = JSON.stringify(why.map(({ question }) => question));
  if (questions !== asked) byId("why").removeAttribute("open");
  asked = questions;
  fill(byId("why-answers"), JSON.stringify(why), () => why.map(({ question, text }) => h("li", {}, h("b", {}, question), h("span", {}, text))));
}
