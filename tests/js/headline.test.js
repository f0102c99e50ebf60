// The sentence about a hand tells what mattered most, from where its reader sits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { headlineOf, victoryOf } from "../../src/cancellation_hearts/web/js/headline.js";

const NAMES = ["Ana", "Boun", "Cleo", "Emil"];
const name = (/** @type {number} */ seat) => NAMES[seat] ?? "";
const QUEEN = { queens: 1 };

/** @type {import("../../src/cancellation_hearts/web/js/headline.js").Outcome} */
const PLAIN = {
  me: 0,
  name,
  points: [3, 18, 0, 31],
  hauls: [{}, QUEEN, {}, QUEEN],
  uncollected: 0,
  shooter: null,
  choice: null,
  value: 26,
};

/** @param {Partial<typeof PLAIN>} change */
const told = (change) => headlineOf({ ...PLAIN, ...change }).join(" ");

test("the queens matter most, and then what I took", () => {
  assert.equal(told({}), "Boun and Emil took a queen each. You took 3.");
  assert.equal(told({ me: 1 }), "You and Emil took a queen each. You took 18.");
  assert.equal(told({ me: 2 }), "Boun and Emil took a queen each. You took nothing.");
  assert.equal(told({ me: null }), "Boun and Emil took a queen each.");
});

test("both queens in one hand", () => {
  const both = { hauls: [{}, {}, { queens: 2 }, {}], points: [0, 0, 30, 22] };
  assert.equal(told(both), "Cleo took both queens. You took nothing.");
  assert.equal(told({ ...both, me: 2 }), "You took both queens: 30 points.");
});

test("one queen, or none", () => {
  const one = { hauls: [{}, QUEEN, {}, {}], points: [4, 15, 0, 7] };
  assert.equal(told(one), "Boun took the queen. You took 4.");
  assert.equal(told({ ...one, me: 1 }), "You took the queen: 15 points.");
  const none = { hauls: [{}, {}, {}, {}], points: [4, 15, 0, 7] };
  assert.equal(told({ ...none, uncollected: 26 }), "26 points went to nobody. You took 4.");
  assert.equal(told(none), "Boun took most: 15. You took 4.");
  assert.equal(told({ ...none, me: 1 }), "You took most: 15.");
});

test("the moon, for whoever it concerns", () => {
  const add = { shooter: 1, choice: /** @type {const} */ ("add") };
  const subtract = { shooter: 1, choice: /** @type {const} */ ("subtract") };
  assert.equal(told(add), "Boun shot the moon. You and all others get 26.");
  assert.equal(told({ ...add, me: 1 }), "You shot the moon: 26 for everybody else.");
  assert.equal(told({ ...add, me: null }), "Boun shot the moon: 26 for everybody else.");
  assert.equal(told(subtract), "Boun shot the moon and goes down by 26.");
  assert.equal(told({ ...subtract, me: 1 }), "You shot the moon: 26 off your total.");
});

test("who won", () => {
  assert.equal(victoryOf([2], 2, name), "You win!");
  assert.equal(victoryOf([2], 0, name), "Cleo wins.");
  assert.equal(victoryOf([0, 2], 0, name), "You share the win with Cleo.");
  assert.equal(victoryOf([1, 2], null, name), "Boun and Cleo share the win.");
});
