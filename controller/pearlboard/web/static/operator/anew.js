// The program, or the machine, starts anew: the page waits, and shows how the table is when it has come back.

import { byId, write } from "../shared/dom.js";
import { passing } from "../shared/storage.js";
import { t } from "../shared/texts.js";
import { operate, post, refusalOf } from "./asking.js";

export const VIEW = "pearlboard-operator-view";
const LOOK_MS = 1000;
const LONG_MS = 60000;

/**
 * Let the program start anew, or say in `place` why it does not.
 * @param {Element} place
 * @param {"restart" | "use_pico"} [deed] what is asked for that
 */
export async function restart(place, deed = "restart") {
  const answer = await operate({ do: deed });
  write(place, refusalOf(answer));
  if (answer?.ok) waitAnew(answer.run);
}

/**
 * @param {string | undefined} run the run of the program that ends now
 * @param {string} [farewell] what is said instead where nobody starts it again
 */
export function waitAnew(run, farewell) {
  const veil = byId("anew"), began = Date.now();
  write(byId("anew-said"), farewell ?? t("care_restarting"));
  veil.showModal();
  const look = async () => {
    try {
      const answer = await post("/api/operator", { do: "settings" });
      if (answer.ok && answer.run !== run) {
        passing.removeItem(VIEW);
        return location.reload();
      }
    } catch {
      if (!farewell && Date.now() - began > LONG_MS) write(byId("anew-said"), t("care_long"));
    }
    return setTimeout(look, LOOK_MS);
  };
  setTimeout(look, LOOK_MS);
}
