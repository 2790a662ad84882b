// What is the matter and what to do: the sentence, whose turn it is, the countdown, and what the table has to report.
// Every page of a running table shows it.

import { byId, emblem, h, set, write } from "./dom.js";
import { t } from "./texts.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const CIRCLE = 100;
const LONG = 100;
let ends = null;

export function showNow(screen, changed) {
  showSentence(screen);
  showNotices(screen);
  if (!changed || changed.includes("countdown")) showCountdown(screen.countdown);
}

function showSentence({ sentence, verdict, game, phase }) {
  const line = byId("sentence");
  write(line, sentence);
  line.classList.toggle("long", sentence.length > LONG);
  set(byId("now"), "data-verdict", verdict ?? "none");
  const player = phase === "playing" ? game?.players.find((each) => each.to_move) : null;
  const whose = byId("whose");
  const key = player ? `${player.clan} ${player.name} ${game.turn}` : "";
  if (whose.dataset.key === key) return;
  whose.dataset.key = key;
  whose.replaceChildren(...(player
    ? [emblem(player.clan), h("b", {}, t("whose_turn", { name: player.name })), h("span", { class: "quiet" }, t("turn", { number: game.turn }))]
    : []));
}

function showNotices({ notices, saved, sensors }) {
  const all = saved ? [{ level: "warning", text: saved }, ...notices] : notices;
  const key = JSON.stringify([all, sensors]);
  const box = byId("notices");
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(
    ...all.map(({ level, text }) => h("li", { class: level }, text)),
    ...sensors.doubtful.map((site) => sensorRow(site, "leave_out")),
    ...sensors.left_out.map((site) => sensorRow(site, "trust")));
}

// A sensor that may be wrong can be left out, and read again.
function sensorRow(site, name) {
  return h("li", { class: "sensor" }, h("span", {}, t(`${name}_why`, { site })),
    h("button", { type: "button", class: "button", "data-sensor": name, "data-at": site }, t(name, { site })));
}

// --- the countdown -----------------------------------------------------------------------------------------------------

function showCountdown(countdown) {
  const ring = byId("countdown");
  for (const animation of ring.getAnimations()) animation.cancel();
  clearInterval(ends?.ticking);
  set(byId("dial"), "data-counting", countdown ? "" : null);
  if (!countdown) {
    ends = null;
    return;
  }
  ends = { at: performance.now() + countdown.ms, of: countdown.of };
  const from = CIRCLE * (1 - countdown.ms / countdown.of);
  if (!still.matches) {
    ring.animate([{ strokeDashoffset: from }, { strokeDashoffset: CIRCLE }], { duration: countdown.ms, fill: "forwards" });
  }
  ends.ticking = setInterval(tick, 100);
  tick();
}

function tick() {
  const left = Math.max(0, ends.at - performance.now());
  write(byId("seconds"), String(Math.ceil(left / 1000)));
  if (still.matches) set(byId("countdown"), "stroke-dashoffset", CIRCLE * (1 - Math.ceil(left / 1000) * 1000 / ends.of));
  if (!left) clearInterval(ends.ticking);
}
