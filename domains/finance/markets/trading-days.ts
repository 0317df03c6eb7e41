import { easterOf, type IsoDate, shift, weekdayOf } from "#shared/calendar/days.ts";

/** On which days of a year an exchange is closed, beside Saturdays and Sundays. */
type Closed = {
  /** Month and day, "12-25". */
  readonly fixed: string;
  /** Days from Easter Sunday. */
  readonly easter: readonly number[];
  /** The first such weekday from a day on: Thanksgiving is the first Thursday (4) from 22 November on. */
  readonly from?: readonly (readonly [monthDay: string, weekday: number])[];
  /** A fixed day on a Sunday closes the Monday, one on a Saturday the Friday, unless that is in another year. */
  readonly isMoved?: true;
};

const FRIDAY = 5;
const MONDAY = 1;
const MIDSUMMER = ["06-19", FRIDAY] as const;

/** By market. Source: the exchanges' own calendars of 2025 and 2026, which these rules give back */
const CLOSED: Readonly<Record<string, Closed>> = {
  BR: {
    fixed: "01-01 04-21 05-01 09-07 10-12 11-02 11-15 11-20 12-24 12-25 12-31",
    easter: [-48, -47, -2, 60],
  },
  US: {
    fixed: "01-01 06-19 07-04 12-25",
    easter: [-2],
    from: [
      ["01-15", MONDAY],
      ["02-15", MONDAY],
      ["05-25", MONDAY],
      ["09-01", MONDAY],
      ["11-22", 4],
    ],
    isMoved: true,
  },
  SE: {
    fixed: "01-01 01-06 05-01 06-06 12-24 12-25 12-26 12-31",
    easter: [-2, 1, 39],
    from: [MIDSUMMER],
  },
  FI: {
    fixed: "01-01 01-06 05-01 12-06 12-24 12-25 12-26 12-31",
    easter: [-2, 1, 39],
    from: [MIDSUMMER],
  },
  DK: {
    fixed: "01-01 06-05 12-24 12-25 12-26 12-31",
    easter: [-3, -2, 1, 39, 40, 50],
  },
};

const known = new Map<string, ReadonlySet<IsoDate>>();

function closedIn(market: string, year: string): ReadonlySet<IsoDate> {
  const name = `${market} ${year}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  const rules = Object.hasOwn(CLOSED, market) ? CLOSED[market] : undefined;
  const days = new Set(rules === undefined ? [] : daysOf(rules, year));
  known.set(name, days);
  return days;
}

function daysOf({ fixed, easter, from = [], isMoved }: Closed, year: string): IsoDate[] {
  const sunday = easterOf(Number(year));
  return [
    ...fixed.split(" ").map((day) => moved(`${year}-${day}`, isMoved === true)),
    ...easter.map((days) => shift(sunday, days, "day")),
    ...from.map(([first, weekday]) => {
      const date = `${year}-${first}`;
      return shift(date, (weekday - weekdayOf(date) + 7) % 7, "day");
    }),
  ];
}

function moved(date: IsoDate, isMoved: boolean): IsoDate {
  const weekday = weekdayOf(date);
  if (!isMoved || (weekday !== 0 && weekday !== 6)) return date;
  const to = shift(date, weekday === 0 ? 1 : -1, "day");
  return to.startsWith(date.slice(0, 4)) ? to : date;
}

/** Whether an exchange trades on a day; of a market that is not known, on every weekday. */
export function isTradingDay(market: string, date: IsoDate): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 0 && weekday !== 6 && !closedIn(market, date.slice(0, 4)).has(date);
}

/** The last day before this one on which an exchange trades. */
export function tradingDayBefore(market: string, date: IsoDate): IsoDate {
  let day = shift(date, -1, "day");
  while (!isTradingDay(market, day)) day = shift(day, -1, "day");
  return day;
}
