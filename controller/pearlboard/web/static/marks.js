// How things on the board are drawn: pieces as opaque as they are, and what the page marks beside them.

import { s } from "./dom.js";
import { place } from "./glow.js";

const GHOSTS = new Set(["missing", "owed", "looked_at"]);

export const lies = (piece) => !GHOSTS.has(piece.status);

export function drawPiece(piece, clan, flags) {
  const { x, y, upright } = place(piece.site);
  const turn = piece.kind === "pontoon" && upright ? " rotate(90)" : "";
  const body = piece.kind === "diver" ? diver(piece, clan) : pontoon();
  const group = s("g", { class: `piece ${piece.kind} ${piece.status}${piece.assumed ? " assumed" : ""}`, "data-clan": clan, transform: `translate(${x} ${y})` });
  group.append(s("g", { class: "body" }, s("g", { transform: turn || null }, ...body, ...frameOf(piece)), ...worn(piece)), ...badge(piece, flags));
  return group;
}

const PETALS = Array.from({ length: 10 }, (_, petal) => {
  const turn = (petal * Math.PI) / 5;
  return { cx: (26.5 * Math.sin(turn)).toFixed(1), cy: (26.5 * Math.cos(turn)).toFixed(1), r: 5 };
});

// What changes a Diver's worth lies on it: a necklace of flowers, the Backup; and what only this page may tell.
function worn({ necklaces, backup, mine }) {
  return [
    ...(necklaces ? [s("g", { class: "necklace" }, ...PETALS.map((petal) => s("circle", petal))), tag("less", -21, 25, `−${necklaces}`)] : []),
    ...(backup ? [tag("backup", necklaces ? 23 : 21, necklaces ? -25 : 25, "+1")] : []),
    ...(mine ? [tag("mine", -25, -24, String(mine))] : []),
  ];
}

function tag(kind, x, y, text) {
  const wide = kind === "mine" ? 30 : 42;
  const ground = s("rect", { x: -wide / 2, y: -17, width: wide, height: 34, rx: kind === "mine" ? 7 : 17 });
  return s("g", { class: `worn ${kind}`, transform: `translate(${x} ${y})` }, ground, s("text", { y: 8 }, text));
}

// Where a token that is being played may go, and where it goes.
export function drawTarget(site, chosen) {
  const { x, y } = place(site);
  const corners = "M-43-25V-37Q-43-43-37-43H-25M25-43H37Q43-43 43-37V-25M43 25V37Q43 43 37 43H25M-25 43H-37Q-43 43-43 37V25";
  return s("g", { class: `target${chosen ? " chosen" : ""}`, transform: `translate(${x} ${y})` },
    s("path", { class: "under", d: corners }), s("path", { d: corners }));
}

function diver({ value }, clan) {
  const tile = [
    s("rect", { class: "shadow", x: -30, y: -26, width: 62, height: 62, rx: 12 }),
    s("rect", { class: "tile", x: -31, y: -31, width: 62, height: 62, rx: 11 }),
  ];
  if (value) return [...tile, ...face(value, clan)];
  return [
    ...tile,
    s("rect", { x: -31, y: -31, width: 62, height: 62, rx: 11, fill: "url(#weave)" }),
    s("rect", { x: -31, y: -31, width: 62, height: 62, rx: 11, fill: "url(#sheen)" }),
    s("rect", { class: "line", x: -26.5, y: -26.5, width: 53, height: 53, rx: 7.5 }),
    s("use", { class: "sign", href: clan ? `#emblem-${clan}` : null, x: -19, y: -19, width: 38, height: 38 }),
    clan ? null : s("text", { class: "number", y: 13 }, "?"),
  ].filter(Boolean);
}

function face(value, clan) {
  return [
    s("rect", { x: -27, y: -27, width: 54, height: 54, rx: 8, fill: "url(#ivory)" }),
    s("text", { class: "number", y: 16 }, value),
    s("use", { class: "mark", href: `#emblem-${clan}`, x: 9, y: -26, width: 16, height: 16 }),
  ];
}

function pontoon() {
  return [
    s("rect", { class: "shadow", x: -37, y: -4, width: 76, height: 17, rx: 4 }),
    s("rect", { class: "stick", x: -38, y: -8.5, width: 76, height: 17, rx: 4 }),
    s("path", { class: "grain", d: "M-33-4.200C-12-5.500 8-2.500 33-4M-33 .800C-20 2.400 4-.600 33 1M-30 5C-8 3.600 12 6 31 4.600" }),
    s("path", { class: "rope", d: "M-29-8.500V8.500M-25-8.500V8.500M25-8.500V8.500M29-8.500V8.500" }),
  ];
}

function frameOf({ kind, status }) {
  if (status === "laid") return [];
  const [wide, high, radius] = kind === "diver" ? [72, 72, 16] : [86, 27, 9];
  return [s("rect", { class: "frame", x: -wide / 2, y: -high / 2, width: wide, height: high, rx: radius })];
}

const ARROWS = {
  lift: "M0 9V-8M-7-1.500L0-8.500L7-1.500",
  put: "M0-9V8M-7 1.500L0 8.500L7 1.500",
  eye: "M-10 0C-5-7 5-7 10 0C5 7-5 7-10 0ZM-2.500 0a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0",
};

// An arrow up: lift me; an arrow down: something belongs here; an eye: somebody is looking.
function badge({ kind, status, site }, { lift }) {
  const sign = status === "looked_at" ? "eye" : status === "missing" || status === "owed" ? "put"
    : status === "lift" || status === "foreign" || lift.has(site) ? "lift" : null;
  if (!sign) return [];
  const at = kind === "diver" && lies({ status }) ? "translate(27 -27)" : null;
  return [s("g", { class: `badge ${sign}` }, s("g", { transform: at }, s("circle", { r: 17 }), s("path", { d: ARROWS[sign] })))];
}

export function drawHeap(farm, { pearls, laid }, now) {
  const { x, y } = place(farm);
  const group = s("g", { class: `heap${laid ? "" : " coming"}${now ? " now" : ""}`, transform: `translate(${x} ${y})` });
  if (now) group.append(s("circle", { class: "call", r: 47 }));
  group.append(s("use", { class: "pearls", href: `#heap-${pearls}` }));
  return group;
}

// How many, above everything else: a Pontoon beside the Farm may not hide it.
export function drawCount(farm, { pearls, laid }) {
  const { x, y } = place(farm);
  const group = s("g", { class: `count${laid ? "" : " coming"}`, transform: `translate(${x + 27} ${y + 27})` });
  group.append(s("circle", { r: 16.5 }), s("text", { y: 8 }, pearls));
  return group;
}

// The line around some spaces, wherever the neighbour is not one of them.
export function outline(spaces) {
  const inside = new Set(spaces);
  const parts = [];
  for (const name of spaces) {
    const { x, y } = place(name);
    const at = (dx, dy) => inside.has(String.fromCharCode(97 + (x - 50) / 100 + dx) + ((y + 50) / 100 + dy));
    if (!at(0, -1)) parts.push(`M${x - 50} ${y - 50}h100`);
    if (!at(0, 1)) parts.push(`M${x - 50} ${y + 50}h100`);
    if (!at(-1, 0)) parts.push(`M${x - 50} ${y - 50}v100`);
    if (!at(1, 0)) parts.push(`M${x + 50} ${y - 50}v100`);
  }
  return parts.join("");
}

export function area(spaces) {
  return spaces.map(place).map(({ x, y }) => `M${x - 50} ${y - 50}h100v100h-100z`).join("");
}

export function drawHint(name, kind) {
  const { x, y, upright } = place(name);
  const shape = kind === "forbidden" ? s("path", { d: "M-8-8L8 8M8-8L-8 8" })
    : name.includes("-") ? s("rect", { x: -14, y: -3.5, width: 28, height: 7, rx: 3.5 }) : s("circle", { r: 10 });
  return s("g", { class: `hint ${kind}`, transform: `translate(${x} ${y})${upright ? " rotate(90)" : ""}` }, shape);
}
