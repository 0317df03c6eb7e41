import {
  type Args,
  dateOf,
  isOfDays,
  type Meaning,
  MONTHS,
  MOST_UNITS,
  number,
  type Point,
  type Production,
  point,
  pointOf,
  take,
  unitIn,
} from "./meaning.ts";

/** Days, and stretches of the calendar. */
export const POINTS: Readonly<Record<string, Production>> = {
  "named-day": {
    gives: "point",
    make: ({ key }) => point({ is: "away", unit: "day", count: Number(key) }),
  },
  /** Today, in words that say more than the day. */
  "part-of-today": { gives: "part-of-today", make: () => point(TODAY) },
  now: { gives: "now", make: () => point(TODAY) },
  /** So long from now, as a day: -1 before, 1 after. */
  away: counted("point"),
  "away-day": counted("away-day"),
  /** Behind a day or a month: a year, or so many years from this one. */
  year: {
    gives: "year",
    make(args) {
      const year = number(args, "yyyy");
      const date = year === undefined ? { yearsAway: Number(args.key) } : { year };
      return { is: "year", date };
    },
  },
  /** Behind a day: so many months from this one. */
  "month-away": {
    gives: "month-away",
    make: ({ key }) => ({ is: "year", date: { monthsAway: Number(key) } }),
  },
  date: {
    gives: "point",
    passes: "alone",
    make(args) {
      const date = dateOf(args);
      return date && point({ is: "date", date });
    },
  },
  "figure-date": {
    gives: "figure-date",
    make(args, { isDayFirst }) {
      const [a, b] = [number(args, "a"), number(args, "b")];
      if (a === undefined || b === undefined) return undefined;
      // A number above 12 can only be the day.
      const [day, month] = a > 12 || (isDayFirst && b <= 12) ? [a, b] : [b, a];
      const isEither = !isDayFirst && a <= 12 && b <= 12 && a !== b;
      const date = { month, day, ...dateOf(args) };
      return point({ is: "date", date, ...(isEither && { isEither }) });
    },
  },
  dated: { gives: "point", make: (args) => take(args, "point") },
  "weekday-of": { gives: "point", passes: "alone", make: weekdayByWay },
  /** The words beside it make it sure. */
  "weekday-by-way": { gives: "point", make: weekdayByWay },
  /** The same with the words that schedules are said with. */
  "day-of-week": {
    gives: "day-of-week",
    passes: "alone",
    make(args) {
      const weekday = number(args, "weekday-name");
      return weekday === undefined
        ? undefined
        : point({ is: "weekday", weekday, way: args.key === "1" ? 1 : 0 });
    },
  },
  /** The unit that today is in, the one before, the next one. */
  whole: {
    gives: "point",
    make(args) {
      const part = unitIn(args);
      // A single day is named otherwise.
      if (part === undefined || !isOfDays(part.unit) || part.unit === "day") return undefined;
      return point({ is: "whole", unit: part.unit, count: part.count, away: Number(args.key) });
    },
  },
  "whole-week": {
    gives: "whole-week",
    make: ({ key }) => point({ is: "whole", unit: "week", count: 1, away: Number(key) }),
  },
  weekend: { gives: "point", make: ({ key }) => point({ is: "weekend", away: Number(key) }) },
  /** Three or six months of a year, by their place. */
  "part-of-year": {
    gives: "point",
    make(args) {
      const nth = number(args, "ordinal", "d");
      const months = args.key === "3" ? 3 : 6;
      if (nth === undefined || nth < 1 || nth > 12 / months) return undefined;
      const date = dateOf(args);
      return date && point({ is: "part", months, nth, date });
    },
  },
  /** A weekday beside its date says no more. */
  "dated-weekday": {
    gives: "dated-weekday",
    make(args) {
      const found = pointOf(args);
      return found?.is === "date" && found.date.day !== undefined ? point(found) : undefined;
    },
  },
  /** The key says which: the last month of that name, this year's, the next. */
  "month-by-way": {
    gives: "point",
    make(args) {
      const [month, way] = [number(args, ...MONTHS), Number(args.key)];
      return month !== undefined && (way === -1 || way === 0 || way === 1)
        ? point({ is: "date", date: { month, way } })
        : undefined;
    },
  },
  /** One of those that another holds; of a day of the week, the one. */
  "nth-of": {
    gives: "point",
    make(args) {
      const nth = number(args, "ordinal", "last-place") ?? 1;
      const [weekday, part, of] = [number(args, "weekday-name"), unitIn(args), pointOf(args, "of")];
      if (of === undefined || of.is === "away" || of.is === "weekday") return undefined;
      if (weekday !== undefined) return point({ is: "nth", nth, each: { weekday }, of });
      return part !== undefined && isOfDays(part.unit)
        ? point({ is: "nth", nth, each: { unit: part.unit, count: part.count }, of })
        : undefined;
    },
  },
  edge: {
    gives: "point",
    make(args) {
      const [of, which] = [pointOf(args, "of"), EDGES.find((each) => each === args.key)];
      // The end of a week without a word more is the weekend.
      if (of === undefined || which === undefined || isBareWeek(of, args)) return undefined;
      return point({ is: "edge", which, of });
    },
  },
  feast: feast("feast"),
  /** A day only where a word leads it in. */
  "led-feast": feast("led-feast"),
  /** One of a year, or one that words lead in. */
  "dated-feast": {
    gives: "feast",
    make(args) {
      const found = pointOf(args, "feast") ?? pointOf(args, "led-feast");
      return found?.is === "feast"
        ? point({ ...found, date: take(args, "year")?.date ?? found.date })
        : undefined;
    },
  },
  "day-from": counted("day-from", (args) => {
    const of = DAYS.map((name) => pointOf(args, name)).find((day) => day !== undefined);
    // A week today, or on a day: no other length stands so without a word that counts between them.
    const isWeeks = take(args, "length")?.parts[0]?.unit === "week";
    const isBeside = isWeeks && (args.key !== "weeks" || of?.is === "away");
    return (args.key === "weeks" || args.key === "on") && !isBeside ? undefined : of;
  }),
  decade: {
    gives: "point",
    make(args) {
      const year = number(args, "yyyy") ?? 1900 + (number(args, "dd") ?? 0);
      return year % 10 === 0 && year > 1910 ? point({ is: "decade", year }) : undefined;
    },
  },
};

const isBareWeek = (of: Point, { edges }: Args): boolean =>
  of.is === "whole" && of.unit === "week" && edges.get("of")?.strength === "articled";
const DAYS = ["point", "day-of-week", "feast", "led-feast"];
const EDGES = ["start", "middle", "end", "rest"] as const;
const TODAY: Point = { is: "away", unit: "day", count: 0 };

/** So much behind a day, or before it where the key says so. */
function counted(
  gives: string,
  dayOf: (args: Args) => Point | undefined = () => TODAY,
): Production {
  return {
    gives,
    make(args) {
      const [parts, of] = [take(args, "length", "length", "offset")?.parts, dayOf(args)];
      const areDays = parts?.every(
        ({ unit, count }) => isOfDays(unit) && Number.isInteger(count) && count <= MOST_UNITS,
      );
      return parts === undefined || of === undefined || areDays !== true
        ? undefined
        : point({ is: "counted", sign: args.key === "-1" ? -1 : 1, parts, of });
    },
  };
}

function feast(gives: string): Production {
  return { gives, make: ({ key }) => point({ is: "feast", key }) };
}

function weekdayByWay(args: Args): Meaning | undefined {
  const [weekday, way] = [number(args, "weekday"), Number(args.key)];
  return weekday !== undefined && (way === -1 || way === 0 || way === 1)
    ? point({ is: "weekday", weekday, way })
    : undefined;
}

/** Days from one to another. */
export const PERIODS: Readonly<Record<string, Production>> = {
  at: {
    gives: "period",
    passes: "alone",
    make(args) {
      const found = pointOf(args) ?? pointOf(args, "dated-weekday") ?? pointOf(args, "feast");
      return found && { is: "period", period: { is: "at", point: found } };
    },
  },
  always: { gives: "period", make: () => ({ is: "period", period: { is: "always" } }) },
  "to-date": {
    gives: "period",
    make: ({ key }) => ({
      is: "period",
      period: { is: "to_date", unit: key === "month" ? "month" : "year" },
    }),
  },
  since: bounded("since"),
  after: bounded("after"),
  until: bounded("until"),
  before: bounded("before"),
  "from-to": {
    gives: "period",
    make: (args) =>
      fromTo(
        pointOf(args, "from") ?? monthOf(args, "a"),
        pointOf(args, "to") ?? monthOf(args, "b"),
      ),
  },
  /** The same where nothing opens it: a weekday ends only what a weekday began. */
  "bare-from-to": {
    gives: "period",
    make(args) {
      const [from, to] = [pointOf(args, "from"), pointOf(args, "to")];
      if (from?.is === "weekday" && isLed(args, "from")) return undefined;
      if (to?.is === "weekday" && isLed(args, "to") && from?.is !== "weekday") return undefined;
      return fromTo(from, to);
    },
  },
  /** The month and year of the end are those of the beginning. */
  "day-to-date": {
    gives: "period",
    make: (args) => fromTo(besides(pointOf(args, "to"), args), pointOf(args, "to")),
  },
  "date-to-day": {
    gives: "period",
    make: (args) => fromTo(pointOf(args, "from"), besides(pointOf(args, "from"), args)),
  },
};

/** A day of the month and year that another day is in. */
function besides(of: Point | undefined, args: Args): Point | undefined {
  const day = number(args, "day");
  return of?.is === "date" && of.date.day !== undefined && day !== undefined
    ? { is: "date", date: { ...of.date, day } }
    : undefined;
}

const isLed = ({ edges }: Args, name: string): boolean => edges.get(name)?.strength === "led";

function bounded(is: "since" | "after" | "until" | "before"): Production {
  return {
    gives: "period",
    make(args) {
      const found = pointOf(args);
      return found && { is: "period", period: { is, point: found } };
    },
  };
}

function fromTo(from: Point | undefined, to: Point | undefined): Meaning | undefined {
  return from && to && { is: "period", period: { is: "between", from, to } };
}

function monthOf(args: Args, name: string): Point | undefined {
  const month = number(args, name);
  return month === undefined ? undefined : { is: "date", date: { month } };
}
