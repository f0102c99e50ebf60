// The last trick as it lay, and what came to me apart from tricks: who gave me what, and the kitty.

import { html } from "../vendor/preact.js";
import { cardsOf } from "./cards.js";
import { called, Laid, Strip } from "./laid.js";
import { outcomeOf } from "./outcome.js";
import { beside } from "./shown.js";
import { Icon, Panel, Word } from "./ui.js";
import { nt, rich, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").LastTrick} LastTrick */

/** @param {{ update: Update, close: () => void }} props */
export function LastTrickPanel({ update, close }) {
  const { last } = update.facts;
  const title = last ? t("Trick {n}", { n: last.number }) : t("Last trick");
  return html`<${Panel} title=${title} close=${close}>
    ${last ? html`<${LastTrick} update=${update} last=${last} />` : html`<p class="sub">${t("No trick is over yet in this hand.")}</p>`}
    <${Given} update=${update} />
  </${Panel}>`;
}

/** @param {{ update: Update, last: LastTrick, small?: boolean }} props */
export function LastTrick({ update, last, small }) {
  const { order, cards, cancelled } = last;
  const taker = last.taker ?? null;
  return html`<div class="last-trick">
    <${Laid} update=${update} order=${order} cards=${cards} cancelled=${cancelled} taker=${taker} small=${small} />
    <p class="outcome">${outcomeOf(update, last)}</p>
    <${Besides} last=${last} />
    <${Pairs} cards=${cards} cancelled=${cancelled} />
  </div>`;
}

/** What went with it. @param {{ last: LastTrick }} props */
function Besides({ last: { taker = null, aside = 0, kitty = 0 } }) {
  if (!aside && !kitty) return null;
  return html`<ul class="besides">
    ${
      aside > 0 &&
      html`<li><i class="mini up"><i></i><i></i></i>${
        taker === null
          ? nt("{n} card waits from before", "{n} cards wait from before", aside)
          : nt("with {n} card that was set aside", "with {n} cards that were set aside", aside)
      }</li>`
    }
    ${kitty > 0 && html`<li><i class="mini"><i></i><i></i></i>${nt("with the kitty: {n} card", "with the kitty: {n} cards", kitty)}</li>`}
  </ul>`;
}

/** @param {{ cards: readonly string[], cancelled: readonly boolean[] }} props */
function Pairs({ cards, cancelled }) {
  const pairs = [...new Set(cards.filter((_, index) => cancelled[index]))];
  return pairs.length === 0
    ? null
    : html`<ul class="pairs">${pairs.map(
        (card) =>
          html`<li key=${card}><${Icon} name="x" /><span>${rich(t("{pair} cancelled"), { pair: html`<span class="pair"><${Word} card=${card} /> <${Word} card=${card} /></span>` })}</span></li>`,
      )}</ul>`;
}

/** What I gave, what I was given, and the kitty, if I took it. @param {{ update: Update }} props */
function Given({ update }) {
  const { mine, public: table } = update;
  const offset = table.match?.deal?.offset ?? 0;
  const count = table.seats.length;
  const seat = mine?.seat ?? 0;
  const row = (/** @type {string} */ title, /** @type {string | null | undefined} */ pile) => {
    const cards = cardsOf(pile);
    return (
      cards.length > 0 &&
      html`<section class="given"><h3>${title}</h3><${Strip} cards=${cards} /></section>`
    );
  };
  return html`${offset !== 0 && row(t("{name} gave you", { name: called(update, beside(seat, -offset, count)) }), mine?.got)}
    ${offset !== 0 && row(t("You gave {name}", { name: called(update, beside(seat, offset, count)) }), mine?.gave)}
    ${row(t("You took the kitty"), mine?.kitty)}`;
}
