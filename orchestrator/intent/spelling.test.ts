import { expect, it } from "vitest";
import { buildSources } from "./entities/sources.ts";
import { readGoals } from "./goal-model.ts";
import { buildSpelling } from "./spelling.ts";
import { tokens } from "./text.ts";
import { catalogue } from "./understand.fixture.ts";
import { buildUnderstanding } from "./understand.ts";

const goals = readGoals(catalogue);
const spelled = buildSpelling(goals, buildSources(goals).lexicon);
const read = (text: string) =>
  spelled(text, tokens(text))
    .map(({ word }) => word)
    .join(" ");

it.each([
  ["a letter is missing", "previso do tempo", "previsao do tempo"],
  ["a letter is too many", "the weathher today", "the weather today"],
  ["two letters changed places", "meus empretsimos", "meus emprestimos"],
  ["a letter is another, in a long word", "meus emprextimos", "meus emprestimos"],
])("%s: %s is read as %s", (_, text, right) => expect(read(text)).toBe(right));

it.each([
  ["a listed name", "Lisbon"],
  ["what looks like a name", "tempo em Livrro"],
  ["a short word", "tmpo"],
  ["another ending", "livrou"],
  ["another beginning", "lorecast"],
  ["a word that anybody uses", "travel"],
  ["codes and numbers", "liv4o 12345"],
])("%s is left alone: %s", (_, text) =>
  expect(read(text)).toBe(
    tokens(text)
      .map(({ word }) => word)
      .join(" "),
  ),
);

it("values stay in the person's own letters", () => {
  const { intent } = buildUnderstanding(catalogue).understand("qual a previso de Oslo", {
    lastFrame: null,
  });
  expect([intent.tier, intent.entities]).toEqual(["template", { place_text: "Oslo" }]);
});
