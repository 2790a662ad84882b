// Which release of the program runs, and how another one takes its place. While it does, the table is away for a moment.

import { byId, write } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { really } from "./asked.js";
import { attempt, operate, post, refusalOf } from "./asking.js";
import { sendFile } from "./sending.js";

/**
 * @typedef {{ problem: string | null, newer: string | null, current: string | null, back: string | null, working: boolean,
 *   outcome: string | null, said: string | null, would_put_aside: boolean }} Updates
 */

const LOOK_MS = 2000;
let timer = 0;
/** The run of the program that was asked: another one needs the page anew.
 * @type {string | undefined} */
let run;
/** Which release the way back leads to. */
let before = "";

export async function openUpdates() {
  write(byId("upd-refused"), "");
  byId("upd-file").value = "";
  const answer = await operate({ do: "updates" });
  if (answer) tell(answer);
}

export function closeUpdates() {
  clearTimeout(timer);
}

/** @param {import("./asking.js").Answer} answer */
function tell(answer) {
  if (!answer.ok) return write(byId("upd-refused"), refusalOf(answer));
  run ??= answer.run;
  if (answer.run !== run) return location.reload();
  return show(/** @type {Updates} */ (answer.updates));
}

/** @param {Updates} now */
function show({ problem, newer, current, back, working, outcome, said, would_put_aside }) {
  before = back ?? "";
  write(byId("upd-current"), current ? t("upd_current", { version: current }) : "");
  write(byId("upd-said"), working ? t("upd_working") : outcome ?? "");
  write(byId("upd-root"), working ? "" : said ?? "");
  write(byId("upd-problem"), problem ?? "");
  byId("upd-here").hidden = problem !== null || working;
  write(byId("upd-nowhere"), newer ?? "");
  byId("upd-nowhere").hidden = newer === null;
  byId("upd-hold").hidden = byId("upd-look").hidden = newer !== null;
  byId("upd-before").hidden = !before;
  byId("upd-anyway").hidden = !would_put_aside;
  write(byId("upd-before-hold"), t("upd_before_hold", { version: before }));
  if (working) watch();
}

/** Look again in a moment; whoever is away is starting anew. */
function watch() {
  closeUpdates();
  timer = setTimeout(async () => {
    try {
      tell(await post("/api/operator", { do: "updates" }));
    } catch {
      write(byId("upd-said"), t("upd_away"));
      watch();
    }
  }, LOOK_MS);
}

/** @param {"update" | "sent" | "back" | "back-anyway"} wish */
async function wishFor(wish) {
  const answer = await operate({ do: wish });
  write(byId("upd-refused"), refusalOf(answer));
  if (!answer?.ok) return;
  run = answer.run;
  byId("upd-here").hidden = true;
  write(byId("upd-said"), t("upd_working"));
  write(byId("upd-root"), "");
  watch();
}

/** @param {"back" | "back-anyway"} wish */
async function goBack(wish) {
  if (await really(t(wish === "back" ? "upd_back_sure" : "upd_anyway_sure", { version: before }))) wishFor(wish);
}

async function choose() {
  const file = byId("upd-file").files?.[0];
  if (!file) return;
  write(byId("upd-refused"), "");
  const answer = await attempt(() => sendFile("/api/release", file, (value) => write(byId("upd-said"), t("care_back_sent", { value }))));
  if (file !== byId("upd-file").files?.[0]) return;
  byId("upd-file").value = "";
  if (answer?.ok) return wishFor("sent");
  write(byId("upd-said"), "");
  write(byId("upd-refused"), refusalOf(answer));
}

byId("upd-look").addEventListener("click", () => wishFor("update"));
byId("upd-back").addEventListener("click", () => goBack("back"));
byId("upd-anyway").addEventListener("click", () => goBack("back-anyway"));
byId("upd-file").addEventListener("change", choose);
