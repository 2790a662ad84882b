// At the reveal: the player's own Divers, face down until all are turned up; then what the table takes them for, to be put
// right. Before, only a Diver of which nothing was said has values to choose from.

import { byId, h, set, write } from "/static/shared/dom.js";
import { emblem } from "/static/shared/players.js";
import { t } from "/static/shared/texts.js";
import { together } from "./together.js";

/**
 * A Diver at the reveal, and what lies on its tile.
 * @typedef {{ seat: Seat, space: Site, value: number | null, said: boolean, certain: boolean }} Diver
 * @typedef {{ necklaces: number, backup: boolean }} Worn
 * `values`: those it may be said to have; none as long as nobody is to say anything of it.
 * @typedef {Diver & { yours?: boolean, unsaid: boolean, now: boolean, worn: Worn, values: number[] }} OwnDiver
 */

/** @type {Send} */
let act;

/** @param {Send} send */
export function startOwn(send) {
  act = send;
}

/** @param {SeatScreen & MatchScreen} screen */
export function showOwn(screen) {
  const { game: { reveal, pieces }, you, on_screen: drawn } = screen;
  byId("own").hidden = !reveal;
  if (!reveal) return;
  const { turned_up: open } = reveal;
  write(byId("own-title"), t(drawn ? "my_divers" : "own_reveal"));
  write(byId("own-how"), t(open ? "own_reveal_how" : "turn_up_how"));
  fill(byId("problems"), reveal.problems, (/** @type {string} */ problem) => h("li", {}, problem));
  const noted = new Map(you.game.laid.map((/** @type {{ space: Site, value: number }} */ { space, value }) => [space, value]));
  /** @param {Diver} diver */
  const unsaid = ({ space }) => you.game.unsaid.includes(space);
  /** @type {OwnDiver[]} */
  const rows = reveal.territories.flatMap((/** @type {{ divers: Diver[] }} */ { divers }, /** @type {number} */ index) => divers.filter((diver) => diver.seat === you.seat)
    .map((diver) => ({ ...diver, ...fromNotes(diver, noted), unsaid: unsaid(diver), now: index === reveal.index, worn: pieceAt(pieces, diver.space), values: open || unsaid(diver) ? reveal.values[you.seat ?? 0] : [] })));
  fill(byId("own-divers"), rows.length ? rows : [null], (/** @type {OwnDiver | null} */ row) => (row ? line(row, /** @type {Player} */ (screen.match.players.find((player) => player.seat === you.seat))) : h("li", { class: "quiet" }, t("own_none"))));
}

/**
 * What this player said during the game, until somebody says otherwise. The table shows it when the last step stands.
 * @param {Diver} diver
 * @param {Map<Site, number>} noted
 * @returns {Partial<OwnDiver>}
 */
function fromNotes({ space, said, certain }, noted) {
  return said || certain || !noted.has(space) ? {} : { value: noted.get(space), yours: true };
}

/**
 * @template Item
 * @param {HTMLElement} box
 * @param {Item[]} items
 * @param {(item: Item) => Element} draw
 */
function fill(box, items, draw) {
  const key = JSON.stringify(items);
  if (box.dataset.key === key) return;
  const focused = box.contains(document.activeElement) ? document.activeElement?.id : null;
  set(box, "data-key", key);
  box.replaceChildren(...items.map(draw));
  if (focused) byId(focused)?.focus({ preventScroll: true });
}

/**
 * @param {OwnDiver} diver
 * @param {Player} player
 */
function line({ space, value, said, certain, yours, unsaid, now, worn: marks, values }, player) {
  const { name } = player;
  const state = t(unsaid ? "value_unknown" : !value ? "value_hidden" : yours ? "own_said" : certain ? "certain" : said ? "said" : "taken_for_one");
  return h("li", { "data-colour": player.colour, class: `${said || certain || yours ? "" : "open"}${now ? " here" : ""}` }, emblem(player),
    h("span", { class: "who" }, h("span", { class: "name" }, h("b", {}, space), ...chips(marks)), h("span", { class: "quiet" }, state)),
    h("span", { class: "values", role: "group", "aria-label": t("value_of", { space, name }) },
      ...(values.length ? values.map((each) => button({ space, value, said, certain, yours }, each)) : [h("b", { class: "fixed" }, String(value ?? "?"))])));
}

/**
 * Pressing the one that was said takes it back.
 * @param {Omit<OwnDiver, "worn" | "values" | "now" | "seat" | "unsaid">} diver
 * @param {number} each
 */
function button({ space, value, said, certain, yours }, each) {
  const pressed = value === each && (said || certain || yours);
  return h("button", {
    type: "button", id: `own-${space}-${each}`, "aria-pressed": String(Boolean(pressed)), class: value === each ? "assumed" : "",
    "aria-label": t("value_short", { value: each }),
    onclick: () => act(together(["say", space, pressed && said ? null : each])),
  }, String(each));
}

/**
 * @param {Piece[]} pieces
 * @param {Site} space
 * @returns {Worn}
 */
function pieceAt(pieces, space) {
  const { necklaces = 0, backup = false } = pieces.find((piece) => piece.site === space) ?? /** @type {Partial<Worn>} */ ({});
  return { necklaces, backup };
}

/**
 * What lies on the tile and counts with it.
 * @param {Worn} worn
 */
function chips({ necklaces, backup }) {
  return [...(necklaces ? [" ", h("span", { class: "chip less", title: t("necklaces", { count: necklaces }) }, `−${necklaces}`)] : []),
    ...(backup ? [" ", h("span", { class: "chip backup", title: t("has_backup") }, "+1")] : [])];
}
