// The set-up form. What was typed survives a reload; what is wrong is said beside it before anything is sent.
//
// What a game wants to know besides is its own: `begin(last)` with what was agreed the last time, `change(field, seat)`,
// `fill(players)` its fields; `options(players)` are what is sent, `wrong()` is the field that keeps them from it; `colour(seat)`, and `count(players)`
// in words. For a lobby, in which guests stand in the seats: `picks()`, whether they may choose for themselves, `pick(seat, name)`,
// what one has chosen, and `swap(seat, other)`.

import { deviceName, keepName } from "../live/device.js";
import { around, byId, fill as rebuild, h, set, withAt, write } from "../shared/dom.js";
import { forget, wished } from "../shared/from_lesson.js";
import { atOneBoard, boardName, showBeside, standsAt } from "./boards.js";
import { showLobby, startLobby } from "./lobby.js";
import { playedBy } from "../shared/players.js";
import { passing } from "../shared/storage.js";
import { known, knows, list, refusalOf, t } from "../shared/texts.js";

/** @typedef {import("../shared/pages.js").GamePages} GamePages */

/**
 * @typedef {{
 *   game: string | null, players: number, names: string[], plays: string[], boards: string[], first: Seat, hints: string, confirm: string, clock: string, explain: string,
 *   helped: Seat[], follow: boolean, handicaps: string[],
 * }} Chosen
 */

const KEY = "pearlboard.set-up";
const SEATS = 6;
const form = byId("setup");
/**
 * @param {string} what
 * @returns {string[]}
 */
const all = (what) => Array.from({ length: SEATS }, () => what);
/** @type {Chosen} */
const START = { game: null, players: 2, names: all(""), plays: all("person"), boards: all(""), first: 1, hints: "request", confirm: "auto", clock: "0", explain: "no", helped: [], follow: false, handicaps: all("") };
/** @type {Chosen} */
let state = START;
let touched = false;
/** @type {Offered[]} */
let games = [];
/** @type {GamePages | null} */
let own = null;
/** Whether the whole form is open; else what most people want is offered. */
let open = false;
/** The boards at which seats may sit; none where there is only one. @type {Board[]} */
let boards = [];
/** The table speaks: nothing counts by lying still, and no clock of a turn runs, so neither is asked. */
let patient = false;
/** Whether all pieces are on a drawn board, where nothing lies still until it counts. */
let drawn = false;
/** @type {LastGame | null} */
let before = null;
/** The lobby that this page has opened. */
/** @type {Lobby | null} */
let lobby = null;
/** Whether guests may choose for themselves, as the table was told. */
let picks = true;
/** Whether the next press goes back, though guests are here. */
let sure = false;
/** @type {Send} */
let send;

/** What was typed before this page was loaded anew. */
function remember() {
  try {
    const typed = JSON.parse(passing.getItem(KEY) ?? "null");
    if (!typed) return;
    state = { ...START, ...typed.state };
    touched = true;
    open = Boolean(typed.open);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}

/** A game is on: the next one begins with those who play it. */
function forgetTyped() {
  touched = false;
  open = false;
  passing.removeItem(KEY);
}

/**
 * `setUp(command)` sends the command and resolves with the table's reply; `onGame` is called when another game is chosen.
 * @param {Send} setUp
 * @param {() => void} onGame
 */
export function startSetup(setUp, onGame) {
  send = setUp;
  remember();
  byId("my-name").value = deviceName();
  form.addEventListener("input", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.id === "my-name") return keepName(field.value.trim());
    change(field);
    if (field.name === "game") onGame();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (document.activeElement === byId("my-name")) return byId("start-computer").click();
    const wrong = ask("wrong");
    if (wrong) return wrong.focus();
    if (!beginsHere()) return byId("one-board").focus();
    return lobby ? beginGame() : begins(await setUp(command()));
  });
  byId("start").addEventListener("click", async (event) => {
    const way = around(event, "button[data-way]")?.dataset.way;
    if (byId(`start-${way}`)?.getAttribute("aria-disabled")) byId("one-board").focus();
    else if (way === "learn") location.assign(`/learn/${gameNow()?.name}?lang=${known.language}`);
    else if (way === "phones") openLobby();
    else if (way === "here") openForPeople();
    else if (way) begins(await setUp(way === "again" ? again() : againstComputer()));
  });
  byId("form-back").addEventListener("click", goBack);
  form.addEventListener("click", (event) => {
    const button = around(event, "button[data-swap]");
    if (button) swap(Number(button.dataset.swap));
  });
  startLobby(tell);
}

/** @param {Reply | null} reply */
function begins(reply) {
  complain(refusalOf(reply));
  if (!reply?.ok) return;
  open = false;
}

/** @param {boolean} whole */
function turnTo(whole) {
  open = whole;
  if (touched) keep();
  showWays();
  byId(open ? "name-1" : "start-here").focus({ preventScroll: true });
  if (open) byId("form-back").scrollIntoView({ block: "nearest" });
}

/** Who wants to play together is with people: whoever was a computer the last time is a free seat. */
function openForPeople() {
  const players = Math.max(state.players, fewest(gameNow()?.seats));
  state = { ...state, players, names: state.names.map((name, index) => (byComputer(index + 1) ? "" : name)), plays: all("person") };
  fill();
  turnTo(true);
}

// --- everybody on their phone ---------------------------------------------------------------------------------------------

// As few seats as may be: there is another for whoever comes.
async function openLobby() {
  const reply = await tell({ name: "open_lobby", game: gameNow()?.name, seats: fewest(gameNow()?.seats) });
  if (!reply?.ok) return;
  turnTo(true);
  byId("lobby").focus();
  arrange(chairs());
}

/**
 * @param {Command} asked
 * @returns {Promise<Reply | null>}
 */
async function tell(asked) {
  const reply = await send(asked);
  complain(refusalOf(reply));
  return reply;
}

// Who came would have to come again: that is asked twice.
function goBack() {
  sure = Boolean(lobby?.guests.length) && !sure;
  showWays();
  if (sure) return undefined;
  return lobby ? tell({ name: "close_lobby" }) : turnTo(false);
}

/** @param {Seat} seat */
const guestOn = (seat) => lobby?.guests.find(({ guest }) => guest === lobby?.chairs[seat - 1]?.guest) ?? null;

// Who sits where, by the form: guests where the table has put them.
const chairs = () => Array.from({ length: state.players }, (_, index) => chair(index + 1));

/** @param {Seat} seat */
function chair(seat) {
  const guest = guestOn(seat);
  if (guest) return { guest: guest.guest };
  return byComputer(seat) ? { called: state.names[seat - 1].trim(), computer: state.plays[seat - 1] } : { called: state.names[seat - 1].trim() };
}

/** @param {object[]} wanted */
function arrange(wanted) {
  picks = ask("picks") ?? true;
  return tell({ name: "arrange", game: gameNow()?.name, chairs: wanted, picks });
}

/** @param {Seat} seat changes places with the next one, the last with the first */
function swap(seat) {
  const other = seat % state.players + 1;
  const wanted = chairs();
  /**
   * @template Each
   * @param {Each[]} list
   */
  const swapped = (list) => withAt(withAt(list, seat - 1, list[other - 1]), other - 1, list[seat - 1]);
  ask("swap", seat, other);
  const helped = state.helped.map((each) => (each === seat ? other : each === other ? seat : each));
  state = { ...state, names: swapped(state.names), plays: swapped(state.plays), boards: swapped(state.boards), handicaps: swapped(state.handicaps), helped };
  keep();
  return arrange(swapped(wanted));
}

/**
 * What the table says of the lobby comes into the form: guests, what they have chosen, and the seats that they have left.
 * @param {Lobby | null} now
 */
function follow(now) {
  const before = lobby;
  if (before) complain(""); // what was said was of the lobby as it was
  lobby = now;
  sure = false;
  if (!now) {
    if (before) open = false;
    return;
  }
  open = true;
  if (!before) state.game = now.game;
  if (before?.chairs.length !== now.chairs.length) state.players = now.chairs.length;
  now.chairs.forEach(({ seat, guest, name, computer }, index) => {
    const was = before?.chairs[index];
    if (was && was.guest === null && guest === null) return;
    state.names = withAt(state.names, seat - 1, name);
    state.plays = withAt(state.plays, seat - 1, computer ?? "person");
    const come = now.guests.find((each) => each.guest === guest);
    if (come && come.guest !== was?.guest) state.boards = withAt(state.boards, seat - 1, String(come.board));
  });
}

// What guests have chosen is theirs, whatever was pressed here.
function followPicks() {
  for (const { seat } of lobby?.chairs ?? []) {
    const guest = guestOn(seat);
    if (guest?.pick) ask("pick", seat, guest.pick);
  }
  if (lobby && own?.ready && (ask("picks") ?? true) !== picks) arrange(chairs());
}

// Where nobody has come by the code, there is still one for each seat.
async function beginGame() {
  const nobody = !lobby?.guests.length;
  const { game, players, ...agreed } = command();
  const arranged = await arrange(chairs());
  if (!arranged?.ok) return;
  const reply = await send({ ...agreed, name: "begin_game" });
  begins(reply);
  if (reply?.ok && nobody) byId("phones-open").click();
}

// --- in one tap ----------------------------------------------------------------------------------------------------------

// Those who played last, with all that they had agreed on.
function again() {
  begin({ last: before, confirm: state.confirm });
  return command();
}

// Whoever this device knows by name, or a player without one, against the level that was played last, or the friendliest.
// Where nobody has played yet, the game is explained as it goes.
function againstComputer(level = before?.players.find(({ computer }) => computer)?.computer) {
  const game = gameNow();
  level ??= game?.levels[0] ?? "person";
  state = { ...START, game: state.game, confirm: state.confirm, players: fewest(game?.seats), names: withAt(all(""), 0, deviceName()), plays: withAt(all(level), 0, "person"), explain: before && !before.explain ? "no" : "yes" };
  ask("begin", game?.plain, 1); // what was chosen for another game is not what the button says
  return command();
}

// Who comes from the lesson wants it explained, and a friendly computer. Where something else is going on, that comes first.
async function beginFirst() {
  forget("first-game");
  againstComputer(gameNow()?.levels[0]);
  state.explain = "yes";
  begins(await send(command()));
}

/**
 * The game whose part of the form is to be fetched: the one that was chosen, or would be.
 * @param {Screen} screen
 * @returns {{ game: string | null, pages: string[], part: string }}
 */
export function chosenGame(screen) {
  games = screen.games ?? [];
  if (screen.phase !== "idle") return { game: null, pages: [], part: "setup" };
  if (!touched) state.game = screen.other_lobby?.game ?? screen.last?.game ?? state.game;
  state.game = wished("first-game") ?? state.game;
  const chosen = gameNow();
  return { game: chosen?.name ?? null, pages: chosen?.pages ?? [], part: "setup" };
}

/**
 * As few as make a game of people: two, where two can play.
 * @param {number[] | undefined} counts
 */
const fewest = (counts = [2]) => (counts.includes(2) ? 2 : counts[0]);
const usable = () => games.filter((each) => each.why === null);
const gameNow = () => usable().find((each) => each.name === state.game) ?? usable()[0] ?? null;

/**
 * @param {Screen} screen
 * @param {string[] | null} changed
 * @param {GamePages} pages
 */
export function showSetup(screen, changed, pages) {
  const idle = screen.phase === "idle" && !screen.lesson;
  own = idle ? pages : null;
  const opens = form.hidden && idle;
  const mine = screen.lobby?.way_in ? screen.lobby : null;
  form.hidden = !idle;
  if (!idle) {
    if (screen.phase !== "idle") forgetTyped();
    lobby = null;
    forget("first-game");
    return;
  }
  before = screen.last;
  boards = screen.boards;
  ({ patient } = screen);
  drawn = screen.on_screen && !boards.length;
  const another = screen.other_lobby && screen.other_lobby.game !== screen.last?.game; // its part of the form knows no choices of the last game
  if (opens && !touched && !mine) begin(another ? { ...screen, last: null } : screen);
  const other = JSON.stringify(mine) !== JSON.stringify(lobby);
  if (other) follow(mine);
  if (opens || other) showWays();
  if (opens || !changed) complain("");
  if (opens || other || !changed || changed.includes("games") || changed.includes("boards") || !changed.length) fill();
  if (wished("first-game") && !screen.lobby) beginFirst();
}

/**
 * Nothing was typed yet: begin with those who played last, or with what the table's settings say.
 * @param {Pick<Screen, "last" | "confirm">} screen
 */
function begin({ last, confirm }) {
  state = last ? { ...state, game: last.game, players: last.players.length, hints: last.hints, confirm: last.confirm, clock: String(last.clock), explain: last.explain ? "yes" : "no", helped: last.helped, follow: last.follow, handicaps: all("").map((_, seat) => last.handicaps[seat] ?? ""),
    names: state.names.map((_, seat) => last.players[seat]?.name ?? ""), plays: state.plays.map((_, seat) => last.players[seat]?.computer ?? "person"),
    boards: sat(last.players) } : { ...state, confirm };
  if (last) ask("begin", last.options, people());
}

/**
 * Where people sat; whoever played alone, or against computers, sat with the page that began.
 * @param {LastGame["players"]} players
 */
function sat(players) {
  const together = players.filter(({ computer }) => !computer).length > 1;
  return state.boards.map((_, index) => (together && players[index] && !players[index].computer ? String(players[index].board) : ""));
}

/** How many of those who are to play are people. */
const people = () => state.plays.slice(0, state.players).filter((plays) => plays === "person").length;

function showWays() {
  byId("start").hidden = open;
  byId("beside").hidden = open && !boards.length;
  byId("form").hidden = !open;
  write(byId("form-back"), t(sure ? "lobby_close_sure" : "form_back"));
  byId("start-again").hidden = before?.game !== gameNow()?.name; // beside another game it would say the wrong thing
  if (before) write(byId("start-again-how"), list(before.players.map(({ name }, at) => name || t("player", { number: at + 1 }))));
}

/** @param {string} sentence */
function complain(sentence) {
  write(byId("setup-error"), sentence);
  if (sentence) byId("setup-error").scrollIntoView({ block: "nearest" });
}

/** @param {HTMLInputElement} field */
function change(field) {
  const seat = Number(field.closest(".seat")?.dataset.seat ?? 0);
  /** @type {Record<string, () => void>} */
  const ours = { game: () => { state.game = field.value; }, players: () => { state.players = Number(field.value); }, first: () => { state.first = Number(field.value); },
    hints: () => { state.hints = field.value; }, confirm: () => { state.confirm = field.value; }, clock: () => { state.clock = field.value; }, explain: () => { state.explain = field.value; },
    helped: () => { state.helped = field.checked ? [...state.helped, Number(field.value)] : state.helped.filter((each) => each !== Number(field.value)); }, follow: () => { state.follow = field.checked; } };
  if (field.id === `name-${seat}`) state.names = withAt(state.names, seat - 1, field.value);
  else if (field.dataset.sits) state.boards = withAt(state.boards, seat - 1, field.value);
  else if (field.dataset.handicap) state.handicaps = withAt(state.handicaps, Number(field.dataset.handicap) - 1, field.value);
  else if (field.dataset.plays) state.plays = withAt(state.plays, seat - 1, field.value);
  else if (ours[field.name]) ours[field.name]();
  else ask("change", field, seat);
  keep();
  complain("");
  fill();
  if (lobby) arrange(chairs());
}

function keep() {
  touched = true;
  passing.setItem(KEY, JSON.stringify({ state, open }));
}

/**
 * @param {string} name
 * @param {...unknown} given
 */
const ask = (name, ...given) => own?.of(name)?.(...given);

function fill() {
  const game = gameNow();
  write(byId("goal"), game?.goal ?? "");
  showWays();
  byId("start-learn").hidden = !game?.lesson;
  byId("start-computer").hidden = !game?.levels.length;
  byId("start-phones").hidden = (game?.seats.at(-1) ?? 1) < 2;
  showGames(game);
  showCounts(game?.seats ?? []);
  showOneBoard(game);
  for (const field of /** @type {Iterable<HTMLInputElement>} */ (form.elements))
    if (field.type === "radio" && (field.name === "hints" || field.name === "confirm" || field.name === "clock" || field.name === "explain")) field.checked = state[field.name] === field.value;
  byId("choose-confirm").hidden = !game?.board || patient || drawn;
  byId("choose-clock").hidden = patient;
  byId("choose-hints").hidden = !game?.helps;
  byId("choose-explain").hidden = !game?.explains;
  fillFair(game);
  propose();
  followPicks();
  showLobby(lobby);
  ask("fill", state.players, people());
  for (const seat of form.querySelectorAll(".seat")) fillSeat(seat, Number(seat.dataset.seat), game);
  fillFirst();
}

/** @param {Offered | null} game */
const beginsHere = (game = gameNow()) => atOneBoard(boards, game?.one_board)?.begins ?? true;

/**
 * Where a game cannot be begun that is said above what would begin it, and none of that can be pressed. What begins one says
 * itself for which seat it waits.
 * @param {Offered | null} game
 */
function showOneBoard(game) {
  const told = atOneBoard(boards, game?.one_board);
  byId("one-board").hidden = !told;
  write(byId("one-board"), told?.text ?? "");
  const free = lobby ? chairs().findIndex((each) => Object.values(each).join("") === "") + 1 : 0;
  write(byId("set-up"), free ? t("lobby_waits", { number: free }) : t(lobby ? "lobby_begin" : "set_up"));
  for (const each of ["start-computer", "start-here", "start-phones", "set-up"]) set(byId(each), "aria-disabled", beginsHere(game) && !(free && each === "set-up") ? null : "true");
  set(byId("start-again"), "aria-disabled", beginsHere(usable().find(({ name }) => name === before?.game)) ? null : "true");
  showBeside(boards, Boolean(told));
}

/**
 * How many may play this game.
 * @param {number[]} counts
 */
function showCounts(counts) {
  if (counts.length && !counts.includes(state.players)) state.players = fewest(counts);
  if (state.first > state.players) state.first = 1;
  for (const label of byId("choose-players").querySelectorAll("[data-count]")) {
    const count = Number(label.dataset.count);
    label.hidden = !counts.includes(count);
    const [radio, text] = label.children;
    /** @type {HTMLInputElement} */ (radio).checked = count === state.players;
    write(text, ask("count", count) ?? String(count));
  }
}

/**
 * One that cannot be used says why, and cannot be chosen.
 * @param {Offered | null} game
 */
function showGames(game) {
  byId("choose-game").hidden = games.length < 2;
  rebuild(byId("games"), JSON.stringify([usable().map(({ name, title }) => [name, title]), game?.name]), () => usable().map(({ name, title }) => h("label", {},
    h("input", { type: "radio", name: "game", value: name, id: `game-${name}`, checked: name === game?.name }), h("span", {}, title))));
  rebuild(byId("games-why"), JSON.stringify(games), () => games.filter((each) => each.why).map(({ why }) => h("li", {}, why)));
}

/**
 * @param {HTMLElement} element
 * @param {Seat} seat
 * @param {Offered | null} game
 */
function fillSeat(element, seat, game) {
  element.hidden = seat > state.players;
  const name = byId(`name-${seat}`);
  if (name.value !== state.names[seat - 1]) name.value = state.names[seat - 1];
  name.readOnly = guestOn(seat) !== null;
  set(element, "data-guest", name.readOnly ? "" : null);
  fillPlace(seat);
  name.placeholder = byComputer(seat) ? t("computer_name") : t("player", { number: seat });
  const levels = game?.levels ?? [];
  const plays = byId(`plays-${seat}`);
  if (!levels.includes(state.plays[seat - 1])) state.plays = withAt(state.plays, seat - 1, "person");
  rebuild(plays, JSON.stringify(levels), () => ["person", ...levels].map((who) => h("option", { value: who }, playedBy(who))));
  /** @type {HTMLElement} */ (plays.closest(".plays")).hidden = !levels.length;
  plays.value = state.plays[seat - 1];
  plays.disabled = name.readOnly;
  const sits = byId(`sits-${seat}`);
  rebuild(sits, JSON.stringify(boards), () => boards.map((board) => h("option", { value: String(board.number) }, boardName(board))));
  /** @type {HTMLElement} */ (sits.closest(".plays")).hidden = !sitApart() || byComputer(seat);
  sits.value = sitsAt(seat);
  set(element, "data-colour", own?.of("colour") ? ask("colour", seat) : seat);
}

/**
 * In a lobby: whose side the seat is on, and the button that changes places.
 * @param {Seat} seat
 */
function fillPlace(seat) {
  const now = lobby?.chairs[seat - 1];
  byId(`place-${seat}`).hidden = !now || state.players < 2;
  if (!now || seat > state.players) return;
  const side = lobby?.teams ? t("team", { number: now.side }) : "";
  const free = now.guest === null && !now.name && !now.computer ? t("lobby_free") : "";
  write(byId(`place-of-${seat}`), [t("player", { number: seat }), side, free].filter(Boolean).join(" · "));
  write(byId(`swap-${seat}`), t("lobby_swap", { name: nameOf(seat % state.players + 1) }));
}

/** @param {Seat} seat */
const byComputer = (seat) => state.plays[seat - 1] !== "person";

/** @param {Seat} seat */
function nameOf(seat) {
  return state.names[seat - 1].trim() || t(byComputer(seat) ? "computer_seat" : "player", { number: seat });
}

function fillFirst() {
  const box = byId("first-options");
  byId("first").hidden = state.players < 2;
  write(byId("first-said"), t(knows("first_in_game") ? "first_in_game" : "first"));
  while (box.children.length > state.players) box.lastChild?.remove();
  for (let seat = box.children.length + 1; seat <= state.players; seat += 1)
    box.append(h("label", {}, h("input", { type: "radio", name: "first", value: seat }), h("span")));
  [...box.children].forEach((label, index) => {
    const [radio, text] = label.children;
    write(text, nameOf(index + 1));
    /** @type {HTMLInputElement} */ (radio).checked = state.first === index + 1;
  });
}

/**
 * What makes it fair: for each who plays, and for computers. Where something is agreed there it is open, so that nothing is done unseen.
 * @param {Offered | null} game
 */
function fillFair(game) {
  const ladder = ladderOf(game);
  for (let seat = 1; seat <= SEATS; seat += 1) {
    write(byId(`fair-of-${seat}`), nameOf(seat));
    const helped = Boolean(game?.places) && !byComputer(seat);
    byId(`helped-for-${seat}`).hidden = !helped;
    fillHandicap(seat, ladder);
    byId(`fair-${seat}`).hidden = seat > state.players || !(helped || ladder.length);
  }
  for (const field of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) if (field.name === "helped") field.checked = state.helped.includes(Number(field.value));
  const computers = state.plays.slice(0, state.players).some((plays) => plays !== "person");
  const follow = /** @type {HTMLInputElement} */ (byId("choose-follow").querySelector("input"));
  byId("choose-follow").hidden = !computers || (game?.levels.length ?? 0) < 2;
  follow.checked = state.follow;
  byId("fair").hidden = byId("choose-follow").hidden && [...byId("fair").querySelectorAll("fieldset")].every((each) => each.hidden);
  if (!byId("fair").hidden && (state.helped.length || state.follow || handicaps().some(Boolean))) byId("fair").setAttribute("open", "");
}

/** @param {Offered | null} game */
const ladderOf = (game = gameNow()) => game?.handicaps[state.players] ?? [];
/** The handicaps that this game offers to so many, in seat order. */
const handicaps = () => state.handicaps.slice(0, state.players).map((name) => (ladderOf().some((each) => each.name === name) ? name : ""));

/**
 * @param {Seat} seat
 * @param {{ name: string, text: string }[]} ladder
 */
function fillHandicap(seat, ladder) {
  const select = /** @type {HTMLSelectElement} */ (byId(`handicap-for-${seat}`).querySelector("select"));
  byId(`handicap-for-${seat}`).hidden = !ladder.length;
  rebuild(select, JSON.stringify(ladder), () => [h("option", { value: "" }, t("handicap_none")), ...ladder.map(({ name, text }) => h("option", { value: name }, text))]);
  select.value = handicaps()[seat - 1] ?? "";
}

/** For whom a proposal was asked for, what it was, and which one nobody wants. @type {{ asked: string, now: { said: string, handicaps: string[] } | null, left: string }} */
let fair = { asked: "", now: null, left: "" };

/** Asks what would make it even between those who stand there, once for each choice of people. */
async function propose() {
  const seats = Array.from({ length: state.players }, (_, index) => [byComputer(index + 1) ? "" : state.names[index].trim(), byComputer(index + 1) ? state.plays[index] : null]);
  const query = new URLSearchParams({ game: gameNow()?.name ?? "", players: JSON.stringify(seats), lang: known.language }).toString();
  const named = seats.every(([name, level]) => name || level);
  if (query !== fair.asked) {
    fair = { ...fair, asked: query, now: null };
    const answer = open && named && ladderOf().length ? await fetch(`/api/handicap?${query}`).catch(() => null) : null;
    const told = answer?.ok ? await answer.json() : null;
    if (fair.asked !== query) return;
    fair = { ...fair, now: told?.proposal ?? null };
  }
  byId("fair-proposal").hidden = !fair.now || fair.left === query || JSON.stringify(fair.now.handicaps) === JSON.stringify(handicaps());
  write(byId("fair-said"), fair.now?.said ?? "");
}

byId("fair-take").addEventListener("click", () => {
  state.handicaps = all("").map((_, seat) => fair.now?.handicaps[seat] ?? "");
  keep();
  fill();
});
byId("fair-leave").addEventListener("click", () => {
  fair = { ...fair, left: fair.asked };
  fill();
});

/** Whether the seats of this game may be at several boards. */
const sitApart = () => boards.length > 1 && !gameNow()?.one_board;

/**
 * Where nobody has chosen, people sit in turn at this page's board and at any other that answers; computers sit with this page.
 * @param {Seat} seat
 */
function sitsAt(seat) {
  const chosen = state.boards[seat - 1];
  if (boards.some(({ number }) => String(number) === chosen)) return chosen;
  const there = [standsAt(boards), ...boards.filter(({ here, away }) => !here && !away)];
  return String(there[byComputer(seat) ? 0 : (seat - 1) % there.length]?.number ?? 1);
}

const sitting = () => (sitApart() ? { boards: Array.from({ length: state.players }, (_, index) => Number(sitsAt(index + 1))) } : {});

function command() {
  const players = Array.from({ length: state.players }, (_, index) => ({
    name: byComputer(index + 1) ? state.names[index].trim() : nameOf(index + 1), computer: byComputer(index + 1) ? state.plays[index] : null,
  }));
  return { name: "set_up", game: gameNow()?.name, players, options: { ...(ask("options", state.players) ?? {}), ...(handicaps().some(Boolean) ? { handicaps: handicaps() } : {}) }, first: state.first, hints: state.hints, clock: patient ? 0 : Number(state.clock),
    ...(gameNow()?.board ? { confirm: patient ? "button" : state.confirm } : {}), ...sitting(), ...(gameNow()?.explains ? { explain: state.explain === "yes" } : {}), helped: gameNow()?.places ? state.helped.filter((seat) => seat <= state.players) : [], follow: state.follow };
}
