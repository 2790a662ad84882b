// The operator's word with the table: the token, what is asked with it, and what is done when that fails.

import { passing } from "../shared/storage.js";
import { known } from "../shared/texts.js";

/**
 * What the table answers; `run` names this run of the program.
 * @typedef {{ ok: boolean, error?: string, sentence?: string, run?: string, wrong?: Record<string, string>, [more: string]: any }} Answer
 */

const KEY = "pearlboard-operator";
let token = passing.getItem(KEY);
/** @type {(error: unknown) => void} */
let failed = () => undefined;

/** The token is not that of this run of the program. */
export class Unknown extends Error {}

export const hasToken = () => token !== null;

/** @param {string} given */
export function keepToken(given) {
  token = given;
  passing.setItem(KEY, given);
}

export function forgetToken() {
  token = null;
  passing.removeItem(KEY);
}

/** @param {(error: unknown) => void} told of whatever could not be asked */
export function onFailure(told) {
  failed = told;
}

/**
 * What the door answers to a password, or a token.
 * @param {string} word
 * @returns {Promise<Answer>}
 */
export async function knock(word) {
  const answer = await fetch(`/api/enter?${new URLSearchParams({ lang: known.language })}`, {
    method: "POST", body: JSON.stringify({ word }), headers: { "Content-Type": "application/json" },
  });
  if (answer.status >= 500) throw new Error(answer.statusText);
  return answer.json();
}

/**
 * What the table answers, unless it refuses the token or is away.
 * @param {string} path
 * @param {RequestInit} [request]
 * @param {Record<string, string>} [query]
 */
export async function fetched(path, request = {}, query = {}) {
  const answer = await fetch(`${path}?${new URLSearchParams({ lang: known.language, ...query })}`, {
    ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` },
  });
  if (answer.status === 401 || answer.status === 403) throw new Unknown();
  return answer;
}

/**
 * @param {string} path
 * @param {object} message
 * @returns {Promise<Answer>}
 */
export async function post(path, message) {
  const answer = await fetched(path, { method: "POST", body: JSON.stringify(message), headers: { "Content-Type": "application/json" } });
  if (answer.status >= 500) throw new Error(answer.statusText);
  return answer.json();
}

/**
 * Why the table refuses, or nothing if it does not; what could not be asked is told elsewhere.
 * @param {Answer | null} answer
 */
export const refusalOf = (answer) => !answer || answer.ok ? "" : answer.sentence ?? answer.error ?? "";

/**
 * Ask the table something of how it is looked after; null if that failed, which is told at the head of the page.
 * @param {{ do: string, [more: string]: any }} message
 */
export const operate = (message) => attempt(() => post("/api/operator", message));

/**
 * @template T
 * @param {() => Promise<T>} asking
 * @returns {Promise<T | null>}
 */
export async function attempt(asking) {
  try {
    return await asking();
  } catch (error) {
    failed(error);
    return null;
  }
}
