import fc from "fast-check";
import { expect, it } from "vitest";
import { MAX_PART_CHARS, type Stretch, splitAround, splitMessage } from "./split-message.ts";

it.each<[habit: string, text: string, parts: string[]]>([
  ["leaves a short text whole", "a b\nc", ["a b\nc"]],
  ["leaves a text of exactly the limit whole", "1234567890", ["1234567890"]],
  ["gives nothing for blanks", " \n\t ", []],
  ["prefers a paragraph to a line", "ab\n\ncd\nefghijk", ["ab", "cd\nefghijk"]],
  ["prefers a line to a word", "ab\ncd ef ghij", ["ab", "cd ef ghij"]],
  ["cuts between words", "abcd efgh ijkl", ["abcd efgh", "ijkl"]],
  ["cuts behind a word of full length", "abcdefghij klm", ["abcdefghij", "klm"]],
  ["cuts a word that is too long", "abcdefghijklm", ["abcdefghij", "klm"]],
  ["takes a paragraph with blanks between for one", "ab\n  \ncdefghijkl", ["ab", "cdefghijkl"]],
  ["keeps a family of emoji together", "abcde👩‍👩‍👧‍👦", ["abcde", "👩‍👩‍👧‍👦"]],
  ["keeps an accent with its letter", "abcdefghia\u0301xyz", ["abcdefghi", "a\u0301xyz"]],
])("%s", (_habit, text, parts) => {
  expect(splitMessage(text, text.includes("👩") ? 11 : 10)).toEqual(parts);
});

it("cuts even a single letter with thousands of accents, and no pair in halves", () => {
  for (const text of [`a${"\u0301".repeat(9000)}`, `a${"👍".repeat(9000)}`]) {
    const parts = splitMessage(text);
    expect(parts.join("")).toBe(text);
    expect(parts.every((part) => part.length <= MAX_PART_CHARS && part.isWellFormed())).toBe(true);
  }
});

it("loses nothing but blanks, whatever the text", () => {
  const word = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.constantFrom("\n", "\n\n", " ", "\r\n", "👩‍👩‍👧‍👦", "🇧🇷", "ação"),
  );
  const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(""));
  const withoutBlanks = (value: string) => value.replaceAll(/\s/g, "");
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 80 }), (text, limit) => {
      const parts = splitMessage(text, limit);
      expect(withoutBlanks(parts.join(""))).toBe(withoutBlanks(text));
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(limit);
        expect(part).toBe(part.trim());
        expect(part).not.toBe("");
        expect(part.isWellFormed()).toBe(true);
      }
    }),
  );
});

const partsOf = (text: string, whole: readonly Stretch[], limit: number) =>
  splitAround(text, whole, limit).map(({ start, end }) => text.slice(start, end));

it.each<[habit: string, text: string, whole: Stretch, parts: string[]]>([
  [
    "cuts before a link that would be cut",
    "ab cd efgh ij",
    { start: 3, end: 12 },
    ["ab", "cd efgh ij"],
  ],
  [
    "leaves a link that fits where it is",
    "ab cd efghijkl",
    { start: 0, end: 5 },
    ["ab cd", "efghijkl"],
  ],
  [
    "cuts a block that is longer than a message",
    "abcd efgh ijkl mnop",
    { start: 0, end: 19 },
    ["abcd efgh", "ijkl mnop"],
  ],
  ["may cut right behind a block", "abcdefgh ijklmn", { start: 0, end: 8 }, ["abcdefgh", "ijklmn"]],
])("%s", (_habit, text, whole, parts) => {
  expect(partsOf(text, [whole], 10)).toEqual(parts);
});

it("loses nothing but blanks, and cuts nothing that fits into a message", () => {
  const text = fc
    .array(fc.constantFrom("palavra", " ", "\n", "\n\n", "ação", "👍", "x".repeat(25)), {
      maxLength: 60,
    })
    .map((words) => words.join(""));
  const withoutBlanks = (value: string) => value.replaceAll(/\s/g, "");
  fc.assert(
    fc.property(text, fc.nat(), fc.integer({ min: 1, max: 20 }), (text, from, length) => {
      const start = text.length === 0 ? 0 : from % text.length;
      const whole = { start, end: Math.min(text.length, start + length) };
      const parts = splitAround(text, [whole], 30);
      expect(withoutBlanks(parts.map(({ start, end }) => text.slice(start, end)).join(""))).toBe(
        withoutBlanks(text),
      );
      for (const { start, end } of parts) expect(end - start).toBeLessThanOrEqual(30);
      // A cut at a blank stretch is no cut.
      const inside = text.slice(whole.start, whole.end).trim();
      if (inside !== "" && inside.isWellFormed() && inside === text.slice(whole.start, whole.end))
        expect(parts.some((part) => part.start <= whole.start && whole.end <= part.end)).toBe(true);
    }),
  );
});
