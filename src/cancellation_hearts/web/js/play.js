// The reader at one table: hears it, keeps what was heard, and asks for what they want. What is
// drawn of it stands in table.js and behind it.

import { batch, effect, signal } from "../vendor/preact.js";
import { cardsOf, pileOf } from "./cards.js";
import { heldOf, playsItself, tap } from "./hand.js";
import { Session } from "./session.js";
import { settings } from "./settings.js";
import {
  ahead,
  dealName,
  kept,
  lifted,
  link,
  missed,
  mySeat,
  notice,
  now,
  panel,
  person,
  sayings,
  sent,
  watches,
} from "./state.js";
import { refusal, spoken, t } from "./words.js";

/** @typedef {import("./protocol.js").PersonCommand} PersonCommand */
/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Words} Words */
/** @typedef {import("./hand.js").Held} Held */
/** @typedef {import("./hand.js").Moment} Moment */

const MOST_SAYINGS = 60;
const FORCED_PAUSE = 600;
const NOTICE_TIME = 3200;
const NOT_LONG = 1800;

/** My cards, each with its key. */
export const hand = signal(/** @type {readonly Held[]} */ ([]));

/** Whether the trick that stayed on the table is being swept off now. */
export const sweeping = signal(false);

/** What I last saw before the line broke or the page was put aside; null: I have been here. */
export const leftAt = signal(/** @type {Update | null} */ (null));

/** @type {Session | null} */
let session = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let holding;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let forcing;
/** For which trick, by its number in the hand, a card was chosen ahead; null: none was. */
let chosenFor = /** @type {number | null} */ (null);
/** In which log the server counts what it told. */
let log = "";
let notices = 0;

/**
 * Come to a table as whoever this browser is known to be there.
 *
 * @param {string} table
 */
export function enter(table) {
  leave();
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  session = new Session({
    table,
    open: () => new WebSocket(`${scheme}://${location.host}/api/socket`),
    hear,
    link: (state) => {
      if (state.status === "lost") leftAt.value ??= now.value;
      link.value = state;
    },
  });
  link.value = { status: "joining" };
}

/** Let go of the table; the seat is still mine. */
export function leave() {
  session?.close();
  session = null;
  clearTimeout(holding);
  clearTimeout(forcing);
  chosenFor = null;
  batch(() => {
    link.value = null;
    watches.value = false;
    person.value = undefined;
    now.value = null;
    kept.value = null;
    sweeping.value = false;
    sayings.value = [];
    hand.value = [];
    lifted.value = [];
    sent.value = null;
    panel.value = null;
    leftAt.value = null;
    missed.value = null;
  });
}

/** Come again with what the browser is given meanwhile: a seat, or another device's place. */
export function enterAgain() {
  if (session) enter(session.table);
}

/** Look whether the line still holds: the page is in front again. */
export function wake() {
  session?.wake();
}

/** The device says that its network is gone. */
export function loseLine() {
  session?.lose();
}

/** The page is put aside: what was seen last is what there is to tell about later. */
export function putAside() {
  leftAt.value ??= now.value;
}

/**
 * Ask for something; what is refused is said in a few words.
 *
 * @param {PersonCommand} command
 * @returns {Promise<boolean>} whether it was granted
 */
export async function ask(command) {
  if (!session) return false;
  const answer = await session.ask(command);
  if (answer.type === "refused" && answer.code !== "NOTHING_TO_DO")
    tellWhy(answer.code, answer.details);
  return answer.type === "done";
}

/** @param {Words} words @returns {Promise<boolean>} */
export async function say(words) {
  if (!session) return false;
  const answer = await session.say(words);
  if (answer.type === "refused") tellWhy(answer.code, answer.details);
  return answer.type === "done";
}

/** A few words for the reader. @param {string} text */
export function tell(text) {
  const id = ++notices;
  notice.value = { text, id };
  setTimeout(() => {
    if (notice.value?.id === id) notice.value = null;
  }, NOTICE_TIME);
}

/** Why something was refused. @type {(...why: Parameters<typeof refusal>) => Promise<void>} */
async function tellWhy(...why) {
  await spoken();
  tell(refusal(...why));
}

// --- my cards ------------------------------------------------------------------------------------

/**
 * What my hand is for now.
 *
 * @param {Update | null} update
 * @returns {Moment}
 */
export function momentOf(update) {
  const { facts, mine } = update ?? {};
  const seat = mine?.seat ?? null;
  const base = {
    count: facts?.pass_count ?? 0,
    legal: mine?.legal ?? [],
    refused: mine?.refused ?? {},
  };
  const oneTap = settings.value.oneTap;
  if (!update || seat === null || update.public.paused) return { ...base, act: "none", oneTap };
  if (facts?.phase === "passing") return { ...base, act: "pass", oneTap };
  if (facts?.phase !== "playing") return { ...base, act: "none", oneTap };
  const isTurn = facts.awaited?.includes(seat) && sent.value === null && base.legal.length > 0;
  return { ...base, act: isTurn ? "play" : "wait", oneTap };
}

/** @param {Held} held */
export function tapCard(held) {
  const update = now.value;
  const moment = momentOf(update);
  const { lifted: keys, play, why, full } = tap(held, lifted.value, moment);
  // Only what is chosen ahead plays itself; what is lifted in my turn waits for its second tap.
  chosenFor = moment.act === "wait" ? trickNumber(update) : null;
  lifted.value = keys;
  if (why) tellWhy(why, { suit: deal(update)?.trick?.cards[0]?.charAt(0) ?? "" });
  if (full) tell(t("Put one back first: you pass {n} cards.", { n: moment.count }));
  if (play) playCard(play);
}

/** @param {Held} held */
export async function playCard(held) {
  const update = now.value;
  if (!update || sent.value) return;
  clearTimeout(forcing);
  if (kept.value) clearTable();
  sent.value = held;
  lifted.value = [];
  const isDone = await ask({ type: "Play", card: held.card, ply: update.facts.ply ?? 0 });
  if (isDone || sent.value !== held) return;
  sent.value = null;
  lifted.value = []; // what was tapped meanwhile was meant for what comes after it
}

/** Pass the cards that are lifted. */
export async function passCards() {
  const update = now.value;
  const chosen = hand.value.filter(({ key }) => lifted.value.includes(key)).map(({ card }) => card);
  if (update) await ask({ type: "Pass", cards: pileOf(chosen), ply: update.facts.ply ?? 0 });
}

/** Sweep the finished trick off, for me. */
export function clearTable() {
  clearTimeout(holding);
  if (kept.value) sweeping.value = true;
}

/** The finished trick has been swept off. */
export function cleared() {
  batch(() => {
    sweeping.value = false;
    kept.value = null;
  });
}

// --- hearing -------------------------------------------------------------------------------------

/** @param {ServerMessage} message */
function hear(message) {
  if (session) ahead.value = session.ahead;
  switch (message.type) {
    case "welcome":
      person.value = message.person;
      if (message.log !== log) sayings.value = []; // they count anew there
      log = message.log;
      break;
    case "heard":
      sayings.value = [...sayings.value, ...message.sayings].slice(-MOST_SAYINGS);
      break;
    case "update":
      batch(() => show(message));
      goOn(message);
  }
}

/** @param {Update} update */
function show(update) {
  const before = now.value;
  now.value = update;
  const isGap = update.events.length === 0 && update.public.version !== before?.public.version;
  const isOther = isGap || dealName(before) !== dealName(update);
  const isComplete = update.events.some(
    ({ event }) => event.type === "TrickTaken" || event.type === "TrickVoided",
  );
  if (isComplete && update.facts.last) keep(update);
  else if (isOther) {
    clearTimeout(holding);
    cleared();
  }
  const cards = cardsOf(update.mine?.hand);
  const isGone = cards.length < hand.value.length;
  hand.value = heldOf(cards, isOther ? [] : hand.value, isGone ? (sent.value?.key ?? null) : null);
  if (isGone || isOther || !update.mine?.legal?.length) sent.value = null;
  if (isGone) notice.value = null; // why another card may not be played
  const keys = new Set(hand.value.map(({ key }) => key));
  const isChoiceOld =
    update.facts.phase === "playing" &&
    (chosenFor === null ? momentOf(update).act !== "play" : chosenFor !== trickNumber(update));
  const hasPhaseChanged = before?.facts.phase !== update.facts.phase;
  if (isOther || isChoiceOld || hasPhaseChanged) {
    lifted.value = update.facts.phase === "passing" ? chosenKeys(update) : [];
    chosenFor = null;
  } else if (lifted.value.some((key) => !keys.has(key))) {
    lifted.value = lifted.value.filter((key) => keys.has(key));
  }
}

/** @param {Update} update */
function keep(update) {
  clearTimeout(holding);
  kept.value = update.facts.last ?? null;
  sweeping.value = false;
  const isChoice = update.facts.phase === "moon"; // which no trick may hide until its clock runs out
  const hold = settings.value.hold || (isChoice ? NOT_LONG : 0);
  if (hold > 0) holding = setTimeout(clearTable, hold);
}

/**
 * A card that was chosen ahead, or has to be played, plays itself; not while a bot has my seat,
 * which whoever plays takes back.
 *
 * @param {Update} update
 */
function goOn(update) {
  clearTimeout(forcing);
  const seat = update.mine?.seat ?? null;
  if (seat === null || update.public.seats[seat]?.bot) return;
  const moment = momentOf(update);
  const chosen = chosenFor === trickNumber(update) ? (lifted.value[0] ?? null) : null;
  const card = playsItself(hand.value, chosen, moment, settings.value.forced);
  if (card && card.key === chosen) playCard(card);
  else if (card) forcing = setTimeout(() => playCard(card), FORCED_PAUSE);
  else if (chosen && moment.act === "play") lifted.value = [];
}

/** The keys of what I chose to pass, when I come back to it. @param {Update} update */
function chosenKeys(update) {
  const choice = cardsOf(update.mine?.choice);
  /** @type {string[]} */
  const keys = [];
  for (const card of choice) {
    const found = hand.value.find((held) => held.card === card && !keys.includes(held.key));
    if (found) keys.push(found.key);
  }
  return keys;
}

/** @param {Update | null} update */
const deal = (update) => update?.public.match?.deal;

/** @param {Update | null} update */
const trickNumber = (update) => deal(update)?.tricks.length ?? -1;

/** Say in the window's title when it is my turn. */
export function watchTitle() {
  const plain = document.title;
  return effect(() => {
    const seat = mySeat.value;
    const isMine =
      seat !== null && now.value?.facts.awaited?.includes(seat) && now.value.public.paused === null;
    document.title = isMine ? `● ${t("Your turn")} · ${plain}` : plain;
  });
}
