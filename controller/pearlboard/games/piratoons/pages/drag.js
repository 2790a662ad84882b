// A tile or a Boat of one's own ship is dragged to where it goes; a finger that has hardly moved has tapped.

import { h } from "/static/shared/dom.js";

const FAR = 8;

/**
 * `lift(element)`: what is dragged from there; `draw(what)`: how it looks; `drop(what, target)`: where it was let go.
 * @template What
 * @param {HTMLElement} box
 * @param {{ lift: (element: Element) => What, draw: (what: What) => Element, drop: (what: What, target: Element | null) => void }} how
 */
export function startDrag(box, { lift, draw, drop }) {
  /** @type {{ what: What, from: Element, x: number, y: number, ghost: HTMLElement | null } | null} */
  let held = null;
  let dropped = false;
  const end = () => {
    held?.ghost?.remove();
    held?.from.classList.remove("dragged");
    held = null;
  };
  box.addEventListener("pointerdown", (event) => {
    const from = event.target instanceof Element ? event.target.closest("[data-drag], .laying [data-tile]") : null;
    dropped = false;
    if (from && event.isPrimary && event.button === 0) held = { what: lift(from), from, x: event.clientX, y: event.clientY, ghost: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    held.ghost ??= follow(held.from, draw(held.what));
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

/**
 * @param {Element} from
 * @param {Element} drawing
 */
function follow(from, drawing) {
  from.classList.add("dragged");
  const ghost = h("div", { class: "drag-ghost" }, drawing);
  document.body.append(ghost);
  return ghost;
}
