// Rows of a list of things to do: each says what it does and what comes of it; what cannot be taken
// back asks once.

import { html, useState } from "../vendor/preact.js";
import { ask } from "./play.js";
import { Icon } from "./ui.js";
import { t } from "./words.js";

/** Signs in a name, as the server counts them; those that combine come on top. */
export const LONGEST_NAME = 20;

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
  const [isOpen, set] = useState(false);
  if (!isOpen) return html`<${Row} icon="pen" label=${label} go=${() => set(true)} />`;
  const rename = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const wish = String(data.get("name") ?? "").trim();
    if (!wish || wish === name || (await ask({ type: "Rename", person, name: wish }))) set(false);
  };
  return html`<li><form class="name-form" onSubmit=${rename}>
    <label>${t("New name")}<input name="name" value=${name} maxlength=${LONGEST_NAME * 2} autocomplete="off" ref=${focus} /></label>
    <button class="btn main">${t("Rename")}</button>
  </form></li>`;
}

/** @param {HTMLElement | null} element */
function show(element) {
  element?.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLElement | null} element */
function focus(element) {
  element?.focus({ preventScroll: true });
}
