// What is chosen on this page and not known to the table yet, such as cards of a hand: it is said and confirmed as a draft is.
//
// A game's module exports `planned(screen)`; null: nothing is. With `undo`, what was chosen is taken back by the same
// button as what lies on the board.

/**
 * The screen as the page shows it while something is chosen. Without `act` it cannot be done, and the text says why; or it only
 * `tells` something, and all else stays.
 * @template {Screen} S
 * @param {S} screen
 * @param {Plan | null | undefined} plan
 * @returns {S}
 */
export function withPlan(screen, plan) {
  if (!plan) return screen;
  if (plan.tells) return { ...screen, sentence: plan.text };
  const others = (/** @type {string[]} */ can) => can.filter((name) => name !== "confirm");
  const can = [...others(screen.can), ...(plan.act ? ["confirm"] : []), ...(plan.undo ? ["take_back"] : [])];
  return { ...screen, sentence: plan.text, verdict: plan.act ? "legal" : "illegal", chosen: Boolean(plan.undo), planned: Boolean(plan.act), can };
}
