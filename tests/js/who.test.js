// Who somebody is, in words, and what one may ask of whom.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mySeat, now } from "../../src/cancellation_hearts/web/js/state.js";
import {
  agoText,
  awayText,
  formerOf,
  heldText,
  maySit,
  mayTakeHost,
} from "../../src/cancellation_hearts/web/js/who.js";

const MINUTE = 60_000;
const here = { name: "Ana", status: "here", since: 0 };
const away = { ...here, status: "away" };

/**
 * A table as far as is looked at here: person 0 is the host and sits on seat 0, seat 1 is a bot's.
 *
 * @param {object} differs
 * @param {number} person who looks
 * @param {number | null} seat
 * @returns {any}
 */
function tableOf(differs, person, seat) {
  const update = {
    public: {
      people: [here, here],
      seats: [{ person: 0 }, { bot: "steady" }, {}],
      settings: { latecomers: true },
      host: 0,
      owner: 0,
      playing: true,
      ...differs,
    },
    mine: { person, seat },
    facts: {},
  };
  now.value = /** @type {any} */ (update);
  return update;
}

test("a moment ago is told in minutes, hours and days", () => {
  const told = [30_000, MINUTE, 59 * MINUTE, 60 * MINUTE, 49 * 60 * MINUTE].map(agoText);
  assert.deepEqual(told, [
    "just now",
    "1 minute ago",
    "59 minutes ago",
    "1 hour ago",
    "2 days ago",
  ]);
});

test("why somebody is away, and why a bot plays for them", () => {
  assert.equal(
    awayText({ ...away, status: "away", cause: "closed" }, MINUTE),
    "Away: closed the table 1 minute ago.",
  );
  assert.match(awayText({ ...away, status: "away" }, 0), /connection was lost just now/);
  assert.equal(heldText({ bot: "steady" }), "");
  assert.equal(
    heldText({ person: 1, bot: "steady", reason: "late" }),
    "A bot plays: the clock ran out twice.",
  );
});

test("who watches may take over a bot's seat, if the table lets them and they saw no other hand", () => {
  assert.ok(maySit(tableOf({}, 1, null), 1));
  assert.ok(!maySit(tableOf({}, 1, null), 0));
  assert.ok(!maySit(tableOf({ settings: { latecomers: false } }, 1, null), 1));
  assert.ok(!maySit(tableOf({ people: [here, { ...here, seen: 2 }] }, 1, null), 1));
  assert.ok(!maySit(tableOf({}, 0, 0), 1));
  assert.ok(maySit(tableOf({ playing: false }, 0, 0), 1));
  assert.equal(mySeat.value, 0);
});

test("the owner may be host at any time, others when the host is not here", () => {
  assert.ok(mayTakeHost(tableOf({ host: 1 }, 0, 0)));
  assert.ok(!mayTakeHost(tableOf({}, 1, null)));
  const seats = [{ person: 0 }, { person: 1 }];
  assert.ok(mayTakeHost(tableOf({ people: [away, here], seats }, 1, 1)));
  assert.ok(!mayTakeHost(tableOf({ people: [away, here, here], seats }, 2, null)));
});

test("a bot's seat tells who had it in this game, a seat of somebody does not", () => {
  const people = [here, { ...here, name: "Bo", seen: 1, since: 5 }, { ...away, seen: 1, since: 9 }];
  const left = { ...people[2], name: "Cy" };
  const seats = [{ person: 0 }, { bot: "steady", reason: "left" }, { bot: "steady" }];
  const update = tableOf({ people: [people[0], people[1], left], seats, match: {} }, 0, 0);
  assert.deepEqual(
    [0, 1, 2].map((seat) => formerOf(update, seat)),
    [null, "Cy", null],
  );
  assert.equal(formerOf(tableOf({ people, seats, match: null }, 0, 0), 1), null);
});
