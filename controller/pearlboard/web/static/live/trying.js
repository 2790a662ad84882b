// A finished game, played on from the moment that is shown: a seat is chosen, the computer plays the others.

import { Connection } from "./connection.js";
import { deviceKey } from "./device.js";
import { byId, h, set, write } from "../shared/dom.js";
import { playedBy } from "../shared/players.js";
import { known, refusalOf, t } from "../shared/texts.js";

/** @type {Connection | null} */
let table = null;

/**
 * `moment`: the frame of the game that is shown now.
 * @param {Finished} game
 * @param {number} number
 * @param {() => number} moment
 */
export function startTrying(game, number, moment) {
  byId("try-from").hidden = !game.tries.length;
  byId("try-seat").replaceChildren(...game.players.map(({ seat, name }) => h("option", { value: seat }, name)));
  byId("try-level").replaceChildren(...game.tries.map((/** @type {string} */ level) => h("option", { value: level }, playedBy(level))));
  const from = game.began_from;
  byId("began-from").hidden = !from;
  write(byId("began-from"), from ? t("began_from", from) : "");
  byId("try").addEventListener("click", () => ask({
    name: "try_from", number, index: moment(), seat: Number(byId("try-seat").value), level: byId("try-level").value,
  }));
}

/**
 * Whoever moves next is whom one would like to be.
 * @param {Seat | null} seat
 * @param {boolean} [anew] that seat's turn is played once more
 */
export function suggest(seat, anew = false) {
  write(byId("try"), t(anew ? "try_anew" : "try_from"));
  if (seat !== null && document.activeElement !== byId("try-seat")) byId("try-seat").value = String(seat);
}

/**
 * On the line of this browser, so that the table knows its host.
 * @param {Command} command
 */
function ask(command) {
  set(byId("try"), "aria-disabled", "true");
  write(byId("try-refusal"), "");
  table?.end();
  let asked = false;
  const line = table = new Connection(`/ws?lang=${known.language}`, {
    token: deviceKey(), onScreen: () => {}, onFrame: () => {}, onRefusal: () => {}, onRefused: () => answer(null),
    onState: async (state) => {
      if (state === "foreign") {
        line.end();
        answer(null, t("foreign"));
      }
      if (state !== "connected" || asked) return;
      asked = true;
      answer(await line.send(command, { version: null }));
    },
  });
  line.open();
}

/**
 * @param {Reply | null} reply
 * @param {string} [why] it was refused
 */
function answer(reply, why = refusalOf(reply)) {
  set(byId("try"), "aria-disabled", null);
  if (reply?.ok) location.assign(`/?lang=${known.language}`);
  else write(byId("try-refusal"), why);
}
