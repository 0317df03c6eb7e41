import { describe, expect, it } from "vitest";
import { type Token, tokens } from "../../language/text.ts";
import { type Part, SILENCE } from "../clause.ts";
import { buildSources } from "../entities/sources.ts";
import { readGoals } from "../goal-model.ts";
import { buildTemplateTier } from "../template-tier.ts";
import { catalogue } from "../understand.fixture.ts";
import { buildUnderstanding } from "../understand.ts";
import { buildSpelling, readAsMeant } from "./spelling.ts";

const goals = readGoals(catalogue);
const sources = buildSources(goals);
const templates = buildTemplateTier(goals, sources);
const spelled = buildSpelling(goals, sources.lexicon, templates.words);
const said = (words: readonly Token[]) => words.map(({ word }) => word).join(" ");
const sure = (text: string) => said(spelled(text, tokens(text)).sure);
const likely = (text: string) => said(spelled(text, tokens(text)).likely);

it.each([
  ["a letter is missing", "the wether today", "the weather today"],
  ["a letter is too many", "the weathher today", "the weather today"],
  ["two letters changed places", "meus empretsimos", "meus emprestimos"],
  ["a letter is another, in a long word", "meus emprextimos", "meus emprestimos"],
  ["the first two letters changed places", "rpevisao do tempo", "previsao do tempo"],
  ["a letter is doubled where no word has it", "wwill it rain", "will it rain"],
  ["letters that no word has in a row", "will it rqin", "will it rain"],
])("%s: %s is surely %s", (_, text, right) => expect(sure(text)).toBe(right));

it.each([
  ["another beginning", "lorecast for paris", "forecast for paris"],
  ["what might be another form", "previso do tempo", "previsao do tempo"],
  ["two slips in a word of odd letters", "meus emprxstmos", "meus emprestimos"],
])("%s: %s is only likely %s", (_, text, right) => {
  expect([sure(text), likely(text)]).toEqual([said(tokens(text)), right]);
});

it.each([
  ["a listed name", "Lisbon"],
  ["what looks like a name", "tempo em Livrro"],
  ["another form of a known word", "livrou"],
  ["a word that anybody uses", "travel"],
  ["a word for what is to be done", "excluir"],
  ["codes and numbers", "liv4o 12345"],
  ["what only begins like a known word", "rainbows"],
])("%s is left alone: %s", (_, text) => expect(likely(text)).toBe(said(tokens(text))));

it("names are corrected to what the author wrote down", () => {
  expect(likely("forecast for Lsbon")).toBe("forecast for lisbon");
});

const understanding = buildUnderstanding(catalogue);
const intentOf = (text: string) => understanding.understand(text, { lastFrame: null }).intent;

it("values stay in the person's own letters", () => {
  const { tier, entities } = intentOf("vai chver em Oslo");
  expect([tier, entities]).toEqual(["template", { place_text: "Oslo" }]);
});

it("what was likely meant is shown, where it made the difference", () => {
  const { goal, evidence } = intentOf("lorecast");
  expect(goal).toBe("FORECAST");
  expect(evidence).toContainEqual({
    kind: "spelling",
    detail: '"lorecast" → "forecast"',
  });
});

describe("read as meant", () => {
  const [own, other] = readGoals(catalogue);
  const sentence = {
    text: "mie boks",
    words: tokens("mie boks"),
    locale: "en",
    today: () => undefined,
  } as const;
  const likely = tokens("my books");

  /** The words as they stand mean `own` this certainly, and what was likely meant `goal`. */
  function heard(said: number, goal: typeof own, meant: number, guessed = false) {
    const parts = readAsMeant(
      sentence,
      { sure: sentence.words, likely, guessed },
      (each): Part[] => [
        {
          sentence: each,
          clause:
            each.words === likely
              ? { ...SILENCE, goal, confidence: meant }
              : { ...SILENCE, goal: own, confidence: said },
        },
      ],
    );
    const { goal: found, confidence, doubts } = parts[0]?.clause ?? SILENCE;
    return [found, confidence, ...doubts.map(({ reason }) => reason)];
  }

  it.each([
    ["a clear sentence needs no other spelling", [own, 0.9], heard(0.9, other, 0.99)],
    ["likely words may confirm the goal of the sure ones", [own, 0.99], heard(0.5, own, 0.99)],
    [
      "they never lead to another goal without a question",
      [other, 0.99, "spelling"],
      heard(0.5, other, 0.99),
    ],
    ["nor do guesses", [own, 0.99, "spelling"], heard(0.5, own, 0.99, true)],
    [
      "nor where the sure words say next to nothing",
      [own, 0.99, "spelling"],
      heard(0.1, own, 0.99),
    ],
    ["what is less certain is not meant", [own, 0.5], heard(0.5, other, 0.4)],
  ])("%s", (_habit, expected, found) => expect(found).toEqual(expected));
});
