// The keys of the table, and what they ask, each of them a button, too.

import { html } from "../vendor/preact.js";
import { QUESTIONS } from "./keys.js";
import { clearTable } from "./play.js";
import { kept } from "./state.js";
import { Panel } from "./ui.js";
import { t } from "./words.js";

/** @param {{ close: () => void }} props */
export function KeysPanel({ close }) {
  const questions = {
    r: t("Say it again"),
    t: t("What lies on the table"),
    h: t("My cards, suit by suit"),
    s: t("The scores"),
    l: t("The last trick"),
    w: t("Whose turn it is, and for how long"),
  };
  const keys = [
    ["← → Home End", t("walk along your cards")],
    ["Enter", t("lift a card, then play it; with all chosen, pass them")],
    [t("space bar"), t("lift a card or put it back")],
    ["Esc", t("put everything back, clear a finished trick; from elsewhere, go to your cards")],
    ["?", t("this list")],
  ];
  return html`<${Panel} title=${t("Keys and answers")} close=${close}>
    <p class="sub">${t("The letters work while the focus is on your cards. Here each is a button; the answer is read aloud.")}</p>
    <ul class="rows">${Object.entries(questions).map(
      ([key, label]) =>
        html`<li key=${key}><button class="row-do" onClick=${QUESTIONS[key]}><kbd class="keycap">${key.toUpperCase()}</kbd><span><b>${label}</b></span></button></li>`,
    )}</ul>
    ${kept.value && html`<button class="btn" onClick=${clearTable}>${t("Clear the trick away")}</button>`}
    <dl class="keylist">${keys.map(([key, what]) => html`<div key=${key}><dt><kbd class="keycap">${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
  </${Panel}>`;
}
