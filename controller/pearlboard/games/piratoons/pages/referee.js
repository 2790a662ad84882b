// What has happened besides: pieces that have left a tile, who is out, what is spoiled. People say it; the board judges nobody.

import { byId, fill, h, write } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { act, complain, stepper } from "./game.js";

/**
 * `may`: whether anything can be said on this page now.
 * @param {MatchScreen} screen
 * @param {boolean} may
 */
export function showReferee({ game, match, stage }, may) {
  const phase = (stage ?? "").split(" ")[0];
  const on = may && ["plunder", "count"].includes(phase);
  byId("referee").hidden = !on;
  if (!on) {
    write(byId("referee-refusal"), "");
    return;
  }
  const people = match.players.map(({ seat, name, colour }) => ({ seat, name, colour }));
  fill(byId("incidents"), JSON.stringify([game.incidents, game.spoilt, people]), () => game.incidents.map((/** @type {Pirate.Incident} */ each) => incident(each, game, people)));
  fill(byId("referee-seats"), JSON.stringify([game.out, game.spoilt, people]), () => people.map((player) => standing(player, game)));
}

/**
 * @param {Pirate.Incident} each
 * @param {any} game
 * @param {Pirate.Owner[]} people
 */
function incident({ number, place, seat }, game, people) {
  const owner = people.find((player) => player.seat === seat);
  return h("li", { class: "incident", "data-colour": owner?.colour }, h("p", {}, t("pirate_lifted", { name: owner?.name, place })),
    h("div", { class: "choices" }, ...[
      h("button", { type: "button", id: `nothing-${number}`, onclick: () => settle(number, null) }, t("pirate_nothing")),
      h("button", { type: "button", id: `own-${number}`, onclick: () => settle(number, ["spoil", seat, game.spoilt[seat - 1] + 1]) }, t("pirate_own", { name: owner?.name })),
      ...people.filter((player) => player.seat !== seat && !game.out.includes(player.seat)).map((player) =>
        h("button", { type: "button", id: `out-${number}-${player.seat}`, onclick: () => settle(number, ["out", player.seat, true]) }, t("pirate_is_out", { name: player.name })))]));
}

/**
 * @param {Pirate.Owner} player
 * @param {any} game
 */
function standing({ seat, name, colour }, game) {
  const out = game.out.includes(seat);
  return h("li", { class: "standing-of", "data-colour": colour },
    stepper(`spoilt-${seat}`, t("pirate_spoilt", { name }), game.spoilt[seat - 1], game.crew, (by) => say(["spoil", seat, game.spoilt[seat - 1] + by])),
    h("button", { type: "button", id: `out-${seat}`, "aria-pressed": String(out), onclick: () => say(["out", seat, !out]) }, t(out ? "pirate_not_out" : "pirate_is_out", { name })));
}

/**
 * What it was, and then it is spoken of no more.
 * @param {number} number
 * @param {unknown[] | null} action
 */
async function settle(number, action) {
  if (action === null || await say(action)) complain("referee-refusal", await act({ name: "overlook", number }));
}

/**
 * @param {unknown[]} action
 * @returns {Promise<boolean>} whether it was done
 */
async function say(action) {
  const reply = await act({ name: "act", actor: "table", action });
  complain("referee-refusal", reply);
  return Boolean(reply?.ok);
}
