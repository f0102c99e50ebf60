// Who is at the table: one seat with all that may be done about it, and everybody in a list.

import { html } from "../vendor/preact.js";
import { levelName, useVocabulary } from "./options.js";
import { ask, say, tell } from "./play.js";
import { BotRow, does, NameRow, Row, StandRow, Sure } from "./rows.js";
import { minus, signed } from "./standings.js";
import { ahead, mySeat, nameOf, panel } from "./state.js";
import { clockText, Icon, Panel, useNow } from "./ui.js";
import {
  agoText,
  amHost,
  awayText,
  formerOf,
  heldText,
  isFree,
  maySit,
  mayTakeHost,
  meOf,
  personOf,
  seatOf,
} from "./who.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */

/** @param {Update} update @param {number} seat */
const seatName = (update, seat) => (isFree(update, seat) ? t("Free seat") : nameOf(update, seat));

// --- one seat ------------------------------------------------------------------------------------

/** @param {{ update: Update, close: () => void, seat: number | null }} props */
export function SeatPanel({ update, close, seat }) {
  if (seat === null || !update.public.seats[seat]) return null;
  const person = personOf(update, seat);
  const isMe = seat === mySeat.value;
  const name = seatName(update, seat);
  const badge =
    person === update.public.host &&
    html`<span class="tag"><${Icon} name="key" />${t("host")}</span>`;
  return html`<${Panel} title=${isMe ? t("{name} (you)", { name }) : name} close=${close} badge=${badge}>
    <div class="menu">
      <${State} update=${update} seat=${seat} />
      <${Points} update=${update} seat=${seat} />
      <${SeatActions} update=${update} seat=${seat} name=${name} />
      ${amHost(update) && html`<${HostActions} update=${update} seat=${seat} person=${person} name=${name} />`}
    </div>
  </${Panel}>`;
}

/** Who plays here, and why. @param {{ update: Update, seat: number }} props */
function State({ update, seat }) {
  const moment = useNow(1000) + ahead.value;
  const { facts, public: table } = update;
  const there = table.seats[seat];
  const number = personOf(update, seat);
  const owner = number === null ? undefined : table.people[number];
  const loss = facts.losses?.[seat];
  const isWaited = facts.awaited?.includes(seat) && table.playing && table.paused === null;
  /** @type {[string, string][]} */
  const lines = [];
  if (owner?.program) lines.push(["bot", t("This player is a program.")]);
  if (there?.bot && !owner) {
    const level = levelName(there.bot);
    const former = formerOf(update, seat);
    const text = former
      ? t("A bot ({level}). {name} had this seat before.", { level, name: former })
      : there.reason === "left"
        ? t("A bot ({level}): somebody left this seat.", { level })
        : t("A bot: {level}", { level });
    lines.push(["bot", text]);
  }
  if (isFree(update, seat)) lines.push(["people", t("Nobody sits here yet.")]);
  if (owner?.status === "away") lines.push(["away", awayText(owner, moment)]);
  const others = (update.mine?.same_device ?? [])
    .filter((seats) => seats.includes(seat))
    .flatMap((seats) => seats.filter((other) => other !== seat));
  if (others.length)
    lines.push([
      "people",
      t("Came from the same browser as {names}. Only you are told.", {
        names: others.map((other) => nameOf(update, other)).join(", "),
      }),
    ]);
  const held = heldText(there);
  if (held) lines.push(["bot", held]);
  else if (loss !== undefined && loss > moment)
    lines.push(["last", t("A bot takes over in {time}", { time: clockText(loss - moment) })]);
  if (owner?.muted) lines.push(["talk", t("Muted by the host")]);
  if (isWaited && seat !== mySeat.value) lines.push(["last", t("The table waits for this seat.")]);
  return (
    lines.length > 0 &&
    html`<ul class="seat-state">${lines.map(([icon, text]) => html`<li key=${text}><${Icon} name=${icon} />${text}</li>`)}</ul>`
  );
}

/** @param {{ update: Update, seat: number }} props */
function Points({ update, seat }) {
  const { facts, public: table } = update;
  if (!table.match) return null;
  const total = table.match.totals[seat] ?? 0;
  const taken = facts.taken?.[seat] ?? 0;
  const { tricks = 0, hearts = 0, queens = 0 } = facts.hauls?.[seat] ?? {};
  const haul = [
    nt("{n} trick", "{n} tricks", tricks),
    ...(hearts ? [nt("{n} heart", "{n} hearts", hearts)] : []),
    ...(queens ? [nt("{n} queen of spades", "{n} queens of spades", queens)] : []),
  ];
  return html`<dl class="points">
    <div><dt>${t("Total")}</dt><dd>${minus(total)}</dd></div>
    <div><dt>${t("This hand")}</dt><dd>${signed(taken)}</dd><dd class="sub">${haul.join(" · ")}</dd></div>
  </dl>`;
}

/** What anybody may do about a seat. @param {{ update: Update, seat: number, name: string }} props */
function SeatActions({ update, seat, name }) {
  const { facts, public: table } = update;
  const there = table.seats[seat];
  const person = personOf(update, seat);
  const isMe = seat === mySeat.value;
  const me = meOf(update);
  const isWaited = Boolean(facts.awaited?.includes(seat)) && table.playing && table.paused === null;
  const isHeld = Boolean(there?.bot) && !there?.once;
  const nudge = async () => {
    if (!(await say({ type: "nudge", seat }))) return;
    tell(t("{name} sees that you wait.", { name }));
    panel.value = null;
  };
  const rows = [
    isWaited && !isMe && me !== null && person !== null && !isHeld
      ? html`<${Row} icon="talk" label=${t("Nudge")} hint=${t("A friendly line: it is your turn")} go=${nudge} />`
      : null,
    facts.deadlines?.[seat] !== undefined && mySeat.value !== null
      ? html`<${Row} icon="plus" label=${t("Give more time")} hint=${t("Half a minute")} go=${does({ type: "GiveTime", seat })} />`
      : null,
    maySit(update, seat)
      ? html`<${Row} icon="check" label=${sitLabel(update, seat)} hint=${table.playing ? t("With its cards and its points") : undefined} go=${does({ type: "TakeSeat", seat })} main />`
      : null,
    isMe && table.playing ? html`<${BotRow} update=${update} seat=${seat} />` : null,
    isMe && me !== null
      ? html`<${NameRow} label=${t("Change my name")} name=${name} person=${me} />`
      : null,
    isMe && !table.playing ? html`<${StandRow} update=${update} />` : null,
  ].filter(Boolean);
  return rows.length > 0 && html`<ul class="rows">${rows}</ul>`;
}

/** @param {Update} update @param {number} seat */
function sitLabel(update, seat) {
  if (update.public.playing) return t("Take over this seat");
  return update.public.seats[seat]?.bot ? t("Sit here instead of the bot") : t("Sit here");
}

// --- the host --------------------------------------------------------------------------------------

/** @param {{ update: Update, seat: number, person: number | null, name: string }} props */
function HostActions({ update, seat, person, name }) {
  const { playing, seats } = update.public;
  const there = seats[seat];
  const isMe = seat === mySeat.value;
  if (isMe && playing) return null;
  return html`<h3><${Icon} name="key" />${t("As the host")}</h3>
    ${person === null && html`<${Bots} seat=${seat} level=${there?.bot ?? null} />`}
    ${
      !isMe &&
      html`<ul class="rows">
      ${person === null && there?.bot && !playing && html`<${Row} icon="x" label=${t("Take the bot away")} go=${does({ type: "FreeSeat", seat })} />`}
      ${person !== null && playing && (!there?.bot || there.once) && html`<${Row} icon="bot" label=${t("Let a bot play for {name}", { name })} hint=${t("Until they play again themselves")} go=${does({ type: "LetBotPlay", seat })} />`}
      ${person !== null && html`<${Sure} icon="away" label=${t("Free this seat")} question=${freeing(playing, name)} yes=${t("Free the seat")} go=${does({ type: "FreeSeat", seat })} />`}
      ${person !== null && html`<${PersonRows} update=${update} person=${person} />`}
    </ul>`
    }
    ${!playing && html`<${Swap} update=${update} seat=${seat} />`}`;
}

/** @param {boolean} playing @param {string} name */
function freeing(playing, name) {
  return playing
    ? t(
        "Take the seat from {name}? They watch; a bot goes on with cards and points, and anybody may take over.",
        { name },
      )
    : t("Take the seat from {name}? They watch, and anybody may sit here.", { name });
}

/** The bots that may play there. @param {{ seat: number, level: string | null }} props */
function Bots({ seat, level }) {
  const others = useVocabulary()?.bots.filter(({ name }) => name !== level) ?? [];
  return html`<ul class="rows">${others.map(
    ({ name, text }) =>
      html`<${Row} key=${name} icon="bot" label=${level ? t("Another bot: {level}", { level: levelName(name) }) : t("A bot: {level}", { level: levelName(name) })} hint=${text} go=${does({ type: "AddBot", seat, level: name })} />`,
  )}</ul>`;
}

/** @param {{ update: Update, seat: number }} props */
function Swap({ update, seat }) {
  const others = update.public.seats.map((_, number) => number).filter((other) => other !== seat);
  return html`<div class="swap" role="group" aria-labelledby="swap"><p id="swap">${t("Change places with seat")}</p>
    <div>${others.map(
      (other) =>
        html`<button class="btn" key=${other} title=${seatName(update, other)} onClick=${does({ type: "SwapSeats", one: seat, other })}>${other + 1}</button>`,
    )}</div>
  </div>`;
}

/** What the host may do about somebody, seated or not. @param {{ update: Update, person: number }} props */
function PersonRows({ update, person }) {
  const { owner, people } = update.public;
  const { name = "", muted = false, status } = people[person] ?? {};
  const isGone = status === "left" || status === "removed";
  return html`
    ${!isGone && html`<${Row} icon="talk" label=${muted ? t("Let {name} speak again", { name }) : t("Mute {name}", { name })} hint=${muted ? undefined : t("Nobody hears them any more")} go=${() => ask({ type: "Mute", person, muted: !muted })} />`}
    ${!isGone && html`<${NameRow} label=${t("Rename {name}", { name })} name=${name} person=${person} />`}
    ${!isGone && html`<${Sure} icon="key" label=${t("Make {name} the host", { name })} question=${t("Hand the table over to {name}? You cannot take that back.", { name })} yes=${t("Hand it over")} go=${does({ type: "MakeHost", person })} />`}
    ${person !== owner && status !== "removed" && html`<${Sure} icon="door" label=${t("Remove {name}", { name })} question=${t("Send {name} away for good? They cannot come back to this table.", { name })} yes=${t("Remove")} go=${does({ type: "Remove", person })} />`}`;
}

// --- everybody -------------------------------------------------------------------------------------

/** @param {{ update: Update, close: () => void }} props */
export function PeoplePanel({ update, close }) {
  const { people, playing, seats } = update.public;
  const numbers = people.map((_, person) => person);
  const standing = numbers.filter((person) => seatOf(update, person) === null);
  const watching = standing.filter((person) => people[person]?.status === "here");
  const away = standing.filter((person) => people[person]?.status === "away");
  const gone = standing.filter((person) =>
    ["left", "removed"].includes(people[person]?.status ?? ""),
  );
  return html`<${Panel} title=${t("People")} close=${close}>
    <div class="menu">
      ${mayTakeHost(update) && html`<ul class="rows"><${Row} icon="key" label=${t("Become the host")} hint=${hostHint(update)} go=${does({ type: "TakeHost" })} main /></ul>`}
      <h3>${playing ? t("Playing") : t("Seats")}</h3>
      <ol class="folk line">${seats.map((_, seat) => html`<${Seated} key=${seat} update=${update} seat=${seat} />`)}</ol>
      <${Standing} title=${t("Watching")} update=${update} people=${watching} />
      <${Standing} title=${t("Away")} update=${update} people=${away} />
      <${Standing} title=${t("Gone")} update=${update} people=${gone} />
    </div>
  </${Panel}>`;
}

/** @param {Update} update */
function hostHint(update) {
  const { host, owner, people } = update.public;
  if (owner === meOf(update)) return t("You opened this table.");
  return t("{name}, the host, is away.", { name: people[host]?.name ?? "" });
}

/** @param {{ update: Update, seat: number }} props */
function Seated({ update, seat }) {
  const there = update.public.seats[seat];
  const person = personOf(update, seat);
  const owner = person === null ? undefined : update.public.people[person];
  const former = formerOf(update, seat);
  const notes = [
    person !== null && person === meOf(update) && t("you"),
    person !== null && person === update.public.host && t("host"),
    there?.bot && !owner && t("bot, {level}", { level: levelName(there.bot) }),
    former && t("was {name}", { name: former }),
    there?.bot && owner && t("a bot plays"),
    owner?.status === "away" && t("away"),
    owner?.muted && t("muted"),
    owner?.program && t("program"),
  ].filter(Boolean);
  const icon =
    person !== null && person === update.public.host
      ? "key"
      : there?.bot
        ? "bot"
        : owner?.status === "away"
          ? "away"
          : null;
  return html`<li class=${isFree(update, seat) ? "free" : ""}><button onClick=${() => (panel.value = `seat ${seat}`)}>
    <i class="seat-no">${seat + 1}</i><span><b>${seatName(update, seat)}</b>
    ${notes.length > 0 && html`<span class="sub">${icon && html`<${Icon} name=${icon} /> `}${notes.join(" · ")}</span>`}</span>
    ${update.public.match && html`<span class="n">${minus(update.public.match.totals[seat] ?? 0)}</span>`}
  </button></li>`;
}

/** People without a seat; the host opens a row for what may be done. @param {{ title: string, update: Update, people: readonly number[] }} props */
function Standing({ title, update, people }) {
  useNow(30_000);
  if (!people.length) return null;
  const moment = Date.now() + ahead.value;
  const canAct = amHost(update);
  const me = meOf(update);
  return html`<h3>${title}</h3><ul class="folk">${people.map((person) => {
    const { name = "", status, since = 0, muted } = update.public.people[person] ?? {};
    const notes = [
      person === me && t("you"),
      person === update.public.host && t("host"),
      status === "away" && agoText(moment - since),
      status === "removed" && t("removed by the host"),
      muted && t("muted"),
    ].filter(Boolean);
    const text = html`<span><b>${name}</b>${notes.length > 0 && html`<span class="sub">${notes.join(" · ")}</span>`}</span>`;
    return canAct && person !== me && status !== "removed"
      ? html`<li key=${person}><details><summary>${text}<${Icon} name="settings" label=${t("As the host")} /></summary><ul class="rows"><${PersonRows} update=${update} person=${person} /></ul></details></li>`
      : html`<li key=${person} class="plain">${text}</li>`;
  })}</ul>`;
}
