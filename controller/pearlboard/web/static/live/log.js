// The list of all moves, the last one first, on the table page and in a phone's menu. It is closed until somebody wants to read
// it; an entry that is pressed marks its place on the board.

import { markSites } from "../shared/board.js";
import { around, byId, fill, h, set } from "../shared/dom.js";
import { t } from "../shared/texts.js";

/** @type {Move[]} */
let moves = [];
/** @type {Match | null} */
let match = null;
/** @type {number | null} */
let pressed = null;

export function startLog() {
  byId("log").addEventListener("toggle", () => { press(null); draw(); });
  byId("log-list").addEventListener("click", (event) => {
    const button = around(event, "button[data-move]");
    if (!button) return;
    const number = Number(button.dataset.move);
    press(number === pressed ? null : number);
    if (pressed !== null) byId("board").scrollIntoView({ block: "nearest" });
  });
}

/** @param {Screen} screen */
export function showLog(screen) {
  // What was pressed is meant as long as the list only grows.
  if (pressed !== null && moves[pressed]?.text !== screen.log[pressed]?.text) press(null);
  ({ log: moves, match } = screen);
  byId("log").hidden = !moves.length;
  draw();
}

// Nothing is drawn while nobody reads it.
function draw() {
  const shown = byId("log").open ? moves : [];
  const colours = (match?.players ?? []).map((player) => player.colour);
  fill(byId("log-list"), JSON.stringify([shown, colours]), () => shown.map((move, number) => entry(move, number, colours)).reverse());
  mark();
}

/**
 * @param {Move} move
 * @param {number} number
 * @param {Player["colour"][]} colours by seat
 */
function entry({ turn, seat, text, sites, back }, number, colours) {
  const words = [h("span", { class: "log-turn" }, `${turn}.`), h("span", { class: back ? "gone" : "" }, text),
    back ? h("span", { class: "quiet" }, t("log_taken_back")) : null];
  return h("li", { "data-colour": seat === null ? null : colours[seat - 1], value: number + 1 }, sites.length
    ? h("button", { type: "button", class: "plain", id: `log-${number}`, "data-move": number, "aria-pressed": "false" }, ...words)
    : h("p", {}, ...words));
}

/** @param {number | null} number */
function press(number) {
  pressed = number;
  mark();
}

function mark() {
  for (const button of byId("log-list").querySelectorAll("button[data-move]"))
    set(button, "aria-pressed", String(Number(button.dataset.move) === pressed));
  markSites(pressed === null ? [] : moves[pressed]?.sites ?? []);
}
