// Pearls in the set-up form: hands, cards, necklaces. What was chosen survives a reload.

import { byId, write, withAt } from "/static/shared/dom.js";
import { passing } from "/static/shared/storage.js";
import { t } from "/static/shared/texts.js";
import { drawExample } from "./game.js";

/** @typedef {{ all_cards: boolean, open_scores: boolean, hands: string, necklaces: number[], [field: string]: unknown }} Chosen */

const KEY = "pearlboard.pearls";
const FEW = 3;
/** How many cards are in play with so many players, if not all. @type {Record<string, number>} */
let fewer = {};
/** The colours of the cards, where no board is connected. @type {{ name: string }[] | null} */
let shown = null;
/** @type {Chosen} */
let state = { all_cards: false, open_scores: false, hands: "hidden", necklaces: [] };

/** @param {Context} context */
export function start({ known, screen }) {
  fewer = known.in_play;
  shown = screen()?.on_screen ? known.colours : null;
  state = { ...state, necklaces: known.necklaces, ...JSON.parse(passing.getItem(KEY) ?? "{}") };
}

/** @param {Chosen} last */
export function begin(last) {
  state = { ...state, ...last };
}

/** @param {HTMLInputElement} field */
export function change(field) {
  const necklace = /^necklace-(\d+)$/.exec(field.name);
  if (necklace) state.necklaces = withAt(state.necklaces, Number(necklace[1]) - 1, Number(field.value));
  else if (field.name === "hands") state.hands = field.value;
  else if (field.name === "all_cards" || field.name === "open_scores") state[field.name] = field.checked;
  passing.setItem(KEY, JSON.stringify(state));
}

export function show() {
  if (shown) drawExample(shown);
  return true;
}

/** @param {number} players */
export function fill(players) {
  for (const field of /** @type {Iterable<HTMLInputElement>} */ (byId("setup").elements)) {
    const necklace = /^necklace-(\d+)$/.exec(field.name);
    if (necklace) field.value = String(state.necklaces[Number(necklace[1]) - 1]);
    else if (field.name === "hands") field.checked = state.hands === field.value;
    else if (field.name === "all_cards" || field.name === "open_scores") field.checked = Boolean(state[field.name]);
  }
  byId("choose-cards").hidden = players > FEW;
  if (players <= FEW) write(byId("all-cards"), t("all_cards", { fewer: fewer[players] }));
  write(byId("hands-why"), t(`hands_${state.hands}_why`));
}

/**
 * @param {number} players
 * @returns {object}
 */
export function options(players) {
  const { all_cards, open_scores, hands, necklaces } = state;
  return { all_cards: all_cards && players <= FEW, open_scores, hands, necklaces };
}
