// A module that is needed only now, brought over a line that may break.
//
// A browser remembers that a module did not come, for as long as the page is open, and never asks
// again. So a module is asked for as a mere file first, and whatever it stands on, too; a file that
// does not come may be tried again. Once all are in the browser's cache, the module is made of them.

/** The files that have come, or are coming, by their addresses. */
const come = new Set(
  [...(globalThis.document?.querySelectorAll("link[rel=modulepreload]") ?? [])].map(
    (link) => /** @type {HTMLLinkElement} */ (link).href,
  ),
);

/** How a module names another one on which it stands, as modules are written here. */
const FROM = /^(?:import|export)\b(?:[^"'`;()]*?\bfrom)?\s*["'](\.{1,2}\/[^"']+)["']/gm;

/**
 * @param {string} file beside this one, such as "./talk.js"
 * @returns {Promise<any>} what it exports; fails if anything did not come
 */
export async function bring(file) {
  const address = new URL(file, import.meta.url).href;
  await fetchAll(address);
  return import(address);
}

/** @param {string} address */
async function fetchAll(address) {
  if (come.has(address)) return;
  come.add(address);
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    const text = await answer.text();
    const others = [...text.matchAll(FROM)].map(([, name = ""]) => new URL(name, address).href);
    await Promise.all(others.map(fetchAll));
  } catch (error) {
    come.delete(address);
    throw error;
  }
}
