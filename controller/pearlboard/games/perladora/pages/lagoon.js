// The board of this game: what lies where with which value, heaps on the farms, territories, hints, targets.

import { layerOf } from "/static/shared/board.js";
import { redraw, s } from "/static/shared/dom.js";
import { area, drawHint, lies, outline } from "/static/shared/marks.js";
import { t } from "/static/shared/texts.js";
import { drawCount, drawHeap, drawn, drawTarget, kindOf } from "./drawing.js";
import { countedOf, drawStakes, stakesAt, tintStakes } from "./stakes.js";

/** @typedef {import("./drawing.js").Heap} Heap */

const SPACES = [..."12345"].flatMap((row) => [..."abcdefgh"].map((column) => `${column}${row}`));
/** @type {Site[]} */
let farms = [];

/** @param {Context["known"]} known */
export function settle(known) {
  farms = known.farms;
}

/** @type {BoardHooks} */
export const hooks = {
  pieces: (screen) => (screen.game.pieces ? withValues(screen) : screen.pieces),
  draw: drawn,
  look: ({ value, assumed, unknown, necklaces, backup, mine, later }) => JSON.stringify([value, assumed, unknown, necklaces, backup, mine, later]),
  mark: (piece) => `${kindOf(piece)}${piece.assumed ? " assumed" : ""}${piece.later ? " later" : ""}`,
  name: nameOf,
  place: placeOf,
  marks: marksOf,
  covers: ({ game }) => Object.keys(game.farms ?? {}).filter((farm) => game.farms[farm].laid),
};

/**
 * Where the token that is being played may go; once it is chosen, only where it goes.
 * @param {Pick<Screen, "game">} screen
 * @returns {Set<Site>}
 */
export const targetsOf = ({ game: { tokens } }) => new Set(tokens?.armed ? (tokens.target ? [tokens.target] : tokens.targets) : []);

/**
 * Where a tap says on what the token is played: on any Diver, since one that it is not for says why. Where taps are the `hands` that
 * lay and lift pieces, one lays a piece on an empty space, and lifts any other Diver of a board that behaves like hardware.
 * @param {Screen} screen
 * @param {boolean} hands
 * @returns {Set<Site>}
 */
export function aimsOf(screen, hands) {
  const { game: { tokens }, pieces, on_screen: drawn } = screen;
  const divers = pieces.filter((piece) => piece.kind === "diver" && lies(piece)).map(({ site }) => site);
  const targets = [...targetsOf(screen)].filter((site) => divers.includes(site) || tokens.by_tap || !hands);
  return new Set(tokens?.aims && (drawn || !hands) ? [...targets, ...divers] : targets);
}

// --- what lies there ---------------------------------------------------------------------------------------------------

/**
 * While Divers are turned up and counted, the values come with the territories; what only this page may tell is a small
 * tile on the Diver.
 * @param {any} screen
 * @returns {Piece[]}
 */
function withValues({ game, you, secret }) {
  const { values, assumed, unknown } = valuesOf(game);
  const known = secret ? [...you.game.laid, ...(you.game.seen ? [you.game.seen] : [])] : [];
  const mine = new Map(known.map((/** @type {{ space: Site, value: number }} */ { space, value }) => [space, value]));
  return game.pieces.map((/** @type {Piece} */ piece) => ({
    ...piece, value: values.get(piece.site) ?? piece.value, assumed: assumed.has(piece.site), unknown: unknown.has(piece.site),
    mine: piece.value ? null : mine.get(piece.site) ?? null,
  }));
}

/**
 * What the territories tell of the Divers in them: values, those that are only taken for one, those that nobody knows.
 * @param {any} game
 */
function valuesOf(game) {
  /** @type {Map<Site, number | null>} */
  const values = new Map();
  const assumed = new Set();
  const unknown = new Set();
  for (const { divers } of game.reveal?.territories ?? []) {
    for (const diver of divers) {
      values.set(diver.space, diver.value);
      if (!diver.value) unknown.add(diver.space);
      else if (!diver.said && !diver.certain) assumed.add(diver.space);
    }
  }
  for (const { totals } of game.count?.territories ?? [])
    for (const { divers } of totals) for (const diver of divers) values.set(diver.space, diver.value);
  return { values, assumed, unknown };
}

/**
 * @param {Piece} piece
 * @param {Player | null} owner
 */
function nameOf(piece, owner) {
  const what = kindOf(piece) === "pontoon" ? t("pontoon") : owner?.name ? t("diver_of", { name: owner.name }) : t("diver_back");
  return [what, piece.value && t("face_up", { value: piece.value }), piece.unknown && t("value_unknown"), piece.mine && t("known_to_you", { value: piece.mine }),
    piece.necklaces && t("necklaces", { count: piece.necklaces }), piece.backup && t("has_backup")].filter(Boolean).join(", ");
}

/**
 * @param {Site} site
 * @param {Pick<Screen, "game">} screen
 */
function placeOf(site, { game }) {
  if (!farms.includes(site)) return null;
  const heap = game.farms?.[site];
  return [t("farm", { space: site }), heap && t(heap.laid ? "pearls" : "pearls_to_come", { count: heap.pearls })].filter(Boolean).join(", ");
}

/**
 * @param {Site} site
 * @param {Screen} screen
 * @returns {string[]}
 */
function marksOf(site, screen) {
  const { hints, region = [], tokens } = screen.game;
  return [
    [...(hints?.spaces ?? []), ...(hints?.edges ?? [])].includes(site) && t("hint_open"), hints?.forbidden.includes(site) && t("hint_forbidden"),
    stakesAt(site, screen), targetsOf(screen).has(site) && t(site === tokens.target ? "target_chosen" : "target"), region.includes(site) && t("too_small"),
  ].filter(Boolean);
}

// --- what is drawn besides the pieces ----------------------------------------------------------------------------------

/** @param {BoardScreen} screen */
export function drawLagoon(screen) {
  const { game } = screen;
  /** @type {[Site, Heap][]} */
  const heaps = Object.entries(game.farms ?? {});
  redraw(layerOf("under"), heaps.map(([farm, heap]) => drawHeap(farm, heap, farm === game.farm_now)));
  const counts = heaps.map(([farm, heap]) => drawCount(farm, heap));
  const targets = [...targetsOf(screen)].map((site) => drawTarget(site, site === game.tokens.target));
  redraw(layerOf("over"), [s("g", { id: "counts" }, ...counts), s("g", { id: "stakes" }, ...drawStakes(screen, game.pieces ? withValues(screen) : [])), s("g", { id: "targets" }, ...targets)]);
  redraw(layerOf("hints"), hints(screen));
  redraw(layerOf("shades"), shades(screen));
}

/** @param {BoardScreen} screen */
function hints({ game, pieces }) {
  if (!game.hints) return [];
  const taken = new Set(pieces.filter(lies).map((piece) => piece.site));
  const draw = (/** @type {Site[]} */ names, /** @type {string} */ kind) => names.filter((site) => !taken.has(site)).map((site) => drawHint(site, kind));
  const open = game.hints.asked ? "open" : "open quietly";
  return [...draw(game.hints.spaces, open), ...draw(game.hints.edges, open), ...draw(game.hints.forbidden, "forbidden"), ...(game.hints.asked ? [key(game.hints)] : [])];
}

/**
 * What the marks mean, at the lower edge of the water, above a name that hangs there: it moves nothing.
 * @param {{ spaces: Site[], edges: Site[], forbidden: Site[] }} hints
 */
function key({ spaces, edges, forbidden }) {
  const open = [spaces.length && "○", edges.length && "▬"].filter(Boolean);
  const told = [open.length && [...open, t("hint_open")].join(" "), forbidden.length && `× ${t("hint_forbidden")}`].filter(Boolean).join(" · ");
  return s("g", { class: "hint-key", transform: "translate(400 515)" }, s("rect", { x: -9 * told.length - 20, y: -18, width: 18 * told.length + 40, height: 36, rx: 18 }), s("text", { y: 9 }, told));
}

/** @param {BoardScreen} screen */
function shades({ game, match, stage }) {
  const shades = tintStakes({ game, match });
  if (game.region?.length) shades.push(shade(game.region, "region"), s("path", { class: "region-line", d: outline(game.region) }));
  const counting = stage === "count" ? game.count : null;
  const part = game.reveal?.territories[game.reveal.index] ?? counting?.territories[counting.index];
  for (const { spaces, stakes: { leader } } of countedOf({ game, stage }))
    shades.push(s("path", { class: "counted", "data-colour": match?.players.find(({ side }) => side === leader)?.colour, d: area(spaces) }));
  if (part) {
    const others = SPACES.filter((space) => !part.spaces.includes(space));
    shades.push(shade(others, "dim"), s("path", { class: "lit-line", d: outline(part.spaces) }));
  }
  return shades;
}

/**
 * @param {Site[]} spaces
 * @param {string} kind
 */
const shade = (spaces, kind) => s("path", { class: kind, d: area(spaces) });
