// The seats that this tab may speak for: {seat, name, token}, or the guest of a lobby that it is; gone with the tab. One tablet may serve
// several players.

import { passing } from "./storage.js";

/** @typedef {{ seat: Seat, name: string, token: string }} OwnSeat */

const KEY = "pearlboard.seats";
const GUEST = "pearlboard.guest";

/** @returns {OwnSeat[]} */
export function seats() {
  const kept = JSON.parse(passing.getItem(KEY) ?? "[]");
  return Array.isArray(kept) ? kept : [];
}

/** @param {OwnSeat[]} list */
const keep = (list) => passing.setItem(KEY, JSON.stringify(list));

/** @param {OwnSeat} given */
export function addSeat({ seat, name, token }) {
  keep([...seats().filter((each) => each.seat !== seat), { seat, name, token }].sort((one, other) => one.seat - other.seat));
}

/**
 * @param {Seat} seat
 * @param {string | undefined} token
 */
export function removeSeat(seat, token) {
  keep(seats().filter((each) => each.seat !== seat || each.token !== token));
}

export const guestToken = () => passing.getItem(GUEST);
/** @param {string} token */
export const keepGuest = (token) => passing.setItem(GUEST, token);
export const forgetGuest = () => passing.removeItem(GUEST);
