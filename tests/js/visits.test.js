// Which tables this browser remembers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visitsFrom, withVisit } from "../../src/cancellation_hearts/web/js/visits.js";

const NOW = 1_800_000_000_000;
const visit = (/** @type {string} */ table, at = NOW) => ({ table, host: "Ana", at });

test("the last table comes first, each one once, three at most", () => {
  const all = ["one", "two", "three", "two", "four"].reduce(
    (before, table) => withVisit(before, visit(table)),
    /** @type {ReturnType<typeof withVisit>} */ ([]),
  );
  assert.deepEqual(
    all.map(({ table }) => table),
    ["four", "two", "three"],
  );
});

test("what is old, damaged or strange is passed over", () => {
  const kept = [visit("new"), visit("old", NOW - 15 * 24 * 3_600_000), { table: "/x" }, 7, null];
  assert.deepEqual(visitsFrom(JSON.stringify(kept), NOW), [visit("new")]);
  assert.deepEqual(visitsFrom("{", NOW), []);
  assert.deepEqual(visitsFrom('"x"', NOW), []);
  assert.deepEqual(visitsFrom(null, NOW), []);
});
