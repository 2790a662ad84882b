// What the table sends and takes, as docs/http-reference.md describes it, and the elements of our pages that are more than HTMLElements.
// Only `tsc` reads this file. What a game brings under keys of its own is `any`: each game knows its own.

type Site = string;
type Seat = number;

interface Player {
  seat: Seat;
  name: string;
  initials: string;
  colour: string | number | null;
  side: number;
  to_move: boolean;
  computer: string | null;
  /** The number of the board at which the seat sits. */
  board: number;
  phone: string | null;
  place?: string;
  [own: string]: any;
}

interface Match {
  game: string;
  pages: string[];
  players: Player[];
  levels: string[];
  rules: string[];
  brief: string[];
  lesson: boolean;
  /** The board can show what may be laid. */
  places: boolean;
  /** A seat may know what others do not. */
  secrets: boolean;
  hints: string;
  board: boolean;
  turn: number;
  title: string;
}

interface Piece {
  site: Site;
  kind: string | null;
  seat: Seat | null;
  face_up: boolean;
  status: string;
  [own: string]: any;
}

/** What the game offers just now, ready to be sent. */
interface Act {
  name: string;
  text: string;
  main: boolean;
  actor: Seat | "table";
  action: unknown;
}

interface Notice {
  level: string;
  text: string;
}

/** The time until something happens, in milliseconds, and the whole of it. */
interface Clock {
  ms: number;
  of: number;
}

/** The time of a turn. `text`: all of it is used. */
interface TurnClock {
  seats: Seat[];
  of: number;
  used: number;
  runs: boolean;
  text: string | null;
}

interface Timer extends Clock {
  runs: boolean;
}

interface Cue {
  n: number;
  tones: [pitch: number, ms: number][];
}

interface Proposal {
  by: string | null;
  text: string;
  agreed: Seat[];
  open: Seat[];
  table: boolean;
}

/** A game that can be chosen; `why` not: then it cannot. */
interface Board {
  number: number;
  here: boolean;
  table: string;
  far: boolean;
  away: boolean;
  gone: boolean;
}

interface Offered {
  name: string;
  title: string;
  goal: string;
  brief: string[];
  lesson: boolean;
  seats: number[];
  levels: string[];
  pages: string[];
  board: boolean;
  helps: boolean;
  places: boolean;
  handicaps: Record<number, { name: string; text: string }[]>;
  explains: boolean;
  /** The game's part of the form where nobody has chosen anything. */
  plain: any;
  one_board: string | null;
  why: string | null;
}

interface LastGame {
  game: string;
  players: { name: string; computer: string | null; board: number }[];
  hints: string;
  confirm: string;
  clock: number;
  explain: boolean;
  helped: Seat[];
  follow: boolean;
  handicaps: string[];
  options: any;
  given_up: boolean;
}

interface Sensors {
  doubtful: Site[];
  suspected: Site[];
  why: Record<Site, string>;
  left_out: Site[];
  by_hand: Site[];
}

interface QR {
  size: number;
  path: string;
}

/** An address of the table and its code. */
interface Way {
  address: string;
  qr: QR;
}

/** The best way, and those for phones that are in another of the table's networks. */
interface Ways extends Way {
  others: Way[];
}

interface Invitation extends Ways {
  seat: Seat;
}

/** What each player may choose, and what the game tells of it beside a name. */
interface Pickable {
  pick: string;
  text: string;
  colour: number;
  [own: string]: any;
}

interface Guest {
  guest: number;
  name: string;
  initials: string;
  board: number;
  here: boolean;
  seated: boolean;
  pick: string | null;
  colour: number | null;
  [own: string]: any;
}

interface Chair {
  seat: Seat;
  side: number;
  guest: number | null;
  name: string;
  computer: string | null;
}

interface Lobby {
  game: string;
  title: string;
  you: number | null;
  most: number;
  picks: Pickable[];
  guests: Guest[];
  chairs: Chair[];
  teams: boolean;
  way_in: Ways & { wifi: { name: string; qr: QR } | null } | null;
}

interface You {
  seat?: Seat;
  name?: string;
  to_move?: boolean;
  can: string[];
  acts: Act[];
  game: any;
  /** What only this player may know of what they have, to be read out. */
  aloud?: string[];
  advice?: Advised[] | null;
}

/** What a seat has done, in words; `back`: it was taken back since. */
interface Move {
  turn: number;
  seat: Seat | null;
  text: string;
  sites: Site[];
  back: boolean;
}

/** A step that the computer would play, with one reason, and what it is worth beside the best. */
interface Advised {
  text: string;
  compared: string;
  reason: string | null;
  sites: Site[];
  points?: number;
  expects?: string | null;
}

/** What the board is drawn from, of a running game or of a finished one. */
interface BoardScreen {
  phase: string;
  stage: string | null;
  paused: boolean;
  simulated: boolean;
  on_screen: boolean;
  lift: Site[];
  /** Pieces that a tap on a drawn board lifts. */
  movable: Site[];
  pieces: Piece[];
  match: Pick<Match, "players"> | null;
  game: any;
  [own: string]: any;
}

interface Screen extends BoardScreen {
  version: number;
  match: Match | null;
  thinking: { seat: Seat, seats: Seat[], stuck: boolean } | null;
  verdict: string | null;
  sentence: string;
  teaching: { text: string | null; why: { question: string; text: string }[] } | null;
  can: string[];
  acts: Act[];
  notices: Notice[];
  saved: string | null;
  saved_version: number;
  sensors: Sensors;
  countdown: Clock | null;
  timer: Timer | null;
  /** The points are counted in sight until then. */
  counting: Clock | null;
  /** Where it can be had, or the other table that alone has it. */
  finished: { replay: string; analysis: string | null; record: string; picture: string; kept_at?: undefined } | { kept_at: string } | null;
  clock: TurnClock | null;
  cue: Cue | null;
  question: { text: string } | null;
  lesson: { game: string; puzzles: boolean; index: number; of: number; done: boolean; choices: string[]; picked: number | null; hints: string[] } | null;
  /** Of a page itself: for what it waits before its board can be played, see table/waiting.js. */
  waits?: string;
  /** Of a page itself: whether something is chosen on it that "take back" takes up again, see live/plan.js. */
  chosen?: boolean;
  /** Of a page itself: whether what is chosen on it can be confirmed, whatever else is offered. */
  planned?: boolean;
  undo: string | null;
  take_back: Proposal | null;
  told: string[];
  /** The table speaks: nobody is hurried, by pages either. */
  patient: boolean;
  /** What can be asked by ear now. */
  questions: string[];
  /** The last answers to those who have asked by ear, each by the id of the command that asked. */
  spoken: { id: string; text: string }[];
  advice: Site[];
  suggestions: Advised[];
  log: Move[];
  last: LastGame | null;
  confirm: string;
  games: Offered[];
  /** The boards at which seats may sit; empty where the table has only its own. */
  boards: Board[];
  /** `you`: those who sit here play at this page; `hosts`: it is the host's, or nobody is. */
  host: { you: boolean; hosts: boolean; invites: Seat[]; can_keep: boolean; here: boolean; can_claim: boolean; claim: { text: string; may_consent: boolean } | null };
  join: { invitations: Invitation[]; wifi: { name: string; qr: QR } | null } | null;
  lobby: Lobby | null;
  /** Where a game is begun on a phone, while nobody plays. */
  door: Ways | null;
  other_lobby: { game: string; title: string; way_in: Ways | null; guests: Guest[] } | null;
  /** The table's own Wi-Fi while it is open; `first`: no Wi-Fi of the house is known yet. */
  own_wifi: { name: string; password: string; qr: QR; first: boolean } | null;
  you: You | null;
}

/** A screen while a game is on, or over. */
interface MatchScreen extends Screen {
  match: Match;
}

/** A seat's own screen. */
interface SeatScreen extends Screen {
  you: You;
}

interface Command {
  name: string;
  [field: string]: unknown;
}

/** What is chosen on a page and not known to the table yet, in words; `act` does it. Null: it cannot be done. */
interface Plan {
  text: string;
  act: (() => Promise<Reply | null>) | null;
  undo?: (() => void) | null;
  tells?: boolean;
}

interface Reply {
  ok: boolean;
  id?: string;
  error?: string;
  sentence: string;
  version: number;
  saved_version: number;
}

/** Asks the table; null: the line is down, and nothing was sent. */
type Send = (command: Command) => Promise<Reply | null>;

// --- a finished game -----------------------------------------------------------------------------------------------------

interface Frame {
  kind: string;
  seat: Seat | null;
  turn: number | null;
  said: string[];
  [own: string]: any;
}

interface Finished {
  players: Player[];
  frames: Frame[];
  analysis: boolean;
  stops: number[];
  began_from: { number: number; step: number } | null;
  tries: string[];
  result?: { text: string } | null;
  [own: string]: any;
}

interface Moment {
  frame: number;
  turn: number;
  seat: Seat | null;
  played: string;
  swing: number | null;
  better: { said: string; gain: number; pieces: Piece[] } | null;
}

interface SideOfMoments {
  side: number;
  players: Player[];
  points: { frame: number; result: number }[];
}

interface Thoughts {
  sides: SideOfMoments[];
  steps: number;
  thought: number;
  done: boolean;
  failed: boolean;
  chances: boolean;
  standings: { frame: number; said: string }[];
  turning: number[];
  decisive: number[];
  moments: Moment[];
}

// --- what a game's modules say and get -------------------------------------------------------------------------------------

/** What `start` of a game's module is given; `known` is what its `Shown.known` says. */
interface Context {
  known: any;
  act: Send;
  screen: () => any;
  offer: (name: string) => Act | undefined;
  /** A button that sends the picture at this address on. */
  sharing: (address: string) => HTMLElement | null;
  changed: () => void;
  covered: () => boolean;
}

/** A piece as it is drawn: what turns along a line, what stays upright, and the size of its frame. */
interface Drawn {
  turned: SVGElement[];
  upright?: SVGElement[];
  frame?: [width: number, height: number, radius: number];
}

/** How a game draws and names what lies on the board; all of it may be left out. */
interface BoardHooks {
  /** What is drawn, in place of the table's own list: site, kind, seat, status, and whatever `draw` needs. */
  pieces?(screen: any): Piece[];
  /** A piece: SVG elements around 0 0; the turned ones lie along a line. */
  draw?(piece: Piece, player: Player | null): Drawn | null;
  /** What else a drawing depends on, as text. */
  look?(piece: Piece): string;
  /** Classes of its group. */
  mark?(piece: Piece): string;
  /** What lies there, in words. */
  name?(piece: Piece, player: Player | null): string;
  /** What a space or a line is called; null: as ever. */
  place?(site: Site, screen: any): string | null;
  /** What else is to be said of a place. */
  marks?(site: Site, screen: any): string[];
  /** Sites besides those of pieces where no light is seen. */
  covers?(screen: any): Site[];
}

/** What a game tells beside a name. */
interface Row {
  about?: string | null;
  state?: string;
  out?: boolean;
  waits?: boolean;
  more?: (Element | null)[];
}

// --- the elements of our pages ---------------------------------------------------------------------------------------------

interface Elements {
  log: HTMLDetailsElement;
  setup: HTMLFormElement;
  regions: HTMLSelectElement;
  "my-name": HTMLInputElement;
  "read-aloud": HTMLInputElement;
  "ask-along": HTMLSelectElement;
  asking: HTMLDetailsElement;
  "try-seat": HTMLSelectElement;
  "try-level": HTMLSelectElement;
  slider: HTMLInputElement;
  token: HTMLInputElement;
  place: HTMLInputElement;
  hands: HTMLInputElement;
  settings: HTMLFormElement;
  anew: HTMLDialogElement;
  "back-file": HTMLInputElement;
  "upd-file": HTMLInputElement;
  really: HTMLDialogElement;
  "own-wifi-more": HTMLDetailsElement;
  "net-join": HTMLFormElement;
  "net-name": HTMLInputElement;
  "net-country": HTMLSelectElement;
  "net-password": HTMLInputElement;
  "net-see": HTMLInputElement;
  "net-wait": HTMLDialogElement;
  "door-see": HTMLInputElement;
  enter: HTMLButtonElement;
  "fill-pico": HTMLButtonElement;
  pass: HTMLDialogElement;
  "pass-form": HTMLFormElement;
  "pass-word": HTMLInputElement;
  "pass-see": HTMLInputElement;
  "pass-keep": HTMLButtonElement;
  values: HTMLInputElement;
  "single-keys": HTMLInputElement;
  progress: HTMLProgressElement;
  glow: HTMLCanvasElement;
  help: HTMLDialogElement;
  sure: HTMLDialogElement;
  question: HTMLDialogElement;
  phones: HTMLDialogElement;
  private: HTMLDialogElement;
  menu: HTMLDialogElement;
  leaving: HTMLDialogElement;
  undo: HTMLDialogElement;
  rename: HTMLDialogElement;
  delete: HTMLDialogElement;
  called: HTMLInputElement;
  look: HTMLDialogElement;
  "lobby-form": HTMLFormElement;
  "lobby-name": HTMLInputElement;
}

type ElementOf<Id extends string> = Id extends keyof Elements
  ? Elements[Id]
  : Id extends `name-${number}`
    ? HTMLInputElement
    : Id extends `plays-${number}` | `sits-${number}`
      ? HTMLSelectElement
      : HTMLElement;

/** What is found by a selector has `dataset`, `focus` and the like, whether it is HTML or SVG. */
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface Element {
  closest(selectors: string): HTMLElement | null;
}
