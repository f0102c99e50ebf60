// What happened at a table between two looks at it, for whoever was away meanwhile.

/** @typedef {import("./protocol.js").Update} Update */

/**
 * @typedef {object} Missed
 * @property {number} hands that came to an end
 * @property {number} tricks of the hand that is played, or of the one that was: how many went by
 * @property {readonly string[]} cards played in my name, the first one first
 * @property {number} points that came to me
 * @property {boolean} isHeld whether a bot plays my seat now
 */

/**
 * @param {Update} before what was seen last
 * @param {Update} after
 * @returns {Missed | null} null: nothing worth telling
 */
export function missedOf(before, after) {
  const seat = after.mine?.seat ?? null;
  const [was, is] = [before.public.match?.deal, after.public.match?.deal];
  if (seat === null || before.mine?.seat !== seat || !is) return null;
  if (before.public.games !== after.public.games) return null;
  const isHeld = after.public.playing && Boolean(after.public.seats[seat]?.bot);
  const hands = after.public.sheet.length - before.public.sheet.length;
  const isSame = was?.number === is.number;
  const from = isSame ? (was?.tricks.length ?? 0) : 0;
  const hadPlayed = isSame && cardOf(was?.trick ?? null, seat, is.dealt.length) !== null;
  const cards = [...is.tricks.slice(from), is.trick]
    .map((trick) => cardOf(trick, seat, is.dealt.length))
    .filter((card) => card !== null)
    .slice(hadPlayed ? 1 : 0);
  const points = standing(after, seat) - standing(before, seat);
  const tricks = is.tricks.length - from;
  const isNothing = hands === 0 && tricks === 0 && cards.length === 0;
  return isNothing ? null : { hands, tricks, cards, points, isHeld };
}

/** What a seat has, with what it has taken in a hand that is not scored. @param {Update} update @param {number} seat */
function standing({ public: table, facts }, seat) {
  const isOpen = table.match?.deal?.changes === null;
  return (table.match?.totals[seat] ?? 0) + (isOpen ? (facts.taken?.[seat] ?? 0) : 0);
}

/** @param {import("./protocol.js").Trick | null} trick @param {number} seat @param {number} count */
function cardOf(trick, seat, count) {
  return trick?.cards[(seat - trick.leader + count) % count] ?? null;
}
