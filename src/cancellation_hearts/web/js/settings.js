// How one reader wants the page: kept on this device, and nothing of it secret.

import { effect, signal } from "../vendor/preact.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"4" | "2" | "cb"} deck four colours, two, or four for the colour-blind
 * @property {boolean} large larger cards
 * @property {boolean} lefty buttons at the left hand
 * @property {boolean} oneTap the first tap plays
 * @property {boolean} forced a card that has to be played plays itself
 * @property {number} hold how long a finished trick stays, in milliseconds; 0: until a tap
 * @property {"auto" | "none"} motion
 * @property {boolean} sounds whether anything is heard
 * @property {boolean} shakes whether the phone shakes when it is my turn
 * @property {boolean} nudges whether somebody may ask me to hurry
 * @property {string} name what I am called at the next table
 * @property {number} players how many play there
 * @property {string} level which bots
 */

/** @type {Settings} */
const USUAL = {
  theme: "auto",
  deck: "4",
  large: false,
  lefty: false,
  oneTap: false,
  forced: false,
  hold: 1800,
  motion: "auto",
  sounds: false,
  shakes: true,
  nudges: true,
  name: "",
  players: 6,
  level: "steady",
};
const KEY = "cancellation-hearts";

/** The settings; change them with `set`. */
export const settings = signal(restored());

/** @param {Partial<Settings>} changes */
export function set(changes) {
  settings.value = { ...settings.value, ...changes };
}

/** Show them on the page and keep them, now and whenever they change. */
export function applySettings() {
  effect(() => {
    const { theme, deck, large, lefty, motion } = settings.value;
    const { dataset } = document.documentElement;
    dataset.theme = theme;
    dataset.deck = deck;
    dataset.cards = large ? "large" : "usual";
    dataset.hand = lefty ? "left" : "right";
    dataset.motion = motion;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings.value));
    } catch {
      // a private window may keep nothing; then they last as long as the page
    }
  });
}

/** @returns {Settings} */
function restored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const isOurs = (/** @type {[string, unknown]} */ [name, value]) =>
      name in USUAL && typeof value === typeof USUAL[/** @type {keyof Settings} */ (name)];
    return { ...USUAL, ...Object.fromEntries(Object.entries(kept).filter(isOurs)) };
  } catch {
    return { ...USUAL };
  }
}
