// The score sheet so far: a row a player, a column a hand, so that it fits on a phone with eleven
// players as well; the names and the totals stay in sight while the hands scroll between them.

import { html, useEffect, useRef } from "../vendor/preact.js";
import { Plot } from "./plot.js";
import { minus, Named, rankText, signed } from "./standings.js";
import { mySeat } from "./state.js";
import { placesOf } from "./tally.js";
import { Icon, Panel } from "./ui.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

/** @param {{ update: Update, close: () => void }} props */
export function ScorePanel({ update, close }) {
  const { match, sheet } = update.public;
  const limit = match?.rules.limit ?? update.public.settings.rules.limit;
  return html`<${Panel} title=${t("Score")} close=${close} wide badge=${html`<span class="sub ends">${t("game ends at {n}", { n: limit })}</span>`}>
    ${match ? html`<${Sheet} update=${update} />` : html`<p class="sub">${t("No hand has been dealt yet.")}</p>`}
    ${sheet.length > 0 && html`<h3>${t("Totals, hand by hand")}</h3><${Plot} update=${update} />`}
  </${Panel}>`;
}

/** @param {{ update: Update }} props */
function Sheet({ update }) {
  const { match, sheet, seats } = update.public;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const isOpen = Boolean(match?.deal && match.deal.changes === null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      fitColumns(element);
      element.scrollLeft = element.scrollWidth;
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [sheet.length, isOpen]);
  if (!match) return null;
  const taken = update.facts.taken ?? [];
  return html`<div class="sheet" ref=${box} tabindex="0" role="region" aria-label=${t("The score sheet")}><table>
    <thead><tr>
      <th scope="col" class="who-is">${t("Lowest first")}</th>
      ${sheet.map((_, index) => html`<th scope="col" key=${index}>${index + 1}</th>`)}
      ${isOpen && html`<th scope="col" class="now">${t("now")}</th>`}
      <th scope="col" class="total">${t("total")}</th>
    </tr></thead>
    <tbody>${placesOf(match.totals).map(
      (place) => html`<tr key=${place.seat} class=${place.seat === mySeat.value ? "me" : ""}>
        <th scope="row" class="who-is"><div><i>${rankText(place)}</i><${Named} update=${update} seat=${place.seat} />${seats[place.seat]?.bot && html`<${Icon} name="bot" label=${t("bot")} />`}</div></th>
        ${sheet.map((changes, index) => html`<td key=${index}>${minus(changes[place.seat] ?? 0)}</td>`)}
        ${isOpen && html`<td class="now">${signed(taken[place.seat] ?? 0)}</td>`}
        <td class="total">${minus(place.total)}</td>
      </tr>`,
    )}</tbody>
  </table></div>
  ${isOpen && html`<p class="sub">${t("“now” is what each is known to have taken in this hand; it counts when the hand is over.")}</p>`}`;
}

/**
 * Let the names have what whole columns leave: none of the last hands stands half below them, where
 * a −16 would look like 16.
 *
 * @param {HTMLElement} box
 */
function fitColumns(box) {
  box.style.setProperty("--who", "0px");
  const [who = 0, ...hands] = [...box.querySelectorAll("thead th")].map(
    (cell) => cell.getBoundingClientRect().width,
  );
  let room = box.clientWidth - who;
  for (const width of hands.reverse()) {
    if (width > room) break;
    room -= width;
  }
  box.style.setProperty("--who", `${who + room}px`);
}
