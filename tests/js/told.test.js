import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asText,
  handTold,
  isMyTurn,
  lastTold,
  scoresTold,
  tableTold,
  told,
  turnOf,
  waitTold,
} from "../../src/cancellation_hearts/web/js/told.js";

/** @typedef {import("../../src/cancellation_hearts/web/js/protocol.js").Update} Update */

const NAMES = ["Ana", "Bo", "Cy", "Di"];

/**
 * What matters of an update; Ana looks at it.
 *
 * @param {{ events?: object[], cards?: string[], facts?: object, deal?: object, table?: object, mine?: object }} what
 * @returns {Update}
 */
const update = ({ events = [], cards = [], facts = {}, deal = {}, table = {}, mine = {} }) =>
  /** @type {any} */ ({
    events: events.map((event) => ({ event })),
    public: {
      version: 7,
      games: 1,
      paused: null,
      seats: NAMES.map((_, person) => ({ person, bot: null })),
      people: NAMES.map((name) => ({ name, status: "here", cause: "closed" })),
      match: {
        rules: { moon_value: 26 },
        totals: [3, 20, 0, 5],
        deal: { number: 2, tricks: [], trick: { leader: 1, cards }, changes: null, ...deal },
      },
      ...table,
    },
    facts: { names: NAMES, phase: "playing", order: [1, 2, 3, 0], ...facts },
    mine: { person: 0, seat: 0, ...mine },
  });
const played = (/** @type {number} */ seat, /** @type {string} */ card) => ({
  type: "CardPlayed",
  seat,
  card,
});

test("cards are told as they fall, and who wins with them", () => {
  const events = [played(1, "D5"), played(2, "DK"), played(3, "D2")];
  const after = update({
    events,
    cards: ["D5", "DK", "D2"],
    facts: { course: [1, 2, 2], awaited: [0] },
    mine: { legal: ["D7", "DA"] },
  });
  assert.deepEqual(told(after, update({})), [
    "Bo led 5 of diamonds",
    "Cy plays king of diamonds and wins now",
    "Di plays 2 of diamonds",
  ]);
  assert.equal(turnOf(after), "Your turn: follow diamonds");
  assert.equal(isMyTurn(after), true);
});

test("a twin is told with what comes of it", () => {
  const before = update({ cards: ["D5"] });
  const twin = { events: [played(2, "D5")], cards: ["D5", "D5"] };
  assert.deepEqual(told(update({ ...twin, facts: { course: [1, null] } }), before), [
    "Cy cancels 5 of diamonds: nobody wins now",
  ]);
  const other = update({ cards: ["D5", "DK"] });
  const three = { events: [played(3, "DK")], cards: ["D5", "DK", "DK"] };
  assert.deepEqual(told(update({ ...three, facts: { course: [1, 2, 1] } }), other), [
    "Di cancels king of diamonds: Bo wins now",
  ]);
});

test("nothing is told of my own card but what comes of it", () => {
  const before = update({ cards: ["D5"] });
  const mine = { events: [played(0, "D9")], cards: ["D5", "D9"], facts: { course: [1, 0] } };
  assert.deepEqual(told(update(mine), before), []);
  const twin = { events: [played(0, "D5")], cards: ["D5", "D5"], facts: { course: [1, null] } };
  assert.deepEqual(told(update(twin), before), ["You cancel 5 of diamonds: nobody wins now"]);
});

test("a bot's card in my name is told", () => {
  const seats = NAMES.map((_, person) => ({ person, bot: person === 0 ? "steady" : null }));
  const before = update({ cards: ["D5"], table: { seats } });
  const after = update({ events: [played(0, "D9")], cards: ["D5", "D9"], table: { seats } });
  assert.deepEqual(told(after, before), ["A bot plays 9 of diamonds for you"]);
});

test("the end of a trick comes after its last card, and before the next one", () => {
  const before = update({ cards: ["D5", "DK", "D2"] });
  const last = { number: 1, order: [1, 2, 3, 0], cards: [], cancelled: [], taker: 2, points: 4 };
  const events = [played(0, "HA"), { type: "TrickTaken", seat: 2 }, played(2, "C3")];
  const after = update({ events, cards: ["C3"], facts: { course: [2], last } });
  assert.deepEqual(told(after, before), ["Cy took it: 4 points.", "Cy led 3 of clubs"]);
  const none = update({ events: [{ type: "TrickVoided" }], facts: { last: { points: 2 } } });
  assert.deepEqual(told(none, before), ["Nobody took it. 2 points wait."]);
});

test("of several tricks at once each is told", () => {
  const events = [
    { type: "TrickTaken", seat: 1 },
    played(1, "C3"),
    { type: "TrickVoided" },
    { type: "TrickTaken", seat: 0 },
  ];
  const after = update({ events, facts: { last: { taker: 0, points: 1 } } });
  assert.deepEqual(told(after, update({})), [
    "Bo took it",
    "Bo led 3 of clubs",
    "Nobody takes it",
    "You took it: 1 point.",
  ]);
});

test("what was passed to me is told by its names", () => {
  const events = [
    { type: "CardsPassed", offset: 1, passes: [] },
    { type: "PlayBegun", leader: 3 },
  ];
  const after = update({ events, mine: { got: "Q.A.." } });
  assert.deepEqual(told(after, update({})), [
    "Di gave you queen of spades and ace of hearts",
    "Di leads",
  ]);
});

test("a hand ends with my total, and a game with its winner", () => {
  const totals = [8, 20, 0, 5];
  const events = [
    { type: "DealScored", totals },
    { type: "MatchEnded", winners: [2] },
  ];
  const deal = { points: [5, 1, 0, 0], changes: [5, 1, 0, 0], shooter: null };
  const hauls = [{}, {}, {}, {}];
  const after = update({ events, deal, facts: { phase: "over", hauls } });
  assert.deepEqual(told(after, update({})), ["You took most: 5. Your total: 8.", "Cy wins."]);
});

test("who goes and comes back is told, and not of myself", () => {
  const lost = { type: "ConnectionLost", person: 2 };
  assert.deepEqual(told(update({ events: [lost] }), update({})), ["Cy is away"]);
  const people = NAMES.map((name) => ({ name, status: "away", cause: "closed" }));
  const made = { type: "ConnectionMade", person: 2 };
  const away = update({ table: { people } });
  assert.deepEqual(told(update({ events: [made] }), away), ["Cy is back"]);
  assert.deepEqual(told(update({ events: [{ ...lost, person: 0 }] }), update({})), []);
});

test("where nothing was heard it is told where we are", () => {
  assert.deepEqual(told(update({}), null), ["Hand 2. Trick 1."]);
});

test("answers tell the table, the hand, the scores, the trick before and the clock", () => {
  const now = update({
    cards: ["D5", "D5", "DK"],
    facts: {
      cancelled: [true, true, false],
      winner: 3,
      stake: 13,
      pot: { points: 1, cards: 4, kitty: 2 },
      taken: [0, 4, 0, 0],
      awaited: [0],
      deadlines: { 0: 12_000 },
      last: { order: [2, 0], cards: ["HA", "H2"], cancelled: [false, false], taker: 2, points: 2 },
    },
    mine: { hand: "Q3..A.", legal: ["DA"] },
  });
  assert.deepEqual(tableTold(now), [
    "Bo: 5 of diamonds, cancelled",
    "Cy: 5 of diamonds, cancelled",
    "Di: king of diamonds",
    "Di wins now",
    "14 points",
    "4 cards wait from before",
    "kitty: 2",
  ]);
  assert.deepEqual(handTold(now).length, 2);
  assert.deepEqual(scoresTold(now).slice(0, 2), ["You: 3", "Bo: 20, and 4 in this hand"]);
  assert.deepEqual(lastTold(now), [
    "Cy: ace of hearts",
    "You: 2 of hearts",
    "Cy took it: 2 points.",
  ]);
  assert.deepEqual(waitTold(now, 4_000), ["Your turn: follow diamonds", "8 seconds"]);
  assert.deepEqual(tableTold(update({}))[0], "No card lies on the table");
});

test("each sentence has its stop", () => {
  assert.equal(asText(["Bo leads", "Cy wins."]), "Bo leads. Cy wins.");
});
