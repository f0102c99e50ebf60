// Talking at the table: phrases that everybody reads in their own language, eight signs, free text
// where the host wants it, and what was said.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { EMOTES, EmotePicture, emoteName } from "./emotes.js";
import { Field } from "./form.js";
import { say } from "./play.js";
import { nameOf, panel, sayings } from "./state.js";
import { Panel } from "./ui.js";
import { meOf } from "./who.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Saying} Saying */
/** @typedef {import("./protocol.js").Phrase} Phrase */
/** @typedef {import("./protocol.js").Words} Words */

/** @type {readonly Phrase[]} */
const PHRASES = [
  "hello",
  "good_luck",
  "well_played",
  "thank_you",
  "sorry",
  "oops",
  "nice_twin",
  "not_the_queen",
  "one_moment",
  "back_again",
  "good_game",
  "good_bye",
];
const LONGEST_TEXT = 200;

/** @param {Phrase} phrase */
function phraseText(phrase) {
  return {
    hello: t("Hello!"),
    good_luck: t("Good luck!"),
    well_played: t("Well played!"),
    thank_you: t("Thank you!"),
    sorry: t("Sorry!"),
    oops: t("Oops!"),
    nice_twin: t("Nice twin!"),
    not_the_queen: t("Not the queen!"),
    one_moment: t("One moment, please"),
    back_again: t("I am back"),
    good_game: t("Good game!"),
    good_bye: t("Goodbye!"),
  }[phrase];
}

/** What somebody said, in the reader's words. @param {Saying} saying @param {Update} update */
export function sayingText({ words }, update) {
  switch (words.type) {
    case "phrase":
      return phraseText(words.phrase);
    case "emote":
      return emoteName(words.emote);
    case "text":
      return words.text;
    case "nudge":
      return t("{name}, it is your turn!", { name: nameOf(update, words.seat) });
  }
}

/** @param {{ update: Update, close: () => void }} props */
export function TalkPanel({ update, close }) {
  const me = meOf(update);
  const isMuted = me !== null && Boolean(update.public.people[me]?.muted);
  const speak = async (/** @type {Words} */ words) => {
    if (await say(words)) panel.value = null;
  };
  return html`<${Panel} title=${t("Say something")} close=${close}>
    <div class="talk">
      <${Said} update=${update} />
      ${me === null && html`<p class="sub">${t("Only people who have come to the table speak here.")}</p>`}
      ${isMuted && html`<p class="sub">${t("The host has muted you.")}</p>`}
      ${
        me !== null &&
        !isMuted &&
        html`<div class="emotes">${EMOTES.map((emote) => html`<button key=${emote} class="btn" aria-label=${emoteName(emote)} title=${emoteName(emote)} onClick=${() => speak({ type: "emote", emote })}><${EmotePicture} emote=${emote} /></button>`)}</div>
        <div class="phrases">${PHRASES.map((phrase) => html`<button key=${phrase} class="btn" onClick=${() => speak({ type: "phrase", phrase })}>${phraseText(phrase)}</button>`)}</div>
        ${update.public.settings.chat && html`<${Writing} />`}`
      }
    </div>
  </${Panel}>`;
}

/** What was said, the newest in sight. @param {{ update: Update }} props */
function Said({ update }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const count = sayings.value.at(-1)?.version;
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [count]);
  if (!sayings.value.length) return null;
  const time = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    hour: "2-digit",
    minute: "2-digit",
  });
  return html`<ol class="said" ref=${box} tabindex="0" aria-label=${t("What was said")}>${sayings.value.map(
    (saying) => html`<li key=${saying.version}>
      <span class="sub time">${time.format(saying.at)}</span>
      <span><b>${update.public.people[saying.person]?.name ?? ""}</b> ${saying.words.type === "emote" && html`<${EmotePicture} emote=${saying.words.emote} /> `}${sayingText(saying, update)}</span>
    </li>`,
  )}</ol>`;
}

/** A line of one's own; what is refused stays in the field. */
function Writing() {
  const [text, set] = useState("");
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() && (await say({ type: "text", text }))) set("");
  };
  return html`<form class="writing" onSubmit=${send}>
    <${Field} label=${t("Your words")} value=${text} change=${set} maxlength=${LONGEST_TEXT} autocomplete="off" enterkeyhint="send" />
    <button class="btn main" disabled=${!text.trim()}>${t("Send")}</button>
  </form>`;
}
