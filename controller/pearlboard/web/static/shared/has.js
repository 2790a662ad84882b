// For browsers whose style sheets do not know `:has()` (Firefox before 121); no other loads this.
//
// The sheets are read as text. Every rule with `:has(…)` is said once more with an attribute in its place, of the same weight, and
// whatever changes in the page, the elements that have such a thing in them get the attribute, and others lose it.

/** @typedef {{ name: string, subject: string, inside: string }} Mark an attribute, who may get it, and what they then have in them */

/** @type {Mark[]} */
const marks = [];
/** @type {Set<string>} */
const read = new Set();

/**
 * Where the bracket that is opened there is closed, and one further.
 * @param {string} text
 * @param {number} from
 * @param {string} pair
 */
function closing(text, from, [open, close]) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === open) depth += 1;
    else if (text[at] === close && (depth -= 1) === 0) return at + 1;
  }
  return text.length;
}

/**
 * The selectors of a list: it is split at commas that stand in no bracket.
 * @param {string} list
 */
function split(list) {
  const parts = [""];
  let depth = 0;
  for (const letter of list) {
    depth += Number(/[([]/.test(letter)) - Number(/[)\]]/.test(letter));
    if (letter === "," && !depth) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/**
 * How much a selector weighs: ids; classes, attributes and states; types. Of a list, its heaviest.
 * @param {string} selector
 * @returns {[number, number, number]}
 */
function weight(selector) {
  return split(selector).map((each) => {
    /** @type {[number, number, number]} */
    const sum = [0, 0, 0];
    let rest = each;
    for (let at = rest.search(/:(?:is|not|has)\(/); at >= 0; at = rest.search(/:(?:is|not|has)\(/)) {
      const from = rest.indexOf("(", at), to = closing(rest, from, "()");
      weight(rest.slice(from + 1, to - 1)).forEach((value, index) => { sum[index] += value; });
      rest = rest.slice(0, at) + rest.slice(to);
    }
    rest = rest.replace(/\[[^\]]*\]|:[\w-]+(?:\([^)]*\))?|\.[\w-]+/g, () => { sum[1] += 1; return ""; }).replace(/#[\w-]+/g, () => { sum[0] += 1; return ""; });
    sum[2] += rest.match(/[a-z][\w-]*/gi)?.length ?? 0;
    return sum;
  }).reduce((one, other) => (one[0] - other[0] || one[1] - other[1] || one[2] - other[2]) > 0 ? one : other);
}

/**
 * The subject of a `:has()`: what stands before it, without a space between.
 * @param {string} before
 */
function subjectOf(before) {
  const text = before.replace(/(?::(?:not|is)\()+$/, "");
  let at = text.length;
  for (let depth = 0; at > 0; at -= 1) {
    const letter = text[at - 1];
    if (/[)\]]/.test(letter)) depth += 1;
    else if (depth && /[([]/.test(letter)) depth -= 1;
    else if (!depth && /[\s>+~,([]/.test(letter)) break;
  }
  let own = text.slice(at);
  for (let from = own.indexOf(":has("); from >= 0; from = own.indexOf(":has(")) own = own.slice(0, from) + own.slice(closing(own, from, "()"));
  return own || "*";
}

/**
 * A selector with attributes in place of `:has(…)`.
 * @param {string} selector
 * @returns {string}
 */
function said(selector) {
  const at = selector.lastIndexOf(":has(");
  if (at < 0) return selector;
  const to = closing(selector, at + 4, "()"), inside = selector.slice(at + 5, to - 1).trim();
  const name = `data-has-${marks.length}`;
  marks.push({ name, subject: subjectOf(selector.slice(0, at)), inside });
  const [ids, classes, kinds] = weight(inside);
  return said(`${selector.slice(0, at)}:where([${name}])${":not(#_)".repeat(ids)}${":not(._)".repeat(classes)}${":not(_)".repeat(kinds)}${selector.slice(to)}`);
}

/**
 * The rules of a sheet that say `:has(`, in other words.
 * @param {string} text
 * @returns {string}
 */
function translated(text) {
  let found = "";
  for (let at = 0, brace = text.indexOf("{"); brace >= 0; brace = text.indexOf("{", at)) {
    const to = closing(text, brace, "{}"), prelude = text.slice(at, brace).trim(), body = text.slice(brace + 1, to - 1);
    at = to;
    if (/^@(?:media|supports|container|layer)/.test(prelude)) {
      const within = translated(body);
      if (within) found += `${prelude}{${within}}`;
    } else if (!prelude.startsWith("@") && prelude.includes(":has(")) found += `${said(prelude)}{${body}}`;
  }
  return found;
}

/** @param {Mark} mark */
function apply({ name, subject, inside }) {
  const beside = /^[~+]/.test(inside);
  for (const element of document.querySelectorAll(subject)) {
    const has = beside ? isBeside(element, inside) : element.querySelector(split(inside).map((each) => `:scope ${each}`).join()) !== null;
    if (element.hasAttribute(name) !== has) element.toggleAttribute(name, has);
  }
}

/**
 * @param {Element} element
 * @param {string} inside such as `~ .other`
 */
function isBeside(element, inside) {
  for (let next = element.nextElementSibling; next; next = inside[0] === "+" ? null : next.nextElementSibling) if (next.matches(inside.slice(1))) return true;
  return false;
}

const look = () => marks.forEach(apply);

/** Sheets come with the page, and with the games. */
async function readSheets() {
  for (const link of document.querySelectorAll("link[rel=stylesheet]")) await readSheet(/** @type {HTMLLinkElement} */ (link).href);
  look();
}

/** @param {string} address once; first what it imports */
async function readSheet(address) {
  if (read.has(address)) return;
  read.add(address);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const text = (await answer.text()).replace(/\/\*[\s\S]*?\*\//g, "");
  for (const [, other] of text.matchAll(/@import "([^"]+)";/g)) await readSheet(new URL(other, address).href);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(translated(text.replace(/@import[^;]*;/g, "")));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

new MutationObserver((changes) => {
  if (changes.some(({ attributeName }) => !attributeName?.startsWith("data-has-"))) look();
}).observe(document, { subtree: true, childList: true, attributes: true });
new MutationObserver(readSheets).observe(document.head, { childList: true });
for (const event of ["change", "input", "focusin", "focusout"]) document.addEventListener(event, look, { passive: true });
readSheets();

export {};
