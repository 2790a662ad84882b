// The rules of the game in a few sentences, and those that were agreed on, in the help of every page; and the way to its lesson.

import { byId, fill, h, set } from "../shared/dom.js";
import { known } from "../shared/texts.js";

/**
 * `name` is the game's, and null where there is none.
 * @param {string | null} name
 * @param {{ brief: string[], rules?: string[], lesson: boolean } | null} told
 */
export function showBrief(name, told) {
  const brief = [...told?.brief ?? [], ...told?.rules ?? []];
  byId("brief").hidden = !brief.length && !told?.lesson;
  fill(byId("brief-list"), JSON.stringify(brief), () => brief.map((said) => h("li", {}, said)));
  byId("brief-learn").hidden = !told?.lesson;
  set(byId("brief-learn"), "href", told?.lesson ? `/learn/${name}?lang=${known.language}` : null);
}
