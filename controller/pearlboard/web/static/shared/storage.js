// What a page keeps: `lasting` in the browser, `passing` as long as its tab is open. A browser that keeps nothing (cookies are
// blocked, or there is no room) is no reason to stop: then it is kept in this page alone, until it is left.

const PROBE = "pearlboard-probe";

/**
 * `keeps`: whether anything outlives this page.
 * @typedef {{ getItem: (key: string) => string | null, setItem: (key: string, value: string) => void, removeItem: (key: string) => void,
 *   keeps: () => boolean }} Kept
 */

/**
 * @param {() => Storage} open which may throw, as everything of it may
 * @returns {Kept}
 */
function keeper(open) {
  /** @type {Map<string, string | null>} what could not be kept otherwise */
  const here = new Map();
  /**
   * @template What
   * @param {(storage: Storage) => What} what
   * @param {() => What} else_
   */
  const or = (what, else_) => {
    try {
      return what(open());
    } catch {
      return else_();
    }
  };
  return {
    getItem: (key) => (here.has(key) ? here.get(key) ?? null : or((storage) => storage.getItem(key), () => null)),
    setItem: (key, value) => or((storage) => { storage.setItem(key, value); here.delete(key); }, () => { here.set(key, value); }),
    keeps: () => or((storage) => { storage.setItem(PROBE, PROBE); storage.removeItem(PROBE); return true; }, () => false),
    removeItem: (key) => or((storage) => { storage.removeItem(key); here.delete(key); }, () => { here.set(key, null); }),
  };
}

export const lasting = keeper(() => localStorage);
export const passing = keeper(() => sessionStorage);
