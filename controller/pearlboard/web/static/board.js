// The board under people's hands: what lies where, what each site is called, and how a click, a finger or a key moves.
//
// Sites stand on a lattice of 15 x 9: spaces at even places, edges between them. Arrows walk over the lattice and pass
// over the crossings, where nothing can lie.

import { byId, s, set, write } from "./dom.js";
import { cover } from "./glow.js";
import { area, drawCount, drawHeap, drawHint, drawPiece, drawTarget, lies, outline } from "./marks.js";
import { known, t } from "./texts.js";

const layer = byId("layer");
const buttons = new Map([...document.querySelectorAll(".site")].map((button) => [button.dataset.site, button]));
const lattice = new Map([...buttons.keys()].map((site) => [spot(site).join(), site]));
let drawn = new Map();
let standing = "d3";

function spot(site) {
  const column = (name) => name.charCodeAt(0) - 97;
  const [first, second = first] = site.split("-");
  return [column(first) + column(second), Number(first[1]) + Number(second[1]) - 2];
}

// --- what lies there ---------------------------------------------------------------------------------------------------

export function showBoard(screen) {
  const clans = new Map((screen.game?.players ?? []).map((player) => [player.seat, player]));
  const pieces = withValues(screen);
  showPieces(pieces, clans, new Set(screen.lift));
  showHeaps(screen);
  showShades(screen, clans);
  showHints(screen);
  showTargets(screen);
  showPlates(screen.game?.players ?? []);
  name(screen, pieces, clans);
  cover(new Set([...pieces.filter(lies).map((piece) => piece.site),
                 ...Object.keys(screen.farms).filter((farm) => screen.farms[farm].laid)]));
  layer.inert = screen.paused;
  byId("veil").hidden = !screen.paused;
  set(byId("board"), "data-still", screen.simulated ? null : "");
}

// While Divers are turned up and counted, the values come with the territories.
function withValues(screen) {
  const values = new Map();
  const assumed = new Set();
  for (const { divers } of screen.reveal?.territories ?? []) {
    for (const diver of divers) {
      values.set(diver.space, diver.value);
      if (!diver.said && !diver.certain) assumed.add(diver.space);
    }
  }
  for (const { totals } of screen.count?.territories ?? [])
    for (const { divers } of totals) for (const diver of divers) values.set(diver.space, diver.value);
  return screen.pieces.map((piece) => ({ ...piece, value: values.get(piece.site) ?? piece.value, assumed: assumed.has(piece.site) }));
}

function showPieces(pieces, players, lift) {
  const seen = new Map();
  for (const piece of pieces) {
    const clan = players.get(piece.seat)?.clan ?? null;
    const flagged = lift.has(piece.site);
    const key = [piece.site, piece.kind, clan, piece.status, piece.value, piece.assumed, flagged, piece.necklaces, piece.backup, piece.mine].join();
    const element = drawn.get(key) ?? drawPiece(piece, clan, { lift });
    if (!drawn.has(key)) byId("pieces").append(element);
    seen.set(key, element);
  }
  for (const [key, element] of drawn) if (!seen.has(key)) element.remove();
  drawn = seen;
}

function showHeaps({ farms, farm_now: now }) {
  const heaps = Object.entries(farms);
  byId("heaps").replaceChildren(...heaps.map(([farm, heap]) => drawHeap(farm, heap, farm === now)));
  byId("counts").replaceChildren(...heaps.map(([farm, heap]) => drawCount(farm, heap)));
}

function showHints({ hints, pieces }) {
  if (!hints) return byId("hints").replaceChildren();
  const taken = new Set(pieces.filter(lies).map((piece) => piece.site));
  const draw = (names, kind) => names.filter((site) => !taken.has(site)).map((site) => drawHint(site, kind));
  return byId("hints").replaceChildren(...draw(hints.spaces, "open"), ...draw(hints.edges, "open"),
    ...draw(hints.forbidden, "forbidden"));
}

// Where the token that is being played may go; once it is chosen, only where it goes.
export const targetsOf = ({ tokens }) => new Set(tokens?.armed ? (tokens.target ? [tokens.target] : tokens.targets) : []);

function showTargets(screen) {
  byId("targets").replaceChildren(...[...targetsOf(screen)].map((site) => drawTarget(site, site === screen.tokens.target)));
}

function showShades(screen, players) {
  const shades = [];
  if (screen.region.length) shades.push(shade(screen.region, "region"), s("path", { class: "region-line", d: outline(screen.region) }));
  const counting = screen.phase === "count" ? screen.count : null;
  const part = screen.reveal?.territories[screen.reveal.index] ?? counting?.territories[counting.index];
  for (const counted of counting?.territories.slice(0, counting.index) ?? []) {
    const winner = [...players.values()].find((player) => counted.winners.length === 1 && player.side === counted.winners[0]);
    shades.push(s("path", { class: "counted", "data-clan": winner?.clan, d: area(counted.spaces) }));
  }
  if (part) {
    const others = [...buttons.keys()].filter((site) => !site.includes("-") && !part.spaces.includes(site));
    shades.push(shade(others, "dim"), s("path", { class: "lit-line", d: outline(part.spaces) }));
  }
  byId("shades").replaceChildren(...shades);
}

const shade = (spaces, kind) => s("path", { class: kind, d: area(spaces) });

// A plate is as long as its name, which is written larger on small screens.
let seated = [];
matchMedia("(max-width: 40rem)").addEventListener("change", () => showPlates(seated));

function showPlates(players) {
  seated = players;
  for (const place of ["south", "west", "north", "east"]) {
    const plate = byId(`plate-${place}`);
    const player = players.find((each) => each.place === place);
    set(plate, "display", player ? null : "none");
    if (!player) continue;
    const [rect, use, text] = plate.children;
    set(plate, "class", `plate${player.to_move ? " to-move" : ""}`);
    set(plate, "data-clan", player.clan);
    write(text, player.name);
    const wide = text.getComputedTextLength() + 58;
    set(rect, "width", wide);
    set(rect, "x", -wide / 2);
    set(use, "href", `#emblem-${player.clan}`);
    set(use, "x", -wide / 2 + 13);
    set(text, "x", -wide / 2 + 42);
  }
}

// --- what everything is called -----------------------------------------------------------------------------------------

function name(screen, pieces, players) {
  const at = new Map(pieces.map((piece) => [piece.site, piece]));
  const open = new Set([...(screen.hints?.spaces ?? []), ...(screen.hints?.edges ?? [])]);
  const forbidden = new Set(screen.hints?.forbidden ?? []);
  const region = new Set(screen.region);
  const targets = targetsOf(screen);
  for (const [site, button] of buttons) {
    const words = [whereIs(site), heapAt(screen, site), whatLies(at.get(site), players)].filter(Boolean);
    let label = words.length === 1 && !known.farms.includes(site) ? t("empty", { place: words[0] }) : words.join(", ");
    if (open.has(site)) label += `, ${t("hint_open")}`;
    if (forbidden.has(site)) label += `, ${t("hint_forbidden")}`;
    if (targets.has(site)) label += `, ${t(site === screen.tokens.target ? "target_chosen" : "target")}`;
    if (region.has(site)) label += `, ${t("too_small")}`;
    set(button, "aria-label", label);
  }
}

function whereIs(site) {
  const [first, second] = site.split("-");
  if (second) return t("line", { first, second });
  return t(known.farms.includes(site) ? "farm" : "space", { space: site });
}

function heapAt({ farms }, site) {
  const heap = farms[site];
  return heap && t(heap.laid ? "pearls" : "pearls_to_come", { count: heap.pearls });
}

function whatLies(piece, players) {
  if (!piece) return null;
  const owner = players.get(piece.seat);
  const what = piece.kind === "pontoon" ? t("pontoon") : owner ? t("diver_of", { name: owner.name }) : t("diver_back");
  return [what, piece.value && t("face_up", { value: piece.value }), piece.mine && t("known_to_you", { value: piece.mine }),
    piece.necklaces && t("necklaces", { count: piece.necklaces }), piece.backup && t("has_backup"),
    piece.status !== "laid" && t(`piece_${piece.status}`)].filter(Boolean).join(", ");
}

// --- hands -------------------------------------------------------------------------------------------------------------

// `touch(site)` is called for every click, tap and key on a site.
export function startBoard(touch) {
  let slid = null;
  const aim = (site) => {
    for (const button of document.querySelectorAll(".site.aim")) button.classList.remove("aim");
    if (site) buttons.get(site).classList.add("aim");
  };
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".site")?.dataset.site ?? null;

  layer.addEventListener("click", (event) => {
    const site = event.target.closest(".site")?.dataset.site;
    const already = slid?.done;
    slid = null;
    if (site && !already) touch(site);
  });
  layer.addEventListener("pointerdown", (event) => {
    slid = null;
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    event.target.releasePointerCapture?.(event.pointerId);
    slid = { id: event.pointerId, done: false };
    aim(under(event));
  });
  addEventListener("pointermove", (event) => slid?.id === event.pointerId && !slid.done && aim(under(event)), { passive: true });
  addEventListener("pointerup", (event) => {
    if (slid?.id !== event.pointerId || slid.done) return;
    slid.done = true;
    aim(null);
    const site = under(event);
    if (site) touch(site);
  });
  addEventListener("pointercancel", () => { slid = null; aim(null); });
  layer.addEventListener("keydown", (event) => walk(event, touch));
  layer.addEventListener("focusin", (event) => event.target.closest(".site") && stand(event.target.dataset.site));
  stand(standing);
}

export const siteElement = (site) => buttons.get(site);
export const standingSite = () => buttons.get(standing);

function stand(site) {
  set(buttons.get(standing), "tabindex", -1);
  standing = site;
  set(buttons.get(standing), "tabindex", 0);
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function walk(event, touch) {
  const site = event.target.dataset?.site;
  if (!site || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (!event.repeat) touch(site);
  } else if (event.key in STEPS) {
    event.preventDefault();
    const next = step(site, STEPS[event.key], event.shiftKey);
    if (next) buttons.get(next).focus();
  }
}

function step(site, [dx, dy], far) {
  const [x, y] = spot(site);
  const next = lattice.get([x + dx, y + dy].join());
  if (next && !far) return next;
  return lattice.get([x + 2 * dx, y + 2 * dy].join()) ?? next;
}
