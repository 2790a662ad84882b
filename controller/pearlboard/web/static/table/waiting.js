// A board that is only drawn cannot be played from every page at every time: whoever moves has a phone, or plays at the page
// where hands are; or nobody has said yet who they are. The page says so before it is touched, and offers nothing of it.

import { movers, peopleHere, withoutPhone } from "../shared/players.js";
import { t } from "../shared/texts.js";
import { asksWho } from "./tray.js";

/** What only whoever moves asks for. */
const MOVES = new Set(["confirm", "laid", "hint", "advise", "choose"]);
/** What anybody asks for who plays at a page. */
const PLAYS = new Set([...MOVES, "hurry", "take_back", "redo"]);

/**
 * The screen as this page shows it. `waits` says for whom: "hand": somebody must say first who they are; "elsewhere": whoever
 * moves plays at another page; "host": nobody plays at this one.
 * @template {Screen} S
 * @param {S} screen
 * @param {boolean} held whether the game has hands that one page shows
 * @returns {S}
 */
export function asPlayedHere(screen, held) {
  if (!screen.on_screen || screen.phase !== "playing" || screen.paused) return screen;
  const people = movers(screen).filter(({ computer }) => !computer);
  const looksOn = screen.boards.length > 0 && !peopleHere(screen).length && (screen.match?.players ?? []).some(({ computer }) => !computer);
  const waits = looksOn ? "elsewhere" : held && !screen.host.you ? "host"
    : people.length && !withoutPhone(screen).some(({ to_move }) => to_move) ? "elsewhere"
      : held && asksWho(screen) ? "hand" : null;
  if (!waits) return screen;
  const kept = waits === "host" ? PLAYS : MOVES;
  const where = screen.take_back || screen.pieces.some(({ status }) => status === "draft") || people.length !== 1 ? null : why(people[0], waits, screen.host.can_keep);
  // Whoever looks on wants to know what is waited for, too; at a curtain it is only whether it is one's own.
  const said = where && waits !== "hand" ? `${screen.sentence} ${where}` : where;
  return {
    ...screen, waits, ...(said ? { sentence: said, verdict: null } : {}),
    can: screen.can.filter((name) => !kept.has(name)),
    acts: waits === "elsewhere" ? screen.acts : screen.acts.filter(({ actor }) => actor === "table"),
  };
}

/**
 * In words; null where the table says it by itself.
 * @param {Player} mover
 * @param {string} waits
 * @param {boolean} beside whether it is another page of this table where hands are
 */
function why({ name, phone }, waits, beside) {
  if (waits === "hand") return t("tray_first", { button: t("tray_open", { name }) });
  if (phone !== "none") return t("on_phone", { name });
  return waits === "host" ? t(beside ? "at_page" : "at_host", { name }) : null;
}
