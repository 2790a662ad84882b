// A take-back that others have to agree to: who asks, who agreed, and what this page may say for those who sit at it.

import { byId, h, write } from "../shared/dom.js";
import { emblem } from "../shared/players.js";
import { list, t } from "../shared/texts.js";

const box = byId("proposal");

/**
 * Once somebody has done something else, nobody is asked about what was done before.
 * @param {Pick<Screen, "undo">} screen
 */
function forgetUndo({ undo }) {
  const dialog = byId("undo");
  if (dialog.open && undo !== byId("undo-text").textContent) dialog.close("no");
}

/**
 * A take-back that would undo what somebody has confirmed is asked about first; one that takes up a draft is not.
 * @param {Pick<Screen, "undo">} screen
 * @param {() => unknown} takeBack
 */
export function askUndo({ undo }, takeBack) {
  if (!undo) {
    takeBack();
    return;
  }
  const dialog = byId("undo");
  write(byId("undo-text"), undo);
  dialog.returnValue = "no";
  dialog.addEventListener("close", () => { if (dialog.returnValue === "yes") takeBack(); }, { once: true });
  dialog.showModal();
}

/**
 * A page that asks for the host's part waits for the consent of whoever may give it.
 * @param {Pick<Screen, "host">} screen
 */
export function showClaim({ host: { claim } }) {
  byId("claim").hidden = !claim;
  write(byId("claim-text"), claim?.text ?? "");
  byId("claim-acts").hidden = !claim?.may_consent;
}

/**
 * `may`: whether this page may agree, and if not for its own player, for whom; whether it may refuse, and whether it is the one that asks.
 * @param {Pick<Screen, "take_back" | "match" | "undo">} screen
 * @param {{ agree: boolean, refuse: boolean, mine?: boolean, speaksFor?: Player[] }} may
 */
export function showProposal(screen, may) {
  const { take_back: asked, match } = screen;
  forgetUndo(screen);
  box.hidden = !asked;
  if (!asked) return;
  write(byId("proposal-text"), asked.text);
  const row = (/** @type {Seat} */ seat, /** @type {string} */ state) => {
    const player = /** @type {Player} */ (match?.players.find((each) => each.seat === seat));
    return h("li", { class: state }, emblem(player), h("b", {}, player.name), h("span", { class: "quiet" }, t(`proposal_${state}`)));
  };
  byId("proposal-seats").replaceChildren(...asked.agreed.map((seat) => row(seat, "agreed")), ...asked.open.map((seat) => row(seat, "open")));
  const names = (may.speaksFor ?? []).filter(({ seat }) => asked.open.includes(seat)).map(({ name }) => name);
  byId("do-agree_take_back").hidden = !may.agree;
  write(byId("do-agree_take_back"), names.length ? t("agree_take_back_for", { names: list(names) }) : t("agree_take_back"));
  byId("do-refuse_take_back").hidden = !may.refuse;
  write(byId("do-refuse_take_back"), t(may.mine ? "withdraw_take_back" : "refuse_take_back"));
}
