// What went by between two looks at a table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { missedOf } from "../../src/cancellation_hearts/web/js/missed.js";

const trick = (/** @type {number} */ leader, /** @type {string[]} */ ...cards) => ({
  leader,
  cards,
});
const ONE = trick(0, "C2", "C3", "C4");
const TWO = trick(2, "D2", "D3", "D4"); // seats 2, 0, 1

/**
 * @param {{ number?: number, tricks?: unknown[], open?: unknown, taken?: number, total?: number,
 *   bot?: string | null, sheet?: unknown[], games?: number, seat?: number | null }} moment
 * @returns {any} as much of an update as matters
 */
const moment = ({
  number = 1,
  tricks = [],
  open = null,
  taken = 0,
  total = 0,
  bot = null,
  sheet = [],
  games = 1,
  seat = 1,
}) => ({
  public: {
    games,
    playing: true,
    sheet,
    seats: [{}, { person: 0, bot }, {}],
    match: {
      totals: [0, total, 0],
      deal: { number, tricks, trick: open, changes: null, dealt: ["", "", ""] },
    },
  },
  facts: { taken: [0, taken, 0] },
  mine: { seat },
});

test("nothing went by", () => {
  const before = moment({ open: trick(0, "C2") });
  assert.equal(missedOf(before, before), null);
  assert.equal(missedOf(before, moment({ open: trick(0, "C2") })), null);
});

test("tricks, cards in my name and points are told", () => {
  const before = moment({ open: trick(0, "C2") });
  const after = moment({
    tricks: [ONE, TWO],
    taken: 14,
    bot: "steady",
    open: trick(0, "S2", "S3"),
  });
  assert.deepEqual(missedOf(before, after), {
    hands: 0,
    tricks: 2,
    cards: ["C3", "D4", "S3"],
    points: 14,
    isHeld: true,
  });
});

test("a card that I played myself is not told", () => {
  const before = moment({ open: trick(0, "C2", "C3") });
  assert.deepEqual(missedOf(before, moment({ tricks: [ONE] }))?.cards, []);
});

test("hands that ended are counted, with what they brought", () => {
  const before = moment({ tricks: [ONE], taken: 2 });
  const after = moment({ number: 3, sheet: [[], []], total: 30, tricks: [TWO], taken: 1 });
  assert.deepEqual(missedOf(before, after), {
    hands: 2,
    tricks: 1,
    cards: ["D4"],
    points: 29,
    isHeld: false,
  });
});

test("another game, or another seat, is not compared", () => {
  const after = moment({ tricks: [ONE] });
  assert.equal(missedOf(moment({ games: 2 }), after), null);
  assert.equal(missedOf(moment({ seat: null }), after), null);
  assert.equal(missedOf(moment({}), moment({ seat: null, tricks: [ONE] })), null);
});
