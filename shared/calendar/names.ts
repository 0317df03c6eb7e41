import { wordMap, wordNumbers } from "#shared/language/words.ts";
import { type Unit, units } from "./days.ts";

/** Months by their names in every language, folded; 1 is January. */
export const MONTHS = wordNumbers("calendar.months");

/** Days of the week; 0 is Sunday. "segunda" to "sexta" also count ("a segunda", the second one). */
export const WEEKDAYS = wordNumbers("calendar.weekdays");

/** Words that say which day without naming it, and how many days from today it is; the longest phrases first. */
export const NAMED_DAYS: readonly (readonly [phrase: readonly string[], days: number])[] = [
  ...wordNumbers("calendar.named-days"),
]
  .map(([phrase, days]) => [phrase.split(" "), days] as const)
  .toSorted(([one], [other]) => other.length - one.length);

/** So many of a unit. */
export type Stretch = { readonly unit: Unit; readonly count: number };

/** Words for stretches of time: "trimestre" is three months. A day on which the exchange is open counts as a day. */
export const STRETCHES: ReadonlyMap<string, Stretch> = new Map(
  [...wordMap("calendar.stretches")].flatMap(([stretch, names]) =>
    names.map((name): [string, Stretch] => [name, stretchOf(stretch)]),
  ),
);

/** "month 3": a unit, and how many of it. */
function stretchOf(text: string): Stretch {
  const [name, count] = text.split(" ");
  const unit = units.find((each) => each === name);
  if (unit === undefined) throw new Error(`"${text}" is no stretch of time; write "month 3"`);
  return { unit, count: Number(count) };
}
