// The network: which one the table is in, which it hears, and how it joins another. Whoever changes it from a phone that is
// in the network which ends by that is told before where to go on.

import { around, byId, h, redraw, write } from "../shared/dom.js";
import { known, percent, t } from "../shared/texts.js";
import { really } from "./asked.js";
import { operate, post } from "./asking.js";
import { letSee, passwordBefore } from "./password.js";

/**
 * @typedef {{ ssid: string, name: string, strength: number | null, kind: "open" | "password" | "other", known: boolean, here: boolean }} Network
 * @typedef {{ where: string, device: boolean, under_way: boolean, failed: string | null, networks: Network[], heard_s: number | null, country: string,
 *   countries: string[], own: { name: string, password: string } | null, own_name: string, own_address: string, house_address: string }} State
 */

const LOOK_MS = 5000;
const WAIT_MS = 2000;
const MINUTE_S = 60;
const BARS = [1, 30, 55, 80];
/** @type {State | null} */
let state = null;
/** What is to be joined; null: one whose name is typed.
 * @type {Network | null} */
let chosen = null;
/** @type {number | undefined} */
let looking;
let open = false;

/** Whether there is a network that the table looks after. */
export async function isOurs() {
  const answer = await operate({ do: "wifi" });
  return answer?.ok === true && answer.wifi.ours;
}

export function openNetwork() {
  open = true;
  leave();
  look();
}

export function closeNetwork() {
  open = false;
  clearTimeout(looking);
}

/** @param {string} [deed] */
async function look(deed = "wifi") {
  clearTimeout(looking);
  const answer = await operate({ do: deed });
  if (answer?.ok) show(answer.wifi);
  if (open) looking = setTimeout(look, LOOK_MS);
}

// --- showing -----------------------------------------------------------------------------------------------------------

/** @param {{ sentence: string, state: State | null }} told */
function show({ sentence, state: now }) {
  state = now;
  write(byId("problem"), "");
  write(byId("net-said"), sentence);
  write(byId("net-failed"), now?.failed ?? "");
  write(byId("net-own"), now?.own ? t("net_own", { password: now.own.password }) : "");
  byId("net-open").hidden = !now?.device || now.own !== null;
  byId("net-heard").hidden = !now?.device;
  byId("net-again-own").hidden = now?.own === null;
  if (!now) return;
  write(byId("net-when"), now.heard_s === null ? t("net_never") : t("net_when", { when: ago(now.heard_s) }));
  redraw(byId("net-list"), now.networks.map(drawn));
}

/** @param {number} seconds */
function ago(seconds) {
  const format = new Intl.RelativeTimeFormat(known.language, { numeric: "auto" });
  return seconds < MINUTE_S ? format.format(-Math.round(seconds), "second") : format.format(-Math.round(seconds / MINUTE_S), "minute");
}

/** @param {Network} network */
function drawn(network) {
  const { ssid, name, strength, kind, here } = network;
  const heard = strength === null ? t("net_not_heard") : t("net_strength", { value: percent(strength / 100) });
  const more = [here && t("net_here"), network.known && !here && t("net_known"), kind === "open" && t("net_is_open"), kind === "other" && t("net_other")];
  return h("li", {},
    h("button", { type: "button", "data-ssid": ssid, disabled: kind === "other", "aria-current": here ? "true" : null },
      h("b", {}, h("bdi", {}, name)), h("span", { class: "quiet" }, [heard, ...more.filter(Boolean)].join(" · ")),
      h("span", { class: "strength", "aria-hidden": "true" }, ...BARS.map((from) => h("i", { "data-on": strength !== null && strength >= from })))),
    network.known ? h("button", { type: "button", "data-forget": ssid, "aria-label": t("net_forget_it", { name }) }, t("net_forget")) : null);
}

// --- joining -----------------------------------------------------------------------------------------------------------

/** @param {Network | null} network */
function choose(network) {
  if (!state) return;
  chosen = network;
  write(byId("net-title"), network ? t("net_join", { name: network.name }) : t("net_join_other"));
  byId("net-name-field").hidden = network !== null;
  byId("net-password-field").hidden = network?.kind === "open";
  byId("net-password-kept").hidden = !network?.known;
  byId("net-no-secret").hidden = network?.kind !== "open";
  for (const id of /** @type {const} */ (["net-name", "net-password"])) byId(id).value = "";
  byId("net-password").type = "password";
  byId("net-see").checked = false;
  const names = new Intl.DisplayNames(known.language, { type: "region" });
  const countries = state.countries.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) => a.name.localeCompare(b.name, known.language));
  const now = state.country;
  byId("net-country").replaceChildren(h("option", { value: "" }, t("net_choose")),
    ...countries.map(({ code, name }) => h("option", { value: code, selected: code === now }, name)));
  write(byId("net-wrong"), "");
  sayNext();
  byId("net-join").hidden = false;
  byId("net-title").focus();
  byId("net-join").scrollIntoView({ block: "start" });
}

function sayNext() {
  if (!state) return;
  write(byId("net-next-house"), t("net_next", { name: chosen?.name ?? (byId("net-name").value || "…"), address: state.house_address }));
  write(byId("net-next-back"), t("net_next_back", { name: state.own_name, address: state.own_address }));
}

function leave() {
  byId("net-join").hidden = true;
  write(byId("net-refused"), "");
}

/** @param {string} text as the network is called, in base64 */
const inBytes = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

async function join() {
  if (state?.own && !await passwordBefore()) return;
  const password = byId("net-password").value;
  /** @type {Record<string, string>} */
  const values = { ssid: chosen?.ssid ?? inBytes(byId("net-name").value) };
  if (!chosen?.known || password) Object.assign(values, { password, country: byId("net-country").value });
  const text = { next: byId("net-next-house").textContent ?? "", back: byId("net-next-back").textContent ?? "", leaves: true };
  write(byId("net-wrong"), "");
  await change("wifi_join", values, text, (why) => write(byId("net-wrong"), why));
}

/**
 * @param {string} deed
 * @param {Record<string, string>} values
 * @param {{ next: string, back: string, leaves: boolean }} text where to go on, and whether that is elsewhere
 * @param {(why: string) => void} refused
 */
async function change(deed, values, text, refused) {
  let answer = await operate({ do: deed, values });
  if (answer?.error === "game_is_on") {
    if (!await really(text.next, answer.sentence)) return;
    answer = await operate({ do: deed, values, sure: true });
  }
  if (answer && !answer.ok) refused(answer.sentence ?? answer.error ?? "");
  if (!answer?.ok) return;
  leave();
  if (text.leaves) wait(text);
  else look();
}

/** @param {{ next: string, back: string }} text */
function wait({ next, back }) {
  closeNetwork();
  write(byId("net-wait-next"), next);
  write(byId("net-wait-back"), back);
  byId("net-wait").showModal();
  const again = async () => {
    try {
      const answer = await post("/api/operator", { do: "wifi" });
      if (answer.ok && !answer.wifi.state?.under_way) {
        byId("net-wait").close();
        scrollTo(0, 0);
        return openNetwork();
      }
    } catch {
      // The table has left this network, as was said it would.
    }
    return setTimeout(again, WAIT_MS);
  };
  setTimeout(again, WAIT_MS);
}

async function openOwn() {
  if (!state) return;
  const next = t("net_sure_own", { name: state.own_name, address: state.own_address });
  if (state.own === null && !await really(next)) return;
  await change("wifi_own", {}, { next: state.own === null ? next : t("net_again_own"), back: "", leaves: true }, (why) => write(byId("net-refused"), why));
}

/** @param {string} ssid */
const called = (ssid) => state?.networks.find((network) => network.ssid === ssid) ?? null;

byId("net-list").addEventListener("click", async (event) => {
  const network = called(around(event, "[data-ssid]")?.dataset.ssid ?? "");
  if (network) return choose(network);
  const forget = called(around(event, "[data-forget]")?.dataset.forget ?? "");
  const sure = t("net_sure_forget", { name: forget?.name ?? "" });
  if (forget && await really(sure))
    await change("wifi_forget", { ssid: forget.ssid }, { next: sure, back: "", leaves: forget.here }, (why) => write(byId("net-refused"), why));
});
byId("net-hidden").addEventListener("click", () => choose(null));
byId("net-again").addEventListener("click", () => (state?.own ? openOwn() : look("wifi_scan")));
byId("net-open").addEventListener("click", openOwn);
byId("net-leave").addEventListener("click", leave);
byId("net-name").addEventListener("input", sayNext);
letSee(byId("net-see"), byId("net-password"));
byId("net-join").addEventListener("submit", (event) => {
  event.preventDefault();
  join();
});
