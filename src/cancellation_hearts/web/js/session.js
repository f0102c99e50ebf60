// One reader of one table over a socket: it says who it is, hears everything in its order, asks,
// and comes back by itself whenever the line breaks. It knows nothing of the page or of cards.
//
// What was asked and not answered is asked again after a break, with the same id, so that it
// happens once. A line that is silent too long is as good as cut: a phone that slept has one.

/** @typedef {import("./protocol.js").ClientMessage} ClientMessage */
/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("./protocol.js").PersonCommand} PersonCommand */
/** @typedef {import("./protocol.js").Words} Words */
/** @typedef {import("./protocol.js").Done} Done */
/** @typedef {import("./protocol.js").Refused} Refused */

/**
 * How the line is. `lost`: it will be tried again at `at`. `over`: it will not, and why.
 *
 * @typedef {{ status: "joining" } | { status: "open" } | { status: "lost", since: number, at: number }
 *   | { status: "over", code: string }} Link
 */

/** Between two signs of life that we ask for; and how long each may take, in milliseconds. */
const BEAT = 5000;
const PATIENCE = 2500;
/** The first wait before another try is at most this; then twice as long, up to the last. */
const FIRST_WAIT = 500;
const LAST_WAIT = 5000;
const GONE = 4000;

export class Session {
  /**
   * @param {object} options
   * @param {string} options.table
   * @param {() => WebSocket} options.open a new socket to the server
   * @param {(message: ServerMessage) => void} options.hear
   * @param {(link: Link) => void} options.link
   * @param {() => string} [options.name] an id nobody used before
   */
  constructor({ table, open, hear, link, name }) {
    this.table = table;
    this.openSocket = open;
    this.hear = hear;
    this.tell = link;
    this.name = name ?? uniqueNames();
    /** @type {Map<string, { message: ClientMessage, settle: (answer: Done | Refused) => void }>} */
    this.waiting = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | null} */
    this.since = null;
    /** @type {number | null} */
    this.heard = null;
    /** @type {string | null} */
    this.log = null;
    this.tries = 0;
    this.lostAt = 0;
    this.lastCode = "";
    this.isReady = false;
    this.over = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** How far the server's clock is before ours, in milliseconds. */
    this.ahead = 0;
    this.pinged = 0;
    this.connect();
  }

  /** @param {PersonCommand} command @returns {Promise<Done | Refused>} */
  ask(command) {
    return this.send({ type: "ask", id: this.name(), command });
  }

  /** @param {Words} words @returns {Promise<Done | Refused>} */
  say(words) {
    return this.send({ type: "say", id: this.name(), words });
  }

  /** The reader looks again: find out at once whether the line still holds. */
  wake() {
    if (this.over) return;
    if (this.socket?.readyState === 1) this.beat();
    else if (this.socket === null) this.connect();
  }

  /** The device has no network any more: nobody needs to find that out first. */
  lose() {
    if (!this.over && this.socket) this.retry();
  }

  close() {
    this.over = true;
    clearTimeout(this.timer);
    this.drop();
  }

  /**
   * @param {Extract<ClientMessage, { id: string }>} message
   * @returns {Promise<Done | Refused>}
   */
  send(message) {
    return new Promise((settle) => {
      this.waiting.set(message.id, { message, settle });
      if (this.isReady) this.socket?.send(JSON.stringify(message));
    });
  }

  connect() {
    clearTimeout(this.timer);
    this.lastCode = "";
    const socket = this.openSocket();
    this.socket = socket;
    this.timer = setTimeout(() => this.cut(socket), PATIENCE * 2);
    socket.onopen = () => {
      const { table, since, heard, log } = this;
      socket.send(JSON.stringify({ type: "hello", table, protocol: 1, since, heard, log }));
      this.ping(socket); // so that the server's clock is known before anything tells a time
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.take(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      const isFinal = event.code === GONE || this.lastCode === "BAD_PROTOCOL";
      if (isFinal) this.end(this.lastCode || "GONE");
      else this.retry();
    };
  }

  /** @param {ServerMessage} message */
  take(message) {
    this.expectBeat();
    switch (message.type) {
      case "welcome":
        this.tries = 0;
        this.lostAt = 0;
        if (message.log !== this.log) this.since = this.heard = null;
        this.log = message.log;
        this.isReady = true;
        this.hear(message);
        this.tell({ status: "open" });
        for (const { message: asked } of this.waiting.values()) {
          this.socket?.send(JSON.stringify(asked));
        }
        this.beat();
        return;
      case "update":
        this.since = message.public.version;
        break;
      case "heard":
        this.heard = message.sayings.at(-1)?.version ?? this.heard;
        break;
      case "done":
      case "refused":
        if (message.id === null) {
          this.lastCode = /** @type {Refused} */ (message).code; // what the close that follows means
          if (this.isReady && this.lastCode === "BAD_MESSAGE") this.giveUpFirst(message);
          return;
        }
        this.waiting.get(message.id)?.settle(message);
        this.waiting.delete(message.id);
        return;
      case "bye":
        if (message.retry === null) this.end(message.reason);
        else this.retry(message.retry);
        return;
      case "pong": {
        const moment = Date.now();
        if (moment - this.pinged > PATIENCE) return; // it waited somewhere, for who knows how long
        this.ahead = message.at - (this.pinged + moment) / 2;
        break;
      }
    }
    this.hear(message);
  }

  /** Answers come in the order of what is asked, so this one could not be read. @param {Done | Refused} answer */
  giveUpFirst(answer) {
    const [first] = this.waiting;
    if (!first) return;
    this.waiting.delete(first[0]);
    first[1].settle(answer);
  }

  /** Ask for a sign of life; if none comes, the line is cut. */
  beat() {
    const { socket } = this;
    if (socket?.readyState !== 1) return;
    this.ping(socket);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.cut(socket), PATIENCE);
  }

  /** @param {WebSocket} socket */
  ping(socket) {
    this.pinged = Date.now();
    socket.send('{"type":"ping"}');
  }

  expectBeat() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.beat(), BEAT);
  }

  /** @param {WebSocket} socket */
  cut(socket) {
    if (socket !== this.socket) return;
    this.lostAt ||= this.pinged; // since then nothing has been heard
    this.retry();
  }

  /** @param {number} [wait] milliseconds; else longer from try to try, and never the same for all */
  retry(wait) {
    this.drop();
    if (this.over) return;
    const most = Math.min(LAST_WAIT, FIRST_WAIT * 2 ** this.tries++);
    const pause = wait ?? most * (0.5 + Math.random() / 2);
    this.lostAt ||= Date.now();
    this.tell({ status: "lost", since: this.lostAt, at: Date.now() + pause });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), pause);
  }

  /** @param {string} code */
  end(code) {
    this.over = true;
    clearTimeout(this.timer);
    this.drop();
    for (const { message, settle } of this.waiting.values()) {
      settle({ type: "refused", id: "id" in message ? message.id : null, code, details: {} });
    }
    this.waiting.clear();
    this.tell({ status: "over", code });
  }

  drop() {
    const { socket } = this;
    this.socket = null;
    this.isReady = false;
    socket?.close();
  }
}

/** Names that no other page and no earlier visit uses. */
function uniqueNames() {
  const bytes = crypto.getRandomValues(new Uint8Array(9)); // randomUUID needs https
  const page = btoa(String.fromCharCode(...bytes)).replace(/[+/]/g, "-");
  let count = 0;
  return () => `${page}.${++count}`;
}
