// What the game offers just now, as buttons: what says yes to something comes first.

import { around, byId, fill, h } from "../shared/dom.js";

/** @type {Act[]} */
let offered = [];
/** @type {Send} */
let send;

/**
 * `act(command)` asks the table.
 * @param {Send} act
 */
export function startActs(act) {
  send = act;
  for (const box of [byId("main-acts"), byId("more-acts")])
    box.addEventListener("click", (event) => {
      const button = around(event, "button[data-act]");
      if (button) doAct(offered[Number(button.dataset.act)]);
    });
}

/** @param {Act[]} acts */
export function showActs(acts) {
  offered = acts;
  /** @type {[string, string, boolean, number][]} */
  const keys = acts.map((each, index) => [each.name, each.text, each.main, index]);
  for (const main of [true, false]) {
    const box = byId(main ? "main-acts" : "more-acts");
    const mine = keys.filter(([, , each]) => each === main);
    fill(box, JSON.stringify(mine), () => mine.map(button));
  }
}

/**
 * Two that are called the same are told apart by their number.
 * @param {[name: string, text: string, main: boolean, index: number]} act
 */
function button([name, text, main, index]) {
  const first = offered.findIndex((each) => each.name === name) === index;
  return h("button", { type: "button", id: `do-${name}${first ? "" : `-${index}`}`, class: main ? "main" : "", "data-act": index }, text);
}

/**
 * @param {Pick<Act, "actor" | "action">} each
 * @returns {Promise<Reply | null>}
 */
export function doAct(each) {
  return send({ name: "act", actor: each.actor, action: each.action });
}

/**
 * The first that is called so, of those that are offered on this page.
 * @param {string} name
 * @returns {Act | undefined}
 */
export const offer = (name) => offered.find((each) => each.name === name);
/**
 * What says yes to something, if it is offered.
 * @returns {Act | undefined}
 */
export const mainOffer = () => offered.find((each) => each.main);
