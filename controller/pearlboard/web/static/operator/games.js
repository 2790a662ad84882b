// The games as a file: fetched, and put back.

import { byId, write } from "../shared/dom.js";
import { save } from "../shared/share.js";
import { t } from "../shared/texts.js";
import { waitAnew } from "./anew.js";
import { really } from "./asked.js";
import { attempt, fetched, operate, refusalOf } from "./asking.js";
import { sendFile } from "./sending.js";

async function fetchGames() {
  const button = byId("fetch");
  if (button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  write(byId("fetched"), "");
  write(byId("not-fetched"), "");
  await attempt(async () => {
    const answer = await fetched("/api/backup");
    if (answer.ok) {
      const name = answer.headers.get("Content-Disposition")?.match(/filename="(.+)"/)?.[1] ?? "";
      save(new File([await answer.blob()], name));
      write(byId("fetched"), t("operator_fetched", { name }));
    } else {
      const { sentence, error } = await answer.json();
      write(byId("not-fetched"), sentence ?? error ?? "");
    }
  });
  button.removeAttribute("aria-busy");
}

// --- putting back --------------------------------------------------------------------------------------------------------

/** Which choice of a file is the latest. */
let chosen = 0;

/** @param {Record<string, string>} said by the name of its place */
function tell(said) {
  for (const place of ["said", "lacks", "refused"]) write(byId(`back-${place}`), said[place] ?? "");
}

async function choose() {
  const file = byId("back-file").files?.[0], choice = ++chosen;
  byId("back-now").hidden = true;
  tell({});
  if (!file) return;
  const answer = await attempt(async () => {
    const sent = await sendFile("/api/restore", file, (value) => tell({ said: t("care_back_sent", { value }) }), () => choice === chosen);
    if (!sent.ok || choice !== chosen) return sent;
    tell({ said: t("care_back_looking") });
    return operate({ do: "look_through" });
  });
  if (choice !== chosen) return;
  if (!answer?.ok) return tell({ refused: refusalOf(answer) });
  const { games, here, lacks, warning } = answer.sent;
  tell({ said: t("care_back_found", { games, here }), lacks: lacks ? warning : "" });
  byId("back-now").hidden = false;
}

async function putBack() {
  if (!await really(t("care_back_sure"), byId("back-lacks").textContent ?? "")) return;
  const answer = await operate({ do: "restore", sure: byId("back-lacks").textContent !== "" });
  if (answer?.ok) waitAnew(answer.run);
  else if (answer) tell({ refused: refusalOf(answer) });
}

export function openGames() {
  for (const id of /** @type {const} */ (["fetched", "not-fetched"])) write(byId(id), "");
  tell({});
  byId("back-now").hidden = true;
  byId("back-file").value = "";
}

byId("back-file").addEventListener("change", choose);
byId("back-now").addEventListener("click", putBack);

byId("fetch").addEventListener("click", fetchGames);
