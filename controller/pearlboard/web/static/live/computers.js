// What the computer has played, to be read until a person has played; and its advice to the player of this page.

import { advisedTo } from "../shared/board.js";
import { byId, fill, h, write } from "../shared/dom.js";
import { knows, list, t } from "../shared/texts.js";

/** @param {Pick<Screen, "told" | "advice" | "suggestions" | "phase" | "you">} screen */
export function showComputers({ told, advice, suggestions, phase, you }) {
  const tells = phase === "playing" ? told : [];
  const mine = you?.advice ?? null;
  const steps = advisedTo({ you, suggestions });
  byId("computers").hidden = !tells.length && !advice.length && !mine;
  byId("told-part").hidden = !tells.length;
  fill(byId("told"), JSON.stringify(tells), () => tells.map((text) => h("li", {}, text)));
  byId("advice-part").hidden = !advice.length && !mine;
  write(byId("advice-sites"), mine && !mine.length ? t("advice_none") : advice.length && !suggestions.length ? t("advice_sites", { sites: advice }) : "");
  fill(byId("advice"), JSON.stringify(steps), () => steps.map(step));
  byId("advice-private").hidden = !mine?.length;
}

/** @param {Advised} advised */
const step = ({ text, reason, points }) => h("li", {}, h("b", {}, text),
  points === undefined ? null : h("span", { class: "quiet" }, " ", t(knows("advice_in_game") ? "advice_in_game" : "advice_points", { points })),
  reason ? h("span", { class: "reason-why" }, reason) : null);
