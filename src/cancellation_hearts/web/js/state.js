// What the page knows: the last that the server said, and what the reader is doing with it.

import { computed, signal } from "../vendor/preact.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Saying} Saying */
/** @typedef {import("./protocol.js").LastTrick} LastTrick */
/** @typedef {import("./session.js").Link} Link */

/** How the line to the table is; null: there is none. */
export const link = signal(/** @type {Link | null} */ (null));

/** Who I am at this table; null: a stranger. undefined: not known yet. */
export const person = signal(/** @type {number | null | undefined} */ (undefined));

/** Whether a stranger has chosen to watch. */
export const watches = signal(false);

/** Whether a link was opened that brings a seat from another device, until it is here or will not come. */
export const moves = signal(false);

/** The last update; everything that is drawn of a table follows from it. */
export const now = signal(/** @type {Update | null} */ (null));

/** A finished trick that stays on the table for a moment. */
export const kept = signal(/** @type {LastTrick | null} */ (null));

/** What went by while I was away, until I have read it. */
export const missed = signal(/** @type {import("./missed.js").Missed | null} */ (null));

/** What people said, the oldest first. */
export const sayings = signal(/** @type {readonly Saying[]} */ ([]));

/** Keys of the cards that are lifted, in the order in which they were. */
export const lifted = signal(/** @type {readonly string[]} */ ([]));

/** My card that is on its way: shown on the table before the server has answered. */
export const sent = signal(/** @type {{ key: string, card: string } | null} */ (null));

/** A few words that go away by themselves. */
export const notice = signal(/** @type {{ text: string, id: number } | null} */ (null));

/** Which panel is open over the table, by name; null: none. */
export const panel = signal(/** @type {string | null} */ (null));

export const closePanel = () => {
  panel.value = null;
};

/** Whether the reader has gone on from the result of a game to the seats for the next one. */
export const gathers = signal(false);

/** The server's clock before ours, in milliseconds. */
export const ahead = signal(0);

/** My seat; null: I watch, or have none yet. */
export const mySeat = computed(() => now.value?.mine?.seat ?? null);

/** Which hand it is, also of which game. @param {Update | null} update */
export const dealName = (update) => `${update?.public.games} ${update?.public.match?.deal?.number}`;

/** What a seat is called. @param {Update} update @param {number} seat */
export const nameOf = ({ facts }, seat) => facts.names[seat] ?? "";
