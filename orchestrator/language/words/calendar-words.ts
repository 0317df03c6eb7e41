import { MONTHS, NAMED_DAYS, STRETCHES, WEEKDAYS } from "#shared/calendar/names.ts";
import { wordList } from "#shared/language/words.ts";

/** Words that say when, folded. */
export const CALENDAR_WORDS = new Set([
  ...[...MONTHS.keys(), ...WEEKDAYS.keys(), ...STRETCHES.keys()],
  ...NAMED_DAYS.flatMap(([phrase]) => (phrase.length === 1 ? phrase : [])),
  ...wordList("time.times-of-day"),
]);
