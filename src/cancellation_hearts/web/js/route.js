// Where the reader is, as the address says it; links within the page stay within it.

import { signal } from "../vendor/preact.js";

/** @typedef {{ screen: "start" } | { screen: "table", table: string } | { screen: "page", page: string }} Route */

/** @param {{ pathname: string }} address @returns {Route} */
export function routeOf({ pathname }) {
  const [, first, second] = pathname.split("/");
  if (!first) return { screen: "start" };
  return first === "t" && second
    ? { screen: "table", table: second }
    : { screen: "page", page: first };
}

/** Behind this a link carries the secret by which a seat moves to another device. */
export const DEVICE = "#device=";

export const route = signal(/** @type {Route} */ ({ screen: "start" }));

/** Go to another address of ours without loading the page again. @param {string} path */
export function visit(path) {
  history.pushState(null, "", path);
  route.value = routeOf(location);
  scrollTo(0, 0);
}

/** Begin with what the address says, and follow links and the way back without loading anew. */
export function followLinks() {
  const look = () => {
    route.value = routeOf(location);
  };
  addEventListener("popstate", look);
  addEventListener("click", (event) => {
    const anchor = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
    const isPlain = !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!anchor || !isPlain || anchor.hasAttribute("download") || anchor.hasAttribute("target"))
      return;
    event.preventDefault();
    visit(anchor.getAttribute("href") ?? "/");
  });
  look();
}
