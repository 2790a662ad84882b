// A QR code as a drawing: dark on white whatever the page's colours are, with the quiet border that cameras need.

import { h, s } from "../shared/dom.js";

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
export const address = (text) => h("code", { class: "address" }, text);
