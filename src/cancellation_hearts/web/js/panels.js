// The panels that open over the table, by their names; each is fetched when it is first opened.

import { html } from "../vendor/preact.js";
import { bring } from "./bring.js";
import { closePanel, panel } from "./state.js";
import { lazy } from "./ui.js";

/** @typedef {import("./protocol.js").Update} Update */

/** @type {Record<string, any>} */
const PANELS = {
  last: lazy(() => bring("./last.js"), "LastTrickPanel", "result.css"),
  score: lazy(() => bring("./score.js"), "ScorePanel", "result.css"),
  hands: lazy(() => bring("./hands.js"), "HandsPanel", "result.css"),
  seat: lazy(() => bring("./people.js"), "SeatPanel", "menu.css"),
  people: lazy(() => bring("./people.js"), "PeoplePanel", "menu.css"),
  talk: lazy(() => bring("./talk.js"), "TalkPanel", "menu.css"),
  menu: lazy(() => bring("./menu.js"), "MenuPanel", "menu.css"),
  settings: lazy(() => bring("./tuning.js"), "SettingsPanel", "menu.css"),
  rules: lazy(() => bring("./house.js"), "HouseRulesPanel", "room.css"),
  keys: lazy(() => bring("./help.js"), "KeysPanel", "menu.css"),
  book: lazy(() => bring("./rulebook.js"), "RulesPanel", "pages.css"),
  invite: lazy(() => bring("./invite.js"), "InvitePanel", "room.css"),
};

/** The panel that is open. @param {{ update: Update }} props */
export function Panels({ update }) {
  const [name = "", seat] = (panel.value ?? "").split(" ");
  const Open = PANELS[name];
  return Open
    ? html`<${Open} update=${update} close=${closePanel} seat=${seat === undefined ? null : Number(seat)} />`
    : null;
}
