// Places, lines and labels out of totals.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  coursesOf,
  placesOf,
  spread,
  ticksOf,
} from "../../src/cancellation_hearts/web/js/tally.js";

test("equal totals share a rank, and the next one is as far behind", () => {
  const places = placesOf([86, 55, 32, 86, 65]).map(({ seat, rank, isShared }) => [
    seat,
    rank,
    isShared,
  ]);
  assert.deepEqual(places, [
    [2, 1, false],
    [1, 2, false],
    [4, 3, false],
    [0, 4, true],
    [3, 4, true],
  ]);
});

test("a course ends where the total is, and begins where the game did", () => {
  const sheet = [
    [5, 0],
    [-26, 13],
  ];
  assert.deepEqual(coursesOf([-21, 13], sheet), [
    [0, 5, -21],
    [0, 0, 13],
  ]);
  assert.deepEqual(coursesOf([7], []), [[7]]);
});

test("ticks are round, few, and hold every value", () => {
  for (const values of [[], [0], [3, 150], [-52, 20], [-5, 700], [1234]]) {
    const ticks = ticksOf(values);
    assert.ok(ticks.length >= 2 && ticks.length <= 7, `${ticks}`);
    assert.ok((ticks[0] ?? 0) <= Math.min(0, ...values), `${ticks}`);
    assert.ok((ticks.at(-1) ?? 0) >= Math.max(...values, 0), `${ticks}`);
    assert.ok(ticks.includes(0));
  }
});

test("labels never overlap, keep their order and stay inside", () => {
  const cases = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [300, 300, 299, 10, 150, 151, 152],
    [100],
    [5, 295, 100, 110, 120, 200],
    [],
  ];
  for (const wanted of cases) {
    const found = spread(wanted, 24, 12, 288);
    const order = wanted.map((_, index) => index);
    order.sort((one, other) => (found[one] ?? 0) - (found[other] ?? 0));
    order.forEach((index, place) => {
      const [at = 0, want = 0] = [found[index], wanted[index]];
      assert.ok(at >= 12 && at <= 288, `${found}`);
      const before = order[place - 1];
      if (before === undefined) return;
      assert.ok(at - (found[before] ?? 0) >= 23.999, `${found}`);
      assert.ok((wanted[before] ?? 0) <= want, `${found}`);
    });
  }
  assert.deepEqual(spread([50, 100], 24, 12, 288), [50, 100]);
  assert.deepEqual(spread([100, 100], 20, 0, 200), [90, 110]);
});
