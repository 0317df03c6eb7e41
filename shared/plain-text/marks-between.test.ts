import { expect, it } from "vitest";
import { marksBetween } from "./marks-between.ts";

const between = (text: string, before: string, next: string) => {
  const [from, to] = [text.indexOf(before), text.lastIndexOf(next)];
  return marksBetween(
    text,
    { start: from, end: from + before.length },
    { start: to, end: to + next.length },
  );
};

it.each([
  ["call Ana, Rita", ", "],
  ["call Ana\n\nRita", "\n\n"],
  ["call Ana sorry, Rita", " "],
  ["call Ana, please, Rita", ", "],
  ["call Ana please. Rita", " . "],
])("%s: marks of words that were left out go with them", (text, marks) =>
  expect(between(text, "Ana", "Rita")).toBe(marks),
);
