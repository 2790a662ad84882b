// The switch: of the program, and of the machine that it runs on.

import { around, byId, write } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { restart, waitAnew } from "./anew.js";
import { really } from "./asked.js";
import { operate, refusalOf } from "./asking.js";

export async function openPower() {
  write(byId("power-refused"), "");
  const answer = await operate({ do: "machine" });
  if (!answer?.ok) return;
  write(byId("machine-problem"), answer.machine.problem ?? "");
  byId("switches").hidden = answer.machine.problem !== null;
}

/** @param {"poweroff" | "reboot"} deed */
async function flip(deed) {
  write(byId("power-refused"), "");
  if (!await really(t(`care_sure_${deed}`))) return;
  let answer = await operate({ do: deed });
  if (answer?.error === "game_is_on") {
    if (!await really(t(`care_sure_${deed}`), answer.sentence)) return;
    answer = await operate({ do: deed, sure: true });
  }
  if (answer?.ok) waitAnew(answer.run, deed === "poweroff" ? t("care_off_now") : undefined);
  else write(byId("power-refused"), refusalOf(answer));
}

byId("restart-program").addEventListener("click", () => restart(byId("power-refused")));
byId("switches").addEventListener("click", (event) => {
  const deed = around(event, "button[data-deed]")?.dataset.deed;
  if (deed === "poweroff" || deed === "reboot") flip(deed);
});
