// Piratoons on the table page: the chest, the count, fists, ships, and the end.

import { layerOf } from "/static/shared/board.js";
import { h, write } from "/static/shared/dom.js";
import { withoutPhone } from "/static/shared/players.js";
import { t } from "/static/shared/texts.js";
import { clearBoard, drawChest, lays, turnOf } from "./game.js";
import { fleet } from "./drawing.js";
import { touchChest } from "./chest.js";
import { fillStage, planOf, showParts, startStage, stopStage } from "./stage.js";

export { lays, turnOf };

/** @type {Context} */
let page;

export function stop() {
  stopStage();
  clearBoard();
}

/** @param {Context} context */
export function start(context) {
  page = context;
  startStage(page);
}

/**
 * Those who act at this page: people without a phone of their own.
 * @param {MatchScreen} screen
 */
const here = (screen) => (screen.phase === "playing" && !screen.paused ? withoutPhone(screen).map(({ seat }) => seat) : []);

/** @param {MatchScreen} screen */
export const planned = (screen) => planOf(screen, here(screen), null);

/** @param {MatchScreen} screen */
export const stage = (screen) => fillStage(screen, here(screen));

/** @param {Pirate.Screen} screen */
export function show(screen) {
  if (screen.game.result) layerOf("under").replaceChildren(...fleet(screen.game.ships.map(({ parts }) => parts), screen.match.players, screen.counting ? [] : screen.game.result.standings));
  else drawChest(screen);
  showParts(screen, here(screen), null, page);
}

/**
 * Where people place by taps, a tap on a tile of the board is one, too.
 * @param {Site} site
 * @param {MatchScreen} screen
 * @returns {boolean}
 */
export const touch = (site, screen) => touchChest(site, screen);

/**
 * Where several act at once on this page, each of them can ask for advice behind a curtain: about a bid, about a ship. Nobody is
 * there from whom a person who plays alone would hide it, where the page shows it without; and while pieces are still to be lifted there
 * is none.
 * @param {Screen} screen
 * @returns {Seat[]}
 */
export const privates = (screen) => {
  const { phase, stage, match, game, host, pieces } = screen;
  const alone = screen.on_screen && (match?.players ?? []).filter(({ computer }) => !computer).length === 1;
  return phase !== "playing" || !/^(bids|ships)/.test(stage ?? "") || game.box || match?.hints === "off" || !host.you || host.can_claim || alone || pieces.some(({ status }) => status === "lift") ? []
    : withoutPhone(screen).filter((player) => player.to_move).map(({ seat }) => seat);
};

/**
 * @param {HTMLElement} box
 * @param {Screen} screen
 */
export function drawPrivate(box, { you, match }) {
  const purse = match?.players.find((player) => player.seat === you?.seat)?.doubloons ?? null;
  write(box, purse === null ? "" : t("pirate_doubloons", { count: purse }));
}

/**
 * A computer does not practise, and opens the chest when people are ready.
 * @param {Player} player
 * @param {Screen} screen
 * @returns {Row}
 */
export function row({ doubloons, out, sealed, ready, captain, computer }, { game, stage }) {
  return {
    about: doubloons === null ? null : t("pirate_doubloons", { count: doubloons }),
    waits: Boolean(computer) && (game.practice || /^closed/.test(stage ?? "")),
    out, state: [captain && t("pirate_captain"), out && t("pirate_out"), (sealed || ready) && t("pirate_ready")].filter(Boolean).join(", "),
    more: doubloons ? [h("span", { class: "purse", "aria-hidden": "true" }, "●".repeat(Math.min(doubloons, 20)))] : [],
  };
}
