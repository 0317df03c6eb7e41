import fc from "fast-check";
import { expect, it } from "vitest";
import { type Stretch, splitAround } from "./split-message.ts";

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
