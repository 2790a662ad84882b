// A file, sent to the table piece by piece.

import { percent } from "../shared/texts.js";
import { fetched } from "./asking.js";

const PIECE = 1 << 18;
const REST_MS = 300;
const TOO_FAST = 429;

/**
 * The next piece, after a rest where the table asks for one.
 * @param {string} path
 * @param {Blob} piece
 * @param {number} at
 * @returns {Promise<import("./asking.js").Answer>}
 */
async function send(path, piece, at) {
  const answer = await fetched(path, { method: "POST", body: piece }, { at: String(at) });
  if (answer.status !== TOO_FAST) return answer.json();
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return send(path, piece, at);
}

/**
 * All of it, as long as the table takes it and `goesOn`; what it said last.
 * @param {string} path
 * @param {File} file
 * @param {(share: string) => void} told how much is there, after each piece
 * @param {() => boolean} [goesOn]
 */
export async function sendFile(path, file, told, goesOn = () => true) {
  /** @type {import("./asking.js").Answer} */
  let answer = { ok: false };
  for (let at = 0; at < file.size || at === 0; at += PIECE) {
    answer = await send(path, file.slice(at, at + PIECE), at);
    if (!answer.ok || !goesOn()) return answer;
    told(percent(Math.min(1, (at + PIECE) / file.size)));
  }
  return answer;
}
