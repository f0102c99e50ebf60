// The panels that open over the table, by their names; each is fetched when it is first opened.

import { html } from "../vendor/preact.js";
import { panel } from "./state.js";
import { lazy } from "./ui.js";

/** @typedef {import("./protocol.js").Update} Update */

const close = () => {
  panel.value = null;
};

/** @type {Record<string, any>} */
const PANELS = {
  last: lazy(() => import("./last.js"), "LastTrickPanel", "result.css"),
  score: lazy(() => import("./score.js"), "ScorePanel", "result.css"),
  hands: lazy(() => import("./hands.js"), "HandsPanel", "result.css"),
  seat: lazy(() => import("./people.js"), "SeatPanel", "menu.css"),
  people: lazy(() => import("./people.js"), "PeoplePanel", "menu.css"),
  talk: lazy(() => import("./talk.js"), "TalkPanel", "menu.css"),
  menu: lazy(() => import("./menu.js"), "MenuPanel", "menu.css"),
  settings: lazy(() => import("./tuning.js"), "SettingsPanel", "menu.css"),
  rules: lazy(() => import("./house.js"), "HouseRulesPanel", "room.css"),
  book: lazy(() => import("./rulebook.js"), "RulesPanel", "pages.css"),
  invite: lazy(() => import("./invite.js"), "InvitePanel", "room.css"),
};

/** The panel that is open. @param {{ update: Update }} props */
export function Panels({ update }) {
  const [name = "", seat] = (panel.value ?? "").split(" ");
  const Open = PANELS[name];
  return Open
    ? html`<${Open} update=${update} close=${close} seat=${seat === undefined ? null : Number(seat)} />`
    : null;
}
