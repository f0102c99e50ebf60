// How others come to this table: its code, its link, the link as a picture; and how one's own seat
// moves to another device.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useWork } from "./form.js";
import { get, newSecret, trouble } from "./http.js";
import { ask } from "./play.js";
import { DEVICE, route } from "./route.js";
import { sha256 } from "./sha256.js";
import { clockText, Icon, Panel, useNow } from "./ui.js";
import { t } from "./words.js";

/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./protocol.js").Invitation} Invitation */

/** How long a seat may be moved by one link, in milliseconds: the server's, too. */
const MOVE_TIME = 600_000;

/** The name of the table at which we are. */
const here = () => (route.value.screen === "table" ? route.value.table : "");

/** @param {{ update: Update }} props */
export function Invite({ update }) {
  const table = here();
  const [invitation, keep] = useState(/** @type {Invitation | null} */ (null));
  const [error, tell] = useState("");
  const isOpen = update.public.seats.some(({ person = null }) => person === null);
  const me = update.mine?.person;
  useEffect(() => {
    if (me === undefined) return; // who only watches is told nothing
    get(`/api/tables/${table}/invitation`).then((answer) => {
      if (answer.ok) keep(/** @type {Invitation} */ (answer.value));
      else tell(trouble(answer));
    });
  }, [table, isOpen, me]);
  const link = invitation?.link ?? `${location.origin}/t/${table}`;
  const code = invitation?.code;
  return html`<section class="panel invite">
    ${me !== undefined && html`<img class="qr" src=${`/api/tables/${table}/qr.svg`} alt=${t("The link to this table, for a camera")} />`}
    <div class="how">
      ${
        code
          ? html`<p class="sub small">${t("Table code")}</p>
            <p class="code" translate="no">${code.slice(0, 3)} ${code.slice(3)}</p>`
          : html`<p class="sub">${error || (isOpen ? " " : t("No seat is free, so there is no code."))}</p>`
      }
      <${Address} link=${link} />
    </div>
    ${invitation?.near && html`<p class="near">${t("Only this computer can follow the link. To let phones in, end the game and start it again with ./play --lan: nothing is lost.")}</p>`}
    <${Send} link=${link} text=${code ? t("Come and play Cancellation Hearts! The table code is {code}.", { code }) : t("Come and play Cancellation Hearts!")} />
  </section>`;
}

/** An address to look at and to select. @param {{ link: string }} props */
function Address({ link }) {
  return html`<p class="url" translate="no">${link}</p>`;
}

/** The buttons that hand a link on, as far as this device can. @param {{ link: string, text: string, isQuiet?: boolean }} props */
function Send({ link, text, isQuiet }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [said, say] = useState("");
  const copy = async () => {
    const address = box.current?.parentElement?.querySelector(".url");
    const isCopied = await copied(link, address ?? null);
    say(
      isCopied
        ? t("The link is copied.")
        : t("The link is selected: copy it the way your device does."),
    );
  };
  const share = () => {
    navigator
      .share({ title: "Cancellation Hearts", text, url: link })
      .catch((/** @type {Error} */ error) => {
        if (error.name !== "AbortError") copy();
      });
  };
  const canShare = "share" in navigator; // only where the page came by https
  return html`<div class="send" ref=${box}>
    ${canShare && html`<button class="btn ${isQuiet ? "" : "main"}" onClick=${share}><${Icon} name="share" />${t("Share the link")}</button>`}
    <button class="btn ${canShare || isQuiet ? "" : "main"}" onClick=${copy}><${Icon} name="copy" />${t("Copy the link")}</button>
    <p class="said" role="status">${said}</p>
  </div>`;
}

/**
 * Put a text into the clipboard; where a page may not, it is selected at least.
 *
 * @param {string} text
 * @param {Element | null} element that shows it
 */
async function copied(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const selection = getSelection();
    if (!element || !selection) return false;
    selection.selectAllChildren(element);
    return document.execCommand("copy"); // old, but it works on http
  }
}

// --- the panel -----------------------------------------------------------------------------------

/** @param {{ update: Update, close: () => void }} props */
export function InvitePanel({ update, close }) {
  return html`<${Panel} title=${t("Invite")} close=${close}>
    <${Invite} update=${update} />
    ${update.mine && html`<${MoveSeat} isSeated=${update.mine.seat !== null && update.mine.seat !== undefined} />`}
  </${Panel}>`;
}

/** @param {{ isSeated: boolean }} props */
function MoveSeat({ isSeated }) {
  const [moving, show] = useState(
    /** @type {{ link: string, until: number, picture: string } | null} */ (null),
  );
  const now = useNow(1000);
  const [begin, isBusy] = useWork(async () => {
    const secret = newSecret();
    const until = Date.now() + MOVE_TIME;
    if (await ask({ type: "InviteDevice", key: sha256(secret) })) {
      const table = here();
      const answer = await get(`/api/tables/${table}/invitation`);
      const link = answer.ok
        ? /** @type {Invitation} */ (answer.value).link
        : `${location.origin}/t/${table}`;
      const picture = await pictureOf(table, secret);
      show({ link: `${link}${DEVICE}${secret}`, until, picture });
    }
  });
  const left = moving ? moving.until - now : 0;
  return html`<section class="panel move">
    <h3>${isSeated ? t("Move my seat to another device") : t("Move my place to another device")}</h3>
    ${
      moving && left > 0
        ? html`<p>${t("Open this link on the other device. It works once, for {time} more; then this page lets go. Give it to nobody else.", { time: clockText(left) })}</p>
          ${moving.picture && html`<img class="qr" src=${moving.picture} alt=${t("The link to my seat, for a camera")} />`}
          <${Address} link=${moving.link} />
          <${Send} link=${moving.link} text=${t("My seat at Cancellation Hearts")} isQuiet=${true} />`
        : html`<p class="sub">${t("You go on there with the same cards and score.")}</p>
          <button class="btn" aria-busy=${isBusy} onClick=${begin}><${Icon} name="door" />${t("Make a link for my other device")}</button>`
    }
  </section>`;
}

/**
 * The link to my seat as a picture. The secret goes in a body: an address would be noted somewhere.
 *
 * @param {string} table
 * @param {string} secret
 */
async function pictureOf(table, secret) {
  const answer = await fetch(`/api/tables/${table}/qr.svg`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ secret }),
  }).catch(() => null);
  return answer?.ok ? `data:image/svg+xml,${encodeURIComponent(await answer.text())}` : "";
}
