// Where the page begins: what the address asks for is shown, and a link within the page stays in it.

import { html, render } from "../vendor/preact.js";
import { bring } from "./bring.js";
import { followLinks, route } from "./route.js";
import { applySettings } from "./settings.js";
import { atRest, bringWords, lazy, patiently } from "./ui.js";
import { speakLater } from "./words.js";

const Start = lazy(() => bring("./start.js"), "Start", "start.css");
const Room = lazy(() => bring("./room.js"), "Room");
const Pages = lazy(() => bring("./pages.js"), "Pages", "pages.css");

function App() {
  const where = route.value;
  if (where.screen === "table") return html`<${Room} key=${where.table} table=${where.table} />`;
  return where.screen === "page" ? html`<${Pages} page=${where.page} />` : html`<${Start} />`;
}

/** The drawings of all cards and signs, once, for everything that shows one. */
async function bringDrawings() {
  const text = await patiently(async () => {
    const answer = await fetch(new URL("../cards.svg", import.meta.url));
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  });
  const drawings = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  drawings.setAttribute("class", "drawings");
  document.body.append(document.adoptNode(drawings));
}

/** English stands in the code, but for why something is refused; other languages come first. */
async function bringFirstWords() {
  speakLater(bringWords);
  if (document.documentElement.lang === "en")
    atRest()
      .then(bringWords)
      .catch(() => {});
  else await bringWords().catch(() => {}); // without them the page speaks English
}

applySettings();
followLinks();
bringDrawings();
bringFirstWords().then(() =>
  render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app"))),
);
