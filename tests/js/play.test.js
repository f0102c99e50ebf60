// One reader at one table, from the socket to what is drawn: that no card is played which they did
// not choose, and that a finished trick stays as long as they like.
import assert from "node:assert/strict";
import { test } from "node:test";

/** @typedef {import("../../src/cancellation_hearts/web/js/hand.js").Held} Held */

/** The line; its other end is the test. */
class Line {
  constructor() {
    this.readyState = 1;
    /** @type {any[]} */
    this.sent = [];
    /** @type {() => void} */
    this.onopen = () => {};
    /** @type {(event: { data: string }) => void} */
    this.onmessage = () => {};
    /** @type {(event: { code: number }) => void} */
    this.onclose = () => {};
    lines.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  /** @param {object} message */
  tell(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  plays() {
    return this.sent.filter(({ type }) => type === "ask").map(({ command }) => command.card);
  }
}

/** @type {Line[]} */
const lines = [];
/** @type {{ run: () => void, wait: number }[]} */
let timers = [];
Object.assign(globalThis, {
  WebSocket: Line,
  location: { protocol: "http:", host: "hearts" },
  setTimeout: (/** @type {() => void} */ run, /** @type {number} */ wait) => {
    timers.push({ run, wait });
    return timers.length;
  },
  clearTimeout: (/** @type {number} */ id) => {
    const timer = timers[id - 1];
    if (timer) timer.run = () => {};
  },
});
const play = await import("../../src/cancellation_hearts/web/js/play.js");
const state = await import("../../src/cancellation_hearts/web/js/state.js");
const { set } = await import("../../src/cancellation_hearts/web/js/settings.js");

/** Everything that waits for so long at most happens now. @param {number} wait */
function pass(wait) {
  const due = timers.filter((timer) => timer.wait <= wait);
  for (const timer of due) {
    timer.run();
    timer.run = () => {};
  }
}

let version = 0;

/**
 * @param {{ hand: string, cards?: string[], tricks?: number, turn?: number, legal?: string[],
 *   events?: string[], paused?: number | null, bot?: string, number?: number, games?: number,
 *   same?: boolean, phase?: string }} moment I am seat 0 of three, seat 1 leads
 * @returns {any} an update
 */
function at({
  hand,
  cards = [],
  tricks = 0,
  turn = 0,
  legal = [],
  events = ["CardPlayed"],
  ...more
}) {
  const { paused = null, bot, number = 1, games = 1, same = false, phase = "playing" } = more;
  if (!same) version += 1;
  return {
    type: "update",
    events: events.map((type) => ({ version, at: 0, event: { type } })),
    public: {
      version,
      games,
      playing: true,
      paused,
      settings: { bots: true, grace: 60, clock: null },
      seats: [{ person: 0, bot }, {}, {}],
      match: {
        deal: { number, tricks: Array(tricks).fill({}), trick: { leader: 1, cards } },
      },
    },
    facts: {
      names: ["Ana", "Bo", "Cy"],
      phase,
      ply: tricks * 3 + cards.length,
      awaited: [turn],
      order: [1, 2, 0],
      last: tricks
        ? { number: tricks, order: [1, 2, 0], cards: [], cancelled: [], taker: 1 }
        : null,
    },
    mine: { person: 0, seat: 0, hand, legal, refused: {} },
  };
}

/** @returns {Line} a table that I sit at */
function come() {
  timers = [];
  play.enter("t1");
  const line = lines.at(-1);
  assert.ok(line);
  line.onopen();
  line.tell({ type: "welcome", table: "t1", protocol: 1, person: 0, log: "L" });
  return line;
}

/** @param {string} key */
function tap(key) {
  const held = play.hand.value.find((one) => one.key === key);
  assert.ok(held, `${key} is not in the hand`);
  play.tapCard(held);
}

/** @param {Line} line @param {string} code */
async function refuse(line, code) {
  const { id } = line.sent.filter(({ type }) => type === "ask").at(-1);
  line.tell({ type: "refused", id, code, details: {} });
  await Promise.resolve();
  await Promise.resolve();
}

const HAND = "Q5.A3..";
const TURN = { hand: HAND, cards: ["S7", "S9"], legal: ["S5", "SQ"] };
const WAIT = { hand: HAND, cards: ["S7"], turn: 2 };

test("a card that was chosen ahead plays itself in its trick", () => {
  const line = come();
  line.tell(at(WAIT));
  tap("S5.1");
  assert.deepEqual(line.plays(), []);
  line.tell(at(TURN));
  assert.deepEqual(line.plays(), ["S5"]);
});

test("a card that was only lifted never plays itself, whatever was chosen before", () => {
  const line = come();
  line.tell(at(WAIT));
  tap("HA.1"); // chosen ahead; it will not be legal
  line.tell(at(TURN));
  assert.deepEqual(state.lifted.value, []);
  tap("SQ.1");
  line.tell(at({ ...TURN, events: ["ConnectionMade"] }));
  assert.deepEqual(line.plays(), []);
  assert.deepEqual(state.lifted.value, ["SQ.1"], "it stays lifted");
  tap("SQ.1");
  assert.deepEqual(line.plays(), ["SQ"]);
});

test("nor after a choice was taken back", () => {
  const line = come();
  line.tell(at(WAIT));
  tap("S5.1");
  tap("S5.1");
  line.tell(at(TURN));
  tap("SQ.1");
  line.tell(at({ ...TURN, events: ["ConnectionMade"] }));
  assert.deepEqual(line.plays(), []);
});

test("a choice for a trick that is over lies back, also for who leads the next one", () => {
  const line = come();
  line.tell(at({ hand: "Q5.A..", cards: ["S7", "S9", "H3"], turn: 1 }));
  tap("S5.1");
  line.tell(
    at({ hand: "Q5.A..", tricks: 1, legal: ["S5", "SQ"], events: ["CardPlayed", "TrickTaken"] }),
  );
  assert.deepEqual(state.lifted.value, []);
  assert.deepEqual(line.plays(), []);
});

test("what was tapped while a card was on its way is forgotten if that is refused", async () => {
  const line = come();
  line.tell(at(TURN));
  tap("S5.1");
  tap("S5.1");
  tap("SQ.1"); // the next one of many taps
  await refuse(line, "GAME_PAUSED");
  line.tell(at({ ...TURN, paused: 5, events: ["Paused"] }));
  line.tell(at({ ...TURN, events: ["Resumed"] }));
  assert.deepEqual(line.plays(), ["S5"]);
});

test("nothing plays itself while a bot has my seat, which would take it back in my name", () => {
  set({ forced: true });
  for (const bot of ["steady", undefined]) {
    const line = come();
    line.tell(at({ ...TURN, bot, hand: "5.A3..", legal: ["S5"] }));
    pass(1000);
    assert.deepEqual(line.plays(), bot ? [] : ["S5"]);
    const other = come();
    other.tell(at({ ...WAIT, bot }));
    tap("S5.1");
    other.tell(at({ ...TURN, bot }));
    assert.deepEqual(other.plays(), bot ? [] : ["S5"]);
  }
  set({ forced: false });
});

test("nothing plays itself while the game is paused", () => {
  const line = come();
  line.tell(at(WAIT));
  tap("S5.1");
  line.tell(at({ ...TURN, paused: 5 }));
  assert.deepEqual(line.plays(), []);
  line.tell(at({ ...TURN, events: ["Resumed"] }));
  assert.deepEqual(line.plays(), ["S5"]);
});

test("coming back to what I hold already changes nothing in my hand", () => {
  const line = come();
  line.tell(at(TURN));
  tap("S5.1");
  line.tell(at({ ...TURN, events: [], same: true }));
  assert.deepEqual(state.lifted.value, ["S5.1"]);
  tap("S5.1");
  line.tell(at({ ...TURN, events: [], same: true }));
  assert.equal(state.sent.value?.card, "S5", "it is still on its way");
});

test("a card that a bot played in my place takes nothing else along", () => {
  const line = come();
  line.tell(at(TURN));
  tap("S5.1");
  tap("S5.1");
  line.tell(at({ hand: "5.A3..", cards: ["S7", "S9", "SQ"], turn: 1 }));
  assert.equal(state.sent.value, null);
  assert.deepEqual(
    play.hand.value.map(({ card }) => card),
    ["S5", "H3", "HA"],
  );
});

test("a finished trick of another game does not lie on the table of this one", () => {
  set({ hold: 0 });
  const line = come();
  line.tell(at({ ...WAIT }));
  line.tell(at({ hand: "5.A3..", tricks: 1, turn: 1, events: ["TrickTaken"] }));
  assert.ok(state.kept.value);
  line.tell(at({ ...WAIT, games: 2, events: ["HandDealt"] }));
  assert.equal(state.kept.value, null);
  set({ hold: 1800 });
});

test("what I chose to pass is lifted again after a reload, both copies of it", () => {
  const line = come();
  const update = at({ hand: "QQ5.A3..", phase: "passing", turn: 1, events: [] });
  line.tell({ ...update, mine: { ...update.mine, choice: "QQ.3.." } });
  assert.deepEqual([...state.lifted.value].sort(), ["H3.1", "SQ.1", "SQ.2"]);
  line.tell({ ...update, events: [{ version: 0, at: 0, event: { type: "PassChosen" } }] });
  assert.equal(state.lifted.value.length, 3, "others choose meanwhile");
});

test("a trick that lies until a tap does not hide the choice after a moon", () => {
  set({ hold: 0 });
  const line = come();
  line.tell(at({ ...WAIT }));
  line.tell(at({ hand: "...", tricks: 1, turn: 0, phase: "moon", events: ["TrickTaken"] }));
  assert.ok(state.kept.value);
  pass(1800);
  assert.ok(play.sweeping.value);
  play.cleared();
  set({ hold: 1800 });
});

test("the server's clock is known before anything is shown that tells a time", () => {
  const line = come();
  const hour = 3_600_000;
  line.tell({ type: "pong", at: Date.now() + hour });
  assert.ok(Math.abs(state.ahead.value - hour) < 1000);
});

test("whoever goes to another table leaves what they chose at this one", () => {
  come();
  state.watches.value = true;
  play.leave();
  assert.equal(state.watches.value, false);
});
