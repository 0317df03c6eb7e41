import { type IsoDate, shift } from "#shared/calendar/days.ts";
import { easterOf } from "#shared/calendar/easter.ts";

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
