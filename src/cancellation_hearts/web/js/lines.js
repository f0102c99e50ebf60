// What is said for a moment over any screen of a table: a few words that pass, and how the line to the
// server is.

import { html } from "../vendor/preact.js";
import { link, mySeat, notice } from "./state.js";
import { clockText, useNow } from "./ui.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

/** A few words that pass, and how the line to the server is. @param {{ update: Update }} props */
export function Lines({ update }) {
  return html`<div class="lines" aria-live="polite">
    ${notice.value && html`<p class="notice" key=${notice.value.id}>${notice.value.text}</p>`}
    <${LostLine} update=${update} />
  </div>`;
}

/** @param {{ update: Update | null }} props */
export function LostLine({ update }) {
  const moment = useNow(500);
  const state = link.value;
  if (state?.status !== "lost" || moment - state.since < 600) return null;
  const seat = mySeat.value;
  const settings = update?.public.settings;
  const isPlaying = update?.public.playing && seat !== null && settings?.bots;
  const left = isPlaying && settings ? state.since + settings.grace * 1000 - moment : 0;
  return html`<p class="notice lost">
    <b>${t("No connection. Trying again…")}</b>
    ${isPlaying && html`<span aria-live="off">${left > 0 ? t("A bot takes your seat in {time}.", { time: clockText(left) }) : t("A bot plays for you until you are back.")}</span>`}
  </p>`;
}
