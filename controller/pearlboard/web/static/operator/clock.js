// The table hears what time it is here: a card that never met a network knows it only roughly.

import { byId, write } from "../shared/dom.js";
import { operate, refusalOf } from "./asking.js";

export async function tellClock() {
  const answer = await operate({ do: "clock", values: { now: String(Math.floor(Date.now() / 1000)) } });
  write(byId("clock-said"), answer?.clock ?? refusalOf(answer));
}
