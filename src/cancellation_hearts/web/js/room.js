// One table, whatever state it is in: the door for strangers, the room before a game, the game itself,
// and what came of a hand.

import { computed, effect, html, useEffect } from "../vendor/preact.js";
import { bring } from "./bring.js";
import { LostLine } from "./lines.js";
import { enter, leave, loseLine, putAside, wake, watchTitle } from "./play.js";
import { DEVICE } from "./route.js";
import { gathers, kept, link, moves, mySeat, now, panel, person, watches } from "./state.js";
import { atRest, lazy } from "./ui.js";
import { t } from "./words.js";

const Door = lazy(() => bring("./door.js"), "Door", "room.css");
const Lobby = lazy(() => bring("./lobby.js"), "Lobby", "room.css");
const Result = lazy(() => bring("./result.js"), "Result", "result.css");
const bringTable = () => bring("./table.js");
const Table = lazy(bringTable, "Table", "table.css");

/** What an entry of the history holds that the way back takes from above the table. */
const OVER = "panel";

/** The way back of the device closes a panel before it leaves the table. */
function closeOnTheWayBack() {
  if (history.state === OVER) history.replaceState(null, ""); // loaded anew under a panel
  let isOurs = false;
  const settle = () => {
    const isOpen = panel.value !== null && panel.value !== "lobby";
    const isMarked = history.state === OVER;
    if (isOpen && !isMarked) history.pushState(OVER, "");
    else if (!isOpen && isMarked && !isOurs) {
      isOurs = true;
      history.back();
    }
  };
  const look = () => {
    if (!isOurs) panel.value = null;
    isOurs = false;
    settle();
  };
  addEventListener("popstate", look);
  const stop = effect(settle);
  return () => {
    removeEventListener("popstate", look);
    stop();
  };
}

/** A link to a seat moves it here, also where this browser has one already. */
function followDevice() {
  const look = () => {
    moves.value = location.hash.startsWith(DEVICE);
  };
  look();
  addEventListener("hashchange", look);
  return () => removeEventListener("hashchange", look);
}

/** @param {{ table: string }} props its name */
export function Room({ table }) {
  useEffect(() => {
    enter(table);
    return leave;
  }, [table]);
  useEffect(() => {
    // While somebody reads at the door, what comes behind it comes, too.
    atRest()
      .then(bringTable)
      .catch(() => {});
  }, []);
  useEffect(() => whenAtRest("./visits.js", ({ remember }) => remember(table)), [table]);
  useEffect(() => whenAtRest("./senses.js", ({ listen }) => listen()), []);
  useEffect(watchTitle, []);
  useEffect(keepAwake, []);
  useEffect(closeOnTheWayBack, []);
  useEffect(followDevice, [table]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const look = () => (document.visibilityState === "visible" ? wake() : putAside());
    document.addEventListener("visibilitychange", look, { signal });
    addEventListener("online", wake, { signal });
    addEventListener("offline", loseLine, { signal });
    addEventListener("pageshow", wake, { signal });
    return () => stop.abort();
  }, []);

  const state = link.value;
  const update = now.value;
  if (state?.status === "over") return html`<${Door} table=${table} code=${state.code} />`;
  if (moves.value || (person.value === null && !watches.value))
    return html`<${Door} table=${table} code=${null} />`;
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

/**
 * What nobody misses at first: a module that does something as long as one is here.
 *
 * @param {string} file
 * @param {(found: any) => () => void} begin
 */
function whenAtRest(file, begin) {
  let stop = () => {};
  let isGone = false;
  atRest()
    .then(() => bring(file))
    .then(
      (found) => {
        if (!isGone) stop = begin(found);
      },
      () => {},
    );
  return () => {
    isGone = true;
    stop();
  };
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
