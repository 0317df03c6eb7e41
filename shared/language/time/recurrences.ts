import {
  type Args,
  type DaysSaid,
  isDayNumber,
  keyed,
  type LengthPart,
  type Meaning,
  number,
  type Production,
  pointOf,
  take,
} from "./meaning.ts";

/** What happens again and again: on which days, or after how long. */
export const RECURRENCES: Readonly<Record<string, Production>> = {
  "weekday-short": keyed("weekday-short"),
  "weekday-plural": keyed("weekday-plural"),
  "weekday-name": { gives: "weekday-name", passes: "alone", make: (args) => dayOfWeek(args) },
  "full-weekday": { gives: "weekday-name", make: (args) => dayOfWeek(args) },
  /** Days of the week, one after another. */
  "weekday-list": listing("weekday-list", "weekday-name", "weekday-plural"),
  "plural-list": {
    gives: "plural-list",
    make(args) {
      const [first, more] = [number(args, "weekday-plural"), take(args, "list", "weekday-list")];
      return first === undefined ? undefined : { is: "list", days: [first, ...(more?.days ?? [])] };
    },
  },
  /** Days of a month: in figures, or with the mark of an ordinal. */
  "month-day": {
    gives: "month-day",
    make(args) {
      const [figures, ordinal] = [
        take(args, "number"),
        take(args, "number", "ordinal", "figure-ordinal"),
      ];
      const found = figures?.written === true ? figures : ordinal;
      return isDayNumber(found?.n) ? found : undefined;
    },
  },
  "month-day-list": listing("month-day-list", "month-day"),
  "days-on": {
    gives: "recurrence",
    make({ key }) {
      const rule = FIXED[key];
      return rule && days(rule);
    },
  },
  each: {
    gives: "recurrence",
    make: ({ key }) =>
      key === "week" || key === "fortnight" || key === "month" || key === "year"
        ? { is: "recurrence", each: key }
        : undefined,
  },
  /** After so long, or after the length of the key. */
  every: {
    gives: "recurrence",
    make(args) {
      const said = take(args, "length");
      if (said?.loose === true) return undefined;
      return afterLength(said?.parts ?? [{ unit: "hour", count: Number(args.key) }]);
    },
  },
  "every-weekday": {
    gives: "recurrence",
    make: (args) => weekdaysOf(take(args, "list", "weekday-list", "plural-list")?.days ?? []),
  },
  /** The same where a time has to follow, so that nothing else is listed. */
  "listed-weekdays": {
    gives: "listed-recurrence",
    make(args) {
      const found = take(args, "list", "weekday-list")?.days ?? [];
      return found.length < 2 ? undefined : weekdaysOf(found);
    },
  },
  "weekday-range": {
    gives: "recurrence",
    make(args) {
      const [from, to] = [number(args, "from"), number(args, "to")];
      if (from === undefined || to === undefined) return undefined;
      const count = ((to - from + 7) % 7) + 1;
      return weekdaysOf(Array.from({ length: count }, (_, at) => (from + at) % 7));
    },
  },
  /** Every other one, of a day of the week or of the weeks. */
  "every-other": {
    gives: "recurrence",
    make(args) {
      const [weekday, again] = [number(args, "weekday-name"), number(args, "again")];
      if (again !== undefined && again !== weekday) return undefined;
      return days({ on: "every_n_days", n: 14, ...(weekday !== undefined && { weekday }) });
    },
  },
  "month-days": {
    gives: "recurrence",
    make(args) {
      const found = take(args, "list", "month-day-list")?.days ?? [];
      const nth = number(args, "nth");
      const all = nth === undefined ? found : [nth];
      return all.length === 0
        ? undefined
        : days({ on: "month_days", days: all.toSorted((a, b) => a - b) });
    },
  },
  "last-place": keyed("last-place"),
  "place-nth": {
    gives: "place-nth",
    make: (args) => take(args, "number", "ordinal", "last-place", "figure-ordinal"),
  },
  "marked-day-list": listing("marked-day-list", "month-day"),
  /** A day of the month by its place: a working day, a day of that name, a day. */
  place: {
    gives: "place",
    make(args) {
      const [nth, weekday] = [
        number(args, "ordinal", "last-place", "figure-ordinal"),
        number(args, "weekday-name"),
      ];
      if (nth === undefined || nth < -1 || nth === 0) return undefined;
      if (weekday !== undefined)
        return nth > 5 ? undefined : days({ on: "nth_weekday", nth, weekday });
      return args.key === "working_day"
        ? days({ on: "nth_working_day", nth })
        : days({ on: "month_days", days: [nth] });
    },
  },
  "every-place": { gives: "recurrence", make: (args) => take(args, "recurrence", "place") },
  /** Without a month each of it may mean something else. */
  "bare-place": {
    gives: "recurrence",
    make(args, { counts24 }) {
      const place = take(args, "recurrence", "place");
      const rule = place?.days;
      if (rule?.on === "nth_weekday" && rule.nth === 2 && !counts24) return VAGUE;
      if (rule?.on !== "month_days") return place;
      const [nth = 0] = rule.days;
      return nth < 2 || counts24 ? VAGUE : days({ on: "every_n_days", n: nth });
    },
  },
  /** The place in a month that is named, in this one, or in one that is not said. */
  "place-once": {
    gives: "place-once",
    make(args) {
      const [place, month] = [take(args, "recurrence", "place"), number(args, "month")];
      const once = month === undefined ? args.key : month;
      return place && { ...place, once };
    },
  },
  "every-part": {
    gives: "recurrence",
    make(args) {
      const part = take(args, "part", "part-noun")?.part;
      return part && { is: "recurrence", days: { on: "every_day" }, part };
    },
  },
  "year-day": {
    gives: "recurrence",
    make(args) {
      const found = pointOf(args);
      if (found?.is !== "date") return undefined;
      const { day, month, year } = found.date;
      return day === undefined || month === undefined || year !== undefined
        ? undefined
        : days({ on: "year_day", month, day });
    },
  },
  "every-vague": { gives: "recurrence", make: () => VAGUE },
};

const VAGUE: Meaning = { is: "recurrence" };
const MOST_DAYS = 366;

const FIXED: Readonly<Record<string, DaysSaid>> = {
  every_day: { on: "every_day" },
  working_days: { on: "working_days" },
  monday_to_friday: { on: "weekdays", days: [1, 2, 3, 4, 5] },
  weekends: { on: "weekdays", days: [0, 6] },
  other_day: { on: "every_n_days", n: 2 },
};

const days = (said: DaysSaid): Meaning => ({ is: "recurrence", days: said });

/** One more than were listed before. */
function listing(gives: string, ...names: readonly string[]): Production {
  return {
    gives,
    make(args) {
      const next = number(args, ...names);
      return next === undefined
        ? undefined
        : { is: "list", days: [...(take(args, "list")?.days ?? []), next] };
    },
  };
}

const dayOfWeek = (args: Args): Meaning | undefined =>
  take(args, "number", "weekday", "weekday-short");

function weekdaysOf(found: readonly number[]): Meaning | undefined {
  const all = [...new Set(found)].toSorted((a, b) => a - b);
  return all.length === 0 ? undefined : days({ on: "weekdays", days: all });
}

function afterLength(parts: readonly LengthPart[]): Meaning {
  let [months, count, ms] = [0, 0, 0];
  for (const { unit, count: n } of parts) {
    if (unit === "month" || unit === "year") months += unit === "year" ? 12 * n : n;
    else if (unit === "day" || unit === "week") count += unit === "week" ? 7 * n : n;
    else ms += n * MS[unit];
  }
  if (months > 0) return months === 1 ? { is: "recurrence", each: "month" } : VAGUE;
  if (count > 0 && ms > 0) return VAGUE;
  if (count === 1) return days({ on: "every_day" });
  return count > 0
    ? days({ on: "every_n_days", n: Math.min(count, MOST_DAYS) })
    : { is: "recurrence", every_ms: Math.round(ms) };
}
const MS = { hour: 3_600_000, minute: 60_000, second: 1000 } as const;
