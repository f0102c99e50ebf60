// Keys at the table, for whoever has no mouse: the hand is one stop of the tab key, along which arrows
// walk, and letters ask what else would have to be looked at. Every key is also a button, see help.js.

import { answer, sayAgain } from "./announce.js";
import { clearTable, hand, momentOf, passCards } from "./play.js";
import { ahead, kept, lifted, mySeat, now, panel } from "./state.js";
import { handTold, lastTold, scoresTold, tableTold, waitTold } from "./told.js";
import { spoken } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

/** What a letter asks, while the focus is in the hand. @type {Record<string, () => void>} */
export const QUESTIONS = {
  r: () => spoken().then(sayAgain),
  t: () => ask(tableTold),
  h: () => ask(handTold),
  s: () => ask(scoresTold),
  l: () => ask(lastTold),
  w: () => ask((update) => waitTold(update, Date.now() + ahead.peek())),
};

/** @param {(update: Update) => string[]} question */
async function ask(question) {
  await spoken();
  const update = now.peek();
  if (update) answer(question(update));
}

/** The key of the card at which the tab key stops, and where it lay. */
let stop = { key: "", at: 0 };
/** Where the focus was last within the table: nowhere, on a card, or on something else. */
let was = /** @type {"" | "card" | "other"} */ ("");
/** Whether the last that somebody did was done by a key. */
let isByKey = false;

const cardsOf = () =>
  /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(".hand button.key")]);

/** @param {Element | null} element */
const keyOf = (element) => element?.getAttribute("data-key") ?? "";

/** Of all cards only one is a stop of the tab key; a focus that went with its card goes to the next one. */
function settle() {
  const cards = cardsOf();
  if (!cards.length) return;
  const known = cards.findIndex((card) => keyOf(card) === stop.key);
  const at = known >= 0 ? known : Math.min(stop.at, cards.length - 1);
  stop = { key: keyOf(cards[at] ?? null), at };
  for (const [index, card] of cards.entries()) {
    const wanted = index === at ? 0 : -1;
    if (card.tabIndex !== wanted || !card.hasAttribute("tabindex")) card.tabIndex = wanted;
  }
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (isLost && (was === "card" || (was === "other" && isByKey)) && panel.peek() === null)
    cards[at]?.focus({ preventScroll: true });
}

/** @param {FocusEvent} event */
function onFocus({ target }) {
  if (!(target instanceof HTMLElement)) return;
  const card = target.closest(".hand button.key");
  was = card ? "card" : target.closest("main") ? "other" : "";
  if (!card) return;
  stop = { key: keyOf(card), at: cardsOf().indexOf(/** @type {HTMLButtonElement} */ (card)) };
  settle();
}

/** Somebody let go of everything, on purpose: then nothing is given the focus. @param {FocusEvent} event */
function onBlur({ target, relatedTarget }) {
  if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
  setTimeout(() => {
    const isThere = target.isConnected && !target.matches(":disabled");
    if (isThere && document.hasFocus() && document.activeElement === document.body) was = "";
    else settle();
  });
}

/** @param {EventTarget | null} target */
const isField = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select"));

/** @param {KeyboardEvent} event */
function onKey(event) {
  isByKey = true;
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || isField(target)) return;
  if (key === "?" && panel.peek() === null) panel.value = "keys";
  else if (panel.peek() !== null || !(target instanceof Element)) return;
  else if (target.closest(".hand")) {
    if (!inHand(event)) return;
  } else if (key === "Escape" && (kept.peek() || cardsOf().length)) {
    clearTable();
    cardsOf()[stop.at]?.focus();
  } else return;
  event.preventDefault();
}

/** A key while the focus is on a card; whether it meant something. @param {KeyboardEvent} event */
function inHand({ key, repeat }) {
  const cards = cardsOf();
  const { at } = stop;
  const step = getComputedStyle(cards[0] ?? document.body).direction === "rtl" ? -1 : 1;
  const goal = {
    ArrowRight: at + step,
    ArrowLeft: at - step,
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: cards.length - 1,
  }[key];
  if (goal !== undefined) {
    cards[(goal + cards.length) % cards.length]?.focus();
    return true;
  }
  if (key === "Escape") {
    if (lifted.peek().length) lifted.value = [];
    else clearTable();
    return true;
  }
  if (key === "Enter" && !repeat) return passed();
  const question = QUESTIONS[key.toLowerCase()];
  if (!question || mySeat.peek() === null) return false;
  question();
  return true;
}

/** Whether all are chosen that are passed; then they are. Else the key lifts a card, like any button. */
function passed() {
  const moment = momentOf(now.peek());
  if (moment.act !== "pass" || lifted.peek().length < moment.count) return false;
  if (hand.peek().length) passCards();
  return true;
}

/** Begin to listen to keys; the answer ends it. */
export function listenToKeys() {
  const end = new AbortController();
  const { signal } = end;
  addEventListener("keydown", onKey, { signal });
  addEventListener("focusin", onFocus, { signal });
  addEventListener("focusout", onBlur, { signal });
  addEventListener(
    "pointerdown",
    () => {
      isByKey = false;
    },
    { signal },
  );
  const watcher = new MutationObserver(settle);
  watcher.observe(document.body, { childList: true, subtree: true });
  const active = document.activeElement;
  was = active?.closest(".hand") ? "card" : "";
  if (was) stop = { key: keyOf(active), at: 0 };
  settle();
  return () => {
    end.abort();
    watcher.disconnect();
  };
}
