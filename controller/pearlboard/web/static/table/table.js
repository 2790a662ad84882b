// The table page: what the table says is shown, what people do is sent. Nothing is decided here, and no game is known.

import { showAskLanguage } from "./ask_language.js";
import { doAct, mainOffer, offer, showActs, startActs } from "../live/acts.js";
import { showBrief } from "../live/brief.js";
import { showBoard, startBoard, useBoard } from "../shared/board.js";
import { showComputers } from "../live/computers.js";
import { Connection } from "../live/connection.js";
import { deviceKey } from "../live/device.js";
import { draft } from "../live/drafting.js";
import { askSure, openHelp, showQuestion, singleKeys, startDialogs } from "./dialogs.js";
import { stayAwake } from "../shared/browser.js";
import { around, byId, set } from "../shared/dom.js";
import { draw, guard } from "../shared/fence.js";
import { keepFocus } from "./focus.js";
import { bringIntoSight } from "../live/in_sight.js";
import { showFrame } from "../shared/glow.js";
import { showLink } from "../live/link.js";
import { lies } from "../shared/marks.js";
import { cannotConfirm, complain, missing, showNow } from "../live/now.js";
import { withPlan } from "../live/plan.js";
import { saidLaid, startLaid } from "../live/laid.js";
import { startLesson } from "./lesson.js";
import { showLog, startLog } from "../live/log.js";
import { openAsking, showAsking, startAsking } from "../live/asking.js";
import { GamePages } from "../shared/pages.js";
import { showOwnWifi } from "./own_wifi.js";
import { asksForPieces, showFinished, showPanel } from "./panel.js";
import { showPhones, startPhones } from "./phones.js";
import { showPlain } from "../live/plain.js";
import { inTurn, movers, peopleHere, useSigns, withoutPhone } from "../shared/players.js";
import { adviseOne, showPrivate, startPrivate, withoutScreen } from "./private.js";
import { askUndo, showClaim, showProposal } from "../live/proposal.js";
import { chosenGame, showSetup, startSetup } from "./setup.js";
import { showStage, startStage } from "../shared/stage.js";
import { startSaying } from "../live/said.js";
import { hear, startSound } from "../live/sound.js";
import { showTeaching } from "../live/teaching.js";
import { handIsOpen, movesHere, showTray, startTray, trayAsks } from "./tray.js";
import { showTv, startTv, on as onTv } from "./tv.js";
import { sharingOf } from "../shared/share.js";
import { known, refusalOf, t } from "../shared/texts.js";
import { asPlayedHere } from "./waiting.js";

/** The board beside which this page stands, where the table has two. */
const board = new URLSearchParams(location.search).get("board");
const table = new Connection(`/ws?lang=${known.language}${board ? `&board=${encodeURIComponent(board)}` : ""}`, {
  token: deviceKey(), onScreen: show, onFrame: showFrame, onState, onRefusal: complain,
  onRefused: () => onState("refused"),
});
const game = new GamePages({
  context: { act, screen: () => table.screen, offer, sharing: (address) => sharingOf(address, table.screen?.finished), changed: () => again([]) },
  onReady: () => again(null),
  onFailed: () => { complain(t("pages_failed")); again([]); },
});
const showLesson = startLesson(act);
let link = "connecting";
/** What is chosen here and not known to the table yet. @type {Plan | null} */
let plan = null;
/** What the page shows now. @type {Screen | null} */
let seen = null;

/** @param {string} state */
function onState(state) {
  link = state;
  showLink(link, game.ready);
}

/** @param {string[] | null} changed */
function again(changed) {
  if (table.screen) show(table.screen, changed);
}

/**
 * Until what the game brings is there, the page stays as it was: that is a moment.
 * @param {Screen} whole
 * @param {string[] | null} changed
 */
function show(whole, changed) {
  const { game: name, pages, part } = whole.match ? { ...whole.match, part: "table" } : chosenGame(whole);
  if (name === null) game.leave();
  else if (!game.bring(name, pages, part, { again: changed === null })) return;
  const bare = onTv() ? { ...whole, you: null } : whole;
  plan = draw("refusal", () => (bare.match && !onTv() ? game.of("planned")?.(staging(bare)) : null)) ?? null;
  const screen = seen = onTv() ? bare : asPlayedHere(withPlan(bare, plan), Boolean(game.of("tray")) && held(bare));
  useBoard(game.of("board"));
  useSigns(game.of("sign"));
  const focused = document.activeElement;
  set(byId("main"), "data-phase", screen.lesson ? "lesson" : screen.phase);
  set(byId("main"), "data-stage", screen.stage);
  set(byId("main"), "data-turn", inTurn(screen) ? "" : null);
  set(byId("main"), "data-drawn", screen.on_screen && (screen.phase === "idle" || game.of("tray")) ? "" : null);
  set(byId("main"), "data-board", game.of("stage") ? null : "");
  set(byId("main"), "data-clear", screen.pieces.length ? null : "");
  byId("simulated").hidden = !screen.simulated || screen.on_screen;
  draw("lesson", () => showLesson(screen));
  draw("ask-language", () => showAskLanguage(screen));
  draw("own-wifi", () => showOwnWifi(screen));
  draw("setup", () => showSetup(screen, changed, game));
  draw("board", () => showBoard(staging(screen)));
  draw("stage", () => showStage(staging(screen), game.of("stage")));
  showNow(screen, changed, game.of("turnOf"));
  draw("teaching", () => showTeaching(screen));
  draw("main-acts", () => showActs(screen.acts), { keep: true });
  if (movesHere(screen) || !movers(screen).length) set(byId("now"), "data-essential", `${movers(screen).map(({ seat }) => seat)} ${screen.sentence}`);
  showPanel(screen, game.of("row"), () => ({ goesOn: game.of("goesOn"), lays: game.of("lays")?.(screen) }));
  draw("computers", () => showComputers(screen));
  draw("log", () => showLog(screen));
  draw("asking", () => showAsking(screen));
  draw("brief", () => showBrief(name, screen.match ?? screen.games?.find((each) => each.name === name) ?? null));
  draw("proposal", () => showProposal(screen, { agree: Boolean(screen.take_back?.table) && screen.waits !== "host", refuse: screen.waits !== "host", speaksFor: (screen.match?.players ?? []).filter(({ phone }) => phone === "none") }));
  draw("claim", () => showClaim(screen));
  draw("phones", () => showPhones(screen));
  let shown = false;
  draw("plain", () => {
    shown = game.show(screen, changed);
    showPlain(byId("plain"), shown ? {} : screen.game, screen.match);
  });
  draw("finished", () => showFinished(screen, shown));
  draw("tray-hand", () => showTray(screen, held(screen) ? game.of("tray") : undefined), { secret: true });
  draw("private-values", () => showPrivate(screen, lookers(screen), game.of("drawPrivate")), { secret: true });
  draw("question", () => showQuestion(screen.question));
  draw("way", () => showTv(screen));
  guard("wished", () => adviseWished(screen));
  guard("awake", () => stayAwake(onTv() || screen.phase === "playing"));
  guard("tones", () => hear(screen.cue));
  guard("focus", () => keepFocus(focused, screen, game.of("focus")?.(screen))); // it scrolls, so what must be read comes after it
  guard("sight", bringIntoSight);
  showLink(link);
}

/**
 * With `secret`: whether what only one player may know is to be seen at this page.
 * @param {Screen} screen
 */
const staging = (screen) => ({ ...screen, secret: Boolean(game.of("tray")) && handIsOpen(screen) });

/**
 * Who may look at what they alone may see, by a button of their own.
 * @param {Screen} screen
 * @returns {Seat[]}
 */
function lookers(screen) {
  const asked = game.of("privates");
  const none = (screen.on_screen && game.of("tray")) || (game.of("show") && !asked);
  return none ? [] : asked?.(screen) ?? (screen.match?.secrets ? withoutScreen(screen) : []);
}
/**
 * Whoever asks for advice that no hand in the tray shows with the hand.
 * @param {Screen} screen
 */
const adviser = (screen) => (screen.on_screen && !screen.you && screen.host.you && !screen.host.can_claim ? withoutPhone(screen).find(({ to_move }) => to_move) : null);

/**
 * Whether there are hands to be shown to one alone; a game may say that there are none in this one.
 * @param {Screen} screen
 */
const held = (screen) => game.of("holds")?.(screen) !== false;

// --- doing things ------------------------------------------------------------------------------------------------------

// Pieces and the board's own buttons are moved whatever the version: hands do not wait for a screen.
const BY_HAND = new Set(["put", "lift", "leave_out", "trust", "laid", "tidy", "button", "private", "hand_back", "ask", "begin_lesson", "turn_lesson", "pick_in_lesson", "end_lesson"]);

/**
 * @param {Command} command
 * @returns {Promise<Reply | null>}
 */
async function act(command) {
  const reply = await table.send(command, BY_HAND.has(command.name) ? { version: null } : {});
  complain(refusalOf(reply));
  return reply;
}

// Shown only where they can be asked.
const OFFERED = new Set(["agree_take_back", "refuse_take_back", "claim_host", "allow_host", "refuse_host"]);

/**
 * What a click on the board means, the game may say; else it is a hand that lays or lifts a piece.
 * @param {Site} site
 */
function touch(site) {
  const screen = seen;
  if (!screen || screen.paused || !game.ready || waits() || saidLaid(site, act) || game.of("touch")?.(site, screen)) return;
  if (screen.on_screen) {
    if (movesHere(screen)) draft(screen, site, act);
    else missing();
  } else if (screen.simulated || screen.sensors.by_hand.includes(site)) {
    const there = screen.pieces.some((piece) => piece.site === site && lies(piece));
    act({ name: there ? "lift" : "put", site });
  }
}

/** Whether nothing can be played here now: the sentence has said why, or the button that asks who it is. */
function waits() {
  const asked = trayAsks();
  if (!asked && seen?.waits) missing();
  return asked || Boolean(seen?.waits);
}

/**
 * Where hands lay pieces, the button of a simulated board can be pressed as a real one: without a draft the table asks what
 * is up. What cannot be confirmed points at the sentence that says what is missing.
 * @param {string} name
 */
function command(name) {
  const screen = seen;
  if (!screen) return;
  const possible = screen.can.includes(name);
  if (name === "confirm" && plan && !plan.tells) {
    if (plan.act) plan.act();
    else missing();
  } else if (name === "advise" && !possible) wishAdvice(screen);
  else if (name === "advise" && adviser(screen)) adviseOne(/** @type {Player} */ (adviser(screen)), peopleHere(screen).length === 1);
  else if (OFFERED.has(name)) act({ name });
  else if (name === "abandon" && possible) askSure();
  else if (name === "take_back" && plan?.undo) plan.undo();
  else if (name === "take_back" && possible) askUndo(screen, () => act({ name }));
  else if (possible) act({ name });
  else if (name === "confirm" && asksForPieces(screen)) act({ name: "button", button: "end_turn" });
  else if (name === "confirm") cannotConfirm();
}

/** The stage in which advice was asked for while the computer still moved at the same time. @type {string | null} */
let wished = null;

/**
 * Advice comes once it can; where others sit at this page, too, it is asked for anew, as they look away then.
 * @param {Screen} screen
 */
function wishAdvice(screen) {
  complain(t("advice_coming"));
  wished = peopleHere(screen).length === 1 ? screen.stage : null;
}

/** @param {Screen} screen */
function adviseWished(screen) {
  if (wished !== screen.stage || !withoutPhone(screen).some(({ to_move }) => to_move)) wished = null;
  if (wished === null || !screen.can.includes("advise")) return;
  wished = null;
  command("advise");
}

document.addEventListener("click", (event) => {
  const button = around(event, "button[data-command]");
  if (button && (button.getAttribute("aria-disabled") !== "true" || ["do-confirm", "do-advise"].includes(button.id))) command(button.dataset.command ?? "");
});
byId("notices").addEventListener("click", (event) => {
  const button = around(event, "button[data-sensor]");
  if (button) act({ name: button.dataset.sensor ?? "", site: button.dataset.at });
});

// --- keys --------------------------------------------------------------------------------------------------------------

/** @type {Record<string, () => unknown>} */
const KEYS = { c: () => sayYes(), t: () => command("take_back"), h: () => command("hint"), q: openAsking, "?": openHelp };

// "Confirm" is whatever says yes just now.
function sayYes() {
  const main = plan ? undefined : mainOffer();
  return main && !seen?.can.includes("confirm") ? doAct(main) : command("confirm");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || document.querySelector("dialog[open]")) return;
  const board = event.target === document.body || around(event, "#board, .tray");
  if (!board) return;
  const letter = event.key.toLowerCase();
  const single = singleKeys() ? KEYS[letter] ?? game.of("keys")?.[letter] : null;
  const todo = event.key === "End" ? sayYes : single;
  if (!todo) return;
  event.preventDefault();
  todo();
});

startTv(() => again([])); // before all else of this page that listens to touches; what is open closes first (shared/dom.js)
startBoard(touch);
startStage(touch, () => { if (!waits() && seen?.phase === "playing") missing(); });
startActs(act);
startLaid(() => again([]));
startSetup((setUp) => table.send(setUp), () => again([]));
startDialogs(act);
startPhones(act);
startPrivate(act);
startTray(act);
startLog();
startAsking(act);
startSound();
startSaying();
table.open();
