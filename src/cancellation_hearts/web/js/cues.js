// What of a moment is worth a sound. Each of them is also seen and told; a sound only spares looking.

import { isMyTurn } from "./told.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {"turn" | "cancel" | "queen" | "take" | "void" | "moon"} Cue */

/**
 * What an update sounds like, the first thing first.
 *
 * @param {Update | null} before what was known so far; null: nothing, and then nothing has just happened
 * @param {Update} after
 * @returns {readonly Cue[]}
 */
export function cuesOf(before, after) {
  if (before === null || after.events.length === 0) return [];
  const events = after.events.map(({ event }) => event);
  /** @type {Cue[]} */
  const cues = [];
  const played = events.flatMap((event) => (event.type === "CardPlayed" ? [event.card] : []));
  const twins = cancelled(after);
  if (played.some((card) => twins.has(card))) cues.push("cancel");
  if (played.includes("SQ")) cues.push("queen");
  if (events.some(({ type }) => type === "TrickTaken")) cues.push("take");
  if (events.some(({ type }) => type === "TrickVoided")) cues.push("void");
  if (events.some(({ type }) => type === "MoonShot")) cues.push("moon");
  if (isMyTurn(after) && !isMyTurn(before)) cues.push("turn");
  return cues;
}

/** The cards that have met their twins, in the open trick and in the one before it. @param {Update} update */
function cancelled({ public: table, facts }) {
  const open = table.match?.deal?.trick?.cards ?? [];
  const { cards = [], cancelled: cut = [] } = facts.last ?? {};
  return new Set([
    ...open.filter((_, index) => facts.cancelled?.[index]),
    ...cards.filter((_, index) => cut[index]),
  ]);
}
