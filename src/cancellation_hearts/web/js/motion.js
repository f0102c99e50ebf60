// How cards move: from where they lay to where they lie, by Web Animations. Where motion is not
// wanted nothing moves, and everything is where it belongs at once.

import { settings } from "./settings.js";

const EASE = "cubic-bezier(.2,.8,.2,1)";
export const PLAY = 180;
export const DEAL = 240;
export const CANCEL = 320;
export const SWEEP = 420;

/** Whether nothing shall move. */
export function isStill() {
  return settings.value.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Let an element come from a box to where it is.
 *
 * @param {Element} element
 * @param {DOMRect | { x: number, y: number, width: number, height: number }} from
 * @param {{ duration?: number, delay?: number, fade?: boolean, to?: DOMRect }} [options] `to`: where it is,
 *   for who moves many and measures them all before the first
 */
export function come(element, from, { duration = PLAY, delay = 0, fade = false, to: known } = {}) {
  if (isStill()) return null;
  const to = known ?? element.getBoundingClientRect();
  if (!to.width) return null;
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  const scale = from.width / to.width;
  const start = {
    transform: `translate(${x}px, ${y}px) scale(${scale})`,
    ...(fade && { opacity: 0 }),
  };
  return element.animate([start, { transform: "none", ...(fade && { opacity: 1 }) }], {
    duration,
    delay,
    easing: EASE,
    fill: "backwards",
  });
}

/**
 * Let an element go from where it is to a box.
 *
 * @param {Element} element
 * @param {DOMRect} to
 * @param {{ duration?: number, delay?: number }} [options]
 */
export function go(element, to, { duration = SWEEP, delay = 0 } = {}) {
  const from = element.getBoundingClientRect();
  const x = to.x + to.width / 2 - (from.x + from.width / 2);
  const y = to.y + to.height / 2 - (from.y + from.height / 2);
  return element.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${x}px, ${y}px) scale(.8)`, opacity: 1, offset: 0.8 },
      { transform: `translate(${x}px, ${y}px) scale(.6)`, opacity: 0 },
    ],
    { duration, delay, easing: EASE, fill: "forwards" },
  );
}

/** Where a card of mine lay when it was played, by its name. @type {Map<string, DOMRect>} */
export const origins = new Map();
