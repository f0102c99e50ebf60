// What was just said, for a moment near the seat of whoever said it; who came and went, in one line;
// and the line by which somebody asks me to go on. All of it lies on the table, never on my hand; that
// it is heard, too, is for announce.js.

import { effect, html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { EmotePicture } from "./emotes.js";
import { isStill } from "./motion.js";
import { settings } from "./settings.js";
import { ahead, mySeat, now, sayings } from "./state.js";
import { sayingText } from "./talk.js";
import { meOf, seatOf } from "./who.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Saying} Saying */

/** How long a bubble stays, in milliseconds. */
const STAY = 4000;
/** So old is what was said before I came: it is in the list, and nobody says it now. */
const OLD = 6000;

/** @param {{ update: Update }} props */
export function Bubbles({ update }) {
  const fresh = useFresh();
  const me = mySeat.value;
  /** @type {Map<number, Saying>} */
  const bySeat = new Map();
  /** @type {Saying[]} */
  const standing = [];
  /** @type {Saying | null} */
  let nudge = null;
  for (const saying of fresh) {
    if (saying.words.type === "nudge") {
      if (saying.words.seat === me && settings.value.nudges) nudge = saying;
      continue;
    }
    const seat = seatOf(update, saying.person);
    if (seat === null) standing.push(saying);
    else bySeat.set(seat, saying);
  }
  const isWaited = me !== null && update.facts.awaited?.includes(me);
  return html`<div class="bubbles" role="log" aria-live="off" aria-label=${t("What was said")}>
    ${[...bySeat].map(([seat, saying]) => html`<${Bubble} key=${saying.version} seat=${seat} saying=${saying} update=${update} />`)}
    <div class="chips" ref=${placeChips}>
      ${standing.slice(-2).map((saying) => html`<p key=${saying.version} class="chip"><b>${nameOfPerson(update, saying.person)}</b> <${Said} saying=${saying} update=${update} /></p>`)}
      <${Comings} />
    </div>
    ${nudge && isWaited && html`<p class="nudge" key=${nudge.version}>${t("{name} asks: it is your turn", { name: nameOfPerson(update, nudge.person) })}</p>`}
  </div>`;
}

/** @param {Update} update @param {number} person */
const nameOfPerson = (update, person) => update.public.people[person]?.name ?? "";

/** What was said within the last moments. @returns {readonly Saying[]} */
function useFresh() {
  const [, again] = useState(0);
  const shown = useRef(/** @type {Map<number, number>} */ (new Map()));
  const moment = Date.now();
  const { current: since } = shown;
  for (const { version, at } of sayings.value) {
    const isOld = moment + ahead.value - at > OLD;
    if (!since.has(version)) since.set(version, isOld ? 0 : moment);
  }
  const last = sayings.value.at(-1)?.version;
  const timers = useRef(/** @type {Set<ReturnType<typeof setTimeout>>} */ (new Set()));
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  useEffect(() => {
    timers.current.add(setTimeout(() => again((count) => count + 1), STAY + 20)); // one each
  }, [last]);
  return sayings.value.filter(({ version }) => moment - (since.get(version) ?? 0) < STAY);
}

/** Words or a sign. @param {{ saying: Saying, update: Update }} props */
function Said({ saying, update }) {
  const { words } = saying;
  return words.type === "emote"
    ? html`<span role="img" aria-label=${sayingText(saying, update)}><${EmotePicture} emote=${words.emote} /></span>`
    : html`<span>${sayingText(saying, update)}</span>`;
}

/** @param {{ seat: number, saying: Saying, update: Update }} props */
function Bubble({ seat, saying, update }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => place(element, seat);
    look();
    const round = element.closest(".round");
    const observer = new ResizeObserver(look);
    if (round) observer.observe(round);
    if (!isStill())
      element.animate(
        [
          { scale: 0.7, opacity: 0 },
          { scale: 1, opacity: 1 },
        ],
        {
          duration: 160,
          easing: "cubic-bezier(.2,.8,.2,1)",
        },
      );
    return () => observer.disconnect();
  }, [seat]);
  const isSign = saying.words.type === "emote";
  const name = nameOfPerson(update, saying.person);
  return html`<p class="bubble ${isSign ? "sign" : ""}" data-of=${seat} ref=${box}><span class="hidden-text">${name}: </span><${Said} saying=${saying} update=${update} /></p>`;
}

/**
 * Put a bubble on the lower part of its seat, below the index of the card there, within the table.
 *
 * @param {HTMLElement} bubble
 * @param {number} seat
 */
function place(bubble, seat) {
  const round = bubble.closest(".round");
  const slot = round?.querySelector(`[data-seat="${seat}"] .slot`);
  if (!round || !slot) return;
  const all = round.getBoundingClientRect();
  const own = slot.getBoundingClientRect();
  const width = bubble.offsetWidth;
  const height = bubble.offsetHeight;
  const middle = own.x + own.width / 2 - all.x;
  const room = own.y - all.y;
  const isAbove = seat === mySeat.value && room > height + 30; // my own card is half behind the tray
  const top = isAbove ? own.y - all.y - height - 6 : own.y - all.y + own.height * 0.62;
  const left = Math.max(4, Math.min(middle - width / 2, all.width - width - 4));
  bubble.style.insetInlineStart = `${left}px`;
  bubble.style.insetBlockStart = `${Math.max(2, Math.min(top, all.height - height - 2))}px`;
  bubble.style.setProperty("--tip", `${Math.max(12, Math.min(middle - left, width - 12))}px`);
  bubble.classList.toggle("above", isAbove);
}

/** What has no seat lies on the cards above the board, below their indices. @param {HTMLElement | null} chips */
function placeChips(chips) {
  const round = chips?.closest(".round");
  const slot = round?.querySelector(".seats-top .slot");
  if (!chips || !round || !slot) return;
  const own = slot.getBoundingClientRect();
  const top = own.y - round.getBoundingClientRect().y + own.height * 0.62;
  chips.style.insetBlockStart = `${top}px`;
}

/** Who came and went just now: however many, one line for each. */
function Comings() {
  const [names, set] = useState(
    /** @type {{ came: string[], left: string[] }} */ ({ came: [], left: [] }),
  );
  useEffect(() => {
    let seen = -1;
    return effect(() => {
      // Of each update by itself: two may come before anything is drawn.
      const told = now.value;
      if (!told || told.public.version === seen) return;
      seen = told.public.version;
      const name = (/** @type {number} */ person) => nameOfPerson(told, person);
      const came = told.events.flatMap(({ event }) =>
        event.type === "PersonCame" && event.person !== meOf(told) ? [event.name] : [],
      );
      const left = told.events.flatMap(({ event }) =>
        event.type === "PersonLeft" || event.type === "PersonRemoved" ? [name(event.person)] : [],
      );
      if (!came.length && !left.length) return;
      set((before) => ({
        came: [...before.came.filter((one) => !left.includes(one)), ...came],
        left: [...before.left, ...left],
      }));
    });
  }, []);
  const count = names.came.length + names.left.length;
  useEffect(() => {
    if (!count) return;
    const timer = setTimeout(() => set({ came: [], left: [] }), STAY);
    return () => clearTimeout(timer);
  }, [count]);
  return html`
    ${names.came.length > 0 && html`<p class="chip calm">${t("{names} came in", { names: listed(names.came) })}</p>`}
    ${names.left.length > 0 && html`<p class="chip calm">${t("{names} left", { names: listed(names.left) })}</p>`}`;
}

/** The first two names, and how many more. @param {readonly string[]} names */
function listed(names) {
  const more = names.length - 2;
  const first = names.slice(0, 2);
  return (more > 0 ? [...first, nt("{n} more", "{n} more", more)] : first).join(", ");
}
