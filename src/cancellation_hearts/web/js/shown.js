// What is on the table at this moment, for whoever draws it: the open trick or the finished one that
// is still shown, who sits where, and which way cards are passed.

import { kept, nameOf } from "./state.js";
import { sidesOf } from "./track.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

/**
 * The trick as it lies on the table: the open one, or the finished one that is still shown.
 *
 * @typedef {object} Shown
 * @property {readonly number[]} order the seats as they play
 * @property {readonly string[]} cards what the first of them have played
 * @property {readonly boolean[]} cancelled
 * @property {number | null} winner who takes it as it lies
 * @property {boolean} isVoid
 * @property {boolean} isOver
 * @property {number} number from 1, in this hand
 */

/** @param {Update} update @returns {Shown} */
export function shownTrick({ public: table, facts }) {
  const last = kept.value;
  const deal = table.match?.deal;
  if (last) {
    const winner = last.taker ?? null;
    const { order, cards, cancelled, number } = last;
    return { order, cards, cancelled, winner, isVoid: winner === null, isOver: true, number };
  }
  return {
    order: facts.order ?? [],
    cards: deal?.trick?.cards ?? [],
    cancelled: facts.cancelled ?? [],
    winner: facts.winner ?? null,
    isVoid: facts.void ?? false,
    isOver: false,
    number: (deal?.tricks.length ?? 0) + 1,
  };
}

/** The seats as they sit, clockwise from the left of whoever looks. @param {Update} update */
export function seating({ public: table, mine }) {
  const count = table.seats.length;
  const me = mine?.seat ?? 0;
  const others = Array.from({ length: count - 1 }, (_, index) => (me + 1 + index) % count);
  const [left, top] = sidesOf(count - 1);
  return {
    me,
    left: others.slice(0, left),
    top: others.slice(left, left + top),
    right: others.slice(left + top),
  };
}

/** The seat so many to the left of another one; below 0, to the right. @param {number} seat @param {number} by @param {number} count of seats */
export const beside = (seat, by, count) => (seat + by + count) % count;

/** @param {number} offset @param {number} count */
export function wayOf(offset, count) {
  if (offset === 1) return "left";
  return offset === -1 || offset === count - 1 ? "right" : "across";
}

/** @param {string} way */
export const wayName = (way) =>
  ({ left: t("left"), right: t("right"), across: t("across") })[way] ?? "";

/** @param {Update} update @param {number} seat */
export const hasChosen = (update, seat) =>
  update.facts.phase === "passing" && !(update.facts.awaited ?? []).includes(seat);

/** For whom the table waits, by name. @param {Update} update @param {readonly number[]} seats */
export function waitingFor(update, seats) {
  const few = seats.slice(0, 3).map((seat) => nameOf(update, seat));
  const more = seats.length - few.length;
  const names = more > 0 ? [...few, nt("{n} more", "{n} more", more)] : few;
  return t("Waiting for {names}", { names: names.join(", ") });
}
