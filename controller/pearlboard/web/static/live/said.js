// What is new on a page, for whoever hears it: one polite region says each change once. Whatever else reports for itself would
// say a list anew with each of its lines, or the same sentence from two places.
//
// What is to be said stands in elements with `data-said`; of a list each item is a text of its own.

import { byId, h } from "../shared/dom.js";

/** Texts by where they stand. @type {Map<string, string>} */
let before = new Map();

export function startSaying() {
  before = said();
  new MutationObserver(tell).observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
  document.addEventListener("focusout", () => setTimeout(tell)); // the focus is nowhere yet
}

// Whoever types is not talked to: what is still so afterwards is said then. What is gone from the page, behind a curtain too, is
// gone from here, which nobody is told.
function tell() {
  const now = said();
  const texts = new Set(now.values());
  const region = byId("aloud");
  for (const each of [...region.children]) if (!texts.has(each.textContent ?? "")) each.remove();
  if (document.activeElement?.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea")) return;
  const fresh = new Set([...now].filter(([where]) => !before.has(where)).map(([, text]) => text));
  region.append(...[...fresh].map((text) => h("p", {}, text)));
  before = now;
}

/** The texts that can be seen. Two of one list are told apart by what they say. */
function said() {
  const parts = [...document.querySelectorAll("[data-said]")].filter((part) => !part.closest("[hidden]"));
  const all = parts.flatMap((part, at) => (part.matches("ul, ol") ? [...part.children] : [part]).map((each) => [`${part.id || at} ${words(each)}`, words(each)]));
  return new Map(/** @type {[string, string][]} */ (all.filter(([, text]) => text)));
}

/**
 * The words of an element, without its buttons.
 * @param {Element} element
 */
const words = (element) => [...element.childNodes].map((each) => (each instanceof HTMLButtonElement ? "" : each.textContent?.trim() ?? "")).filter(Boolean).join(" ");
