import { expect, it } from "vitest";
import type { Labelled } from "./labelled.ts";
import { withTypos } from "./typos.ts";

const labelled = (text: string): Labelled => ({
  id: text,
  text,
  locale: "en",
  goal: "RAIN",
  entities: undefined,
});
const many = Array.from({ length: 200 }, (_, at) =>
  labelled(`will the ${at} harbours see thunder tomorrow?`),
);

it("two slips change letters of long words, and nothing else of a label", () => {
  const slipped = withTypos(many);
  slipped.forEach((label, at) => {
    const before = many[at]?.text.split(" ") ?? [];
    const after = label.text.split(" ");
    expect(after).toHaveLength(before.length);
    const changed = before.filter((word, place) => word !== after[place]);
    expect(changed.length).toBeLessThanOrEqual(2);
    for (const word of changed) expect(word.length).toBeGreaterThanOrEqual(4);
    expect(Math.abs(label.text.length - (many[at]?.text.length ?? 0))).toBeLessThanOrEqual(2);
    expect({ ...label, text: "" }).toEqual({ ...many[at], text: "" });
  });
  const unchanged = slipped.filter(({ text }, at) => text === many[at]?.text);
  expect(unchanged.length).toBeLessThan(10);
});

it("the same labels have the same slips", () => {
  expect(withTypos(many)).toEqual(withTypos(many));
});

it.each(["is it wet", "10 20 30", "https://example.com/forecast", ""])(
  "%j stays: no word in it is long enough, or it is an address",
  (text) => expect(withTypos([labelled(text)])[0]?.text).toBe(text),
);
