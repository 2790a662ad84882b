// A tile or a Boat of one's own ship is dragged to where it goes; a finger that has hardly moved has tapped.

import { h } from "/static/shared/dom.js";

const FAR = 8;

/**
 * `lift(element)`: what is dragged from there, or null; `drop(what, target)`: where it was let go.
 * @template What
 * @param {HTMLElement} box
 * @param {{ lift: (element: Element) => What | null, drop: (what: What, target: Element | null) => void }} how
 */
export function startDrag(box, { lift, drop }) {
  /** @type {{ what: What, from: HTMLElement, x: number, y: number, ghost: HTMLElement | null } | null} */
  let held = null;
  let dropped = false;
  const end = () => {
    held?.ghost?.remove();
    held?.from.classList.remove("dragged");
    held = null;
  };
  box.addEventListener("pointerdown", (event) => {
    const from = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("[data-drag]")) : null;
    const what = from && event.isPrimary && event.button === 0 ? lift(from) : null;
    dropped = false;
    if (from && what !== null) held = { what, from, x: event.clientX, y: event.clientY, ghost: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    held.ghost ??= follow(held.from);
    Object.assign(held.ghost.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
  });
  document.addEventListener("pointerup", (event) => {
    const was = held;
    end();
    if (!was?.ghost) return;
    dropped = true;
    drop(was.what, document.elementFromPoint(event.clientX, event.clientY));
  });
  document.addEventListener("pointercancel", end);
  // The click that ends a drag was no tap; one of a key (of no pointer, so its detail is 0) means what it says.
  box.addEventListener("click", (event) => {
    if (!dropped || !event.detail) return;
    dropped = false;
    event.stopPropagation();
  }, { capture: true });
}

/** @param {HTMLElement} from */
function follow(from) {
  from.classList.add("dragged");
  const ghost = h("div", { class: "drag-ghost" }, /** @type {Element} */ ((from.querySelector("svg") ?? from).cloneNode(true)));
  document.body.append(ghost);
  return ghost;
}
