// Each part of a page draws by itself. What throws is shown as "could not be drawn" in that part's place, is reported to the
// table once, and stops nothing else: not the line, not the other parts, not a command.
//
// The report names the part and the line of the program, never the words of the error: those may quote what is secret.

import { h, set } from "./dom.js";
import { knows, t } from "./texts.js";

/** How many different failures one page reports. */
const MOST = 5;
/** @type {Set<string>} */
const reported = new Set();
/** The part that is being drawn, and whether something in it was left out. @type {{ failed: boolean } | null} */
let drawing = null;

/**
 * Draw a part of the page.
 * @template Drawn
 * @param {string} part its name, and the id of the element that it fills, if there is one
 * @param {() => Drawn} draw
 * @param {{ secret?: boolean, keep?: boolean }} how `secret`: nothing of it stays in sight where a hook of the game failed;
 *   `keep`: it stays in sight whatever happens, as buttons do
 * @returns {Drawn | undefined} undefined if that threw
 */
export function draw(part, draw, { secret = false, keep = false } = {}) {
  const around = drawing, own = drawing = { failed: false };
  let threw = false, drawn;
  try {
    drawn = draw();
  } catch (error) {
    threw = true;
    report(part, error);
  }
  drawing = around;
  const place = document.getElementById(part);
  if (place) mark(place, { hide: !keep && (threw || (secret && own.failed)), notice: threw || own.failed });
  return drawn;
}

/**
 * Whether part of a page is left out, and is said to be.
 * @param {Element} place
 * @param {{ hide: boolean, notice: boolean }} how
 */
function mark(place, { hide, notice }) {
  set(place, "data-undrawn", hide ? "" : null);
  const said = place.nextElementSibling?.matches(".undrawn") ? place.nextElementSibling : null;
  if (!notice) said?.remove();
  else if (!said) place.after(h("p", { class: "undrawn", role: "status" }, knows("undrawn") ? t("undrawn") : "!"));
}

/**
 * A failed call of `run` is reported, and is undefined; nothing is shown.
 * @template Result
 * @param {string} name
 * @param {() => Result} run
 * @returns {Result | undefined}
 */
export function guard(name, run) {
  try {
    return run();
  } catch (error) {
    report(name, error);
    return undefined;
  }
}

/** What the fence around a hook is, so that the same hook has the same one. @type {WeakMap<object, any>} */
const fences = new WeakMap();
/** Hooks for which there is something else to be drawn, or which draw nothing. */
const REPLACED = new Set(["sign", "keys", "touch", "focus", "start", "stop"]);

/**
 * What a game exports, as it may be called without a care: a hook that throws says nothing (undefined).
 * @template Hook
 * @param {Hook} hook a function, an object of functions, or a value
 * @param {string} name
 * @returns {Hook}
 */
export function fenced(hook, name) {
  if (typeof hook === "function") return known(hook, () => around(/** @type {any} */ (hook), name));
  if (typeof hook !== "object" || hook === null) return hook;
  return known(hook, () => Object.fromEntries(Object.entries(hook).map(([key, each]) =>
    [key, typeof each === "function" ? around(each, `${name}.${key}`) : each])));
}

/**
 * @param {any} hook
 * @param {() => any} make
 */
function known(hook, make) {
  if (!fences.has(hook)) fences.set(hook, make());
  return fences.get(hook);
}

/**
 * @param {(...given: any[]) => any} hook
 * @param {string} name
 */
const around = (hook, name) => (/** @type {any[]} */ ...given) => {
  let said;
  works(name, () => { said = hook(...given); });
  return said;
};

/**
 * Whether a hook of a game does what it is to do.
 * @param {string} name
 * @param {() => unknown} run
 * @returns {boolean}
 */
export function works(name, run) {
  try {
    run();
    return true;
  } catch (error) {
    if (drawing && !REPLACED.has(name.split(".")[0])) drawing.failed = true;
    report(name, error);
    return false;
  }
}

// --- telling the table ---------------------------------------------------------------------------------------------------

/**
 * @param {string} part
 * @param {unknown} error
 */
export function report(part, error) {
  console.error(part, error);
  const { name = "", stack = "" } = error instanceof Error ? error : {};
  const at = /\/static\/(?:[0-9a-f]{16}\/)?([\w./-]+:\d+:\d+)/.exec(stack)?.[1] ?? "";
  const trouble = JSON.stringify({ page: location.pathname.split("/")[1] || "table", part, kind: name, at });
  if (reported.has(trouble) || reported.size >= MOST) return;
  reported.add(trouble);
  fetch("/api/trouble", { method: "POST", headers: { "Content-Type": "application/json" }, body: trouble, keepalive: true }).catch(() => {}); // the table is away: it is not told
}

addEventListener("error", ({ error }) => { if (error) report("event", error); });
addEventListener("unhandledrejection", ({ reason }) => { if (reason instanceof Error) report("promise", reason); });
