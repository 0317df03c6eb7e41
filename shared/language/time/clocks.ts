import {
  type Args,
  type DayPart,
  type Manner,
  type Meaning,
  number,
  type Production,
  take,
} from "./meaning.ts";

/** Times of day, and parts of it. */
export const CLOCKS: Readonly<Record<string, Production>> = {
  hour: within("hour", 24),
  minute: within("minute", 59),
  "minutes-in-words": {
    gives: "minutes-in-words",
    make(args) {
      const found = take(args, "number");
      return found?.written === true || found?.loose === true ? undefined : found;
    },
  },
  "day-part": part("part"),
  "part-noun": part("part-noun"),
  /** The key is its hour: 12.5 is half past noon. */
  "named-clock": {
    gives: "named-clock",
    make: (args) => around(Number(args.key), number(args, "minute") ?? 0, true),
  },
  "clock-of": { gives: "clock", make: (args) => take(args, "clock", "named-clock") },
  /** Hour and minute in figures that nothing else is written as. */
  clock: { gives: "clock", make: clockOf },
  /** The same where something has to say that it is a time. */
  "bare-clock": { gives: "bare-clock", make: clockOf },
  /** Figures without a mark: "1730". */
  "four-figures": {
    gives: "bare-clock",
    make(args) {
      const [hour = 24, minute = 60] = [number(args, "hour"), number(args, "minute")];
      const all = take(args, "number", "n");
      const n = all?.n ?? -1;
      const [h, m] = all === undefined ? [hour, minute] : [Math.floor(n / 100), n % 100];
      const isTime = h <= 23 && m <= 59 && (h > 12 || h < 10);
      return isTime && all?.digits === 4
        ? { is: "clock", hour: h, minute: m, isExact: true }
        : undefined;
    },
  },
  /** So many minutes before the hour or behind it, as the key says. */
  past: { gives: "clock", make: minutesFrom },
  /** So many minutes before the hour; of two figures the second of which is the greater the first is an hour as well. */
  "minutes-to": {
    gives: "clock",
    make(args) {
      const [minute, hour] = [take(args, "number", "minute"), take(args, "number", "hour")];
      const last = hour?.n ?? take(args, "clock")?.hour ?? 0;
      const areHours =
        minute?.written === true && hour?.written !== false && minute.n < (last % 12 || 12);
      return areHours ? undefined : minutesFrom({ ...args, key: "-1" });
    },
  },
  /** What leads a time in makes an hour of a number. */
  "at-clock": {
    gives: "at-clock",
    passes: "always",
    make: (args) => take(args, "clock", "clock", "bare-clock"),
  },
  /** Its half of the day was said: "am", "pm". */
  "clock-half": {
    gives: "clock",
    make(args) {
      const clock = take(args, "clock", "clock", "bare-clock");
      if (clock === undefined) return undefined;
      const { hour, minute } = clock;
      return {
        ...{ is: "clock", minute, isExact: true },
        hour: hour > 12 ? hour : (hour % 12) + (args.key === "pm" ? 12 : 0),
      };
    },
  },
  "clock-part": {
    gives: "clock",
    make(args) {
      const clock = take(args, "clock", "clock", "bare-clock");
      const part = take(args, "part")?.part;
      const hour = clock && part && inPart(clock.hour, part);
      return hour === undefined || clock === undefined
        ? undefined
        : { ...clock, hour: hour % 24, isExact: true };
    },
  },
};

/** The key is the sign of the minutes. */
function minutesFrom(args: Args): Meaning | undefined {
  const counted = number(args, "exact");
  const n = counted ?? number(args, "minute") ?? 1;
  const minutes = n * Number(args.key);
  const [hour, named] = [number(args, "hour"), take(args, "clock")];
  if (counted === undefined && n !== 1 && n % 5 !== 0) return undefined;
  if (named !== undefined)
    return around(named.hour === 0 ? 24 : named.hour, minutes, named.isExact);
  if (hour === undefined || hour > 12) return undefined;
  return around(hour === 1 && minutes < 0 ? 13 : hour, minutes, false);
}

/** The hour of 24 that an hour of a part of the day is; undefined: the part has no such hour. */
export function inPart(hour: number, part: DayPart): number | undefined {
  const known = PART_HOURS[part].find(([from, to]) => from <= hour && hour <= to);
  return known === undefined ? undefined : hour + known[2];
}

/** The hours that are said of each part of the day, and what makes them hours of 24. */
const PART_HOURS: Readonly<
  Record<DayPart, readonly (readonly [from: number, to: number, more: number])[]>
> = {
  dawn: [
    [0, 7, 0],
    [12, 12, -12],
  ],
  morning: [[0, 12, 0]],
  afternoon: [
    [1, 7, 12],
    [12, 19, 0],
  ],
  evening: [
    [0, 4, 0],
    [5, 11, 12],
    [12, 12, -12],
    [17, 24, 0],
  ],
};
const isPart = (text: string): text is DayPart => text in PART_HOURS;

function part(gives: string): Production {
  return { gives, make: ({ key }) => (isPart(key) ? { is: "part", part: key } : undefined) };
}

function within(gives: string, most: number): Production {
  return {
    gives,
    make(args) {
      const found = take(args, "number", "number", "d", "dd");
      return found !== undefined &&
        Number.isInteger(found.n) &&
        found.n <= most &&
        found.loose !== true
        ? found
        : undefined;
    },
  };
}

/** The key says what makes a time of it: a colon, the mark of an hour, the minutes, or nothing. */
function clockOf(args: Args, { counts24 }: Manner): Meaning | undefined {
  const [said, minutes] = [take(args, "number", "hour"), take(args, "number", "minute")];
  if (said === undefined) return undefined;
  const hour = said.n;
  const minute = args.key === "half" ? 30 : (minutes?.n ?? 0);
  if (hour > 24 || minute > 59) return undefined;
  const says24 = hour > 12 || (said.digits === 2 && hour < 10);
  const has = minutes !== undefined || args.key === "half";
  const clock = (isExact: boolean): Meaning => ({
    ...{ is: "clock", hour: hour % 24, minute, isExact: isExact || hour === 24 },
  });
  switch (args.key) {
    case "colon":
      return clock(counts24 || says24);
    case "mark":
      if (minutes !== undefined && !isSaidBehind(minute)) return undefined;
      return clock(says24 || (said.written === true && counts24 && (hour > 4 || has)));
    case "half":
    case "minutes":
      return has && isSaidBehind(minute) ? clock(says24) : undefined;
    case "article":
      return hour === 1 && said.written !== true ? clock(false) : undefined;
    default:
      return hour === 1 && said.written !== true ? undefined : clock(says24);
  }
}

/** Minutes behind an hour; two hours may be named as well. */
const isSaidBehind = (minute: number): boolean => minute >= 5 && (minute % 5 === 0 || minute > 24);

function around(hour: number, minutes: number, isExact: boolean): Meaning {
  const at = hour * 60 + minutes;
  return { is: "clock", hour: Math.floor(at / 60) % 24, minute: at % 60, isExact };
}
