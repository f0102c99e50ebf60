// Every sentence on the page comes through here, in the reader's language. English is the source:
// a sentence that has no translation stands as it is written in the code.

/** @typedef {Record<string, string | number>} Values */

/**
 * What a language knows. The server makes it of its catalogue, see server/static.py.
 *
 * @typedef {object} Words
 * @property {string} language
 * @property {Record<string, string[]>} messages a sentence, its context before it and "\u0004"
 *   between, to its forms
 * @property {Record<string, string>} codes why something was refused
 */

/** Which form a plural takes, by the names that Intl gives them. @type {Record<string, string[]>} */
const FORMS = {
  en: ["one", "other"],
  lt: ["one", "few", "other"],
  ceb: ["one", "other"],
  lo: ["other"],
};

/** @type {Words} */
let words = { language: "en", messages: {}, codes: {} };
let plural = new Intl.PluralRules("en");

/** @param {Words} known */
export function speak(known) {
  words = known;
  plural = new Intl.PluralRules(known.language);
}

export const language = () => words.language;

/**
 * A sentence with its `{values}` filled in.
 *
 * @param {string} message
 * @param {Values} [values]
 */
export function t(message, values) {
  return fill(words.messages[message]?.[0] || message, values);
}

/**
 * The same for a word that means different things in different places.
 *
 * @param {string} context
 * @param {string} message
 */
export function pt(context, message) {
  return words.messages[`${context}\u0004${message}`]?.[0] || message;
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
  const forms = words.messages[one];
  const known = FORMS[words.language] ?? ["one", "other"];
  const index = Math.max(0, known.indexOf(plural.select(n)));
  const message = forms?.[index] || forms?.at(-1) || (n === 1 ? one : many);
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
  const text = words.messages[message]?.[0] || message;
  return text.split(/\{(\w+)\}/).flatMap((part, index) => {
    if (index % 2 === 0) return part ? [part] : [];
    return [values[part] ?? `{${part}}`];
  });
}

/**
 * Why something was refused, as a sentence.
 *
 * @param {string} code
 * @param {Readonly<Partial<Record<string, string | number>>>} details
 */
export function refusal(code, details = {}) {
  const sentence = words.codes[code];
  return sentence ? fill(sentence, /** @type {Values} */ (details)) : t("That was refused.");
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
