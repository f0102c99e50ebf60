// The room before a game and between two: who sits where, how others come, what is played, and what
// everybody waits for.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { bring } from "./bring.js";
import { Choice, Ready, useWork } from "./form.js";
import { GameRules, HouseRules } from "./house.js";
import { Invite } from "./invite.js";
import { Lines } from "./lines.js";
import { useVocabulary, withValues } from "./options.js";
import { ask } from "./play.js";
import { SeatList } from "./seatlist.js";
import { minus } from "./standings.js";
import { closePanel, gathers, mySeat, panel, watches } from "./state.js";
import { Icon, lazy } from "./ui.js";
import { fullNameOf, isFree } from "./who.js";
import { language, nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Settings} Settings */

/** How long after its grant a change is surely told to everybody, in milliseconds. */
const SETTLED = 1000;

const Panels = lazy(() => bring("./panels.js"), "Panels");

/** @param {{ update: Update }} props */
export function Lobby({ update }) {
  const { public: table, mine } = update;
  const me = mine?.person;
  const isHost = me === table.host;
  const { settings, change } = useSettings(update);
  useEffect(() => {
    gathers.value = true; // from here on a panel that opens does not bring the result back
    if (panel.value === "lobby") panel.value = null;
    return () => {
      gathers.value = false;
    };
  }, []);
  const tap = (/** @type {number} */ seat) => {
    if (isFree(update, seat) && !isHost) ask({ type: "TakeSeat", seat });
    else panel.value = `seat ${seat}`;
  };
  const hint = isHost ? t("tap to add a bot") : t("tap to sit here");
  const { taken, free } = counted(update);
  return html`<main class="page lobby">
    <header class="top">
      <a class="btn ghost" href="/" aria-label=${t("To the start")}><${Icon} name="left" /></a>
      <h1>${t("{name}’s table", { name: table.people[table.host]?.name ?? "" })}</h1>
      <i class="space"></i>
      <button class="btn ghost" aria-label=${t("Say something")} onClick=${() => openPanel("talk")}><${Icon} name="talk" /></button>
      <button class="btn ghost" aria-label=${t("Menu")} onClick=${() => openPanel("menu")}><${Icon} name="menu" /></button>
    </header>
    <div class="halves">
      <div>
        <${Last} update=${update} />
        <${Invite} update=${update} />
        <section class="panel">
          <h2>${nt("{n} seat taken", "{n} seats taken", taken)}<span class="sub"> · ${nt("{n} free", "{n} free", free)}</span></h2>
          <${SeatList} update=${update} tap=${me === undefined ? undefined : tap} hint=${hint} />
          <${Onlookers} update=${update} />
        </section>
      </div>
      <section class="panel house">
        <h2>${t("Rules")}</h2>
        ${!isHost && html`<p class="sub">${t("{name} is the host and may change them.", { name: table.people[table.host]?.name ?? "" })}</p>`}
        ${isHost && html`<${Players} settings=${settings} change=${change} />`}
        <${GameRules} settings=${settings} change=${isHost ? change : undefined} />
        <${HouseRules} settings=${settings} change=${isHost ? change : undefined} />
      </section>
    </div>
    <${Foot} update=${update} isHost=${isHost} />
    <${Lines} update=${update} />
    ${panel.value && html`<${Panels} update=${update} close=${closePanel} />`}
  </main>`;
}

/** @param {string} name */
function openPanel(name) {
  panel.value = name;
}

/** @param {Update} update */
function counted(update) {
  const { seats } = update.public;
  const free = seats.filter((_, seat) => isFree(update, seat)).length;
  return { free, taken: seats.length - free };
}

/**
 * The settings as they will be, shown before the server has answered; so two quick changes do not
 * undo each other.
 *
 * @param {Update} update
 */
function useSettings(update) {
  const [wish, keep] = useState(/** @type {Settings | null} */ (null));
  const last = useRef(/** @type {Settings | null} */ (null));
  const change = async (/** @type {Settings} */ to) => {
    last.current = to;
    keep(to);
    const isGranted = await ask({ type: "ChangeSettings", settings: to });
    const drop = () => {
      if (last.current === to) keep(null); // else another change stands on this one
    };
    if (isGranted) setTimeout(drop, SETTLED);
    else drop();
    return isGranted;
  };
  return { settings: wish ?? update.public.settings, change };
}

/** How many play. @param {{ settings: Settings, change: (settings: Settings) => Promise<boolean> }} props */
function Players({ settings, change }) {
  const words = useVocabulary();
  const { rules } = settings;
  const [least, most] = words?.seats[String(rules.decks)] ?? [rules.players, rules.players];
  const counts = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  return html`<${Choice} legend=${t("How many play")} name="players" value=${rules.players}
    of=${counts.map((n) => ({ value: n, text: String(n) }))}
    change=${(/** @type {number} */ n) => change({ ...settings, rules: withValues(rules, { players: String(n) }) })} />`;
}

/** What came of the game before. @param {{ update: Update }} props */
function Last({ update }) {
  const { match } = update.public;
  const winners = match?.winners;
  if (!match || !winners?.length) return null;
  const names = new Intl.ListFormat(language()).format(
    winners.map((seat) => fullNameOf(update, seat)),
  );
  const points = match.totals[winners[0] ?? 0] ?? 0;
  return html`<section class="panel won">
    <${Icon} name="crown" />
    <p><b>${winners.length > 1 ? t("{names} share the win", { names }) : t("{name} won", { name: names })}</b>
      <span class="sub">${nt("with {n} point", "with {n} points", Math.abs(points), { n: minus(points) })}</span></p>
    <button class="btn" onClick=${() => openPanel("score")}><${Icon} name="score" />${t("Score")}</button>
  </section>`;
}

/** Who is here without a seat. @param {{ update: Update }} props */
function Onlookers({ update }) {
  const { people, seats } = update.public;
  const seated = new Set(seats.map(({ person }) => person));
  const others = people.filter(({ status }, number) => status === "here" && !seated.has(number));
  if (!others.length) return null;
  const names = new Intl.ListFormat(language()).format(others.map(({ name }) => name));
  return html`<p class="sub small">${t("Without a seat: {names}", { names })}</p>`;
}

// --- what everybody waits for ----------------------------------------------------------------------

/** @param {{ update: Update, isHost: boolean }} props */
function Foot({ update, isHost }) {
  const { public: table, mine } = update;
  const { free } = counted(update);
  const host = table.people[table.host]?.name ?? "";
  const [start, isBusy] = useWork(() => ask({ type: "StartGame" }));
  const seat = mySeat.value;
  const isReady = seat !== null && (table.seats[seat]?.ready ?? false);
  const isHostAway = table.people[table.host]?.status !== "here";
  const me = mine?.person;
  const mayHost = me !== undefined && !isHost && (isHostAway || table.owner === me);
  const open = table.seats.findIndex(({ person = null }) => person === null);

  let words = isReady
    ? t("You are ready. Waiting for {name} to deal.", { name: host })
    : t("Waiting for {name} to deal.", { name: host });
  if (isHostAway) words = t("{name}, the host, is away.", { name: host });
  if (free && !table.settings.bots) {
    words = nt("Waiting for {n} more player.", "Waiting for {n} more players.", free);
  } else if (isHost) {
    words = free
      ? nt(
          "Wait for others, or let a bot take the free seat.",
          "Wait for others, or let bots take the {n} free seats.",
          free,
        )
      : readyWords(update);
  }
  const again = table.games > 0;
  const dealWords = free ? t("Fill with bots and deal") : again ? t("Play again") : t("Deal");

  return html`<footer class="foot">
    <p role="status">${words}</p>
    <div>
      ${isHost && html`<button class="btn main" aria-busy=${isBusy} disabled=${free > 0 && !table.settings.bots} onClick=${start}>${isBusy ? t("The cards are being dealt…") : dealWords}</button>`}
      ${mayHost && html`<button class="btn" onClick=${() => ask({ type: "TakeHost" })}><${Icon} name="key" />${t("Be the host")}</button>`}
      ${!isHost && seat !== null && html`<${Ready} label=${t("I am ready")} isReady=${isReady} change=${(/** @type {boolean} */ ready) => ask({ type: "SayReady", ready })} />`}
      ${me !== undefined && seat === null && open >= 0 && html`<button class="btn ${isHost ? "" : "main"}" onClick=${() => ask({ type: "TakeSeat", seat: open })}>${t("Take a seat")}</button>`}
      ${
        me === undefined &&
        html`<button class="btn main" onClick=${() => {
          watches.value = false;
        }}>${t("Come in")}</button>`
      }
    </div>
  </footer>`;
}

/** Who is not ready yet, for the host. @param {Update} update */
function readyWords(update) {
  const { seats, people, host } = update.public;
  const waiting = seats.filter(
    ({ person = null, ready }) =>
      person !== null && person !== host && !ready && people[person]?.status === "here",
  );
  if (!waiting.length) return t("Everybody is ready.");
  const names = waiting.map(({ person }) => people[/** @type {number} */ (person)]?.name ?? "");
  return t("Not ready yet: {names}", { names: new Intl.ListFormat(language()).format(names) });
}
