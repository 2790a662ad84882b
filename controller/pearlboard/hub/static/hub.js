// What the pages of a hub do by themselves: follow the feed, and show the key that came behind the address.
//
// A page with forms is told in parts: elements named by `data-part`, those of one with `data-parts` inside of it. A part that
// somebody is busy with stays as it is, and becomes what was told when they leave it; all others change at once.

const shown = /** @type {HTMLElement | null} */ (document.querySelector("[data-feed]"));
const broken = document.getElementById("broken");
const AGAIN_MS = 15_000;
const FIELDS = "input, select, textarea";

/** The markup of each part as the hub told it. @type {WeakMap<Element, string>} */
const told = new WeakMap();
/** What was told last. @type {HTMLElement | null} */
let latest = null;
/** @type {EventSource | null} */
let feed = null;
let pressed = false;

/** Whether a field holds something else than it was given.
 * @param {Element} field */
function touched(field) {
  if (field instanceof HTMLSelectElement) {
    const given = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, given);
  }
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) return field.checked !== field.defaultChecked;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;
}

/** Whether somebody is busy with a part.
 * @param {Element} part */
function held(part) {
  return part.contains(document.activeElement) || part.querySelector("details[open]") !== null || [...part.querySelectorAll(FIELDS)].some(touched);
}

/** Note how the parts in there were told.
 * @param {Element} parts */
function note(parts) {
  for (const part of parts.querySelectorAll("[data-part]:not([data-parts])")) told.set(part, part.outerHTML);
}

/** Let parts that are shown become those that were told.
 * @param {Element} parts
 * @param {Element} now */
function renew(parts, now) {
  const before = new Map([...parts.children].map((part) => [part.getAttribute("data-part"), part]));
  let at = parts.firstElementChild;
  for (const part of now.children) {
    const old = before.get(part.getAttribute("data-part"));
    before.delete(part.getAttribute("data-part"));
    if (!old) {
      const added = /** @type {Element} */ (part.cloneNode(true));
      parts.insertBefore(added, at);
      if (added.hasAttribute("data-parts")) note(added);
      else told.set(added, added.outerHTML);
      continue;
    }
    if (old === at) at = at.nextElementSibling;
    else parts.insertBefore(old, at);
    if (part.hasAttribute("data-parts") && old.hasAttribute("data-parts")) {
      const kind = part.getAttribute("data-kind");
      if (kind) old.setAttribute("data-kind", kind);
      renew(old, part);
    } else if (told.get(old) !== part.outerHTML && !held(old)) {
      const added = /** @type {Element} */ (part.cloneNode(true));
      old.replaceWith(added);
      told.set(added, added.outerHTML);
    }
  }
  for (const gone of before.values()) if (!held(gone)) gone.remove();
}

/** Show what was told last, unless a press is on its way: what it is meant for may not go. */
function show() {
  if (!shown || !latest || pressed) return;
  if (shown.hasAttribute("data-parts")) renew(shown, latest);
  else shown.replaceChildren(...latest.childNodes);
}

/** Follow the feed while the page is seen: a browser has six lines to a hub, for all of its tabs together.
 * @param {HTMLElement} page
 * @param {string} address */
function follow(page, address) {
  feed?.close();
  feed = null;
  if (document.hidden) return;
  const here = new EventSource(address);
  feed = here;
  here.addEventListener("open", () => { if (broken) broken.hidden = true; });
  here.addEventListener("error", () => {
    if (broken) broken.hidden = false;
    if (here.readyState !== EventSource.CLOSED) return;
    // a browser gives up for good on what is no feed, such as the answer of a hub that is overloaded
    setTimeout(() => {
      if (feed !== here) return;
      if (page.hasAttribute("data-parts")) follow(page, address);
      else location.reload();
    }, AGAIN_MS);
  });
  here.addEventListener("message", (event) => {
    latest = new DOMParser().parseFromString(JSON.parse(event.data), "text/html").body;
    show();
  });
}

if (shown?.dataset.feed) {
  const address = shown.dataset.feed;
  if (shown.hasAttribute("data-parts")) {
    note(shown);
    const later = () => setTimeout(show);
    addEventListener("pointerdown", () => { pressed = true; });
    for (const over of ["pointerup", "pointercancel"]) addEventListener(over, () => { pressed = false; later(); });
    // the list of a select takes the end of the press for itself
    shown.addEventListener("change", (event) => { if (event.target instanceof HTMLSelectElement) pressed = false; }, true);
    for (const left of ["focusout", "toggle", "change"]) shown.addEventListener(left, later, true);
  }
  document.addEventListener("visibilitychange", () => follow(shown, address));
  follow(shown, address);
}

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("enter"));
const key = location.hash.slice(1);
if (form && key) {
  history.replaceState(null, "", location.pathname + location.search);
  const field = form.elements.namedItem("key");
  if (field instanceof HTMLInputElement) {
    field.value = key;
    form.submit();
  }
}
