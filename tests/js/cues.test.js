import assert from "node:assert/strict";
import { test } from "node:test";
import { cuesOf } from "../../src/cancellation_hearts/web/js/cues.js";

/** @typedef {import("../../src/cancellation_hearts/web/js/protocol.js").Update} Update */

/**
 * What matters of an update.
 *
 * @param {{ events?: object[], cards?: string[], cancelled?: boolean[], last?: object, awaited?: number[], bot?: string | null, paused?: number | null, seat?: number | null }} what
 * @returns {Update}
 */
const update = ({
  events = [],
  cards = [],
  cancelled = [],
  last,
  awaited = [],
  bot = null,
  paused = null,
  seat = 0,
}) =>
  /** @type {any} */ ({
    events: events.map((event) => ({ event })),
    public: { match: { deal: { trick: { cards } } }, paused, seats: [{ bot }, { bot: null }] },
    facts: { awaited, cancelled, last },
    mine: seat === null ? null : { seat },
  });
const played = (/** @type {string} */ card) => ({ type: "CardPlayed", card });
const quiet = update({});

test("what is only there has not just happened", () => {
  const after = update({ events: [played("SQ")], awaited: [0] });
  assert.deepEqual(cuesOf(null, after), []);
  assert.deepEqual(cuesOf(quiet, update({ awaited: [0] })), [], "a whole view tells no events");
});

test("my turn is heard once, and not while a bot has my seat or all pause", () => {
  const events = [played("C2")];
  const mine = update({ events, awaited: [0] });
  assert.deepEqual(cuesOf(quiet, mine), ["turn"]);
  assert.deepEqual(cuesOf(mine, mine), []);
  assert.deepEqual(cuesOf(quiet, update({ events, awaited: [1] })), []);
  assert.deepEqual(cuesOf(quiet, update({ events, awaited: [0], bot: "steady" })), []);
  assert.deepEqual(cuesOf(quiet, update({ events, awaited: [0], paused: 1 })), []);
  assert.deepEqual(cuesOf(quiet, update({ events, awaited: [0], seat: null })), []);
});

test("a twin that lands is heard, also when it ends the trick", () => {
  const [cards, cancelled] = [
    ["DA", "D3", "DA"],
    [true, false, true],
  ];
  const open = update({ events: [played("DA")], cards, cancelled });
  assert.deepEqual(cuesOf(quiet, open), ["cancel"]);
  const later = { events: [played("D3")], cards: ["DA", "DA", "D3"] };
  const other = update({ ...later, cancelled: [true, true, false] });
  assert.deepEqual(cuesOf(quiet, other), [], "the pair was there before");
  const events = [played("DA"), { type: "TrickTaken" }];
  assert.deepEqual(cuesOf(quiet, update({ events, last: { cards, cancelled } })), [
    "cancel",
    "take",
  ]);
});

test("the queen, a void trick and the moon have their own", () => {
  const events = [played("SQ"), { type: "TrickVoided" }, { type: "MoonShot" }];
  assert.deepEqual(cuesOf(quiet, update({ events, awaited: [0] })), [
    "queen",
    "void",
    "moon",
    "turn",
  ]);
});
