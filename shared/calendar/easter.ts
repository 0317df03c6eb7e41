import { dateOf, type IsoDate } from "./days.ts";

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
