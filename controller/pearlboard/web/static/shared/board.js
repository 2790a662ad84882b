// The board under people's hands: what lies where, what each site is called, and how a click, a finger or a key moves.
//
// Sites stand on a lattice of 15 x 9: spaces at even places, edges between them. Arrows walk over the lattice and pass
// over the crossings, where nothing can lie.

import { around, byId, fill, redraw, set, write } from "./dom.js";
import { startFinger, wasFinger } from "./finger.js";
import { cover, onlyDrawn } from "./glow.js";
import { drawGhost, drawMark, drawPiece, lies } from "./marks.js";
import { signOf } from "./players.js";
import { t } from "./texts.js";

const layer = byId("layer");
const buttons = new Map([...document.querySelectorAll(".site")].map((button) => [siteOf(button), button]));
/** @param {HTMLElement} button */
function siteOf(button) {
  return button.dataset.site ?? "";
}

const lattice = new Map([...buttons.keys()].map((site) => [spot(site).join(), site]));
/** @type {Map<string, SVGElement>} */
let drawn = new Map();
let standing = "d3";
/** The pieces that can be dragged. */
let loose = new Set();

/**
 * @param {Site} site
 * @returns {[number, number]}
 */
function spot(site) {
  const column = (/** @type {string} */ name) => name.charCodeAt(0) - 97;
  const [first, second = first] = site.split("-");
  return [column(first) + column(second), Number(first[1]) + Number(second[1]) - 2];
}

// --- what a game brings ------------------------------------------------------------------------------------------------

/** @type {BoardHooks} */
const NOTHING = {};
let game = NOTHING;

/**
 * How a game draws the board and calls what lies there; all of it may be left out (`BoardHooks` in tools/js/types.d.ts).
 * @param {BoardHooks | undefined} own
 */
export function useBoard(own) {
  if ((own ?? NOTHING) === game) return;
  game = own ?? NOTHING;
  for (const element of drawn.values()) element.remove();
  drawn = new Map();
}

/**
 * Where a game draws besides: on the `ground`, under the pieces (`shades`, `hints`, `under`), and `over` them. Whoever draws
 * there clears it away.
 * @param {"ground" | "shades" | "hints" | "under" | "over"} name
 * @returns {HTMLElement}
 */
export const layerOf = (name) => byId(name);

// --- what lies there ---------------------------------------------------------------------------------------------------

/** @param {BoardScreen} screen */
export function showBoard(screen) {
  const players = new Map((screen.match?.players ?? []).map((player) => [player.seat, player]));
  const pieces = game.pieces?.(screen) ?? screen.pieces;
  loose = new Set(screen.movable?.filter((/** @type {Site} */ site) => !pieces.some((piece) => piece.site === site && piece.status === "in_hand")));
  const latest = new Set(screen.latest ?? []);
  showPieces(pieces.map((piece) => (piece.status === "laid" && latest.has(piece.site) ? { ...piece, status: "latest" } : piece)), players, new Set(screen.lift));
  showGhosts(screen, pieces, players);
  showPlates(screen.match?.players ?? []);
  name(screen, pieces, players);
  cover(new Set([...pieces.filter(lies).map((piece) => piece.site), ...(game.covers?.(screen) ?? [])]));
  onlyDrawn(Boolean(screen.on_screen));
  layer.inert = screen.paused;
  byId("veil").hidden = !screen.paused;
  set(byId("board"), "data-still", screen.simulated && !screen.waits ? null : "");
}

/**
 * @param {Seat | null} seat
 * @param {Map<Seat, Player>} players
 */
const of = (seat, players) => (seat === null ? null : players.get(seat) ?? null);

/**
 * @param {Piece[]} pieces
 * @param {Map<Seat, Player>} players
 * @param {Set<Site>} lift
 */
function showPieces(pieces, players, lift) {
  const seen = new Map();
  for (const piece of pieces) {
    const player = of(piece.seat, players);
    const key = JSON.stringify([piece.site, piece.kind, player?.colour, piece.face_up, piece.status, lift.has(piece.site), game.look?.(piece)]);
    const element = drawn.get(key) ?? drawPiece(piece, player, { lift, draw: game.draw, mark: game.mark });
    if (!drawn.has(key)) byId("pieces").append(element);
    seen.set(key, element);
  }
  for (const [key, element] of drawn) if (!seen.has(key)) element.remove();
  drawn = seen;
}

/**
 * What the computer advises to this page, the best first: what this player alone is told comes before what all are.
 * @param {{ you?: You | null, suggestions?: Advised[], [own: string]: any }} screen
 * @returns {Advised[]}
 */
export const advisedTo = ({ you, suggestions }) => you?.advice ?? suggestions ?? [];

/**
 * Where something is drafted already, nothing is advised any more.
 * @param {BoardScreen} screen
 * @param {Piece[]} pieces
 * @param {Map<Seat, Player>} players
 */
function showGhosts(screen, pieces, players) {
  const there = new Map(pieces.filter(lies).map((piece) => [piece.site, piece]));
  const mover = screen.you?.seat ?? screen.match?.players.find((player) => player.to_move)?.seat ?? null;
  const ghosts = advisedTo(screen).flatMap(({ sites }, index) => sites
    .filter((site) => there.get(site)?.status !== "draft")
    .map((site) => ({ site, rank: index + 1, there: there.has(site) })));
  fill(byId("ghosts"), JSON.stringify([ghosts, mover]), () => ghosts.map(({ site, ...how }) =>
    drawGhost({ site, kind: null, seat: mover, face_up: false, status: "advised" }, of(mover, players), { ...how, draw: game.draw, mark: game.mark })));
}

/**
 * Point at these places, and at no others, until somebody points elsewhere.
 * @param {Site[]} sites
 */
export function markSites(sites) {
  fill(byId("marked"), JSON.stringify(sites), () => sites.map(drawMark));
}

/**
 * A plate is as long as its name, which is written larger on small screens.
 * @type {Player[]}
 */
let seated = [];
/** @type {Map<string, number>} */
const lengths = new Map();
matchMedia("(max-width: 40rem), (max-height: 32rem)").addEventListener("change", () => {
  lengths.clear();
  showPlates(seated);
});

/**
 * How long a name is, which is bolder while it is its player's turn; measured once of each, since the browser has to
 * lay the whole page out before it can tell.
 * @param {Player} player
 * @param {SVGTextContentElement} text
 * @returns {number}
 */
function lengthOf({ name, to_move: bold }, text) {
  const written = JSON.stringify([name, bold]);
  const length = lengths.get(written) ?? text.getComputedTextLength();
  if (length) lengths.set(written, length);
  return length;
}

/**
 * All names are written before one is measured: each change makes the browser lay everything out anew.
 * @param {Player[]} players
 */
function showPlates(players) {
  seated = players;
  const shown = [];
  for (const plate of document.querySelectorAll(".plate")) {
    const player = players.find((each) => plate.id === `plate-${each.place}`);
    set(plate, "display", player ? null : "none");
    if (!player) continue;
    const [rect, sign, text] = /** @type {any} */ (plate.children);
    set(plate, "class", `plate${player.to_move ? " to-move" : ""}`);
    set(plate, "data-colour", player.colour);
    write(text, player.name);
    shown.push({ player, rect, sign, text });
  }
  const wides = shown.map(({ player, text }) => lengthOf(player, text) + 58);
  shown.forEach(({ player, rect, sign, text }, index) => {
    const wide = wides[index];
    set(rect, "width", wide);
    set(rect, "x", -wide / 2);
    redraw(sign, [signOf(player)]);
    set(sign, "x", -wide / 2 + 13);
    set(text, "x", -wide / 2 + 42);
  });
}

// --- what everything is called -----------------------------------------------------------------------------------------

/**
 * @param {BoardScreen} screen
 * @param {Piece[]} pieces
 * @param {Map<Seat, Player>} players
 */
function name(screen, pieces, players) {
  const at = new Map(pieces.map((piece) => [piece.site, piece]));
  /** @type {Map<Site, number>} */
  const ranks = new Map();
  advisedTo(screen).forEach(({ sites }, index) => sites.forEach((site) => { if (!ranks.has(site)) ranks.set(site, index + 1); }));
  for (const [site, button] of buttons) {
    const own = game.place?.(site, screen) ?? null;
    const words = [own ?? whereIs(site), whatLies(at.get(site), players)].filter(Boolean);
    const label = words.length === 1 && own === null ? t("empty", { place: words[0] }) : words.join(", ");
    set(button, "aria-label", [label, ranks.has(site) && t("advised_here", { number: ranks.get(site) }), ...(game.marks?.(site, screen) ?? [])].filter(Boolean).join(", "));
  }
}

/**
 * What a space or a line is called.
 * @param {Site} site
 * @returns {string}
 */
function whereIs(site) {
  const [first, second] = site.split("-");
  return second ? t("line", { first, second }) : t("space", { space: site });
}

/**
 * @param {Piece | undefined} piece
 * @param {Map<Seat, Player>} players
 */
function whatLies(piece, players) {
  if (!piece) return null;
  const owner = of(piece.seat, players);
  const what = game.name?.(piece, owner) ?? (owner ? t("piece_of", { name: owner.name }) : t("unknown_piece"));
  return [what, piece.status !== "laid" && t(`piece_${piece.status}`)].filter(Boolean).join(", ");
}

// --- hands -------------------------------------------------------------------------------------------------------------

/**
 * `touch(site)` is called for every click, tap and key on a site.
 * @param {(site: Site) => void} touch
 */
export function startBoard(touch) {
  const drag = (/** @type {Site} */ to, /** @type {Site | null} */ from) => {
    if (from && from !== to && loose.has(from)) touch(from);
    touch(to);
  };
  startFinger(layer, drag);
  startMouse(drag);
  layer.addEventListener("click", (event) => {
    const site = around(event, ".site")?.dataset.site;
    if (site && (event.detail === 0 || !wasFinger())) touch(site);
  });
  layer.addEventListener("keydown", (event) => walk(event, touch));
  layer.addEventListener("focusin", (event) => { if (around(event, ".site")) stand(siteOf(/** @type {HTMLElement} */ (event.target))); });
  stand(standing);
}

/**
 * A mouse that drags a piece; a click on one place is heard elsewhere.
 * @param {(to: Site, from: Site | null) => void} drag
 */
function startMouse(drag) {
  const at = (/** @type {PointerEvent} */ event) => (event.pointerType === "touch" ? null : around(event, ".site")?.dataset.site ?? null);
  /** @type {Site | null} */
  let from = null;
  layer.addEventListener("pointerdown", (event) => {
    from = event.isPrimary && event.button === 0 ? at(event) : null;
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  });
  addEventListener("pointerup", (event) => {
    const to = event.target instanceof Node && layer.contains(event.target) ? at(event) : null;
    if (to && from && to !== from && loose.has(from)) drag(to, from);
    from = null;
  });
  addEventListener("pointercancel", () => { from = null; });
}

/**
 * The button of a space or a line.
 * @param {Site} site
 * @returns {HTMLElement}
 */
export const siteElement = (site) => /** @type {HTMLElement} */ (buttons.get(site));
/**
 * That on which somebody with keys stands.
 * @returns {HTMLElement}
 */
export const standingSite = () => siteElement(standing);

/** @param {Site} site */
function stand(site) {
  set(siteElement(standing), "tabindex", -1);
  standing = site;
  set(siteElement(standing), "tabindex", 0);
}

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {KeyboardEvent} event
 * @param {(site: Site) => void} touch
 */
function walk(event, touch) {
  const site = event.target instanceof Element ? siteOf(/** @type {HTMLElement} */ (event.target)) : "";
  if (!site || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (!event.repeat) touch(site);
  } else if (event.key in STEPS) {
    event.preventDefault();
    const next = step(site, STEPS[event.key], event.shiftKey);
    if (next) siteElement(next).focus();
  }
}

/**
 * @param {Site} site
 * @param {[number, number]} by
 * @param {boolean} far
 */
function step(site, [dx, dy], far) {
  const [x, y] = spot(site);
  const next = lattice.get([x + dx, y + dy].join());
  if (next && !far) return next;
  return lattice.get([x + 2 * dx, y + 2 * dy].join()) ?? next;
}
