// One table, whatever state it is in: the door for strangers, the room before a game, the game itself,
// and what came of a hand.

import { computed, effect, html, useEffect } from "../vendor/preact.js";
import { enter, leave, putAside, wake, watchTitle } from "./play.js";
import { gathers, kept, link, mySeat, now, panel, person, watches } from "./state.js";
import { LostLine, Table } from "./table.js";
import { lazy } from "./ui.js";
import { t } from "./words.js";

const Door = lazy(() => import("./door.js"), "Door", "room.css");
const Lobby = lazy(() => import("./lobby.js"), "Lobby", "room.css");
const Result = lazy(() => import("./result.js"), "Result", "result.css");

/** @param {{ table: string }} props its name */
export function Room({ table }) {
  useEffect(() => {
    enter(table);
    return leave;
  }, [table]);
  useEffect(watchTitle, []);
  useEffect(keepAwake, []);
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

/** While a game is played at my seat the screen stays on, where the browser lets us. */
function keepAwake() {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let isAsking = false;
  const isWanted = computed(() => {
    const table = now.value?.public;
    return mySeat.value !== null && Boolean(table?.playing) && table?.paused === null;
  });
  const look = async () => {
    if (!isWanted.value || document.visibilityState !== "visible") {
      lock?.release();
      lock = null;
      return;
    }
    if (isAsking || lock?.released === false) return;
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      return; // a network at home is not trusted with it, a battery that runs low neither
    } finally {
      isAsking = false;
    }
    if (!isWanted.value) look();
  };
  const stop = effect(() => {
    look();
  });
  document.addEventListener("visibilitychange", look);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", look);
    lock?.release();
  };
}
