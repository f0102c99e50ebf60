// A reader of a table over a line that breaks: played with sockets and a clock of our own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../../src/cancellation_hearts/web/js/session.js";

/** @typedef {import("../../src/cancellation_hearts/web/js/session.js").Link} Link */

/** A line whose other end is the test. */
class Line {
  constructor() {
    this.readyState = 0;
    /** @type {any[]} */
    this.sent = [];
    /** @type {() => void} */
    this.onopen = () => {};
    /** @type {(event: { data: string }) => void} */
    this.onmessage = () => {};
    /** @type {(event: { code: number }) => void} */
    this.onclose = () => {};
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  open() {
    this.readyState = 1;
    this.onopen();
  }

  /** @param {object} message */
  tell(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  /** @param {number} code */
  end(code) {
    this.readyState = 3;
    this.onclose({ code });
  }

  asks() {
    return this.sent.filter(({ type }) => type === "ask");
  }
}

/** Timers that run when the test says so. */
class Clock {
  constructor() {
    this.now = 1_000_000;
    /** @type {{ id: number, at: number, run: () => void }[]} */
    this.timers = [];
    this.count = 0;
    const { setTimeout: set, clearTimeout: clear, Date: date } = globalThis;
    this.restore = () =>
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear, Date: date });
    Object.assign(globalThis, {
      setTimeout: (/** @type {() => void} */ run, /** @type {number} */ wait) => {
        this.timers.push({ id: ++this.count, at: this.now + wait, run });
        return this.count;
      },
      clearTimeout: (/** @type {number} */ id) => {
        this.timers = this.timers.filter((timer) => timer.id !== id);
      },
      Date: { now: () => this.now },
    });
  }

  /** @param {number} time */
  pass(time) {
    const end = this.now + time;
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }
}

/** @param {(the: { lines: Line[], links: Link[], heard: any[], session: Session, clock: Clock }) => void | Promise<void>} body */
async function withSession(body) {
  const clock = new Clock();
  /** @type {Line[]} */
  const lines = [];
  /** @type {Link[]} */
  const links = [];
  /** @type {any[]} */
  const heard = [];
  const session = new Session({
    table: "t1",
    open: () => {
      const line = new Line();
      lines.push(line);
      return /** @type {any} */ (line);
    },
    hear: (message) => heard.push(message),
    link: (link) => links.push(link),
  });
  try {
    await body({ lines, links, heard, session, clock });
  } finally {
    session.close();
    clock.restore();
  }
}

const WELCOME = { type: "welcome", table: "t1", protocol: 1, person: 0, log: "L" };
const update = (/** @type {number} */ version) => ({
  type: "update",
  public: { version },
  events: [],
});
const status = (/** @type {Link[]} */ links) => links.at(-1)?.status;

test("it says which table, and after a break what it has seen", () =>
  withSession(({ lines, links, clock }) => {
    lines[0]?.open();
    assert.deepEqual(lines[0]?.sent[0], {
      type: "hello",
      table: "t1",
      protocol: 1,
      since: null,
      heard: null,
      log: null,
    });
    lines[0]?.tell(WELCOME);
    lines[0]?.tell(update(7));
    lines[0]?.tell({ type: "heard", sayings: [{ version: 3 }] });
    assert.equal(status(links), "open");
    lines[0]?.end(1006);
    assert.equal(status(links), "lost");
    clock.pass(500);
    lines[1]?.open();
    const hello = lines[1]?.sent[0];
    assert.deepEqual([hello.since, hello.heard, hello.log], [7, 3, "L"]);
  }));

test("of another log nothing counts that was seen before", () =>
  withSession(({ lines, clock }) => {
    lines[0]?.open();
    lines[0]?.tell(WELCOME);
    lines[0]?.tell(update(7));
    lines[0]?.tell({ type: "heard", sayings: [{ version: 3 }] });
    lines[0]?.end(1006);
    clock.pass(500);
    lines[1]?.open();
    lines[1]?.tell({ ...WELCOME, log: "other" });
    lines[1]?.end(1006);
    clock.pass(1000);
    lines[2]?.open();
    assert.equal(lines[2]?.sent[0].since, null);
    assert.equal(lines[2]?.sent[0].heard, null);
    assert.equal(lines[2]?.sent[0].log, "other");
  }));

test("what was asked and not answered is asked again, with the same id", () =>
  withSession(async ({ lines, session, clock }) => {
    const answer = session.ask({ type: "Pause" });
    lines[0]?.open();
    assert.deepEqual(lines[0]?.asks(), [], "nothing before the welcome");
    lines[0]?.tell(WELCOME);
    const [first] = lines[0]?.asks() ?? [];
    lines[0]?.end(1006);
    clock.pass(500);
    lines[1]?.open();
    lines[1]?.tell(WELCOME);
    assert.deepEqual(lines[1]?.asks(), [first]);
    lines[1]?.tell({ type: "done", id: first.id, version: 9 });
    assert.deepEqual(await answer, { type: "done", id: first.id, version: 9 });
    lines[1]?.end(1006);
    clock.pass(1000);
    lines[2]?.open();
    lines[2]?.tell(WELCOME);
    assert.deepEqual(lines[2]?.asks(), [], "and then never again");
  }));

test("two asks have two ids, and so have two pages", () =>
  withSession(({ lines, session }) => {
    lines[0]?.open();
    lines[0]?.tell(WELCOME);
    session.ask({ type: "Pause" });
    session.ask({ type: "Pause" });
    const ids = lines[0]?.asks().map(({ id }) => id) ?? [];
    assert.equal(new Set(ids).size, 2);
    assert.ok(ids.every((id) => /^[ -~]{1,64}$/.test(id)));
  }));

test("a line that is silent is cut within eight seconds, and tried again", () =>
  withSession(({ lines, links, clock }) => {
    lines[0]?.open();
    lines[0]?.tell(WELCOME);
    lines[0]?.tell({ type: "pong", at: 0 });
    clock.pass(5000);
    assert.equal(lines[0]?.sent.at(-1).type, "ping");
    assert.equal(status(links), "open");
    clock.pass(2500);
    assert.equal(status(links), "lost");
    const lost = links.at(-1);
    assert.ok(lost?.status === "lost");
    assert.equal(lost.since, Date.now() - 2500, "nothing was heard since the ping: told at once");
    assert.equal(lines[0]?.readyState, 3);
    clock.pass(500);
    assert.equal(lines.length, 2);
  }));

test("whoever looks again finds out at once whether the line holds", () =>
  withSession(({ lines, links, session, clock }) => {
    lines[0]?.open();
    lines[0]?.tell(WELCOME);
    lines[0]?.tell({ type: "pong", at: 0 });
    session.wake();
    assert.equal(lines[0]?.sent.at(-1).type, "ping");
    clock.pass(2500);
    assert.equal(status(links), "lost");
    session.wake();
    assert.equal(lines.length, 2, "without waiting for the next try");
  }));

test("whoever is told that there is no network need not find out", () =>
  withSession(({ lines, links, session }) => {
    lines[0]?.open();
    lines[0]?.tell(WELCOME);
    session.lose();
    assert.equal(status(links), "lost");
    session.lose();
    assert.equal(links.length, 2, "which was known already");
    session.wake();
    assert.equal(lines.length, 2);
  }));

test("tries get rarer, but at most five seconds lie between them", () =>
  withSession(({ lines, links, clock }) => {
    /** @type {number[]} */
    const waits = [];
    for (let index = 0; index < 9; index++) {
      lines.at(-1)?.end(1006);
      const link = links.at(-1);
      assert.ok(link?.status === "lost");
      assert.equal(link.since, links[0]?.status === "lost" ? links[0].since : 0);
      waits.push(link.at - clock.now);
      clock.pass(link.at - clock.now);
    }
    assert.ok(waits.every((wait) => wait >= 250 && wait <= 5000));
    assert.ok((waits[0] ?? 0) <= 500 && (waits[8] ?? 0) >= 2500);
  }));

test("a server that goes down says when to come again", () =>
  withSession(({ lines, links, clock }) => {
    lines[0]?.open();
    lines[0]?.tell(WELCOME);
    lines[0]?.tell({ type: "bye", reason: "restart", retry: 1234 });
    lines[0]?.end(1012);
    const link = links.at(-1);
    assert.ok(link?.status === "lost");
    assert.equal(link.at - clock.now, 1234);
    assert.equal(lines.length, 1);
  }));

test("who was sent away, or goes on elsewhere, does not come again", () =>
  withSession(async ({ lines, links, session, clock }) => {
    lines[0]?.open();
    lines[0]?.tell(WELCOME);
    const answer = session.ask({ type: "Pause" });
    lines[0]?.tell({ type: "bye", reason: "moved", retry: null });
    assert.deepEqual(links.at(-1), { status: "over", code: "moved" });
    assert.equal((await answer).type, "refused", "nobody waits for ever");
    clock.pass(60_000);
    session.wake();
    assert.equal(lines.length, 1);
  }));

test("a table that is not there is over at once, with its reason", () =>
  withSession(({ lines, links }) => {
    lines[0]?.open();
    lines[0]?.tell({ type: "refused", id: null, code: "NO_TABLE", details: {} });
    lines[0]?.end(4000);
    assert.deepEqual(links.at(-1), { status: "over", code: "NO_TABLE" });
  }));

test("too much at once is no reason to stay away", () =>
  withSession(({ lines, links }) => {
    lines[0]?.open();
    lines[0]?.tell({ type: "refused", id: null, code: "TOO_MANY", details: { wait: 1 } });
    lines[0]?.end(1008);
    assert.equal(status(links), "lost");
  }));

test("what cannot be read is refused, and not asked for ever", () =>
  withSession(async ({ lines, session, clock }) => {
    lines[0]?.open();
    lines[0]?.tell(WELCOME);
    const bad = session.say({ type: "text", text: "\ud800" });
    const good = session.ask({ type: "Pause" });
    lines[0]?.tell({ type: "refused", id: null, code: "BAD_MESSAGE", details: {} });
    const told = await Promise.race([bad, good]);
    assert.equal(told.type === "refused" && told.code, "BAD_MESSAGE");
    lines[0]?.end(1006);
    clock.pass(500);
    lines[1]?.open();
    lines[1]?.tell(WELCOME);
    assert.deepEqual(
      lines[1]?.sent.filter(({ id }) => id).map(({ type }) => type),
      ["ask"],
    );
    lines[1]?.tell({ type: "done", id: lines[1]?.asks()[0].id, version: 9 });
    assert.equal((await good).type, "done");
  }));

test("the server's clock is known by its answers", () =>
  withSession(({ lines, heard, session, clock }) => {
    clock.pass(1000);
    lines[0]?.open();
    assert.equal(lines[0]?.sent[1].type, "ping", "asked for before anything is shown");
    clock.pass(400);
    lines[0]?.tell({ type: "pong", at: 61_000 });
    assert.equal(session.ahead, 61_000 - (clock.now - 200), "it was sent half the way ago");
    assert.equal(heard.at(-1)?.type, "pong", "whoever shows a time is told");
    session.wake();
    clock.pass(2000);
    clock.now += 600_000; // a phone that slept reads it ten minutes later
    lines[0]?.tell({ type: "pong", at: 61_000 });
    assert.equal(session.ahead, 61_000 - (clock.now - 602_200));
  }));
