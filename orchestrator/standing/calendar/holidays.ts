import { dateOf, type IsoDate, shift } from "#shared/calendar/days.ts";

/** Days on which no one works, with their names. */
export type Holidays = { nameOf(date: IsoDate): string | undefined };

/** The national holidays of Brazil by month and day (Lei 662/1949, Lei 6.802/1980, Lei 14.759/2023). */
const FIXED: ReadonlyMap<string, string> = new Map([
  ["01-01", "Confraternização Universal"],
  ["04-21", "Tiradentes"],
  ["05-01", "Dia do Trabalho"],
  ["09-07", "Independência do Brasil"],
  ["10-12", "Nossa Senhora Aparecida"],
  ["11-02", "Finados"],
  ["11-15", "Proclamação da República"],
  ["11-20", "Consciência Negra"],
  ["12-25", "Natal"],
]);
const SINCE: ReadonlyMap<string, number> = new Map([["11-20", 2024]]);

/** The national holidays of Brazil, with the further days that an operator names: "2026-02-17" and what it is called. */
export function nationalHolidays(further: ReadonlyMap<IsoDate, string> = new Map()): Holidays {
  return {
    nameOf(date) {
      const day = date.slice(5);
      const year = Number(date.slice(0, 4));
      const fixed = year >= (SINCE.get(day) ?? 0) ? FIXED.get(day) : undefined;
      if (fixed !== undefined) return fixed;
      if (shift(easterOf(year), -2, "day") === date) return "Sexta-feira Santa";
      return further.get(date);
    },
  };
}

/** Easter Sunday of the Gregorian calendar, by Butcher's algorithm. */
export function easterOf(year: number): IsoDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const skipped = Math.floor((century + 8) / 25);
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - skipped + 1) / 3) +
      15) %
    30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - moon - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const at = moon + weekday - 7 * late + 114;
  return dateOf(year, Math.floor(at / 31), (at % 31) + 1) ?? `${year}-04-01`;
}
