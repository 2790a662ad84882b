// The first page of a table that has not been told yet in which language it speaks: it asks, once.

import { around, byId, write } from "../shared/dom.js";
import { known } from "../shared/texts.js";

/** @param {string} language */
async function speak(language) {
  const answer = await fetch(`/api/language?lang=${known.language}`, {
    method: "POST", body: JSON.stringify({ language }), headers: { "Content-Type": "application/json" },
  });
  const { ok, sentence, error } = await answer.json();
  if (!ok) return write(byId("ask-language-refused"), sentence ?? error);
  const here = new URL(location.href);
  here.searchParams.set("lang", language);
  return location.assign(here);
}

/** Not while somebody plays. @param {Screen} screen */
export function showAskLanguage({ phase, lesson }) {
  byId("ask-language").hidden = byId("ask-language").dataset.asks === undefined || phase !== "idle" || lesson !== null;
}

byId("ask-language").addEventListener("click", (event) => {
  const language = around(event, "button[data-speak]")?.dataset.speak;
  if (language) speak(language);
});
