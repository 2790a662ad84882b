// The stage where nobody plays: the tiles with who is on them, or all ships. In the lesson and in the replay.

import { byId, fill, h } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { disc, faceOf, figuresOf, saidOf } from "./drawing.js";

/**
 * Nine tiles, and below them what floats in the sea. A tile with a `site` is a button; `latest`: the place on which a piece has
 * just been laid; `meant`: sites that are pointed at.
 * @param {Pirate.Seen[]} chest
 * @param {Pirate.Crew[]} players
 * @param {{ latest?: number | null, meant?: Site[], below?: Node[] }} also
 */
export function showTiles(chest, players, { latest = null, meant = [], below = [] } = {}) {
  fill(byId("again-chest"), JSON.stringify([chest, latest, meant]), () => chest.map((each) => tileOf(each, players, latest, meant)));
  byId("again-below").replaceChildren(...below);
  byId("again-chest").hidden = byId("again-below").hidden = false;
  byId("again-fleet").hidden = true;
}

/**
 * All ships, each under its owner's name, if it has one, and with what is said of it; none is large that was so before `now`.
 * @param {Pirate.Part[][]} ships by seat
 * @param {Pirate.Crew[]} players
 * @param {(owner: Pirate.Owner) => string} said
 * @param {unknown} now
 */
export function showAllShips(ships, players, said = () => "", now = null) {
  const afloat = players.filter(({ seat }) => ships[seat - 1]);
  const told = afloat.map(said);
  fill(byId("again-fleet"), JSON.stringify([ships, told, now]), () => figuresOf(afloat.map((owner, at) => ({ player: /** @type {Player} */ (owner), parts: ships[owner.seat - 1], said: told[at] }))));
  byId("again-chest").hidden = byId("again-below").hidden = true;
  byId("again-fleet").hidden = false;
}

/**
 * @param {Pirate.Seen} what
 * @param {Pirate.Crew[]} players
 * @param {number | null} latest
 * @param {Site[]} meant
 */
function tileOf({ place, tile, name, site, crew, seen, winner, level }, players, latest, meant) {
  const there = players.filter(({ seat }) => crew[seat - 1] || seen.includes(seat));
  const words = tile ? t("pirate_place", { place, name: name ?? "" }) : t("pirate_gone", { place });
  const owner = players.find(({ seat }) => seat === winner);
  const crews = there.map((each) => disc(each, crew[each.seat - 1] || "?", ["crew", winner === each.seat && "takes", level.includes(each.seat) && "level", latest === place && "latest"].filter(Boolean).join(" ")));
  return h("li", { class: owner ? "won" : tile ? "" : "gone", "data-colour": owner?.colour },
    h(site ? "button" : "div", { type: site ? "button" : null, id: `again-${place}`, class: `chest-tile${site && meant.includes(site) ? " pointed" : ""}`, "data-site": site, role: site ? null : "img", "aria-label": saidOf(words, there, crew, owner) }, ...faceOf(place, tile, name ?? "", crews)));
}
