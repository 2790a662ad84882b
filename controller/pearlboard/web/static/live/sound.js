// The table's tones, soft, until somebody switches them off. A browser makes no sound before a gesture, so none is tried.

import { audio, sounds, touched } from "../shared/browser.js";
import { byId, set } from "../shared/dom.js";
import { lasting } from "../shared/storage.js";

const KEY = "pearlboard.sound";
const LOUDNESS = 0.11;
const ATTACK_S = 0.012;
const FADE_S = 0.2;
const REST_MS = 500;

const button = byId("sound");
let rest = 0;
/** @type {number | null} */
let heard = null;

export function startSound() {
  button.hidden = !sounds();
  set(button, "aria-pressed", String(wanted()));
  button.addEventListener("click", () => {
    lasting.setItem(KEY, wanted() ? "off" : "on");
    set(button, "aria-pressed", String(wanted()));
    if (wanted()) play([[660, 90], [880, 140]]);
  });
  for (const gesture of ["pointerdown", "pointerup", "keydown", "click"]) addEventListener(gesture, () => { if (wanted() && touched()) wake(); }, { passive: true });
}

/**
 * The first cue that a page meets is old: it was heard before the page was opened.
 * @param {Cue | null} cue
 */
export function hear(cue) {
  const before = heard;
  heard = cue?.n ?? before ?? 0;
  if (cue && before !== null && heard !== before && touched() && wanted()) play(cue.tones);
}

const wanted = () => lasting.getItem(KEY) !== "off";

/**
 * Awake it computes silence hundreds of times a second, on a phone's battery; so it sleeps again, and may be woken from
 * then on without a gesture.
 * @param {number} ms until all is said
 */
function wake(ms = 0) {
  const context = audio();
  clearTimeout(rest);
  if (context) rest = setTimeout(() => context.suspend()?.catch(() => {}), ms + REST_MS); // a call may have it
  return context;
}

/** @param {Cue["tones"]} tones */
function play(tones) {
  const context = wake(1000 * FADE_S + tones.reduce((sum, [, ms]) => sum + ms, 0));
  if (!context) return;
  let at = context.currentTime + 0.02;
  for (const [pitch, ms] of tones) {
    const until = at + ms / 1000;
    if (pitch > 0) ring(context, pitch, at, until);
    at = until;
  }
}

/**
 * @param {AudioContext} context
 * @param {number} pitch in Hz
 * @param {number} from in seconds, as the context counts them
 * @param {number} until
 */
function ring(context, pitch, from, until) {
  const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
  const shine = new OscillatorNode(context, { type: "sine", frequency: pitch * 2 });
  const gain = new GainNode(context, { gain: 0 });
  const faint = new GainNode(context, { gain: 0.22 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(LOUDNESS, from + ATTACK_S);
  gain.gain.exponentialRampToValueAtTime(0.0008, until + 0.18);
  tone.connect(gain);
  shine.connect(faint).connect(gain);
  gain.connect(context.destination);
  for (const part of [tone, shine]) {
    part.start(from);
    part.stop(until + FADE_S);
  }
}
