import { expect, it } from "vitest";
import { afterLead, correctionFirst } from "./after-lead.ts";

it("a message without the words that only lead to it", () => {
  expect(afterLead("deixa, me dá as maiores altas")).toMatchObject({
    rest: "me dá as maiores altas",
    letsGo: true,
  });
  expect(afterLead("deixa que eu apago")).toBeUndefined();
  expect(afterLead("nah just the top 3")?.rest).toBe("just the top 3");
});

it.each([
  ["nah, the first, I meant", "I meant the first"],
  ["da vale, eu quis dizer", "eu quis dizer da vale"],
  ["the third I mean.", "I mean the third"],
])("%s: what was meant stands behind the words that say so", (text, said) =>
  expect(correctionFirst(text)).toBe(said),
);
it.each(["I meant the first", "I meant", "anota: foi o que eu quis dizer", "the first"])(
  "%s stays as it is",
  (text) => expect(correctionFirst(text)).toBe(text),
);
