// The tiles of a real box: what each ship has as far as the table knows it, what went overboard, and the points that people count.

import { byId, fill, h, write } from "/static/shared/dom.js";
import { list, t } from "/static/shared/texts.js";
import { act, complain, stepper } from "./game.js";

/** @type {Map<Seat, number>} tiles that a seat is about to throw overboard */
const thrown = new Map();
let stage = "";
let again = () => {};

/**
 * `seats`: those that speak on this page.
 * @param {MatchScreen} screen
 * @param {Seat[]} seats
 */
export function showBox(screen, seats) {
  const { game, match } = screen;
  if (screen.stage !== stage) {
    stage = screen.stage ?? "";
    thrown.clear();
    write(byId("box-refusal"), "");
  }
  again = () => showBox(screen, seats);
  /** @type {Pirate.Box | null} */
  const box = game.box;
  byId("box").hidden = !box || Boolean(game.result);
  byId("box").classList.toggle("awaited", Boolean(box?.tally || box?.ships.some(({ seat, building }) => building && seats.includes(seat))));
  const people = match.players.map(({ seat, name, colour }) => ({ seat, name, colour }));
  const counting = Boolean(box?.tally && seats.length);
  write(byId("box-title"), t(counting ? "pirate_box_tally" : "pirate_box_title"));
  fill(byId("box-ships"), JSON.stringify([box, [...thrown], seats, people]), () => (box ? [
    h("ul", { class: "ships-list" }, ...people.map((player) => shipOf(box.ships[player.seat - 1], player, seats))),
    ...(counting ? counted(box, people) : []),
  ] : []));
}

/**
 * @param {Pirate.Real} ship
 * @param {Pirate.Owner} player
 * @param {Seat[]} seats
 */
function shipOf({ seat, equipment, boats, building }, { name, colour }, seats) {
  const has = [boats ? t("pirate_box_boats", { count: boats }) : "", equipment ? t("pirate_box_equipment", { count: equipment }) : ""].filter(Boolean);
  const now = thrown.get(seat) ?? 0;
  return h("li", { class: "ship-of", "data-colour": colour }, h("h3", {}, t("pirate_ship", { name })), h("p", { class: "quiet" }, has.length ? list(has) : t("pirate_box_none")),
    ...(building && seats.includes(seat) ? [
      stepper(`threw-${seat}`, t("pirate_box_threw", { name }), now, equipment, (by) => { thrown.set(seat, now + by); again(); }),
      h("button", { type: "button", class: "main wide", id: `built-${seat}`, onclick: async () => complain("box-refusal", await act({ name: "act", actor: seat, action: ["built", now] })) }, t("pirate_box_built", { name })),
    ] : []));
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
  h("button", { type: "button", class: "main wide", id: "tallied", onclick: () => tally(people.map(({ seat }) => seat)) }, t("pirate_box_counted")),
];

/** @param {Seat[]} seats */
async function tally(seats) {
  const points = seats.map((seat) => /** @type {HTMLInputElement} */ (byId(`points-${seat}`)).valueAsNumber);
  if (points.every(Number.isInteger)) complain("box-refusal", await act({ name: "act", actor: "table", action: ["tally", points] }));
  else write(byId("box-refusal"), t("pirate_box_missing"));
}
