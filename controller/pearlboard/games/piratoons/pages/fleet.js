// All ships: on the drawn board, one below the other; on the stage, each under its owner's name.

import { h, s } from "/static/shared/dom.js";
import { emblem } from "/static/shared/players.js";
import { drawShip, drawTile, topOfShip } from "./drawing.js";

/** @typedef {import("./drawing.js").Part} Part */

/**
 * Ships, one below the other, each with its player's colour beside it; as large as they fit.
 * @param {Part[][]} ships by seat
 * @param {{ seat: Seat, colour?: string | number | null }[]} players
 */
export function fleet(ships, players) {
  const afloat = players.filter(({ seat }) => ships[seat - 1]);
  const high = 500 / afloat.length;
  return afloat.map(({ seat, colour }, row) => {
    const parts = ships[seat - 1];
    const top = topOfShip(parts);
    const scale = Math.min((high - 14) / (182 - top), 740 / (100 * parts.length));
    const left = 400 - 50 * scale * parts.length;
    const water = high * row + high - 7;
    return s("g", { class: "again-ship", "data-colour": colour }, s("rect", { class: "again-side", x: 8, y: high * row + 7, width: 14, height: high - 14, rx: 7 }), ...parts.map(({ tile, on }, at) => {
      const drawn = drawTile(tile, on, top);
      for (const [name, value] of Object.entries({ x: left + 100 * scale * at, y: water - (182 - top) * scale, width: 100 * scale, height: (182 - top) * scale })) drawn.setAttribute(name, String(value));
      drawn.style.width = `${100 * scale}px`;
      drawn.style.height = `${(182 - top) * scale}px`;
      return drawn;
    }));
  });
}

/**
 * A ship on the stage, with what is said of it.
 * @param {Player | undefined} player
 * @param {Part[]} parts
 * @param {string} said
 * @param {boolean} won
 */
export const figureOf = (player, parts, said, won = false) => h("figure", { class: `end-ship${won ? " won" : ""}`, "data-colour": player?.colour },
  drawShip(parts), player?.name ? h("figcaption", {}, emblem(player), h("b", {}, player.name), said ? h("span", {}, said) : null) : null);
