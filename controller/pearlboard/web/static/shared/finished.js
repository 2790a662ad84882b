// A finished game as the server tells it, and what its board looks like in one of its frames.

import { set } from "./dom.js";
import { known } from "./texts.js";

/**
 * @param {number} number
 * @returns {Promise<Finished>}
 */
export async function fetchFinished(number) {
  const answer = await fetch(`/api/archive/${number}?lang=${known.language}`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

// What the board's own module shows: the same words as those of the running table. Here nothing lies on any board.
const EMPTY = { phase: "playing", stage: "playing", paused: false, simulated: false, on_screen: true, lift: [], pieces: [], game: {} };

/**
 * @param {import("./pages.js").GamePages} pages
 * @param {Finished} game
 * @param {Frame} frame
 * @returns {BoardScreen}
 */
export function screenOf(pages, game, frame) {
  const match = { players: game.players.map((player) => ({ ...player, to_move: player.seat === frame.seat })) };
  return { ...EMPTY, match, pieces: frame.pieces ?? [], ...pages.of("screenOf")?.(frame, game) };
}

// Nothing here can be laid or lifted: what was a button on the table is a picture.
export function stillBoard() {
  for (const site of document.querySelectorAll(".site")) {
    set(site, "role", "img");
    site.removeAttribute("tabindex");
  }
}
