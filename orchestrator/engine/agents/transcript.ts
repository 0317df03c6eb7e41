import { estimateTokens, type ModelMessage } from "../../ports/language-model.ts";
import type { ModelStep } from "./next-action.ts";
import { type Seen, showObservations } from "./observations.ts";

/** Of the newest answers, where all of them are too much, characters of each text. */
const SHORTER = [2000, 1000, 500, 250];

/**
 * The task, and turn by turn what was said and what came of it. Where there is no room the oldest answers are left
 * out first, and the newest ones, which the next action needs, are shortened last.
 */
export function transcript(
  task: string,
  said: readonly ModelStep[],
  observations: readonly Seen[],
  untrusted: boolean,
  room: number,
): ModelMessage[] {
  const newest = said.length - 1;
  const shown = (from: number, most?: number): ModelMessage[] => [
    { role: "user", text: JSON.stringify({ [untrusted ? "untrusted_task" : "task"]: task }) },
    ...said.flatMap((form, at): ModelMessage[] => [
      { role: "assistant", text: JSON.stringify(form) },
      {
        role: "user",
        text: showObservations(
          observations.filter((each) => each.at === at),
          at < from ? 0 : most,
        ),
      },
    ]),
  ];
  const fits = (messages: readonly ModelMessage[]) =>
    tokensOf(messages.map(({ text }) => text)) <= room;
  for (let from = 0; from <= newest; from += 1) {
    const messages = shown(from);
    if (fits(messages)) return messages;
  }
  const shorter = SHORTER.map((most) => shown(newest, most));
  return shorter.find(fits) ?? shorter.at(-1) ?? shown(0);
}

/** Of several texts, roughly. */
export const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + estimateTokens(text), 0);
