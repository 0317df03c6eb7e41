import { startsOf } from "./ids.ts";

/** Texts by number: the letters of text t are at starts[t] .. starts[t + 1]. */
export type Texts = { readonly letters: Uint8Array | Uint16Array; readonly starts: Int32Array };

/** Letters of a byte each: folded words in Latin script have no others. */
const NARROW = /^[\0-\xff]*$/;
const LEAST_SLOTS = 16;
/** Of the slots, at most so many are taken. */
const FULL = 0.7;

/** Two typed arrays for what takes a Map of strings four times the memory, and is read from a file as it is. */
export function packTexts(texts: readonly string[]): Texts {
  const starts = new Int32Array(texts.length + 1);
  texts.forEach((text, at) => {
    starts[at + 1] = text.length;
  });
  const size = startsOf(starts)[texts.length] ?? 0;
  const letters = texts.every((text) => NARROW.test(text))
    ? new Uint8Array(size)
    : new Uint16Array(size);
  let to = 0;
  for (const text of texts)
    for (let at = 0; at < text.length; at++) letters[to++] = text.charCodeAt(at);
  return { letters, starts };
}

/**
 * Finds the number of a text; -1 for one that is not among them.
 * Cost: making it, one pass over all letters; a look, one over the text's
 */
export function textIds({ letters, starts }: Texts): (text: string) => number {
  const count = starts.length - 1;
  let length = LEAST_SLOTS;
  while (length * FULL < count) length *= 2;
  /** The number in each slot, one more than it is; 0: there is none. */
  const slots = new Int32Array(length);
  const mask = length - 1;
  for (let id = 0; id < count; id++) {
    let hash = 0;
    const end = starts[id + 1] ?? 0;
    for (let at = starts[id] ?? 0; at < end; at++) hash = mixed(hash, letters[at] ?? 0);
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = id + 1;
  }

  function is(id: number, text: string): boolean {
    const start = starts[id] ?? 0;
    if ((starts[id + 1] ?? 0) - start !== text.length) return false;
    for (let at = 0; at < text.length; at++)
      if (letters[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  return (text) => {
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = mixed(hash, text.charCodeAt(at));
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = (slots[slot] ?? 0) - 1;
      if (id < 0 || is(id, text)) return id;
    }
  };
}

/** One more letter. The high bits come down, where the slot is taken from. */
const mixed = (hash: number, letter: number): number => {
  const next = Math.imul(hash ^ letter, 0x9e3779b1);
  return next ^ (next >>> 15);
};
