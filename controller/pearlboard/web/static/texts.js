// The labels of the page's language, and what else the server said about itself when it wrote the page.

export const known = JSON.parse(document.getElementById("known").textContent);

export function t(name, parameters = {}) {
  const entry = known.words[name];
  if (entry === undefined) throw new Error(`no label ${name}`);
  const template = typeof entry === "string" ? entry : entry[number(parameters.count)];
  return template.replace(/\{(\w+)\}/g, (_, key) => String(parameters[key]));
}

function number(count) {
  return count === 1 || (count === 0 && known.language === "fr") ? "one" : "other";
}

export function list(words) {
  return new Intl.ListFormat(known.language, { type: "conjunction" }).format(words);
}
