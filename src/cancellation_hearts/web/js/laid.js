// A trick as it lay: each card with its number and whose it was, what was cancelled, who took it.

import { html } from "../vendor/preact.js";
import { cardName } from "./cards.js";
import { mySeat, nameOf } from "./state.js";
import { Bars, Card, Icon } from "./ui.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

/** What a seat is called by whoever reads. @param {Update} update @param {number} seat */
export const called = (update, seat) =>
  seat === mySeat.value ? t("You") : nameOf(update, seat) || t("Seat {n}", { n: seat + 1 });

/**
 * @param {{ update: Update, order: readonly number[], cards: readonly string[],
 *   cancelled: readonly boolean[], taker: number | null, small?: boolean }} props
 */
export function Laid({ update, order, cards, cancelled, taker, small }) {
  return html`<ol class="laid ${small ? "small" : ""}">${cards.map((card, index) => {
    const seat = order[index] ?? 0;
    const isCut = cancelled[index] ?? false;
    const classes = [isCut && "cut", seat === taker && "win"].filter(Boolean).join(" ");
    return html`<li key=${seat} class=${classes}>
      <span class="lies"><span role="img" aria-label=${cardName(card)}><${Card} card=${card} /></span>
        ${isCut && html`<${Bars} />`}
        ${isCut && html`<i class="badge x"><${Icon} name="x" label=${t("cancelled")} /></i>`}
        ${seat === taker && html`<i class="badge star"><${Icon} name="star" label=${t("took it")} /></i>`}
      </span>
      <span class="whose"><i>${index + 1}</i><b>${called(update, seat)}</b></span>
    </li>`;
  })}</ol>`;
}

/** Cards in a row, small, one over the other as far as there is room. @param {{ cards: readonly string[], up?: (index: number) => boolean }} props */
export function Strip({ cards, up }) {
  return html`<ul class="strip" style=${{ "--n": cards.length }}>${cards.map(
    (card, index) =>
      html`<li key=${`${card}.${index}`} class=${up?.(index) ? "up" : ""} role="img" aria-label=${cardName(card)}><${Card} card=${card} /></li>`,
  )}</ul>`;
}
