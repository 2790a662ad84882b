// The two ends of the board, in the colours of those who run there, and how far each has to go.

import { layerOf } from "/static/shared/board.js";
import { fill, s } from "/static/shared/dom.js";
import { area } from "/static/shared/marks.js";
import { t } from "/static/shared/texts.js";

const END = { 1: "h", 2: "a" };

/** Called with every screen. */
export function show(screen) {
  const runners = (screen.match?.players ?? []).map(({ seat, colour }) => ({ seat, colour }));
  fill(layerOf("shades"), JSON.stringify(runners), () => runners.map(({ seat, colour }) =>
    s("path", { class: "wallrace-end", "data-colour": colour, d: area([1, 2, 3, 4, 5].map((row) => END[seat] + row)) })));
}

/** Called before the page of the game is taken away. */
export function stop() {
  layerOf("shades").replaceChildren();
}

/** What stands beside a player's name. */
export const row = ({ seat }, { game }) => ({
  about: `${t("wallrace_steps")} ${game.steps?.[seat] ?? "–"}, ${t("wallrace_walls")} ${game.walls?.[seat] ?? "–"}`,
});
