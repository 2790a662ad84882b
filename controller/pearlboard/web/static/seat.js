// A seat's own page. Every seat of this device has its line to the table; one of them is shown, and of its secrets
// nothing while the curtain is drawn. Nothing is decided here.

import { showBoard, startBoard, targetsOf } from "./board.js";
import { showComputers } from "./computers.js";
import { Connection } from "./connection.js";
import { covered, focus, handOver, showCurtain, startCurtain } from "./curtain.js";
import { byId, emblem, set, write } from "./dom.js";
import { showFrame } from "./glow.js";
import { showHand, startHand } from "./hand.js";
import { exchange, takeInvitation } from "./join.js";
import { showNow } from "./now.js";
import { showOwn, startOwn } from "./own.js";
import { showProposal } from "./proposal.js";
import { showScore } from "./score.js";
import { removeSeat, seats } from "./seats.js";
import { hear, startSound } from "./sound.js";
import { known, t } from "./texts.js";
import { showTokens, startTokens } from "./tokens.js";

const REFUSAL_MS = 9000;
const scheme = location.protocol === "https:" ? "wss" : "ws";
const places = [...document.querySelectorAll(".site")];
const lines = new Map();
let current = null;
let mover = null;
let forgetting = null;
let leaving = false;

// --- seats -------------------------------------------------------------------------------------------------------------

function connect({ seat, token }) {
  const line = new Connection(`${scheme}://${location.host}/ws/seat?lang=${known.language}`, {
    token,
    onScreen: (screen, changed) => heard(seat, screen, changed),
    onFrame: (frame) => seat === current && showFrame(frame),
    onState: (state) => { line.state = state; if (seat === current) showLink(state); },
    onRefusal: complain,
    onRefused: (error) => lose(seat, error),
  });
  line.state = "connecting";
  line.token = token;
  lines.get(seat)?.end();
  lines.set(seat, line);
  line.open();
}

function begin(seat) {
  for (const each of seats()) if (lines.get(each.seat)?.token !== each.token) connect(each);
  current = seat ?? current ?? seats()[0]?.seat ?? null;
  if (current === null) return welcome({ title: t("welcome"), why: "", how: t("welcome_how"), again: false });
  byId("welcome").hidden = true;
  if (seats().length > 1) handOver();
  return showAll();
}

async function join() {
  welcome({ title: t("joining"), why: "", how: "", again: false });
  const { seat, ...problem } = await exchange();
  if (seat) return begin(seat);
  if (!seats().length) return welcome(problem);
  begin();
  return complain(`${problem.title}. ${problem.why || problem.how}`);
}

// The table does not let this seat speak any more.
function lose(seat, error) {
  const { name } = seats().find((each) => each.seat === seat) ?? { name: "" };
  removeSeat(seat, lines.get(seat)?.token);
  lines.delete(seat);
  if (current !== seat && seats().length) return showAll();
  current = null;
  const why = leaving ? "left" : error === "revoked" ? "revoked" : "unknown";
  leaving = false;
  if (seats().length) return begin();
  return welcome({ title: t(why === "unknown" ? "unknown_token" : why, { name }), why: "", how: t(`${why}_how`, { name }), again: false });
}

function welcome({ title, why, how, again }) {
  byId("welcome").hidden = false;
  byId("main").hidden = true;
  write(byId("welcome-title"), title);
  write(byId("welcome-why"), why);
  write(byId("welcome-how"), how);
  byId("try-again").hidden = !again;
  byId("cover").hidden = true;
  byId("leave").hidden = true;
  byId("my-turn").hidden = true;
  showHand(null);
  if (current === null) {
    write(byId("me"), "Pearlboard");
    byId("my-emblem").replaceChildren();
    for (const each of [byId("my-emblem"), document.body]) set(each, "data-clan", null);
    showLink("connected");
  }
}

// --- showing -----------------------------------------------------------------------------------------------------------

function heard(seat, screen, changed) {
  const moves = screen.game?.players.find((player) => player.to_move)?.seat ?? null;
  const passed = moves !== mover;
  mover = moves;
  if (passed && moves !== current && lines.has(moves) && screen.phase === "playing") return turnTo(moves);
  if (passed && moves === current) nudge();
  if (seat !== current) return showTabs();
  return show(screen, changed);
}

function turnTo(seat) {
  current = seat;
  handOver();
}

function showAll() {
  showLink(lines.get(current)?.state ?? "connecting");
  const screen = lines.get(current)?.screen;
  if (screen) show(screen, null);
}

function show(whole, changed) {
  const { you } = whole;
  const screen = { ...whole, can: you.can ?? [], simulated: false, sensors: { doubtful: [], left_out: [], by_hand: [] } };
  byId("main").hidden = !byId("welcome").hidden;
  set(byId("main"), "data-phase", screen.phase);
  set(byId("main"), "data-mine", you.to_move ? "" : null);
  showMe(screen);
  showBoard(withSecrets(screen));
  showReach(screen);
  showNow(screen, changed);
  showProposal(screen, { agree: can(screen, "agree_take_back"), refuse: can(screen, "refuse_take_back"), mine: screen.take_back?.by === you.name });
  byId("waiting").hidden = !["idle", "pearls"].includes(screen.phase) || Boolean(you.hand?.length);
  showComputers(covered() ? { ...screen, you: null } : screen);
  showOwn(screen);
  showScore(screen, act);
  hear(screen.cue);
  showPrivate(screen);
}

// Most places cannot be pressed here: pieces are laid on the table.
function showReach(screen) {
  const targets = screen.you.to_move && !covered() ? targetsOf(screen) : new Set();
  for (const site of places) set(site, "aria-disabled", targets.has(site.dataset.site) ? null : "true");
}

const can = (screen, name) => screen.can.includes(name);
const secret = ({ phase, you }) => (phase === "playing" || phase === "pearls") && Boolean(you.hand?.length);

function showMe({ you, phase }) {
  write(byId("me"), you.name ?? seats().find((each) => each.seat === current).name);
  const clan = byId("my-emblem");
  if (clan.dataset.clan !== you.clan) {
    set(clan, "data-clan", you.clan);
    clan.replaceChildren(...(you.clan ? [emblem(you.clan)] : []));
  }
  set(document.body, "data-clan", you.clan);
  byId("my-turn").hidden = !(you.to_move && phase === "playing");
  byId("leave").hidden = false;
}

// Values that only this player knows lie on the board as small tiles, unless the curtain is drawn.
function withSecrets(screen) {
  if (covered() || !secret(screen)) return screen;
  const mine = new Map([...(screen.you.laid ?? []), ...(screen.you.seen ? [screen.you.seen] : [])].map(({ space, value }) => [space, value]));
  return { ...screen, pieces: screen.pieces.map((piece) => (mine.get(piece.site) && !piece.value ? { ...piece, mine: mine.get(piece.site) } : piece)) };
}

function showPrivate(screen) {
  const { you } = screen;
  const open = secret(screen) && !covered();
  byId("private").hidden = !open;
  showHand(open ? screen : null);
  showTokens(screen, you.to_move && !covered());
  showActions(screen);
  set(byId("main"), "data-covered", covered() && secret(screen) ? "" : null);
  showTabs();
}

function showTabs() {
  const screen = lines.get(current)?.screen;
  if (!screen) return;
  const clans = new Map((screen.game?.players ?? []).map((player) => [player.seat, player.clan]));
  const all = seats().map(({ seat, name }) => ({ seat, name, clan: clans.get(seat) }));
  showCurtain({ secrets: secret(screen), mine: all.find((each) => each.seat === current), all, mover, asked: screen.take_back?.open ?? [] });
}

function showActions(screen) {
  const { you, phase, verdict, reveal } = screen;
  const moves = you.to_move && phase === "playing" && !covered();
  const shown = {
    confirm: moves, hint: moves && screen.game.hints === "request", pass: moves && can(screen, "pass"),
    take_back: can(screen, "take_back") && !covered(), agree: phase === "reveal",
    hurry: can(screen, "hurry"), advise: moves && can(screen, "advise"),
    pause: can(screen, "pause"), resume: can(screen, "resume"),
  };
  const possible = { confirm: can(screen, "confirm") && verdict === "legal", agree: can(screen, "agree") && reveal?.can_agree };
  for (const [name, there] of Object.entries(shown)) {
    const button = byId(`do-${name}`);
    button.hidden = !there;
    set(button, "aria-disabled", possible[name] ?? can(screen, name) ? null : "true");
  }
  byId("dock").hidden = !["confirm", "hint", "pass", "take_back", "agree", "hurry", "advise"].some((name) => shown[name]);
}

function showLink(state) {
  set(byId("link"), "data-state", state);
  write(byId("link"), t(state));
}

// A phone that lies there says that it is wanted. Browsers refuse that to pages nobody has touched.
function nudge() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
}

// --- doing -------------------------------------------------------------------------------------------------------------

async function act(command) {
  const reply = await lines.get(current).send(command);
  complain(reply === null ? t("offline") : reply.ok ? "" : reply.sentence);
  return reply;
}

function complain(sentence) {
  clearTimeout(forgetting);
  write(byId("refusal"), sentence);
  if (sentence) forgetting = setTimeout(() => write(byId("refusal"), ""), REFUSAL_MS);
}

function touch(site) {
  const screen = lines.get(current)?.screen;
  if (!screen || screen.paused) return;
  if (screen.phase === "reveal") byId("own-divers").querySelector(`[id^="own-${site}-"]`)?.focus();
  else if (screen.you.to_move && !covered() && targetsOf(screen).has(site)) act({ name: "aim", site: site === screen.tokens.target ? null : site });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-command]");
  if (button && button.getAttribute("aria-disabled") !== "true") act({ name: button.dataset.command });
});
byId("menu-open").addEventListener("click", () => byId("menu").showModal());
byId("leave").addEventListener("click", () => {
  write(byId("leaving-text"), t("leave_text", { name: byId("me").textContent }));
  byId("leaving").returnValue = "no";
  byId("leaving").showModal();
});
byId("leaving").addEventListener("close", async () => {
  if (byId("leaving").returnValue !== "yes") return;
  byId("menu").close();
  leaving = true;
  const reply = await act({ name: "leave" });
  leaving = leaving && Boolean(reply?.ok ?? true);
});
byId("try-again").addEventListener("click", join);
addEventListener("hashchange", () => takeInvitation() && join());

startBoard(touch);
startHand(act);
startOwn(act);
startTokens(act);
startSound();
startCurtain({ shared: () => seats().length > 1, onChange: showAll, onSeat: (seat) => { turnTo(seat); focus(); } });
if (takeInvitation()) join();
else begin();
