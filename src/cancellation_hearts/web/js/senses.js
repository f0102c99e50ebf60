// What a table is without a look at it and without a mouse: sounds, words read aloud, and keys. All of
// it is fetched together, once the page is at rest.

import { listenAloud } from "./announce.js";
import { listenToKeys } from "./keys.js";
import { listen as listenForSounds } from "./sounds.js";

/** Begin with all of them; the answer ends them. */
export function listen() {
  const stops = [listenForSounds(), listenAloud(), listenToKeys()];
  return () => {
    for (const stop of stops) stop();
  };
}
