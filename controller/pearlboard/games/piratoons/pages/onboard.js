// What is drawn on the board besides the chest: crews with their numbers, and ships. In the replay, in the lesson, at the end.

import { s } from "/static/shared/dom.js";
import { drawTile, topOfShip } from "./drawing.js";

/** @typedef {import("./drawing.js").Part} Part */
/** @typedef {{ place: number, tile: string | null, lies: boolean, crew: number[], seen: Seat[], winner: Seat | null, level: Seat[] }} Tile */

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
 * The numbers of the tiles that lie there, as they are spoken of.
 * @param {{ place: number, tile: string | null }[]} chest
 */
export const numbers = (chest) => chest.filter(({ tile }) => tile).map(({ place }) => s("g", { class: "tile-number", transform: `translate(${400 * ((place - 1) % 2) + 166} ${100 * Math.floor((place - 1) / 2) + 17})` },
  s("circle", { r: 14 }), s("text", { y: 7 }, String(place))));

/**
 * Where a pocket is on the board: each half of a row is a berth of four.
 * @param {number} place
 * @param {Seat} seat
 */
const pocket = (place, seat) => ({ x: 400 * ((place - 1) % 2) + 100 * (seat - 1) + 50, y: 100 * Math.floor((place - 1) / 2) + 50 });

/**
 * Everybody who is on a tile, with a number as far as it is known; crews that cancel are struck out, who takes the tile has a ring.
 * @param {Tile} tile
 * @param {{ seat: Seat, colour?: string | number | null }[]} players
 * @param {number | null} latest the tile on which a piece has just been laid
 */
export function crews({ place, crew, seen, winner, level, lies }, players, latest) {
  return players.filter(({ seat }) => crew[seat - 1] || seen.includes(seat)).map(({ seat, colour }) => {
    const { x, y } = pocket(place, seat);
    const how = [winner === seat && "takes", level.includes(seat) && "level", !lies && winner === null && "gone", latest === place && "latest"].filter(Boolean);
    return s("g", { class: ["again-crew", ...how].join(" "), "data-colour": colour, transform: `translate(${x} ${y})` },
      s("circle", { class: "again-cap", r: 25 }), s("text", { y: 10 }, crew[seat - 1] ? String(crew[seat - 1]) : "?"),
      level.includes(seat) ? s("path", { class: "again-strike", d: "M-26 20L26-20" }) : null);
  });
}
