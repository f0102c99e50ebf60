// What the page asks the server outside of a table: to open one, to come to one, to look at its door.
// An answer that got lost is asked for again with the same secret, and so happens once.

import { refusal, t } from "./words.js";

/** @typedef {Readonly<Partial<Record<string, string | number>>>} Details */

/**
 * @template T
 * @typedef {{ ok: true, value: T } | { ok: false, code: string, details: Details }} Answer
 */

/** What we call it when nothing answered. */
export const OFFLINE = "OFFLINE";

/** How long an answer may take, and how long to wait before each other try, in milliseconds. */
const PATIENCE = 10_000;
const WAITS = [700, 2000];

/** @type {Map<string, string>} */
const tokens = new Map();

/**
 * @template T
 * @param {string} path
 * @returns {Promise<Answer<T>>}
 */
export function get(path) {
  return request(path, {});
}

/**
 * Ask for something that may have happened already: the same secret, the same thing.
 *
 * @template T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Answer<T>>}
 */
export async function postOnce(path, body) {
  const wish = `${path} ${JSON.stringify(body)}`;
  const token = tokens.get(wish) ?? newSecret();
  tokens.set(wish, token);
  for (const wait of [...WAITS, null]) {
    const answer = await post(path, { ...body, cookie: true, token });
    const isLost = !answer.ok && (answer.code === OFFLINE || answer.code === "NOT_READY");
    if (!isLost) tokens.delete(wish);
    if (!isLost || wait === null) return /** @type {Answer<T>} */ (answer);
    await new Promise((done) => setTimeout(done, wait));
  }
  return { ok: false, code: OFFLINE, details: {} };
}

/**
 * @template T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Answer<T>>}
 */
export function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/**
 * @param {string} path
 * @param {RequestInit} how
 * @returns {Promise<Answer<any>>}
 */
async function request(path, how) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(path, { ...how, signal: stop.signal });
    const value = await answer.json();
    if (answer.ok) return { ok: true, value };
    return { ok: false, code: String(value.code ?? ""), details: value.details ?? {} };
  } catch {
    return { ok: false, code: OFFLINE, details: {} };
  } finally {
    clearTimeout(timer);
  }
}

/** Why it did not happen, as a sentence. @param {{ code: string, details: Details }} answer */
export function trouble({ code, details }) {
  if (code === OFFLINE)
    return t("The server cannot be reached. Check the connection, then try again.");
  return refusal(code, details);
}

/** A secret of 144 bits, in letters that an address may hold. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(18)); // randomUUID needs https
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
}
