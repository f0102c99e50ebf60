// The tables at which this browser had a seat lately, so that the first screen leads back to them. Kept
// on this device only; by whose cookie the seat is known stays the server's and the browser's.

import { effect, signal } from "../vendor/preact.js";
import { mySeat, now } from "./state.js";

/**
 * @typedef {object} Visit
 * @property {string} table its name in the address
 * @property {string} host who was its host
 * @property {number} at when we were there last, in milliseconds
 */

const KEY = "cancellation-hearts-tables";
const MOST = 3;
/** How long a table is worth a line: a server keeps none much longer. */
const LONG = 14 * 24 * 3_600_000;
/** As often it is noted that we are still there. */
const SELDOM = 60_000;

/** The tables, the last one first. */
export const visits = signal(/** @type {readonly Visit[]} */ (visitsFrom(kept(), Date.now())));

/** While we sit at a table, the first screen leads back to it. @param {string} table */
export function remember(table) {
  return effect(() => {
    const update = now.value;
    if (!update || mySeat.value === null) return;
    const { host, people } = update.public;
    noteVisit({ table, host: people[host]?.name ?? "", at: Date.now() });
  });
}

/** Note that we sit at a table. @param {Visit} visit */
function noteVisit(visit) {
  const before = visits.peek()[0]; // who notes it does not follow the list
  const isKnown = before?.table === visit.table && before.host === visit.host;
  if (!isKnown || visit.at - before.at >= SELDOM) keep(withVisit(visits.peek(), visit));
}

/** A table leaves the list. @param {string} table */
export function forgetVisit(table) {
  const all = visits.peek();
  if (all.some((one) => one.table === table)) keep(all.filter((one) => one.table !== table));
}

/** @param {readonly Visit[]} before @param {Visit} visit */
export function withVisit(before, visit) {
  return [visit, ...before.filter(({ table }) => table !== visit.table)].slice(0, MOST);
}

/** What a text that was kept holds; whatever else stands there is passed over. @param {string | null} text @param {number} now @returns {Visit[]} */
export function visitsFrom(text, now) {
  try {
    const found = JSON.parse(text ?? "[]");
    if (!Array.isArray(found)) return [];
    const isOurs = (/** @type {any} */ one) =>
      typeof one?.table === "string" &&
      /^[\w-]+$/.test(one.table) &&
      typeof one.host === "string" &&
      now - one.at < LONG;
    return found.filter(isOurs).slice(0, MOST);
  } catch {
    return [];
  }
}

/** @param {readonly Visit[]} all */
function keep(all) {
  visits.value = all;
  try {
    if (all.length) localStorage.setItem(KEY, JSON.stringify(all));
    else localStorage.removeItem(KEY);
  } catch {
    // a private window may keep nothing; then they last as long as the page
  }
}

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
