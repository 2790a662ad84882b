// "Phones and host": invitations for the seats' own screens, one code at a time so that nobody scans another's, and who
// the host is. Only the host's page is told the codes.

import { code, ways } from "../live/code.js";
import { around, byId, h, set, write } from "../shared/dom.js";
import { emblem, playedBy } from "../shared/players.js";
import { known, refusalOf, t } from "../shared/texts.js";

/**
 * @typedef {{
 *   player: Player, open: boolean, you: boolean, sure: string | false | undefined, plays: string | undefined, over: boolean,
 *   chosen: boolean,
 * }} RowOfPhone
 */

const dialog = byId("phones");
/** @type {MatchScreen} */
let screen;
/** @type {(command: Command) => Promise<void>} */
let act;
/** @type {Seat | null} */
let chosen = null;
/** @type {{ seat: Seat, why: string, plays?: string } | null} */
let sure = null;
/** Whether the next press takes this table's board over. */
let keeping = false;

/** @param {Send} send */
export function startPhones(send) {
  act = async (command) => {
    const reply = await send(command);
    write(byId("phones-refusal"), refusalOf(reply));
  };
  byId("phones-open").addEventListener("click", () => {
    if (!dialog.open) dialog.showModal();
  });
  byId("keep-board").addEventListener("click", () => {
    if (keeping) act({ name: "keep_board" });
    keeping = !keeping;
    showPhones(screen);
  });
  dialog.addEventListener("close", () => { sure = null; keeping = false; write(byId("phones-refusal"), ""); });
  byId("phone-list").addEventListener("click", (event) => press(around(event, "button[data-phone]")));
  byId("phone-list").addEventListener("change", (event) => askHandOver(/** @type {HTMLSelectElement} */ (event.target)));
}

/** @param {Screen} now */
export function showPhones(now) {
  screen = /** @type {MatchScreen} */ (now);
  const players = now.match?.players ?? [];
  const here = players.filter((player) => player.phone === "here").length;
  byId("phones-open").hidden = !now.match;
  write(byId("phones-count"), here ? `${here}/${players.length}` : "");
  if (!now.match) {
    if (dialog.open) dialog.close();
    return;
  }
  write(byId("host-line"), t(isHost() ? "host_you" : now.host.can_keep ? "host_kept" : now.host.you && !now.host.hosts ? "host_keeps" : now.host.here ? "host_other" : "host_away"));
  keeping &&= now.host.can_keep;
  byId("keep-board").hidden = !now.host.can_keep;
  write(byId("keep-board"), t(keeping ? "keep_board_sure" : "keep_board"));
  byId("do-claim_host").hidden = !now.host.can_claim;
  byId("phones-how").hidden = !now.host.invites.length;
  showList(players);
  showInvitation(players);
  showWifi();
}

// While nobody is the host any page may do a host's part, but for what is secret: that takes one that said it is.
const isHost = () => screen.host.hosts && !screen.host.can_claim;

// --- the seats -----------------------------------------------------------------------------------------------------

/** @param {Player[]} players */
function showList(players) {
  const rows = players.map((player) => ({ player, open: invited(player.seat), you: screen.host.invites.includes(player.seat), sure: sure?.seat === player.seat && sure.why, plays: sure?.plays, over: mayHandOver(), chosen: chosen === player.seat }));
  rebuild(byId("phone-list"), JSON.stringify(rows.map(({ player: { seat, name, colour, phone, computer }, ...rest }) => [seat, name, colour, phone, computer, rest, screen.match.game])), () => rows.map(row));
}

/** @param {RowOfPhone} row */
function row({ player, open, you, sure: asking, plays, over, chosen: shown }) {
  const state = player.computer ? "computer" : open && player.phone !== "here" ? "invited" : player.phone;
  return h("li", { class: `phone ${state}${open && shown ? " shown" : ""}`, "data-colour": player.colour, "data-seat": player.seat }, emblem(player),
    h("span", { class: "who" }, h("b", {}, player.name), h("span", { class: "quiet" }, t(`phone_${state}`))),
    asking || (you && !player.computer) ? h("span", { class: "acts" }, ...(asking ? surely(player, asking) : buttons(player, open))) : null,
    over && !asking ? handOver(player) : null,
    asking ? h("p", { class: "sure" }, t(`${asking}_sure`, { name: player.name, player: plays && playedBy(plays) })) : null);
}

// --- who plays a seat ----------------------------------------------------------------------------------------------

const mayHandOver = () => isHost() && screen.phase === "playing" && screen.match.levels.length > 0;

/** @param {Player} player */
function handOver({ seat, name, computer }) {
  const options = ["person", ...screen.match.levels].map((who) => h("option", { value: who, selected: who === (computer ?? "person") }, playedBy(who)));
  return h("label", { class: "plays" }, h("span", { class: "unseen" }, t("hand_over", { name })), h("select", { id: `who-${seat}`, "data-over": seat, "data-seat": seat }, ...options));
}

/** @param {HTMLSelectElement} select */
function askHandOver(select) {
  if (!select.dataset.over) return;
  sure = { seat: Number(select.dataset.over), why: "hand_over", plays: select.value };
  showPhones(screen);
  byId(`keep-${sure.seat}`)?.focus();
}

/**
 * @param {Player} player
 * @param {boolean} open
 */
function buttons({ seat, name, phone }, open) {
  const invite = open ? button("show", seat, t("show_code"), "main", name)
    : phone === "none" ? button("invite", seat, t("invite"), "main", name) : button("reinvite", seat, t("reinvite"), "", name);
  return [invite, phone === "none" && !open ? null : button(phone === "none" ? "free" : "refree", seat, t("free_seat"), "", name)];
}

/**
 * A phone that has the seat is signed out at once: ask first.
 * @type {Record<string, string>}
 */
const YES = { reinvite: "invite", refree: "free", hand_over: "over" };
/**
 * @param {Player} player
 * @param {string} why
 */
const surely = ({ seat, name }, why) => [
  button(YES[why], seat, t(`${why}_yes`), "danger", name), button("keep", seat, t("reinvite_no"), "", name)];

/**
 * @param {string} phone
 * @param {Seat} seat
 * @param {string} text
 * @param {string} kind
 * @param {string} name
 */
const button = (phone, seat, text, kind, name) => h("button", {
  type: "button", id: `${phone}-${seat}`, class: kind, "data-phone": phone, "data-seat": seat, "aria-label": t("labelled", { label: name, text }),
}, text);

/** @param {HTMLElement | null} pressed */
function press(pressed) {
  if (!pressed) return;
  const seat = Number(pressed.dataset.seat);
  const { plays } = sure ?? {};
  sure = null;
  const what = pressed.dataset.phone;
  if (what === "reinvite" || what === "refree") sure = { seat, why: what };
  else if (what === "show") chosen = seat;
  else if (what === "over") act({ name: "hand_over", seat, level: plays === "person" ? null : plays });
  else if (what === "free") act({ name: "free_seat", seat });
  else if (what === "invite") {
    chosen = seat;
    act({ name: "invite", seat });
  }
  showPhones(screen);
  if (sure) byId(`keep-${sure.seat}`)?.focus();
}

// --- a code --------------------------------------------------------------------------------------------------------

const invitations = () => screen.join?.invitations ?? [];
/** @param {Seat} seat */
const invited = (seat) => invitations().some((each) => each.seat === seat);

/** @param {Player[]} players */
function showInvitation(players) {
  const invitation = invitations().find((each) => each.seat === chosen) ?? null;
  const player = /** @type {Player} */ (invitation && players.find((each) => each.seat === invitation.seat));
  const box = byId("invitation");
  box.hidden = !invitation;
  const fresh = rebuild(box, JSON.stringify([invitation, player?.name]), () => (invitation ? [
    h("h3", {}, emblem(player), h("span", {}, t("invitation_of", { name: player.name }))),
    ...ways(invitation, t("code_of", { name: player.name }), h("p", { class: "quiet" }, t("scan_how"))),
    h("div", { class: "acts" }, ...links(invitation)),
  ] : []));
  if (fresh && invitation) box.scrollIntoView({ block: "nearest" });
}

/**
 * On this machine the page is where the table's page is, whatever address the phones use.
 * @param {Invitation} invitation
 */
function links({ address: whole }) {
  const here = `/seat?lang=${known.language}${new URL(whole).hash}`;
  return [h("a", { class: "wordy", id: "open-here", href: here }, t("open_here")),
    h("a", { class: "wordy", id: "open-tab", href: here, target: "_blank", rel: "noopener" }, t("open_tab"))];
}

function showWifi() {
  const wifi = screen.join?.wifi ?? null;
  byId("wifi").hidden = !wifi;
  rebuild(byId("wifi-code"), JSON.stringify(wifi), () => (wifi
    ? [h("h3", {}, wifi.name), code(wifi.qr, t("code_of_wifi", { name: wifi.name })), h("p", { class: "quiet" }, t("wifi_how"))] : []));
}

/**
 * Only when something is different, and without taking the focus from whoever works with keys.
 * @param {HTMLElement} box
 * @param {string} key
 * @param {() => (Element | null)[]} build
 */
function rebuild(box, key, build) {
  if (box.dataset.key === key) return false;
  const focused = box.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  set(box, "data-key", key);
  box.replaceChildren(.../** @type {Element[]} */ (build().filter(Boolean)));
  if (focused) (byId(focused.id) ?? box.querySelector(`[data-seat="${focused.dataset.seat}"] button`) ?? byId("phones-title")).focus();
  return true;
}
