// The middle of the table in words: what was led, who wins as it lies, what has cancelled what, and
// how much is at stake.

import { html } from "../vendor/preact.js";
import { cardName, suitName, suitOf } from "./cards.js";
import { ask, hand } from "./play.js";
import { beside, waitingFor, wayOf } from "./shown.js";
import { kept, lifted, mySeat, nameOf } from "./state.js";
import { Card, Icon, Pip, Word } from "./ui.js";
import { nt, rich, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./shown.js").Shown} Shown */

/** @param {{ update: Update, trick: Shown }} props */
export function Board({ update, trick }) {
  return html`<div class="board"><div class="words">${wordsOf(update, trick)}</div></div>`;
}

/** @param {Update} update @param {Shown} trick */
function wordsOf(update, trick) {
  const { facts, public: table } = update;
  if (table.paused !== null) return html`<${Paused} />`;
  if (trick.isOver) return html`<${Over} update=${update} trick=${trick} />`;
  if (facts.phase === "passing") return html`<${Passing} update=${update} />`;
  if (facts.phase === "moon") return html`<${Moon} update=${update} />`;
  if (facts.phase === "playing") return html`<${Open} update=${update} trick=${trick} />`;
  return html`<h2 class="calm">${t("Dealing…")}</h2>`;
}

/** @param {{ update: Update, trick: Shown }} props */
function Open({ update, trick }) {
  const led = trick.cards[0];
  const leader = trick.order[0] ?? 0;
  if (!led) {
    const isMe = leader === mySeat.value;
    return html`<h2 class="calm">${isMe ? t("You lead") : t("{name} leads", { name: nameOf(update, leader) })}</h2>
      <${Pot} update=${update} />`;
  }
  return html`
    <p class="led-line"><${Pip} suit=${suitOf(led)} />${t("Led: {suit}", { suit: suitName(suitOf(led)) })}</p>
    <${Winner} update=${update} trick=${trick} />
    <${Cancelled} trick=${trick} />
    <${Pot} update=${update} />
    ${update.facts.next_pair_voids && html`<p class="whatif">${t("One more pair, and nobody takes it.")}</p>`}`;
}

/** @param {{ update: Update, trick: Shown }} props */
function Winner({ update, trick }) {
  const { winner } = trick;
  if (winner === null) {
    return html`<div class="winline none"><span class="sign"><${Icon} name="x" /></span><div><h2>${t("Nobody")}</h2><p class="sub">${t("wins now")}</p></div></div>`;
  }
  const card = trick.cards[trick.order.indexOf(winner)] ?? "";
  const name = winner === mySeat.value ? t("You") : nameOf(update, winner);
  const does = winner === mySeat.value ? t("win now") : t("wins now");
  return html`<div class="winline"><span class="sign"><${Icon} name="star" /></span><div><h2><span class="name" dir="auto">${name}</span> <${Word} card=${card} /></h2><p class="sub">${does}</p></div></div>`;
}

/** The pairs that have cancelled themselves, in one sentence, for there is little room. @param {{ trick: Shown }} props */
function Cancelled({ trick }) {
  const pairs = [...new Set(trick.cards.filter((_, index) => trick.cancelled[index]))];
  if (!pairs.length) return null;
  const both = pairs.map(
    (card) =>
      html`<span class="nowrap" key=${card}><${Word} card=${card} /> <${Word} card=${card} /></span> `,
  );
  return html`<p class="cancelled"><span class="dot"><${Icon} name="x" /></span><span>${rich("{pair} cancelled", { pair: both })}</span></p>`;
}

/** What the taker gets: on the trick, carried from void ones, and the kitty. @param {{ update: Update }} props */
function Pot({ update }) {
  const { stake = 0, pot } = update.facts;
  const carried = pot?.cards ?? 0;
  const kitty = pot?.kitty ?? 0;
  const points = stake + (pot?.points ?? 0);
  if (!points && !carried && !kitty) return null;
  return html`<div class="pot">
    <b class="n">${points}</b>
    <div class="w"><b>${nt("point", "points", points)}</b>
      ${carried > 0 && html`<span><i class="mini up"><i></i><i></i></i>${pot?.points ? t("{n} carried", { n: pot.points }) : t("cards carried")}</span>`}
      ${kitty > 0 && html`<span><i class="mini"><i></i><i></i></i>${t("kitty: {n}", { n: kitty })}</span>`}
    </div>
  </div>`;
}

/** A trick that is over. @param {{ update: Update, trick: Shown }} props */
function Over({ update, trick }) {
  const last = kept.value;
  if (!last) return null;
  const { winner } = trick;
  const points = last.points ?? 0;
  if (winner === null) {
    return html`<div class="winline none"><span class="sign"><${Icon} name="x" /></span><div><h2>${t("Nobody takes it")}</h2>
      <p class="sub">${points ? nt("{n} point waits", "{n} points wait", points) : t("the cards wait")}</p></div></div>
      <${Cancelled} trick=${trick} />`;
  }
  const name =
    winner === mySeat.value
      ? t("You take it")
      : t("{name} takes it", { name: nameOf(update, winner) });
  return html`<div class="winline"><span class="sign"><${Icon} name="star" /></span><div><h2>${name}</h2>
    ${last.kitty ? html`<p class="sub">${nt("with the kitty: {n} card", "with the kitty: {n} cards", last.kitty)}</p>` : null}</div></div>
    <${Cancelled} trick=${trick} />
    <div class="pot"><b class="n">${points}</b><div class="w"><b>${nt("point", "points", points)}</b></div></div>`;
}

/** @param {{ update: Update }} props */
function Passing({ update }) {
  const { facts, public: table } = update;
  const me = mySeat.value;
  const count = facts.pass_count ?? 0;
  const offset = facts.pass_offset ?? 0;
  if (me === null) {
    const text = waitingFor(update, facts.awaited ?? []);
    return html`<h2 class="calm">${t("They pass cards")}</h2><p class="whatif">${text}</p>`;
  }
  const to = beside(me, offset, table.seats.length);
  const chosen = lifted.value.map((key) => hand.value.find((held) => held.key === key));
  const slots = Array.from({ length: count }, (_, index) => chosen[index]);
  return html`
    <div class="passto"><${Icon} name=${wayOf(offset, table.seats.length)} /><h2>${nt("Pass {n} to {name}", "Pass {n} to {name}", count, { name: nameOf(update, to) })}</h2></div>
    <ul class="three">${slots.map(
      (held, index) =>
        html`<li key=${index}>${
          held
            ? html`<button class="slot" aria-label=${`${t("Put back")}: ${cardName(held.card)}`} onClick=${() => putBack(held.key)}><${Card} card=${held.card} /></button>`
            : html`<span class="slot empty"><i>${index + 1}</i></span>`
        }</li>`,
    )}</ul>`;
}

/** @param {string} key */
function putBack(key) {
  lifted.value = lifted.value.filter((other) => other !== key);
}

/** @param {{ update: Update }} props */
function Moon({ update }) {
  const shooter = update.public.match?.deal?.shooter ?? 0;
  const value = update.public.match?.rules.moon_value ?? 26;
  const ply = update.facts.ply ?? 0;
  if (shooter !== mySeat.value) {
    return html`<h2 class="calm">${t("{name} shot the moon", { name: nameOf(update, shooter) })}</h2>
      <p class="whatif">${t("and chooses what it means")}</p>`;
  }
  const choose = (/** @type {"add" | "subtract"} */ choice) => () =>
    ask({ type: "Choose", choice, ply });
  return html`<h2 class="calm">${t("You shot the moon!")}</h2>
    <div class="choice"><button class="btn main" onClick=${choose("subtract")}>${t("{n} off for me", { n: value })}</button>
    <button class="btn" onClick=${choose("add")}>${t("{n} on for all others", { n: value })}</button></div>`;
}

function Paused() {
  return html`<h2 class="calm">${t("Paused")}</h2>
    ${mySeat.value !== null && html`<button class="btn main" onClick=${() => ask({ type: "Resume" })}>${t("Go on")}</button>`}`;
}
