import { localTimeOf } from "#shared/calendar/zoned.ts";
import { locales } from "#shared/contracts/names.ts";
import { type Say, sayIn } from "#shared/messages/say.ts";
import type { StandingRequests } from "../../turn/turn-deps.ts";

/** A question about a request in words, as whoever has no conversation to answer it in can use it. */
export type ScheduleQuestion = { answer: string; times: number[] };

/**
 * What is asked in a conversation ends with how it is answered there. Here nobody waits for an answer: the request comes
 * again. `times` are the moments that are meant by `options`, in their order; empty for other options. Pure.
 */
export function withoutConversation(
  { answer, options }: { answer: string; options: readonly string[] },
  { readTime }: Pick<StandingRequests, "readTime">,
  { text, now, zone }: { text: string; now: number; zone: string },
): ScheduleQuestion {
  for (const locale of locales) {
    const say = sayIn("replies", locale);
    const hints = [say("answer_with_option"), say("answer_yes_or_no")];
    const hint = hints.find((each) => answer.endsWith(`\n${each}`));
    if (hint === undefined) continue;
    const { instants } = readTime(text, now, zone, locale);
    const times = instants.length === options.length ? [...instants] : [];
    const again = sayAgain(say, times, zone);
    return { answer: `${answer.slice(0, -hint.length)}${again}`, times };
  }
  return { answer, times: [] };
}

function sayAgain(say: Say<"replies">, [first]: readonly number[], zone: string): string {
  if (first === undefined) return say("send_again.option");
  const { date, time } = localTimeOf(first, zone);
  return say("send_again.moment", { day: date, time });
}
