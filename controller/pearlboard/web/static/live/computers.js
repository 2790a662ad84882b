// What the computer has played, to be read until a person has played; and its advice to the player of this page.

import { advisedTo } from "../shared/board.js";
import { byId, fill, h, set, write } from "../shared/dom.js";
import { knows, t } from "../shared/texts.js";

/** @param {Screen} screen */
export function showComputers(screen) {
  const { told, advice, suggestions, phase, you, on_screen: drawn } = screen;
  const tells = phase === "playing" ? told : [];
  const mine = you?.advice ?? null;
  const steps = advisedTo({ you, suggestions });
  // Where the board is only drawn, its lights say nothing of it: the page of whoever plays draws the pieces themselves.
  const lit = suggestions.length ? [] : advice;
  const advises = Boolean(mine || steps.length || lit.length);
  byId("told-part").hidden = !tells.length || steps.length > 0; // the moves so far have it: there is room for one of both
  set(byId("told-part"), "data-essential", tells.join());
  fill(byId("told"), JSON.stringify(tells), () => tells.map((text) => h("li", {}, text)));
  byId("advice-part").hidden = !advises;
  write(byId("advice-sites"), mine && !mine.length ? t("advice_coming") : !lit.length ? "" : !drawn ? t("advice_sites", { sites: lit }) : mine ? "" : t("advice_elsewhere"));
  const elsewhere = drawn && !mine && !steps.length; // nothing that would have to be read here
  set(byId("advice-part"), "data-essential", elsewhere ? null : steps.map(({ text }) => text).join());
  fill(byId("advice"), JSON.stringify(steps), () => steps.map(advised));
  byId("advice-private").hidden = !mine?.length;
  write(byId("advice-private"), t(drawn ? "advice_yours" : "advice_private"));
}

/**
 * What it is worth, beside the best. What is to be expected is said once, and of none that would seem better than the best by it: that one
 * wins more surely, since others have less.
 * @param {Advised} step
 * @param {number} at
 * @param {Advised[]} all
 */
export function advised(step, at, all) {
  const known = all.slice(0, at).map(expected).includes(expected(step)) || (step.points ?? 0) > (all[0].points ?? 0);
  return h("li", {}, h("b", {}, step.text),
    h("span", { class: "quiet" }, " ", [step.compared, known ? "" : expected(step)].filter(Boolean).join(" · ")),
    step.reason ? h("span", { class: "reason-why" }, step.reason) : null);
}

/** @param {Advised} step */
const expected = ({ points, expects }) => (points === undefined ? "" : expects ?? t(knows("advice_in_game") ? "advice_in_game" : "advice_points", { points }));
