// What came of a hand, and in the end of the game: a sentence, who stands where, how it went so far.

import { html, useEffect, useRef } from "../vendor/preact.js";
import { bring } from "./bring.js";
import { CheckDeal, recordAt } from "./fair.js";
import { Ready } from "./form.js";
import { handOutcome, headlineOf, listed, victoryOf } from "./headline.js";
import { Lines } from "./lines.js";
import { ask } from "./play.js";
import { Plot } from "./plot.js";
import { route } from "./route.js";
import { Standings } from "./standings.js";
import { ahead, closePanel, mySeat, nameOf, panel } from "./state.js";
import { clockText, Icon, lazy, useNow } from "./ui.js";
import { fullNameOf } from "./who.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

const Away = lazy(() => bring("./away.js"), "Away", undefined, { isExtra: true });
const Panels = lazy(() => bring("./panels.js"), "Panels");

const open = (/** @type {string} */ name) => () => {
  panel.value = name;
};

/** @param {{ update: Update }} props */
export function Result({ update }) {
  const { match } = update.public;
  const deal = match?.deal;
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    scrollTo(0, 0);
    title.current?.focus({ preventScroll: true }); // so that it is read aloud
  }, [deal?.number]);
  if (!match || !deal) return null;
  const table = route.value.screen === "table" ? route.value.table : "";
  const isOver = match.winners !== null;
  return html`<main class="page result">
    <header class="top">
      <button class="btn ghost" aria-label=${t("Menu")} onClick=${open("menu")}><${Icon} name="menu" /></button>
      <span>${t("Hand {n}", { n: deal.number })}</span>
      <span class="sub ends">${isOver ? t("the game is over") : t("game ends at {n}", { n: match.rules.limit })}</span>
      <i class="space"></i>
      <button class="btn ghost" aria-label=${t("Say something")} onClick=${open("talk")}><${Icon} name="talk" /></button>
    </header>
    <${Headline} update=${update} at=${title} />
    <section class="panel first"><${Standings} update=${update} /></section>
    <div class="more">
      <section class="panel"><h2>${t("Totals, hand by hand")}</h2><${Plot} update=${update} /></section>
      ${table && html`<${CheckDeal} update=${update} table=${table} />`}
      ${
        isOver &&
        html`<p class="keep"><button class="btn" onClick=${open("hands")}>${t("All hands")}</button>
        ${table && html`<a class="btn" href=${recordAt(table)} download=${`${table}.chn`}>${t("Save the record")}</a>`}</p>`
      }
    </div>
    <${Foot} update=${update} isOver=${isOver} />
    <${Lines} update=${update} />
    <${Away} update=${update} />
    ${panel.value && html`<${Panels} update=${update} close=${closePanel} />`}
  </main>`;
}

/** @param {{ update: Update, at: { current: HTMLElement | null } }} props */
function Headline({ update, at }) {
  const { match } = update.public;
  if (!match?.deal) return null;
  const me = mySeat.value;
  const name = (/** @type {number} */ seat) => fullNameOf(update, seat);
  const told = headlineOf(handOutcome(update, name));
  const won = match.winners && victoryOf(match.winners, me, name);
  const sentences = (/** @type {readonly string[]} */ all) =>
    all.map((text) => html`<span key=${text}>${text} </span>`);
  return html`<div class="headline"><h1 tabindex="-1" ref=${at}>${won ?? sentences(told)}</h1>
    ${won && html`<p>${sentences(told)}</p>`}</div>`;
}

/** @param {{ update: Update, isOver: boolean }} props */
function Foot({ update, isOver }) {
  const me = mySeat.value;
  const isHost = update.mine !== null && update.mine.person === update.public.host;
  const isReady = me !== null && (update.public.seats[me]?.ready ?? false);
  const again = isOver ? t("Play again") : t("Next hand");
  const begin = isOver && isHost;
  return html`<footer class="foot">
    <${Waiting} update=${update} isReady=${isReady} />
    ${!isOver && html`<button class="btn" onClick=${open("hands")}>${t("All hands")}</button>`}
    ${begin && html`<button class="btn" onClick=${open("lobby")}>${t("Change the table")}</button>`}
    ${begin && html`<button class="btn main" onClick=${() => ask({ type: "StartGame" })}>${again}</button>`}
    ${me !== null && !begin && html`<${Ready} label=${again} isReady=${isReady} change=${(/** @type {boolean} */ ready) => ask({ type: "SayReady", ready })} />`}
  </footer>`;
}

/** Who is ready, for whom the next hand waits, and when it comes anyway. @param {{ update: Update, isReady: boolean }} props */
function Waiting({ update, isReady }) {
  useNow(500);
  const { people, seats } = update.public;
  const isHere = (/** @type {number} */ seat) => {
    const there = seats[seat];
    const owner = there?.person ?? null;
    return owner !== null && !there?.bot && people[owner]?.status === "here";
  };
  const here = seats.map((_, seat) => seat).filter(isHere);
  const others = here.filter((seat) => seat !== mySeat.value);
  const late = others.filter((seat) => !seats[seat]?.ready);
  const ready = others.filter((seat) => seats[seat]?.ready);
  const next = update.facts.next_deal ?? null;
  const left = next === null ? null : next - (Date.now() + ahead.value);
  const names = (/** @type {readonly number[]} */ found) =>
    found.length > 4
      ? listed([
          ...found.slice(0, 3).map((seat) => nameOf(update, seat)),
          nt("{n} more", "{n} more", found.length - 3),
        ])
      : listed(found.map((seat) => nameOf(update, seat)));
  const who =
    (isReady || mySeat.value === null) && late.length
      ? isReady
        ? t("You are ready. Waiting for {names}", { names: names(late) })
        : t("Waiting for {names}", { names: names(late) })
      : ready.length
        ? nt("{names} is ready", "{names} are ready", ready.length, { names: names(ready) })
        : "";
  if (!who && left === null) return null;
  return html`<p class="waiting" role="status">
    <span>${who}</span>
    ${left !== null && left > 0 && html`<span class="nowrap" aria-live="off">${t("Next hand in {time}", { time: clockText(left) })}</span>`}
  </p>`;
}
