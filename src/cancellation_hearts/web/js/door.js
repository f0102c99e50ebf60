// The door of a table: for whoever comes by a link and is not known there, and for whoever may not go
// on as they did. It says who is there and what one can do.

import { html, useEffect, useState } from "../vendor/preact.js";
import { hasKeyboard, NameField, nameMissing, useWork } from "./form.js";
import { GameRules } from "./house.js";
import { get, OFFLINE, post, postOnce, trouble } from "./http.js";
import { Languages } from "./languages.js";
import { presetName, presetOf, readCode, useVocabulary } from "./options.js";
import { enterAgain, tell } from "./play.js";
import { DEVICE } from "./route.js";
import { SeatList } from "./seatlist.js";
import { set, settings } from "./settings.js";
import { moves, now, person, watches } from "./state.js";
import { Icon } from "./ui.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Door} DoorFacts */
/** @typedef {import("./protocol.js").Settings} Settings */

const RETRY = 3000;

/** @param {{ table: string, code: string | null }} props `code`: why we are here again, if we were in */
export function Door({ table, code }) {
  const [note, keep] = useState("");
  useEffect(() => {
    watches.value = false;
  }, []);
  useEffect(() => {
    if (!moves.value) return;
    moveHere(table).then((problem) => {
      keep(problem);
      if (problem && person.value !== null) tell(problem); // the page goes on with the seat it had
      moves.value = false;
    });
  }, [moves.value]);
  if (moves.value) return html`<${Plain} title=${t("Your seat comes to this device…")} />`;
  switch (code) {
    case "NO_TABLE":
      return html`<${Plain} title=${t("There is no such table")} text=${t("Perhaps a letter of the link got lost. Ask for it again, or come by the table’s code.")}>
        <a class="btn main" href="/">${t("To the start")}</a></${Plain}>`;
    case "removed":
    case "REMOVED":
      return html`<${Plain} title=${t("You are not at this table any more")} text=${t("Its host has sent you away.")}>
        <a class="btn main" href="/">${t("To the start")}</a></${Plain}>`;
    case "moved":
      return html`<${Plain} title=${t("Another tab or device goes on here")} text=${t("Your seat, your cards and your score went there.")}>
        <button class="btn main" onClick=${enterAgain}>${t("Go on here")}</button>
        <a class="btn" href="/">${t("To the start")}</a></${Plain}>`;
    case "BAD_PROTOCOL":
      return html`<${Plain} title=${t("This page and the server do not understand each other")} text=${t("One of them is newer. Loading the page again mends that.")}>
        <button class="btn main" onClick=${() => location.reload()}>${t("Load it again")}</button></${Plain}>`;
  }
  return html`<${OpenDoor} table=${table} note=${note || (code === "NOT_KNOWN" ? t("This browser has no seat here any more. If another device has it, open “Invite” there, and move the seat here.") : "")} />`;
}

/** Let the seat that a link carries come here; returns what went wrong. @param {string} table */
async function moveHere(table) {
  const secret = location.hash.slice(DEVICE.length);
  const answer = await post(`/api/tables/${table}/devices`, { secret, cookie: true });
  if (!answer.ok && answer.code === OFFLINE) return trouble(answer);
  history.replaceState(history.state, "", location.pathname); // it works once
  if (answer.ok) enterAgain();
  else if (answer.code === "NOT_INVITED")
    return t(
      "That link has been used, or is older than ten minutes. Make a new one on the device that has the seat.",
    );
  else return trouble(answer);
  return "";
}

/** A door with nothing but words on it. @param {{ title: string, text?: string, children?: unknown }} props */
function Plain({ title, text, children }) {
  return html`<main class="page door plain"><h1>${title}</h1>${text && html`<p class="sub">${text}</p>`}${children}</main>`;
}

/** What stands at the door, asked for again whenever somebody sits down or stands up. @param {string} table */
function useDoor(table) {
  const [answer, keep] = useState(
    /** @type {import("./http.js").Answer<DoorFacts> | null} */ (null),
  );
  const [tries, again] = useState(0);
  const view = now.value?.public;
  const seated = JSON.stringify([
    view?.seats.map(({ person, bot }) => [person, bot]),
    view?.playing,
    view?.settings.rules,
  ]);
  useEffect(() => {
    let isOld = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    get(`/api/tables/${table}`).then((found) => {
      if (isOld) return;
      keep(/** @type {import("./http.js").Answer<DoorFacts>} */ (found));
      const isBlind = found.ok ? !view : found.code === OFFLINE; // nobody tells us what changes
      if (isBlind) timer = setTimeout(() => again(tries + 1), RETRY);
    });
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [table, seated, tries]);
  return answer;
}

/** @param {{ table: string, note: string }} props */
function OpenDoor({ table, note }) {
  const answer = useDoor(table);
  if (!answer) return html`<${Plain} title="" text=${t("Looking through the door…")} />`;
  if (!answer.ok && answer.code === OFFLINE) {
    return html`<${Plain} title=${t("No connection")} text=${t("The server cannot be reached. This page goes on trying.")} />`;
  }
  if (!answer.ok && answer.code === "NO_TABLE")
    return html`<${Door} table=${table} code="NO_TABLE" />`;
  if (!answer.ok && answer.code === "REMOVED")
    return html`<${Door} table=${table} code="REMOVED" />`;
  if (!answer.ok) {
    return html`<${Plain} title=${t("The table cannot be opened now")} text=${trouble(answer)}>
      <button class="btn main" onClick=${enterAgain}>${t("Try again")}</button></${Plain}>`;
  }
  const door = answer.value;
  const { host, seats, free, bots } = door;
  const facts = [
    nt("{n} player", "{n} players", seats),
    free > 0 && nt("{n} seat is free", "{n} seats are free", free),
    bots > 0 && nt("{n} bot", "{n} bots", bots),
  ];
  const state = door.playing
    ? t("A game is going on.")
    : door.over
      ? t("A game has just ended; the next one has not begun.")
      : t("The game has not begun yet.");
  return html`<main class="page door">
    <header class="top"><a class="btn ghost" href="/" aria-label=${t("To the start")}><${Icon} name="left" /></a></header>
    <div><h1>${t("{name}’s table", { name: host })}</h1>
      <p class="sub">${facts.filter(Boolean).join(" · ")}</p>
      <p class="sub">${state}</p></div>
    ${note && html`<p class="note">${note}</p>`}
    <${ComeIn} door=${door} />
    ${now.value && html`<section class="panel"><h2>${t("Who is there")}</h2><${SeatList} update=${now.value} /></section>`}
    <${Rules} code=${door.rules} />
    <${Languages} />
  </main>`;
}

/** @param {{ door: DoorFacts }} props */
function ComeIn({ door }) {
  const [name, call] = useState(settings.value.name);
  const [error, tell] = useState("");
  const canSit = door.sit || door.take_over;
  const [come, isBusy] = useWork(async () => {
    if (!name.trim()) return tell(nameMissing());
    tell("");
    set({ name: name.trim() });
    const answer = await postOnce(`/api/tables/${door.table}/people`, {
      name: name.trim(),
      sit: true,
    });
    if (answer.ok) enterAgain();
    else tell(trouble(answer));
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    come();
  };
  const watch = () => {
    watches.value = true;
  };
  if (!canSit) {
    return html`<section class="panel">
      <p>${door.playing ? t("Every seat is taken, or nobody may join in the middle of this game.") : t("Every seat is taken.")}</p>
      ${
        door.watch
          ? html`<button class="btn main" onClick=${watch}>${t("Watch")}</button>`
          : html`<p class="sub">${t("Watching is not wanted here. Perhaps a seat becomes free: this page notices.")}</p>`
      }
    </section>`;
  }
  return html`<form class="panel" onSubmit=${submit}>
    <${NameField} value=${name} change=${call} error=${error} focus=${hasKeyboard()} />
    <button class="btn main" aria-busy=${isBusy}>${isBusy ? t("Coming in…") : door.sit ? t("Take a seat") : t("Take over a bot’s seat")}</button>
    ${door.take_over && door.playing && html`<p class="sub small">${t("You go on with its cards and its score.")}</p>`}
    ${door.watch && html`<button class="btn" type="button" onClick=${watch}>${t("Just watch")}</button>`}
  </form>`;
}

/** What is played, in a line; and in full for who wants it. @param {{ code: string }} props */
function Rules({ code }) {
  const words = useVocabulary();
  if (!words) return null;
  const rules = readCode(words, code);
  const preset = presetOf(words, rules);
  const settings = /** @type {Settings} */ (/** @type {unknown} */ ({ rules }));
  return html`<details class="panel rulesline">
    <summary><b>${preset ? presetName(preset.name) : t("Own rules")}</b> <span class="sub">${preset?.text ?? t("Rules of this table’s own")}</span></summary>
    <${GameRules} settings=${settings} />
  </details>`;
}
