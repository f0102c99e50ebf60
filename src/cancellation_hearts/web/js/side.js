// Beside the table on a wide screen: who stands where, the last trick, and the open one in words.

import { html, useEffect, useState } from "../vendor/preact.js";
import { bring } from "./bring.js";
import { called } from "./laid.js";
import { LastTrick } from "./last.js";
import { minus, rankText } from "./standings.js";
import { mySeat, nameOf, sayings } from "./state.js";
import { placesOf } from "./tally.js";
import { Icon, patiently, Word } from "./ui.js";
import { rich, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Saying} Saying */
/** @typedef {(saying: Saying, update: Update) => unknown} Wording */

const MOST_SAYINGS = 5;

/** @param {{ update: Update }} props */
export function Side({ update }) {
  const { last } = update.facts;
  return html`<div class="beside">
    <${Score} update=${update} />
    ${last && html`<section><h2>${t("Last trick")}</h2><${LastTrick} update=${update} last=${last} small /></section>`}
    <${ThisTrick} update=${update} />
    <${Talk} update=${update} />
  </div>`;
}

/** @param {{ update: Update }} props */
function Score({ update }) {
  const { match, sheet, seats } = update.public;
  if (!match) return null;
  const isOpen = match.deal?.changes === null;
  const places = placesOf(match.totals);
  return html`<section><h2>${sheet.length ? t("Score after hand {n}", { n: sheet.length }) : t("Score")}</h2>
    <ol class="order">${places.map((place) => {
      const taken = isOpen ? (update.facts.taken?.[place.seat] ?? 0) : 0;
      return html`<li key=${place.seat} class=${place.seat === mySeat.value ? "me" : ""}>
        <i>${rankText(place)}</i><span>${called(update, place.seat)}${seats[place.seat]?.bot && html` <${Icon} name="bot" label=${t("bot")} />`}</span>
        ${taken > 0 && html`<b>+${taken}</b>`}<span class="n">${minus(place.total)}</span></li>`;
    })}</ol></section>`;
}

/** The open trick, card by card. @param {{ update: Update }} props */
function ThisTrick({ update }) {
  const cards = update.public.match?.deal?.trick?.cards ?? [];
  if (!cards.length) return null;
  return html`<section><h2>${t("This trick")}</h2><ol class="so-far">${cards.map((_, index) => {
    const isCut = cards.indexOf(/** @type {never} */ (cards[index])) < index;
    return html`<li key=${index} class=${isCut ? "cut" : ""}>${lineOf(update, cards, index)}</li>`;
  })}</ol></section>`;
}

/** @param {Update} update @param {readonly string[]} cards @param {number} index */
function lineOf(update, cards, index) {
  const { order = [], course = [] } = update.facts;
  const seat = order[index] ?? 0;
  const winner = course[index] ?? null;
  const isMe = seat === mySeat.value;
  const words = {
    name: html`<b>${nameOf(update, seat)}</b>`,
    card: html`<${Word} card=${cards[index] ?? ""} />`,
    winner: winner === null ? "" : html`<b>${nameOf(update, winner)}</b>`,
  };
  if (index === 0) return rich(isMe ? t("You led {card}") : t("{name} led {card}"), words);
  if (cards.indexOf(cards[index] ?? "") < index) {
    if (winner === null) {
      return rich(
        isMe
          ? t("You cancel {card}: nobody wins now")
          : t("{name} cancels {card}: nobody wins now"),
        words,
      );
    }
    if (winner === mySeat.value) return rich(t("{name} cancels {card}: you win now"), words);
    return rich(
      isMe
        ? t("You cancel {card}: {winner} wins now")
        : t("{name} cancels {card}: {winner} wins now"),
      words,
    );
  }
  if (winner === seat)
    return rich(
      isMe ? t("You play {card} and win now") : t("{name} plays {card} and wins now"),
      words,
    );
  return rich(isMe ? t("You play {card}") : t("{name} plays {card}"), words);
}

/** What was said last. @param {{ update: Update }} props */
function Talk({ update }) {
  const [words, know] = useState(/** @type {{ text: Wording } | null} */ (null));
  const all = sayings.value;
  const hasTalk = all.length > 0;
  useEffect(() => {
    // How a saying is worded, the panel for talking knows, which is fetched when somebody speaks.
    if (hasTalk)
      patiently(() => bring("./talk.js")).then(
        ({ sayingText }) => know(sayingText ? { text: sayingText } : null),
        () => {},
      );
  }, [hasTalk]);
  if (!words || !all.length) return null;
  return html`<section><h2>${t("Said")}</h2><ul class="heard">${all
    .slice(-MOST_SAYINGS)
    .map(
      (saying) =>
        html`<li key=${saying.version}><b>${update.public.people[saying.person]?.name}</b> ${words.text(saying, update)}</li>`,
    )}</ul></section>`;
}
