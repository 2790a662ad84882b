// A player's own Divers, by value: how many are left of each, and which one is being laid.

import { around, byId, h, set, write } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";

/**
 * How many Divers of a value are left, and what is asked of the one in the draft.
 * @typedef {{ value: number, left: number, of: number }} Tile
 * @typedef {{ choices: number[], chosen: number | null, later: boolean, face_up: boolean }} Asked
 */

/** @type {Asked | null} */
let value = null;

/** @param {Send} act */
export function startHand(act) {
  byId("hand-values").addEventListener("click", (event) => {
    const button = around(event, "button[data-value]");
    if (!button || !value) return;
    const picked = Number(button.dataset.value); // one that is spent is asked for too: the table says why not
    act({ name: "choose", choice: { value: picked === value.chosen ? null : picked } });
  });
  byId("hand-later").addEventListener("click", () => act({ name: "choose", choice: { later: !value?.later } }));
}

/**
 * With null, nothing of the hand stays in the page.
 * @param {SeatScreen | null} screen
 */
export function showHand(screen) {
  const you = screen?.you.game ?? null;
  value = you?.value ?? null;
  showValues(you?.hand ?? []);
  write(byId("hand-left"), you ? t("hand_left", { count: you.left }) : "");
  write(byId("hand-state"), screen ? state(screen) : "");
  write(byId("hand-unsaid"), you?.laid_unsaid && !value ? t("laid_unsaid", { count: you.laid_unsaid }) : "");
  const later = byId("hand-later");
  later.hidden = !value || value.face_up || screen?.on_screen === true;
  set(later, "aria-pressed", String(Boolean(value?.later)));
  byId("seen").hidden = !you?.seen;
  write(byId("seen-text"), you?.seen ? you.sentence ?? "" : "");
  const row = byId("hand-row");
  for (const each of [row, /** @type {HTMLElement} */ (document.querySelector(".hand-head"))]) each.hidden = you?.left === 0; // no empty tray
  const asked = screen && value && value.chosen === null && !value.later && lying(screen) ? "" : null;
  set(row, "data-asked", asked);
  set(row, "data-essential", asked);
}

/** @param {Tile[]} hand */
function showValues(hand) {
  const box = byId("hand-values");
  const names = hand.map((each) => each.value).join();
  if (box.dataset.values !== names) {
    box.dataset.values = names;
    box.replaceChildren(...hand.map(tile));
  }
  for (const each of hand) showTile(each);
}

/** @param {Tile} own */
const tile = ({ value: number }) => h("button", { type: "button", id: `hand-${number}`, class: "tile", "data-value": number },
  h("b", {}, String(number)), h("span", { class: "times" }));

/** @param {Tile} own */
function showTile({ value: number, left, of }) {
  const button = byId(`hand-${number}`);
  set(button, "aria-pressed", String(value?.chosen === number));
  set(button, "aria-disabled", value?.choices.includes(number) ? null : "true");
  set(button, "aria-label", t("hand_value", { value: number, left, of }));
  button.classList.toggle("spent", left === 0);
  const [, times] = button.children;
  write(times, left ? `× ${left}` : "");
}

/**
 * Whether a Diver is being laid.
 * @param {SeatScreen} screen
 * @returns {boolean}
 */
const lying = ({ game }) => game.pieces.some((/** @type {Piece} */ piece) => piece.kind === "diver" && piece.status === "draft");

/**
 * What the sentence does not say: whose turn it is, and of which Diver the value is asked, stands there.
 * @param {SeatScreen} screen
 * @returns {string}
 */
function state(screen) {
  const { you: { to_move: moves, game: you } } = screen;
  if (!moves) return "";
  if (!value) return you.seen ? "" : you.sentence ?? "";
  if (value.chosen !== null) return t(value.face_up ? "hand_face_up_chosen" : "hand_chosen", { value: value.chosen });
  if (value.later) return t("hand_later");
  return lying(screen) ? "" : t("hand_choose");
}
