// What a browser may lack or refuse, each with what is done then. What it keeps is in `storage.js`, beside this.
//
//   touched       no `userActivation` (Firefox 115): this page remembers by itself whether somebody has touched it
//   audio         none, or lent to a call ("interrupted"): silence, until the next gesture
//   buzz          none, or not before a touch: nothing, the page says the same
//   fillScreen    refused (phones): the page fills its window
//   stayAwake     none over plain HTTP, refused by a low battery: the screen goes dark when its device wants it (docs/browsers.md)
//   give          no sharing, or not any more: the file is saved

import { h } from "./dom.js";

const FORGET_MS = 60000;

// --- gestures ------------------------------------------------------------------------------------------------------------

let gestured = false;
for (const gesture of ["pointerup", "keydown", "click"])
  addEventListener(gesture, (event) => { gestured ||= event.isTrusted && /** @type {KeyboardEvent} */ (event).key !== "Escape"; }, { capture: true, passive: true });

/** Whether somebody has done something on this page: before that a browser neither sounds nor buzzes. */
export const touched = () => navigator.userActivation?.hasBeenActive ?? gestured;

/** @param {number} ms */
export function buzz(ms) {
  if (touched()) navigator.vibrate?.(ms);
}

// --- sound ---------------------------------------------------------------------------------------------------------------

/** @type {AudioContext | null} */
let context = null;
/** Whether this browser can make any sound. */
export const sounds = () => typeof AudioContext === "function";

/**
 * What makes sound, woken if it sleeps; null where nothing does.
 * @returns {AudioContext | null}
 */
export function audio() {
  if (!sounds()) return null;
  try {
    context ??= new AudioContext();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null; // no device for sound, or too many pages have one
  }
  // Neither "suspended" nor "interrupted", as Safari calls it while somebody telephones: then it cannot be woken yet.
  if (context.state !== "running") context.resume()?.catch(() => {});
  return context;
}

// --- the screen ----------------------------------------------------------------------------------------------------------

/** @param {Element} element */
export async function fillScreen(element) {
  try {
    await element.requestFullscreen?.();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error; // refused: the window will do
  }
}

export function leaveFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
}

let wanted = false;
let asking = false;
/** @type {WakeLockSentinel | undefined} */
let lock;

/**
 * Whether the screen is not to go dark from now on, as long as this page is seen.
 * @param {boolean} awake
 */
export function stayAwake(awake) {
  wanted = awake;
  hold();
}

async function hold() {
  if (asking || document.hidden || wanted === (lock?.released === false)) return;
  asking = true;
  try {
    if (wanted) lock = await navigator.wakeLock?.request("screen");
    else await lock?.release();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // the battery is low
  } finally {
    asking = false;
  }
}

document.addEventListener("visibilitychange", hold); // a browser lets go of it whenever the page is hidden

// --- sharing -------------------------------------------------------------------------------------------------------------

/**
 * Share a file by whatever the device has, or save it as a download. Who closes the list of those to share with has changed their mind.
 * @param {File} file
 */
export async function give(file) {
  if (!navigator.canShare?.({ files: [file] })) return save(file);
  try {
    await navigator.share?.({ files: [file] });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name !== "AbortError") save(file); // the touch was too long ago, or nothing here takes it
  }
}

/**
 * Save a file as a download of this browser.
 * @param {File} file
 */
export function save(file) {
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), FORGET_MS);
}
