import { afterAll, beforeAll, expect, it } from "vitest";
import { howMuch } from "../how-much.ts";
import {
  type Dialogues,
  holdDialogue,
  judgedDialogues,
  startDialogues,
} from "../standing/run-dialogues.ts";

/** What is agreed with its limits, recipients and thresholds, and the unclear; the others wait for the clock. */
const FEW = [
  "st-p-03",
  "st-p-09",
  "st-p-11",
  "st-p-15",
  "st-e-05",
  "st-e-16",
  "st-e-20",
  "st-e-21",
];
/** Turns that a person would have answered otherwise: a request that is not understood, and a question that was not needed. */
const MOST_WRONG = howMuch(6, 1);

let started: Dialogues;
beforeAll(async () => {
  started = await startDialogues();
});
afterAll(() => started.close());

it("holds the dialogues of people who had not seen the program, and keeps what they agreed on", async () => {
  const all = judgedDialogues().filter(({ id }) => howMuch(true, FEW.includes(id)));
  const wrong: string[] = [];
  for (const dialogue of all)
    for (const turn of await holdDialogue(started, dialogue))
      wrong.push(...turn.wrong.map((why) => `${turn.id} ${turn.text}: ${why}`));
  expect(wrong.filter((each) => /did |keeps /.test(each))).toEqual([]);
  expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(MOST_WRONG);
}, 300_000);
