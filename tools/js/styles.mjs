// Parts of the pages' styles that the oldest browsers that are promised do not understand: `node styles.mjs [folder ...]`.
//
// Properties, their words, functions, units, selectors, at-rules and what media are asked for. What stands after an older way to
// say the same (`height: 100vh; height: 100dvh`) or within `@supports` may be missing; so may what is on the list `HARMLESS`, and
// that for which a script of ours stands in. What is named after a `:has(…)` must be named: in `a:has(b) > *` it can be anything, and
// browsers style the whole page anew whenever anything at all is added to it.
// A sheet for older ones says so in its first comment, as "(Chrome 79)". Exit code 1.

import { readFileSync } from "node:fs";
import path from "node:path";
import { find, generate, parse, walk } from "css-tree";
import { FLOOR, beneath, complaint, data, floorOf, lacking, tell } from "./support.mjs";

/** Without these a page is as useful, and looks nearly the same. */
const HARMLESS = new Map([
  ["text-wrap", "lines break less evenly"],
  ["scrollbar-width", "a scroll bar is as wide as ever"],
  ["scrollbar-gutter", "a page is narrower by a scroll bar"],
  ["user-select", "Safari has it with a prefix, which stands beside it"],
  ["hyphens", "long words break without a hyphen"],
  ["cursor", "a finger has none"],
  ["font-family", "another of the list is taken"],
  ["overflow-anchor", "Safari without it holds nothing in its place anyway"],
]);
/** Selectors for which something else stands in. */
const STANDS_IN = new Map([["has", "shared/has.js"]]);
/** Units by what the data calls them. */
const UNITS = { dvh: "viewport_percentage_units_dynamic", dvw: "viewport_percentage_units_dynamic", svh: "viewport_percentage_units_small", svw: "viewport_percentage_units_small",
  lvh: "viewport_percentage_units_large", cqw: "container_query_length_units", cqh: "container_query_length_units", cqi: "container_query_length_units", cqb: "container_query_length_units",
  cqmin: "container_query_length_units", cqmax: "container_query_length_units" };
const { properties, selectors, types, "at-rules": rules } = data.css;

const wrong = [];

/** @param {string} file */
function look(file) {
  const text = readFileSync(file, "utf8");
  const floor = floorOf(text);
  const complain = (node, what, compat) => {
    const browsers = compat ? lacking(compat.support, { floor, partly: true }) : [];
    if (browsers.length) wrong.push(complaint(file, node.loc.start.line, what, browsers, floor));
    return browsers.length > 0;
  };
  const sheet = parse(text, { positions: true, onParseError: (error) => wrong.push(`${path.relative(process.cwd(), file)}:${error.line}: ${error.message}`) });
  walk(sheet, { visit: "Rule", enter(rule) {
    if (rule.block && find(rule.block, ({ type }) => type === "Rule" || type === "NestingSelector")) complain(rule, "nesting", selectors.nesting?.__compat);
  } });
  walk(sheet, { visit: "Selector", enter(selector) {
    if (hangsOnAnything(selector)) wrong.push(`${path.relative(process.cwd(), file)}:${selector.loc.start.line}: ${generate(selector)}: name what stands last`);
  } });
  walk(sheet, function (node) {
    if (node.type === "Atrule") atrule(node, complain);
    else if (node.type === "PseudoClassSelector") {
      if (floor !== FLOOR || !STANDS_IN.has(node.name)) complain(node, `:${node.name}`, selectors[node.name]?.__compat);
    } else if (node.type === "PseudoElementSelector") complain(node, `::${node.name}`, selectors[node.name]?.__compat);
    else if (node.type === "AttributeSelector" && node.flags) complain(node, "[… i]", selectors.attribute?.case_insensitive_modifier?.__compat);
    else if (node.type === "Declaration" && !this.atrule?.name.includes("supports")) declaration(node, this.block, complain, floor);
  });
}

/** Whether a selector says `:has(…)` of something around its subject, and of its subject neither tag nor class, attribute or id. */
function hangsOnAnything(selector) {
  const parts = selector.children.toArray();
  const last = parts.findLastIndex(({ type }) => type === "Combinator") + 1;
  const has = (part) => part.type === "PseudoClassSelector" && (part.name === "has" || (part.children && find(part, (each) => each !== part && has(each))));
  const named = (part) => /^(Class|Id|Attribute)Selector$/.test(part.type) || (part.type === "TypeSelector" && part.name !== "*")
    || (part.type === "PseudoClassSelector" && /^(is|where)$/.test(part.name));
  return parts.slice(0, last).some(has) && !parts.slice(last).some(named);
}

function atrule(node, complain) {
  complain(node, `@${node.name}`, rules[node.name]?.__compat);
  if (node.name !== "media" || !node.prelude) return;
  const media = rules.media;
  walk(node.prelude, (each) => {
    if (each.type === "Feature") complain(node, each.name, media[each.name]?.__compat);
    if (each.type === "FeatureRange") complain(node, "a range", media.range_syntax?.__compat);
  });
}

/** What was said of the same property before, in words that are older, counts where this one does not. */
function declaration(node, block, complain, floor) {
  const { property } = node;
  if (property.startsWith("--") || property.startsWith("-") || HARMLESS.has(property)) return values(node, "--", complain);
  const spoken = block?.children.toArray() ?? [];
  const before = spoken.slice(0, spoken.indexOf(node)).filter((each) => each.type === "Declaration" && each.property === property);
  if (before.length && understood(before.at(-1), floor)) return undefined;
  if (!complain(node, property, properties[property]?.__compat)) values(node, property, complain);
  if (property === "gap" && find(block, (each) => each.type === "Declaration" && each.property === "display" && /flex/.test(generate(each.value)))) complain(node, "gap between flex items", properties.gap.flex_context?.__compat);
  return undefined;
}

/** Whether every one of the browsers understands a declaration. */
function understood(node, floor) {
  let all = true;
  const notice = (_, __, compat) => {
    if (compat && lacking(compat.support, { floor, partly: true }).length) all = false;
    return !all;
  };
  if (!notice(node, "", properties[node.property]?.__compat)) values(node, node.property, notice);
  return all;
}

function values(node, property, complain) {
  walk(node.value, (each) => {
    if (each.type === "Function") complain(node, `${each.name}()`, types[each.name]?.__compat ?? types.color[each.name]?.__compat);
    if (each.type === "Dimension") complain(node, each.unit, types.length[UNITS[each.unit] ?? each.unit]?.__compat);
    if (each.type === "Identifier") complain(node, `${property}: ${each.name}`, properties[property]?.[each.name]?.__compat);
  });
}

for (const file of beneath(process.argv.slice(2), ["web/static", "hub/static", "games"], ".css")) look(file);
tell(wrong);
