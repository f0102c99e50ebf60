// Parts of forms: a field, a row of choices, a list to choose from, a switch, and a button that says
// that it is at work.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Icon } from "./ui.js";
import { t } from "./words.js";

/** On a phone the keyboard would cover half the screen before anybody has read it. */
export const hasKeyboard = () => matchMedia("(hover: hover) and (pointer: fine)").matches;

/**
 * @param {{ label: string, value: string, change: (value: string) => void, error?: string | null,
 *   note?: string, focus?: boolean, class?: string, [attribute: string]: unknown }} props
 */
export function Field({ label, note, value, change, error, focus, class: look, ...more }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    if (focus) input.current?.focus();
  }, []);
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);
  return html`<label class="field ${look ?? ""}">
    <span>${label}${note && html`<span class="sub">${note}</span>`}</span>
    <input ref=${input} value=${value} aria-invalid=${error ? "true" : undefined} spellcheck="false"
      onInput=${(/** @type {InputEvent} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value)} ...${more} />
    <small class="error" role="alert">${error}</small>
  </label>`;
}

/** The field for one's name. @param {{ value: string, change: (value: string) => void, label?: string, [attribute: string]: unknown }} props */
export function NameField({ label, ...more }) {
  return html`<${Field} label=${label ?? t("Your name")} name="name" autocomplete="nickname" maxlength="40" enterkeyhint="go"
    placeholder=${t("What the others call you")} ...${more} />`;
}

/** What is said to whoever goes on without a name. */
export const nameMissing = () => t("Type a name first; any will do.");

/**
 * One of a few, all of them in sight; with a line for each, if any has one, they stand in a list.
 *
 * @param {{ legend: string, name: string, value: string | number,
 *   of: readonly { value: string | number, text: string, note?: string }[],
 *   change: (value: any) => void, hideLegend?: boolean }} props
 */
export function Choice({ legend, name, value, of, change, hideLegend }) {
  const hasNotes = of.some(({ note }) => note);
  const noteOf = (/** @type {string | number} */ one) => `${name}-${one}`;
  return html`<fieldset class="choices ${hasNotes ? "list" : ""}" name=${name}>
    <legend class=${hideLegend ? "hidden-text" : ""}>${legend}</legend>
    <div>${of.map(
      (one) => html`<label key=${one.value}>
        <input type="radio" name=${name} value=${one.value} checked=${one.value === value} onChange=${() => change(one.value)}
          aria-label=${one.note && one.text} aria-describedby=${one.note && noteOf(one.value)} />
        <span>${one.note ? html`<b>${one.text}</b><small id=${noteOf(one.value)}>${one.note}</small>` : one.text}</span>
      </label>`,
    )}</div>
  </fieldset>`;
}

/**
 * One of many, in the way of the device.
 *
 * @param {{ label: unknown, value: string, of: readonly { value: string, text: string }[],
 *   change: (value: string) => unknown, class?: string, isText?: boolean, note?: string }} props what
 *   `change` refuses (false) is not chosen; `isText`: the list lies unseen over the value in words
 */
export function Select({ label, value, of, change, class: look, isText, note }) {
  const [tries, again] = useState(0);
  const choose = async (/** @type {Event} */ event) => {
    if ((await change(/** @type {HTMLSelectElement} */ (event.target).value)) === false)
      again(tries + 1);
  };
  return html`<label class="select ${look ?? ""}">
    <span>${label}</span>
    ${isText && html`<b aria-hidden="true">${of.find((one) => one.value === value)?.text}</b>`}
    ${note && html`<small>${note}</small>`}
    <select key=${tries} onChange=${choose}>${of.map(
      (one) =>
        html`<option key=${one.value} value=${one.value} selected=${one.value === value}>${one.text}</option>`,
    )}</select>
  </label>`;
}

/** On or off. @param {{ label: string, note?: string, value: boolean, change: (value: boolean) => unknown }} props */
export function Switch({ label, note, value, change }) {
  return html`<label class="switch">
    <span><b>${label}</b>${note && html`<span class="sub">${note}</span>`}</span>
    <input type="checkbox" role="switch" checked=${value}
      onChange=${async (/** @type {Event} */ event) => {
        const box = /** @type {HTMLInputElement} */ (event.target);
        if ((await change(box.checked)) === false) box.checked = value;
      }} />
  </label>`;
}

/**
 * A button that says that one goes on: it stays down, with a check mark, until it is tapped again.
 *
 * @param {{ label: string, isReady: boolean, change: (isReady: boolean) => unknown }} props
 */
export function Ready({ label, isReady, change }) {
  return html`<button class="btn main ready" aria-pressed=${isReady} title=${isReady ? t("Tap again to take it back") : undefined}
    onClick=${() => change(!isReady)}>${isReady && html`<i><${Icon} name="check" /></i>`}${label}</button>`;
}

/**
 * Something that takes a moment: while it runs, nobody starts it again.
 *
 * @template {unknown[]} A
 * @param {(...given: A) => Promise<unknown>} work
 * @returns {[(...given: A) => void, boolean]} how to start it, and whether it runs
 */
export function useWork(work) {
  const running = useRef(false);
  const [isBusy, show] = useState(false);
  const start = async (/** @type {A} */ ...given) => {
    if (running.current) return; // a second tap, before the first one has been drawn
    running.current = true;
    show(true);
    await work(...given);
    running.current = false;
    show(false);
  };
  return [start, isBusy];
}
