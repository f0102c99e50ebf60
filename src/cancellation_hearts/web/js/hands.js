// All hands of a deal that is over, as they were dealt; what each passed, the kitty, and the tricks
// one by one.

import { html, useEffect, useState } from "../vendor/preact.js";
import { cardsOf } from "./cards.js";
import { called, Laid, Strip } from "./laid.js";
import { beside } from "./shown.js";
import { mySeat } from "./state.js";
import { Icon, Panel, Word } from "./ui.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Deal} Deal */

/** @param {{ update: Update, close: () => void }} props */
export function HandsPanel({ update, close }) {
  const deal = update.public.match?.deal;
  const isThere = deal?.revealed ?? false;
  useEffect(() => {
    if (!isThere) close(); // the next hand has been dealt
  }, [isThere]);
  if (!deal || !isThere) return null;
  return html`<${Panel} title=${t("All hands")} close=${close} wide badge=${html`<span class="sub ends">${t("Hand {n}", { n: deal.number })}</span>`}>
    <${Tricks} update=${update} deal=${deal} />
    <h3>${deal.offset ? t("As dealt, with what was passed raised") : t("As dealt")}</h3>
    <ul class="all-hands">${order(deal.dealt.length).map((seat) => html`<${Hand} key=${seat} update=${update} deal=${deal} seat=${seat} />`)}
      ${deal.kitty && html`<li><h4>${t("The kitty")}${deal.kitty_owner !== null && html`<span class="sub">${t("taken by {name}", { name: called(update, deal.kitty_owner) })}</span>`}</h4><${Strip} cards=${cardsOf(deal.kitty)} /></li>`}
    </ul>
  </${Panel}>`;
}

/** The seats round the table, mine first. @param {number} count */
const order = (count) =>
  Array.from({ length: count }, (_, index) => ((mySeat.value ?? 0) + index) % count);

/** @param {{ update: Update, deal: Deal, seat: number }} props */
function Hand({ update, deal, seat }) {
  const cards = cardsOf(deal.dealt[seat]);
  const passed = cardsOf(deal.passes?.[seat]);
  const count = deal.dealt.length;
  const to = deal.offset ? beside(seat, deal.offset, count) : null;
  const raised = new Set();
  for (const card of passed) {
    raised.add(cards.findIndex((other, index) => other === card && !raised.has(index)));
  }
  return html`<li class=${seat === mySeat.value ? "me" : ""} data-seat=${seat}>
    <h4><b>${called(update, seat)}</b>${to !== null && passed.length > 0 && html`<span class="sub"><${Icon} name="right" label=${t("passed to {name}", { name: called(update, to) })} /><span>${called(update, to)}</span>${passed.map((card, index) => html`<${Word} key=${index} card=${card} />`)}</span>`}</h4>
    <${Strip} cards=${cards} up=${(/** @type {number} */ index) => raised.has(index)} />
  </li>`;
}

/** @param {{ update: Update, deal: Deal }} props */
function Tricks({ update, deal }) {
  const [at, go] = useState(0);
  const trick = deal.tricks[at];
  if (!trick) return null;
  const count = deal.dealt.length;
  const seats = trick.cards.map((_, index) => (trick.leader + index) % count);
  const cancelled = trick.cards.map(
    (card) => trick.cards.filter((other) => other === card).length > 1,
  );
  const last = deal.tricks.length - 1;
  return html`<section class="stepper">
    <header>
      <button class="btn sign" aria-label=${t("The trick before")} disabled=${at === 0} onClick=${() => go(at - 1)}><${Icon} name="left" /></button>
      <h3 aria-live="polite">${t("Trick {n} of {count}", { n: at + 1, count: last + 1 })}<span class="sub">${takerOf(update, trick.taker, at === last)}</span></h3>
      <button class="btn sign" aria-label=${t("The next trick")} disabled=${at === last} onClick=${() => go(at + 1)}><${Icon} name="right" /></button>
    </header>
    <${Laid} update=${update} order=${seats} cards=${trick.cards} cancelled=${cancelled} taker=${trick.taker} small />
  </section>`;
}

/** @param {Update} update @param {number | null} taker @param {boolean} isLast */
function takerOf(update, taker, isLast) {
  if (taker === null) return isLast ? t("Nobody took it") : t("Nobody took it: set aside");
  return taker === mySeat.value
    ? t("You took it")
    : t("{name} took it", { name: called(update, taker) });
}
