// Where the board is only drawn, chest and ships are on the stage in its place; at the end every ship under its owner's name.

import { byId, fill, s, set, write } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { planChoice, showChest } from "./chest.js";
import { figuresOf, onTv } from "./drawing.js";
import { enlarge, large, lidParts, see } from "./game.js";
import { planBids, planBuilt, planCount, planTally, showBox, showReferee, showSaying } from "./saying.js";
import { showScore } from "./score.js";
import { builds, planShip, showShips, startShips } from "./ships.js";

const narrow = matchMedia("(max-width: 40rem) and (orientation: portrait), (max-height: 26rem)");
/** Where what has gone to the stage belongs otherwise. @type {WeakMap<HTMLElement, Comment>} */
const places = new WeakMap();
/** @type {() => void} */
let open = () => {};
/** @type {() => void} */
let turned = () => {};

/** @param {Context} page */
export function startStage(page) {
  startShips();
  turned = page.changed;
  open = () => {
    const opening = page.offer("open");
    page.act(opening ? { name: "act", actor: opening.actor, action: opening.action } : { name: "hurry" });
  };
  byId("stage-lid").addEventListener("click", ({ currentTarget: lid }) => { if (lid instanceof Element && !lid.ariaDisabled) open(); });
  byId("stage-lid").append(lid());
  byId("stage-lid-on-tv").append(lid());
  narrow.addEventListener("change", turned);
}

const lid = () => s("svg", { viewBox: "0 0 800 500", "aria-hidden": "true" }, ...lidParts());

export function stopStage() {
  write(byId("do-hurry"), t("hurry"));
  narrow.removeEventListener("change", turned);
}

/**
 * All that the table page and a phone have alike; `own`: whose page it is.
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats those that act on this page
 * @param {Seat | null} own
 * @param {Context} page
 */
export function showParts(screen, seats, own, page) {
  showChest(screen, seats);
  showBox(screen, seats);
  showReferee(screen, seats.length > 0);
  showSaying(screen, seats, own);
  showShips(screen, seats, own);
  showScore(screen, page);
}

const PLANS = { plunder: planChoice, count: planCount, bids: planBids, choice: planChoice, ships: planShip, tally: planTally };

/**
 * What "Confirm" does here now: the one yes of all phases in which something is set or chosen.
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats those that act on this page
 * @param {Seat | null} own
 * @returns {Plan | null}
 */
export function planOf(screen, seats, own) {
  see(screen.stage);
  const phase = /** @type {keyof typeof PLANS} */ ((screen.stage ?? "").split(" ")[0]);
  const yes = (phase === "ships" && screen.game.box ? planBuilt : PLANS[phase])?.(screen, seats, own);
  return yes ? { ...yes, text: yes.text ?? screen.sentence } : null;
}

/**
 * Fill the stage; of the tiles of a real box there is nothing to show.
 * @param {Pirate.Screen} screen
 * @param {Seat[]} seats those that act on this page
 * @returns {boolean}
 */
export function fillStage(screen, seats) {
  const { game, stage: now, phase } = screen;
  const shown = !game.box;
  const drawn = shown && screen.on_screen;
  const [stage] = (phase === "over" ? "over" : now ?? "").split(" ");
  const part = stage === "closed" && game.practice ? "practised" : stage; // then what came of it is seen, and no lid
  set(byId("stage"), "data-part", large ? "over" : part);
  lay("chest", drawn && part !== "over");
  const fleet = drawn && (part === "over" || (part === "ships" && (onTv() || !builds(game.ships, seats))));
  lay("ships", drawn && !fleet && (!narrow.matches || part === "ships"));
  showLid(screen, part === "closed");
  showFleet(screen, fleet || drawn && large !== null);
  return shown;
}

/**
 * Bring a section of the page to the stage, or back to its place.
 * @param {"chest" | "ships"} name
 * @param {boolean} staged
 */
function lay(name, staged) {
  const section = byId(name);
  const there = byId(`stage-${name}`);
  if (staged === (section.parentElement === there)) return;
  if (!places.has(section)) {
    const place = document.createComment(name);
    section.before(place);
    places.set(section, place);
  }
  if (staged) there.append(section);
  else places.get(section)?.after(section);
}

/**
 * @param {Pirate.Screen} screen
 * @param {boolean} closed
 */
function showLid({ game, acts, you, match, can }, closed) {
  const may = (you?.acts ?? acts ?? []).some(({ name }) => name === "open"); // a phone has its own
  const captain = match.players.find(({ seat }) => seat === game.captain);
  const asks = closed && Boolean(captain?.computer) && can.includes("hurry");
  const button = byId("stage-lid");
  button.hidden = byId("stage-lid-on-tv").hidden = !closed;
  set(button, "aria-disabled", may || asks ? null : "true");
  set(button, "aria-label", may ? t("pirate_open_lid") : asks ? t("pirate_all_ready") : t("pirate_captain_opens", { name: captain?.name ?? "" }));
  write(byId("do-hurry"), t(asks ? "pirate_all_ready" : "hurry"));
}

/**
 * All ships, each under its owner's name: at the end, and above those that are built where there is no room for more; or the one that
 * was tapped, large, with nothing else on the stage.
 * @param {Pirate.Screen} screen
 * @param {boolean} seen
 */
function showFleet({ game, match, counting }, seen) {
  const result = counting ? null : game.result; // who has won is not told before it is counted
  const standings = result?.standings ?? [];
  const box = byId("stage-end");
  box.hidden = !seen;
  fill(box, JSON.stringify([seen && game.ships, large, standings, onTv(), match.players.map(({ name, colour }) => [name, colour])]), () => (seen ? figuresOf(game.ships.filter(({ seat }) => [null, seat].includes(large)).map(({ seat, parts }) => {
    const standing = standings.find((each) => each.seat === seat);
    return { player: match.players.find((each) => each.seat === seat), parts, standing, won: result?.winners.includes(seat), said: standing ? t("pirate_end_points", { count: standing.total }).replace("-", "−") : "" };
  }), large === null ? undefined : () => enlarge(large ?? 0)) : []));
}
