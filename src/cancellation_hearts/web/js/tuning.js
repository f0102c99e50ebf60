// How I want the page: a form that shows every change at once. As a panel over the table, and for
// the page of settings.

import { html } from "../vendor/preact.js";
import { ask } from "./play.js";
import { LONGEST_NAME } from "./rows.js";
import { set, settings } from "./settings.js";
import { now } from "./state.js";
import { Card, Panel } from "./ui.js";
import { meOf } from "./who.js";
import { t } from "./words.js";

/** @typedef {import("./settings.js").Settings} Settings */

/** @param {{ close: () => void }} props */
export function SettingsPanel({ close }) {
  return html`<${Panel} title=${t("Settings")} close=${close}><${SettingsForm} /></${Panel}>`;
}

export function SettingsForm() {
  const { deck, forced, hold, large, lefty, motion, nudges, oneTap, theme } = settings.value;
  return html`<div class="tuning">
    <${NameField} />
    <section><h2>${t("Look")}</h2>
      <${Sample} large=${large} />
      <${Choice} name="deck" legend=${t("Colours of the suits")} value=${deck} options=${[
        ["4", t("Four")],
        ["2", t("Two")],
        ["cb", t("Colour-blind")],
      ]} />
      <${Choice} name="theme" legend=${t("Light or dark")} value=${theme} options=${[
        ["auto", t("As my device")],
        ["light", t("Light")],
        ["dark", t("Dark")],
      ]} />
      <${Switch} name="large" label=${t("Larger cards")} on=${large} />
      <${Switch} name="motion" label=${t("Cards move")} hint=${t("If your device does not ask for stillness")} on=${motion === "auto"} change=${(/** @type {boolean} */ on) => set({ motion: on ? "auto" : "none" })} />
    </section>
    <section><h2>${t("Play")}</h2>
      <${Switch} name="oneTap" label=${t("One tap plays a card")} hint=${t("Otherwise the first tap lifts it, the second plays it")} on=${oneTap} />
      <${Switch} name="forced" label=${t("Forced cards play by themselves")} hint=${t("Never the queen of spades, never the last card")} on=${forced} />
      <${Switch} name="lefty" label=${t("Left-handed")} hint=${t("Buttons at the other side")} on=${lefty} />
      <${Choice} name="hold" legend=${t("A finished trick stays")} value=${String(hold)} options=${[
        ["1200", t("1.2 s")],
        ["1800", t("1.8 s")],
        ["3000", t("3 s")],
        ["0", t("Until I tap")],
      ]} change=${(/** @type {string} */ value) => set({ hold: Number(value) })} />
      <${Switch} name="nudges" label=${t("Others may nudge me")} hint=${t("A line at your cards when somebody waits for you")} on=${nudges} />
    </section>
    <p class="sub">${t("Kept on this device.")}</p>
  </div>`;
}

/** What a table calls me, and what the next one will. */
function NameField() {
  const update = now.value;
  const me = update && meOf(update);
  const here = update && me !== null ? (update.public.people[me ?? 0]?.name ?? "") : null;
  const change = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.currentTarget);
    const name = field.value.trim();
    set({ name });
    if (name && me !== null && name !== here) ask({ type: "Rename", person: me, name });
  };
  return html`<label class="field"><b>${t("My name")}</b>
    <span class="sub">${here === null ? t("At tables to which you come") : t("Everybody at this table sees it")}</span>
    <input name="name" value=${here ?? settings.value.name} maxlength=${LONGEST_NAME * 2} autocomplete="nickname" onChange=${change} />
  </label>`;
}

/** Cards as they look with what is chosen. @param {{ large: boolean }} props */
function Sample({ large }) {
  return html`<div class="sample ${large ? "large" : ""}" aria-hidden="true">${["SQ", "HK", "DT", "CA"].map((card) => html`<${Card} key=${card} card=${card} />`)}</div>`;
}

/**
 * One of a few.
 *
 * @param {{ name: keyof Settings, legend: string, value: string, options: readonly [string, string][], change?: (value: string) => void }} props
 */
function Choice({ name, legend, value, options, change }) {
  const take = change ?? ((/** @type {string} */ chosen) => set({ [name]: chosen }));
  return html`<fieldset class="choose"><legend>${legend}</legend><div class="segments">
    ${options.map(
      ([
        option,
        label,
      ]) => html`<label key=${option}><input type="radio" name=${name} value=${option}
        checked=${option === value} onChange=${() => take(option)} /><span>${label}</span></label>`,
    )}
  </div></fieldset>`;
}

/**
 * On or off.
 *
 * @param {{ name: keyof Settings, label: string, hint?: string, on: boolean, change?: (on: boolean) => void }} props
 */
function Switch({ name, label, hint, on, change }) {
  const take = change ?? ((/** @type {boolean} */ wanted) => set({ [name]: wanted }));
  return html`<label class="switch"><span><b>${label}</b>${hint && html`<span class="sub">${hint}</span>`}</span>
    <input type="checkbox" role="switch" name=${name} checked=${on} onChange=${(/** @type {Event} */ event) => take(/** @type {HTMLInputElement} */ (event.currentTarget).checked)} /><i aria-hidden="true"></i></label>`;
}
