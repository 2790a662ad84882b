export * from "./hooks.js";
export function start() { throw new TypeError("even this"); }
