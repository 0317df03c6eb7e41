import { MONTHS, NAMED_DAYS, STRETCHES, WEEKDAYS } from "#shared/calendar/names.ts";

const TIMES_OF_DAY =
  "morning afternoon evening night noon midnight weekend manha tarde noite hora horas hour hours";

/** Words that say when, folded. */
export const CALENDAR_WORDS: ReadonlySet<string> = new Set([
  ...[...MONTHS.keys(), ...WEEKDAYS.keys(), ...STRETCHES.keys()],
  ...NAMED_DAYS.flatMap(([phrase]) => (phrase.length === 1 ? phrase : [])),
  ...TIMES_OF_DAY.split(" "),
]);
