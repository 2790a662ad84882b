// The table's voice, beside its settings: a sentence to hear them by before anything is saved.

import { h, write } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { operate } from "./asking.js";

/** @param {() => Record<string, string>} changes what was typed and is not saved */
export function voiceTools(changes) {
  const said = h("p", { id: "voice-said", class: "quiet", role: "status" });
  return [h("p", {}, h("button", { type: "button", id: "voice-try", onclick: attempt }, t("care_voice_try"))), said];

  async function attempt() {
    const values = Object.fromEntries(Object.entries(changes()).filter(([key]) => key.startsWith("voice.")));
    const answer = await operate({ do: "say_something", values });
    const wrong = Object.values(answer?.wrong ?? {})[0];
    write(said, answer?.voice?.sentence ?? wrong ?? answer?.sentence ?? "");
    said.className = answer?.voice?.well ? "quiet" : "refusal";
  }
}
