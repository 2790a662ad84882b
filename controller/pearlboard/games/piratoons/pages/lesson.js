// A step of the lesson on the stage of this game: the tiles with crews on them, or ships.

import { h } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { showAllShips, showTiles } from "./again.js";
import { drawShip } from "./drawing.js";

const YOU = 1;
/** By the colours that they are called by; two letters of these differ in every language. */
const players = () => [1, 2, 3].map((seat) => ({ seat, colour: seat, name: t(`pirate_lesson_${seat}`), initials: t(`pirate_lesson_${seat}`).slice(0, 2) }));

/**
 * @param {any} step
 * @param {{ laid: Site[], done: boolean }} now
 */
export function lessonScreen(step, { laid, done }) {
  /** @type {Pirate.Seen[]} */
  const chest = step.chest.map((/** @type {any} */ place) => ({ ...place, site: done || step.task === "pick" || !place.tile ? undefined : place.site, seen: [], winner: null, level: [],
    crew: place.crew.map((/** @type {number} */ many, /** @type {number} */ at) => many + Number(at === YOU - 1 && laid.includes(place.site))) }));
  return { game: { chest, ships: done ? step.after : step.ships, bids: step.bids, lit: done ? [] : step.lit, done } };
}

/** @param {MatchScreen} screen */
export function stage({ game: { chest, ships, bids, lit, done } }) {
  if (chest.length) showTiles(chest, players(), { meant: lit, below: [...(bids ?? []).map(bid), ...(ships.length ? [drawShip(ships[0])] : [])] });
  else showAllShips(ships, players().map((each) => ({ ...each, name: "" })), undefined, done); // these are nobody's
  return true;
}

/**
 * A bid that was opened, with its player's colour and name; who bids nothing is not seen.
 * @param {number} doubloons
 * @param {number} at
 */
const bid = (doubloons, at) => h("span", { class: "opened-bid", hidden: !doubloons, "data-colour": at + 1 }, `${players()[at].name} · ${t("pirate_doubloons", { count: doubloons })}`);
