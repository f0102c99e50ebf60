// Rows of a list of things to do: each says what it does and what comes of it; what cannot be taken
// back asks once.

import { html, useState } from "../vendor/preact.js";
import { NameField } from "./form.js";
import { ask } from "./play.js";
import { set } from "./settings.js";
import { now, panel } from "./state.js";
import { Icon } from "./ui.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").PersonCommand} PersonCommand */

/** What is asked for when a row is tapped; granted, it closes the panel. @param {PersonCommand} command */
export const does = (command) => async () => {
  if (await ask(command)) panel.value = null;
};

/**
 * @param {{ icon: string, label: string, hint?: unknown, go: () => void, main?: boolean }} props
 */
export function Row({ icon, label, hint, go, main }) {
  return html`<li><button class="row-do ${main ? "main" : ""}" onClick=${go}>
    <${Icon} name=${icon} /><span><b>${label}</b>${hint && html`<span class="sub">${hint}</span>`}</span>
  </button></li>`;
}

/**
 * A row that asks once before it does anything.
 *
 * @param {{ icon: string, label: string, hint?: string, question: string, yes: string, go: () => void }} props
 *   `yes`: what the button says that does it
 */
export function Sure({ icon, label, hint, question, yes, go }) {
  const [asks, set] = useState(false);
  if (!asks) return html`<${Row} icon=${icon} label=${label} hint=${hint} go=${() => set(true)} />`;
  return html`<li ref=${show}><div class="sure" role="group" aria-label=${label}>
    <p>${question}</p>
    <div class="two"><button class="btn" ref=${focus} onClick=${() => set(false)}>${t("No")}</button>
    <button class="btn warn" onClick=${go}>${yes}</button></div>
  </div></li>`;
}

/** A row that becomes a field for a name. @param {{ label: string, name: string, person: number }} props */
export function NameRow({ label, name, person }) {
  const [isOpen, open] = useState(false);
  const [text, write] = useState(name);
  if (!isOpen) return html`<${Row} icon="pen" label=${label} go=${() => open(true)} />`;
  const rename = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const wish = text.trim();
    const isMine = now.value?.mine?.person === person;
    if (wish && wish !== name && !(await ask({ type: "Rename", person, name: wish }))) return;
    if (wish && isMine) set({ name: wish });
    open(false);
  };
  return html`<li><form class="name-form" onSubmit=${rename}>
    <${NameField} label=${t("New name")} value=${text} change=${write} autocomplete="off" focus=${true} />
    <button class="btn main">${t("Rename")}</button>
  </form></li>`;
}

/** My cards go to a bot, or come back. @param {{ update: Update, seat: number }} props */
export function BotRow({ update, seat }) {
  const own = update.public.seats[seat];
  return own?.bot && !own.once
    ? html`<${Row} icon="check" label=${t("Play again myself")} hint=${t("A bot plays for you now")} go=${does({ type: "Reclaim" })} main />`
    : html`<${Row} icon="bot" label=${t("Let a bot play for me")} hint=${t("Until you play again yourself")} go=${does({ type: "LetBotPlay", seat })} />`;
}

/** @param {{ update: Update }} props */
export function StandRow({ update }) {
  const question = update.public.playing
    ? t(
        "Give up your seat? A bot goes on with your cards and your points, and others may take it over.",
      )
    : t("Give up your seat? Others may take it.");
  return html`<${Sure} icon="away" label=${t("Stand up and watch")} question=${question} yes=${t("Stand up")} go=${does({ type: "StandUp" })} />`;
}

/** @param {HTMLElement | null} element */
function show(element) {
  element?.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLElement | null} element */
function focus(element) {
  element?.focus({ preventScroll: true });
}
