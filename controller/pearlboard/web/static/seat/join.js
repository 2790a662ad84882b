// An invitation stands in the address after the `#`. It is taken out of the address before anything else, so that it stays
// in no history, and exchanged once for the token of a seat.

import { addSeat, keepGuest } from "../shared/seats.js";
import { known, t } from "../shared/texts.js";

/** @typedef {{ title: string, why: string, how: string, again: boolean }} Problem */

/** @type {string | null} */
let code = null;

// Whether an invitation came with the address.
export function takeInvitation() {
  const found = location.hash.slice(1);
  if (!found) return false;
  history.replaceState(null, "", location.pathname + location.search);
  code = found;
  return true;
}

/**
 * Resolves with {seat}, with {guest} for one of a lobby, or with what to tell the person: {title, why, how, again}.
 * @returns {Promise<{ seat: Seat, guest?: undefined } | { guest: number, seat?: undefined } | ({ seat?: undefined, guest?: undefined } & Problem)>}
 */
export async function exchange() {
  const sent = code;
  const answer = await post(sent).catch((error) => {
    if (error instanceof TypeError) return null;
    throw error;
  });
  if (answer === null) return { title: t("join_offline"), why: "", how: t("join_offline_how"), again: true };
  if (code === sent) code = null;
  if (answer.status === 429) return { title: t("join_failed"), why: t("join_wait"), how: "", again: false };
  const body = await answer.json();
  if (!body.ok) return { title: t("join_failed"), why: body.sentence ?? "", how: t("join_again"), again: false };
  if (body.guest) {
    keepGuest(body.token);
    return { guest: body.guest };
  }
  addSeat(body);
  return { seat: body.seat };
}

/** @param {string | null} invitation */
const post = (invitation) => fetch(`/api/join?lang=${known.language}`, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code: invitation }),
});
