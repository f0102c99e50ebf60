// The rules as one tells them at the table, with pictures of tricks. What lies in a picture and which
// marks it bears stands here; a test asks the game itself whether it is right.

import { html, useEffect } from "../vendor/preact.js";
import { cardName } from "./cards.js";
import { isStill } from "./motion.js";
import { Bars, Card, Icon, Panel, Word } from "./ui.js";
import { rich, t } from "./words.js";

/**
 * A trick as it lies when all have played; the first card was led.
 *
 * @typedef {object} Picture
 * @property {string} name
 * @property {readonly string[]} cards
 * @property {readonly (readonly [number, number])[]} pairs places of cards that cancel each other
 * @property {number | null} winner its place; null: nobody takes it
 */

/** @type {Picture} */
const ORDINARY = {
  name: "ordinary",
  cards: ["C5", "C9", "CK", "C2", "DA", "C3"],
  pairs: [],
  winner: 2,
};
/** @type {Picture} */
const ONE_PAIR = {
  name: "pair",
  cards: ["D9", "DK", "D4", "DK", "SQ", "D7"],
  pairs: [[1, 3]],
  winner: 0,
};
/** @type {Picture} */
const TWO_PAIRS = {
  name: "two-pairs",
  cards: ["ST", "H9", "H9", "ST", "S4", "S2"],
  pairs: [
    [0, 3],
    [1, 2],
  ],
  winner: null,
};
/** @type {Picture} */
const NONE_LEFT = {
  name: "none-left",
  cards: ["ST", "H2", "D3", "ST", "D4", "H5"],
  pairs: [[0, 3]],
  winner: null,
};

/** Players, cards for each, cards left over for the kitty. */
const DEALS = [
  [6, 17, 2],
  [7, 14, 6],
  [8, 13, 0],
  [9, 11, 5],
  [10, 10, 4],
  [11, 9, 5],
];

/** @param {string} card */
const word = (card) => html`<${Word} card=${card} />`;

/** @returns {readonly [id: string, title: string, body: unknown][]} */
const chapters = () => [
  [
    "idea",
    t("In one minute"),
    html`
      <p>${rich("Hearts with two packs, for six to eleven people. You want few points: every heart you take costs one, each {queen} thirteen.", { queen: word("SQ") })}</p>
      <p>${t("As there are two packs, every card has a twin. When twins fall into the same trick, they cancel each other: neither of them can win it. So the highest card on the table is never safe, and neither is the lowest.")}</p>`,
  ],
  [
    "deal",
    t("The deal"),
    html`
      <p>${t("All 104 cards are shuffled together. Aces are high, twos are low. Everybody gets the same number; what is left over lies face down as the kitty.")}</p>
      <table class="deals"><thead><tr><th scope="col">${t("Players")}</th>${DEALS.map(([players]) => html`<th scope="col" key=${players}>${players}</th>`)}</tr></thead>
        <tbody><tr><th scope="row">${t("Cards each")}</th>${DEALS.map(([players, cards]) => html`<td key=${players}>${cards}</td>`)}</tr>
        <tr><th scope="row">${t("Kitty")}</th>${DEALS.map(([players, , kitty]) => html`<td key=${players}>${kitty || "–"}</td>`)}</tr></tbody></table>
      <p>${t("Who deals first is drawn by lot; then the deal moves one seat to the left, hand by hand.")}</p>`,
  ],
  [
    "pass",
    t("Passing"),
    html`
      <p>${t("Before each hand you choose three cards and give them to a neighbour: to the left in the first hand, to the right in the second, and so on in turn.")}</p>
      <p>${t("All passes change hands at once. Nobody sees what comes before everybody has chosen, and what came cannot be passed on. The kitty stays where it is.")}</p>`,
  ],
  [
    "trick",
    t("Playing a trick"),
    html`
      <p>${t("The player at the dealer’s left leads to the first trick; all others play one card each, clockwise.")}</p>
      <p>${t("If you have a card of the suit that was led, you must play one. If not, you may play anything, points included, even in the first trick. There is no trump.")}</p>
      <p>${t("The highest card of the suit that was led takes the trick, and its player leads to the next.")}</p>
      <${Trick} picture=${ORDINARY}>${rich("Clubs were led, so {card} takes it: the ace is no club.", { card: word("CK") })}</${Trick}>`,
  ],
  [
    "twins",
    t("Twins cancel"),
    html`
      <p>${t("Two cards of the same rank and suit in one trick cancel each other. They still lie there and their points still count, but neither can win. Then the highest card of the led suit that is left takes the trick.")}</p>
      <${Trick} picture=${ONE_PAIR}>${rich("The kings cancel each other: {card} is now the highest diamond, and takes 13 points.", { card: word("D9") })}</${Trick}>
      <p>${t("Twins cancel only within a trick: a card in the kitty or in a trick that was set aside does not count, and the same rank in another suit is no twin.")}</p>`,
  ],
  [
    "void",
    t("Tricks that nobody takes"),
    html`
      <p>${t("With two pairs of twins in one trick, of whatever suits, nobody takes it.")}</p>
      <${Trick} picture=${TWO_PAIRS}>${rich("Two pairs: nobody takes it, although {card} stands alone.", { card: word("S4") })}</${Trick}>
      <p>${t("Neither does anybody when all cards of the led suit have cancelled each other.")}</p>
      <${Trick} picture=${NONE_LEFT}>${t("Spades were led, and both of them are cancelled: no other card can win.")}</${Trick}>
      <p>${t("Everybody still plays to the end of such a trick. Then it is set aside, face up, and whoever led to it leads again. The next player who takes a trick takes all that was set aside with it; several such tricks pile up.")}</p>
      <p>${t("If the last trick of a hand goes to nobody, then nobody gets its points, nor those that were set aside, nor the kitty if nobody had it yet.")}</p>`,
  ],
  [
    "hearts",
    t("Hearts and the queen"),
    html`
      <p>${rich("The very first lead of a hand is no heart and no {queen}, unless you hold nothing else.", { queen: word("SQ") })}</p>
      <p>${rich("After that, hearts stay closed until somebody has played a heart or a {queen}: until then nobody may lead a heart, except who has only hearts. The table shows whether they are open.", { queen: word("SQ") })}</p>
      <p>${rich("A {queen} may be led at any later time. If you have only hearts and queens of spades, and hearts are closed, you must lead the queen.", { queen: word("SQ") })}</p>`,
  ],
  [
    "kitty",
    t("The kitty"),
    html`<p>${t("The first player who takes a trick gets the kitty with it, and alone may look at it. Its points count for them. So the first trick that somebody takes is the most dangerous one: nobody knows what comes along.")}</p>`,
  ],
  [
    "points",
    t("Points"),
    html`
      <ul class="prices"><li><b>1</b> <span>${t("for each heart; there are 26")}</span></li>
      <li><b>13</b> <span>${rich("for each {queen}; there are two", { queen: word("SQ") })}</span></li></ul>
      <p>${t("That makes 52 in a hand. When it is over they are added to the totals.")}</p>`,
  ],
  [
    "moon",
    t("Shooting the moon"),
    html`
      <p>${t("Who takes all 26 hearts and both queens of spades has shot the moon. They get no points for this hand, and choose: 26 off their own total, or 26 on for everybody else.")}</p>
      <p>${t("Points that went to nobody, or a single heart elsewhere, and it is no moon. Without a choice in time the 26 go to the others if that makes the shooter the only leader, else they come off.")}</p>`,
  ],
  [
    "end",
    t("The end"),
    html`
      <p>${t("When somebody has 150 points or more after a hand, the game is over and the lowest total wins, even if it is over 150 itself. Equal lowest totals share the win.")}</p>
      <p>${t("A table may agree on another limit before it begins; 100 makes a good short game.")}</p>`,
  ],
  [
    "house",
    t("What a table may change"),
    html`
      <p>${t("The host may choose other rules before a game. The menu of a table says which ones are in force.")}</p>
      <dl class="meanings">
        <div><dt>${t("Two pairs")}</dt><dd>${t("may be no reason to set a trick aside: then nobody takes it only if no card of the led suit is left. Many know the game like that.")}</dd></div>
        <div><dt>${t("After a trick without a taker")}</dt><dd>${t("the next seat may lead instead of the same one; the last trick may go to its leader.")}</dd></div>
        <div><dt>${t("Passing")}</dt><dd>${t("two cards instead of three; across, or not at all, or another order.")}</dd></div>
        <div><dt>${t("The first trick")}</dt><dd>${t("the two of clubs, or any club of its holder, may have to lead; points in it may be allowed only if you have nothing else.")}</dd></div>
        <div><dt>${t("Opening hearts")}</dt><dd>${t("only a heart may open them, or they may be open from the start; a lone queen may leave you the choice to lead a heart.")}</dd></div>
        <div><dt>${t("The moon")}</dt><dd>${t("52 instead of 26; without a choice; or for all points that anybody took.")}</dd></div>
        <div><dt>${t("Points")}</dt><dd>${rich("each {jack} or each {ten} may give 10 back, a hand without a trick 5; totals may never fall below 0; a tie may be played off.", { jack: word("DJ"), ten: word("DT") })}</dd></div>
        <div><dt>${t("One pack")}</dt><dd>${t("is plain Hearts for three to six people: no twins, and nothing cancels.")}</dd></div>
      </dl>`,
  ],
];

/** @param {{ hasContents?: boolean }} props */
export function Rulebook({ hasContents = false }) {
  const all = chapters();
  useEffect(() => {
    if (hasContents && location.hash)
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return html`<div class="rulebook">
    ${hasContents && html`<nav class="contents" aria-label=${t("Contents")}><ol>${all.map(([id, title]) => html`<li key=${id}><a href=${`#${id}`}>${title}</a></li>`)}</ol></nav>`}
    <details class="fold"><summary>${t("Contents")}</summary><ol>${all.map(([id, title]) => html`<li key=${id}><button onClick=${() => turnTo(id)}>${title}</button></li>`)}</ol></details>
    <div class="chapters">${all.map(([id, title, body]) => html`<section key=${id} id=${id}><h2>${title}</h2>${body}</section>`)}</div>
  </div>`;
}

/** @param {string} id of a chapter */
function turnTo(id) {
  document.getElementById(id)?.scrollIntoView({ behavior: isStill() ? "auto" : "smooth" });
}

/** The same over a table, which goes on meanwhile. @param {{ close: () => void }} props */
export function RulesPanel({ close }) {
  return html`<${Panel} title=${t("How the game goes")} close=${close} wide><${Rulebook} /></${Panel}>`;
}

// --- pictures --------------------------------------------------------------------------------------

/** @param {{ picture: Picture, children?: unknown }} props */
function Trick({ picture, children }) {
  const { name, cards, pairs, winner } = picture;
  const cut = pairs.flat();
  const marks = (/** @type {number} */ at) =>
    [at === winner && "win", cut.includes(at) && "cut"].filter(Boolean).join(" ");
  return html`<figure class="pic" data-picture=${name}>
    <ol style=${{ "--count": cards.length }}>${cards.map(
      (card, at) => html`<li key=${at} class="place ${marks(at)}" data-card=${card}>
        <span class="hidden-text">${spoken(card, at, picture)}</span>
        <span class="lies"><${Card} card=${card} />
          ${cut.includes(at) && html`<${Bars} /><i class="badge x"><${Icon} name="x" /></i>`}
          ${at === winner && html`<i class="badge star"><${Icon} name="star" /></i>`}</span>
        <i class="seat-no" aria-hidden="true">${at + 1}</i>
      </li>`,
    )}
    ${pairs.map(([from, to]) => html`<li key=${`${from}`} class="tie" aria-hidden="true" style=${{ gridColumn: `${from + 1} / ${to + 2}`, "--span": to - from + 1 }}><i><${Icon} name="x" /></i></li>`)}</ol>
    <figcaption><i class="sign ${winner === null ? "none" : ""}"><${Icon} name=${winner === null ? "x" : "star"} /></i><span>${children}</span></figcaption>
  </figure>`;
}

/** One card of a picture in words. @param {string} card @param {number} at @param {Picture} picture */
function spoken(card, at, { pairs, winner }) {
  const name = cardName(card);
  if (pairs.flat().includes(at)) return t("{card}, cancelled", { card: name });
  return at === winner ? t("{card}, takes the trick", { card: name }) : name;
}
