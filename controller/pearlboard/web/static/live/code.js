// A QR code as a drawing: dark on white whatever the page's colours are, with the quiet border that cameras need.

import { h, s } from "../shared/dom.js";
import { t } from "../shared/texts.js";

const QUIET = 4;

/**
 * @param {QR} qr
 * @param {string} label
 * @returns {SVGElement}
 */
export function code({ size, path }, label) {
  const whole = size + 2 * QUIET;
  return s("svg", { class: "code", viewBox: `${-QUIET} ${-QUIET} ${whole} ${whole}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    s("rect", { x: -QUIET, y: -QUIET, width: whole, height: whole, fill: "#fff" }), s("path", { d: path, fill: "#000" }));
}

/** @param {string} text */
const address = (text) => h("code", { class: "address" }, text);

/**
 * The best code with what is to be done with it, its address, and the codes for phones in other networks of the table.
 * @param {Ways} found
 * @param {string} label
 * @param {Element} how
 */
export const ways = ({ address: best, qr, others }, label, how) => [code(qr, label), how, address(best),
  others.length > 0 ? h("div", { class: "networks" }, h("p", { class: "quiet" }, t("other_networks")),
    h("ul", {}, ...others.map((way) => h("li", {}, code(way.qr, label), address(way.address))))) : null];

/**
 * A key of these addresses, for `fill`.
 * @param {Ways} found
 */
export const keyOf = ({ address: best, others }) => [best, ...others.map((way) => way.address)].join(" ");
