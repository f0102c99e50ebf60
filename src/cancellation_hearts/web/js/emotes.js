// The eight faces and signs that may be shown to everybody: small drawings of ours, so that they look
// the same on every device.

import { html } from "../vendor/preact.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Emote} Emote */

/** @type {readonly Emote[]} */
export const EMOTES = ["clap", "laugh", "cry", "wow", "heart", "moon", "think", "sweat"];

/** What an emote says, in words. @param {Emote} emote */
export function emoteName(emote) {
  return {
    clap: t("Applause"),
    laugh: t("Laughs"),
    cry: t("Cries"),
    wow: t("Wow"),
    heart: t("A heart"),
    moon: t("The moon!"),
    think: t("Thinks"),
    sweat: t("Phew"),
  }[emote];
}

const face = () => html`<circle class="fill" cx="16" cy="16" r="12.5" />`;
const eyes = () =>
  html`<circle class="dot" cx="11.8" cy="13.4" r="1.7" /><circle class="dot" cx="20.2" cy="13.4" r="1.7" />`;

/** @type {Record<Emote, () => unknown>} */
const DRAWINGS = {
  clap: () => html`
    <path class="fill" d="M6.6 18.2 13 7.4c1-1.6 3.3-.4 2.5 1.3l-2.2 4.4 6-6.3c1.3-1.3 3.2.3 2.1 1.8l-4.6 5.8 5.5-4.8c1.5-1.2 3.1.7 1.8 2l-5 5 4.4-3.2c1.5-1 2.8.9 1.5 2.1l-7.6 8.2c-3 3.2-7.6 3.7-10.1 1.1-2-2-2.2-4.2-.7-6.6Z" />
    <path d="M24 5.6 22.6 8M28 8.4l-2.6 1.3M20 3.4l-.4 2.8" />`,
  laugh: () => html`${face()}
    <path d="M9.6 13.8c.8-2 3.4-2 4.2 0M18.2 13.8c.8-2 3.4-2 4.2 0" /><path class="dark" d="M9.4 17.6h13.2c-.4 4-3 6.6-6.6 6.6s-6.2-2.6-6.6-6.600Z" />`,
  cry: () => html`${face()}${eyes()}
    <path d="M12 22.400c1.8-2.8 6.2-2.8 8 0" /><path class="drop" d="M21.4 16.200c2.6 3.4 2.6 5.6 0 5.600s-2.6-2.2 0-5.600ZM10.6 16.200c2.6 3.4 2.6 5.6 0 5.600s-2.6-2.2 0-5.600Z" />`,
  wow: () => html`${face()}${eyes()}
    <ellipse class="dark" cx="16" cy="21" rx="3" ry="3.8" /><path d="M9.6 9.400c1-1 2.4-1.2 3.6-.8M22.4 9.400c-1-1-2.4-1.2-3.6-.8" />`,
  heart: () =>
    html`<path class="red" d="M16 27C8 20.6 4.6 16.8 4.6 12.2 4.6 8.6 7.2 6 10.4 6c2.4 0 4.4 1.3 5.6 3.600C17.2 7.3 19.2 6 21.6 6c3.2 0 5.8 2.6 5.8 6.200C27.4 16.8 24 20.6 16 27Z" />`,
  moon: () => html`<path class="fill" d="M21.8 4.600A12.4 12.4 0 1 0 27.6 21 11 11 0 0 1 21.8 4.600Z" />
    <circle class="dot" cx="12.4" cy="15.4" r="1.6" /><path d="M11.8 21.400c1.8 1.6 4 1.8 6 .8" /><path d="M27 7.600v3.200M25.4 9.200h3.2" />`,
  think: () => html`${face()}${eyes()}
    <path d="M12.6 20.400c2-.9 4-1 6.4-.2" /><path d="M18.6 9.200c1.2-.8 2.6-.8 3.8-.1" /><path class="fill" d="M9.4 28.800c-2.4-.4-3.4-2.4-2.6-4.600l1.4-3.400c.8-1.6 2.8-.8 2.3.9l-.5 1.7 4.6-.9c1.7-.2 2 2 .4 2.400l-2.8.7c0 2-1.2 3.3-2.8 3.200Z" />`,
  sweat: () => html`${face()}${eyes()}
    <path d="M11.4 21.600c1.5-1.5 3-1.5 4.6 0s3.1 1.5 4.6 0" /><path class="drop" d="M26.2 3.400c3 4 3 6.6 0 6.600s-3-2.6 0-6.600Z" />`,
};

/** @param {{ emote: Emote }} props */
export function EmotePicture({ emote }) {
  return html`<svg class="emote" viewBox="0 0 32 32" aria-hidden="true">${DRAWINGS[emote]()}</svg>`;
}
