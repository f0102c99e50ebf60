/** What preact.js exports: see README.md. The types are those of the packages it is made from. */
import type { VNode } from "preact";

export * from "@preact/signals";
export * from "preact";
export * from "preact/hooks";

/** htm, bound to h: a template becomes what h would have made. */
export declare function html(strings: TemplateStringsArray, ...values: unknown[]): VNode<Record<string, unknown>>;
