// What the page has from other people is there, works together, and has types.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  computed,
  effect,
  Fragment,
  h,
  html,
  isValidElement,
  render,
  signal,
  toChildArray,
  useComputed,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSignal,
  useState,
} from "../../src/cancellation_hearts/web/vendor/preact.js";

test("a template is what h would have made", () => {
  const names = ["Ada", "Ben"];
  const list = html`<ol class="seats">${names.map((name) => html`<li key=${name}>${name}</li>`)}</ol>`;
  assert.equal(list.type, "ol");
  assert.equal(list.props.class, "seats");
  const seats = toChildArray(list.props.children).filter(isValidElement);
  assert.deepEqual(
    seats.map(({ type, key, props }) => [type, key, props.children]),
    [
      ["li", "Ada", "Ada"],
      ["li", "Ben", "Ben"],
    ],
  );
});

test("what follows from a signal follows it", () => {
  const points = signal(0);
  const over = computed(() => points.value >= 100);
  const seen = [over.value].slice(1);
  const stop = effect(() => {
    seen.push(over.value);
  });
  points.value = 99;
  points.value = 100;
  stop();
  points.value = 0;
  assert.deepEqual(seen, [false, true]);
});

test("hooks are there", () => {
  const hooks = [useComputed, useEffect, useLayoutEffect, useMemo, useRef, useSignal, useState];
  for (const there of [...hooks, Fragment, h, render]) {
    assert.equal(typeof there, "function");
  }
});
