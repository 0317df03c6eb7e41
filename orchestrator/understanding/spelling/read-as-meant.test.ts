import { expect, it } from "vitest";
import { tokens } from "../../language/text.ts";
import type { Part } from "../clause.ts";
import { SILENCE } from "../clause.ts";
import { readGoals } from "../goal-model.ts";
import { catalogue } from "../understand.fixture.ts";
import { readAsMeant } from "./read-as-meant.ts";

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
  const parts = readAsMeant(sentence, { sure: sentence.words, likely, guessed }, (each): Part[] => [
    {
      sentence: each,
      clause:
        each.words === likely
          ? { ...SILENCE, goal, confidence: meant }
          : { ...SILENCE, goal: own, confidence: said },
    },
  ]);
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
  ["nor where the sure words say next to nothing", [own, 0.99, "spelling"], heard(0.1, own, 0.99)],
  ["what is less certain is not meant", [own, 0.5], heard(0.5, other, 0.4)],
])("%s", (_habit, expected, found) => expect(found).toEqual(expected));
