// The choice of languages closes when it is left: by Escape, by a press elsewhere, or by going on with the Tab key. And, since
// every page has this: what its style sheets say of `:has()`, for those who do not know it.

if (!CSS.supports("selector(:has(a))")) import("./has.js");

const choice = document.querySelector("details.languages");

/** @param {Event} event */
const outside = (event) => event.target instanceof Node && !choice?.contains(event.target);

for (const left of ["pointerdown", "focusin"])
  document.addEventListener(left, (event) => { if (outside(event)) choice?.removeAttribute("open"); });

choice?.addEventListener("keydown", (event) => {
  if (/** @type {KeyboardEvent} */ (event).key !== "Escape" || !choice.hasAttribute("open")) return;
  event.preventDefault();
  choice.removeAttribute("open");
  choice.querySelector("summary")?.focus();
});
