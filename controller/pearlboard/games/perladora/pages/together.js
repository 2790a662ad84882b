// What all do together, as a command: say a value, come to a territory, end the count.

/**
 * @param {unknown} action
 * @returns {Command}
 */
export const together = (action) => ({ name: "act", actor: "table", action });
