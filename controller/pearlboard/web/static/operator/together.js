// Other tables, beside the settings of a second board: one is invited here, or this one goes to another one's game.

import { h, write } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { code } from "../live/code.js";
import { waitAnew } from "./anew.js";
import { operate, refusalOf } from "./asking.js";

/**
 * @typedef {{ peer: string | null, round_trip_ms: number | null }} Peer
 * @typedef {{
 *   hosting: (Peer & { known: number, problem: string | null }) | null,
 *   visiting: (Peer & { unreachable: string | null, over: string | null, chance: string | null }) | null,
 * }} Tables
 */

/** @returns {Element[]} */
export function togetherTools() {
  const stands = h("p", { id: "together-stands", role: "status" });
  const word = h("p", { id: "together-chance", role: "status" });
  const tools = h("div", { id: "together-tools" });
  const said = h("p", { id: "together-said", class: "refusal", role: "alert" });
  let seen = false;
  look();
  return [stands, word, tools, said];

  async function look() {
    const answer = await operate({ do: "tables" });
    if (!answer?.ok) return;
    show(/** @type {Tables} */ (answer.tables));
    if (!seen && new URLSearchParams(location.search).get("part") === "together") tools.scrollIntoView({ block: "center" });
    seen = true;
  }

  /** @param {Tables} tables */
  function show({ hosting, visiting }) {
    write(stands, hosting ? hosting.problem ?? standing(hosting, "care_together_alone") : visiting ? standing(visiting, visiting.over ? "care_together_over" : "care_together_calls") : t("care_together_how"));
    write(word, visiting?.chance ? t(`care_together_chance_${visiting.chance}`) : "");
    tools.replaceChildren(...(hosting ? hosting.problem ? [] : host(hosting) : visiting ? [button("leave", leave)] : guest()));
  }

  /**
   * @param {Peer} there
   * @param {string} otherwise
   */
  function standing({ peer, round_trip_ms: ms }, otherwise) {
    return peer === null ? t(otherwise) : t("care_together_with", { table: peer, ms: String(ms ?? "–") });
  }

  /** @param {{ known: number }} known */
  function host({ known }) {
    return [button("invite", invite), ...(known ? [button("forget", () => act({ do: "table_forget" }))] : [])];
  }

  function guest() {
    const field = h("input", { id: "together-code", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
    return [h("div", { class: "field" }, h("label", { for: "together-code" }, t("care_together_code")), field),
      button("join", () => anew({ do: "table_join", values: { code: /** @type {HTMLInputElement} */ (field).value } }))];
  }

  function leave() {
    anew({ do: "table_leave" });
  }

  /**
   * @param {string} name
   * @param {() => void} onclick
   */
  function button(name, onclick) {
    return h("button", { type: "button", id: `together-${name}`, onclick }, t(`care_together_${name}`));
  }

  async function invite() {
    const answer = await operate({ do: "table_invite" });
    write(said, refusalOf(answer));
    if (!answer?.ok) return;
    const { spoken, qr } = /** @type {{ spoken: string, qr: QR }} */ (answer.invitation);
    tools.replaceChildren(h("p", {}, t("care_together_read")), h("p", {}, h("code", { class: "address", id: "together-spoken" }, spoken)),
      code(qr, t("care_together_code")), h("p", { class: "quiet" }, t("care_together_once")), button("seen", look));
  }

  /** @param {{ do: string, [more: string]: any }} asked */
  async function act(asked) {
    const answer = await operate(asked);
    write(said, refusalOf(answer));
    if (answer?.ok) look();
  }

  /** @param {{ do: string, [more: string]: any }} asked */
  async function anew(asked) {
    const answer = await operate(asked);
    write(said, refusalOf(answer));
    if (answer?.ok) waitAnew(answer.run);
  }
}
