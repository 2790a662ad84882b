// Which cards of a hand are chosen to be placed, and what they would bring. It stays on this page until it is confirmed.
//
// A tap on a colour chooses all its cards; after that a tap on a card is about that card alone. A wild goes with the colour
// that is chosen; where none is, wilds are a colour of their own.

import { t } from "/static/shared/texts.js";
import { cards } from "./drawing.js";

/** @typedef {import("./drawing.js").Cards} Cards */
/** @typedef {import("./drawing.js").Necklace} Necklace */
/** @typedef {import("./hand.js").Held} Held */

const WILD = "wild";

/** @type {Held | null} */
let hand = null;
/** The cards by their places among those of their colour. @type {{ colour: string | null, cards: number[], wilds: number[], declined: boolean }} */
let chosen = nothing();
/** Why the colour that was tapped cannot be taken, or what a necklace that was tapped asks for. */
let told = "";
/** What was asked about a necklace; it changes nothing. */
let asked = "";
/** The turn in which all that was. */
let turn = 0;

/** @returns {typeof chosen} */
function nothing() {
  return { colour: null, cards: [], wilds: [], declined: false };
}

/** @param {string} colour */
const held = (colour) => hand?.held.find((each) => each.colour === colour);

/**
 * Nothing is chosen any more.
 * @param {string} [why] what is said instead; a second time it is not
 */
export function forget(why = "") {
  chosen = nothing();
  told = why === told ? "" : why;
  asked = "";
}

/**
 * The hand that is seen here now; null: none is. What was chosen from another one, or before the turn was over, is not.
 * @param {Held | null} now
 * @param {number} number of the turn
 */
export function see(now, number) {
  const same = number === turn && JSON.stringify([now?.seat, now?.mine, now?.held]) === JSON.stringify([hand?.seat, hand?.mine, hand?.held]);
  hand = now;
  turn = number;
  if (!same) forget();
}

/**
 * Say this, too, and leave what is chosen as it is; a second time it is not said.
 * @param {string} text
 */
export function tell(text) {
  asked = text === asked ? "" : text;
  told = "";
}

/** Which cards of a colour are chosen. @param {string} colour */
export const picked = (colour) => (colour === WILD ? chosen.wilds : colour === chosen.colour ? chosen.cards : []);

/** Whether several are chosen, and these are all of the colour: a tap leaves one of them. */
export function all() {
  const { colour, cards: some, wilds } = chosen;
  const of = colour === null ? wilds : some;
  return of.length > 1 && of.length === held(colour ?? WILD)?.count;
}

/**
 * Whether this colour cannot go with what is chosen.
 * @param {string} colour
 */
export const apart = (colour) => chosen.colour !== null && colour !== chosen.colour && colour !== WILD;

/**
 * @param {string} colour
 * @param {number} at the place of that card among those of its colour
 */
export function tap(colour, at) {
  if (!hand?.mine) return;
  told = asked = "";
  const every = [...Array(held(colour)?.count ?? 0).keys()];
  const turned = every.filter((each) => picked(colour).includes(each) !== (each === at));
  if (colour === WILD) chosen.wilds = empty() ? every : turned;
  else if (colour === chosen.colour) chosen.cards = turned;
  else Object.assign(chosen, { colour, cards: every, wilds: chosen.colour === null ? chosen.wilds : [] });
  if (!chosen.cards.length) chosen.colour = null;
  chosen.declined = false;
}

export const empty = () => !length();
export const length = () => chosen.cards.length + chosen.wilds.length;

/** The colours that are chosen, card by card; wilds last. @returns {string[]} */
export const row = () => [...chosen.cards.map(() => chosen.colour ?? WILD), ...chosen.wilds.map(() => WILD)];

/** The necklace that these cards can win: null if there is none of that length. */
export const prize = () => hand?.necklaces.find(({ value, left }) => left && value === length()) ?? null;

/** Whether it would be taken. */
export const wins = () => prize() !== null && !chosen.declined;

/** Take it after all, or leave it. */
export function decide() {
  chosen.declined = !chosen.declined;
  asked = "";
}

/** What the cards that are chosen count, without a necklace. */
export const points = () => chosen.cards.length * (held(chosen.colour ?? WILD)?.value ?? 0);

/** What the whole hand counts: so much it brings when it is placed, and costs when it is kept. */
export const worth = () => (hand?.held ?? []).reduce((sum, { value, count }) => sum + value * count, 0);

/** What would be placed, in words. */
function what() {
  const { colour } = chosen;
  const [count, wilds] = [chosen.cards.length, chosen.wilds.length];
  if (colour === null) return t("place_cards", { cards: cards(WILD, wilds) });
  return wilds ? t("place_wilds", { cards: cards(colour, count), wilds: cards(WILD, wilds) }) : t("place_cards", { cards: cards(colour, count) });
}

function sentence() {
  const won = prize();
  const lengths = (hand?.necklaces ?? []).filter(({ left }) => left).map(({ value }) => value);
  const least = Math.min(...lengths);
  const most = Math.max(...lengths);
  const counted = { what: what(), count: points(), length: length(), least, most };
  if (won && wins()) return t("plan_win", { ...counted, cards: points(), necklace: won.value, count: points() + won.value });
  if (won) return t("plan_place", counted);
  if (!lengths.length) return t("plan_bare", counted);
  return t(length() < least ? "plan_short" : length() > most ? "plan_long" : "plan_none", counted);
}

/**
 * What is chosen here, as the page says and does it: `act` places the cards; null where nothing can be done.
 * @param {Send} act
 * @param {() => void} changed
 * @returns {Plan | null}
 */
export function plan(act, changed) {
  if (told) return { text: told, act: null };
  if (!hand?.mine || empty()) return asked ? { text: asked, act: null, tells: true } : null;
  const { seat } = hand;
  const { colour, cards: some, wilds } = chosen;
  const action = colour === null ? ["place", WILD, wilds.length, 0, wins()] : ["place", colour, some.length, wilds.length, wins()];
  return { text: [asked, sentence()].filter(Boolean).join(" "), act: () => act({ name: "act", actor: seat, action }), undo: () => { forget(); changed(); } };
}
