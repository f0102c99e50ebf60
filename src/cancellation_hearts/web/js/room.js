// One table, whatever state it is in: the door for strangers, the room before a game, the game itself,
// and what came of a hand.

import { html, useEffect } from "../vendor/preact.js";
import { enter, leave, putAside, wake, watchTitle } from "./play.js";
import { gathers, kept, link, now, panel, person, watches } from "./state.js";
import { LostLine, Table } from "./table.js";
import { lazy } from "./ui.js";
import { t } from "./words.js";

const Door = lazy(() => import("./door.js"), "Door", "form.css room.css");
const Lobby = lazy(() => import("./lobby.js"), "Lobby", "form.css room.css");
const Result = lazy(() => import("./result.js"), "Result", "result.css");

/** @param {{ table: string }} props its name */
export function Room({ table }) {
  useEffect(() => {
    enter(table);
    return leave;
  }, [table]);
  useEffect(watchTitle, []);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const look = () => (document.visibilityState === "visible" ? wake() : putAside());
    document.addEventListener("visibilitychange", look, { signal });
    addEventListener("online", wake, { signal });
    addEventListener("pageshow", wake, { signal });
    return () => stop.abort();
  }, []);

  const state = link.value;
  const update = now.value;
  if (state?.status === "over") return html`<${Door} table=${table} code=${state.code} />`;
  if (person.value === null && !watches.value) return html`<${Door} table=${table} code=${null} />`;
  if (!update)
    return html`<main class="page empty"><${LostLine} update=${null} /><p class="sub">${t("Opening the table…")}</p></main>`;
  const { playing, match } = update.public;
  const isScored = match?.deal?.changes !== null && match?.deal?.changes !== undefined;
  if (
    isScored &&
    kept.value === null &&
    (playing || match.winners !== null) &&
    panel.value !== "lobby" &&
    !gathers.value
  ) {
    return html`<${Result} update=${update} />`;
  }
  const isOnTable = playing || kept.value !== null; // the last trick stays to be seen, too
  return isOnTable ? html`<${Table} />` : html`<${Lobby} update=${update} />`;
}
