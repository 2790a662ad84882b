// Power and Backup of the seat to move: armed by a press, put back by another. One that cannot be played says why.

import { byId, set, write } from "./dom.js";
import { t } from "./texts.js";

const why = byId("token-why");
const group = byId("tokens");
let shown = null;
let asked = null;

export function startTokens(act) {
  for (const button of group.querySelectorAll("[data-token]")) {
    button.addEventListener("click", () => press(button.dataset.token, act));
    button.addEventListener("focus", () => button.matches(":focus-visible") && explain(button.dataset.token));
    button.addEventListener("blur", () => explain(null));
    button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && explain(button.dataset.token));
    button.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && document.activeElement !== button && explain(null));
  }
}

// `mine`: the buttons are those of this page's own seat, or of any on a page that all share.
export function showTokens({ tokens, game, phase }, mine = true) {
  shown = mine && phase === "playing" ? tokens : null;
  const player = game?.players.find((each) => each.to_move);
  group.hidden = !shown || !(shown.power || shown.backup);
  if (!shown) return explain(null);
  const power = player ? t(`power_${player.clan}`) : t("power");
  showOne("power", power, shown.power && `×${shown.power.left}`);
  showOne("backup", t("backup"), null);
  explain(asked);
}

function showOne(name, label, left) {
  const token = shown[name];
  const button = byId(`do-${name}`);
  const armed = shown.armed === name;
  button.hidden = !token;
  set(button, "aria-disabled", token?.why && !armed ? "true" : null);
  set(button, "aria-pressed", String(armed));
  write(button.querySelector(".label"), armed ? t(`${name}_put_back`) : label);
  write(button.querySelector(".left"), armed || !left ? "" : left);
}

export function pressToken(name, act) {
  if (shown?.[name]) press(name, act);
}

function press(name, act) {
  if (shown.armed !== name && shown[name].why) return explain(name);
  explain(null);
  return act({ name: "play", token: shown.armed === name ? null : name });
}

function explain(name) {
  asked = shown?.[name]?.why && shown.armed !== name ? name : null;
  write(why, asked ? shown[asked].why : "");
}
