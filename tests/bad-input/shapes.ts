import type { Json } from "#shared/contracts/json.ts";

/** `{a: {a: ...}}`, so many levels deep. */
export const deep = (levels: number): Json => {
  let value: Json = 1;
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
};

export const nestedArrays = (levels: number): Json => {
  let value: Json = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};

/** Small to send, and dear to read. */
export const empty = (objects: number): Json => Array.from({ length: objects }, () => ({}));

export const wide = (names: number): Json =>
  Object.fromEntries(Array.from({ length: names }, (_, n) => [`k${n}`, n]));
