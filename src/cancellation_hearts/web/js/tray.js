// The tray: one's own cards, and the one button that says what a tap will do. It is light while
// others act and dark when the table waits for its owner.

import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { cardName, cardsOf, suitName, suitOf } from "./cards.js";
import { rowsOf } from "./hand.js";
import { come, DEAL, isStill, origins } from "./motion.js";
import { ask, hand, momentOf, passCards, playCard, tapCard } from "./play.js";
import { settings } from "./settings.js";
import { beside, waitingFor } from "./shown.js";
import { ahead, kept, lifted, mySeat, nameOf, panel, sent, watches } from "./state.js";
import { Card, clockText, Icon, Pip, useNow, Word } from "./ui.js";
import { maySit, personOf } from "./who.js";
import { nt, rich, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./hand.js").Held} Held */
/** @typedef {import("./hand.js").Moment} Moment */

/** @param {{ update: Update, isOn: boolean }} props */
export function Tray({ update, isOn }) {
  if (mySeat.value === null) return html`<${Watching} update=${update} />`;
  const seat = update.public.seats[mySeat.value];
  const isHeld = Boolean(seat?.bot && seat.person !== null && !seat.once);
  const moment = momentOf(update);
  return html`<footer class="tray ${isOn && !isHeld && !sent.value ? "on" : ""}">
    <div class="say"><span>${isHeld ? t("A bot plays for you") : sentence(update, moment)}</span><${Clock} update=${update} /></div>
    <${Hand} update=${update} moment=${moment} />
    <div class="acts">
      <button class="btn sign" aria-label=${t("Last trick")} onClick=${() => (panel.value = "last")}><${Icon} name="last" /></button>
      ${isHeld ? html`<button class="btn main" onClick=${() => ask({ type: "Reclaim" })}>${t("Play again myself")}</button>` : html`<${MainButton} update=${update} moment=${moment} />`}
    </div>
  </footer>`;
}

/** What is going on, in a line. @param {Update} update @param {Moment} moment */
function sentence(update, moment) {
  const { facts, public: table } = update;
  const me = mySeat.value ?? 0;
  const led = table.match?.deal?.trick?.cards[0];
  if (table.paused !== null) return t("Paused");
  if (moment.act === "pass") {
    const waits = facts.awaited ?? [];
    if (lifted.value.length === moment.count && !waits.includes(me))
      return waitingFor(update, waits);
    const to = beside(me, facts.pass_offset ?? 0, table.seats.length);
    const name = nameOf(update, to);
    return nt("Choose a card for {name}", "Choose {n} cards for {name}", moment.count, { name });
  }
  if (moment.act === "play") {
    if (!led) return t("Your turn: you lead");
    const suit = suitOf(led);
    const isFollowing = moment.legal.every((card) => suitOf(card) === suit);
    return isFollowing
      ? html`<span class="line">${rich("Your turn: follow {suit}", { suit: html`<span class="nowrap"><${Pip} suit=${suit} /> ${suitName(suit)}</span>` })}</span>`
      : t("Your turn: play any card");
  }
  if (facts.phase === "playing") {
    const [turn] = facts.awaited ?? [];
    if (turn === undefined || turn === me) return "";
    const name = html`<b>${nameOf(update, turn)}</b>`;
    const [leader] = facts.order ?? [];
    if (kept.value && leader !== undefined)
      return t("{name} leads next", { name: nameOf(update, leader) });
    const got = received(update);
    if (got) return html`<span class="line">${got}</span>`;
    const before = (facts.order ?? []).indexOf(me) - (table.match?.deal?.trick?.cards.length ?? 0);
    return html`<span class="line">${rich("{name} is playing", { name })}<${Before} count=${before - 1} /></span>`;
  }
  if (facts.phase === "moon") return t("Moon!");
  return "";
}

/** How many play between whoever is playing and me; below 0: I have played. @param {{ count: number }} props */
function Before({ count }) {
  if (count < 0) return null;
  const text = count ? nt("one more before you", "{n} more before you", count) : t("then you");
  return html`<span class="sub"> · ${text}</span>`;
}

/** Before my first card: what I was given, and by whom. @param {Update} update */
function received(update) {
  const { mine, public: table } = update;
  const { offset, tricks = [], trick } = table.match?.deal ?? {};
  const cards = cardsOf(mine?.got);
  const place = (update.facts.order ?? []).indexOf(mine?.seat ?? -1);
  if (!cards.length || !offset || tricks.length || (trick?.cards.length ?? 0) > place) return null;
  const count = table.seats.length;
  const giver = beside(mine?.seat ?? 0, -offset, count);
  const words = cards.map((card, index) => html`${index > 0 && " "}<${Word} card=${card} />`);
  return rich("{name} gave you {cards}", {
    name: html`<b>${nameOf(update, giver)}</b>`,
    cards: html`<span class="nowrap">${words}</span>`,
  });
}

/** My own clock, or that of whoever is to play. @param {{ update: Update }} props */
function Clock({ update }) {
  useNow();
  const { deadlines = {}, awaited = [] } = update.facts;
  const me = mySeat.value ?? -1;
  const seat = awaited.includes(me) ? me : awaited[0];
  const end = seat === undefined ? undefined : deadlines[seat];
  if (end === undefined) return null;
  const left = end - (Date.now() + ahead.value);
  const isShort = left < (update.facts.warning ?? 5000);
  return html`<span class="clock ${isShort ? "short" : ""}">${clockText(left)}
    ${seat !== undefined && isShort && mySeat.value !== null && html`<button class="more" onClick=${() => ask({ type: "GiveTime", seat })}>${t("more time")}</button>`}</span>`;
}

/** @param {{ update: Update, moment: Moment }} props */
function MainButton({ update, moment }) {
  const [key] = lifted.value;
  const chosen = hand.value.find((held) => held.key === key);
  if (moment.act === "pass") {
    const missing = moment.count - lifted.value.length;
    const isSame = isChosen(update);
    if (missing > 0)
      return html`<button class="btn main" disabled>${nt("One more to choose", "{n} more to choose", missing)}</button>`;
    return html`<button class="btn main" disabled=${isSame} onClick=${passCards}>${isSame ? t("Chosen; tap a card to change") : nt("Pass this card", "Pass these {n} cards", moment.count)}</button>`;
  }
  if (moment.act === "play") {
    if (!chosen) return html`<button class="btn main" disabled>${t("Tap a card")}</button>`;
    return html`<button class="btn main" onClick=${() => playCard(chosen)}><span>${rich("Play {card}", { card: html`<${Word} card=${chosen.card} />` })}</span></button>`;
  }
  if (moment.act === "wait" && chosen) {
    return html`<button class="btn" onClick=${() => (lifted.value = [])}><span>${rich("Next: {card}", { card: html`<${Word} card=${chosen.card} />` })}</span><${Icon} name="x" /></button>`;
  }
  return html`<span class="btn quiet">${moment.act === "wait" ? t("Tap a card to choose it ahead") : ""}</span>`;
}

/** Whether what is lifted is what the server has as my choice. @param {Update} update */
function isChosen(update) {
  const choice = cardsOf(update.mine?.choice);
  const mine = hand.value.filter(({ key }) => lifted.value.includes(key)).map(({ card }) => card);
  return choice.length > 0 && choice.join() === mine.join();
}

/** @param {{ update: Update, moment: Moment }} props */
function Hand({ update, moment }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [size, set] = useState({ width: 0, card: 56 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const card = Number.parseFloat(getComputedStyle(element).getPropertyValue("--w")) || 56;
      set({ width: element.clientWidth, card });
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [settings.value.large]);
  useDealing(box, update);
  const cards = hand.value.filter(({ key }) => key !== sent.value?.key);
  const rows = rowsOf(cards, size.width, size.card);
  const isPassing = moment.act === "pass";
  return html`<div class="hand" ref=${box} role="toolbar" aria-label=${t("Your cards")} data-act=${moment.act}>
    ${rows.map(
      (row, index) => html`<div class="row" key=${index}>
      ${row.map((held, at) => html`<${Key} key=${held.key} held=${held} moment=${moment} isPassing=${isPassing} isNew=${isNew(update, held, cards)} isGap=${at > 0 && suitOf(row[at - 1]?.card ?? "") !== suitOf(held.card)} />`)}
    </div>`,
    )}
  </div>`;
}

/** One card in my hand. @param {{ held: Held, moment: Moment, isPassing: boolean, isNew: boolean, isGap: boolean }} props */
function Key({ held, moment, isPassing, isNew: isFresh, isGap }) {
  const isLifted = lifted.value.includes(held.key);
  const isLegal = moment.act === "play" && moment.legal.includes(held.card);
  const isOff = moment.act === "play" && !isLegal;
  const classes = [
    "key",
    isGap && "gap",
    isFresh && "fresh",
    isLifted && (isPassing ? "up" : "lifted"),
    isLegal && "legal",
    isOff && "off",
  ];
  const label = [
    cardName(held.card),
    held.key.endsWith("2") && t("second copy"),
    isLifted && t("chosen"),
    isLegal && t("may be played"),
    isOff && t("may not be played now"),
    isFresh && t("new"),
  ];
  return html`<button class=${classes.filter(Boolean).join(" ")} data-card=${held.card} data-key=${held.key}
    aria-label=${label.filter(Boolean).join(", ")} aria-pressed=${isLifted} aria-disabled=${isOff}
    onClick=${(/** @type {MouseEvent} */ event) => tapped(event, held)} onPointerDown=${(/** @type {PointerEvent} */ event) => drag(event, held)}>
    <${Card} card=${held.card} /></button>`;
}

/** Whether a card came by the pass and nothing has been played since. @param {Update} update @param {Held} held @param {readonly Held[]} cards */
function isNew(update, held, cards) {
  const got = cardsOf(update.mine?.got).filter((card) => card === held.card).length;
  if (!got || update.mine?.seat == null) return false;
  const { tricks = [], trick } = update.public.match?.deal ?? {};
  const place = (update.facts.order ?? []).indexOf(update.mine.seat);
  if (tricks.length || (trick && place < trick.cards.length)) return false;
  const copies = cards.filter(({ card }) => card === held.card);
  return copies.indexOf(held) >= copies.length - got; // of two copies the later one is the new one
}

/** @param {MouseEvent} event @param {Held} held */
function tapped(event, held) {
  remember(event.currentTarget, held);
  tapCard(held);
}

/** Where a card lay, for it to come from there. @param {EventTarget | null} target @param {Held} held */
function remember(target, held) {
  if (target instanceof Element)
    origins.set(held.card, (target.querySelector(".card") ?? target).getBoundingClientRect());
}

/** How far a mouse has to draw a card towards the table for it to be played. */
const DRAWN = 48;

/** With a mouse a card may also be drawn onto the table. @param {PointerEvent} down @param {Held} held */
function drag(down, held) {
  if (
    down.pointerType === "touch" ||
    down.button !== 0 ||
    !(down.currentTarget instanceof HTMLElement)
  )
    return;
  const element = down.currentTarget;
  const place = (/** @type {PointerEvent} */ event) => [
    event.clientX - down.clientX,
    event.clientY - down.clientY,
  ];
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener(
    "pointermove",
    (event) => {
      const [x = 0, y = 0] = place(event);
      if (Math.hypot(x, y) < 6 && !element.classList.contains("drawn")) return;
      element.classList.add("drawn");
      element.style.transform = `translate(${x}px, ${y}px)`;
    },
    { signal },
  );
  const end = (/** @type {PointerEvent} */ event) => {
    stop.abort();
    const [, y = 0] = place(event);
    const wasDrawn = element.classList.contains("drawn");
    remember(element, held);
    element.classList.remove("drawn");
    element.style.transform = "";
    if (!wasDrawn) return;
    const swallow = (/** @type {Event} */ click) => click.stopImmediatePropagation();
    element.addEventListener("click", swallow, true); // drawing a card is no tap on it
    setTimeout(() => element.removeEventListener("click", swallow, true));
    if (y < -DRAWN && event.type === "pointerup") drop(held);
  };
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}

/** A card has been drawn onto the table. @param {Held} held */
function drop(held) {
  if (!lifted.value.includes(held.key)) tapCard(held);
  if (sent.value === null && lifted.value.includes(held.key)) {
    const isPlay = document.querySelector('.hand[data-act="play"]') !== null;
    if (isPlay) playCard(held);
  }
}

/** Cards that were dealt come from the middle of the table, one after the other. @param {{ current: HTMLElement | null }} box @param {Update} update */
function useDealing(box, update) {
  const number = update.public.match?.deal?.number ?? 0;
  const count = hand.value.length;
  const before = useRef({ number, count });
  useLayoutEffect(() => {
    const { number: old, count: had } = before.current;
    before.current = { number, count };
    if (isStill() || !box.current || count === 0 || (old === number && had > 0)) return;
    const board = document.querySelector(".board")?.getBoundingClientRect();
    if (!board) return;
    const from = new DOMRect(
      board.x + board.width / 2 - 20,
      board.y + board.height / 2 - 28,
      40,
      56,
    );
    const cards = [...box.current.querySelectorAll(".key .card")];
    const places = cards.map((card) => card.getBoundingClientRect());
    const flights = cards.map((card, index) =>
      come(card, from, { duration: DEAL, delay: index * 22, fade: true, to: places[index] }),
    );
    // A slow phone needs a while to draw them all for the first time; only then do they fly.
    for (const flight of flights) flight?.pause();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        for (const flight of flights) flight?.play();
      }),
    );
  }, [number, count]);
}

/** Where somebody without a seat would have cards. @param {{ update: Update }} props */
function Watching({ update }) {
  const { settings: house, seats } = update.public;
  const free = seats.findIndex((_, seat) => maySit(update, seat));
  const mayCome =
    update.mine === null &&
    house.latecomers &&
    seats.some((_, seat) => personOf(update, seat) === null);
  const comeIn = () => {
    watches.value = false; // the door asks for a name
  };
  return html`<footer class="tray watch">
    <div class="say"><span><b>${t("You are watching")}</b> <span class="sub">· ${t("you see what everybody sees")}</span></span><${Clock} update=${update} /></div>
    <div class="acts"><button class="btn sign" aria-label=${t("Last trick")} onClick=${() => (panel.value = "last")}><${Icon} name="last" /></button>
    ${
      free >= 0
        ? html`<button class="btn main" onClick=${() => ask({ type: "TakeSeat", seat: free })}>${t("Take over a bot’s seat")}</button>`
        : mayCome
          ? html`<button class="btn main" onClick=${comeIn}>${t("Come in")}</button>`
          : html`<span class="btn quiet"></span>`
    }</div>
  </footer>`;
}
