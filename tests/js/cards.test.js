// Piles as the wire writes them, and back.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cardName,
  cardsOf,
  pileOf,
  rankOf,
  sizeOf,
  suitOf,
} from "../../src/cancellation_hearts/web/js/cards.js";

test("a pile becomes cards as they lie in a hand: low to high, suit by suit", () => {
  assert.deepEqual(cardsOf("AAT.Q2..5"), ["ST", "SA", "SA", "H2", "HQ", "C5"]);
  assert.deepEqual(cardsOf("..."), []);
});

test("what lies face down has no cards, and a size all the same", () => {
  assert.deepEqual(cardsOf("17"), []);
  assert.deepEqual(cardsOf(null), []);
  assert.equal(sizeOf("17"), 17);
  assert.equal(sizeOf("AAT.Q2..5"), 6);
  assert.equal(sizeOf("..."), 0);
  assert.equal(sizeOf(undefined), 0);
});

test("cards become the pile they came from, in whatever order they are given", () => {
  for (const pile of ["AAT.Q2..5", "...", "2.2.2.2", "AKQJT98765432..99.AA"]) {
    assert.equal(pileOf(cardsOf(pile).reverse()), pile);
  }
});

test("a card has a suit, a corner and a name", () => {
  assert.equal(suitOf("HT"), "H");
  assert.equal(rankOf("HT"), "10");
  assert.equal(rankOf("SQ"), "Q");
  assert.equal(cardName("SQ"), "queen of spades");
  assert.equal(cardName("DT"), "10 of diamonds");
});
