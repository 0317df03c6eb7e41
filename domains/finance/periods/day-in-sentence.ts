import type { Locale } from "#shared/contracts/names.ts";
import { fold } from "#shared/plain-text/fold.ts";
import { type IsoDate, shift, weekdayOf } from "../dates.ts";
import { parseDate } from "./parse-date.ts";
import type { PartialDate } from "./period.ts";

/** One day that is over: so many days ago, the last one of that name (0 is Sunday), or a date. */
export type PastDay =
  | { kind: "ago"; days: number }
  | { kind: "weekday"; weekday: number }
  | { kind: "date"; date: PartialDate };

/** A sentence is looked at this far. */
const MAX_CHARS = 1000;

const AGO: readonly (readonly [pattern: RegExp, days: number])[] = [
  [/\b(?:anteontem|antes de ontem|(?:the )?day before yesterday)\b/, 2],
  [/\b(?:ontem|yesterday)\b/, 1],
];
/** "a segunda" is also the second one, so in Portuguese more than the name has to be said. */
const WEEKDAYS: readonly RegExp[] = [
  "domingo(?:-feira)?",
  "segunda",
  "terca",
  "quarta",
  "quinta",
  "sexta",
  "sabado(?:-feira)?",
].map(
  (name) =>
    new RegExp(
      `\\b(?:(?:na|no|neste|nesta|nessa) (?:ultim[oa] )?${name}|${name}[- ]feira|${name} passad[oa])\\b`,
    ),
);
const ENGLISH_WEEKDAYS: readonly RegExp[] = [
  "sun",
  "mon",
  "tues",
  "wednes",
  "thurs",
  "fri",
  "satur",
].map((name) => new RegExp(`\\b(?:on |last |this )?${name}day(?:'s)?\\b`));
const COMING = /\b(?:que vem|proxim[oa]|next|amanha|tomorrow)\b/;
const STRETCH = /\b(?:desde|a partir|entre|ate|since|from|between|until|till)\b/;
const MONTH = "[a-z]{3,9}";
const DATE = new RegExp(
  `\\b(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[/.]\\d{1,2}(?:[/.]\\d{2,4})?|\\d{1,2}(?:o|st|nd|rd|th)? (?:de |of )?${MONTH}(?:,? (?:de )?\\d{4})?|${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?)(?![\\d/.,]*\\d)`,
  "g",
);

/**
 * The one past day that a sentence asks about; undefined for none, for several, and for a stretch of time.
 * Shape: "quanto fechou a ambev ontem?" gives {kind: "ago", days: 1}, "preço no dia 10/03/2026" the date
 */
export function dayInSentence(sentence: string, locale: Locale): PastDay | undefined {
  const said = fold(sentence.slice(0, MAX_CHARS));
  if (COMING.test(said) || STRETCH.test(said)) return undefined;
  const days = AGO.find(([pattern]) => pattern.test(said))?.[1];
  if (days !== undefined) return { kind: "ago", days };
  const dates = [...said.matchAll(DATE)].flatMap(([text]) => {
    const date = parseDate(text, locale);
    return date?.day === undefined ? [] : [date];
  });
  const [date] = dates;
  if (date !== undefined) return dates.length === 1 ? { kind: "date", date } : undefined;
  const weekday = [WEEKDAYS, ENGLISH_WEEKDAYS]
    .map((names) => names.findIndex((pattern) => pattern.test(said)))
    .find((at) => at >= 0);
  return weekday === undefined ? undefined : { kind: "weekday", weekday };
}

/** The day of that name before `today`, or the one so many days ago. */
export function dayBefore(day: Exclude<PastDay, { kind: "date" }>, today: IsoDate): IsoDate {
  if (day.kind === "ago") return shift(today, -day.days, "day");
  const back = (weekdayOf(today) - day.weekday + 7) % 7;
  return shift(today, -back, "day");
}
