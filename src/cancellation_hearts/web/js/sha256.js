// SHA-256 (FIPS 180-4) in a few lines: browsers have it only on https, and a home network has none.

/**
 * The first 32 bits behind the point of a root of the first primes.
 *
 * @param {number} power
 * @param {number} count
 */
function roots(power, count) {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false;
    if (isPrime) found.push(((n ** power % 1) * 2 ** 32) | 0);
  }
  return found;
}

const START = roots(1 / 2, 8);
const ROUNDS = roots(1 / 3, 64);

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The hash of a text (as UTF-8) in hexadecimal. @param {string} text */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const size = (((bytes.length + 8) >> 6) + 1) << 6;
  const data = new DataView(new ArrayBuffer(size));
  bytes.forEach((byte, index) => {
    data.setUint8(index, byte);
  });
  data.setUint8(bytes.length, 0x80);
  data.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  data.setUint32(size - 4, bytes.length << 3);
  const state = [...START];
  const words = new Int32Array(64);
  const at = (/** @type {ArrayLike<number>} */ list, /** @type {number} */ index) =>
    list[index] ?? 0;
  for (let block = 0; block < size; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        words[i] = data.getInt32(block + i * 4);
        continue;
      }
      const [a, b] = [at(words, i - 15), at(words, i - 2)];
      const small = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const large = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[i] = at(words, i - 16) + small + at(words, i - 7) + large;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const big = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + big + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i)) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
      state[index] = (at(state, index) + word) | 0;
    });
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
