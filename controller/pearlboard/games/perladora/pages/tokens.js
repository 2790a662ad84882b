// Power and Backup of the seat to move: armed by a press, put back by another. One that cannot be played says why.

import { byId, set, write } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";

/** @type {Send} */
let act;
/** @type {any} */
let shown = null;
/** @type {string | null} */
let asked = null;

/** @param {Send} send */
export function startTokens(send) {
  act = send;
  for (const button of byId("tokens").querySelectorAll("[data-token]")) {
    const name = button.dataset.token ?? "";
    button.addEventListener("click", () => press(name));
    button.addEventListener("focus", () => { if (button.matches(":focus-visible")) explain(name); });
    button.addEventListener("blur", () => explain(null));
    button.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") explain(name); });
    button.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse" && document.activeElement !== button) explain(null); });
  }
}

/**
 * `mine`: the buttons are those of this page's own seat, or of any on a page that all share.
 * @param {MatchScreen} screen
 * @param {boolean} mine
 */
export function showTokens({ game: { tokens }, match, stage }, mine = true) {
  shown = mine && stage === "playing" ? tokens : null;
  const player = match.players.find((each) => each.to_move);
  byId("tokens").hidden = !shown || !(shown.power || shown.backup);
  if (!shown) {
    explain(null);
    return;
  }
  const power = player ? t(`power_${player.clan}`) : t("power");
  showOne("power", power, shown.power && `×${shown.power.left}`);
  showOne("backup", t("backup"), null);
  explain(asked);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string | null} left
 */
function showOne(name, label, left) {
  const token = shown[name];
  const button = byId(`do-${name}`);
  const armed = shown.armed === name;
  button.hidden = !token;
  set(button, "aria-disabled", token?.why && !armed ? "true" : null);
  set(button, "aria-pressed", String(armed));
  const [labelled, counted] = button.children;
  write(labelled, armed ? t(`${name}_put_back`) : label);
  write(counted, armed || !left ? "" : left);
}

/** @param {string} name */
export function pressToken(name) {
  if (shown?.[name]) press(name);
}

/** @param {string} name */
function press(name) {
  if (shown.armed !== name && shown[name].why) {
    explain(name);
    return;
  }
  explain(null);
  act({ name: "choose", choice: { token: shown.armed === name ? null : name } });
}

/** @param {string | null} name */
function explain(name) {
  asked = name !== null && shown?.[name]?.why && shown.armed !== name ? name : null;
  write(byId("token-why"), asked ? shown[asked].why : "");
}
