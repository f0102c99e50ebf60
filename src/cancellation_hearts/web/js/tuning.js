// How I want the page: a form that shows every change at once. As a panel over the table, and for
// the page of settings.

import { html, useState } from "../vendor/preact.js";
import { bring } from "./bring.js";
import { Choice, NameField, Switch } from "./form.js";
import { Languages } from "./languages.js";
import { ask } from "./play.js";
import { set, settings } from "./settings.js";
import { now } from "./state.js";
import { Card, Panel } from "./ui.js";
import { meOf } from "./who.js";
import { t } from "./words.js";

/** @typedef {import("./settings.js").Settings} Settings */

/** @param {keyof Settings} name */
const to = (name) => (/** @type {unknown} */ value) => set({ [name]: value });

/** @param {{ close: () => void }} props */
export function SettingsPanel({ close }) {
  return html`<${Panel} title=${t("Settings")} close=${close}><${SettingsForm} /></${Panel}>`;
}

export function SettingsForm() {
  const { deck, forced, hold, large, lefty, motion, nudges, oneTap, shakes, sounds, theme } =
    settings.value;
  return html`<div class="tuning">
    <${MyName} />
    <section><h2>${t("Language")}</h2><${Languages} /></section>
    <section><h2>${t("Look")}</h2>
      <${Sample} large=${large} />
      <${Choice} name="deck" legend=${t("Colours of the suits")} value=${deck} change=${to("deck")} of=${[
        { value: "4", text: t("Four") },
        { value: "2", text: t("Two") },
        { value: "cb", text: t("Colour-blind") },
      ]} />
      <${Choice} name="theme" legend=${t("Light or dark")} value=${theme} change=${to("theme")} of=${[
        { value: "auto", text: t("As my device") },
        { value: "light", text: t("Light") },
        { value: "dark", text: t("Dark") },
      ]} />
      <${Switch} label=${t("Larger cards")} value=${large} change=${to("large")} />
      <${Switch} label=${t("Cards move")} note=${t("If your device does not ask for stillness")} value=${motion === "auto"} change=${(/** @type {boolean} */ on) => set({ motion: on ? "auto" : "none" })} />
    </section>
    <section><h2>${t("Play")}</h2>
      <${Switch} label=${t("One tap plays a card")} note=${t("Otherwise the first tap lifts it, the second plays it")} value=${oneTap} change=${to("oneTap")} />
      <${Switch} label=${t("Forced cards play by themselves")} note=${t("Never the queen of spades, never the last card")} value=${forced} change=${to("forced")} />
      <${Switch} label=${t("Left-handed")} note=${t("Buttons at the other side")} value=${lefty} change=${to("lefty")} />
      <${Choice} name="hold" legend=${t("A finished trick stays")} value=${hold} of=${[
        { value: 1200, text: t("1.2 s") },
        { value: 1800, text: t("1.8 s") },
        { value: 3000, text: t("3 s") },
        { value: 0, text: t("Until I tap") },
      ]} change=${to("hold")} />
      <${Switch} label=${t("Sounds")} note=${t("Small ones: my turn, twins, the queen, a trick that goes")} value=${sounds} change=${hearSounds} />
      ${"vibrate" in navigator && html`<${Switch} label=${t("Shake when it is my turn")} value=${shakes} change=${to("shakes")} />`}
      <${Switch} label=${t("Others may nudge me")} note=${t("A line at your cards when somebody waits for you")} value=${nudges} change=${to("nudges")} />
    </section>
    <p class="sub">${t("Kept on this device.")}</p>
  </div>`;
}

/** @param {boolean} isOn */
function hearSounds(isOn) {
  set({ sounds: isOn });
  if (isOn)
    bring("./sounds.js").then(
      ({ tryOut }) => tryOut(),
      () => {},
    );
}

/** What a table calls me, and what the next one will. */
function MyName() {
  const [draft, write] = useState(/** @type {string | null} */ (null)); // an update does not undo what is typed
  const update = now.value;
  const me = update && meOf(update);
  const here = update && me !== null ? (update.public.people[me ?? 0]?.name ?? "") : null;
  const change = () => {
    const name = draft?.trim();
    write(null);
    if (name === undefined) return;
    set({ name });
    if (name && me !== null && name !== here) ask({ type: "Rename", person: me, name });
  };
  return html`<${NameField} label=${t("My name")} value=${draft ?? here ?? settings.value.name} change=${write} onChange=${change}
    note=${here === null ? t("At tables to which you come") : t("Everybody at this table sees it")} />`;
}

/** Cards as they look with what is chosen. @param {{ large: boolean }} props */
function Sample({ large }) {
  return html`<div class="sample ${large ? "large" : ""}" aria-hidden="true">${["SQ", "HK", "DT", "CA"].map((card) => html`<${Card} key=${card} card=${card} />`)}</div>`;
}
