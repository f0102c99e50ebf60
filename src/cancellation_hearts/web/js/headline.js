// What came of a hand, or of a game, in a sentence or two for whoever reads them.

import { language, nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Haul} Haul */
/** @typedef {import("./protocol.js").MoonChoice} MoonChoice */

/**
 * What a headline is made of: all of it as the server said it.
 *
 * @typedef {object} Outcome
 * @property {number | null} me
 * @property {(seat: number) => string} name
 * @property {readonly number[]} points that each seat captured
 * @property {readonly Haul[]} hauls
 * @property {number} uncollected
 * @property {number | null} shooter
 * @property {MoonChoice | null} choice
 * @property {number} value of a moon
 */

/**
 * What came of the hand that an update shows.
 *
 * @param {import("./protocol.js").Update} update
 * @param {(seat: number) => string} name what a seat is called
 * @returns {Outcome}
 */
export function handOutcome({ facts, mine, public: { match } }, name) {
  const deal = match?.deal;
  return {
    me: mine?.seat ?? null,
    name,
    points: deal?.points ?? [],
    hauls: facts.hauls ?? [],
    uncollected: deal?.uncollected ?? 0,
    shooter: deal?.shooter ?? null,
    choice: deal?.moon_choice ?? null,
    value: match?.rules.moon_value ?? 26,
  };
}

/** Names in a row, as the language joins them. @param {readonly string[]} names */
export function listed(names) {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
}

/** @param {Outcome} outcome @returns {string[]} whole sentences, the most telling one first */
export function headlineOf(outcome) {
  const { me, shooter } = outcome;
  if (shooter !== null) return moon(outcome, shooter);
  const { text, tellsMe } = taken(outcome);
  const mine = me === null || tellsMe ? null : mineOf(outcome.points[me] ?? 0);
  return mine ? [text, mine] : [text];
}

/** @param {number} points */
const mineOf = (points) =>
  points === 0 ? t("You took nothing.") : nt("You took {n}.", "You took {n}.", points);

/** @param {Outcome} outcome @param {number} shooter */
function moon({ me, name, choice, value }, shooter) {
  const isAdd = choice === "add";
  if (shooter === me) {
    return [
      isAdd
        ? t("You shot the moon: {n} for everybody else.", { n: value })
        : t("You shot the moon: {n} off your total.", { n: value }),
    ];
  }
  const who = name(shooter);
  if (!isAdd) return [t("{name} shot the moon and goes down by {n}.", { name: who, n: value })];
  return [
    me === null
      ? t("{name} shot the moon: {n} for everybody else.", { name: who, n: value })
      : t("{name} shot the moon. You and all others get {n}.", { name: who, n: value }),
  ];
}

/** Who took the queens, else who took most. @param {Outcome} outcome */
function taken({ me, name, points, hauls, uncollected }) {
  const seats = hauls.map((_, seat) => seat);
  const queensOf = (/** @type {number} */ seat) => hauls[seat]?.queens ?? 0;
  const both = seats.find((seat) => queensOf(seat) > 1);
  if (both !== undefined) {
    return both === me
      ? { text: t("You took both queens: {n} points.", { n: points[both] ?? 0 }), tellsMe: true }
      : { text: t("{name} took both queens.", { name: name(both) }), tellsMe: false };
  }
  const takers = seats.filter((seat) => queensOf(seat) === 1);
  if (takers.length > 1) {
    const others = takers.filter((seat) => seat !== me).map(name);
    return {
      text: takers.includes(me ?? -1)
        ? t("You and {names} took a queen each.", { names: listed(others) })
        : t("{names} took a queen each.", { names: listed(others) }),
      tellsMe: false,
    };
  }
  const [taker] = takers;
  if (taker !== undefined) {
    return taker === me
      ? { text: t("You took the queen: {n} points.", { n: points[taker] ?? 0 }), tellsMe: true }
      : { text: t("{name} took the queen.", { name: name(taker) }), tellsMe: false };
  }
  if (uncollected > 0) {
    const text = nt("{n} point went to nobody.", "{n} points went to nobody.", uncollected);
    return { text, tellsMe: false };
  }
  const most = points.indexOf(Math.max(...points));
  return most === me
    ? { text: t("You took most: {n}.", { n: points[most] ?? 0 }), tellsMe: true }
    : {
        text: t("{name} took most: {n}.", { name: name(most), n: points[most] ?? 0 }),
        tellsMe: false,
      };
}

/**
 * Who won a game.
 *
 * @param {readonly number[]} winners
 * @param {number | null} me
 * @param {(seat: number) => string} name
 */
export function victoryOf(winners, me, name) {
  const others = winners.filter((seat) => seat !== me).map(name);
  const isMine = others.length < winners.length;
  if (isMine && others.length === 0) return t("You win!");
  if (isMine) return t("You share the win with {names}.", { names: listed(others) });
  return others.length > 1
    ? t("{names} share the win.", { names: listed(others) })
    : t("{name} wins.", { name: others[0] ?? "" });
}
