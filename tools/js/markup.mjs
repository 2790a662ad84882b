// Elements, attributes and words of the pages' markup that the oldest browsers that are promised do not understand:
// `node markup.mjs [folder ...]`.
//
// What is on the list `HARMLESS` may be missing. A page for older ones says so in its first comment, as "(Chrome 79)". Exit code 1.

import { readFileSync } from "node:fs";
import { beneath, complaint, data, floorOf, lacking, tell } from "./support.mjs";

/** Markup without which a page is as useful, and what is different then. */
const HARMLESS = new Map([
  ["link rel=modulepreload", "a module is fetched when it is imported"],
  ["link rel=icon", "Safari on a phone shows a letter"],
  ["meta name=theme-color", "the browser's own bar has its usual colour"],
  ["meta name=viewport", "only phones need it"],
  ["input autocapitalize", "only keyboards on a screen do that"],
]);
const TAG = /<([a-z][a-z0-9]*)((?:\s+[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const { elements, global_attributes: everywhere } = data.html;

const wrong = [];

/** @param {string} file */
function look(file) {
  const text = readFileSync(file, "utf8");
  const floor = floorOf(text);
  const plain = text.replace(/\{#[\s\S]*?#\}|\{%[\s\S]*?%\}|\{\{[\s\S]*?\}\}/g, (told) => told.replace(/[^\n]/g, told.startsWith("{{") ? "_" : " "));
  for (const tag of plain.matchAll(TAG)) {
    const line = plain.slice(0, tag.index).split("\n").length;
    for (const [what, compat] of asked(tag[1].toLowerCase(), tag[2])) {
      const browsers = compat && !HARMLESS.has(what) ? lacking(compat.support, { floor, partly: true }) : [];
      if (browsers.length) wrong.push(complaint(file, line, what, browsers, floor));
    }
  }
}

/** What a tag needs: its words, and what the data says of each. */
function* asked(tag, attributes) {
  const element = elements[tag];
  yield [`<${tag}>`, element?.__compat];
  for (const [, name, ...said] of attributes.matchAll(ATTRIBUTE)) {
    const known = element?.[name] ?? everywhere[name], value = said.find((each) => each !== undefined) ?? "";
    yield [`${tag} ${name}`, known?.__compat];
    for (const word of value.split(/\s+/)) yield [`${tag} ${name}=${word}`, (known?.[word] ?? element?.[`${name}_${word}`])?.__compat];
  }
}

for (const file of beneath(process.argv.slice(2), ["web/templates", "hub/templates", "games"], ".html")) look(file);
tell(wrong);
