// The first screen: play at once, make a table, or come to one by its code.

import { html, useEffect, useState } from "../vendor/preact.js";
import { Choice, Field, NameField, nameMissing, Select, useWork } from "./form.js";
import { get, postOnce, trouble } from "./http.js";
import { Languages } from "./languages.js";
import { levelName, useVocabulary } from "./options.js";
import { visit } from "./route.js";
import { set, settings } from "./settings.js";
import { Bars, Card, Icon } from "./ui.js";
import { forgetVisit, visits } from "./visits.js";
import { agoText } from "./who.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Welcomed} Welcomed */
/** @typedef {import("./protocol.js").Invitation} Invitation */
/** @typedef {import("./protocol.js").Door} Door */
/** @typedef {import("./http.js").Answer<Door>} DoorAnswer */

/** How many can play with two packs; whoever wants one pack says so at the table. */
const PLAYERS = [6, 7, 8, 9, 10, 11];
const CODE_LENGTH = 6;
/** A table whose game is over stays on the list for so long after it was left, in milliseconds. */
const AFTERWARDS = 3_600_000;

export function Start() {
  const [form, show] = useState(/** @type {"table" | "code" | null} */ (null));
  const back = () => show(null);
  return html`<main class="page start" data-form=${form ?? undefined}>
    <header class="top">
      ${form && html`<button class="btn ghost" aria-label=${t("Back")} onClick=${back}><${Icon} name="left" /></button>`}
      <i class="space"></i>
      <${ThemeButton} />
      <a class="btn ghost" href="/settings" aria-label=${t("Settings")}><${Icon} name="settings" /></a>
    </header>
    <div class="about">
      <h1 class="title"><span>Cancellation<${Waves} /></span> Hearts</h1>
      ${!form && html`<p class="sub lead">${t("Hearts with two packs, for 6 to 11 players. Two identical cards in a trick cancel each other.")}</p>`}
    </div>
    ${!form && html`<${Twins} />`}
    <div class="ways">
      ${form === "table" && html`<${NewTable} />`}
      ${form === "code" && html`<${ByCode} />`}
      ${
        !form &&
        html`<${Mine} />
        <${PlayNow} />
        <div class="two">
          <button class="btn" onClick=${() => show("table")}>${t("Make a table")}</button>
          <button class="btn" onClick=${() => show("code")}>${t("Join by code")}</button>
        </div>`
      }
    </div>
    <nav class="links"><a href="/rules">${t("How to play")}</a><a href="/settings">${t("Settings")}</a><${Languages} /></nav>
  </main>`;
}

/** The lines of a postmark, over the word that is cancelled. */
function Waves() {
  const wave = (/** @type {number} */ y) => `M0 ${y}q14-7 28 0${"t28 0".repeat(11)}`;
  return html`<svg class="waves" viewBox="0 0 336 40" preserveAspectRatio="none" aria-hidden="true">${[6, 15, 24, 33].map((y) => html`<path d=${wave(y)} />`)}</svg>`;
}

/** Two queens that have met. */
function Twins() {
  const queen = html`<div class="slot"><${Card} card="SQ" /><${Bars} /></div>`;
  return html`<div class="twins" role="img" aria-label=${t("Two queens of spades cancel each other")}>
    ${queen}<div class="between"><i><${Icon} name="x" /></i></div>${queen}
  </div>`;
}

function ThemeButton() {
  const isDark =
    settings.value.theme === "auto"
      ? matchMedia("(prefers-color-scheme: dark)").matches
      : settings.value.theme === "dark";
  return html`<button class="btn ghost" aria-label=${isDark ? t("Light colours") : t("Dark colours")}
    onClick=${() => set({ theme: isDark ? "light" : "dark" })}><${Icon} name="moon" /></button>`;
}

// --- back to where one sits ----------------------------------------------------------------------

/** The tables at which this browser has a seat, while the server knows them. */
function Mine() {
  const [doors, know] = useState(/** @type {Record<string, DoorAnswer>} */ ({}));
  useEffect(() => {
    for (const { table, at } of visits.value) {
      get(`/api/tables/${table}`).then((found) => {
        const answer = /** @type {DoorAnswer} */ (found);
        if (isPast(answer, at)) forgetVisit(table);
        else know((before) => ({ ...before, [table]: answer }));
      });
    }
  }, []);
  if (!visits.value.length) return null;
  return html`<section class="visits" aria-labelledby="visits">
    <h2 id="visits">${visits.value.length > 1 ? t("Back to your tables") : t("Back to your table")}</h2>
    <ul>${visits.value.map((one) => {
      const door = doors[one.table];
      const host = door?.ok ? door.value.host : one.host;
      const facts = [door?.ok && stateText(door.value), agoText(Date.now() - one.at)];
      const name = t("{name}’s table", { name: host });
      return html`<li key=${one.table}>
        <a class="btn" href=${`/t/${one.table}`}><${Icon} name="right" /><span>${name}<small>${facts.filter(Boolean).join(" · ")}</small></span></a>
        <button class="btn ghost" aria-label=${t("Forget {name}", { name })} onClick=${() => forgetVisit(one.table)}><${Icon} name="x" /></button>
      </li>`;
    })}</ul>
    <p class="sub small">${t("Only this device remembers this; the × makes it forget.")}</p>
  </section>`;
}

/** Whether there is nothing to come back to. @param {DoorAnswer} answer @param {number} at */
function isPast(answer, at) {
  if (!answer.ok) return answer.code === "NO_TABLE" || answer.code === "REMOVED";
  const { me, over } = answer.value;
  return me === null || (over && Date.now() - at > AFTERWARDS);
}

/** @param {Door} door */
function stateText({ playing, over }) {
  if (playing) return t("a game is going on");
  return over ? t("the game is over") : t("not begun yet");
}

// --- at once -------------------------------------------------------------------------------------

function PlayNow() {
  const words = useVocabulary();
  const { players, level, name } = settings.value;
  const [error, tell] = useState("");
  const [play, isBusy] = useWork(async () => {
    tell("");
    const answer = await openGame();
    if (!answer.ok) tell(trouble(answer));
  });
  const openGame = async () => {
    /** @type {import("./http.js").Answer<Welcomed>} */
    const answer = await postOnce("/api/games", {
      name: name || t("Player"),
      rules: `players=${players}`,
      level,
    });
    if (answer.ok) visit(`/t/${answer.value.table}`);
    return answer;
  };
  const isSlow = useSlow(isBusy);
  const levels = words?.bots.map((bot) => bot.name) ?? [level];
  const busyWords = isSlow ? t("The line is slow. Still trying…") : t("The cards are being dealt…");
  return html`<div class="now">
    <button class="btn main" aria-busy=${isBusy} onClick=${play}>${t("Play now")}
      <small>${isBusy ? busyWords : nt("you and {n} bot, nothing to sign up for", "you and {n} bots, nothing to sign up for", players - 1)}</small>
    </button>
    <p class="error" role="alert">${error}</p>
    <div class="quiet">
      <${Select} label=${t("Players")} value=${String(players)} change=${(/** @type {string} */ value) => set({ players: Number(value) })}
        of=${PLAYERS.map((n) => ({ value: String(n), text: String(n) }))} />
      <${Select} label=${t("Bots")} value=${level} change=${(/** @type {string} */ value) => set({ level: value })}
        of=${levels.map((value) => ({ value, text: levelName(value) }))} />
    </div>
  </div>`;
}

/** Whether something has been going on for longer than one would think. @param {boolean} isBusy */
function useSlow(isBusy) {
  const [isSlow, show] = useState(false);
  useEffect(() => {
    show(false);
    if (!isBusy) return;
    const timer = setTimeout(() => show(true), 2500);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return isSlow;
}

// --- a table of one's own ------------------------------------------------------------------------

function NewTable() {
  const [name, call] = useState(settings.value.name);
  const [error, tell] = useState("");
  const { players } = settings.value;
  const [open, isBusy] = useWork(async () => {
    if (!name.trim()) return tell(nameMissing());
    tell("");
    set({ name: name.trim() });
    /** @type {import("./http.js").Answer<Welcomed>} */
    const answer = await postOnce("/api/tables", {
      name: name.trim(),
      rules: `players=${players}`,
    });
    if (answer.ok) visit(`/t/${answer.value.table}`);
    else tell(trouble(answer));
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    open();
  };
  return html`<form class="entry" onSubmit=${submit}>
    <h2>${t("Make a table")}</h2>
    <${NameField} value=${name} change=${call} error=${error} focus=${!name} />
    <${Choice} legend=${t("How many play")} name="players" value=${players} change=${(/** @type {number} */ n) => set({ players: n })}
      of=${PLAYERS.map((n) => ({ value: n, text: String(n) }))} />
    <p class="sub">${t("Others come by a link or a code. Bots take the seats that stay free.")}</p>
    <button class="btn main" aria-busy=${isBusy}>${isBusy ? t("The table is being opened…") : t("Open the table")}</button>
  </form>`;
}

// --- a table of somebody else --------------------------------------------------------------------

function ByCode() {
  const [code, write] = useState("");
  const [error, tell] = useState("");
  const [look, isBusy] = useWork(async () => {
    const linked = /\/t\/([\w-]+)/.exec(code);
    if (linked) return visit(`/t/${linked[1]}`);
    const letters = code.replace(/[\s-]/g, "");
    if (letters.length !== CODE_LENGTH) return tell(t("A code has six letters."));
    tell("");
    /** @type {import("./http.js").Answer<Invitation>} */
    const answer = await get(`/api/codes/${encodeURIComponent(letters)}`);
    if (answer.ok) visit(answer.value.path);
    else if (answer.code === "NO_SUCH_CODE") {
      tell(t("No table with a free seat has this code. Are all six letters right?"));
    } else tell(trouble(answer));
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    look();
  };
  const change = (/** @type {string} */ value) => {
    write(value.includes("/") ? value : value.toUpperCase());
    tell("");
  };
  return html`<form class="entry" onSubmit=${submit}>
    <h2>${t("Join by code")}</h2>
    <${Field} class="code" label=${t("Table code")} value=${code} change=${change} error=${error} focus=${true}
      name="code" autocomplete="off" autocapitalize="characters" enterkeyhint="go" placeholder="BCD FGH" />
    <p class="sub">${t("Six letters, which whoever made the table can see. Small letters and spaces are fine.")}</p>
    <button class="btn main" aria-busy=${isBusy}>${isBusy ? t("Looking for the table…") : t("Go to the table")}</button>
  </form>`;
}
