// The games as a file.

import { byId, write } from "../shared/dom.js";
import { save } from "../shared/share.js";
import { t } from "../shared/texts.js";
import { attempt, fetched } from "./asking.js";

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

export function openGames() {
  for (const id of /** @type {const} */ (["fetched", "not-fetched"])) write(byId(id), "");
}

byId("fetch").addEventListener("click", fetchGames);
