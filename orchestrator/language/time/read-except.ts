import { wordSet } from "#shared/language/words.ts";
import { endOf } from "./phrases.ts";
import { type Piece, type Said, wordAt } from "./piece.ts";
import { dayAt } from "./read-day.ts";
import { endIn, saidAt } from "./said-at.ts";

export function exceptDays(said: Said, at: number): Piece[] | undefined {
  const { lexicon, words } = said;
  const led = endOf(lexicon.except, words, at);
  if (led === undefined) return undefined;
  const days: number[] = [];
  const single: Piece[] = [];
  let holidays = false;
  let to = led;
  for (let next = led; ; ) {
    const off = endIn(said, next, "holidays");
    const weekends = endIn(said, next, "weekend");
    const isOther = off !== undefined || weekends !== undefined;
    const date = isOther ? undefined : singleDayAt(said, next);
    const found = isOther || date !== undefined ? undefined : weekdaysAt(said, next);
    const end = off ?? weekends ?? date?.to ?? found?.to;
    if (end === undefined) break;
    holidays ||= off !== undefined;
    days.push(...(weekends === undefined ? (found?.days ?? []) : [0, 6]));
    if (date !== undefined) single.push(date);
    to = end;
    next = end;
    while (JOINED.has(wordAt(said, next)) && next < end + 2) next++;
  }
  return to > led ? [{ is: "except", days, holidays, single, from: at, to }] : undefined;
}

/** Days of the week, one after another. */
export function weekdaysAt(
  said: Said,
  at: number,
): { days: readonly number[]; to: number } | undefined {
  const [found] = saidAt(said, at, "weekday-list");
  return found?.meaning.is === "list" ? { days: found.meaning.days, to: found.to } : undefined;
}

function singleDayAt(said: Said, at: number): Piece | undefined {
  const found =
    dayAt(said, at) ?? (ARTICLES.has(wordAt(said, at)) ? dayAt(said, at + 1) : undefined);
  const isSingle =
    found?.is === "date" || found?.is === "away" || (found?.is === "weekday" && found.next);
  return isSingle ? found : undefined;
}
const ARTICLES = wordSet("words.singular-articles");
const JOINED = wordSet("schedule-times.joins-weekdays");
