// The operator's page: the door, and behind it one part of the page at a time.

import { around, byId, set, write } from "../shared/dom.js";
import { guard } from "../shared/fence.js";
import { passing } from "../shared/storage.js";
import { t } from "../shared/texts.js";
import { VIEW } from "./anew.js";
import { Unknown, forgetToken, hasToken, keepToken, knock, onFailure, operate } from "./asking.js";
import { closeBench, openBench } from "./bench.js";
import { tellClock } from "./clock.js";
import { openGames } from "./games.js";
import { closeGlance, openGlance } from "./glance.js";
import { openLog } from "./log.js";
import { closeNetwork, isOurs, openNetwork } from "./network.js";
import { knowPassword, letSee } from "./password.js";
import { closePico, openPico } from "./pico.js";
import { openPower } from "./power.js";
import { openSettings } from "./settings.js";
import { closeUpdates, openUpdates } from "./updates.js";

function lookAround() {
  openGlance();
  openPico();
}

/** What is done when a part is opened.
 * @type {Record<string, () => void>} */
const OPENED = { glance: lookAround, settings: openSettings, network: openNetwork, games: openGames, log: openLog, updates: openUpdates, power: openPower, bench: openBench };
const tabs = [...byId("views").querySelectorAll("button")];

/** @param {string} view */
function show(view) {
  passing.setItem(VIEW, view);
  for (const tab of tabs) set(tab, "aria-current", tab.dataset.show === view ? "true" : null);
  for (const part of document.querySelectorAll("[data-view]")) part.hidden = part.dataset.view !== view;
  closeBench();
  closeGlance();
  closePico();
  closeNetwork();
  closeUpdates();
  guard(view, () => OPENED[view]?.());
}

/** @param {unknown} error */
function fail(error) {
  if (!(error instanceof Unknown)) return write(byId("problem"), t("operator_away"));
  closeBench();
  closeGlance();
  closePico();
  closeNetwork();
  closeUpdates();
  forgetToken();
  passing.removeItem(VIEW);
  set(byId("main"), "data-state", "closed");
  write(byId("wrong"), t("operator_wrong"));
  byId("token").focus();
}

async function enter() {
  const answer = await operate({ do: "settings" });
  if (!answer?.ok) return;
  write(byId("problem"), "");
  knowPassword(answer.has_password);
  set(byId("main"), "data-state", "open");
  tellClock();
  for (const tab of tabs) {
    if (tab.dataset.show === "network") tab.hidden = !await isOurs();
    if (tab.dataset.show === "bench") tab.hidden = !answer.has_table;
  }
  const kept = new URLSearchParams(location.search).get("view") ?? passing.getItem(VIEW);
  show(tabs.some((tab) => tab.dataset.show === kept && !tab.hidden) ? kept ?? "" : tabs[0]?.dataset.show ?? "");
}

/** What was typed at the door: what opens is forgotten, what does not can be mended. */
async function type() {
  const field = byId("token");
  write(byId("wrong"), "");
  write(byId("door-said"), t("door_moment"));
  byId("enter").disabled = true;
  try {
    const answer = await knock(field.value);
    if (answer.ok) {
      keepToken(answer.token);
      field.value = "";
      byId("door-see").checked = false;
      field.type = "password";
      await enter();
    } else {
      write(byId("wrong"), answer.sentence ?? t("door_away"));
      field.focus();
      field.select();
    }
  } catch {
    write(byId("wrong"), t("door_away"));
  } finally {
    write(byId("door-said"), "");
    byId("enter").disabled = false;
  }
}

onFailure(fail);
byId("door").addEventListener("submit", (event) => {
  event.preventDefault();
  type();
});
letSee(byId("door-see"), byId("token"));
byId("views").addEventListener("click", (event) => {
  const tab = around(event, "button[data-show]");
  if (tab) show(tab.dataset.show ?? "");
});

const given = new URLSearchParams(`key=${location.hash.slice(1)}`).get("key");
if (given) {
  keepToken(given);
  history.replaceState(null, "", location.pathname + location.search);
}
if (hasToken()) enter();
