// Who has come to a lobby, and who plays with whom: the same on the host's page and on the guests' phones.

import { fill, h, write } from "../shared/dom.js";
import { emblem, levelName } from "../shared/players.js";
import { list, t } from "../shared/texts.js";

/**
 * A guest as a player is drawn.
 * @param {Guest} guest
 * @returns {HTMLElement}
 */
export const sign = (guest) => emblem(/** @type {Player} */ (/** @type {unknown} */ (guest)));

/**
 * `more` are elements of one page alone, beside each.
 * @param {HTMLElement} box
 * @param {Pick<Lobby, "game" | "guests" | "you">} lobby
 * @param {(guest: Guest) => (Element | null)[]} more
 */
export function showGuests(box, lobby, more = () => []) {
  fill(box, JSON.stringify([lobby.guests, lobby.you, lobby.game]), () => lobby.guests.map((guest) => h("li", {
    class: `guest${guest.here ? "" : " away"}${guest.guest === lobby.you ? " you" : ""}`, "data-colour": guest.colour, "data-guest": guest.guest,
  }, sign(guest), h("span", { class: "who" }, h("b", {}, guest.name || t("lobby_nameless")), h("span", { class: "quiet" }, stateOf(guest, lobby))), ...more(guest))));
}

/**
 * @param {Guest} guest
 * @param {Pick<Lobby, "you">} lobby
 */
function stateOf({ guest, name, here, seated }, { you }) {
  if (!here) return t("lobby_away");
  if (!name) return t("lobby_naming");
  if (!seated) return t("lobby_no_seat");
  return guest === you ? t("lobby_you") : t("lobby_is_here");
}

/**
 * @param {HTMLElement} line
 * @param {Pick<Lobby, "guests">} lobby
 */
export function showCount(line, { guests }) {
  const count = guests.filter(({ name, here }) => name && here).length;
  write(line, count ? t("lobby_here", { count }) : t("lobby_nobody"));
}

/**
 * The sides, where some play together.
 * @param {HTMLElement} line
 * @param {Lobby} lobby
 */
export function showTeams(line, { chairs, teams }) {
  line.hidden = !teams;
  const sides = [...new Set(chairs.map(({ side }) => side))].sort();
  fill(line, JSON.stringify(chairs), () => (teams ? sides.map((side) => h("span", { class: "team" }, h("b", {}, t("labelled", { label: t("team", { number: side }), text: "" })), list(chairs.filter((chair) => chair.side === side).map(nameOf)))) : []));
}

/** @param {Chair} chair */
const nameOf = ({ seat, name, computer }) => name || (computer ? levelName(computer) : t("player", { number: seat }));
