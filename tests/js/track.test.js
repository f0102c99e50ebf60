// Where the line of play runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  levels,
  nearest,
  outline,
  pointAt,
  shorter,
  sidesOf,
  steps,
  straight,
  way,
} from "../../src/cancellation_hearts/web/js/track.js";

const BOX = { x: 10, y: 20, width: 200, height: 300 };

test("the outline is a closed ring of near points, clockwise from the middle below", () => {
  const ring = outline(BOX, 0, 22);
  assert.deepEqual(ring[0], [110, 320]);
  ring.forEach((point, index) => {
    const [x, y] = pointAt(ring, index + 1);
    assert.ok(Math.hypot(x - point[0], y - point[1]) < 3, `a gap behind ${index}`);
    assert.ok(point[0] >= 10 && point[0] <= 210 && point[1] >= 20 && point[1] <= 320);
  });
  const [left, top, right] = [
    nearest(ring, [0, 170]),
    nearest(ring, [110, 0]),
    nearest(ring, [300, 170]),
  ];
  assert.ok(0 < left && left < top && top < right, "left, above, right");
});

test("further in the outline is smaller, also in a box that has hardly room", () => {
  for (const [x, y] of outline(BOX, 13, 22)) {
    assert.ok(x >= 22.9 && x <= 197.1 && y >= 32.9 && y <= 307.1);
  }
  for (const [x, y] of outline({ x: 0, y: 0, width: 30, height: 30 }, 10, 22)) {
    assert.ok(Number.isFinite(x) && Number.isFinite(y));
  }
});

test("the way from one place to another runs clockwise, also past the beginning", () => {
  const ring = outline(BOX, 0, 22);
  const count = (/** @type {string} */ path) => path.split("L").length;
  assert.equal(count(way(ring, 5, 9)), 5);
  assert.equal(count(way(ring, ring.length - 2, 1)), 4);
  assert.equal(steps(ring, ring.length - 2, 1), 3);
});

test("twins are joined by the shorter way round", () => {
  const ring = outline(BOX, 0, 22);
  assert.deepEqual(shorter(ring, 3, 13), { from: 3, to: 13, length: 10 });
  assert.deepEqual(shorter(ring, 13, 3), { from: 3, to: 13, length: 10 });
  assert.equal(shorter(ring, 2, ring.length - 4).length, 6);
});

test("on a phone on its side the line is straight", () => {
  const line = straight(8, 659, 120);
  assert.deepEqual(line[0], [8, 120]);
  assert.deepEqual(line.at(-1), [659, 120]);
  assert.ok(line.every(([, y]) => y === 120));
});

test("seats stand alike at both sides, and all of them somewhere", () => {
  const sides = Array.from({ length: 10 }, (_, index) => sidesOf(index + 1));
  for (const [index, [left, top, right]] of sides.entries()) {
    assert.equal(left, right);
    assert.equal(left + top + right, index + 1);
  }
  assert.deepEqual(sides.slice(4).map(String), [
    "1,3,1",
    "2,2,2",
    "2,3,2",
    "2,4,2",
    "3,3,3",
    "3,4,3",
  ]);
});

test("links lie side by side only where they would meet", () => {
  const ring = outline(BOX, 0, 22);
  const span = (/** @type {number} */ from, /** @type {number} */ length) => ({ from, length });
  assert.deepEqual(levels(ring, [span(10, 40), span(90, 40), span(200, 40)]), [0, 0, 0]);
  assert.deepEqual(levels(ring, [span(10, 60), span(40, 60), span(80, 40)]), [0, 1, 0]);
  assert.deepEqual(levels(ring, [span(10, 90), span(40, 20), span(30, 50)]), [0, 1, 2]);
  const end = ring.length - 10;
  assert.deepEqual(levels(ring, [span(end, 30), span(5, 40)]), [0, 1], "past the beginning");
});
