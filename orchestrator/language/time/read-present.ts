import type { IsoDate } from "#shared/calendar/days.ts";
import { rangeOf } from "#shared/calendar/period.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { periodsIn } from "#shared/recognisers/period.ts";
import { saidIn } from "./piece.ts";

/**
 * The last day of the one period that a text names and that holds today, and the text without it. undefined: it names none,
 * or one that is over or to come. Pure.
 */
export function readPresent(
  text: string,
  locale: Locale,
  today: IsoDate,
): { last: IsoDate; rest: string } | undefined {
  const { words } = saidIn(text, locale);
  const reading = { locale, today: () => today, leaning: "coming" } as const;
  const [only, ...others] = periodsIn({ text, words }, reading);
  const { from, to } = (only && rangeOf(only.value, today)) ?? {};
  if (only === undefined || others.length > 0 || from === undefined || to === undefined)
    return undefined;
  if (from > today || to < today) return undefined;
  const before = text.slice(0, words[only.from]?.start).trimEnd();
  return { last: to, rest: `${before} ${text.slice(words[only.to - 1]?.end).trimStart()}`.trim() };
}
