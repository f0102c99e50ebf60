// The hash is the one that everybody else computes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "../../src/cancellation_hearts/web/js/sha256.js";

/** From FIPS 180-4 and its examples, and by `sha256sum` for the lengths round a block's end. */
const KNOWN = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["a".repeat(55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"],
  ["a".repeat(64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"],
  ["ລາວ", "ffd2a77372285b18edf727f9c97f91ab663869108569368e59fc9106a524bd52"],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
];

for (const [text = "", hash = ""] of KNOWN) {
  test(`it is right for ${text.length} letters`, () => {
    assert.equal(sha256(text), hash);
  });
}
