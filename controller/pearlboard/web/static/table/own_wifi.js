// How phones come into the table's own Wi-Fi, while that is open and nobody plays.

import { code } from "../live/code.js";
import { byId, fill, h, set } from "../shared/dom.js";
import { known, t } from "../shared/texts.js";

// A phone that shows this has come in; a large screen shows others the way.
byId("own-wifi-more").open = matchMedia("(min-width: 50rem)").matches;

/** @param {Screen} screen */
export function showOwnWifi({ own_wifi: own, phase, lesson }) {
  byId("own-wifi").hidden = !own || phase !== "idle" || lesson !== null;
  if (!own) return;
  const { name, password, qr, first } = own;
  fill(byId("own-wifi-code"), JSON.stringify(own), () => [code(qr, t("code_of_wifi", { name })), h("p", {}, t("own_wifi_how", { name, password }))]);
  set(byId("own-wifi-choose"), "href", `/operator?lang=${known.language}&view=network${first ? `#${encodeURIComponent(password)}` : ""}`);
}
