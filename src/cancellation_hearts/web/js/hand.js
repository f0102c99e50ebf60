// What a tap on a card of one's own hand means, and how the cards lie. Pure: no page, no rules.
// Which cards may be played, and why not the others, the server has said.

import { suitOf } from "./cards.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Code} Code */

/**
 * A card in the hand, with a key of its own: two copies are two things under a finger.
 *
 * @typedef {{ key: string, card: Card }} Held
 */

/**
 * What the hand is for at this moment.
 *
 * @typedef {object} Moment
 * @property {"pass" | "play" | "wait" | "none"} act `wait`: a card may be chosen ahead
 * @property {number} count how many cards are passed
 * @property {readonly Card[]} legal
 * @property {Readonly<Partial<Record<Card, Code>>>} refused
 * @property {boolean} oneTap
 */

/**
 * What a tap leads to: which cards are lifted then, and what is asked for.
 *
 * @typedef {object} Tapped
 * @property {readonly string[]} lifted keys, in the order in which they were lifted
 * @property {Held} [play]
 * @property {Code} [why] why this card may not be played
 * @property {boolean} [full] as many cards are lifted already as are passed
 */

/**
 * Keys for the cards of a hand; those that stayed keep theirs.
 *
 * @param {readonly Card[]} cards in the order in which they lie
 * @param {readonly Held[]} before
 * @param {string | null} gone the key that was played: of two copies, that one is not here any more
 * @returns {Held[]}
 */
export function heldOf(cards, before, gone = null) {
  const kept = before.map(({ key }) => key).filter((key) => key !== gone);
  /** @type {Map<Card, string[]>} */
  const keys = new Map();
  return cards.map((card) => {
    let free = keys.get(card);
    if (!free) {
      const both = [`${card}.1`, `${card}.2`];
      free = both.filter((key) => kept.includes(key));
      free.push(...both.filter((key) => !kept.includes(key) && key !== gone));
      if (free.length < 2) free.push(/** @type {string} */ (gone));
      // two copies stand in the order of their keys, so that they never change places
      if (cards.filter((other) => other === card).length === 2) free.sort();
      keys.set(card, free);
    }
    return { key: /** @type {string} */ (free.shift()), card };
  });
}

/**
 * @param {Held} tapped
 * @param {readonly string[]} lifted
 * @param {Moment} moment
 * @returns {Tapped}
 */
export function tap(tapped, lifted, moment) {
  const isLifted = lifted.includes(tapped.key);
  switch (moment.act) {
    case "none":
      return { lifted: [] };
    case "pass":
      if (isLifted) return { lifted: lifted.filter((key) => key !== tapped.key) };
      if (lifted.length >= moment.count) return { lifted, full: true };
      return { lifted: [...lifted, tapped.key] };
    case "wait":
      return { lifted: isLifted ? [] : [tapped.key] };
    case "play":
      if (!moment.legal.includes(tapped.card)) {
        const why = moment.refused[tapped.card];
        return why ? { lifted: [], why } : { lifted: [] };
      }
      if (isLifted || moment.oneTap) return { lifted: [tapped.key], play: tapped };
      return { lifted: [tapped.key] };
  }
}

/**
 * The card that plays itself now, if one does: chosen ahead, or the only one there is.
 *
 * @param {readonly Held[]} hand
 * @param {string | null} ahead the key of the card that was chosen for this trick
 * @param {Moment} moment
 * @param {boolean} forced whether the reader wants an only card to play itself
 * @returns {Held | null}
 */
export function playsItself(hand, ahead, moment, forced) {
  if (moment.act !== "play") return null;
  const chosen = hand.find(({ key }) => key === ahead);
  if (chosen && moment.legal.includes(chosen.card)) return chosen;
  const [only, ...others] = moment.legal;
  if (!forced || !only || others.length || only === "SQ" || hand.length === 1) return null;
  return hand.find(({ card }) => card === only) ?? null;
}

/** Below this many pixels from card to card a second row is better. */
const NARROWEST = 27;

/**
 * The rows in which a hand lies: one if each card has room enough, else two, parted between suits
 * where that leaves them nearly alike.
 *
 * @template {{ card: Card }} T
 * @param {readonly T[]} hand
 * @param {number} width of a row, in pixels
 * @param {number} cardWidth
 * @returns {(readonly T[])[]}
 */
export function rowsOf(hand, width, cardWidth) {
  const count = hand.length;
  if (count < 2 || (width - cardWidth) / (count - 1) >= NARROWEST) return [hand];
  const half = Math.ceil(count / 2);
  /** @type {number[]} */
  const breaks = [];
  for (let index = 1; index < count; index++) {
    const [left, right] = [hand[index - 1], hand[index]];
    if (left && right && suitOf(left.card) !== suitOf(right.card)) breaks.push(index);
  }
  const best = breaks.sort((one, other) => Math.abs(one - half) - Math.abs(other - half))[0];
  const most = Math.floor((width - cardWidth) / NARROWEST) + 1;
  const isGood =
    best !== undefined && Math.abs(best - half) <= 1 && Math.max(best, count - best) <= most;
  const at = isGood ? best : half;
  return [hand.slice(0, at), hand.slice(at)];
}
