// Small things that stand on every screen: a card, a sign, a card's name in a line of text.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { cardName, rankOf, suitOf } from "./cards.js";
import { speak, t } from "./words.js";

/** @typedef {import("../vendor/preact.js").VNode} VNode */

/** A card, face up. Its name is told by whatever it stands in. @param {{ card: string }} props */
export function Card({ card }) {
  return html`<svg class="card ${suitOf(card)}" viewBox="0 0 60 84" aria-hidden="true"><use href=${`#${card}`} /></svg>`;
}

/** A card, face down. */
export function Back() {
  return html`<svg class="card back" viewBox="0 0 60 84" aria-hidden="true"><use href="#back" /></svg>`;
}

/** @param {{ name: string, label?: string }} props what `cards.svg` calls it; `label`: where no word stands beside it */
export function Icon({ name, label }) {
  return html`<svg class="ic" viewBox="0 0 24 24" role=${label ? "img" : undefined} aria-label=${label} aria-hidden=${label ? undefined : "true"}><use href=${`#i-${name}`} /></svg>`;
}

/** @param {{ suit: string }} props */
export function Pip({ suit }) {
  return html`<svg class="pip ${suit}" viewBox="0 0 32 32" aria-hidden="true"><use href=${`#p${suit}`} /></svg>`;
}

/** A card in a line of text: `10♦`. @param {{ card: string }} props */
export function Word({ card }) {
  const suit = suitOf(card);
  return html`<span class="word ${suit}" role="img" aria-label=${cardName(card)}>${rankOf(card)}<${Pip} suit=${suit} /></span>`;
}

/** Three bars over the lower half of a card that was cancelled, like a stamp's. */
export function Bars() {
  const wave = (/** @type {number} */ y) => `M2 ${y}q5.5-4 11 0t11 0 11 0 11 0 11 0 11 0`;
  const rows = [6, 17, 28].map((y) => html`<path d=${wave(y)} />`);
  return html`<svg class="bars" viewBox="0 0 70 34" preserveAspectRatio="none" aria-hidden="true">
    <g class="under">${rows}</g><g class="over">${rows}</g>
  </svg>`;
}

/**
 * A panel over the table. It blocks nothing: the table goes on behind it, and one tap closes it.
 *
 * @param {{ title: unknown, close: () => void, children?: unknown, wide?: boolean, badge?: unknown }} props
 */
export function Panel({ title, close, children, wide, badge }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus({ preventScroll: true });
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") close();
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);
  return html`<div class="veil" onClick=${(/** @type {Event} */ event) => event.target === event.currentTarget && close()}>
    <section class="panel over ${wide ? "wide" : ""}" role="dialog" aria-label=${title} tabindex="-1" ref=${box}>
      <header><h2>${title}</h2>${badge}<button class="btn ghost" aria-label=${t("Close")} onClick=${close}><${Icon} name="x" /></button></header>
      <div class="inside">${children}</div>
    </section>
  </div>`;
}

/**
 * A component that is fetched when it is first needed, with the look of its own if it has one.
 *
 * @param {() => Promise<any>} module
 * @param {string} name of the component in it
 * @param {string} [css] the files of its look
 * @param {{ isExtra?: boolean }} [kind] extra: nobody has asked for it, and nobody misses it
 */
export function lazy(module, name, css, { isExtra = false } = {}) {
  /** @type {any} */
  let Loaded = null;
  /** @type {Promise<unknown> | null} */
  let loading = null;
  const load = () => {
    loading ??= patiently(() =>
      Promise.all([module(), ...(css?.split(" ") ?? []).map(bringStyle)]),
    ).then(
      ([found]) => {
        Loaded = found[name];
      },
      (error) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  return (/** @type {any} */ props) => {
    const [tries, again] = useState(0);
    const [failed, fail] = useState(false);
    useEffect(() => {
      let isGone = false;
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let timer;
      const retry = () => isGone || again((count) => count + 1);
      if (!Loaded)
        load().then(retry, () => {
          if (isExtra) timer = setTimeout(retry, EXTRA_WAIT);
          else if (!isGone) fail(true); // the line is bad, or the server has another version by now
        });
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, [tries]);
    const retry = () => {
      fail(false);
      again((count) => count + 1);
    };
    if (failed) return html`<${NotLoaded} close=${props.close} again=${retry} />`;
    return Loaded && html`<${Loaded} ...${props} />`;
  };
}

/** What was asked for did not come: a panel, or a whole page. @param {{ close?: () => void, again: () => void }} props */
function NotLoaded({ close, again }) {
  const words = html`<p>${t("A part of the page did not come. Perhaps the line is bad, or there is a newer version.")}</p>
    <button class="btn main" onClick=${again}>${t("Try again")}</button>
    <button class="btn" onClick=${() => location.reload()}>${t("Load the page anew")}</button>`;
  return close
    ? html`<${Panel} title=${t("Not loaded")} close=${close}><div class="notloaded">${words}</div></${Panel}>`
    : html`<main class="page notloaded">${words}</main>`;
}

/** After how long to ask again for what nobody misses, in milliseconds. */
const EXTRA_WAIT = 5000;

/**
 * The same for what shows nothing at first: it leaves the line to what is seen.
 *
 * @param {() => Promise<any>} module
 * @param {string} name
 * @param {string} css one file
 */
export function later(module, name, css) {
  const bring = async () => {
    await atRest();
    const [found] = await Promise.all([module(), bringStyle(css)]);
    return found;
  };
  return lazy(bring, name, undefined, { isExtra: true });
}

/** How long after the page has come it is at rest, in milliseconds. */
const REST = 2000;

/** @type {Promise<void> | null} */
let rest = null;

/** When what is seen at first is there, and the line is free. @returns {Promise<void>} */
export function atRest() {
  rest ??= new Promise((done) => {
    const wait = () => setTimeout(done, REST);
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait, { once: true });
  });
  return rest;
}

/** How long to wait before each other try to bring what did not come, in milliseconds. */
const WAITS = [300, 1000, 2500];

/**
 * Bring something over a line that may break: a few tries.
 *
 * @template T
 * @param {() => Promise<T>} bring
 * @returns {Promise<T>}
 */
export async function patiently(bring) {
  for (const wait of WAITS) {
    try {
      return await bring();
    } catch {
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  return bring();
}

/** @type {Promise<any> | null} */
let words = null;

/** The file of words, as server/vocabulary.py makes it: once for all who need it. @returns {Promise<any>} */
export function bringWords() {
  words ??= patiently(async () => {
    const language = document.documentElement.lang || "en";
    const answer = await fetch(new URL(`../words/${language}.json`, import.meta.url));
    if (!answer.ok) throw new Error(answer.statusText);
    const found = await answer.json();
    if (language === document.documentElement.lang) speak(found);
    return found;
  }).catch((error) => {
    words = null; // whoever needs it next asks again
    throw error;
  });
  return words;
}

/** From now on, also at the next visit. @param {string} language */
export function speakIn(language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the server has to know it, and cookieStore is not everywhere
  document.cookie = `ch_language=${language}; path=/; max-age=31536000; samesite=lax`;
  document.documentElement.lang = language;
  words = null;
  return bringWords();
}

/** What was brought already, by its file: a look that comes twice would outdo others. @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/** @param {string} file in css/ */
function bringStyle(file) {
  const known = styles.get(file);
  if (known) return known;
  const coming = new Promise((done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../css/${file}`, import.meta.url).href;
    link.onload = done;
    link.onerror = () => {
      styles.delete(file);
      link.remove();
      failed(new Error(file));
    };
    document.head.append(link);
  });
  styles.set(file, coming);
  return coming;
}

/** Time left as `0:12`. @param {number} milliseconds */
export function clockText(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The time, every so many milliseconds anew while this component stands. @param {number} [every] */
export function useNow(every = 250) {
  const [now, tick] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
