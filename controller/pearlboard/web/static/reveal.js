// Saying what the Divers are worth: on the board, by tapping one, or in the list beside it.

import { siteElement } from "./board.js";
import { byId, emblem, h, set, write } from "./dom.js";
import { t } from "./texts.js";

const popover = byId("popover");
let screen = null;
let act = null;
let asked = null;

export function startReveal(send) {
  act = send;
  byId("earlier").addEventListener("click", () => turn(-1));
  byId("later").addEventListener("click", () => turn(1));
  popover.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (/^[1-5]$/.test(event.key)) byId(`pick-${event.key}`)?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  addEventListener("pointerdown", (event) => !popover.hidden && !popover.contains(event.target) && close(false), { capture: true });
}

export function showReveal(now) {
  screen = now;
  byId("reveal").hidden = !screen.reveal;
  if (!screen.reveal) return close(false);
  const { index, of, territories, problems } = screen.reveal;
  const part = territories[index];
  write(byId("reveal-title"), `${t("territory", { number: index + 1, of })} · ${t("pearls", { count: part.pearls })}`);
  showProblems(problems);
  showDivers(part);
  set(byId("earlier"), "aria-disabled", index === 0 ? "true" : null);
  set(byId("later"), "aria-disabled", index === of - 1 ? "true" : null);
}

// A Diver was tapped: ask for its value, right there.
export function askValue(site) {
  const diver = screen?.reveal?.territories.flatMap((part) => part.divers).find((each) => each.space === site);
  if (!diver || fixed(diver)) return false;
  asked = site;
  write(byId("popover-title"), t("value_of", { space: site, name: owner(diver).name }));
  byId("popover-values").replaceChildren(...buttons(diver, "pick", () => close()));
  popover.hidden = false;
  stand(siteElement(site));
  (popover.querySelector("[aria-pressed=true]") ?? popover.querySelector("button")).focus();
  return true;
}

function stand(at) {
  const frame = popover.offsetParent.getBoundingClientRect();
  const tile = at.getBoundingClientRect();
  const left = tile.left + tile.width / 2 - frame.left - popover.offsetWidth / 2;
  const below = tile.bottom - frame.top + 6;
  const fits = below + popover.offsetHeight <= frame.height;
  popover.style.left = `${Math.max(4, Math.min(left, frame.width - popover.offsetWidth - 4))}px`;
  popover.style.top = `${fits ? below : Math.max(4, tile.top - frame.top - popover.offsetHeight - 6)}px`;
}

function close(back = true) {
  if (popover.hidden) return;
  popover.hidden = true;
  if (back && asked) siteElement(asked).focus();
}

// The computer knows what it laid; the tile that people have put there says nothing.
const fixed = (diver) => Boolean(owner(diver).computer && diver.said);
const owner = (diver) => screen.game.players.find((player) => player.seat === diver.seat);

function showProblems(problems) {
  const box = byId("problems");
  const key = JSON.stringify(problems);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(...problems.map((problem) => h("li", {}, problem)));
}

function showDivers({ divers }) {
  const focused = document.activeElement?.id;
  const rows = divers.map((diver) => {
    const { clan, name } = owner(diver);
    const state = fixed(diver) ? t("computer_said") : diver.certain ? t("certain") : t(diver.said ? "said" : diver.value === 1 ? "taken_for_one" : "unsaid");
    return h("li", { "data-clan": clan, class: diver.said || diver.certain ? "" : "open" }, emblem(clan),
      h("span", { class: "who" }, h("span", { class: "name" }, h("b", {}, diver.space), ` ${name}`, ...worn(diver.space)), h("span", { class: "quiet" }, state)),
      h("span", { class: "values", role: "group", "aria-label": t("value_of", { space: diver.space, name }) }, ...(fixed(diver) ? [h("b", { class: "fixed" }, String(diver.value))] : buttons(diver, `say-${diver.space}`))));
  });
  byId("said").replaceChildren(...(rows.length ? rows : [h("li", { class: "quiet" }, t("no_divers"))]));
  if (focused?.startsWith("say-")) byId(focused)?.focus({ preventScroll: true });
}

// What lies on the tile and counts with it.
function worn(space) {
  const { necklaces = 0, backup = false } = screen.pieces.find((piece) => piece.site === space) ?? {};
  return [necklaces && h("span", { class: "chip less", title: t("necklaces", { count: necklaces }) }, `−${necklaces}`),
    backup && h("span", { class: "chip backup", title: t("has_backup") }, "+1")].filter(Boolean).flatMap((chip) => [" ", chip]);
}

// One button a value; pressing the one that was said takes it back.
function buttons(diver, id, then = () => {}) {
  return screen.reveal.values[diver.seat].map((value) => {
    const pressed = diver.value === value && (diver.said || diver.certain);
    return h("button", {
      type: "button", id: `${id}-${value}`, "aria-pressed": String(pressed), class: diver.value === value ? "assumed" : "",
      "aria-label": t("value_short", { value }),
      onclick: () => {
        const said = pressed && diver.said;
        act(said ? { name: "unsay_value", space: diver.space } : { name: "say_value", space: diver.space, value });
        then();
      },
    }, String(value));
  });
}

function turn(by) {
  const next = screen.reveal.index + by;
  if (next >= 0 && next < screen.reveal.of) act({ name: "show_territory", index: next });
}
