// What happens at a table in sentences, for whoever hears it instead of seeing it, in the order in
// which it happened. Nothing is told of what one did oneself but what came of it.

import { cardName, cardsOf, SUITS, suitName, suitOf } from "./cards.js";
import { handOutcome, headlineOf, listed, victoryOf } from "./headline.js";
import { outcomeOf } from "./outcome.js";
import { beside } from "./shown.js";
import { dealName, nameOf } from "./state.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Told["event"]} Happening */

/** @param {Update | null} update */
const seatOf = (update) => update?.mine?.seat ?? null;

/**
 * What happened, without whose turn it is now; see `turnOf`.
 *
 * @param {Update} update
 * @param {Update | null} before what was told last; null: nothing
 * @returns {string[]} sentences, the first thing first
 */
export function told(update, before) {
  const { public: table, facts, events } = update;
  const isGap = events.length === 0 && table.version !== before?.public.version;
  if (before === null || isGap) return table.match?.deal ? [placeOf(update)] : [];
  const me = seatOf(update);
  const isSame = dealName(update) === dealName(before);
  /** What lies on the open trick as it grows, from event to event. */
  let lying = isSame ? [...(before.public.match?.deal?.trick?.cards ?? [])] : [];
  let ends = events.filter(({ event }) => isEnd(event.type)).length;
  /** @type {string[]} */
  const said = [];
  for (const { event } of events) {
    switch (event.type) {
      case "CardPlayed": {
        const isLast = ends === 0; // on the trick that is still open
        const winner = isLast ? (facts.course?.[lying.length] ?? null) : undefined;
        said.push(...cardTold(update, before, event, lying, winner));
        lying.push(event.card);
        break;
      }
      case "TrickTaken":
      case "TrickVoided": {
        lying = [];
        ends -= 1;
        if (ends === 0 && facts.last) said.push(outcomeOf(update, facts.last));
        else if (event.type === "TrickVoided") said.push(t("Nobody takes it"));
        else if (event.seat === me) said.push(t("You took it"));
        else said.push(t("{name} took it", { name: nameOf(update, event.seat) }));
        break;
      }
      default: {
        const sentence = besides(update, before, event);
        if (sentence) said.push(sentence);
      }
    }
  }
  return said;
}

/** @param {string} type */
const isEnd = (type) => type === "TrickTaken" || type === "TrickVoided";

/**
 * A card that fell.
 *
 * @param {Update} update @param {Update} before
 * @param {{ seat: number, card: string }} event
 * @param {readonly string[]} lying before it
 * @param {number | null | undefined} winner as it lies with it; undefined: not known any more
 */
function cardTold(update, before, { seat, card: kind }, lying, winner) {
  const me = seatOf(update);
  const card = cardName(kind);
  const name = nameOf(update, seat);
  const isTwin = lying.includes(kind);
  if (seat === me) {
    const isBots = Boolean(before.public.seats[seat]?.bot ?? update.public.seats[seat]?.bot);
    const said = isBots ? [t("A bot plays {card} for you", { card })] : [];
    if (!isTwin) return said;
    if (winner === undefined) return [...said, t("You cancel {card}", { card })];
    if (winner === null) return [...said, t("You cancel {card}: nobody wins now", { card })];
    const values = { card, winner: nameOf(update, winner) };
    return [...said, t("You cancel {card}: {winner} wins now", values)];
  }
  if (isTwin) {
    if (winner === undefined) return [t("{name} cancels {card}", { name, card })];
    if (winner === null) return [t("{name} cancels {card}: nobody wins now", { name, card })];
    if (winner === me) return [t("{name} cancels {card}: you win now", { name, card })];
    const values = { name, card, winner: nameOf(update, winner) };
    return [t("{name} cancels {card}: {winner} wins now", values)];
  }
  if (lying.length === 0) return [t("{name} led {card}", { name, card })];
  if (winner === seat) return [t("{name} plays {card} and wins now", { name, card })];
  return [t("{name} plays {card}", { name, card })];
}

/**
 * What happens besides cards and tricks; "" where there is nothing to tell.
 *
 * @param {Update} update @param {Update} before
 * @param {Happening} event
 */
function besides(update, before, event) {
  const { public: table, mine } = update;
  const me = seatOf(update);
  const isMine = "seat" in event && event.seat === me;
  const name = "seat" in event ? nameOf(update, event.seat) : "";
  switch (event.type) {
    case "Dealt":
      return t("Hand {n}", { n: event.number });
    case "CardsPassed": {
      const cards = cardsOf(mine?.got).map(cardName);
      if (me === null || !cards.length) return "";
      const giver = beside(me, -event.offset, table.seats.length);
      return t("{name} gave you {cards}", { name: nameOf(update, giver), cards: listed(cards) });
    }
    case "PlayBegun":
      return event.leader === me ? "" : t("{name} leads", { name: nameOf(update, event.leader) });
    case "KittyTaken": {
      const cards = cardsOf(mine?.kitty).map(cardName);
      return isMine && cards.length ? t("Your kitty: {cards}", { cards: listed(cards) }) : "";
    }
    case "MoonShot":
      if (isMine || update.facts.phase !== "moon") return "";
      return t("{name} shot the moon", { name });
    case "DealScored": {
      const lines = headlineOf(handOutcome(update, (seat) => nameOf(update, seat)));
      const total = me === null ? null : event.totals[me];
      if (total !== null && total !== undefined) lines.push(t("Your total: {total}", { total }));
      return asText(lines);
    }
    case "MatchEnded":
      return victoryOf(event.winners, me, (seat) => nameOf(update, seat));
    case "GameStopped":
      return t("The game was stopped");
    case "Paused":
      return event.by === mine?.person ? "" : t("Paused");
    case "Resumed":
      return event.by === mine?.person ? "" : t("The game goes on");
    case "SeatHandedOver":
      return isMine ? t("A bot plays for you now") : t("A bot plays for {name}", { name });
    case "SeatReclaimed":
      return isMine ? "" : t("{name} plays again", { name });
    case "ClockExpired":
      return isMine ? t("The clock ran out: a bot plays this once.") : "";
    default:
      return comings(update, before, event);
  }
}

/**
 * Who comes and goes.
 *
 * @param {Update} update @param {Update} before
 * @param {Happening} event
 */
function comings(update, before, event) {
  if (!("person" in event) || event.person === update.mine?.person) return "";
  const name = update.public.people[event.person]?.name ?? "";
  switch (event.type) {
    case "PersonCame":
      return t("{names} came in", { names: event.name });
    case "PersonLeft":
    case "PersonRemoved":
      return t("{names} left", { names: name });
    case "ConnectionLost":
      return t("{name} is away", { name });
    case "ConnectionMade": {
      const was = before.public.people[event.person];
      return was && was.status !== "here" && was.cause !== "new"
        ? t("{name} is back", { name })
        : "";
    }
    default:
      return "";
  }
}

/** Whether the table waits for me. @param {Update | null} update */
export function isMyTurn(update) {
  const seat = seatOf(update);
  if (!update || seat === null || update.public.paused !== null) return false;
  return !update.public.seats[seat]?.bot && (update.facts.awaited?.includes(seat) ?? false);
}

/** What I am asked to do; "" if nothing. @param {Update} update */
export function turnOf(update) {
  if (!isMyTurn(update)) return "";
  const { facts, mine, public: table } = update;
  const legal = mine?.legal ?? [];
  const led = table.match?.deal?.trick?.cards[0];
  const me = seatOf(update) ?? 0;
  switch (facts.phase) {
    case "passing": {
      const to = beside(me, facts.pass_offset ?? 0, table.seats.length);
      const name = nameOf(update, to);
      const n = facts.pass_count ?? 0;
      return nt("Choose a card for {name}", "Choose {n} cards for {name}", n, { name });
    }
    case "moon":
      return t("You shot the moon! Choose what it means.");
    case "playing":
      if (!led) return t("Your turn: you lead");
      return legal.every((card) => suitOf(card) === suitOf(led))
        ? t("Your turn: follow {suit}", { suit: suitName(suitOf(led)) })
        : t("Your turn: play any card");
    default:
      return "";
  }
}

/** The hand and the trick, in a few words. @param {Update} update */
function placeOf({ facts, public: table }) {
  const deal = table.match?.deal;
  if (!deal) return "";
  const hand = t("Hand {n}", { n: deal.number });
  if (facts.phase !== "playing") return hand;
  return asText([hand, t("Trick {n}", { n: deal.tricks.length + 1 })]);
}

// --- answers -------------------------------------------------------------------------------------

/** What lies on the table. @param {Update} update @returns {string[]} */
export function tableTold(update) {
  const { facts, public: table } = update;
  const me = seatOf(update);
  const cards = table.match?.deal?.trick?.cards ?? [];
  const said = cardsTold(update, cards, facts.order ?? [], facts.cancelled ?? []);
  if (!cards.length) said.push(t("No card lies on the table"));
  else if ((facts.winner ?? null) === null) said.push(t("Nobody wins now"));
  else if (facts.winner === me) said.push(t("You win now"));
  else said.push(t("{name} wins now", { name: nameOf(update, facts.winner ?? 0) }));
  const points = (facts.stake ?? 0) + (facts.pot?.points ?? 0);
  said.push(nt("{n} point", "{n} points", points));
  const carried = facts.pot?.cards ?? 0;
  if (carried) said.push(nt("{n} card waits from before", "{n} cards wait from before", carried));
  const kitty = facts.pot?.kitty ?? 0;
  if (kitty) said.push(t("kitty: {n}", { n: kitty }));
  if (facts.next_pair_voids) said.push(t("One more pair, and nobody takes it."));
  return said;
}

/** My cards, suit by suit. @param {Update} update @returns {string[]} */
export function handTold({ mine }) {
  const cards = cardsOf(mine?.hand);
  if (!cards.length) return [t("You have no cards")];
  return SUITS.flatMap((suit) => {
    const own = cards.filter((card) => suitOf(card) === suit);
    return own.length ? [listed(own.map(cardName))] : [];
  });
}

/** Everybody's total, with what they took in this hand. @param {Update} update @returns {string[]} */
export function scoresTold(update) {
  const { facts, public: table } = update;
  const me = seatOf(update);
  const isOpen = (table.match?.deal?.changes ?? null) === null;
  return facts.names.map((other, seat) => {
    const values = { name: seat === me ? t("You") : other, total: table.match?.totals[seat] ?? 0 };
    const taken = facts.taken?.[seat] ?? 0;
    return isOpen && taken
      ? t("{name}: {total}, and {taken} in this hand", { ...values, taken })
      : t("{name}: {total}", values);
  });
}

/** The trick before. @param {Update} update @returns {string[]} */
export function lastTold(update) {
  const { last } = update.facts;
  if (!last) return [t("No trick is over yet in this hand.")];
  return [...cardsTold(update, last.cards, last.order, last.cancelled), outcomeOf(update, last)];
}

/**
 * Who has played what to a trick, one after the other.
 *
 * @param {Update} update
 * @param {readonly string[]} cards
 * @param {readonly number[]} order
 * @param {readonly boolean[]} cancelled
 */
function cardsTold(update, cards, order, cancelled) {
  const me = seatOf(update);
  return cards.map((card, place) => {
    const seat = order[place] ?? 0;
    const values = { name: seat === me ? t("You") : nameOf(update, seat), card: cardName(card) };
    return cancelled[place] ? t("{name}: {card}, cancelled", values) : t("{name}: {card}", values);
  });
}

/** For whom the table waits, and for how long. @param {Update} update @param {number} moment by the server's clock @returns {string[]} */
export function waitTold(update, moment) {
  const { facts, public: table } = update;
  if (table.paused !== null) return [t("Paused")];
  const seats = facts.awaited ?? [];
  const mine = turnOf(update);
  const me = seatOf(update);
  const [seat] = mine && me !== null ? [me] : seats;
  const said = mine
    ? [mine]
    : seats.length
      ? [t("Waiting for {names}", { names: listed(seats.map((one) => nameOf(update, one))) })]
      : [t("Nobody is waited for")];
  const end = seat === undefined ? undefined : facts.deadlines?.[seat];
  if (end !== undefined) {
    const n = Math.max(0, Math.ceil((end - moment) / 1000));
    said.push(nt("{n} second", "{n} seconds", n));
  }
  return said;
}

/** Sentences in a row, each with its stop. @param {readonly string[]} sentences */
export function asText(sentences) {
  return sentences.map((one) => (/[.!?…]$/u.test(one) ? one : `${one}.`)).join(" ");
}
