/** A day as ISO text, "2026-10-30". Such texts compare and sort as the days do. */
export type IsoDate = string;

export const units = ["day", "week", "month", "year"] as const;
export type Unit = (typeof units)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

const utc = (date: IsoDate): Date => new Date(`${date}T00:00:00Z`);
export const isoDate = (date: Date): IsoDate => date.toISOString().slice(0, 10);

/** The day of an instant where the exchange is: 23:30 UTC is still the same day in São Paulo. */
export const dayIn = (timezone: string, epochMs: number): IsoDate =>
  formatOf(timezone).format(epochMs);

const formats = new Map<string, Intl.DateTimeFormat>();
/** A zone may also be any offset, and is named by who asks. */
const MOST_ZONES = 100;

/** Making one costs fifty times what using it does. */
function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  // Swedish writes dates as ISO does.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone });
  if (formats.size >= MOST_ZONES) formats.clear();
  formats.set(timezone, format);
  return format;
}

/** Days of a month, 1 for January. */
export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** A day from its parts, or undefined where the calendar has none (31 February). */
export function dateOf(year: number, month: number, day: number): IsoDate | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return isoDate(new Date(Date.UTC(year, month - 1, day)));
}

/** `count` units later, or earlier when negative. A month from 31 January ends on the last day of February. */
export function shift(date: IsoDate, count: number, unit: Unit): IsoDate {
  const from = utc(date);
  if (unit === "day" || unit === "week")
    return isoDate(new Date(from.getTime() + count * (unit === "week" ? 7 : 1) * DAY_MS));
  const months =
    from.getUTCFullYear() * 12 + from.getUTCMonth() + count * (unit === "year" ? 12 : 1);
  const year = Math.floor(months / 12);
  const month = (months % 12) + 1;
  const day = Math.min(from.getUTCDate(), daysInMonth(year, month));
  return isoDate(new Date(Date.UTC(year, month - 1, day)));
}

/** How many days lie between two days; negative where the second one is earlier. */
export const daysFrom = (from: IsoDate, to: IsoDate): number =>
  Math.round((utc(to).getTime() - utc(from).getTime()) / DAY_MS);

/** The first day of the week (Monday), month or year that `date` is in. */
export function startOf(date: IsoDate, unit: Unit): IsoDate {
  if (unit === "day") return date;
  if (unit === "week") return shift(date, -((utc(date).getUTCDay() + 6) % 7), "day");
  return unit === "month" ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`;
}

/** 0 is Sunday. */
export const weekdayOf = (date: IsoDate): number => utc(date).getUTCDay();

/** Monday to Friday between two days, both included, in order. */
export function weekdays(from: IsoDate, to: IsoDate): IsoDate[] {
  const days: IsoDate[] = [];
  for (let at = utc(from).getTime(); at <= utc(to).getTime(); at += DAY_MS) {
    const day = new Date(at);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) days.push(isoDate(day));
  }
  return days;
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
