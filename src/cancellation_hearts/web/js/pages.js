// Pages that belong to no table: how the game goes, one's settings, and that there is nothing here.

import { html, useEffect } from "../vendor/preact.js";
import { bring } from "./bring.js";
import { Icon, lazy } from "./ui.js";
import { t } from "./words.js";

const Rulebook = lazy(() => bring("./rulebook.js"), "Rulebook");
const SettingsForm = lazy(() => bring("./tuning.js"), "SettingsForm", "menu.css");

/** @param {{ page: string }} props the first word of the address */
export function Pages({ page }) {
  const isKnown = page === "rules" || page === "settings";
  const title =
    { rules: t("How the game goes"), settings: t("Settings") }[page] ?? t("Nothing here");
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Cancellation Hearts`;
    return () => {
      document.title = before;
    };
  }, [title]);
  return html`<main class="page leaf ${page === "rules" ? "book" : ""}">
    <header class="top"><${BackLink} /></header>
    ${isKnown && html`<h1>${title}</h1>`}
    ${page === "rules" && html`<${Rulebook} hasContents=${true} />`}
    ${page === "settings" && html`<${SettingsForm} />`}
    ${!isKnown && html`<${Nothing} />`}
  </main>`;
}

/** Back to where the reader came from; home, if that was elsewhere. */
function BackLink() {
  const isOurs = history.length > 1 && navigationIsInside();
  const back = (/** @type {Event} */ event) => {
    if (!isOurs) return;
    event.preventDefault();
    history.back();
  };
  return html`<a class="btn ghost wide" href="/" onClick=${back}><${Icon} name="left" />${isOurs ? t("Back") : t("Home")}</a>`;
}

/** Whether the entry before this one in the history is ours: then this page was not loaded for itself. */
function navigationIsInside() {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}

function Nothing() {
  return html`<section class="nothing">
    <svg class="card torn" viewBox="0 0 60 84" aria-hidden="true"><use href="#back" /></svg>
    <h1>${t("There is nothing here")}</h1>
    <p class="sub">${t("The address may be mistyped, or what it led to is gone. If you have the code of a table, you can type it on the first page.")}</p>
    <a class="btn main" href="/">${t("To the first page")}</a>
  </section>`;
}
