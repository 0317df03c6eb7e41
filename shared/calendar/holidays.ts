import { easterOf, type IsoDate, shift } from "#shared/calendar/days.ts";
import { wordMap } from "#shared/language/words.ts";

/** Days on which no one works, with their names. */
export type Holidays = { nameOf(date: IsoDate): string | undefined };

/** By month and day. */
const NAMES = wordMap("calendar.holidays-of-brazil", "pt-BR");
const nameOf = (day: string): string | undefined => NAMES.get(day)?.join(" ");
const SINCE: ReadonlyMap<string, number> = new Map([["11-20", 2024]]);

/** The national holidays of Brazil, with the further days that an operator names: "2026-02-17" and what it is called. */
export function nationalHolidays(further: ReadonlyMap<IsoDate, string> = new Map()): Holidays {
  return {
    nameOf(date) {
      const day = date.slice(5);
      const year = Number(date.slice(0, 4));
      const fixed = year >= (SINCE.get(day) ?? 0) ? nameOf(day) : undefined;
      if (fixed !== undefined) return fixed;
      if (shift(easterOf(year), -2, "day") === date) return nameOf("good-friday");
      return further.get(date);
    },
  };
}
