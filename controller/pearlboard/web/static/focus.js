// Whoever works with keys never falls out of the page: when what had the focus goes away, the focus moves to what is
// to be done next.

import { standingSite } from "./board.js";
import { byId } from "./dom.js";

// The first of these that can be seen.
const NEXT = {
  idle: () => [byId("do-tidy"), document.querySelector("#setup input:checked")],
  pearls: () => [byId("do-pearls_laid"), byId("do-tidy")],
  playing: () => [byId("do-resume"), standingSite()],
  reveal: () => [standingSite()],
  count: () => [byId("count-next")],
  over: () => [byId("do-rematch")],
};

const there = (element) => element.isConnected && element.checkVisibility() && !element.closest("[inert]");

// `before` had the focus before the page was changed; nobody's was, if it is the page itself.
export function keepFocus(before, { phase }) {
  if (!before || before === document.body || there(before) || document.querySelector("dialog[open]")) return;
  const next = [...NEXT[phase](), byId("sentence")].find((each) => each && there(each));
  next?.focus({ focusVisible: before.matches(":focus-visible") || undefined });
}
