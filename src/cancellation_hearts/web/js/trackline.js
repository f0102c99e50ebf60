// The line of play, drawn: see track.js for where it runs. It is measured from the page whenever the
// table changes its size, and drawn anew from what the trick is.

import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { beside, hasChosen } from "./shown.js";
import { mySeat } from "./state.js";
import {
  heading,
  levels,
  nearest,
  outline,
  pointAt,
  pointText,
  shorter,
  steps,
  straight,
  way,
} from "./track.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./shown.js").Shown} Shown */
/** @typedef {import("./track.js").Ring} Ring */
/** @typedef {import("./track.js").Box} Box */

/**
 * @typedef {object} Place where a seat stands on the line
 * @property {number} at its place in the ring
 * @property {number} x
 * @property {number} y
 */

/**
 * @typedef {object} Geometry
 * @property {Ring} ring
 * @property {readonly Ring[]} inner where links run, from the outside to the inside
 * @property {Map<number, Place>} places by seat
 * @property {boolean} isLine
 */

/** @param {{ update: Update, trick: Shown }} props */
export function Track({ update, trick }) {
  const box = useRef(/** @type {SVGSVGElement | null} */ (null));
  const [geometry, set] = useState(/** @type {Geometry | null} */ (null));
  const count = update.public.seats.length;
  useLayoutEffect(() => {
    const felt = box.current?.parentElement;
    if (!felt) return;
    const look = () => set(measure(felt));
    const observer = new ResizeObserver(look);
    observer.observe(felt);
    const board = felt.querySelector(".board");
    if (board) observer.observe(board);
    document.fonts?.ready.then(look);
    look();
    return () => observer.disconnect();
  }, [count, mySeat.value]);
  return html`<svg class="track" ref=${box} aria-hidden="true">${geometry && drawn(geometry, update, trick)}</svg>`;
}

/** @param {HTMLElement} felt @returns {Geometry | null} */
function measure(felt) {
  const board = felt.querySelector(".board");
  if (!board) return null;
  const origin = felt.getBoundingClientRect();
  const area = relative(board.getBoundingClientRect(), origin);
  const isLine = getComputedStyle(felt).getPropertyValue("--line").trim() === "1";
  const radius = 22;
  const ring = isLine ? straight(area.x, area.x + area.width, area.y) : outline(area, 0, radius);
  const inner = isLine
    ? [13, 24, 35].map((down) => straight(area.x, area.x + area.width, area.y + down))
    : [13, 22, 31].map((inset) => outline(area, inset, radius));
  const places = new Map();
  for (const seat of felt.querySelectorAll("[data-seat]")) {
    const slot = seat.querySelector(".slot");
    if (!slot) continue;
    const at = relative(slot.getBoundingClientRect(), origin);
    const place = nearest(ring, [at.x + at.width / 2, at.y + at.height / 2]);
    const [x, y] = pointAt(ring, place);
    places.set(Number(seat.getAttribute("data-seat")), { at: place, x, y });
  }
  return { ring, inner, places, isLine };
}

/** @param {DOMRect} rect @param {DOMRect} origin @returns {Box} */
const relative = (rect, origin) => ({
  x: rect.x - origin.x,
  y: rect.y - origin.y,
  width: rect.width,
  height: rect.height,
});

/** @param {Geometry} geometry @param {Update} update @param {Shown} trick */
function drawn(geometry, update, trick) {
  const { ring, places, isLine } = geometry;
  const isPassing = update.facts.phase === "passing" && !trick.isOver;
  const whole = `M${ring.map(pointText).join("L")}${isLine ? "" : "Z"}`;
  return html`<path class="way" d=${whole} />
    ${isPassing ? passLine(geometry, update) : playLine(geometry, trick)}
    ${!isPassing && links(geometry, trick)}
    ${[...places].map(([seat, place]) => (isPassing ? dot(update, seat, place) : stop(update, trick, seat, place)))}`;
}

/** The stretch behind, thick; dots and an arrow ahead to whose turn it is. @param {Geometry} geometry @param {Shown} trick */
function playLine({ ring, places, isLine }, trick) {
  const played = trick.order.slice(0, trick.cards.length);
  const first = places.get(played[0] ?? -1);
  const last = places.get(played.at(-1) ?? -1);
  const next = trick.isOver ? undefined : places.get(trick.order[trick.cards.length] ?? -1);
  if (!first || !last) return null;
  const parts = pieces(ring, first.at, last.at, isLine);
  const ahead = next ? pieces(ring, last.at, next.at, isLine) : [];
  const gap = next ? steps(ring, last.at, next.at) : 0;
  const middle = last.at + Math.round(gap / 2);
  const isWhole = !isLine || (next && next.at > last.at);
  return html`${played.length > 1 && parts.map((d) => html`<path class="behind" d=${d} />`)}
    ${ahead.map((d) => html`<path class="ahead" d=${d} />`)}
    ${next && gap > 24 && isWhole && html`<path class="arrow" d="M-5-6L4 0-5 6" transform=${`translate(${pointText(pointAt(ring, middle))}) rotate(${heading(ring, middle)})`} />`}`;
}

/**
 * The way between two places; on a straight line it ends at the edge and begins again at the other.
 *
 * @param {Ring} ring
 * @param {number} from
 * @param {number} to
 * @param {boolean} isLine
 */
function pieces(ring, from, to, isLine) {
  if (from === to) return [];
  if (!isLine || to > from) return [way(ring, from, to)];
  return [way(ring, from, ring.length - 1), way(ring, 0, to)];
}

/** Each cancelled pair, joined; the next pair a step further in. @param {Geometry} geometry @param {Shown} trick */
function links({ ring, inner, places, isLine }, trick) {
  /** @type {Map<string, Place[]>} */
  const pairs = new Map();
  trick.cards.forEach((card, index) => {
    const place = places.get(trick.order[index] ?? -1);
    if (trick.cancelled[index] && place) pairs.set(card, [...(pairs.get(card) ?? []), place]);
  });
  const spanOf = (
    /** @type {Ring} */ own,
    /** @type {Place} */ one,
    /** @type {Place} */ other,
  ) => {
    const [a, b] = [nearest(own, [one.x, one.y]), nearest(own, [other.x, other.y])];
    if (!isLine) return shorter(own, a, b);
    return { from: Math.min(a, b), to: Math.max(a, b), length: Math.abs(a - b) };
  };
  const joined = [...pairs].flatMap(([card, [one, other]]) =>
    one && other ? [{ card, one, other, span: spanOf(ring, one, other) }] : [],
  );
  const depths = levels(
    ring,
    joined.map(({ span }) => span),
  );
  return joined.map(({ card, one, other }, index) => {
    const level = Math.min(depths[index] ?? 0, inner.length - 1);
    const own = inner[level] ?? ring;
    const { from, to, length } = spanOf(own, one, other);
    const stubs = [one, other].map(
      ({ x, y }) => `M${pointText([x, y])}L${pointText(pointAt(own, nearest(own, [x, y])))}`,
    );
    const clear = (/** @type {number} */ at) => {
      const [x, y] = pointAt(own, at);
      return [...places.values()].every((place) => Math.hypot(place.x - x, place.y - y) > 19);
    };
    const middle = from + Math.round(length / 2);
    const shift =
      [0, 5, -5, 9, -9, 14, -14].find((by) => Math.abs(by) < length / 2 && clear(middle + by)) ?? 0;
    const [x, y] = pointAt(own, middle + shift);
    return html`<g class="link ${level ? "second" : ""}" key=${card}>
      ${stubs.map((d) => html`<path d=${d} />`)}<path class="run" d=${way(own, from, to)} />
      ${level > 0 && html`<path class="core" d=${way(own, from, to)} />`}
      <circle cx=${x} cy=${y} r="8.5" /><path class="cross" d=${`M${x - 3} ${y - 3}l6 6m0-6l-6 6`} /></g>`;
  });
}

/** A seat on the line, with its number in the order of play. @param {Update} update @param {Shown} trick @param {number} seat @param {Place} place */
function stop(update, trick, seat, { x, y }) {
  const order = trick.order.indexOf(seat);
  const isDone = order >= 0 && order < trick.cards.length;
  const isTurn =
    !trick.isOver &&
    order === trick.cards.length &&
    update.facts.phase === "playing" &&
    update.public.paused === null;
  const isWinning = trick.winner === seat && trick.cards.length > 0;
  const classes = ["stop", isDone && "done", isTurn && "turn", isWinning && "win"]
    .filter(Boolean)
    .join(" ");
  const isLead = order === 0 && isDone;
  return html`<g class=${classes} key=${seat} transform=${`translate(${pointText([x, y])})`}>
    ${isTurn && html`<circle class="halo" r="16" />`}${isWinning && html`<circle class="star" r="13.5" />`}
    ${isLead ? html`<rect x="-11" y="-11" width="22" height="22" rx="4" />` : html`<circle r=${isTurn ? 12 : 9.5} />`}
    ${order >= 0 && html`<text y="4.3">${order + 1}</text>`}</g>`;
}

/** While passing: who has chosen already. @param {Update} update @param {number} seat @param {Place} place */
function dot(update, seat, { x, y }) {
  const isDone = hasChosen(update, seat);
  return html`<g class="stop ${isDone ? "done" : ""}" key=${seat} transform=${`translate(${pointText([x, y])})`}><circle r="10" />
    ${isDone ? html`<path class="check" d="M-4.5 0l3.2 3.2 5.6-6.2" />` : [-4, 0, 4].map((cx) => html`<circle class="small" cx=${cx} r="1.4" />`)}</g>`;
}

/** While passing: from me to whom. @param {Geometry} geometry @param {Update} update */
function passLine({ ring, places, isLine }, update) {
  const me = mySeat.value;
  const offset = update.facts.pass_offset ?? 0;
  const count = update.public.seats.length;
  if (me === null || !offset) return null;
  const from = places.get(me);
  const to = places.get(beside(me, offset, count));
  if (!from || !to) return null;
  // to the left is clockwise, as the ring runs; to the right against it
  const isLeft = offset > 0 && offset <= count / 2;
  const [a, b] = isLeft ? [from.at, to.at] : [to.at, from.at];
  const gap = steps(ring, a, b);
  // on a straight line the way may go over the edge: then the arrow stands before its goal
  const middle = isLine ? to.at + (isLeft ? -11 : 11) : a + Math.round(gap / 2);
  return html`${pieces(ring, a, b, isLine).map((d) => html`<path class="behind" d=${d} />`)}
    <path class="give" d="M-5-7L6 0-5 7Z" transform=${`translate(${pointText(pointAt(ring, middle))}) rotate(${heading(ring, middle) + (isLeft ? 0 : 180)})`} />`;
}
