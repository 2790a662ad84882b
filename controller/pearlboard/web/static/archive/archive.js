// The finished games: whoever is the host, or looks after the table, gives them names or takes them out of the archive.
//
// Who may, the table says: by the line on which it knows the host's device, or by the operator's token of this tab.

import { Connection } from "../live/connection.js";
import { deviceKey } from "../live/device.js";
import { around, byId, write } from "../shared/dom.js";
import { passing } from "../shared/storage.js";
import { known, refusalOf, t } from "../shared/texts.js";

const OPERATOR = "pearlboard-operator";
const token = passing.getItem(OPERATOR);
const table = new Connection(`/ws?lang=${known.language}`, {
  token: deviceKey(), onScreen: (screen) => offer(token !== null || Boolean(screen.join)), onFrame: () => {},
  onState: (state) => { if (state !== "connected" && token === null) offer(false); },
  onRefusal: complain, onRefused: () => offer(false),
});
/** The game that a dialog asks about. */
let asked = 0;

/** @param {boolean} may */
function offer(may) {
  for (const box of document.querySelectorAll("[data-host]")) box.hidden = !may;
}

/** @param {string} sentence */
function complain(sentence) {
  write(byId("refusal"), sentence);
}

/**
 * The operator's word goes with the token; the host's by the line.
 * @param {Command} command
 * @returns {Promise<Reply | null>}
 */
async function send(command) {
  if (token === null) return table.send(command, { version: null });
  const id = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const answer = await fetch(`/api/command?lang=${known.language}`, {
    method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ type: "command", id, command }),
  });
  const refused = { ok: false, sentence: t("operator_wrong"), version: 0, saved_version: 0 };
  return answer.status === 401 || answer.status === 403 ? refused : answer.json();
}

// What is done shows in the page as the table writes it.
/** @param {Command} command */
async function ask(command) {
  const reply = await send(command).catch(() => null);
  if (reply?.ok) location.reload();
  else complain(refusalOf(reply));
}

/** @param {HTMLElement} button */
function rename({ dataset }) {
  asked = Number(dataset.number);
  byId("called").value = dataset.called ?? "";
  open(byId("rename"), dataset.said ?? "");
  byId("called").select();
}

/** @param {HTMLElement} button */
function remove({ dataset }) {
  asked = Number(dataset.number);
  open(byId("delete"), dataset.said ?? "");
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {string} game
 */
function open(dialog, game) {
  complain("");
  dialog.returnValue = "no";
  write(/** @type {Element} */ (dialog.querySelector("[data-game]")), game);
  dialog.showModal();
}

byId("games").addEventListener("click", (event) => {
  const button = around(event, "button[data-do]");
  if (button) (button.dataset.do === "rename" ? rename : remove)(button);
});
byId("rename").addEventListener("close", () => {
  if (byId("rename").returnValue === "yes") ask({ name: "rename_game", number: asked, title: byId("called").value });
});
byId("delete").addEventListener("close", () => {
  if (byId("delete").returnValue === "yes") ask({ name: "delete_game", number: asked });
});
if (token !== null) offer(true);
table.open();
