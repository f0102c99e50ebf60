// What src/cancellation_hearts/web/vendor/preact.js exports: see tools/vendor.
import htm from "htm";
import { h } from "preact";

export * from "@preact/signals";
export * from "preact";
export * from "preact/hooks";
export const html = htm.bind(h);
