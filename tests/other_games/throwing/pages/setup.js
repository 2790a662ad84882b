export * from "./hooks.js";
