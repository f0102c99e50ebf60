// Who stands where after a hand: what each took, as things, and on a tap how that became points.

import { html, useState } from "../vendor/preact.js";
import { cardsOf } from "./cards.js";
import { called } from "./laid.js";
import { mySeat } from "./state.js";
import { placesOf } from "./tally.js";
import { Icon, Pip, Word } from "./ui.js";
import { formerOf } from "./who.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Haul} Haul */
/** @typedef {import("./tally.js").Place} Place */

/** `+3`, `0`, `−5`. @param {number} change */
export const signed = (change) => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "0");

/** With a minus that stands as high as the figures. @param {number} points */
export const minus = (points) => (points < 0 ? `−${-points}` : `${points}`);

/** The rank, and whether others share it: `5=`. @param {Place} place */
export const rankText = ({ rank, isShared }) => (isShared ? `${rank}=` : `${rank}`);

/** The name of a seat, and below it who had it before. @param {{ update: Update, seat: number }} props */
export function Named({ update, seat }) {
  const former = formerOf(update, seat);
  return html`<span>${called(update, seat)}${former && html` <small>${t("was {name}", { name: former })}</small>`}</span>`;
}

/** @param {{ update: Update }} props */
export function Standings({ update }) {
  const [open, set] = useState(/** @type {number | null} */ (null));
  const { match } = update.public;
  if (!match?.deal) return null;
  const uncollected = match.deal.uncollected ?? 0;
  return html`<table class="standings">
    <thead><tr><td></td><th scope="col">${t("Lowest first")}</th><td></td><th scope="col">${t("hand")}</th><th scope="col">${t("total")}</th></tr></thead>
    <tbody>${placesOf(match.totals).map(
      (place) =>
        html`<${Row} key=${place.seat} update=${update} place=${place} isOpen=${open === place.seat} toggle=${() => set(open === place.seat ? null : place.seat)} />`,
    )}</tbody>
    ${uncollected > 0 && html`<tfoot><tr><td></td><td colspan="2">${t("Nobody took")}</td><td>${uncollected}</td><td></td></tr></tfoot>`}
  </table>`;
}

/** @param {{ update: Update, place: Place, isOpen: boolean, toggle: () => void }} props */
function Row({ update, place, isOpen, toggle }) {
  const { seat, total } = place;
  const { match, seats } = update.public;
  const haul = update.facts.hauls?.[seat] ?? {};
  const hasWon = match?.winners?.includes(seat);
  const classes = ["stand", seat === mySeat.value && "me", isOpen && "open"];
  return html`<tr class=${classes.filter(Boolean).join(" ")} onClick=${toggle} data-seat=${seat}>
      <td class="rank">${rankText(place)}</td>
      <th scope="row"><button aria-expanded=${isOpen}><${Named} update=${update} seat=${seat} />${seats[seat]?.bot && html`<${Icon} name="bot" label=${t("bot")} />`}${hasWon && html`<${Icon} name="crown" label=${t("won")} />`}</button></th>
      <td class="things"><${Things} update=${update} seat=${seat} haul=${haul} /></td>
      <td class="change">${signed(match?.deal?.changes?.[seat] ?? 0)}</td>
      <td class="total">${minus(total)}</td>
    </tr>
    ${isOpen && html`<tr class="why"><td></td><td colspan="4"><${Why} update=${update} seat=${seat} haul=${haul} /></td></tr>`}`;
}

/** What somebody took, as things. @param {{ update: Update, seat: number, haul: Haul }} props */
function Things({ update, seat, haul: { queens = 0, hearts = 0, bonus = 0 } }) {
  const { match } = update.public;
  const card = match?.rules.bonus_card;
  const hasKitty = match?.deal?.kitty_owner === seat;
  return html`${match?.deal?.shooter === seat && html`<${Icon} name="moon" label=${t("the moon")} />`}
    ${queens > 0 && html`<span class="nowrap"><${Word} card="SQ" />${queens > 1 && html`<small>×${queens}</small>`}</span>`}
    ${hearts > 0 && html`<span class="nowrap">${hearts}<${Pip} suit="H" /><span class="hidden-text">${nt("heart", "hearts", hearts)}</span></span>`}
    ${bonus > 0 && card && html`<span class="nowrap"><${Word} card=${card} />${bonus > 1 && html`<small>×${bonus}</small>`}</span>`}
    ${hasKitty && html`<i class="mini" title=${t("the kitty")}><i></i><i></i></i>`}
    ${!queens && !hearts && !bonus && !hasKitty && html`<span class="sub">–</span>`}`;
}

/** How what somebody took became points. @param {{ update: Update, seat: number, haul: Haul }} props */
function Why({ update, seat, haul }) {
  const { tricks = 0, hearts = 0, queens = 0, bonus = 0 } = haul;
  const { match } = update.public;
  const deal = match?.deal;
  const made = update.facts.changes?.[seat] ?? {};
  const hasMoon = deal?.shooter !== null && deal?.shooter !== undefined;
  const kitty = deal?.kitty_owner === seat ? cardsOf(deal.kitty) : [];
  const line = (
    /** @type {unknown} */ what,
    /** @type {number | undefined} */ points = undefined,
  ) => html`<li><span>${what}</span><b>${points === undefined ? "" : signed(points)}</b></li>`;
  return html`<ul>
    ${line(tricks ? nt("{n} trick", "{n} tricks", tricks) : t("No trick"))}
    ${kitty.length > 0 && line(html`${t("The kitty:")} ${kitty.map((card, index) => html`<${Word} key=${index} card=${card} /> `)}`)}
    ${hearts > 0 && line(nt("{n} heart", "{n} hearts", hearts), hasMoon ? undefined : (made.hearts ?? 0))}
    ${queens > 0 && line(nt("{n} queen of spades", "{n} queens of spades", queens), hasMoon ? undefined : (made.queens ?? 0))}
    ${hasMoon && line(deal.shooter === seat ? t("Shot the moon: the points of the hand do not count") : t("Somebody shot the moon"), made.moon ?? 0)}
    ${bonus > 0 && line(nt("{n} bonus card", "{n} bonus cards", bonus), made.bonus ?? 0)}
    ${made.no_tricks ? line(t("For taking no trick"), made.no_tricks) : null}
    ${made.floor ? line(t("No total falls below 0"), made.floor) : null}
    <li class="sum"><span>${t("This hand")}</span><b>${signed(deal?.changes?.[seat] ?? 0)}</b></li>
  </ul>`;
}
