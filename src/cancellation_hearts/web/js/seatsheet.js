// What one can do with a seat before a game: take it, give it to a bot, free it, change places, or
// call oneself something else.

import { html, useState } from "../vendor/preact.js";
import { NameField } from "./form.js";
import { levelName, useVocabulary } from "./options.js";
import { ask } from "./play.js";
import { set } from "./settings.js";
import { mySeat, nameOf, panel } from "./state.js";
import { Icon, Panel } from "./ui.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").PersonCommand} PersonCommand */

/** @param {{ update: Update, seat: number, isHost: boolean, close: () => void }} props */
export function SeatSheet({ update, seat, isHost, close }) {
  const there = update.public.seats[seat];
  if (!there) return null; // the host made the table smaller meanwhile
  const person = there.person ?? null;
  const isMine = seat === mySeat.value;
  const isFree = person === null && !there.bot;
  const act = async (/** @type {PersonCommand} */ command) => {
    if (await ask(command)) close();
  };
  const title = isFree
    ? t("Seat {n}, free", { n: seat + 1 })
    : t("Seat {n}: {name}", { n: seat + 1, name: nameOf(update, seat) });
  return html`<${Panel} title=${title} close=${close}><div class="seatsheet">
    ${isMine && html`<${NewName} update=${update} act=${act} />`}
    ${person === null && html`<button class="btn main" onClick=${() => act({ type: "TakeSeat", seat })}>${there.bot ? t("Sit here instead of the bot") : t("Sit here")}</button>`}
    ${isHost && person === null && html`<${Bots} seat=${seat} now=${there.bot ?? null} act=${act} />`}
    ${isHost && html`<${Swap} update=${update} seat=${seat} act=${act} />`}
    ${isMine && html`<button class="btn" onClick=${() => act({ type: "StandUp" })}>${t("Stand up and watch")}</button>`}
    ${isHost && !isMine && !isFree && html`<button class="btn" onClick=${() => act({ type: "FreeSeat", seat })}>${t("Free this seat")}</button>`}
    ${
      person !== null &&
      !isMine &&
      html`<button class="btn quiet" onClick=${() => {
        close();
        panel.value = `seat ${seat}`;
      }}>${t("More about {name}", { name: nameOf(update, seat) })}</button>`
    }
  </div></${Panel}>`;
}

/** @param {{ update: Update, act: (command: PersonCommand) => void }} props */
function NewName({ update, act }) {
  const person = update.mine?.person ?? 0;
  const before = update.public.people[person]?.name ?? "";
  const [name, call] = useState(before);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    set({ name: name.trim() });
    act({ type: "Rename", person, name: name.trim() });
  };
  return html`<form onSubmit=${submit}>
    <${NameField} value=${name} change=${call} />
    <button class="btn main" disabled=${name.trim() === before || !name.trim()}>${t("Take this name")}</button>
  </form>`;
}

/** @param {{ seat: number, now: string | null, act: (command: PersonCommand) => void }} props */
function Bots({ seat, now, act }) {
  const words = useVocabulary();
  const others = words?.bots.filter(({ name }) => name !== now) ?? [];
  return html`<div class="kinds"><h3>${now ? t("Another bot") : t("Add a bot")}</h3>
    ${others.map(
      ({ name, text }) =>
        html`<button class="btn kind" key=${name} onClick=${() => act({ type: "AddBot", seat, level: name })}><${Icon} name="bot" /><span><b>${levelName(name)}</b><small>${text}</small></span></button>`,
    )}
  </div>`;
}

/** @param {{ update: Update, seat: number, act: (command: PersonCommand) => void }} props */
function Swap({ update, seat, act }) {
  const others = update.public.seats.map((_, number) => number).filter((other) => other !== seat);
  return html`<div class="swap"><h3>${t("Change places with seat")}</h3>
    <div>${others.map(
      (other) =>
        html`<button class="btn" key=${other} title=${nameOf(update, other) || t("Free seat")} onClick=${() => act({ type: "SwapSeats", one: seat, other })}>${other + 1}</button>`,
    )}</div>
  </div>`;
}
