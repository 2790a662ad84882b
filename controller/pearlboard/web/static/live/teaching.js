// A game that is explained: what matters now stands under the sentence, and "Why?" opens answers that fit the moment. Where
// there is no room for all of a text, a sign stands at its end and a tap shows it whole.

import { around, byId, closesOutside, fill, h, write } from "../shared/dom.js";

/** What could be asked when it was last shown. */
let asked = "";

// The answers may lie over their own button, so a press anywhere else closes them, and so does one on them, and Escape.
const close = () => byId("why").removeAttribute("open");
closesOutside({ isOpen: () => byId("why").hasAttribute("open"), holds: (event) => around(event, "#why summary") !== null, close });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });

document.addEventListener("click", ({ target }) => {
  const text = target instanceof Element && target.closest("p, li");
  if (text && (text.matches(".whole") || getComputedStyle(text).webkitLineClamp !== "none")) text.classList.toggle("whole");
});

/** @param {Element} text */
const isCut = (text) => getComputedStyle(text).webkitLineClamp !== "none" && text.scrollHeight > text.clientHeight + 1;

function sign() {
  const texts = [...document.querySelectorAll("#explanation, #told li")];
  for (const text of texts) text.classList.remove("cut"); // the sign takes room, too
  const cut = texts.filter(isCut);
  for (const text of cut) text.classList.add("cut");
}
const told = { childList: true, subtree: true, characterData: true };
for (const id of ["explanation", "told"]) {
  new MutationObserver(sign).observe(byId(id), told);
  new ResizeObserver(sign).observe(byId(id));
}

/** @param {Screen} screen */
export function showTeaching({ teaching }) {
  const why = teaching?.why ?? [];
  byId("teaching").hidden = !teaching?.text && !why.length;
  if (byId("explanation").textContent !== (teaching?.text ?? "")) byId("explanation").classList.remove("whole");
  write(byId("explanation"), teaching?.text ?? "");
  byId("why").hidden = !why.length;
  byId("teaching").classList.toggle("has-answers", why.length > 0);
  // An answer belongs to its moment.
  const questions = JSON.stringify(why.map(({ question }) => question));
  if (questions !== asked) close();
  asked = questions;
  fill(byId("why-answers"), JSON.stringify(teaching), () => [teaching?.text ? h("li", { class: "told-whole" }, h("span", {}, teaching.text)) : null, ...why.map(({ question, text }) => h("li", {}, h("b", {}, question), h("span", {}, text)))]);
}
