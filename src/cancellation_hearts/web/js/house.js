// What is played here: the rules of the game, with a line for each option, and the rules of the house.
// Everybody reads them; the host changes them.

import { html } from "../vendor/preact.js";
import { Choice, Select, Switch } from "./form.js";
import {
  choicesOf,
  codeOf,
  levelName,
  meaningOf,
  presetName,
  presetOf,
  useVocabulary,
  withinSeats,
  withPreset,
  withValues,
} from "./options.js";
import { Panel } from "./ui.js";
import { nt, t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Settings} Settings */
/** @typedef {import("./options.js").Option} Option */
/** @typedef {import("./options.js").Vocabulary} Vocabulary */
/** @typedef {(settings: Settings) => Promise<boolean>} Change whether it was granted */

/** Options that people ask about first; the others stand below. */
const FIRST = ["limit", "pass_cycle", "void_rule", "moon_value"];
const LONGEST_LIMIT = 100_000;

/** @param {{ update: Update, close: () => void }} props */
export function HouseRulesPanel({ update, close }) {
  return html`<${Panel} title=${t("The rules at this table")} close=${close}>
    <div class="house"><${GameRules} settings=${update.public.settings} /><${HouseRules} settings=${update.public.settings} /></div>
  </${Panel}>`;
}

/** The rules of the game. @param {{ settings: Settings, change?: Change }} props `change`: for who may */
export function GameRules({ settings, change }) {
  const words = useVocabulary();
  if (!words) return html`<p class="sub">${t("The rules are on their way…")}</p>`;
  const { rules } = settings;
  const preset = presetOf(words, rules);
  const options = words.options.filter(({ name }) => name !== "players");
  const isUsual = (/** @type {Option} */ { name, default: code }) =>
    (preset?.changes[name] ?? code) === codeOf(rules, name) || codeOf(rules, name) === code;
  const isFirst = (/** @type {Option} */ option) =>
    FIRST.includes(option.name) || codeOf(rules, option.name) !== option.default;
  const set = (/** @type {Record<string, string>} */ changes) =>
    change?.({ ...settings, rules: withinSeats(words, withValues(rules, changes)) });
  const line = (/** @type {Option} */ option) =>
    html`<${OptionLine} key=${option.name} option=${option} code=${codeOf(rules, option.name)}
      change=${change && ((/** @type {string} */ code) => set({ [option.name]: code }))} isUsual=${isUsual(option)} />`;
  const rest = options.filter((option) => !isFirst(option));
  return html`<div class="rules">
    ${
      change
        ? html`<${Choice} legend=${t("Rules")} name="preset" value=${preset?.name ?? ""} hideLegend=${true}
          of=${[...words.presets.map(({ name, text }) => ({ value: name, text: presetName(name), note: text })), ...(preset ? [] : [{ value: "", text: t("Own"), note: t("Rules of this table’s own") }])]}
          change=${(/** @type {string} */ name) => {
            const chosen = words.presets.find((one) => one.name === name);
            if (chosen) change({ ...settings, rules: withPreset(words, rules, chosen) });
          }} />`
        : html`<p><b>${preset ? presetName(preset.name) : t("Own rules")}</b> · ${nt("{n} player", "{n} players", rules.players)}</p>`
    }
    ${!change && html`<p class="sub">${preset?.text ?? t("Rules of this table’s own")}</p>`}
    <div class="options">${options.filter(isFirst).map(line)}</div>
    <details><summary>${nt("{n} more option, as usual", "{n} more options, as usual", rest.length)}</summary>
      <div class="options">${rest.map(line)}</div>
    </details>
  </div>`;
}

/** @param {{ option: Option, code: string, change?: (code: string) => Promise<boolean> | undefined, isUsual: boolean }} props */
function OptionLine({ option, code, change, isUsual }) {
  const mark = !isUsual && html` <em>${t("changed")}</em>`;
  if (!change) {
    return html`<p class="option"><span>${option.text}${mark}</span><b>${meaningOf(option, code)}</b></p>`;
  }
  if (option.kind === "number") {
    return html`<label class="select option number"><span>${option.text}${mark}</span>
      <input type="number" inputmode="numeric" min="1" max=${LONGEST_LIMIT} key=${code} defaultValue=${code}
        onChange=${async (/** @type {Event} */ event) => {
          const input = /** @type {HTMLInputElement} */ (event.target);
          const isRight = input.value !== "" && input.checkValidity();
          if (!isRight || !(await change(String(Number(input.value))))) input.value = code;
        }} /></label>`;
  }
  return html`<${Select} class="option" isText=${true} label=${html`${option.text}${mark}`} value=${code} of=${choicesOf(option, code)} change=${change} />`;
}

// --- the house -----------------------------------------------------------------------------------

/** The rules of the house. @param {{ settings: Settings, change?: Change }} props `change`: for who may */
export function HouseRules({ settings, change }) {
  const words = useVocabulary();
  const { clock, grace, rest, bots, level, latecomers, chat, spectators } = settings;
  const set = (/** @type {Partial<Settings>} */ changes) => change?.({ ...settings, ...changes });
  const clocks = [15, 30, 45, 60, 120];
  const card = clock?.card ?? 0;
  const levels = words?.bots.map(({ name }) => name) ?? [];
  const lists = [
    {
      label: t("Time to think about a card"),
      value: String(card),
      of: numbers([0, ...clocks], card, (n) => (n ? seconds(n) : t("as long as one likes"))),
      change: (/** @type {number} */ n) =>
        set({
          clock: n ? { card: n, passing: n === card && clock ? clock.passing : n * 3 } : null,
        }),
    },
    {
      label: t("If somebody loses the connection, a bot plays for them after"),
      value: String(grace),
      of: numbers([0, 30, 60, 180, 600], grace, (n) => (n ? seconds(n) : t("no time: at once"))),
      change: (/** @type {number} */ n) => set({ grace: n }),
    },
    {
      label: t("Pause between two hands"),
      value: String(rest ?? -1),
      of: numbers([-1, 0, 10, 30, 60], rest ?? -1, (n) =>
        n < 0 ? t("until everybody is ready") : n ? seconds(n) : t("none"),
      ),
      change: (/** @type {number} */ n) => set({ rest: n < 0 ? null : n }),
    },
  ];
  const switches = [
    {
      label: t("Bots fill in"),
      note: t("on free seats, and for people who are away"),
      value: bots,
      change: (/** @type {boolean} */ is) => set({ bots: is }),
    },
    {
      label: t("Latecomers may join"),
      note: t("in the middle of a game, on a bot’s seat, with its cards and points"),
      value: latecomers,
      change: (/** @type {boolean} */ is) => set({ latecomers: is }),
    },
    {
      label: t("Messages in one’s own words"),
      note: t("otherwise there are only ready-made phrases and signs"),
      value: chat,
      change: (/** @type {boolean} */ is) => set({ chat: is }),
    },
    {
      label: t("Others may watch"),
      note: t("they see no cards in anybody’s hand"),
      value: spectators,
      change: (/** @type {boolean} */ is) => set({ spectators: is }),
    },
  ];
  const meaning = words?.bots.find(({ name }) => name === level)?.text;
  const known = levels.includes(level) ? levels : [...levels, level];
  return html`<div class="houserules">
    <h3>${t("House rules")}</h3>
    <div class="options">
      ${lists.map(({ label, value, of, change: choose }) =>
        change
          ? html`<${Select} key=${label} class="option" isText=${true} label=${label} value=${value} of=${of} change=${(/** @type {string} */ code) => choose(Number(code))} />`
          : html`<p class="option" key=${label}><span>${label}</span><b>${of.find((one) => one.value === value)?.text}</b></p>`,
      )}
      ${
        change
          ? html`<${Select} class="option" isText=${true} label=${t("How the bots play")} note=${meaning} value=${level} of=${known.map((name) => ({ value: name, text: levelName(name) }))} change=${(/** @type {string} */ name) => set({ level: name })} />`
          : html`<p class="option"><span>${t("How the bots play")}</span><b>${levelName(level)}</b><small>${meaning}</small></p>`
      }
      ${switches.map(({ label, note, value, change: choose }) =>
        change
          ? html`<${Switch} key=${label} label=${label} note=${note} value=${value} change=${choose} />`
          : html`<p class="option" key=${label}><span>${label}</span><b>${value ? t("yes") : t("no")}</b></p>`,
      )}
    </div>
  </div>`;
}

/**
 * Numbers to choose from, among them the one that is.
 *
 * @param {number[]} usual
 * @param {number} now
 * @param {(n: number) => string} text
 */
function numbers(usual, now, text) {
  const all = usual.includes(now) ? usual : [...usual, now].sort((one, other) => one - other);
  return all.map((n) => ({ value: String(n), text: text(n) }));
}

/** @param {number} n */
const seconds = (n) =>
  n >= 60 && n % 60 === 0
    ? nt("{n} minute", "{n} minutes", n / 60)
    : nt("{n} second", "{n} seconds", n);
