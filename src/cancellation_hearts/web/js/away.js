// A card over the table for whoever comes back: what went by, and what was played in their name. It
// blocks nothing, and goes away with one tap.

import { html, useEffect, useState } from "../vendor/preact.js";
import { missedOf } from "./missed.js";
import { ask, leftAt } from "./play.js";
import { link, mySeat, now, missed as told } from "./state.js";
import { Word } from "./ui.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

/** So long after one's return it is clear that nothing was missed. */
const SOON = 2500;

/** @param {{ update: Update }} props */
export function Away({ update }) {
  const missed = told.value;
  const [isInFront, set] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const look = () => set(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  const before = leftAt.value;
  const isBack = before !== null && isInFront && link.value?.status === "open";
  useEffect(() => {
    if (!isBack || !before) return;
    if (update.public.version > before.public.version) {
      leftAt.value = null;
      told.value = missedOf(before, update);
      return;
    }
    const timer = setTimeout(() => {
      if (now.value === update) leftAt.value = null;
    }, SOON);
    return () => clearTimeout(timer);
  }, [isBack, before, update]);
  if (!missed) return null;
  const seat = mySeat.value;
  const isHeld = seat !== null && Boolean(update.public.seats[seat]?.bot);
  const close = () => {
    if (isHeld) ask({ type: "Reclaim" });
    told.value = null;
  };
  return html`<aside class="away-card" role="status">
    <h2>${t("While you were away")}</h2>
    <ul>
      ${missed.hands > 0 && html`<li>${nt("{n} hand came to its end.", "{n} hands came to their end.", missed.hands)}</li>`}
      ${missed.tricks > 0 && html`<li>${missed.hands > 0 ? nt("In this hand {n} trick went by.", "In this hand {n} tricks went by.", missed.tricks) : nt("{n} trick went by.", "{n} tricks went by.", missed.tricks)}</li>`}
      ${missed.cards.length > 0 && html`<li>${t("Played for you:")} ${missed.cards.map((card, index) => html`<${Word} key=${index} card=${card} /> `)}</li>`}
      <li>${pointsText(missed.points)}</li>
    </ul>
    <button class="btn main" onClick=${close}>${isHeld ? t("Play again myself") : t("Go on")}</button>
  </aside>`;
}

/** @param {number} points */
function pointsText(points) {
  if (points < 0)
    return nt("Your total fell by {n} point.", "Your total fell by {n} points.", -points);
  return points === 0
    ? t("No points came to you.")
    : nt("{n} point came to you.", "{n} points came to you.", points);
}
