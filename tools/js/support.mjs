// The oldest browsers that are promised, and what browser-compat-data says that one of them lacks; the complaints of the
// programs that look for it.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const here = path.dirname(fileURLToPath(import.meta.url));
export const data = JSON.parse(readFileSync(path.join(here, "node_modules/@mdn/browser-compat-data/data.json"), "utf8"));
export const FLOOR = { safari: 16.4, safari_ios: 16.4, firefox: 115, chrome: 109, edge: 109 };

/** Those of the browsers that lack it, or have it by another name. `partly`: to have some of it is enough. */
export function lacking(supported, { floor = FLOOR, partly = false } = {}) {
  return Object.entries(floor).filter(([browser, oldest]) => {
    const own = [supported[browser] ?? []].flat().filter((each) => !each.flags && !each.prefix && !each.alternative_name);
    return !(partly ? own : own.slice(0, 1)).some(({ version_added: since }) =>
      since === true || (typeof since === "string" && since !== "preview" && parseFloat(since.replace("≤", "")) <= oldest));
  }).map(([browser]) => browser);
}

/** The browsers for which a text is written: those that are promised, or older ones that its first comment names, as "(Chrome 79)". */
export function floorOf(text) {
  const older = /^(?:\/\*|\{#)[\s\S]*?\(Chrome (\d+)\)[\s\S]*?(?:\*\/|#\})/.exec(text);
  return older ? { chrome: Number(older[1]) } : FLOOR;
}

/** The line of a complaint: what is missing in which of the browsers. */
export const complaint = (file, line, what, browsers, floor = FLOOR) =>
  `${path.relative(process.cwd(), file)}:${line}: ${what} is missing in ${browsers.map((each) => `${each} ${floor[each]}`).join(", ")}`;

/** Print the complaints, each once; with any, the program ends with exit code 1. */
export function tell(complaints) {
  for (const each of new Set(complaints)) process.stdout.write(`${each}\n`);
  process.exitCode = complaints.length ? 1 : 0;
}

/** The files of these folders that end so; without folders, of those of the program. */
export function beneath(folders, own, ending) {
  const all = folders.length ? folders : own.map((name) => path.resolve(here, "../../controller/pearlboard", name));
  return all.flatMap((folder) => readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name)));
}
