// The menu of a table: everything that is not playing a card.

import { html } from "../vendor/preact.js";
import { ask } from "./play.js";
import { route, visit } from "./route.js";
import { BotRow, does, Row, StandRow, Sure } from "./rows.js";
import { mySeat, panel } from "./state.js";
import { Icon, Panel } from "./ui.js";
import { forgetVisit } from "./visits.js";
import { amHost, meOf } from "./who.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

/** @param {{ update: Update, close: () => void }} props */
export function MenuPanel({ update, close }) {
  const open = (/** @type {string} */ name) => () => {
    panel.value = name;
  };
  return html`<${Panel} title=${t("Menu")} close=${close}>
    <div class="menu">
      <div class="tiles">
        <button class="tile" onClick=${open("settings")}><${Icon} name="settings" />${t("Settings")}</button>
        <button class="tile" onClick=${open("book")}><${Icon} name="book" />${t("How to play")}</button>
        <button class="tile" onClick=${open("invite")}><${Icon} name="share" />${t("Invite")}</button>
      </div>
      <ul class="rows">
        <${Row} icon="people" label=${t("People")} hint=${amHost(update) ? t("Mute, rename or remove somebody, make them host") : whoIsHere(update)} go=${open("people")} />
        <${Row} icon="hint" label=${t("Keys and answers")} hint=${t("Play without a mouse, or without looking")} go=${open("keys")} />
        <${Row} icon="flag" label=${t("Rules of this table")} hint=${nt("Ends at {n} point", "Ends at {n} points", update.public.settings.rules.limit)} go=${open("rules")} />
      </ul>
      <${Mine} update=${update} />
      <${Host} update=${update} />
      <${Away} update=${update} />
    </div>
  </${Panel}>`;
}

/** @param {Update} update */
function whoIsHere({ public: { people, seats } }) {
  const here = people.filter(({ status }) => status === "here").length;
  const bots = seats.filter(({ bot }) => bot).length;
  const present = nt("{n} person here", "{n} people here", here);
  return bots ? `${present} · ${nt("{n} bot plays", "{n} bots play", bots)}` : present;
}

/** What I do with my seat. @param {{ update: Update }} props */
function Mine({ update }) {
  const { paused, playing } = update.public;
  const seat = mySeat.value;
  if (seat === null || !playing) return null;
  return html`<ul class="rows">
    ${
      paused === null
        ? html`<${Row} icon="pause" label=${t("Pause the game")} hint=${t("For everybody, until somebody goes on")} go=${does({ type: "Pause" })} />`
        : html`<${Row} icon="right" label=${t("Go on with the game")} go=${does({ type: "Resume" })} main />`
    }
    <${BotRow} update=${update} seat=${seat} />
  </ul>`;
}

/** What only the host may do. @param {{ update: Update }} props */
function Host({ update }) {
  if (!amHost(update) || !update.public.playing) return null;
  return html`<h3><${Icon} name="key" />${t("You are the host")}</h3><ul class="rows">
    <${Sure} icon="x" label=${t("Stop the game")} hint=${t("Back to the room, without a winner")} question=${t("Stop this game for everybody? Nobody wins it, and it cannot go on later.")} yes=${t("Stop the game")} go=${does({ type: "StopGame" })} />
  </ul>`;
}

/** The ways out. @param {{ update: Update }} props */
function Away({ update }) {
  if (meOf(update) === null)
    return html`<ul class="rows"><${Row} icon="door" label=${t("Stop watching")} go=${() => visit("/")} /></ul>`;
  const leave = async () => {
    const { screen } = route.value;
    const table = screen === "table" ? route.value.table : "";
    if (!(await ask({ type: "Leave" }))) return;
    forgetVisit(table);
    visit("/");
  };
  return html`<ul class="rows">
    ${mySeat.value !== null && html`<${StandRow} update=${update} />`}
    <${Sure} icon="door" label=${t("Leave the table")} question=${leaving(update)} yes=${t("Leave")} go=${leave} />
  </ul>`;
}

/** What comes of leaving. @param {Update} update */
function leaving(update) {
  if (mySeat.value === null) return t("Leave? You can come back by the link at any time.");
  return update.public.playing
    ? t(
        "Leave? A bot goes on with your cards and your points. You can come back by the link, and take the seat over again while a bot has it.",
      )
    : t("Leave? Your seat becomes free. You can come back by the link at any time.");
}
