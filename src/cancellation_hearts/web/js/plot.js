// The totals of a game, hand by hand, as lines: mine is thick, and a tap on a name raises that line.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { called } from "./laid.js";
import { minus } from "./standings.js";
import { mySeat } from "./state.js";
import { coursesOf, spread, ticksOf } from "./tally.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

const LEAST_ROOM = 24; // a name is a target

/** @param {{ update: Update }} props */
export function Plot({ update }) {
  const [box, width, em] = useSize();
  const [raised, raise] = useState(/** @type {number | null} */ (null));
  const { match, sheet } = update.public;
  if (!match || sheet.length === 0) return null;
  const courses = coursesOf(match.totals, sheet);
  const room = Math.max(LEAST_ROOM, em * 1.7);
  const height = Math.max(170, courses.length * room + 24);
  const names = Math.min(width * 0.36, em * 10);
  const { x, y, ticks } = scales(courses, { width: width - names, height, em });
  const right = x(sheet.length);
  const ends = courses.map((course) => y(course.at(-1) ?? 0));
  const labels = spread(ends, room, room / 2, height - room / 2);
  const limit = match.rules.limit;
  const every = Math.ceil((sheet.length * em * 1.8) / Math.max(1, right - x(0)));
  const isFirst = (/** @type {number} */ seat) => seat === mySeat.value || seat === raised;
  const seats = courses
    .map((_, seat) => seat)
    .sort((one, other) => Number(isFirst(one)) - Number(isFirst(other)));
  return html`<figure class="plot ${raised === null ? "" : "chosen"}" ref=${box} style=${{ blockSize: `${height}px` }}>
    ${
      width > 0 &&
      html`<svg width=${width} height=${height} role="img" aria-label=${t("The totals after each hand")}>
      ${ticks.map(
        (tick) =>
          html`<path key=${tick} class="tick" d=${`M${x(0)} ${y(tick)}H${right}`} /><text x=${x(0) - 7} y=${y(tick) + em * 0.35} text-anchor="end">${minus(tick)}</text>`,
      )}
      ${limit <= (ticks.at(-1) ?? 0) && html`<path class="limit" d=${`M${x(0)} ${y(limit)}H${right}`} />`}
      ${sheet.map((_, index) => (index + 1) % every === 0 && html`<text x=${x(index + 1)} y=${height - 3} text-anchor="middle">${index + 1}</text>`)}
      ${seats.map((seat) => {
        const course = courses[seat] ?? [];
        const own = seat === mySeat.value ? "me" : "";
        const points = course.map((total, index) => `${x(index)} ${y(total)}`);
        return html`<g key=${seat} class="line ${own} ${seat === raised ? "raised" : ""}">
          <path d=${`M${points.join("L")}`} />
          <path class="lead" d=${`M${right + 5} ${ends[seat]}L${right + 16} ${labels[seat]}`} />
          ${course.slice(1).map((total, index) => (isFirst(seat) || index === sheet.length - 1) && html`<circle key=${index} cx=${x(index + 1)} cy=${y(total)} r=${own ? 4.5 : 3.5} />`)}
        </g>`;
      })}
    </svg>
    <ul>${seats.map(
      (seat) =>
        html`<li key=${seat} style=${{ insetInlineStart: `${right + 18}px`, insetBlockStart: `${(labels[seat] ?? 0) - room / 2}px`, blockSize: `${room}px` }}>
          <button class=${seat === mySeat.value ? "me" : ""} aria-pressed=${seat === raised} onClick=${() => raise(seat === raised ? null : seat)}><span>${called(update, seat)}</span> <b>${minus(courses[seat]?.at(-1) ?? 0)}</b></button></li>`,
    )}</ul>`
    }
  </figure>`;
}

/**
 * From hands and totals to places on the screen.
 *
 * @param {readonly (readonly number[])[]} courses
 * @param {{ width: number, height: number, em: number }} size
 */
function scales(courses, { width, height, em }) {
  const ticks = ticksOf(courses.flat());
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const [left, top, bottom] = [em * 2.5, em * 0.6, height - em * 2];
  const hands = Math.max(1, (courses[0]?.length ?? 1) - 1);
  return {
    ticks,
    x: (/** @type {number} */ hand) => Math.round(left + ((width - left - 8) * hand) / hands),
    y: (/** @type {number} */ total) =>
      Math.round((bottom - ((bottom - top) * (total - low)) / (high - low)) * 10) / 10,
  };
}

/** How wide a box is, and how large its letters are; 0 before it is on the page. */
function useSize() {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [[width, em], set] = useState([0, 12]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () =>
      set([element.clientWidth, Number.parseFloat(getComputedStyle(element).fontSize)]);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, []);
  return /** @type {const} */ ([box, width, em]);
}
