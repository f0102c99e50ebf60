// The table while a hand is played: seats round the board, the line of play, the words in the
// middle, and the tray with one's own cards. What is drawn is what the server said; the only thing
// added is the trick that stays for a moment after it is over.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { Board } from "./board.js";
import { bring } from "./bring.js";
import { cardName } from "./cards.js";
import { Lines } from "./lines.js";
import { come, go, isStill, origins } from "./motion.js";
import { cleared, clearTable, leftAt, sweeping, tell } from "./play.js";
import { beside, hasChosen, seating, shownTrick, wayName, wayOf } from "./shown.js";
import { ahead, closePanel, mySeat, nameOf, now, panel, sent } from "./state.js";
import { Track } from "./trackline.js";
import { Tray } from "./tray.js";
import { Back, Bars, Card, clockText, Icon, later, lazy, useNow } from "./ui.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./shown.js").Shown} Shown */

const Panels = lazy(() => bring("./panels.js"), "Panels");
const Bubbles = later(() => bring("./bubbles.js"), "Bubbles", "menu.css");
const Side = lazy(() => bring("./side.js"), "Side", "result.css", { isExtra: true });
const Away = lazy(() => bring("./away.js"), "Away", "result.css", { isExtra: true });

export function Table() {
  const update = now.value;
  const wasAway = useRef(false);
  wasAway.current ||= leftAt.value !== null;
  if (!update) return null;
  const { left, top, right, me } = seating(update);
  const trick = shownTrick(update);
  const count = update.public.seats.length;
  const seat = (/** @type {number} */ number) =>
    html`<${Seat} key=${number} seat=${number} update=${update} trick=${trick} />`;
  const isOn =
    mySeat.value !== null && update.facts.awaited?.includes(me) && update.public.paused === null;
  return html`<main class="play" style=${{ "--count": count }} data-sides=${left.length} data-phase=${update.facts.phase}>
    <${Bar} update=${update} trick=${trick} />
    <${Felt} trick=${trick}>
      <${Track} update=${update} trick=${trick} />
      <ul class="seats seats-left">${left.map(seat)}</ul>
      <ul class="seats seats-top">${top.map(seat)}</ul>
      <ul class="seats seats-right">${right.map(seat)}</ul>
      <${Board} update=${update} trick=${trick} />
      <ul class="seats seats-me">${seat(me)}</ul>
      <${Bubbles} update=${update} />
    </${Felt}>
    <${Tray} update=${update} isOn=${isOn} />
    <${WideSide} update=${update} />
    <${Lines} update=${update} />
    ${wasAway.current && html`<${Away} update=${update} />`}
    ${panel.value && html`<${Panels} update=${update} close=${closePanel} />`}
  </main>`;
}

/** The side of a wide screen, where there is room for it. @param {{ update: Update }} props */
function WideSide({ update }) {
  const query = "(min-width: 1024px)";
  const [isWide, set] = useState(matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const look = () => set(media.matches);
    media.addEventListener("change", look);
    return () => media.removeEventListener("change", look);
  }, []);
  return isWide ? html`<aside class="side"><${Side} update=${update} /></aside>` : null;
}

/** The part of the screen where cards fall: a tap there sweeps a finished trick off. @param {{ trick: Shown, children?: unknown }} props */
function Felt({ trick, children }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const isSweeping = sweeping.value;
  useEffect(() => {
    const felt = box.current;
    if (!isSweeping || !felt) return;
    const slots = [...felt.querySelectorAll(".slot .card")];
    const goal =
      trick.winner === null
        ? (felt.querySelector(".board .pot") ?? felt.querySelector(".board"))
        : felt.querySelector(`[data-seat="${trick.winner}"] .slot`);
    if (isStill() || !goal || !slots.length) {
      cleared();
      return;
    }
    const to = goal.getBoundingClientRect();
    felt.dataset.sweeping = "";
    const moves = slots.map((card, index) => go(card, to, { delay: index * 12 }));
    let isOld = false; // the next trick may be over before this one is gone
    Promise.allSettled(moves.map((move) => move.finished)).then(() => isOld || cleared());
    return () => {
      isOld = true;
      delete felt.dataset.sweeping;
      for (const move of moves) move.cancel();
    };
  }, [isSweeping]);
  return html`<section class="felt" aria-label=${t("The table")} ref=${box} onClick=${() => trick.isOver && clearTable()}><div class="round">${children}</div></section>`;
}

// --- the bar -------------------------------------------------------------------------------------

/** @param {{ update: Update, trick: Shown }} props */
function Bar({ update, trick }) {
  const { facts, public: table } = update;
  const deal = table.match?.deal;
  const isPlaying = facts.phase === "playing" || trick.isOver;
  const open = (/** @type {string} */ name) => () => {
    panel.value = name;
  };
  return html`<header class="bar">
    <button class="btn ghost" aria-label=${t("Menu")} onClick=${open("menu")}><${Icon} name="menu" /></button>
    <h1>${deal ? t("Hand {n}", { n: deal.number }) : t("First hand")}</h1>
    ${facts.phase === "passing" && html`<${PassWay} update=${update} />`}
    ${isPlaying && html`<span class="sub">${t("Trick {n}", { n: trick.number })}</span><${Hearts} update=${update} />`}
    <i class="space"></i>
    <button class="btn ghost" aria-label=${t("Say something")} onClick=${open("talk")}><${Icon} name="talk" /></button>
    <button class="btn ghost" aria-label=${t("Score")} onClick=${open("score")}><${Icon} name="score" /></button>
  </header>`;
}

/** Which way the cards are passed, for those who give none, too. @param {{ update: Update }} props */
function PassWay({ update }) {
  const way = wayOf(update.facts.pass_offset ?? 0, update.public.seats.length);
  return html`<span class="sub"><span class="label">${t("Pass")}</span> <${Icon} name=${way} /> ${wayName(way)}</span>`;
}

/** Whether hearts may be led; a tap says it in words. @param {{ update: Update }} props */
function Hearts({ update }) {
  const breaking = update.public.match?.rules.break_cards;
  if (breaking === "none") return null;
  const { broken } = update.facts;
  const closed =
    breaking === "heart_only"
      ? t("Hearts may not be led until one has been played.")
      : t("Hearts may not be led until a heart or a queen of spades has been played.");
  const text = broken ? t("Hearts may be led.") : closed;
  return html`<button class="btn ghost hearts ${broken ? "" : "sub"}" title=${text} onClick=${() => tell(text)}><${Icon} name=${broken ? "broken" : "heart"} />${broken ? t("open") : t("closed")}</button>`;
}

// --- a seat --------------------------------------------------------------------------------------

/** @param {{ seat: number, update: Update, trick: Shown }} props */
function Seat({ seat, update, trick }) {
  const { facts, public: table } = update;
  const isMe = seat === mySeat.value;
  const place = trick.order.indexOf(seat);
  const isMoving = isMe && sent.value !== null && !trick.isOver && trick.cards[place] === undefined;
  const card = trick.cards[place] ?? (isMoving ? sent.value?.card : undefined);
  const isTurn =
    !trick.isOver &&
    table.paused === null &&
    (facts.awaited?.includes(seat) ?? false) &&
    facts.phase !== "passing" &&
    !isMoving;
  const isCut = trick.cancelled[place] ?? false;
  const taken = facts.taken?.[seat] ?? 0;
  const isWinning = trick.winner === seat && trick.cards.length > 0;
  const offset = facts.phase === "passing" ? (facts.pass_offset ?? 0) : 0;
  const isTarget =
    offset !== 0 &&
    mySeat.value !== null &&
    beside(mySeat.value, offset, table.seats.length) === seat;
  const classes = [
    "seat",
    isTurn && "turn",
    isWinning && "win",
    isCut && "cut",
    isTarget && "target",
    isMe && "own",
    card && "done",
  ];
  return html`<li class=${classes.filter(Boolean).join(" ")} data-seat=${seat} data-order=${place + 1 || undefined}>
    <${Who} seat=${seat} update=${update} isMe=${isMe} />
    <div class="slot ${card ? "" : "empty"}">
      ${card && html`<${Fallen} key=${`${trick.number}.${card}`} card=${card} isMe=${isMe} />`}
      ${isCut && html`<${Bars} />`}
      ${isCut && html`<i class="badge x"><${Icon} name="x" label=${t("cancelled")} /></i>`}
      ${isWinning && html`<i class="badge star"><${Icon} name="star" label=${t("wins now")} /></i>`}
      ${card && place === 0 && html`<span class="led">${t("led")}</span>`}
      ${!card && facts.phase === "passing" && hasChosen(update, seat) && html`<${Back} />`}
      ${!isMe && taken > 0 && html`<span class="slot-points" title=${t("points taken in this hand")}>+${taken}</span>`}
      ${isTurn && html`<span class="hidden-text">${t("to play")}</span>`}
      ${!card && isTurn && html`<${Ring} seat=${seat} update=${update} />`}
    </div>
  </li>`;
}

/** A card that has just fallen comes from where it was. @param {{ card: string, isMe: boolean }} props */
function Fallen({ card, isMe }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const element = box.current?.firstElementChild;
    if (!element) return;
    const origin = isMe ? origins.get(card) : undefined;
    if (isMe) origins.delete(card);
    const felt = element.closest(".felt")?.getBoundingClientRect();
    if (origin) {
      come(element, origin);
    } else if (felt) {
      const own = element.getBoundingClientRect();
      const [dx, dy] = [
        own.x + own.width / 2 - felt.x - felt.width / 2,
        own.y + own.height / 2 - felt.y - felt.height / 2,
      ];
      const length = Math.hypot(dx, dy) || 1;
      const from = new DOMRect(
        own.x + (dx / length) * 44,
        own.y + (dy / length) * 44,
        own.width,
        own.height,
      );
      come(element, from, { fade: true });
    }
  }, []);
  return html`<span class="fallen" ref=${box} role="img" aria-label=${cardName(card)} data-card=${card}><${Card} card=${card} /></span>`;
}

/** @param {{ seat: number, update: Update, isMe: boolean }} props */
function Who({ seat, update, isMe }) {
  const { public: table, facts } = update;
  const there = table.seats[seat];
  const owner =
    there?.person === null || there?.person === undefined ? null : table.people[there.person];
  const taken = facts.taken?.[seat] ?? 0;
  const isAway = owner && owner.status !== "here";
  const isFree = owner === null && !there?.bot;
  const total = table.match?.totals[seat] ?? 0;
  const name = isMe ? t("You") : isFree ? t("free") : nameOf(update, seat);
  const open = (/** @type {Event} */ event) => {
    event.stopPropagation();
    panel.value = `seat ${seat}`;
  };
  return html`<button class="who" onClick=${open} title=${isMe ? undefined : name}>
    <b dir="auto">${name}</b>
    <span class="score">${total}<span class="hidden-text"> ${nt("point", "points", total)}</span>${isMe && taken > 0 && html`<i class="taken">+${taken}</i>`}</span>
    ${there?.bot && html`<${Icon} name="bot" label=${t("bot")} />`}
    ${isAway && html`<${Icon} name="away" label=${t("away")} />`}
  </button>`;
}

/** The clock of the seat whose turn it is, as a ring with its seconds. @param {{ seat: number, update: Update }} props */
function Ring({ seat, update }) {
  useNow();
  const end = update.facts.deadlines?.[seat];
  const clock = update.public.settings.clock;
  if (end === undefined || !clock)
    return html`<i class="dots" aria-hidden="true"><i></i><i></i><i></i></i>`;
  const left = Math.max(0, end - (Date.now() + ahead.value));
  const part = Math.min(1, left / (clock.card * 1000));
  const isShort = left < (update.facts.warning ?? 5000);
  return html`<i class="ring ${isShort ? "short" : ""}">
    <svg viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="16" /><circle class="left" cx="20" cy="20" r="16" pathLength="1" stroke-dasharray=${`${part} 1`} /></svg>
    <b>${left > 60_000 ? clockText(left) : Math.ceil(left / 1000)}</b>
  </i>`;
}
