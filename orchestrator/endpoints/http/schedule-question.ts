import { type Locale, locales } from "#shared/contracts/names.ts";
import { localTimeOf } from "../../calendar/zoned.ts";
import { phrases } from "../../turn/reply/phrases.ts";
import type { StandingRequests } from "../../turn/turn-deps.ts";

/** With one of the options; of moments, as they are read the same everywhere. */
type Again = { option: string; moment: (day: string, time: string) => string };
const SEND_AGAIN: Readonly<Record<Locale, Again>> = {
  "pt-BR": {
    option: "Envie o pedido de novo, com uma destas opções no texto.",
    moment: (day, time) => `Envie o pedido de novo, com o momento como em “em ${day} às ${time}”.`,
  },
  en: {
    option: "Send the request again, with one of these in its text.",
    moment: (day, time) => `Send the request again, with the time as in “on ${day} at ${time}”.`,
  },
};

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
    const { answerWithOption, answerYesOrNo } = phrases(locale);
    const hint = [answerWithOption, answerYesOrNo].find((each) => answer.endsWith(`\n${each}`));
    if (hint === undefined) continue;
    const { instants } = readTime(text, now, zone, locale);
    const times = instants.length === options.length ? [...instants] : [];
    const again = sayAgain(SEND_AGAIN[locale], times, zone);
    return { answer: `${answer.slice(0, -hint.length)}${again}`, times };
  }
  return { answer, times: [] };
}

function sayAgain({ option, moment }: Again, [first]: readonly number[], zone: string): string {
  if (first === undefined) return option;
  const { date, time } = localTimeOf(first, zone);
  return moment(date, time);
}
