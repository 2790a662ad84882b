// The pages that a game brings: markup into the places that are left for it, styles, labels, and the modules that fill them.
// Nothing of a game is known here but the names of its files, which come with the screen.
//
// A module may export `start({ known, act, … })`, called once its markup is there, `show(screen, changed)`, `stop()`, called
// before its markup is taken away, and whatever else the page asks by name (docs/http-games.md lists it).

import { h, set } from "./dom.js";
import { fenced, works } from "./fence.js";
import { known, speak, teach } from "./texts.js";

const INSIDE = "game";

export class GamePages {
  // `onReady` is called when what was asked for can be shown, `onFailed` when it could not be fetched; it is then shown
  // without. `context` is handed to every module. `secret`: what a game brought is out of sight where it fails to show itself.
  /** @param {{ context?: Partial<Context>, secret?: boolean, onReady?: () => void, onFailed?: (error: unknown) => void }} what */
  constructor({ context = {}, secret = false, onReady = () => {}, onFailed = () => {} }) {
    this.context = context;
    this.secret = secret;
    this.onReady = onReady;
    this.onFailed = onFailed;
    /** @type {[game: string | null, part: string | null]} */
    this.asked = [null, null];
    /** @type {Part[]} */
    this.parts = [];
    this.ready = true;
    this.failed = false;
  }

  /**
   * Whether that part of that game can be shown now; `files` are the names of its pages. If not, it is on its way.
   * `again`: what has failed is tried once more.
   * @param {string} game
   * @param {string[]} files
   * @param {string} part
   * @param {{ again?: boolean }} how
   * @returns {boolean}
   */
  bring(game, files, part, { again = false } = {}) {
    if (game !== this.asked[0] || part !== this.asked[1] || (again && this.failed)) this.begin(game, files, part);
    if (this.ready) speak(game);
    return this.ready;
  }

  /**
   * @param {string} game
   * @param {string[]} files
   * @param {string} part
   */
  begin(game, files, part) {
    const kept = game === this.asked[0] && !this.failed ? this.parts.slice(0, 1) : [];
    for (const each of this.parts.slice(kept.length)) each.leave();
    this.asked = [game, part];
    this.failed = false;
    this.parts = [kept[0] ?? new Part(game, INSIDE, files), new Part(game, part, files)];
    this.ready = this.parts.every((each) => each.nothing || each.there);
    if (!this.ready) this.load(this.parts);
  }

  /** @param {Part[]} parts */
  async load(parts) {
    try {
      for (const each of parts) await (each.loading ??= each.load(this.context));
    } catch (error) {
      for (const each of parts) each.leave();
      if (parts !== this.parts) return;
      Object.assign(this, { ready: true, failed: true });
      this.onFailed(error);
      return;
    }
    if (parts !== this.parts) return;
    this.ready = true;
    this.onReady();
  }

  // Away with everything that the game has brought.
  leave() {
    for (const each of this.parts) each.leave();
    Object.assign(this, { asked: [null, null], parts: [], ready: true, failed: false });
  }

  /** @returns {any[]} */
  get modules() {
    return this.ready ? this.parts.flatMap((each) => each.modules) : [];
  }

  /**
   * Every module of the game that has such a function does it.
   * @param {string} name
   * @param {...unknown} given
   */
  call(name, ...given) {
    for (const module of this.modules) fenced(module[name], name)?.(...given);
  }

  /**
   * The game shows itself.
   * @param {...unknown} given
   * @returns {boolean} whether it did; if not, the page may show what there is in its own way
   */
  show(...given) {
    const shown = (this.ready ? this.parts : []).map((part) => part.show(given, this.secret));
    return shown.includes(true) && !shown.includes(false);
  }

  /**
   * What the game says under that name, if it says anything. A function of it that throws says nothing.
   * @param {string} name
   * @returns {any}
   */
  of(name) {
    return fenced([...this.modules].reverse().find((module) => module[name] !== undefined)?.[name], name);
  }
}

class Part {
  /**
   * @param {string} game
   * @param {string} part
   * @param {string[]} files
   */
  constructor(game, part, files) {
    this.game = game;
    this.files = files.filter((name) => name.split(".")[0] === part);
    this.nothing = !this.files.length && part !== INSIDE; // a game without pages may have labels
    /** @type {any[]} */
    this.modules = [];
    /** @type {Element[]} */
    this.brought = [];
    this.there = this.gone = false;
    /** @type {Promise<void> | null} */
    this.loading = null;
  }

  /** @param {Partial<Context>} context */
  async load(context) {
    if (this.nothing) return;
    const { game } = this;
    if (!this.files.length) return this.listen();
    const of = (/** @type {string} */ kind) => this.files.filter((name) => name.endsWith(`.${kind}`));
    const [found, markup, modules] = await Promise.all([
      get(`/games/${game}/known.json`).then((answer) => answer.json()),
      Promise.all(of("html").map((name) => get(`/games/${game}/${name}`).then((answer) => answer.text()))),
      Promise.all(of("js").map((name) => import(`../games/${game}/${name}`))),
      ...of("css").map((name) => this.dress(new URL(`../games/${game}/${name}`, import.meta.url).href)),
    ]);
    if (this.gone) return;
    teach(game, found);
    speak(game);
    for (const text of markup) this.brought.push(...insert(text)); // from here to the first `show` nothing is painted
    this.modules = modules;
    this.there = true;
    for (const module of modules) if (!works("start", () => module.start?.({ ...context, known: found.known }))) throw new Error(`${game} cannot start`);
  }

  /** Fetch the labels of a game without pages; one that was taken away has none. */
  async listen() {
    const answer = await fetch(`/games/${this.game}/known.json?lang=${known.language}`);
    const found = answer.ok ? await answer.json() : null;
    if (this.gone) return;
    if (found) teach(this.game, found);
    speak(this.game);
    this.there = true;
  }

  /** @param {string} address */
  dress(address) {
    return new Promise((resolve, reject) => {
      const sheet = h("link", { rel: "stylesheet", href: address, onload: resolve, onerror: () => reject(new Error(address)) });
      this.brought.push(sheet);
      document.head.append(sheet);
    });
  }

  /**
   * @param {unknown[]} given
   * @param {boolean} secret
   * @returns {boolean | null} whether it showed itself; null: it has nothing that would
   */
  show(given, secret) {
    const own = this.modules.filter(({ show }) => show);
    if (!own.length) return null;
    const shown = own.map((module) => works("show", () => module.show(...given))).every(Boolean);
    for (const each of this.brought) set(each, "data-undrawn", secret && !shown ? "" : null);
    return shown;
  }

  leave() {
    this.gone = true;
    for (const module of this.modules) fenced(module.stop, "stop")?.();
    for (const each of this.brought) each.remove();
    Object.assign(this, { modules: [], brought: [], there: false });
  }
}

/** @param {string} address */
async function get(address) {
  const answer = await fetch(`${address}?lang=${known.language}`);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/**
 * The outermost elements say where they belong.
 * @param {string} text
 */
function insert(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  return /** @type {HTMLElement[]} */ ([...template.content.children]).map((each) => {
    const place = document.querySelector(`[data-place="${each.dataset.for}"]`);
    if (!place) throw new Error(`no place ${each.dataset.for}`);
    place.append(each);
    return each;
  });
}
