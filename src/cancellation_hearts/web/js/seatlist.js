// The seats of a table before a game, in their order on the line of play: whose they are.

import { html } from "../vendor/preact.js";
import { levelName } from "./options.js";
import { mySeat, nameOf } from "./state.js";
import { Icon } from "./ui.js";
import { formerOf } from "./who.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

/**
 * @param {{ update: Update, tap?: (seat: number) => void, hint?: string }} props `tap`: what a seat
 *   is a button for; `hint`: what it does on a free one
 */
export function SeatList({ update, tap, hint }) {
  const { seats } = update.public;
  const rows = Math.ceil(seats.length / 2);
  return html`<ol class="places" style=${{ "--rows": rows }}>
    ${seats.map((_, seat) => html`<${Place} key=${seat} seat=${seat} update=${update} tap=${tap} hint=${hint} isFirst=${seat % rows === 0} />`)}
  </ol>`;
}

/** @param {{ seat: number, update: Update, tap?: (seat: number) => void, hint?: string, isFirst: boolean }} props */
function Place({ seat, update, tap, hint, isFirst }) {
  const there = update.public.seats[seat];
  const number = there?.person ?? null;
  const person = number === null ? null : update.public.people[number];
  const bot = there?.bot ?? null;
  const isFree = !person && !bot;
  const former = formerOf(update, seat);
  const name = isFree ? t("Free seat") : nameOf(update, seat);
  const inside = html`<i class="seat-no">${seat + 1}</i>
    <span><b>${name}</b>
      ${isFree && tap && hint && html`<small>${hint}</small>`}
      ${
        !isFree &&
        html`<small>
        ${seat === mySeat.value && html`<span>${t("you")}</span>`}
        ${number !== null && number === update.public.host && html`<span><${Icon} name="key" />${t("host")}</span>`}
        ${person?.program && html`<span><${Icon} name="bot" />${t("bot from outside")}</span>`}
        ${!person && bot && html`<span><${Icon} name="bot" />${levelName(bot)}</span>`}
        ${former && html`<span>${t("was {name}", { name: former })}</span>`}
        ${person && person.status !== "here" && html`<span><${Icon} name="away" />${t("away")}</span>`}
        ${there?.ready && html`<span><${Icon} name="check" />${t("ready")}</span>`}
      </small>`
      }
    </span>`;
  const look = ["place", isFree && "free", isFirst && "first", seat === mySeat.value && "mine"];
  return html`<li class=${look.filter(Boolean).join(" ")} data-seat=${seat}>
    ${tap ? html`<button onClick=${() => tap(seat)}>${inside}</button>` : html`<div>${inside}</div>`}
  </li>`;
}
