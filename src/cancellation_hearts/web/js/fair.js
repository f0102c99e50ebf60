// What lets anybody check that a hand was dealt honestly: the promise made before it, and what opened
// the promise afterwards. The record holds it; docs/fair-deal.md says what to do with it.

import { html, useEffect, useState } from "../vendor/preact.js";
import { tell } from "./play.js";
import { Icon } from "./ui.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {{ commitment: string, seed: string, entropies: readonly string[] }} Fair */

/** @param {string} table */
export const recordAt = (table) => `/api/tables/${table}/record`;

/**
 * The line of a record about the last deal in it.
 *
 * @param {string} record
 * @returns {Fair | null}
 */
export function fairOf(record) {
  const line = record
    .split("\n")
    .filter((text) => text.startsWith("fair "))
    .at(-1);
  const [, commitment, seed, ...entropies] = line?.trim().split(/\s+/) ?? [];
  return commitment && seed ? { commitment, seed, entropies } : null;
}

/** @param {{ update: Update, table: string }} props */
export function CheckDeal({ update, table }) {
  const [isOpen, set] = useState(false);
  const [fair, know] = useState(/** @type {Fair | null | undefined} */ (undefined));
  const number = update.public.match?.deal?.number;
  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    fetch(recordAt(table), { signal: stop.signal })
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then((text) => know(fairOf(text)))
      .catch(() => stop.signal.aborted || know(null));
    return () => stop.abort();
  }, [isOpen, table, number]);
  const onToggle = (/** @type {Event} */ event) =>
    event.currentTarget instanceof HTMLDetailsElement && set(event.currentTarget.open);
  return html`<details class="panel check-deal" onToggle=${onToggle}>
    <summary>${t("Check the deal")}</summary>
    <p>${t("Before the cards were dealt, the server promised them: it showed the commitment. Now it shows the seed. The SHA-256 of the seed is the commitment, and seed and additions together give every card.")}</p>
    ${
      fair &&
      html`<dl>
      <${Value} name=${t("Commitment")} value=${fair.commitment} />
      <${Value} name=${t("Seed")} value=${fair.seed} />
      <${Value} name=${t("Additions of the seats")} value=${fair.entropies.join(" ")} />
    </dl>`
    }
    ${isOpen && fair === undefined && html`<p class="sub">${t("Fetching it…")}</p>`}
    ${fair === null && html`<p class="sub">${t("It could not be fetched now.")}</p>`}
    <p>${t("The record holds all of it; with it, any program can deal the cards again:")} <code>cancellation-hearts check</code></p>
    <p><a class="btn" href=${recordAt(table)} download=${`${table}.chn`}>${t("Save the record")}</a></p>
  </details>`;
}

/** @param {{ name: string, value: string }} props */
function Value({ name, value }) {
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    tell(t("Copied"));
  };
  return html`<div><dt>${name}</dt><dd><code>${value}</code></dd><button class="btn ghost" aria-label=${t("Copy: {what}", { what: name })} onClick=${copy}><${Icon} name="copy" /></button></div>`;
}
