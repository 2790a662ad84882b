// The broker of a smart home, beside its settings: looked for in the network, and tried before anything is saved.

import { h, write } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { operate } from "./asking.js";

/**
 * @param {() => Record<string, string>} changes what was typed and is not saved
 * @param {(key: string, value: string) => void} fill types a value into a field
 */
export function homeTools(changes, fill) {
  const said = h("p", { id: "home-said", class: "quiet", role: "status" });
  const found = h("p", { id: "home-found" });
  return [
    h("p", {}, h("button", { type: "button", id: "home-find", onclick: find }, t("care_home_find")), " ",
      h("button", { type: "button", id: "home-try", onclick: attempt }, t("care_home_try"))),
    found, said,
  ];

  async function attempt() {
    const values = Object.fromEntries(Object.entries(changes()).filter(([key]) => key.startsWith("home.")));
    const answer = await operate({ do: "home_try", values });
    const wrong = Object.values(answer?.wrong ?? {})[0];
    write(said, answer?.home?.sentence ?? wrong ?? answer?.sentence ?? "");
    said.className = answer?.home?.well ? "quiet" : "refusal";
  }

  async function find() {
    const answer = await operate({ do: "home" });
    /** @type {{ broker: string, port: string, tls: string }[]} */
    const brokers = answer?.brokers ?? [];
    said.className = "quiet";
    write(said, brokers.length ? "" : t("care_home_none"));
    found.replaceChildren(...brokers.map((each) => h("button", { type: "button", onclick: () => {
      for (const [name, value] of Object.entries(each)) fill(`home.${name}`, value);
    } }, t("care_home_found", { broker: each.broker, port: each.port }))));
  }
}
