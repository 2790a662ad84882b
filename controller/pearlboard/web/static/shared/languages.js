// The choice of languages closes when it is left: by Escape, by a press elsewhere, or by going on with the Tab key. What is
// chosen holds on this device wherever an address says nothing of languages, such as that on the table. And, since every page
// has this: the way back to the seat that this tab has, and what its style sheets say of `:has()`, for those who do not know it.

import { around, closesOutside } from "./dom.js";
import { lasting } from "./storage.js";
import { guestToken, seats } from "./seats.js";

const KEY = "pearlboard.language";
if (!CSS.supports("selector(:has(a))")) import("./has.js");

const choice = document.querySelector("details.languages");
const [here, chosen] = [new URL(location.href), lasting.getItem(KEY)];

if (choice && chosen !== null && chosen !== document.documentElement.lang && !here.searchParams.has("lang")) {
  here.searchParams.set("lang", chosen);
  location.replace(here);
}

const toSeat = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#to-seat"));
if (toSeat && (seats().length || guestToken())) {
  toSeat.hidden = false;
  document.querySelector("a.brand")?.setAttribute("href", toSeat.href);
}

choice?.addEventListener("click", (event) => {
  const language = around(event, "a")?.getAttribute("hreflang");
  if (language) lasting.setItem(KEY, language);
});

/** @param {Event} event */
const outside = (event) => event.target instanceof Node && !choice?.contains(event.target);

const close = () => choice?.removeAttribute("open");

closesOutside({ isOpen: () => choice?.hasAttribute("open") ?? false, holds: (event) => !outside(event), close });
document.addEventListener("focusin", (event) => { if (outside(event)) close(); });

choice?.addEventListener("keydown", (event) => {
  if (/** @type {KeyboardEvent} */ (event).key !== "Escape" || !choice.hasAttribute("open")) return;
  event.preventDefault();
  close();
  choice.querySelector("summary")?.focus();
});
