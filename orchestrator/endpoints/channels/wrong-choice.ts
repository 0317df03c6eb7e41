import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Choice } from "../../ports/channel.ts";
import { words } from "./words.ts";

/** What comes back has 64 characters at most; the turn is looked up among those of who touches it. */
const CHOICE = /^wrong\.([\w.-]{1,58})$/;

/** What its user chooses to say that an answer was wrong; nothing where nothing was done or told that could be. */
export function wrongChoice(
  { pending, run_id, trace }: Pick<TurnResponse, "pending" | "run_id" | "trace">,
  locale: Locale,
): Choice[][] {
  const choice = `wrong.${run_id}`;
  const isAnswer = trace.plan !== null || trace.schedules !== undefined;
  if (pending !== null || !isAnswer || !CHOICE.test(choice)) return [];
  return [[{ label: words(locale).tapWrong, choice }]];
}

/** The turn that is called wrong; undefined: something else was chosen. */
export const readWrongChoice = (choice: string): string | undefined => CHOICE.exec(choice)?.[1];
