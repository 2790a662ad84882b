// What may be done, who plays, and by which rules: beside the board of the table page.

import { mainOffer } from "../live/acts.js";
import { byId, fill, h, set } from "../shared/dom.js";
import { draw } from "../shared/fence.js";
import { emblem, levelName, movers, withoutPhone } from "../shared/players.js";
import { onward, sharing } from "../shared/share.js";
import { t } from "../shared/texts.js";
import { sitsElsewhere } from "./boards.js";

/** @typedef {{ goesOn: boolean, lays: boolean }} How */

/**
 * `row(player, screen)`: what a game tells beside a name, see `playerRow`.
 * `goesOn`: it shows by itself how to go on where nobody is to move; `lays`: a piece may be laid for a turn now.
 * @param {Screen} screen
 * @param {(player: Player, screen: Screen) => Row} row
 * @param {() => { goesOn?: boolean, lays?: boolean }} how
 */
export function showPanel(screen, row = () => ({}), how = () => ({})) {
  draw("acts", () => {
    const { goesOn = false, lays = true } = how();
    showActions(screen, { goesOn, lays });
  }, { keep: true });
  draw("seats", () => showPlayers(screen, row));
  draw("rules", () => showRules(screen.match));
}

/**
 * What can be seen whether or not it can be done; the rest of `can` decides what can be pressed.
 * @param {Screen} screen
 */
const turn = (screen) => plays(screen) && !screen.thinking;
/** @param {Screen} screen */
const plays = (screen) => movers(screen).length > 0 && !["host", "elsewhere"].includes(screen.waits ?? "");
/** @type {Record<string, (screen: Screen, how: How) => boolean | undefined>} */
const SHOWN = {
  confirm: (screen, how) => (turn(screen) ? reads(screen, how) : screen.can.includes("confirm") && (screen.planned || (!how.goesOn && !mainOffer()))),
  take_back: (screen) => plays(screen) || screen.can.includes("take_back"),
  hint: (screen, how) => screen.can.includes("hint") || (turn(screen) && screen.match?.hints === "request" && screen.match.places && how.lays && reads(screen, how)),
  advise: (screen, { lays }) => screen.can.includes("advise") || (lays && comesToAdvice(screen)),
};
/**
 * Whether one alone here will be advised once the computers that move at the same time have moved: its place is kept, for nothing moves
 * under a finger because a computer has thought.
 * @param {Screen} screen
 */
const comesToAdvice = (screen) => screen.on_screen && plays(screen) && screen.match?.hints !== "off" && movers(screen).some(({ computer }) => computer)
  && movers(screen).filter(({ computer }) => !computer).length === 1 && withoutPhone(screen).some(({ to_move }) => to_move);
/** What begins another game comes where that was which ends this one: whoever presses that twice has not seen the result. */
const BEGINS = new Set(["rematch", "new_game"]);
const SECOND_PRESS_MS = 700;
/** What has come just now. @type {Set<string>} */
const fresh = new Set();
let again = () => {};
const ELSEWHERE = new Set(["agree_take_back", "refuse_take_back", "claim_host", "allow_host", "refuse_host"]);

/**
 * Whether pieces are laid in this game, or may be confirmed anyway.
 * @param {Screen} screen
 * @param {How} how
 */
const reads = ({ match, can, planned }, { lays }) => (match?.board && lays) || (can.includes("confirm") && (planned || !mainOffer()));

/**
 * @param {Screen} screen
 * @param {How} how
 */
function showActions(screen, how) {
  const can = new Set(screen.can);
  again = () => showActions(screen, how);
  for (const button of document.querySelectorAll("button[data-command]")) {
    const name = button.dataset.command ?? "";
    if (!ELSEWHERE.has(name)) showAction(button, name, screen, { possible: can.has(name), ...how });
  }
  byId("service").hidden = !["pause", "abandon"].some((name) => !byId(`do-${name}`).hidden);
}

/**
 * Whether the button of a simulated board may be pressed though there is nothing to confirm, as a real one may.
 * @param {Screen} screen
 */
export const asksForPieces = ({ simulated, on_screen: drawn, paused, phase, pieces }) =>
  simulated && !drawn && !paused && phase === "playing" && !pieces.some((piece) => piece.status === "draft");

/**
 * @param {HTMLElement} button
 * @param {string} name
 * @param {Screen} screen
 * @param {How & { possible: boolean }} how
 */
function showAction(button, name, screen, { possible, ...how }) {
  // Where hands lay pieces, the button of a simulated board asks for one that nobody sees.
  const asks = name === "confirm" && asksForPieces(screen);
  const waits = !possible || (name === "rematch" && Boolean(screen.counting)) || (name === "confirm" && movers(screen).length > 0 && screen.verdict !== "legal");
  const hidden = !(SHOWN[name]?.(screen, how) ?? possible) || (screen.paused && name === "pause");
  if (BEGINS.has(name) && !hidden && !waits) arm(name, button);
  button.hidden = hidden;
  set(button, "aria-disabled", (possible || asks) && !fresh.has(name) ? null : "true");
  button.classList.toggle("idle", waits || fresh.has(name));
}

/**
 * Of what comes, or could not be pressed before, nothing is begun for a moment.
 * @param {string} name
 * @param {HTMLElement} button
 */
function arm(name, button) {
  if (fresh.has(name) || !(button.hidden || button.classList.contains("idle"))) return;
  fresh.add(name);
  setTimeout(() => { fresh.delete(name); button.classList.remove("idle"); again(); }, SECOND_PRESS_MS);
}

/**
 * @param {Screen} screen
 * @param {(player: Player, screen: Screen) => Row} row
 */
function showPlayers(screen, row) {
  const { match } = screen;
  byId("seats").hidden = !match;
  if (!match) return;
  const teams = new Set(match.players.map((player) => player.side)).size < match.players.length;
  byId("players").replaceChildren(...match.players.map((player) => playerRow(player, screen, teams, row(player, screen) ?? {})));
}

/**
 * Of the game: `about` the player in a word, a `state` beside it, `out`: plays no more, `waits`: moves, but not before others have, and
 * `more` elements below.
 * @param {Player} player
 * @param {Screen} screen
 * @param {boolean} teams
 * @param {Row} told
 */
function playerRow(player, screen, teams, { about = null, state = "", out = false, waits = false, more = [] }) {
  const moves = player.to_move && screen.phase === "playing" && !waits;
  return h("li", { class: `player${moves ? " to-move" : ""}${out ? " done" : ""}`, "data-colour": player.colour, "data-seat": player.seat },
    emblem(player),
    h("span", { class: "who" }, h("b", {}, player.name), h("span", { class: "quiet" }, teams ? h("strong", { class: "team-of" }, t("team", { number: player.side })) : null, teams && about ? " · " : null, about, ...sign(player, sitsElsewhere(screen, player), teams || about))),
    h("span", { class: "state" }, moves ? t(player.computer ? "thinks" : "plays_now") : state),
    ...more);
}

/**
 * @param {Player} player
 * @param {string} elsewhere where they sit, if that is not here
 * @param {unknown} after whether something stands before it
 */
function sign({ computer, phone }, elsewhere, after) {
  const signs = [];
  if (computer) signs.push(h("span", { class: "computer-sign" }, levelName(computer)));
  if (elsewhere) signs.push(h("span", { class: "sits-sign" }, elsewhere));
  if (!computer && phone && phone !== "none") signs.push(h("span", { class: `phone-sign ${phone}` }, t(`phone_sign_${phone}`)));
  return signs.flatMap((each, index) => (after || index ? [" · ", each] : [each]));
}

/** @param {Match | null} match */
function showRules(match) {
  const rules = match?.rules ?? [];
  byId("rules").hidden = !rules.length;
  fill(byId("rule-list"), JSON.stringify(rules), () => rules.map((rule) => h("li", {}, rule)));
}

/**
 * `own`: the game shows its end itself.
 * @param {Screen} screen
 * @param {boolean} own
 */
export function showFinished({ finished }, own) {
  const told = own ? null : finished;
  byId("finished").hidden = !told;
  fill(byId("finished"), JSON.stringify(told), () => (told ? [told.kept_at === undefined && sharing(told.picture), onward(told)] : []));
}
