// A seat's own page. Every seat of this device has its line to the table; one of them is shown, and of its secrets
// nothing while the curtain is drawn. Nothing is decided here, and no game is known.

import { offer, showActs, startActs } from "../live/acts.js";
import { showBoard, startBoard, useBoard } from "../shared/board.js";
import { showBrief } from "../live/brief.js";
import { showComputers } from "../live/computers.js";
import { Connection } from "../live/connection.js";
import { covered, focus, guards, handOver, showCurtain, startCurtain } from "./curtain.js";
import { buzz } from "../shared/browser.js";
import { around, byId, fill, isSeen, point, set, write } from "../shared/dom.js";
import { draw, guard } from "../shared/fence.js";
import { showFrame } from "../shared/glow.js";
import { exchange, takeInvitation } from "./join.js";
import { saidLaid, startLaid, tapsLaid } from "../live/laid.js";
import { showLink } from "../live/link.js";
import { again as showLobby, enterLobby, startLobby } from "./lobby.js";
import { cannotConfirm, complain, missing, showNow } from "../live/now.js";
import { draft, takes } from "../live/drafting.js";
import { withPlan } from "../live/plan.js";
import { GamePages } from "../shared/pages.js";
import { showPlain, showValues } from "../live/plain.js";
import { emblem, inTurn, movers, useSigns } from "../shared/players.js";
import { askUndo, showClaim, showProposal } from "../live/proposal.js";
import { readAloud, startReadingAloud } from "./reading_aloud.js";
import { addSeat, guestToken, removeSeat, seats } from "../shared/seats.js";
import { showStage, startStage } from "../shared/stage.js";
import { startSaying } from "../live/said.js";
import { passing } from "../shared/storage.js";
import { bringIntoSight } from "../live/in_sight.js";
import { hear, startSound } from "../live/sound.js";
import { showLog, startLog } from "../live/log.js";
import { showAsking, startAsking } from "../live/asking.js";
import { showTeaching } from "../live/teaching.js";
import { sharingOf } from "../shared/share.js";
import { known, list, refusalOf, t } from "../shared/texts.js";

/**
 * @typedef {import("./join.js").Problem} Problem
 * @typedef {import("../shared/seats.js").OwnSeat} OwnSeat
 */

const places = [...document.querySelectorAll(".site")];
/** @type {Map<Seat, Connection & { token: string }>} */
const lines = new Map();
const game = new GamePages({
  context: { act, screen: () => line()?.screen, offer, sharing: (address) => sharingOf(address, line()?.screen?.finished), covered, changed: () => showAll([]) },
  secret: true,
  onReady: showAll,
  onFailed: () => { complain(t("pages_failed")); showAll([]); },
});
/** @type {Seat | null} */
let current = null;
/** @type {Seat[]} */
let moving = [];
let leaving = false;
/** What is chosen here and not known to the table yet. @type {Plan | null} */
let plan = null;
/** Whether the game shows itself. */
let own = false;

/** The line of the seat that is shown. */
const line = () => (current === null ? undefined : lines.get(current));

// --- seats -------------------------------------------------------------------------------------------------------------

/** @param {OwnSeat} given */
function connect({ seat, token }) {
  const made = new Connection(`/ws/seat?lang=${known.language}`, {
    token,
    onScreen: (screen, changed) => heard(seat, screen, changed),
    onFrame: (frame) => { if (seat === current) showFrame(frame); },
    onState: (state) => { made.state = state; if (seat === current) showLink(state, game.ready); },
    onRefusal: complain,
    onRefused: (error) => lose(seat, error),
  });
  lines.get(seat)?.end();
  lines.set(seat, made);
  made.open();
}

/** @param {Seat} [seat] */
function begin(seat) {
  if (guestToken()) return attend();
  for (const each of seats()) if (lines.get(each.seat)?.token !== each.token) connect(each);
  current = seat ?? current ?? seats()[0]?.seat ?? null;
  if (current === null) return welcome({ title: t("welcome"), why: passing.keeps() ? "" : t("keeps_nothing"), how: t("welcome_how"), again: false });
  byId("welcome").hidden = true;
  if (seats().length > 1) handOver();
  return showAll();
}

// A lobby begins a new game: whoever comes from it has no other seat any more.
function forgetSeats() {
  for (const { seat, token } of seats()) {
    removeSeat(seat, token);
    lines.get(seat)?.end();
    lines.delete(seat);
  }
}

// A guest of a lobby has no seat yet.
function attend() {
  byId("welcome").hidden = true;
  byId("main").hidden = true;
  enterLobby();
}

/**
 * What the game brings is wanted for the signs of what can be chosen, and will be for the seat.
 * @param {Screen} screen
 */
function showGuest(screen) {
  byId("welcome").hidden = true;
  byId("main").hidden = true;
  const offered = screen.games?.find(({ name }) => name === screen.lobby?.game);
  if (offered && game.bring(offered.name, offered.pages, "seat")) useSigns(game.of("sign"));
}

/** @param {string} why */
function noGuest(why) {
  if (seats().length) return begin();
  current = null;
  return welcome({ title: t(`lobby_${why}`), why: "", how: t(`lobby_${why}_how`), again: false });
}

async function join() {
  welcome({ title: t("joining"), why: "", how: "", again: false });
  const problem = await exchange();
  if (problem.guest !== undefined) return begin();
  if (problem.seat !== undefined) return begin(problem.seat);
  if (!seats().length) return welcome(problem);
  begin();
  return complain(`${problem.title}. ${problem.why || problem.how}`);
}

/**
 * The table does not let this seat speak any more.
 * @param {Seat} seat
 * @param {string} error
 */
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

/** @param {Problem} told */
function welcome({ title, why, how, again }) {
  byId("welcome").hidden = false;
  byId("main").hidden = true;
  write(byId("welcome-title"), title);
  write(byId("welcome-why"), why);
  write(byId("welcome-how"), how);
  byId("try-again").hidden = !again;
  byId("to-table").hidden = again || !how;
  byId("cover").hidden = true;
  byId("leave").hidden = true;
  byId("my-turn").hidden = true;
  showSecrets(null);
  if (current === null) {
    write(byId("me"), "Pearlboard");
    byId("my-emblem").replaceChildren();
    set(byId("my-emblem"), "data-key", null);
    set(document.body, "data-colour", null);
    showLink("connected");
  }
}

// --- showing -----------------------------------------------------------------------------------------------------------

/**
 * @param {Seat} seat
 * @param {Screen} screen
 * @param {string[] | null} changed
 */
function heard(seat, screen, changed) {
  const moves = movers(screen).map((player) => player.seat);
  const fresh = moves.filter((each) => !moving.includes(each));
  const alone = moves.length === 1 && fresh.length === 1;
  moving = moves;
  if (alone && fresh[0] !== current && lines.has(fresh[0])) return turnTo(fresh[0]);
  if (current !== null && fresh.includes(current)) nudge();
  if (seat !== current) return showTabs();
  return show(screen, changed);
}

/** @param {Seat} seat */
function turnTo(seat) {
  current = seat;
  handOver();
}

/** @param {string[] | null} changed what else than that is not tried again */
function showAll(changed = null) {
  if (guestToken()) return showLobby();
  showLink(line()?.state ?? "connecting", game.ready);
  const screen = line()?.screen;
  if (screen) show(screen, changed);
}

/**
 * Until what the game brings is there, the page stays as it was: that is a moment.
 * @param {Screen} whole
 * @param {string[] | null} changed
 */
function show(whole, changed) {
  if (!whole.match) game.leave();
  else if (!game.bring(whole.match.game, whole.match.pages, "seat", { again: changed === null })) return;
  useBoard(game.of("board"));
  useSigns(game.of("sign"));
  const { you } = withYou(whole);
  /** @type {SeatScreen} */
  const bare = { ...whole, you, can: you.can, simulated: false, sensors: { doubtful: [], suspected: [], why: {}, left_out: [], by_hand: [] } };
  guards(secret(bare));
  plan = draw("refusal", () => (bare.match ? game.of("planned")?.({ ...bare, secret: secret(bare) && !covered() }) : null)) ?? null;
  const screen = withPlan(bare, plan);
  byId("main").hidden = !byId("welcome").hidden || guestToken() !== null;
  set(byId("main"), "data-phase", screen.phase);
  set(byId("main"), "data-stage", screen.stage);
  set(byId("main"), "data-turn", inTurn(screen) ? "" : null);
  set(byId("main"), "data-mine", you.to_move ? "" : null);
  draw("me", () => showMe(screen));
  const shown = { ...screen, secret: secret(screen) && !covered(), you: covered() ? { ...you, advice: null } : you };
  draw("board", () => showBoard(shown));
  draw("stage", () => showStage(shown, game.of("stage")));
  draw("news", () => showReach(screen), { keep: true });
  showNow(screen, changed, game.of("turnOf"));
  set(byId("now"), "data-essential", you.to_move ? screen.sentence : null);
  draw("teaching", () => showTeaching(screen));
  draw("log", () => showLog(screen));
  draw("asking", () => showAsking(screen));
  draw("proposal", () => showProposal(screen, { agree: can(screen, "agree_take_back"), refuse: can(screen, "refuse_take_back"), mine: screen.take_back?.by === you.name }));
  draw("claim", () => showClaim(screen));
  draw("waiting", () => {
    write(byId("waiting-why"), t(screen.phase !== "idle" ? "waiting" : screen.last?.given_up ? "given_up" : "closed"));
    byId("waiting").hidden = screen.phase !== "idle" && !(game.of("waits")?.(screen) ?? false);
  });
  draw("brief", () => showBrief(screen.match?.game ?? null, screen.match));
  draw("computers", () => showComputers(covered() ? { ...screen, you: null } : screen));
  guard("tones", () => hear(screen.cue));
  draw("private", () => showPrivate(screen), { secret: true });
  draw("plain", () => showPlain(byId("plain"), own ? {} : screen.game, screen.match));
  draw("acts", () => showActions(screen), { keep: true });
  draw("seats-here", showTabs);
  guard("sight", bringIntoSight);
  showLink(line()?.state ?? "connecting");
}

/**
 * @param {Screen} screen
 * @returns {SeatScreen}
 */
const withYou = (screen) => ({ ...screen, you: { acts: [], can: [], game: {}, ...screen.you } });

/**
 * Most places cannot be pressed here: pieces are laid on the table.
 * @param {SeatScreen} screen
 */
function showReach(screen) {
  /** @type {Set<Site>} */
  const reach = new Set(screen.you.to_move && !covered() ? game.of("reach")?.(screen) ?? [] : []);
  set(byId("main"), "data-draws", draws(screen) ? "" : null);
  for (const each of places) {
    const site = each.dataset.site ?? "";
    set(each, "aria-disabled", tapsLaid() || reach.has(site) || (draws(screen) && takes(screen, site)) ? null : "true");
  }
}

/**
 * @param {Screen} screen
 * @param {string} name
 */
const can = (screen, name) => screen.can.includes(name);

/**
 * Whether there is anything that only this player may see.
 * @param {SeatScreen} screen
 * @returns {boolean}
 */
function secret(screen) {
  return game.of("secret")?.(screen) ?? (screen.phase === "playing" && Object.keys(screen.you.game).length > 0);
}

/** @param {SeatScreen} screen */
function showMe(screen) {
  const { you, match, phase } = screen;
  const player = match?.players.find((each) => each.seat === you.seat) ?? null;
  write(byId("me"), you.name ?? seats().find((each) => each.seat === current)?.name ?? "");
  fill(byId("my-emblem"), JSON.stringify([player?.colour, match?.game, player?.initials]), () => (player ? [emblem(player)] : []));
  set(document.body, "data-colour", player?.colour);
  const mates = player ? match?.players.filter(({ seat, side }) => side === player.side && seat !== player.seat) ?? [] : [];
  byId("my-team").hidden = !mates.length;
  write(byId("my-team"), mates.length ? t("team_with", { number: player?.side ?? 0, names: list(mates.map(({ name }) => name)) }) : "");
  byId("my-turn").hidden = !(you.to_move && phase === "playing");
  byId("leave").hidden = false;
}

/** @param {SeatScreen} screen */
function showPrivate(screen) {
  const open = secret(screen) && !covered();
  const cleared = open || showSecrets(null);
  own = cleared && game.show(screen, { covered: covered(), secret: open });
  if (open) showSecrets(screen);
  guard("reading aloud", () => readAloud(open, screen.you.aloud ?? []));
  set(byId("main"), "data-covered", covered() && secret(screen) ? "" : null);
}

/**
 * With null, nothing that is secret stays in the page.
 * @param {SeatScreen | null} screen
 * @returns {boolean} whether the game, too, could put away what it shows
 */
function showSecrets(screen) {
  showValues(byId("private-values"), screen && !own ? screen.you.game : null, screen?.match);
  byId("private").hidden = !screen || !byId("private").querySelector(".room > *, #private-values > *");
  return screen !== null || game.show(null, { covered: true, secret: false });
}

function showTabs() {
  const screen = line()?.screen;
  if (!screen) return;
  const players = new Map((screen.match?.players ?? []).map((player) => [player.seat, player]));
  const all = seats().map(({ seat, name }) => ({ ...players.get(seat), seat, name }));
  guards(secret(withYou(screen)));
  showCurtain({ mine: all.find((each) => each.seat === current), all, movers: moving, asked: screen.take_back?.open ?? [] });
}

/** @param {SeatScreen} screen */
function showActions(screen) {
  const { you, verdict } = screen;
  const acts = covered() ? [] : you.acts;
  showActs(acts);
  const shown = shownOf(screen, acts);
  /** @type {Record<string, boolean>} */
  const possible = { confirm: can(screen, "confirm") && (verdict === "legal" || !you.to_move) };
  for (const [name, there] of Object.entries(shown)) {
    const button = byId(`do-${name}`);
    button.hidden = !there;
    set(button, "aria-disabled", possible[name] ?? can(screen, name) ? null : "true");
  }
  byId("dock").hidden = !acts.length && !byId("dock").querySelector(".stepper") && !["confirm", "hint", "take_back", "hurry", "end_count", "advise"].some((name) => shown[name]);
}

/**
 * Which commands are shown, whether or not they can be asked now.
 * @param {SeatScreen} screen
 * @param {Act[]} acts
 * @returns {Record<string, boolean>}
 */
function shownOf(screen, acts) {
  const { you, phase, match } = screen;
  const moves = Boolean(you.to_move) && phase === "playing" && !covered();
  const lays = moves && Boolean(match?.board) && (game.of("lays")?.(screen) ?? true);
  return {
    confirm: lays || (can(screen, "confirm") && !covered() && (screen.planned || goesOnHere(you, acts))),
    hint: lays && ((match?.hints === "request" && match.places) || can(screen, "hint")),
    take_back: can(screen, "take_back") && !covered(),
    redo: can(screen, "redo") && !covered(),
    hurry: can(screen, "hurry"), end_count: can(screen, "end_count"), advise: moves && can(screen, "advise"),
    pause: can(screen, "pause"), resume: can(screen, "resume"),
  };
}

/**
 * Whether it is for this page's own button to go on, and nothing of the game's does it.
 * @param {You} you
 * @param {Act[]} acts
 */
const goesOnHere = (you, acts) => !you.to_move && !game.of("goesOn") && !acts.some((each) => each.main);

// A phone that lies there says that it is wanted. Browsers refuse that to pages nobody has touched.
const nudge = () => buzz(80);

// --- doing -------------------------------------------------------------------------------------------------------------

/**
 * @param {Command} command
 * @returns {Promise<Reply | null>}
 */
async function act(command) {
  const reply = await (line()?.send(command) ?? null);
  complain(refusalOf(reply));
  return reply;
}

/**
 * Whether this seat lays its pieces by taps, here and now.
 * @param {Screen} screen
 */
const draws = (screen) => screen.on_screen && !covered() && !screen.paused && screen.phase === "playing" && Boolean(withYou(screen).you.to_move);

/** @param {Site} site */
function touch(site) {
  const screen = line()?.screen;
  if (!screen || screen.paused || !game.ready || saidLaid(site, act) || game.of("touch")?.(site, screen, { covered: covered() })) return;
  if (draws(screen)) draft(screen, site, act);
  else if (covered() && isSeen(byId("uncover"))) point(byId("uncover"));
}

// What cannot be confirmed points at the sentence that says why; where hands lay pieces and none is seen, the table is asked.
function nothingLies() {
  const screen = line()?.screen;
  const unseen = screen && !screen.on_screen && screen.verdict === "unfinished" && withYou(screen).you.can.includes("confirm");
  if (unseen) act({ name: "confirm" });
  else cannotConfirm();
}

document.addEventListener("click", (event) => {
  const button = around(event, "button[data-command]");
  if (button?.id === "do-confirm" && plan?.act) plan.act();
  else if (button?.id === "do-take_back" && plan?.undo) plan.undo();
  else if (button?.getAttribute("aria-disabled") === "true") {
    if (button.id === "do-confirm") nothingLies();
  } else if (button?.dataset.command === "take_back") askUndo({ undo: line()?.screen?.undo ?? null }, () => act({ name: "take_back" }));
  else if (button) act({ name: button.dataset.command ?? "" });
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
addEventListener("hashchange", () => { if (takeInvitation()) join(); });

startLobby({
  onSeat: (given) => { forgetSeats(); addSeat(given); begin(given.seat); },
  onGone: noGuest, onShow: showGuest, onState: (state) => showLink(state),
});
startBoard(touch);
startStage(touch, () => { if (line()?.screen?.phase === "playing" && !covered()) missing(); });
startLog();
startAsking(act);
startLaid(() => showAll([]));
// Whoever presses a move wants to see its place.
byId("log-list").addEventListener("click", (event) => { if (around(event, "button[data-move]")) byId("menu").close(); });
startActs(act);
startSound();
startSaying();
startReadingAloud(() => showAll([]));
startCurtain({ shared: () => seats().length > 1, onChange: showAll, onSeat: (seat) => { turnTo(seat); focus(); } });
if (takeInvitation()) join();
else begin();
