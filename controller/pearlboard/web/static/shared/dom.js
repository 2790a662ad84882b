// Making elements. Text always goes in as text: what people typed can never become markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An attribute: true has no value; false, null and undefined are none. `on…` is a listener.
 * @typedef {string | number | boolean | null | undefined} Value
 * @typedef {Record<string, Value | ((event: any) => void)>} Attributes
 * @typedef {Node | string | null | undefined} Child
 */

/**
 * @template {string} Id
 * @param {Id} id one that stands in the page
 * @returns {ElementOf<Id>}
 */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * The nearest element around what an event is about that a selector matches; null: there is none.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const around = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Whether an element can be seen: it is drawn, and nothing hides it.
 * @param {Element} element
 */
export const isSeen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible" && !element.closest("details:not([open]) > :not(summary)");

/**
 * Whether its middle is in sight, and nothing lies over it.
 * @param {Element} element
 */
export function isBare(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/**
 * @typedef {{ isOpen: () => boolean, holds: (event: Event) => boolean, close: () => void }} Opened what a press outside closes
 * @type {Set<Opened>}
 */
const openable = new Set();
/** @type {Opened[]} what the press that is under way closes */
let closing = [];

/** @param {Event} event */
const closedBy = (event) => [...openable].filter(({ isOpen, holds }) => isOpen() && !holds(event));

/**
 * A press outside what is open closes it and means nothing else, whatever lies there: a board hears a finger before its click.
 * A button that is pressed by a key (of no pointer, so its detail is 0) is meant.
 * @param {Opened} opened
 */
export function closesOutside(opened) {
  openable.add(opened);
  return () => openable.delete(opened);
}

addEventListener("pointerdown", (event) => {
  closing = closedBy(event);
  if (closing.length) event.stopImmediatePropagation();
}, { capture: true });
for (const ends of ["pointerup", "pointercancel"]) // not every press becomes a click
  addEventListener(ends, () => { for (const { close } of closing) close(); }, { capture: true });
addEventListener("click", (event) => {
  const closed = event.detail ? closing : closedBy(event);
  closing = [];
  if (!closed.length) return;
  for (const { close } of closed) close();
  if (!event.detail) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}, { capture: true });

/**
 * Bring into sight what nobody can see there, or what something lies over; whether that was so.
 * @param {HTMLElement} element
 */
export function comesIntoSight(element) {
  const hidden = !isBare(element);
  if (hidden) element.scrollIntoView({ block: "center" });
  return hidden;
}

/**
 * A list with another value at a place.
 * @template Item
 * @param {Item[]} list
 * @param {number} at
 * @param {Item} value
 */
export const withAt = (list, at, value) => list.map((each, number) => (number === at ? value : each));

/**
 * Write only what differs, so that screen readers hear a sentence once.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {Value} value
 */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/**
 * Only when something is different, and without taking the focus from whoever works with keys.
 * @param {HTMLElement} box
 * @param {string} key what it depends on
 * @param {() => (Node | string | null | undefined | false | 0)[]} build
 * @returns {boolean} whether it was
 */
export function fill(box, key, build) {
  if (box.dataset.key === key) return false;
  const focused = box.contains(document.activeElement) ? document.activeElement?.id : null;
  box.dataset.key = key;
  box.replaceChildren(.../** @type {(Node | string)[]} */ (build().filter(Boolean)));
  if (focused) byId(focused)?.focus({ preventScroll: true });
  return true;
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Put these in place of what is in there, unless they look the same: what is drawn anew is painted anew, and all that lies
 * on it. Whoever appends something besides has it cleared away at the next call.
 * @param {Element} box
 * @param {Element[]} elements
 */
export function redraw(box, elements) {
  const look = elements.map((element) => element.outerHTML).join("");
  if (drawn.get(box) === look && box.childElementCount === elements.length) return;
  drawn.set(box, look);
  box.replaceChildren(...elements);
}

/**
 * Draw the eye to what says how to go on. Without motion, by a frame alone.
 * @param {HTMLElement} element
 */
export function point(element) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const frame = { outline: "3px solid var(--focus)", outlineOffset: "3px", borderRadius: ".4rem" };
  element.animate([0, -6, 6, -4, 4, 0].map((x) => ({ ...frame, transform: still ? "none" : `translateX(${x}px)` })), 450);
}

/**
 * Motion that the style sheet begins once for a whole table is joined where it has come to by now, by whoever comes late.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {Clock | null} clock the table's; without one nothing moves
 * @returns {E}
 */
export function underWay(element, clock) {
  if (clock) element.style.setProperty("--gone", `${clock.of - clock.ms}ms`);
  return element;
}
