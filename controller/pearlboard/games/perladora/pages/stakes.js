// What is at stake in the territories that are closed off: a tint, and a label with the Pearls and with whoever is ahead as
// far as everybody knows; once they are counted, with whoever has won them. The words are the table's.

import { s } from "/static/shared/dom.js";
import { place } from "/static/shared/glow.js";
import { area, outline } from "/static/shared/marks.js";
import { t } from "/static/shared/texts.js";
import { emblemOf } from "./drawing.js";

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
 * What the Divers of whoever looks count in a territory, where that may be seen on this page.
 * @param {Closed} part
 * @param {any} screen
 * @returns {number | undefined}
 */
const ownCounts = ({ spaces }, { you, secret }) => (secret ? you.game.counts : []).find((/** @type {{ spaces: Site[], counts: number }} */ own) => own.spaces[0] === spaces[0])?.counts;

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

/** @param {BoardScreen} screen */
export const drawStakes = (screen) => [...closed(screen.game), ...countedOf(screen)].filter((part) => part.pearls).map((part) => label(part, screen));

/**
 * The Pearls, and the emblems of whoever is ahead or level, or has won; a question mark where nobody can say, nothing where nobody is.
 * Last what the own Divers count, for whoever may see it.
 * @param {Closed} part
 * @param {BoardScreen} screen
 */
function label(part, screen) {
  const { spaces, pearls, each = String(pearls), stakes: { divers, leader, tied } } = part;
  const { x, y } = spotFor(spaces, screen.game);
  const ahead = leader === null ? tied.flatMap((side) => of(screen, side)) : of(screen, leader);
  const signs = ahead.length ? ahead.map(emblem) : divers ? [s("text", { class: "unsure", y: 8 }, "?")] : [];
  const counts = ownCounts(part, screen);
  if (counts !== undefined) signs.push(count(counts, screen));
  const number = 30 + 14.5 * each.length;
  const wide = number + (signs.length ? 4 + 27 * signs.length : 0) + 9;
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

const OVER_COUNT = 1000, OVER_PONTOON = 200, ON_FARM = 350, BESIDE_FARM = 120;

/**
 * Where the label lies: on a crossing inside the territory, where no piece ever is, or on the upper half of a Farm; near its
 * middle, but not over the number of a Farm, and rather not over a Pontoon.
 * @param {Site[]} spaces
 * @param {{ farms: Record<Site, unknown>, pieces: Piece[] }} game
 */
function spotFor(spaces, { farms, pieces }) {
  const inside = new Set(spaces), pontoons = new Set(pieces.map((piece) => piece.site));
  const own = spaces.filter((name) => name in farms).map(place);
  const middle = { x: mean(spaces.map((name) => place(name).x)), y: mean(spaces.map((name) => place(name).y)) };
  const crossings = spaces.filter((name) => [[1, 0], [0, 1], [1, 1]].every(([right, down]) => inside.has(next(name, right, down))));
  const spots = crossings.map((name) => {
    const at = { x: place(name).x + 50, y: place(name).y + 50 };
    const counts = own.filter(({ x, y }) => Math.abs(x + 27 - at.x) < 75 && Math.abs(y + 27 - at.y) < 34).length;
    const beside = own.filter(({ x, y }) => Math.max(Math.abs(x - at.x), Math.abs(y - at.y)) < 75).length;
    const under = [0, 1].filter((right) => pontoons.has(`${next(name, right, 0)}-${next(name, right, 1)}`)).length;
    return { ...at, cost: OVER_COUNT * counts + OVER_PONTOON * under + BESIDE_FARM * beside };
  });
  spots.push(...own.map(({ x, y }) => ({ x, y: y - 26, cost: ON_FARM })));
  const costs = (/** @type {{ x: number, y: number, cost: number }} */ { x, y, cost }) => cost + Math.hypot(x - middle.x, y - middle.y);
  return spots.sort((one, other) => costs(one) - costs(other))[0] ?? middle;
}

/**
 * The space so many columns to the right and rows down.
 * @param {Site} name
 * @param {number} right
 * @param {number} down
 * @returns {Site}
 */
const next = (name, right, down) => String.fromCharCode(name.charCodeAt(0) + right) + (Number(name[1]) + down);

/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
