// The password of this page: chosen, or changed, in one dialog; and asked for before the table leaves its own Wi-Fi.

import { byId, write } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { operate, refusalOf } from "./asking.js";

let chosen = false;
/** Somebody goes on without one, and is not asked again. */
let without = false;

/** @param {boolean} has whether the table has one */
export function knowPassword(has) {
  chosen = has;
  byId("pass-none").hidden = has;
  byId("pass-choose").hidden = false;
  write(byId("pass-none-said"), t("pass_none"));
  show();
}

function show() {
  write(byId("pass-state"), t(chosen ? "pass_is_chosen" : "pass_none"));
  write(byId("pass-change"), t(chosen ? "pass_change" : "pass_choose"));
}

/** Before the table leaves its own Wi-Fi: whether it may, for there is a password now, or somebody goes without. */
export async function passwordBefore() {
  if (chosen || without) return true;
  const said = await ask(true);
  without = said === "without";
  return said !== "";
}

/**
 * "kept", "without" one, or "" if nothing was decided.
 * @param {boolean} before the table leaves
 * @returns {Promise<string>}
 */
function ask(before) {
  const dialog = byId("pass");
  write(byId("pass-title"), t(before ? "pass_first" : chosen ? "pass_change" : "pass_choose"));
  write(byId("pass-leave"), t(before ? "pass_go_without" : "net_leave"));
  byId("pass-before").hidden = byId("pass-without").hidden = !before;
  write(byId("pass-wrong"), "");
  byId("pass-word").value = "";
  byId("pass-see").checked = false;
  byId("pass-word").type = "password";
  dialog.returnValue = "";
  dialog.showModal();
  byId("pass-word").focus();
  byId("pass-leave").onclick = () => dialog.close(before ? "without" : "");
  return new Promise((resolve) => {
    dialog.onclose = () => {
      byId("pass-word").value = "";
      resolve(dialog.returnValue);
    };
  });
}

async function keep() {
  write(byId("pass-wrong"), "");
  byId("pass-keep").disabled = true;
  const answer = await operate({ do: "password", values: { new: byId("pass-word").value } });
  byId("pass-keep").disabled = false;
  if (answer && !answer.ok) {
    write(byId("pass-wrong"), refusalOf(answer));
    return byId("pass-word").focus();
  }
  if (answer?.ok) chosen = true;
  byId("pass").close(answer?.ok ? "kept" : "");
}

/** By hand, from wherever it is offered. */
async function choose() {
  if (await ask(false) !== "kept") return;
  byId("pass-choose").hidden = true;
  write(byId("pass-none-said"), t("pass_is_kept"));
  show();
  write(byId("pass-state"), t("pass_is_kept"));
}

/**
 * Whether what is typed can be read.
 * @param {HTMLInputElement} see
 * @param {HTMLInputElement} field
 */
export const letSee = (see, field) => see.addEventListener("change", () => { field.type = see.checked ? "text" : "password"; });

letSee(byId("pass-see"), byId("pass-word"));
byId("pass-form").addEventListener("submit", (event) => {
  event.preventDefault();
  keep();
});
for (const id of /** @type {const} */ (["pass-choose", "pass-change"])) byId(id).addEventListener("click", choose);
