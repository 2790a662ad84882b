// What is at stake in the territories that are closed off: a tint, and a label with the Pearls and with whoever is ahead as
// far as everybody knows; once they are counted, with whoever has won them. The words are the table's.

import { s } from "/static/shared/dom.js";
import { place } from "/static/shared/glow.js";
import { area, outline } from "/static/shared/marks.js";
import { t } from "/static/shared/texts.js";
import { emblemOf, tagsOf } from "./drawing.js";

/**
 * `leader`: a side, or null; `tied`: those that are level for sure; `divers`: how many lie there.
 * @typedef {{ divers: number, leader: number | null, tied: number[], text: string }} Stakes
 * @typedef {{ spaces: Site[], pearls: number, stakes: Stakes | null }} Part
 * @typedef {{ spaces: Site[], pearls: number, each?: string, stakes: Stakes }} Closed
 */

/**
 * @param {any} game
 * @returns {Closed[]}
 */
const closed = (game) => (game.territories ?? []).filter((/** @type {Part} */ part) => part.stakes);

/**
 * What has been counted; at the end all of it. `each`: what every winner gets of Pearls that are shared. Of what is counted `divers`
 * is the number of winners, and `tied` are all of them.
 * @param {Pick<BoardScreen, "game" | "stage">} screen
 * @returns {Closed[]}
 */
export const countedOf = ({ game: { count }, stage }) => (count?.territories.slice(0, stage === "count" ? count.index : undefined) ?? []).map((/** @type {any} */ part) => {
  const { spaces, pearls, winners, text } = part;
  const many = winners.length;
  const each = many > 1 ? `${many} × ${Math.floor(pearls / many)}` : undefined;
  return { spaces, pearls, each, stakes: { divers: many, leader: many === 1 ? winners[0] : null, tied: winners, text } };
});

/**
 * What is said of a space, besides what lies there: to whoever may know it, also what the own Divers count there.
 * @param {Site} site
 * @param {any} screen
 */
export function stakesAt(site, screen) {
  const part = [...closed(screen.game), ...countedOf(screen)].find(({ spaces }) => spaces.includes(site));
  const counts = part && ownCounts(part, screen);
  return part && [part.stakes.text, counts && t("own_counts", { count: counts })].filter(Boolean).join(" ");
}

/**
 * What the Divers of whoever looks count in a territory while the game is on, where that may be seen on this page.
 * @param {Closed} part
 * @param {any} screen
 * @returns {number | undefined}
 */
const ownCounts = ({ spaces }, { you, secret, stage }) => (secret && stage === "playing" ? you.game.counts : []).find((/** @type {{ spaces: Site[], counts: number }} */ own) => own.spaces[0] === spaces[0])?.counts;

/**
 * The players of a side.
 * @param {Pick<BoardScreen, "match">} screen
 * @param {number | null} side
 */
const of = ({ match }, side) => (match?.players ?? []).filter((player) => player.side === side);

/** @param {Pick<BoardScreen, "game" | "match">} screen */
export const tintStakes = (screen) => closed(screen.game).filter((part) => part.pearls).flatMap((part) => {
  const [leader] = of(screen, part.stakes.leader);
  const line = outline(part.spaces);
  return [s("path", { class: `staked${leader ? "" : " open"}`, "data-colour": leader?.colour, d: area(part.spaces) }),
    ...(leader ? [s("path", { class: "staked-edge", d: line }), s("path", { class: "staked-line", "data-colour": leader.colour, d: line })] : [])];
});

/**
 * @param {BoardScreen} screen
 * @param {Piece[]} pieces with what lies on them
 */
export function drawStakes(screen, pieces) {
  const { farms, hints } = screen.game; // a board that is left has neither
  const read = [...Object.keys(farms ?? {}).flatMap(ofFarm), ...pieces.flatMap(ofPiece), ...(hints ? [...hints.spaces, ...hints.edges, ...hints.forbidden].map(ofHint) : [])];
  return [...closed(screen.game), ...countedOf(screen)].filter((part) => part.pearls).map((part) => label(part, screen, read));
}

/**
 * The Pearls, and the emblems of whoever is ahead or level, or has won; a question mark where nobody can say, nothing where nobody is.
 * Last what the own Divers count, for whoever may see it.
 * @param {Closed} part
 * @param {BoardScreen} screen
 * @param {Hidden[]} read what is read on the board; then this label, too
 */
function label(part, screen, read) {
  const { spaces, pearls, each = String(pearls), stakes: { divers, leader, tied } } = part;
  const ahead = leader === null ? tied.flatMap((side) => of(screen, side)) : of(screen, leader);
  const signs = ahead.length ? ahead.map(emblem) : divers ? [s("text", { class: "unsure", y: 8 }, "?")] : [];
  const counts = ownCounts(part, screen);
  if (counts !== undefined) signs.push(count(counts, screen));
  const number = 30 + 14.5 * each.length;
  const wide = number + (signs.length ? 4 + 27 * signs.length : 0) + 9;
  const large = { wide: LARGE * wide / 2, high: LARGE * 17 };
  const { x, y } = spotFor(spaces, read, large);
  read.push({ x, y, ...large, cost: OVER_LABEL });
  return s("g", { transform: `translate(${x} ${y})` }, s("g", { class: "stakes" },
    s("rect", { x: -wide / 2, y: -17, width: wide, height: 34, rx: 17 }),
    s("circle", { class: "pearl-sign", cx: -wide / 2 + 18, r: 8 }),
    s("text", { class: "at-stake", x: -wide / 2 + 30, y: 8 }, each),
    ...signs.map((sign, index) => s("g", { transform: `translate(${-wide / 2 + number + 4 + 13 + 27 * index} 0)` }, sign))));
}

/** @param {Player} player */
const emblem = (player) => s("g", { "data-colour": player.colour },
  s("rect", { class: "tile", x: -12, y: -12, width: 24, height: 24, rx: 6 }),
  s("svg", { class: "sign", x: -9, y: -9, width: 18, height: 18, viewBox: "0 0 100 100" }, emblemOf(player.clan)));

/**
 * @param {number} counts
 * @param {any} screen
 */
const count = (counts, { you, match }) => s("g", { class: "own-count", "data-colour": match.players.find((/** @type {Player} */ { seat }) => seat === you.seat)?.colour },
  s("rect", { class: "tile", x: -12, y: -12, width: 24, height: 24, rx: 6 }), s("text", { y: 7 }, String(counts)));

/** How much larger a label is drawn on a phone. */
const LARGE = 1.3;
const OVER_LABEL = 5000, OVER_NUMBER = 1000, OVER_SIGN = 600, OVER_HINT = 300, OVER_PONTOON = 100, OVER_PEARLS = 60, OFF_BOARD = 20;
/** 37: just between a number and what lies above the next one. */
const STEPS = [-49, -25, 0, 25, 37, 49];

/**
 * What a label would hide, by the middle, half the width and half the height, and how bad that is.
 * @typedef {{ x: number, y: number, wide: number, high: number, cost: number }} Hidden
 */

/**
 * Where the label lies: where it hides least of what is read there, near the middle of the territory.
 * @param {Site[]} spaces
 * @param {Hidden[]} read
 * @param {{ wide: number, high: number }} size
 */
function spotFor(spaces, read, { wide, high }) {
  const inside = new Set(spaces);
  const middle = { x: mean(spaces.map((name) => place(name).x)), y: mean(spaces.map((name) => place(name).y)) };
  const held = (/** @type {{ x: number, y: number }} */ { x, y }) => inside.has(String.fromCharCode(97 + Math.floor(x / 100)) + (1 + Math.floor(y / 100)));
  const spots = spaces.map(place).flatMap(({ x, y }) => STEPS.flatMap((right) => STEPS.map((down) => ({ x: x + right, y: y + down })))).filter(held);
  const costs = (/** @type {{ x: number, y: number }} */ { x, y }) => {
    const off = Math.max(0, wide - x, x + wide - 800) + Math.max(0, high - y, y + high - 500);
    const over = read.map((each) => each.cost * share(x - each.x, wide, each.wide) * share(y - each.y, high, each.high));
    return over.reduce((sum, each) => sum + each, OFF_BOARD * off + Math.hypot(x - middle.x, y - middle.y));
  };
  const all = spots.map((spot) => ({ ...spot, cost: costs(spot) }));
  return all.reduce((best, each) => (each.cost < best.cost ? each : best), { ...middle, cost: Infinity });
}

/**
 * How much of something that is `small` to each side is hidden by what is `large`.
 * @param {number} apart
 * @param {number} large
 * @param {number} small
 */
const share = (apart, large, small) => Math.min(1, Math.max(0, (large + small - Math.abs(apart)) / (2 * small)));

/**
 * @param {Site} farm
 * @returns {Hidden[]}
 */
function ofFarm(farm) {
  const { x, y } = place(farm);
  return [{ x, y, wide: 38, high: 38, cost: OVER_PEARLS }, { x: x + 27, y: y + 27, wide: 17, high: 17, cost: OVER_NUMBER }];
}

/**
 * A Diver's number or the emblem on its back, whose it is, above on the right, and what is worn there.
 * @param {Piece} piece
 * @returns {Hidden[]}
 */
function ofPiece(piece) {
  const { site } = piece;
  const { x, y } = place(site);
  if (site.includes("-")) return [{ x, y, wide: 22, high: 22, cost: OVER_PONTOON }];
  return [{ x, y, wide: 19, high: 19, cost: OVER_NUMBER }, { x: x + 17, y: y - 18, wide: 8, high: 8, cost: OVER_SIGN },
    ...tagsOf(piece).map((tag) => ({ x: x + tag.x, y: y + tag.y, wide: tag.wide / 2, high: 17, cost: OVER_NUMBER }))];
}

/**
 * A mark of where one may play, or may not, on a space or a line.
 * @param {Site} site
 * @returns {Hidden}
 */
const ofHint = (site) => ({ ...place(site), wide: 12, high: 12, cost: OVER_HINT });

/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
