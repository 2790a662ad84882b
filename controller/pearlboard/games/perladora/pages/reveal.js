// Saying what the Divers are worth: on the board, by tapping one, or in the list beside it.

import { siteElement } from "/static/shared/board.js";
import { byId, closesOutside, h, set, write } from "/static/shared/dom.js";
import { emblem } from "/static/shared/players.js";
import { t } from "/static/shared/texts.js";
import { together } from "./together.js";

/** @typedef {import("./own.js").Diver} Diver */

/** @type {MatchScreen} */
let screen;
/** @type {Send} */
let act;
/** @type {Site | null} */
let asked = null;

export let stopReveal = () => false;

/** @param {Send} send */
export function startReveal(send) {
  act = send;
  byId("earlier").addEventListener("click", () => turn(-1));
  byId("later").addEventListener("click", () => turn(1));
  byId("popover").addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (/^[1-5]$/.test(event.key)) byId(`pick-${event.key}`)?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  stopReveal = closesOutside({ isOpen: () => !byId("popover").hidden, holds: ({ target }) => target instanceof Node && byId("popover").contains(target), close: () => close(false) });
}

/** @param {MatchScreen} now */
export function showReveal(now) {
  screen = now;
  const { reveal } = screen.game;
  byId("reveal").hidden = !reveal;
  byId("agree-later").hidden = !reveal?.turned_up || reveal.can_agree;
  if (!reveal) return close(false);
  const { index, of, territories, problems, turned_up: open } = reveal;
  const part = territories[index];
  write(byId("reveal-title"), `${t("territory", { number: index + 1, of })} · ${t("pearls", { count: part.pearls })}`);
  write(byId("reveal-how"), t(open ? "reveal_how" : "turn_up_how"));
  showProblems(problems);
  showDivers(part);
  for (const id of /** @type {const} */ (["earlier", "later"])) byId(id).hidden = !open; // they turn all up, too
  set(byId("earlier"), "aria-disabled", index === 0 ? "true" : null);
  set(byId("later"), "aria-disabled", index === of - 1 ? "true" : null);
}

/**
 * A Diver was tapped: ask for its value, right there.
 * @param {Site} site
 * @returns {boolean} whether it could be asked
 */
export function askValue(site) {
  const diver = screen?.game.reveal?.territories.flatMap((/** @type {{ divers: Diver[] }} */ part) => part.divers).find((/** @type {Diver} */ each) => each.space === site);
  if (!diver || fixed(diver)) return false;
  asked = site;
  write(byId("popover-title"), t("value_of", { space: site, name: owner(diver).name }));
  byId("popover-values").replaceChildren(...buttons(diver, "pick", () => close()));
  const popover = byId("popover");
  popover.hidden = false;
  stand(siteElement(site));
  (popover.querySelector("[aria-pressed=true]") ?? popover.querySelector("button"))?.focus();
  return true;
}

/** @param {Element} at */
function stand(at) {
  const popover = byId("popover");
  const frame = /** @type {Element} */ (popover.offsetParent).getBoundingClientRect();
  const tile = at.getBoundingClientRect();
  const left = tile.left + tile.width / 2 - frame.left - popover.offsetWidth / 2;
  const below = tile.bottom - frame.top + 6;
  const fits = below + popover.offsetHeight <= frame.height;
  popover.style.left = `${Math.max(4, Math.min(left, frame.width - popover.offsetWidth - 4))}px`;
  popover.style.top = `${fits ? below : Math.max(4, tile.top - frame.top - popover.offsetHeight - 6)}px`;
}

function close(back = true) {
  if (byId("popover").hidden) return;
  byId("popover").hidden = true;
  if (back && asked) siteElement(asked).focus();
}

/**
 * The computer knows what it laid; the tile that people have put there says nothing.
 * @param {Diver} diver
 */
const byComputer = (diver) => Boolean(owner(diver).computer && diver.said);
/**
 * Nobody says anything of it: not before all are turned up, nor where the computer has.
 * @param {Diver} diver
 */
const fixed = (diver) => !screen.game.reveal.turned_up || byComputer(diver);
/**
 * @param {Diver} diver
 * @returns {Player}
 */
const owner = (diver) => /** @type {Player} */ (screen.match.players.find((player) => player.seat === diver.seat));

/** @param {string[]} problems */
function showProblems(problems) {
  const box = byId("problems");
  const key = JSON.stringify(problems);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(...problems.map((problem) => h("li", {}, problem)));
}

/** @param {{ divers: Diver[] }} territory */
function showDivers({ divers }) {
  const focused = document.activeElement?.id;
  const rows = divers.map((diver) => {
    const player = owner(diver);
    const { name } = player;
    const state = !diver.value ? t("value_hidden") : byComputer(diver) ? t("computer_said") : diver.certain ? t("certain") : t(diver.said ? "said" : "taken_for_one");
    return h("li", { "data-colour": player.colour, class: diver.said || diver.certain ? "" : "open" }, emblem(player),
      h("span", { class: "who" }, h("span", { class: "name" }, h("b", {}, diver.space), ` ${name}`, ...worn(diver.space)), h("span", { class: "quiet" }, state)),
      h("span", { class: "values", role: "group", "aria-label": t("value_of", { space: diver.space, name }) }, ...(fixed(diver) ? [h("b", { class: "fixed" }, String(diver.value ?? "?"))] : buttons(diver, `say-${diver.space}`))));
  });
  byId("said").replaceChildren(...(rows.length ? rows : [h("li", { class: "quiet" }, t("no_divers"))]));
  if (focused?.startsWith("say-")) byId(focused)?.focus({ preventScroll: true });
}

/**
 * What lies on the tile and counts with it.
 * @param {Site} space
 */
function worn(space) {
  const { necklaces = 0, backup = false } = screen.game.pieces.find((/** @type {Piece} */ piece) => piece.site === space) ?? {};
  return [necklaces && h("span", { class: "chip less", title: t("necklaces", { count: necklaces }) }, `−${necklaces}`),
    backup && h("span", { class: "chip backup", title: t("has_backup") }, "+1")].filter(Boolean).flatMap((chip) => [" ", chip]);
}

/**
 * One button a value; pressing the one that was said takes it back.
 * @param {Diver} diver
 * @param {string} id
 * @param {() => void} then
 * @returns {HTMLElement[]}
 */
function buttons(diver, id, then = () => {}) {
  return screen.game.reveal.values[diver.seat].map((/** @type {number} */ value) => {
    const pressed = diver.value === value && (diver.said || diver.certain);
    return h("button", {
      type: "button", id: `${id}-${value}`, "aria-pressed": String(pressed), class: diver.value === value ? "assumed" : "",
      "aria-label": t("value_short", { value }),
      onclick: () => {
        const said = pressed && diver.said;
        act(together(["say", diver.space, said ? null : value]));
        then();
      },
    }, String(value));
  });
}

/** @param {number} by */
function turn(by) {
  const { index, of } = screen.game.reveal;
  const next = index + by;
  if (next >= 0 && next < of) act(together(["show", next]));
}
