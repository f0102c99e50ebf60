// The line of play: where it runs round the board, and which stretch of it joins which seats. Pure
// geometry in pixels of the table; render in table.js, what it means in screens' terms there, too.
//
// The outline is a ring of points a little apart, clockwise from the middle of the lower edge.
// Everything on the line is a place in the ring.

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {readonly [number, number]} Point */
/** @typedef {readonly Point[]} Ring */

const STEP = 2;

/**
 * The outline of a box with round corners.
 *
 * @param {Box} box
 * @param {number} inset how far within the box, in pixels
 * @param {number} radius of the box itself
 * @returns {Ring}
 */
export function outline(box, inset, radius) {
  const left = box.x + inset;
  const top = box.y + inset;
  const right = box.x + box.width - inset;
  const bottom = box.y + box.height - inset;
  const r = Math.max(4, Math.min(radius - inset, (right - left) / 2, (bottom - top) / 2));
  const middle = (left + right) / 2;
  /** @type {Point[]} */
  const ring = [];
  const line = (/** @type {Point} */ from, /** @type {Point} */ to) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    for (let at = 0; at < length; at += STEP) {
      const part = at / length;
      ring.push([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
    }
  };
  const corner = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ start,
  ) => {
    const steps = Math.max(2, Math.round((Math.PI / 2) * (r / STEP)));
    for (let at = 0; at < steps; at++) {
      const angle = start + (at / steps) * (Math.PI / 2);
      ring.push([x + r * Math.cos(angle), y + r * Math.sin(angle)]);
    }
  };
  const half = Math.PI / 2;
  line([middle, bottom], [left + r, bottom]);
  corner(left + r, bottom - r, half);
  line([left, bottom - r], [left, top + r]);
  corner(left + r, top + r, 2 * half);
  line([left + r, top], [right - r, top]);
  corner(right - r, top + r, 3 * half);
  line([right, top + r], [right, bottom - r]);
  corner(right - r, bottom - r, 0);
  line([right - r, bottom], [middle, bottom]);
  return ring;
}

/**
 * A straight line from left to right as a ring: on a phone held sideways.
 *
 * @param {number} left
 * @param {number} right
 * @param {number} y
 * @returns {Ring}
 */
export function straight(left, right, y) {
  const count = Math.max(2, Math.ceil((right - left) / STEP));
  return Array.from({ length: count }, (_, at) => [left + ((right - left) * at) / (count - 1), y]);
}

/**
 * The place in the ring that lies nearest to a point.
 *
 * @param {Ring} ring
 * @param {Point} point
 */
export function nearest(ring, [x, y]) {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  ring.forEach(([px, py], index) => {
    const distance = (px - x) ** 2 + (py - y) ** 2;
    if (distance < least) [best, least] = [index, distance];
  });
  return best;
}

/**
 * The way round from one place to another, clockwise, as an SVG path.
 *
 * @param {Ring} ring
 * @param {number} from
 * @param {number} to
 */
export function way(ring, from, to) {
  /** @type {string[]} */
  const points = [];
  for (let at = from; ; at = (at + 1) % ring.length) {
    points.push(pointText(pointAt(ring, at)));
    if (at === to) return `M${points.join("L")}`;
  }
}

/**
 * How many steps it is from one place to another, clockwise.
 *
 * @param {Ring} ring
 * @param {number} from
 * @param {number} to
 */
export function steps(ring, from, to) {
  return (to - from + ring.length) % ring.length;
}

/**
 * @param {Ring} ring
 * @param {number} at any number
 * @returns {Point}
 */
export function pointAt(ring, at) {
  return /** @type {Point} */ (ring[((at % ring.length) + ring.length) % ring.length]);
}

/** In which direction the ring runs at a place, in degrees. @param {Ring} ring @param {number} at */
export function heading(ring, at) {
  const [x0, y0] = pointAt(ring, at);
  const [x1, y1] = pointAt(ring, at + 3);
  return (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
}

/** @param {Point} point */
export const pointText = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/**
 * Of two places the shorter way between them: where it begins, clockwise, and how many steps.
 *
 * @param {Ring} ring
 * @param {number} one
 * @param {number} other
 * @returns {{ from: number, to: number, length: number }}
 */
export function shorter(ring, one, other) {
  const there = steps(ring, one, other);
  if (there <= ring.length / 2) return { from: one, to: other, length: there };
  return { from: other, to: one, length: ring.length - there };
}

/**
 * How far in each link runs: as far out as it can without lying on another one.
 *
 * @param {Ring} ring
 * @param {readonly { from: number, length: number }[]} spans
 * @returns {number[]} for each span, 0 for the outermost way
 */
export function levels(ring, spans) {
  const near = 8; // ends that would touch
  const meet = (/** @type {number} */ one, /** @type {number} */ other) => {
    const [a, b] = [spans[one], spans[other]];
    if (!a || !b) return false;
    return (
      steps(ring, a.from, b.from) <= a.length + near ||
      steps(ring, b.from, a.from) <= b.length + near
    );
  };
  /** @type {number[]} */
  const chosen = [];
  spans.forEach((_, index) => {
    const taken = new Set(chosen.filter((_level, other) => meet(index, other)));
    let level = 0;
    while (taken.has(level)) level++;
    chosen.push(level);
  });
  return chosen;
}

/**
 * How many seats stand at the left, above and at the right of one's own, clockwise from one's left.
 *
 * @param {number} others
 * @returns {readonly [number, number, number]}
 */
export function sidesOf(others) {
  const side = others < 2 ? 0 : others <= 5 ? 1 : others <= 8 ? 2 : 3;
  return [side, others - 2 * side, side];
}
