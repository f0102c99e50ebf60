// Every sentence on the page comes through here, in the reader's language. English is the source:
// a sentence that has no translation stands as it is written in the code.

import { signal } from "../vendor/preact.js";

/** @typedef {Record<string, string | number>} Values */

/**
 * What a language knows. The server makes it of its catalogue, see server/vocabulary.py.
 *
 * @typedef {object} Words
 * @property {string} language
 * @property {string} plurals for n below 200, which form a sentence that counts takes, as a digit
 * @property {Record<string, string[]>} messages a sentence, its context before it and "\u0004"
 *   between, to its forms
 * @property {Record<string, string>} codes why something was refused
 * @property {Record<string, string>} cards
 * @property {Record<string, string>} suits
 * @property {Record<string, string>} phases
 * @property {Record<string, string>} problems why a name will not do
 * @property {Record<string, string>} reasons why the server is not ready
 */

/** All who say something in a drawing draw it anew when this changes. */
export const words = signal(
  /** @type {Words} */ ({
    language: "en",
    plurals: "",
    messages: {},
    codes: {},
    cards: {},
    suits: {},
    phases: {},
    problems: {},
    reasons: {},
  }),
);

/** How they are fetched, while they are not there. @type {(() => Promise<unknown>) | null} */
let bring = null;

/** @param {Words} known */
export function speak(known) {
  words.value = known;
  bring = null;
}

/** They come later; whoever needs one that is not in the code waits. @param {() => Promise<unknown>} how */
export function speakLater(how) {
  bring = how;
}

/** When the words are there, or will not come. */
export async function spoken() {
  await bring?.().catch(() => {});
}

export const language = () => words.value.language;

/**
 * A sentence with its `{values}` filled in.
 *
 * @param {string} message
 * @param {Values} [values]
 */
export function t(message, values) {
  return fill(words.value.messages[message]?.[0] || message, values);
}

/**
 * The same for a word that means different things in different places.
 *
 * @param {string} context
 * @param {string} message
 */
export function pt(context, message) {
  return words.value.messages[`${context}\u0004${message}`]?.[0] || message;
}

/**
 * A sentence that counts: `{n}` is the number.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} [values]
 */
export function nt(one, many, n, values) {
  const form = words.value.plurals[n < 200 ? n : 100 + (n % 100)];
  const message = words.value.messages[one]?.[Number(form ?? 0)] || (n === 1 ? one : many);
  return fill(message, { n, ...values });
}

/**
 * A sentence whose values are pieces of the page: the text between them, and them, in a row.
 *
 * @template T
 * @param {string} message
 * @param {Record<string, T>} values
 * @returns {(string | T)[]}
 */
export function rich(message, values) {
  const text = words.value.messages[message]?.[0] || message;
  return text.split(/\{(\w+)\}/).flatMap((part, index) => {
    if (index % 2 === 0) return part ? [part] : [];
    return [values[part] ?? `{${part}}`];
  });
}

/**
 * Why something was refused, as a sentence. Its details come as the wire names them.
 *
 * @param {string} code
 * @param {Readonly<Partial<Record<string, string | number>>>} [details]
 */
export function refusal(code, details = {}) {
  const sentence = words.value.codes[code];
  if (!sentence) return t("That was refused.");
  const { cards, suits, phases, problems, reasons } = words.value;
  /** @type {Record<string, Record<string, string>>} */
  const names = { card: cards, suit: suits, phase: phases };
  if (code === "BAD_NAME") names.problem = problems;
  if (code === "NOT_READY") names.reason = reasons;
  /** @type {Values} */
  const told = {};
  for (const [name, value] of Object.entries(details)) {
    if (value === undefined) continue;
    told[name] = names[name]?.[String(value)] ?? value;
    if (name === "players" || name === "seats") told.last = Number(value) - 1;
  }
  return fill(sentence, told);
}

/**
 * @param {string} message
 * @param {Values} [values]
 */
function fill(message, values) {
  return values
    ? message.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all))
    : message;
}
