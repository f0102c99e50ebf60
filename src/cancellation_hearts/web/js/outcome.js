// How a trick came out, in a sentence.

import { nameOf } from "./state.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

/** Who took it, and what it brought. @param {Update} update @param {import("./protocol.js").LastTrick} last */
export function outcomeOf(update, { taker = null, points = 0 }) {
  if (taker === null) {
    return points
      ? nt("Nobody took it. {n} point waits.", "Nobody took it. {n} points wait.", points)
      : t("Nobody took it. The cards wait.");
  }
  const name = nameOf(update, taker);
  const isMine = taker === (update.mine?.seat ?? null);
  if (!points)
    return isMine ? t("You took it: no points.") : t("{name} took it: no points.", { name });
  return isMine
    ? nt("You took it: {n} point.", "You took it: {n} points.", points)
    : nt("{name} took it: {n} point.", "{name} took it: {n} points.", points, { name });
}
