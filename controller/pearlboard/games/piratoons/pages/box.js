// The tiles of a real box: what each ship has as far as the table knows it, what went overboard, and the points that people count.

import { byId, fill, h, write } from "/static/shared/dom.js";
import { list, t } from "/static/shared/texts.js";
import { act, changed, stepper, thrown } from "./game.js";

/** @typedef {import("./game.js").Yes} Yes */

/**
 * `seats`: those that speak on this page.
 * @param {MatchScreen} screen
 * @param {Seat[]} seats
 */
export function showBox({ game, match }, seats) {
  /** @type {Pirate.Box | null} */
  const box = game.box;
  byId("box").hidden = !box || Boolean(game.result);
  const builder = box && builderOf(box, seats);
  byId("box").classList.toggle("awaited", Boolean(box?.tally || builder));
  if (!box?.tally) write(byId("box-refusal"), "");
  const people = match.players.map(({ seat, name, colour }) => ({ seat, name, colour }));
  const counting = Boolean(box?.tally && seats.length);
  write(byId("box-title"), t(counting ? "pirate_box_tally" : "pirate_box_title"));
  fill(byId("box-ships"), JSON.stringify([box, [...thrown], builder, counting, people]), () => (box ? [
    h("ul", { class: "ships-list" }, ...people.map((player) => shipOf(box.ships[player.seat - 1], player, builder?.seat === player.seat))),
    ...(counting ? counted(box, people) : []),
  ] : []));
}

/**
 * Whose ship is built at this page now: one after the other.
 * @param {Pirate.Box} box
 * @param {Seat[]} seats
 */
const builderOf = ({ ships }, seats) => ships.find(({ seat, building }) => building && seats.includes(seat));

/**
 * @param {Pirate.Real} ship
 * @param {Pirate.Owner} player
 * @param {boolean} builds
 */
function shipOf({ seat, equipment, boats }, { name, colour }, builds) {
  const has = [boats ? t("pirate_box_boats", { count: boats }) : "", equipment ? t("pirate_box_equipment", { count: equipment }) : ""].filter(Boolean);
  const now = thrown.get(seat) ?? 0;
  return h("li", { class: "ship-of", "data-colour": colour }, h("h3", {}, t("pirate_ship", { name })), h("p", { class: "quiet" }, has.length ? list(has) : t("pirate_box_none")),
    builds ? stepper(`threw-${seat}`, t("pirate_box_threw", { name }), now, equipment, (by) => { thrown.set(seat, now + by); changed(); }) : null);
}

/**
 * The sums, by whoever has counted; what doubloons bring is known.
 * @param {Pirate.Box} box
 * @param {Pirate.Owner[]} people
 */
const counted = ({ ships }, people) => [
  h("p", {}, t("pirate_box_tally_how")),
  ...people.map(({ seat, name, colour }) => h("label", { class: "field points-of", "data-colour": colour }, h("span", {}, t("pirate_box_points", { name })),
    h("input", { type: "number", step: 1, id: `points-${seat}`, autocomplete: "off" }), ships[seat - 1].richest ? h("small", { class: "quiet" }, t("pirate_box_richest", { count: ships[seat - 1].richest })) : null)),
];

/**
 * @param {MatchScreen} screen
 * @param {Seat[]} seats
 * @returns {Yes | null}
 */
export function planBuilt({ game }, seats) {
  const seat = builderOf(game.box, seats)?.seat;
  return seat ? { act: () => act({ name: "act", actor: seat, action: ["built", thrown.get(seat) ?? 0] }) } : null;
}

/**
 * @param {MatchScreen} screen
 * @param {Seat[]} seats
 * @returns {Yes | null}
 */
export function planTally({ match }, [seat]) {
  return seat ? { act: async () => {
    const points = match.players.map((player) => /** @type {HTMLInputElement} */ (byId(`points-${player.seat}`)).valueAsNumber);
    if (points.every(Number.isInteger)) return act({ name: "act", actor: "table", action: ["tally", points] });
    write(byId("box-refusal"), t("pirate_box_missing"));
    return null;
  } } : null;
}
