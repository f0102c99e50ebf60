// What a tap means, which card plays itself, and how the cards lie.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsOf } from "../../src/cancellation_hearts/web/js/cards.js";
import { heldOf, playsItself, rowsOf, tap } from "../../src/cancellation_hearts/web/js/hand.js";

/** @typedef {import("../../src/cancellation_hearts/web/js/hand.js").Moment} Moment */

/** @param {Partial<Moment>} [changes] @returns {Moment} */
const moment = (changes) => ({
  act: "play",
  count: 0,
  legal: ["D4", "DT"],
  refused: { S5: "MUST_FOLLOW_SUIT" },
  oneTap: false,
  ...changes,
});
const d4 = { key: "D4.1", card: /** @type {const} */ ("D4") };
const dt = { key: "DT.1", card: /** @type {const} */ ("DT") };
const s5 = { key: "S5.1", card: /** @type {const} */ ("S5") };

test("the first tap lifts a card, the second one plays it", () => {
  assert.deepEqual(tap(d4, [], moment()), { lifted: ["D4.1"] });
  assert.deepEqual(tap(d4, ["D4.1"], moment()), { lifted: ["D4.1"], play: d4 });
  assert.deepEqual(tap(dt, ["D4.1"], moment()), { lifted: ["DT.1"] });
});

test("who wants that plays with one tap", () => {
  assert.deepEqual(tap(d4, [], moment({ oneTap: true })).play, d4);
});

test("a card that may not be played lies back, and says why", () => {
  assert.deepEqual(tap(s5, ["D4.1"], moment()), { lifted: [], why: "MUST_FOLLOW_SUIT" });
  assert.deepEqual(tap(s5, ["D4.1"], moment({ oneTap: true })).play, undefined);
});

test("as many cards are lifted as are passed, in the order of the taps", () => {
  const passing = moment({ act: "pass", count: 2 });
  assert.deepEqual(tap(s5, ["DT.1"], passing), { lifted: ["DT.1", "S5.1"] });
  assert.deepEqual(tap(d4, ["DT.1", "S5.1"], passing), { lifted: ["DT.1", "S5.1"], full: true });
  assert.deepEqual(tap(dt, ["DT.1", "S5.1"], passing), { lifted: ["S5.1"] });
});

test("while others play one card is chosen ahead, or none", () => {
  const waiting = moment({ act: "wait", legal: [] });
  assert.deepEqual(tap(s5, [], waiting), { lifted: ["S5.1"] });
  assert.deepEqual(tap(d4, ["S5.1"], waiting), { lifted: ["D4.1"] });
  assert.deepEqual(tap(d4, ["D4.1"], waiting), { lifted: [] });
  assert.deepEqual(tap(d4, ["D4.1"], moment({ act: "none" })), { lifted: [] });
});

test("a card that was chosen ahead plays itself if it may", () => {
  const hand = [s5, d4, dt];
  assert.equal(playsItself(hand, "D4.1", moment(), false), d4);
  assert.equal(playsItself(hand, "S5.1", moment(), false), null);
  assert.equal(playsItself(hand, "D4.1", moment({ act: "wait" }), false), null);
  assert.equal(playsItself(hand, null, moment(), false), null);
});

test("an only card plays itself where that is wanted, but not the queen and not the last one", () => {
  const hand = [s5, d4];
  const only = moment({ legal: ["D4"] });
  assert.equal(playsItself(hand, null, only, true), d4);
  assert.equal(playsItself(hand, null, only, false), null);
  assert.equal(playsItself(hand, null, moment(), true), null, "two may be played");
  assert.equal(playsItself([d4], null, only, true), null, "the last one");
  const queen = { key: "SQ.1", card: /** @type {const} */ ("SQ") };
  assert.equal(playsItself([queen, d4], null, moment({ legal: ["SQ"] }), true), null);
});

test("cards that stay keep their keys", () => {
  const before = heldOf(cardsOf("55.Q..2"), []);
  assert.deepEqual(
    before.map(({ key }) => key),
    ["S5.1", "S5.2", "HQ.1", "C2.1"],
  );
  const keys = heldOf(cardsOf("5.Q.."), before).map(({ key }) => key);
  assert.deepEqual(keys, ["S5.1", "HQ.1"]);
});

test("of two copies the one that was tapped goes", () => {
  const before = heldOf(cardsOf("55..."), []);
  for (const gone of ["S5.1", "S5.2"]) {
    const [left] = heldOf(cardsOf("5..."), before, gone);
    assert.notEqual(left?.key, gone);
  }
});

test("cards that come get keys of their own, and copies stand in their order", () => {
  const before = heldOf(cardsOf("5..."), [], "S5.1");
  assert.deepEqual(before, [{ key: "S5.2", card: "S5" }]);
  const keys = heldOf(cardsOf("55..9."), before).map(({ key }) => key);
  assert.deepEqual(keys, ["S5.1", "S5.2", "D9.1"]);
});

const suits = (/** @type {number[]} */ ...counts) => {
  const pile = counts.map((count) => "AKQJT98765432".slice(0, count)).join(".");
  return cardsOf(pile).map((card) => ({ card }));
};
const lengths = (/** @type {(readonly unknown[])[]} */ rows) => rows.map((row) => row.length);

test("a hand lies in one row if there is room enough for each card", () => {
  assert.deepEqual(lengths(rowsOf(suits(3, 3, 3, 0), 359, 56)), [9]);
  assert.deepEqual(lengths(rowsOf(suits(3, 3, 3, 3), 359, 56)), [12]);
  assert.deepEqual(lengths(rowsOf(suits(0, 0, 0, 0), 359, 56)), [0]);
  assert.deepEqual(lengths(rowsOf(suits(5, 4, 4, 4), 980, 72)), [17]);
});

test("else in two, parted between suits where that leaves them alike", () => {
  assert.deepEqual(lengths(rowsOf(suits(5, 4, 4, 4), 359, 56)), [9, 8]);
  assert.deepEqual(lengths(rowsOf(suits(5, 5, 3, 4), 359, 56)), [10, 7]);
  assert.deepEqual(lengths(rowsOf(suits(12, 1, 0, 4), 304, 54)), [9, 8], "in the middle of one");
});

test("no row of 17 cards is too narrow for a finger, on any phone", () => {
  for (const [width, card] of /** @type {const} */ ([
    [304, 54],
    [359, 56],
    [396, 56],
  ])) {
    for (let spades = 0; spades <= 13; spades++) {
      for (let hearts = 0; hearts <= 13 && spades + hearts <= 17; hearts++) {
        const rest = 17 - spades - hearts;
        const diamonds = Math.min(13, rest);
        const rows = rowsOf(suits(spades, hearts, diamonds, rest - diamonds), width, card);
        assert.equal(rows.length, 2);
        for (const row of rows) assert.ok((width - card) / (row.length - 1) >= 27);
      }
    }
  }
});
