// The rules in words: what each option is called, what its values mean, and the rule sets that have a
// name. The server tells all of that, in the file of words; nothing here knows what a rule does.

import { computed, useEffect } from "../vendor/preact.js";
import { bringWords } from "./ui.js";
import { pt, words as spoken, t } from "./words.js";

/** @typedef {import("./protocol.js").Rules} Rules */
/** @typedef {{ value: string, text: string }} Value */
/** @typedef {{ name: string, text: string, kind: "choice" | "number" | "ways", default: string | null, values: Value[] }} Option */
/** @typedef {{ name: string, text: string, changes: Record<string, string> }} Preset */

/**
 * As server/vocabulary.py makes it.
 *
 * @typedef {{ options: Option[], presets: Preset[], seats: Record<string, [number, number]>,
 *   bots: { name: string, text: string }[], languages: Record<string, string> }} Vocabulary
 */

/** How often each way of passing is offered, from hand to hand; any other one may come from elsewhere. */
const WAYS = [
  "left,right",
  "left",
  "right",
  "across",
  "left,right,across",
  "left,right,across,none",
  "none",
];
/** Options whose "none" is no word but nothing. */
const NOTHING = ["score_floor", "bonus_card"];

/** What people agree upon with any rule set. */
const AGREED = ["players", "limit"];

/** Null until all words are there: what the page begins with has no options. */
const vocabulary = computed(() =>
  "options" in spoken.value
    ? /** @type {Vocabulary} */ (/** @type {unknown} */ (spoken.value))
    : null,
);

/** The words, once they are there. @returns {Vocabulary | null} */
export function useVocabulary() {
  useEffect(() => {
    bringWords().catch(() => {});
  }, []);
  return vocabulary.value;
}

/** What a kind of bot is called. @param {string} level */
export function levelName(level) {
  const names = {
    random: pt("a bot", "random"),
    casual: pt("a bot", "casual"),
    steady: pt("a bot", "steady"),
  };
  return names[/** @type {keyof typeof names} */ (level)] ?? level;
}

/** What a rule set is called. @param {string} name */
export function presetName(name) {
  const names = {
    seed: t("As written"),
    classic: t("Classic"),
    bicycle: t("Without passing"),
    "no-blood": t("No blood"),
    guts: t("Guts"),
    "big-moon": t("Big moon"),
    "big-table": t("Big table"),
    hearts: t("One pack"),
  };
  return names[/** @type {keyof typeof names} */ (name)] ?? name;
}

/** A value of an option as the table code writes it. @param {Rules} rules @param {string} name */
export function codeOf(rules, name) {
  const value = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (rules))[name];
  if (Array.isArray(value)) return value.join(",");
  return value === null || value === undefined ? "none" : String(value);
}

/**
 * The rules with other values, these as the table code writes them.
 *
 * @param {Rules} rules
 * @param {Record<string, string>} changes
 * @returns {Rules}
 */
export function withValues(rules, changes) {
  const values = Object.entries(changes).map(([name, code]) => [name, valueFrom(name, code)]);
  return { ...rules, ...Object.fromEntries(values) };
}

/** @param {string} name @param {string} code */
function valueFrom(name, code) {
  if (name === "pass_cycle") return code.split(",");
  if (code === "none" && NOTHING.includes(name)) return null;
  return /^\d+$/.test(code) ? Number(code) : code;
}

/**
 * The rules of a rule set with a name, for as many players as before if these may be.
 *
 * @param {Vocabulary} words
 * @param {Rules} rules
 * @param {Preset} preset
 */
export function withPreset(words, rules, preset) {
  const usual = words.options.flatMap(({ name, default: code }) =>
    code === null ? [] : [[name, code]],
  );
  const changed = withValues(rules, { ...Object.fromEntries(usual), ...preset.changes });
  return withinSeats(words, changed);
}

/** The rules for as many players as may be with their packs. @param {Vocabulary} words @param {Rules} rules */
export function withinSeats(words, rules) {
  const [least, most] = words.seats[String(rules.decks)] ?? [rules.players, rules.players];
  return { ...rules, players: Math.min(most, Math.max(least, rules.players)) };
}

/** The rule set with a name that these are, whoever plays and however long. @param {Vocabulary} words @param {Rules} rules */
export function presetOf(words, rules) {
  return words.presets.find(({ changes }) =>
    words.options.every(
      ({ name, default: code }) =>
        AGREED.includes(name) || codeOf(rules, name) === (changes[name] ?? code),
    ),
  );
}

/** What can be chosen for an option. @param {Option} option @param {string} code as it is now @returns {Value[]} */
export function choicesOf(option, code) {
  if (option.kind !== "ways") return option.values;
  const ways = WAYS.includes(code) ? WAYS : [...WAYS, code];
  return ways.map((value) => ({ value, text: meaningOf(option, value) }));
}

/** What a value of an option means. @param {Option} option @param {string} code */
export function meaningOf(option, code) {
  const text = (/** @type {string} */ part) =>
    option.values.find(({ value }) => value === part)?.text ?? part;
  return option.kind === "ways" ? code.split(",").map(text).join(", ") : text(code);
}

/**
 * What a table code says, by option; what it leaves out is as usual.
 *
 * @param {Vocabulary} words
 * @param {string} code such as `players=8 void_rule=no_led_card`
 */
export function readCode(words, code) {
  const usual = words.options.map(({ name, default: value }) => [name, value ?? ""]);
  const said = code.split(" ").map((part) => part.split("="));
  const values = /** @type {Record<string, string>} */ (Object.fromEntries([...usual, ...said]));
  return withValues(/** @type {Rules} */ ({}), values);
}
