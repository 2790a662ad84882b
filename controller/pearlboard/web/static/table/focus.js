// Whoever works with keys never falls out of the page: when what had the focus goes away, the focus moves to what is
// to be done next.

import { standingSite } from "../shared/board.js";
import { byId, isSeen } from "../shared/dom.js";
import { movers } from "../shared/players.js";

/**
 * The first of these that can be seen; `game` is what the game says should come first.
 * @param {Screen} screen
 * @param {(HTMLElement | null)[]} game
 */
const next = (screen, game) => [
  byId("do-resume"), ...game, document.querySelector("#main-acts button"), movers(screen).length ? standingSite() : null,
  byId("do-tidy"), byId("do-rematch"), document.querySelector("#setup input:checked"), byId("sentence")];

/** @param {Element} element */
const there = (element) => isSeen(element) && !element.closest("[inert]");

/**
 * `before` had the focus before the page was changed; nobody's was, if it is the page itself. What was drawn anew in its
 * place may have it already (`fill`).
 * @param {Element | null} before
 * @param {Screen} screen
 * @param {(HTMLElement | null)[]} game
 */
export function keepFocus(before, screen, game = []) {
  const now = document.activeElement;
  if (!before || before === document.body || there(before) || (now !== document.body && now && there(now)) || document.querySelector("dialog[open]")) return;
  next(screen, game).find((each) => each && there(each))?.focus(/** @type {FocusOptions} */ ({ focusVisible: before.matches(":focus-visible") || undefined }));
}
