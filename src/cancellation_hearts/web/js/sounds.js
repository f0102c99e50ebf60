// Small sounds, made of a few tones when they are wanted, and the shake of a phone. Browsers make no
// sound before somebody has touched the page; until then there is none.

import { effect } from "../vendor/preact.js";
import { cuesOf } from "./cues.js";
import { settings } from "./settings.js";
import { now } from "./state.js";

/** @typedef {import("./cues.js").Cue} Cue */
/** @typedef {{ pitch: number, to?: number, at?: number, long: number, loud?: number, kind?: OscillatorType }} Tone pitch in hertz, times in seconds */

/** @type {Record<Cue, readonly Tone[]>} */
const TONES = {
  turn: [
    { pitch: 587, long: 0.16 },
    { pitch: 880, at: 0.12, long: 0.3 },
  ],
  cancel: [
    { pitch: 520, to: 180, long: 0.16, kind: "triangle", loud: 1.2 },
    { pitch: 494, to: 170, at: 0.09, long: 0.18, kind: "triangle", loud: 1.2 },
  ],
  queen: [
    { pitch: 147, long: 0.7, kind: "triangle", loud: 1.6 },
    { pitch: 220, at: 0.02, long: 0.5 },
  ],
  take: [{ pitch: 330, to: 440, long: 0.09, loud: 0.6 }],
  void: [{ pitch: 262, to: 208, long: 0.22, loud: 0.8 }],
  moon: [523, 659, 784, 1047].map((pitch, index) => ({ pitch, at: index * 0.11, long: 0.5 })),
};
/** How the phone shakes, in milliseconds; it does for what one has to look at. @type {Partial<Record<Cue, number[]>>} */
const SHAKES = { turn: [60], moon: [40, 60, 40, 60, 120] };
const LOUD = 0.12;

/** @type {AudioContext | null} */
let audio = null;

/** Let it be heard what happens, until the answer is called. */
export function listen() {
  let before = now.peek();
  const wakeUp = () => {
    if (settings.value.sounds) audio ??= new AudioContext();
    if (audio?.state === "suspended") audio.resume();
  };
  addEventListener("pointerdown", wakeUp);
  addEventListener("keydown", wakeUp);
  const stop = effect(() => {
    const update = now.value;
    const cues = update && update !== before ? cuesOf(before, update) : [];
    before = update;
    const { sounds, shakes } = settings.peek();
    if (sounds) playAll(cues);
    if (shakes) for (const cue of cues) shake(cue);
  });
  return () => {
    stop();
    removeEventListener("pointerdown", wakeUp);
    removeEventListener("keydown", wakeUp);
  };
}

/** Hear what was just chosen. */
export function tryOut() {
  audio ??= new AudioContext();
  audio.resume();
  playAll(["turn"]);
}

/** @param {readonly Cue[]} cues each begins a little after the one before it */
function playAll(cues) {
  if (audio?.state !== "running") return;
  for (const [index, cue] of cues.entries())
    for (const tone of TONES[cue]) play(audio, tone, index * 0.14);
}

/** @param {AudioContext} context @param {Tone} tone @param {number} wait */
function play(context, { pitch, to = pitch, at = 0, long, loud = 1, kind = "sine" }, wait) {
  const begin = context.currentTime + wait + at;
  const tone = new OscillatorNode(context, { type: kind, frequency: pitch });
  tone.frequency.exponentialRampToValueAtTime(to, begin + long);
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(LOUD * loud, begin + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + long);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + long);
}

/** @param {Cue} cue */
function shake(cue) {
  const pattern = SHAKES[cue];
  if (pattern && document.visibilityState === "visible") navigator.vibrate?.(pattern);
}
