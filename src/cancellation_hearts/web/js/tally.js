// Totals as a row of places and as lines of a plot. Numbers only: nothing here knows a card.

/**
 * @typedef {object} Place
 * @property {number} seat
 * @property {number} rank from 1; equal totals have the same
 * @property {boolean} isShared
 * @property {number} total
 */

/**
 * The seats, the lowest total first; equal ones in the order in which they sit.
 *
 * @param {readonly number[]} totals
 * @returns {Place[]}
 */
export function placesOf(totals) {
  return totals
    .map((total, seat) => ({
      seat,
      total,
      rank: 1 + totals.filter((other) => other < total).length,
      isShared: totals.filter((other) => other === total).length > 1,
    }))
    .sort((one, other) => one.total - other.total || one.seat - other.seat);
}

/**
 * What each seat stood at before the first hand and after every one since.
 *
 * @param {readonly number[]} totals as they stand
 * @param {readonly (readonly number[])[]} sheet what each hand changed them by
 * @returns {number[][]} by seat
 */
export function coursesOf(totals, sheet) {
  return totals.map((total, seat) => {
    const course = [total];
    for (const changes of [...sheet].reverse()) {
      course.unshift((course[0] ?? 0) - (changes[seat] ?? 0));
    }
    return course;
  });
}

/**
 * Round numbers for the side of a plot, the lowest first, that hold all of these between them.
 *
 * @param {readonly number[]} values
 * @returns {number[]}
 */
export function ticksOf(values) {
  const [low, high] = [Math.min(0, ...values), Math.max(10, ...values)];
  const step =
    [5, 10, 20, 25, 50, 100, 200, 250, 500].find((size) => (high - low) / size <= 4) ?? 1000;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/**
 * Move heights apart until each has so much room, in their order and as near as can be to where
 * they belong; they stay between `top` and `bottom` if there is room for all.
 *
 * @param {readonly number[]} wanted
 * @param {number} room
 * @param {number} top
 * @param {number} bottom
 * @returns {number[]}
 */
export function spread(wanted, room, top, bottom) {
  const order = wanted
    .map((at, index) => ({ at, index }))
    .sort((one, other) => one.at - other.at || one.index - other.index);
  /** Neighbours that touch stand in one block. @type {{ start: number, wish: number, members: number[] }[]} */
  const blocks = [];
  for (const { at, index } of order) {
    let block = { start: at, wish: at, members: [index] };
    for (;;) {
      const size = (block.members.length - 1) * room;
      block.start = Math.max(top, Math.min(block.wish, bottom - size));
      const before = blocks.at(-1);
      if (!before || before.start + before.members.length * room <= block.start) break;
      blocks.pop();
      const [many, more] = [before.members.length, block.members.length];
      // Where the first of the block would stand if all were as near as can be to their places.
      const wish = (before.wish * many + (block.wish - many * room) * more) / (many + more);
      block = { start: wish, wish, members: [...before.members, ...block.members] };
    }
    blocks.push(block);
  }
  const found = wanted.map(() => 0);
  for (const { start, members } of blocks) {
    members.forEach((index, place) => {
      found[index] = start + place * room;
    });
  }
  return found;
}
