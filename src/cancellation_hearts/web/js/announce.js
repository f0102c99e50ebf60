// Says what happens, in one place that screen readers read aloud: at most one text about each 700
// milliseconds, in which what happened since the last one is joined, and my own turn comes last.

import { effect } from "../vendor/preact.js";
import { settings } from "./settings.js";
import { mySeat, now, sayings } from "./state.js";
import { sayingText } from "./talk.js";
import { asText, isMyTurn, told, turnOf } from "./told.js";
import { meOf } from "./who.js";
import { spoken, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Saying} Saying */

/** How long one text stands alone, in milliseconds. */
const PACE = 700;

/** What was not said yet. @type {string[]} */
let waiting = [];
/** Whether my turn has to be told. */
let isTurnNew = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let lastAt = -PACE;
let lastText = "";
/** @type {HTMLElement | null} */
let region = null;

/** Say something, before what happens later. @param {readonly string[]} sentences */
export function announce(sentences) {
  waiting.push(...sentences);
  plan();
}

/** Answer a question at once; what waits is said after it. @param {readonly string[]} sentences */
export function answer(sentences) {
  write(asText(sentences));
  clearTimeout(timer);
  timer = undefined;
  plan();
}

/** Say the last text once more. */
export function sayAgain() {
  write(lastText || t("Nothing has happened yet"));
}

function plan() {
  if (timer !== undefined || (!waiting.length && !isTurnNew)) return;
  timer = setTimeout(flush, Math.max(0, lastAt + PACE - performance.now()));
}

function flush() {
  timer = undefined;
  const update = now.peek();
  const turn = isTurnNew && update ? turnOf(update) : "";
  const sentences = turn ? [...waiting, turn] : waiting;
  waiting = [];
  isTurnNew = false;
  if (!sentences.length) return;
  lastText = asText(sentences);
  write(lastText);
}

/** @param {string} text */
function write(text) {
  lastAt = performance.now();
  const line = document.createElement("p"); // a new one, so that the same words are read again
  line.textContent = text;
  region?.replaceChildren(line);
}

/** What was said at the table since. @param {readonly Saying[]} fresh @param {Update} update */
function talkTold(fresh, update) {
  const { people, seats } = update.public;
  return fresh.flatMap((saying) => {
    const { person, words } = saying;
    if (person === meOf(update)) return [];
    const name = people[person]?.name ?? "";
    if (words.type !== "nudge")
      return [t("{name} says: {words}", { name, words: sayingText(saying, update) })];
    const isForMe = words.seat === mySeat.peek() && settings.peek().nudges && seats[words.seat];
    return isForMe ? [t("{name} asks: it is your turn", { name })] : [];
  });
}

/** Begin to say what happens; the answer ends it. */
export function listenAloud() {
  region = document.createElement("div");
  region.id = "told";
  region.className = "hidden-text";
  region.setAttribute("role", "status");
  document.body.append(region);
  /** @type {Update | null} */
  let before = null;
  let heard = sayings.peek().at(-1)?.version ?? -1;
  /** @param {Update} update @param {Update | null} last */
  const tell = (update, last) => {
    const sentences = told(update, last);
    const [was, is] = [last?.facts, update.facts];
    const isOther = !isMyTurn(last) || was?.ply !== is.ply || was?.phase !== is.phase;
    if (isMyTurn(update) && isOther) isTurnNew = true;
    if (sentences.length || isTurnNew) announce(sentences);
  };
  const stopNow = effect(() => {
    const update = now.value;
    if (!update || update === before) return;
    const last = before;
    before = update;
    spoken().then(() => tell(update, last));
  });
  const stopTalk = effect(() => {
    const fresh = sayings.value.filter(({ version }) => version > heard);
    heard = sayings.value.at(-1)?.version ?? -1;
    const update = now.peek();
    if (update && fresh.length) announce(talkTold(fresh, update));
  });
  return () => {
    stopNow();
    stopTalk();
    clearTimeout(timer);
    timer = undefined;
    waiting = [];
    region?.remove();
    region = null;
  };
}
