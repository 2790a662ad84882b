// Other tables, beside the settings of a second board: one is invited here, or this one goes to another one's game.

import { byId, fill, h, isSeen, write } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { code } from "../live/code.js";
import { waitAnew } from "./anew.js";
import { really } from "./asked.js";
import { operate, refusalOf } from "./asking.js";

/**
 * @typedef {{ peer: string | null, round_trip_ms: number | null }} Peer
 * @typedef {{
 *   hosting: (Peer & { known: number, gone: string | null, problem: string | null }) | null,
 *   visiting: (Peer & { unreachable: string | null, over: string | null, chance: string | null }) | null,
 * }} Tables
 */

const LOOK_MS = 3000;

/** @returns {Element[]} */
export function togetherTools() {
  const stands = h("p", { id: "together-stands", role: "status" });
  const word = h("p", { id: "together-chance", role: "status" });
  const tools = h("div", { id: "together-tools", class: "fields" });
  const said = h("p", { id: "together-said", class: "refusal", role: "alert" });
  let seen = false;
  let invites = false;
  /** @type {string | null} */
  let there = null;
  look();
  return [stands, word, tools, said];

  // The other table comes and goes whatever is done here: the page looks again for as long as it shows this.
  async function look() {
    const rests = seen && (document.hidden || !isSeen(stands) || byId("anew").open);
    const answer = rests ? null : await operate({ do: "tables" });
    if (seen && !stands.isConnected) return;
    if (answer?.ok) show(/** @type {Tables} */ (answer.tables));
    if (answer?.ok && !seen && new URLSearchParams(location.search).get("part") === "together") tools.scrollIntoView({ block: "center" });
    seen ||= Boolean(answer?.ok);
    setTimeout(look, LOOK_MS);
  }

  /** @param {Tables} tables */
  function show({ hosting, visiting }) {
    const peer = (hosting ?? visiting)?.peer ?? null;
    write(stands, visiting?.over ?? hosting?.problem ?? (peer === null && hosting?.gone ? t("care_together_gone", { table: hosting.gone })
      : hosting ? standing(hosting, "care_together_alone") : visiting ? standing(visiting, "care_together_calls") : t("care_together_how")));
    write(word, visiting?.chance ? t(`care_together_chance_${visiting.chance}`) : "");
    if (peer !== there) invites = false;
    there = peer;
    if (!invites) fill(tools, JSON.stringify([hosting && [hosting.known, hosting.problem], visiting && [visiting.over, peer]]), () => (
      hosting ? hosting.problem ? [] : host(hosting) : !visiting ? guest() : visiting.over ? guest(button("leave", () => leave(null))) : [acts(button("leave", () => leave(peer)))]));
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
    return [acts(button("invite", invite), known ? button("forget", forget) : null)];
  }

  /** @param {Element} [besides] */
  function guest(besides) {
    const field = h("input", { id: "together-code", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
    return [h("div", { class: "field" }, h("label", { for: "together-code" }, t("care_together_code")), field),
      acts(button("join", () => join(/** @type {HTMLInputElement} */ (field).value)), besides)];
  }

  /** @param {string} typed */
  function join(typed) {
    write(stands, t("care_together_calls"));
    anew({ do: "table_join", values: { code: typed } });
  }

  /** @param {...(Element | null | undefined)} buttons */
  function acts(...buttons) {
    return h("p", { class: "acts" }, ...buttons);
  }

  async function forget() {
    if (await really(t("care_together_forget_sure"))) act({ do: "table_forget" });
  }

  /** @param {string | null} peer */
  async function leave(peer) {
    if (peer === null || await really(t("care_together_leave_sure", { table: peer }))) anew({ do: "table_leave" });
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
    invites = true;
    fill(tools, spoken, () => [h("p", {}, t("care_together_read")), h("p", {}, h("code", { class: "address", id: "together-spoken" }, spoken)),
      code(qr, t("care_together_code")), h("p", { class: "quiet" }, t("care_together_once")), button("seen", close)]);
  }

  function close() {
    invites = false;
    glimpse();
  }

  async function glimpse() {
    const answer = await operate({ do: "tables" });
    if (answer?.ok) show(/** @type {Tables} */ (answer.tables));
  }

  /** @param {{ do: string, [more: string]: any }} asked */
  async function act(asked) {
    const answer = await operate(asked);
    write(said, refusalOf(answer));
    if (answer?.ok) glimpse();
  }

  /** @param {{ do: string, [more: string]: any }} asked */
  async function anew(asked) {
    write(said, "");
    const answer = await operate(asked);
    write(said, refusalOf(answer));
    if (answer?.ok) waitAnew(answer.run);
    else glimpse();
  }
}
