// A finished game as a picture, to send on: by whatever the device shares with, or as a file.
//
// The table draws the picture as SVG; many who get one cannot open that, so this page makes a PNG of it.

import { give } from "./browser.js";
import { h, write } from "./dom.js";
import { known, t } from "./texts.js";

export { save } from "./browser.js";

const WIDTH = 1200;
const HEIGHT = 675;
const SCALE = 2;

/**
 * A button that shares the picture at this address, a link to the SVG, which has no way back and so is shown beside this page, and where it
 * is said if that fails.
 * @param {string} address such as /archive/7.svg
 * @returns {HTMLElement}
 */
export function sharing(address) {
  const local = `${address}?lang=${known.language}`;
  const failed = h("span", { class: "refusal", role: "status" });
  const button = h("button", { type: "button", class: "share", onclick: () => offer(local, button, failed) }, t("share"));
  return h("div", { class: "sharing" }, button, h("a", { href: local, target: "_blank" }, t("picture")), failed);
}

/**
 * The same at a table page or a phone, where another table may have the game: then there is nothing to share here.
 * @param {string} address
 * @param {Screen["finished"] | undefined} finished
 */
export const sharingOf = (address, finished) => (finished?.kept_at === undefined ? sharing(address) : null);

/**
 * To a finished game step by step, thought over, and as a file; or which other table has all of this.
 * @param {NonNullable<Screen["finished"]>} finished
 * @returns {HTMLElement}
 */
export function onward(finished) {
  if (finished.kept_at !== undefined) return h("p", { class: "onward" }, t("kept_at", { table: finished.kept_at }));
  const { replay, analysis, record } = finished;
  const lead = (/** @type {string} */ href, /** @type {string} */ text) => h("a", { class: "button", href: `${href}?lang=${known.language}` }, text);
  return h("p", { class: "onward" }, lead(replay, t("replay")), analysis ? lead(analysis, t("analysis")) : null, h("a", { href: record, download: true }, t("download")));
}

/**
 * @param {string} address
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} failed
 */
async function offer(address, button, failed) {
  if (button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  write(failed, "");
  try {
    const name = address.replace(/^.*\/(\d+)\.svg.*$/, "pearlboard-$1.png");
    await give(new File([await drawn(address)], name, { type: "image/png" }));
  } catch {
    write(failed, t("share_failed"));
  } finally {
    button.removeAttribute("aria-busy");
  }
}

/**
 * The picture at an address, as a PNG.
 * @param {string} address
 * @returns {Promise<Blob>}
 */
async function drawn(address) {
  const image = new Image(WIDTH, HEIGHT);
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH * SCALE, height: HEIGHT * SCALE });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
