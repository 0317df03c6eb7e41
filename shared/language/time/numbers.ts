import {
  type Args,
  isDayNumber,
  keyed,
  type LengthPart,
  type Meaning,
  MOST_UNITS,
  number,
  type Production,
  take,
  unitIn,
} from "./meaning.ts";

/** Numbers, names that stand for one, units, and lengths of time. */
export const NUMBERS: Readonly<Record<string, Production>> = {
  /** Classes of words, by their names. */
  words: { make: () => ({ is: "word" }) },
  number: keyed("number"),
  "loose-number": {
    gives: "number",
    make: ({ key }) => ({ is: "number", n: Number(key), loose: true }),
  },
  figures: { gives: "number", make: (args) => take(args, "number", "n") },
  decimal: {
    gives: "number",
    make(args) {
      const [whole, more] = [number(args, "a"), number(args, "b")];
      return whole === undefined || more === undefined
        ? undefined
        : { is: "number", n: Number(`${whole}.${more}`), written: true };
    },
  },
  sum: { gives: "number", make: sumOf },
  /** A comma may stand behind thousands, and behind no tens: there another number begins. */
  "sum-of-thousands": {
    gives: "number",
    make: (args) => ((number(args, "a") ?? 0) >= 1000 ? sumOf(args) : undefined),
  },
  ordinal: keyed("ordinal"),
  "figure-ordinal": { gives: "figure-ordinal", make: (args) => take(args, "number", "n") },
  "marked-ordinal": {
    gives: "ordinal",
    make: (args) => take(args, "number", "figure-ordinal"),
  },
  day: {
    gives: "day",
    make(args) {
      const found = take(args, "number", "number", "ordinal");
      return isDayNumber(found?.n) && found?.loose !== true ? found : undefined;
    },
  },
  "figure-day": {
    gives: "figure-day",
    make(args) {
      const found = take(args, "number", "number", "ordinal");
      return isDayNumber(found?.n) && found?.written === true ? found : undefined;
    },
  },
  unit: unit("unit"),
  units: unit("units"),
  "unit-compact": unit("unit-compact"),
  month: keyed("month"),
  "month-short": keyed("month-short"),
  /** Short names that are other words where no day or year stands beside them. */
  "month-behind": keyed("month-behind"),
  weekday: keyed("weekday"),

  /** So many of a unit, and the key more; as many as the key says where no number is said. */
  length: {
    gives: "length",
    make(args) {
      const part = unitIn(args);
      const said = take(args, "number", "number", "n");
      const n = (said?.n ?? 0) + Number(args.key);
      if (part === undefined || n <= 0) return undefined;
      const loose = said?.loose === true && said.n > 1;
      return { is: "length", parts: [partOf(n, part)], ...(loose && { loose }) };
    },
  },
  "length-sum": {
    gives: "length",
    make(args) {
      const [more, less] = [take(args, "length", "a"), take(args, "length", "b")];
      const [next, further] = less?.parts ?? [];
      const isNew = more?.parts.every(({ unit: said }) => said !== next?.unit) === true;
      return more !== undefined && next !== undefined && further === undefined && isNew
        ? { is: "length", parts: [...more.parts, next] }
        : undefined;
    },
  },
  /** So long from now. */
  offset: { gives: "offset", passes: "always", make: (args) => take(args, "length") },
  /** Hours and minutes in figures, and minutes behind the hours without a word for them. */
  "length-clock": {
    gives: "length",
    make(args) {
      const [hours, minutes] = [number(args, "hour"), number(args, "minute")];
      const before = take(args, "length")?.parts ?? [{ unit: "hour", count: hours ?? 0 }];
      const [part, more] = before;
      if (part?.unit !== "hour" || more !== undefined || minutes === undefined) return undefined;
      const isOdd = hours === undefined && (minutes % 5 !== 0 || minutes < 5 || minutes > 55);
      return isOdd || minutes > 59
        ? undefined
        : { is: "length", parts: [part, { unit: "minute", count: minutes }] };
    },
  },
  last: lasting("last"),
  next: lasting("next"),
  lasting: lasting("open"),
};

const FORM = /^P(T?)(\d+)([DWMYHS])$/;
const LETTERS: Readonly<Record<string, LengthPart["unit"]>> = {
  ...{ D: "day", W: "week", M: "month", Y: "year", TH: "hour", TM: "minute", TS: "second" },
};

/** A unit whose key is a duration of ISO 8601: a quarter is P3M. */
function unit(gives: string): Production {
  return {
    gives,
    make({ key }) {
      const [, time = "", count, letter = ""] = FORM.exec(key) ?? [];
      const name = LETTERS[time + letter];
      return name && { is: "unit", part: { unit: name, count: Number(count) } };
    },
  };
}

/** Tens and ones, and what is said in words alone: behind figures another number begins. */
function sumOf(args: Args): Meaning | undefined {
  const [more, less] = [take(args, "number", "a"), take(args, "number", "b")];
  if (more === undefined || less === undefined || more.written === true || less.written === true)
    return undefined;
  const size = more.n >= 1000 ? 1000 : more.n >= 100 ? 100 : more.n >= 20 ? 10 : 1;
  return more.n % size === 0 && less.n > 0 && less.n < size
    ? { is: "number", n: more.n + less.n }
    : undefined;
}

/** Half a year is six months, half an hour thirty minutes. */
function partOf(n: number, { unit: name, count }: LengthPart): LengthPart {
  const all = n * count;
  const smaller = Number.isInteger(all) ? undefined : SMALLER[name];
  const less = smaller && Math.round(all * smaller.count * 1000) / 1000;
  return smaller !== undefined && Number.isInteger(less)
    ? { unit: smaller.unit, count: less ?? 0 }
    : { unit: name, count: all };
}
const SMALLER: Partial<Record<LengthPart["unit"], LengthPart>> = {
  year: { unit: "month", count: 12 },
  day: { unit: "hour", count: 24 },
  hour: { unit: "minute", count: 60 },
  minute: { unit: "second", count: 60 },
};

/** A length up to now, or from now on: one that was said, or as many of a unit as the key says. */
function lasting(way: "last" | "next" | "open"): Production {
  return {
    gives: "period",
    make(args) {
      const one = unitIn(args);
      const parts =
        one === undefined
          ? take(args, "length")?.parts
          : [partOf(number(args, "number") ?? Number(args.key), one)];
      const [part, more] = parts ?? [];
      if (part === undefined || more !== undefined) return undefined;
      const { unit: name, count } = part;
      if (name === "minute" || name === "second") return undefined;
      if (!Number.isInteger(count) || count < 1 || count > MOST_UNITS) return undefined;
      return { is: "period", period: { is: "duration", unit: name, count, way } };
    },
  };
}
