// The lobby on the page that has opened it: one code for all phones, and who has come by it. Where they sit stands in the
// set-up form.

import { code, keyOf, ways } from "../live/code.js";
import { around, byId, fill, h } from "../shared/dom.js";
import { showCount, showGuests, showTeams } from "../live/guests.js";
import { t } from "../shared/texts.js";

/** @param {(command: Command) => unknown} act */
export function startLobby(act) {
  byId("guests").addEventListener("click", (event) => {
    const button = around(event, "button[data-remove]");
    if (button) act({ name: "remove_guest", guest: Number(button.dataset.remove) });
  });
}

/**
 * Null: there is none, or it is not this page's.
 * @param {Lobby | null} lobby
 */
export function showLobby(lobby) {
  byId("lobby").hidden = !lobby?.way_in;
  if (!lobby?.way_in) return;
  const { way_in: way, way_in: { wifi } } = lobby;
  fill(byId("lobby-code"), keyOf(way), () => ways(way, t("lobby_code"), h("p", {}, t("lobby_scan"))));
  showCount(byId("lobby-here"), lobby);
  showGuests(byId("guests"), lobby, ({ guest, name }) => [h("button", {
    type: "button", class: "plain", id: `remove-${guest}`, "data-remove": guest, "aria-label": t("lobby_remove_of", { name: name || t("lobby_nameless") }),
  }, t("lobby_remove"))]);
  showTeams(byId("lobby-teams"), lobby);
  byId("lobby-wifi").hidden = !wifi;
  fill(byId("lobby-wifi-code"), JSON.stringify(wifi), () => (wifi
    ? [h("h3", {}, wifi.name), code(wifi.qr, t("code_of_wifi", { name: wifi.name })), h("p", { class: "quiet" }, t("wifi_how"))] : []));
}
