// One WebSocket to the table. It comes back by itself, and a gap in the numbers is filled without a reload.
//
// A command is answered once. If the line breaks between the two, the same command is sent again under the same id
// when the line is back, so that it is neither lost nor played twice. What is said first is whose page this is; when
// the table refuses that, coming back would not help.

const SILENCE_MS = 12000;
const PROBE_MS = 2500;
const NOT_WELCOME = 4401;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;

export class Connection {
  // `token` says whose page this is. `onRefused(error)`: the table does not know it, or not any more.
  constructor(url, { token, onScreen, onFrame, onState, onRefusal, onRefused }) {
    this.url = url;
    this.token = token;
    this.onScreen = onScreen;
    this.onFrame = onFrame;
    this.onState = onState;
    this.onRefusal = onRefusal;
    this.onRefused = onRefused;
    this.ended = false;
    this.screen = null;
    this.seq = null;
    this.unanswered = new Map();
    this.wait = FIRST_WAIT_MS;
    this.socket = null;
    this.live = false;
    addEventListener("online", () => this.wake());
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
  }

  open() {
    clearTimeout(this.again);
    this.again = null;
    const socket = new WebSocket(this.url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket === this.socket && this.post({ type: "hello", token: this.token });
    socket.onmessage = (event) => socket === this.socket && this.receive(event.data);
    socket.onclose = (event) => socket === this.socket && (event.code === NOT_WELCOME ? this.refused("revoked") : this.lost());
    this.socket = socket;
    this.listen();
  }

  // `version` null: the command fits any. Resolves with the table's reply; with null when the line is down and nothing was sent.
  send(command, { version = this.screen?.version } = {}) {
    if (!this.live) return Promise.resolve(null);
    const message = { type: "command", id: randomId(), command, ...(version === null ? {} : { version }) };
    return new Promise((resolve) => {
      this.unanswered.set(message.id, { message, resolve });
      this.post(message);
    });
  }

  receive(data) {
    this.listen();
    if (data instanceof ArrayBuffer) this.onFrame(new Uint8Array(data));
    else this.read(JSON.parse(data));
  }

  read(message) {
    if (message.type === "beat") this.post({ type: "beat" });
    else if (message.type === "snapshot") this.renew(message);
    else if (message.type === "change") this.follow(message);
    else if (message.type === "reply") this.answer(message);
    else if (message.type === "refused") this.refused(message.error);
  }

  renew({ seq, screen }) {
    clearTimeout(this.probing);
    this.probing = null;
    this.seq = seq;
    this.screen = screen;
    this.wait = FIRST_WAIT_MS;
    this.onScreen(screen, null);
    if (this.live) return;
    this.live = true;
    this.onState("connected");
    for (const { message } of this.unanswered.values()) this.post(message);
  }

  follow({ seq, screen }) {
    if (this.seq === null) return;
    if (seq <= this.seq) return;
    if (seq !== this.seq + 1) {
      this.seq = null;
      this.post({ type: "resync" });
      return;
    }
    this.seq = seq;
    this.screen = { ...this.screen, ...screen };
    this.onScreen(this.screen, Object.keys(screen));
  }

  answer(reply) {
    const waiting = this.unanswered.get(reply.id);
    this.unanswered.delete(reply.id);
    if (waiting) waiting.resolve(reply);
    else if (!reply.ok) this.onRefusal(reply.sentence);
  }

  post(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.lost(), SILENCE_MS);
  }

  lost() {
    this.drop();
    this.onState("reconnecting");
    this.again = setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  drop() {
    clearTimeout(this.silence);
    clearTimeout(this.probing);
    clearTimeout(this.again);
    this.probing = this.again = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.live = false;
    this.seq = null;
  }

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
