// What this browser shows the table to be known again: a key of its own making. It opens nothing by itself; only the
// page that sets up a table, or takes the host's part, becomes the host's by it.

import { lasting } from "../shared/storage.js";

const KEY = "pearlboard.device";
const NAME = "pearlboard.name";

/** What whoever plays alone at this device is called; empty where nobody has said it. */
export const deviceName = () => lasting.getItem(NAME) ?? "";
/** @param {string} name */
export const keepName = (name) => lasting.setItem(NAME, name);

/** @returns {string} */
export function deviceKey() {
  const kept = lasting.getItem(KEY);
  if (kept) return kept;
  const made = base64url(crypto.getRandomValues(new Uint8Array(32)));
  lasting.setItem(KEY, made);
  return made;
}

/** @param {Uint8Array} bytes */
const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
