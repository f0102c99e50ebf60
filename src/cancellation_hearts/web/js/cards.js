// Cards as the wire writes them, for whoever draws or names them. Nothing here knows a rule.

import { pt, t } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {"S" | "H" | "D" | "C"} Suit */

/** The suits as they lie in a hand: black and red in turn. */
export const SUITS = /** @type {const} */ (["S", "H", "D", "C"]);
const RANKS = "23456789TJQKA";

/** @param {string} card */
export const suitOf = (card) => /** @type {Suit} */ (card.charAt(0));

/** What stands in a card's corner: `10`, `Q`. @param {string} card */
export const rankOf = (card) => (card.charAt(1) === "T" ? "10" : card.charAt(1));

/**
 * The cards of a pile in the order in which they lie in a hand; none if it lies face down.
 *
 * @param {string | null | undefined} pile as in protocol.d.ts: `AKT7.QJ2..A5`, or a number
 * @returns {Card[]}
 */
export function cardsOf(pile) {
  if (!pile?.includes(".")) return [];
  return pile
    .split(".")
    .flatMap((ranks, index) =>
      [...ranks].reverse().map((rank) => /** @type {Card} */ (`${SUITS[index]}${rank}`)),
    );
}

/**
 * How many cards a pile has, face up or down.
 *
 * @param {string | null | undefined} pile
 */
export function sizeOf(pile) {
  if (!pile) return 0;
  return pile.includes(".") ? pile.length - 3 : Number(pile);
}

/**
 * Cards as a pile: what `cardsOf` reads.
 *
 * @param {readonly Card[]} cards
 */
export function pileOf(cards) {
  const of = (/** @type {string} */ suit) =>
    cards
      .filter((card) => suitOf(card) === suit)
      .sort((one, other) => RANKS.indexOf(other.charAt(1)) - RANKS.indexOf(one.charAt(1)))
      .map((card) => card.charAt(1))
      .join("");
  return SUITS.map(of).join(".");
}

/** @param {Suit} suit */
export function suitName(suit) {
  return { S: t("spades"), H: t("hearts"), D: t("diamonds"), C: t("clubs") }[suit];
}

/**
 * A card in words: `queen of spades`.
 *
 * @param {string} card
 */
export function cardName(card) {
  const context = "in a card's name";
  const suit = {
    S: pt(context, "spades"),
    H: pt(context, "hearts"),
    D: pt(context, "diamonds"),
    C: pt(context, "clubs"),
  }[suitOf(card)];
  const court = { J: t("jack"), Q: t("queen"), K: t("king"), A: t("ace") };
  const rank = court[/** @type {"J"} */ (card.charAt(1))] ?? rankOf(card);
  return t("{rank} of {suit}", { rank, suit });
}
