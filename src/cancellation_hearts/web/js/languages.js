// In which language the page speaks: every one there is, by the name it has for itself.

import { html } from "../vendor/preact.js";
import { useVocabulary } from "./options.js";
import { speakIn } from "./ui.js";
import { language, t } from "./words.js";

export function Languages() {
  const { languages = {} } = useVocabulary() ?? {};
  const all = Object.entries(languages);
  if (all.length < 2) return null;
  return html`<div class="languages" role="group" aria-label=${t("Language")}>${all.map(
    ([code, name]) =>
      html`<button key=${code} class="btn ghost" lang=${code} aria-pressed=${code === language()} onClick=${() => speakIn(code)}>${name}</button>`,
  )}</div>`;
}
