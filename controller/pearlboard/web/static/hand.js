// A player's own Divers, by value: how many are left of each, and which one is being laid.

import { byId, h, set, write } from "./dom.js";
import { t } from "./texts.js";

const box = byId("hand-values");
let value = null;

export function startHand(act) {
  box.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-value]");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const picked = Number(button.dataset.value);
    act({ name: "choose_value", value: picked === value.chosen ? null : picked });
  });
  byId("hand-later").addEventListener("click", () => act(value.later ? { name: "choose_value", value: null } : { name: "say_later" }));
}

// With null, nothing of the hand stays in the page.
export function showHand(screen) {
  const you = screen?.you ?? null;
  value = you?.value ?? null;
  showValues(you?.hand ?? []);
  write(byId("hand-left"), you ? t("hand_left", { count: you.left }) : "");
  write(byId("hand-state"), you ? state(screen) : "");
  write(byId("hand-unsaid"), you?.laid_unsaid && !value ? t("laid_unsaid", { count: you.laid_unsaid }) : "");
  const later = byId("hand-later");
  later.hidden = !value || value.face_up;
  set(later, "aria-pressed", String(Boolean(value?.later)));
  byId("seen").hidden = !you?.seen;
  write(byId("seen-text"), you?.seen ? you.sentence ?? "" : "");
  set(byId("private"), "data-asked", value && value.chosen === null && !value.later && lying(screen) ? "" : null);
}

function showValues(hand) {
  const names = hand.map((each) => each.value).join();
  if (box.dataset.values !== names) {
    box.dataset.values = names;
    box.replaceChildren(...hand.map(tile));
  }
  for (const each of hand) showTile(each);
}

const tile = ({ value: number }) => h("button", { type: "button", id: `hand-${number}`, class: "tile", "data-value": number },
  h("b", {}, String(number)), h("span", { class: "times" }));

function showTile({ value: number, left, of }) {
  const button = byId(`hand-${number}`);
  set(button, "aria-pressed", String(value?.chosen === number));
  set(button, "aria-disabled", value?.choices.includes(number) ? null : "true");
  set(button, "aria-label", t("hand_value", { value: number, left, of }));
  button.classList.toggle("spent", left === 0);
  write(button.querySelector(".times"), `× ${left}`);
}

const lying = ({ pieces }) => pieces.some((piece) => piece.kind === "diver" && piece.status === "draft");

function state(screen) {
  const { you } = screen;
  if (!you.to_move) {
    const mover = screen.game.players.find((player) => player.to_move);
    return mover ? t("hand_wait", { name: mover.name }) : "";
  }
  if (!value) return you.seen ? "" : you.sentence ?? "";
  if (value.chosen !== null) return t(value.face_up ? "hand_face_up_chosen" : "hand_chosen", { value: value.chosen });
  if (value.face_up) return t("hand_face_up");
  if (value.later) return t("hand_later");
  return t(lying(screen) ? "hand_asked" : "hand_choose");
}
