// Who somebody is at a table, in words: why somebody is away and since when, and
// what one may ask of whom. What may be asked is only hidden here; the server decides.

import { mySeat, nameOf } from "./state.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Person} Person */

/** Whose seat it is; null: nobody's. @param {Update} update @param {number} seat */
export function personOf(update, seat) {
  return update.public.seats[seat]?.person ?? null;
}

/** Whether nobody sits there and no bot does. @param {Update} update @param {number} seat */
export function isFree(update, seat) {
  const { person = null, bot = null } = update.public.seats[seat] ?? {};
  return person === null && bot === null;
}

/** The seat of a person; null: none. @param {Update} update @param {number} person */
export function seatOf(update, person) {
  const seat = update.public.seats.findIndex((there) => there.person === person);
  return seat < 0 ? null : seat;
}

/**
 * Who had a seat in this game that is nobody's now, and is called after a bot; null: nobody did.
 *
 * @param {Update} update @param {number} seat
 */
export function formerOf(update, seat) {
  if (personOf(update, seat) !== null) return null;
  const { people, match } = update.public;
  if (!match) return null;
  const [last] = people
    .filter(({ seen }) => seen === seat)
    .sort((one, other) => other.since - one.since);
  return last?.name ?? null;
}

/** What a seat is called in a sentence: with who had it before, where that is somebody else. @param {Update} update @param {number} seat */
export function fullNameOf(update, seat) {
  const name = nameOf(update, seat);
  const former = formerOf(update, seat);
  return former ? t("{name} (was {former})", { name, former }) : name;
}

/** Who I am; null: a stranger. @param {Update} update */
export const meOf = (update) => update.mine?.person ?? null;

/** @param {Update} update */
export const amHost = (update) => meOf(update) === update.public.host;

/** How long ago, in words. @param {number} milliseconds */
export function agoText(milliseconds) {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return t("just now");
  if (minutes < 60) return nt("{n} minute ago", "{n} minutes ago", minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return nt("{n} hour ago", "{n} hours ago", hours);
  return nt("{n} day ago", "{n} days ago", Math.floor(hours / 24));
}

/** Why somebody is away. @param {Person} person @param {number} moment */
export function awayText({ cause, since }, moment) {
  const ago = agoText(moment - since);
  switch (cause) {
    case "new":
      return t("Away: has not opened the table yet.");
    case "closed":
      return t("Away: closed the table {ago}.", { ago });
    case "moved":
      return t("Away: moved to another device {ago}.", { ago });
    case "stopped":
      return t("Away: the server was restarted {ago}.", { ago });
    default:
      return t("Away: the connection was lost {ago}.", { ago });
  }
}

/** Why a bot plays the seat of somebody; "" where none does. @param {Seat | undefined} seat */
export function heldText(seat) {
  if (!seat?.bot || seat.person === null || seat.person === undefined) return "";
  if (seat.once) return t("The clock ran out: a bot plays this once.");
  switch (seat.reason) {
    case "lost":
      return t("A bot plays: the connection was lost.");
    case "late":
      return t("A bot plays: the clock ran out twice.");
    default:
      return t("A bot plays, because somebody asked for it.");
  }
}

/** Whether I may sit down there. @param {Update} update @param {number} seat */
export function maySit(update, seat) {
  const { people, playing, seats, settings } = update.public;
  const me = meOf(update);
  if (me === null || personOf(update, seat) !== null || !seats[seat]) return false;
  if (!playing) return mySeat.value !== seat;
  const seen = people[me]?.seen ?? null;
  return mySeat.value === null && (seen === seat || (seen === null && settings.latecomers));
}

/** Whether I may become the host. @param {Update} update */
export function mayTakeHost(update) {
  const { host, owner, people, seats } = update.public;
  const me = meOf(update);
  if (me === null || me === host) return false;
  if (me === owner) return true;
  const others = seats.some(({ person }) => (person ?? host) !== host);
  return people[host]?.status !== "here" && (mySeat.value !== null || !others);
}
