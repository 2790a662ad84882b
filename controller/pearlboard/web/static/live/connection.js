// One WebSocket to the table. It comes back by itself, and a gap in the numbers is filled without a reload.
//
// A command is answered once. If the line breaks between the two, the same command is sent again under the same id
// when the line is back, so that it is neither lost nor played twice. What is said first is whose page this is; when
// the table refuses that, coming back would not help. A browser does not say why it has no line: a line that never stood may
// have been refused because the table does not know the address of this page, which a proxy has made.

import { guard } from "../shared/fence.js";

const SILENCE_MS = 12000;
const PROBE_MS = 2500;
const NOT_WELCOME = 4401;
const AWAY = 4012;
/** What a page of a guest's table is told of the host, by the code with which its line ends. @type {Record<number, string>} */
const WHY = { [AWAY]: "other_away", 4410: "over_there" };
const LOOK_AGAIN_MS = 30000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;

export class Connection {
  /**
   * `token` says whose page this is. `onRefused(error)`: the table does not know it, or not any more.
   * @param {string} path of the table's own, from where this page came
   * @param {{
   *   token: string, onScreen: (screen: Screen, changed: string[] | null) => void, onFrame: (frame: Uint8Array) => void,
   *   onState: (state: string) => void, onRefusal: (sentence: string) => void, onRefused: (error: string) => void,
   * }} heard
   */
  constructor(path, { token, onScreen, onFrame, onState, onRefusal, onRefused }) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    /** What a page keeps of its line: the last state it was told. */
    this.state = "connecting";
    this.token = token;
    this.onScreen = onScreen;
    this.onFrame = onFrame;
    this.onState = onState;
    this.onRefusal = onRefusal;
    this.onRefused = onRefused;
    this.ended = false;
    /** @type {Screen | null} */
    this.screen = null;
    /** @type {number | null} */
    this.seq = null;
    /** @type {Map<string, { message: Record<string, unknown>, resolve: (reply: Reply | null) => void }>} */
    this.unanswered = new Map();
    this.wait = FIRST_WAIT_MS;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | null} */
    this.again = null;
    /** @type {number | null} */
    this.probing = null;
    /** @type {number | undefined} */
    this.silence = undefined;
    this.live = this.foreign = false;
    addEventListener("online", () => this.wake());
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.wake(); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.wake(); });
  }

  open() {
    clearTimeout(this.again ?? undefined);
    this.again = null;
    const socket = new WebSocket(this.url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket === this.socket && this.post({ type: "hello", token: this.token });
    socket.onmessage = (event) => socket === this.socket && this.receive(event.data);
    socket.onclose = (event) => socket === this.socket && (event.code === NOT_WELCOME ? this.refused("revoked") : this.lost(WHY[event.code]));
    this.socket = socket;
    this.listen();
  }

  /**
   * `version` null: the command fits any. Resolves with the table's reply; with null when the line is down and nothing was sent.
   * @param {Command} command
   * @param {{ version?: number | null }} how
   * @returns {Promise<Reply | null>}
   */
  send(command, { version = this.screen?.version } = {}) {
    if (!this.live) return Promise.resolve(null);
    const message = { type: "command", id: randomId(), command, ...(version === null ? {} : { version }) };
    return new Promise((resolve) => {
      this.unanswered.set(message.id, { message, resolve });
      this.post(message);
    });
  }

  /** @param {ArrayBuffer | string} data */
  receive(data) {
    this.listen();
    if (data instanceof ArrayBuffer) guard("lights", () => this.onFrame(new Uint8Array(data)));
    else this.read(JSON.parse(data));
  }

  /** @param {any} message */
  read(message) {
    if (message.type === "beat") this.post({ type: "beat" });
    else if (message.type === "away") this.rest();
    else if (message.type === "back") this.post({ type: "resync" });
    else if (message.type === "snapshot") this.renew(message);
    else if (message.type === "change") this.follow(message);
    else if (message.type === "reply") this.answer(message);
    else if (message.type === "refused") this.refused(message.error);
  }

  // The host of a guest's table is away, of which this table has told; what it knows of this page may stay.
  rest() {
    this.live = false;
    this.onState(WHY[AWAY]);
  }

  /** @param {{ seq: number, screen: Screen }} message */
  renew({ seq, screen }) {
    clearTimeout(this.probing ?? undefined);
    this.probing = null;
    this.seq = seq;
    this.screen = screen;
    this.wait = FIRST_WAIT_MS;
    const back = !this.live;
    this.live = true;
    this.foreign = false;
    if (back) for (const { message } of this.unanswered.values()) this.post(message);
    guard("screen", () => this.onScreen(screen, null));
    if (back) this.onState("connected");
  }

  /**
   * `game`: keys inside the screen's key of that name; where it stands in `screen` it is whole.
   * @param {{ seq: number, screen: Partial<Screen>, game?: Record<string, unknown> }} message
   */
  follow({ seq, screen, game }) {
    if (this.seq === null) return;
    if (seq <= this.seq) return;
    if (seq !== this.seq + 1) {
      this.seq = null;
      this.post({ type: "resync" });
      return;
    }
    this.seq = seq;
    this.screen = /** @type {Screen} */ ({ ...this.screen, ...screen });
    if (game) this.screen.game = { ...this.screen.game, ...game };
    const whole = this.screen;
    guard("screen", () => this.onScreen(whole, [...Object.keys(screen), ...(game ? ["game"] : [])]));
  }

  /** @param {Reply} reply */
  answer(reply) {
    const id = reply.id ?? "";
    const waiting = this.unanswered.get(id);
    this.unanswered.delete(id);
    if (waiting) waiting.resolve(reply);
    else if (!reply.ok) this.onRefusal(reply.sentence);
  }

  /** @param {Record<string, unknown>} message */
  post(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.lost(), SILENCE_MS);
  }

  /**
   * Another table, at whose game this one took part, may have ended that: a look now and then finds what is here next.
   * @param {string} [why] where that was told
   */
  lost(why) {
    this.drop();
    this.onState(why ?? (this.foreign ? "foreign" : "reconnecting"));
    if (!why && !this.screen && !this.foreign) this.lookWhy();
    this.again = setTimeout(() => this.open(), why === "over_there" ? LOOK_AGAIN_MS : this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  // The answer 403 is for pages whose address the table does not know; of a page that it knows even a senseless message has another.
  async lookWhy() {
    const answer = await fetch("/api/command", { method: "POST", body: "{}" }).catch(() => null);
    if (answer?.status !== 403 || this.live) return;
    this.foreign = true;
    this.onState("foreign");
  }

  drop() {
    clearTimeout(this.silence);
    clearTimeout(this.probing ?? undefined);
    clearTimeout(this.again ?? undefined);
    this.probing = this.again = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.live = false;
    this.seq = null;
  }

  /** @param {string} error */
  refused(error) {
    this.end();
    this.onRefused(error);
  }

  // For good. What was not answered will not be.
  end() {
    this.ended = true;
    this.drop();
    for (const { resolve } of this.unanswered.values()) resolve(null);
    this.unanswered.clear();
  }

  // The person is looking again, or the network is back: do not sit out the wait. A sleeping phone may have lost its
  // line without a word, so one that looks alive is asked for the whole screen, and has to answer soon.
  wake() {
    if (this.ended) return;
    if (this.again) this.open();
    else if (this.live && !this.probing) {
      this.probing = setTimeout(() => { this.lost(); this.open(); }, PROBE_MS);
      this.post({ type: "resync" });
    }
  }
}

// Not `randomUUID`, which a page from another machine of the house does not have: it needs https.
function randomId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
