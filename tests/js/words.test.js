// Sentences with values, counts and refusals.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nt, pt, refusal, rich, speak, t } from "../../src/cancellation_hearts/web/js/words.js";

const ENGLISH = {
  language: "en",
  plurals: "",
  messages: {},
  codes: {},
  cards: {},
  suits: {},
  phases: {},
  problems: {},
  reasons: {},
};

test("without a catalogue a sentence is what stands in the code", () => {
  speak(ENGLISH);
  assert.equal(t("Hand {n}", { n: 3 }), "Hand 3");
  assert.equal(t("{who} has {what}", { who: "Ana" }), "Ana has {what}");
  assert.equal(nt("{n} card", "{n} cards", 1), "1 card");
  assert.equal(nt("{n} card", "{n} cards", 2), "2 cards");
  assert.equal(pt("in a card's name", "spades"), "spades");
});

test("with one, each count has its form", () => {
  const plurals = Array.from({ length: 200 }, (_, n) => {
    if (n % 10 === 1 && n % 100 !== 11) return 0;
    return n % 10 >= 2 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2;
  }).join("");
  const messages = {
    "{n} card": ["{n} korta", "{n} kortos", "{n} kortų"],
    "in a card's name\u0004spades": ["pikų"],
  };
  speak({ ...ENGLISH, language: "lt", plurals, messages });
  const said = [1, 2, 10, 21, 111, 222, 1001].map((n) => nt("{n} card", "{n} cards", n));
  assert.deepEqual(said, [
    "1 korta",
    "2 kortos",
    "10 kortų",
    "21 korta",
    "111 kortų",
    "222 kortos",
    "1001 korta",
  ]);
  assert.equal(pt("in a card's name", "spades"), "pikų");
  assert.equal(t("Play"), "Play", "what nobody has translated stays");
  speak(ENGLISH);
});

test("pieces of the page stand where their names are", () => {
  assert.deepEqual(rich("Play {card} now", { card: 7 }), ["Play ", 7, " now"]);
  assert.deepEqual(rich("{card}", { card: 7 }), [7]);
  assert.deepEqual(rich("{lost}", {}), ["{lost}"]);
});

test("a refusal is a sentence, with its details in words", () => {
  const codes = {
    MUST_FOLLOW_SUIT: "You must follow suit: {suit}.",
    BAD_NAME: "That name will not do: {problem}.",
    NO_SUCH_SEAT: "The seats are 0 to {last}.",
  };
  speak({
    ...ENGLISH,
    codes,
    suits: { S: "spades" },
    problems: { bot: "only bots are called so" },
  });
  assert.equal(refusal("MUST_FOLLOW_SUIT", { suit: "S" }), "You must follow suit: spades.");
  assert.equal(
    refusal("BAD_NAME", { problem: "bot" }),
    "That name will not do: only bots are called so.",
  );
  assert.equal(refusal("NO_SUCH_SEAT", { seat: 9, players: 6 }), "The seats are 0 to 5.");
  assert.equal(refusal("NEWER_THAN_THE_PAGE"), "That was refused.");
  speak(ENGLISH);
});
