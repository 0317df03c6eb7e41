import type { Kind, LengthPart, Meaning, MeaningOf, Meant, PartialDate, Point } from "./meaning.ts";

/** What a pattern took, by the names that it gives, and the key that its phrase stands under. */
export type Args = { readonly key: string; readonly edges: ReadonlyMap<string, Meant> };

/** How a language writes: 03/04 is in April where the day comes first; 9:30 is in the morning where hours count to 24. */
export type Manner = { readonly isDayFirst: boolean; readonly counts24: boolean };

/** Puts meanings together to one of the category that it gives; undefined: they do not go together. */
export type Production = {
  /** Absent: the category is the key. */
  readonly gives?: string;
  /** It says no more than the part that says least: always, or where there is only one. */
  readonly passes?: "always" | "alone";
  readonly make: (args: Args, manner: Manner) => Meaning | undefined;
};

/** No one counts further, in units of a period. */
export const MOST_UNITS = 1500;

/** What was taken under a name, where it means something of that kind. */
export function take<K extends Kind>(
  { edges }: Args,
  is: K,
  ...names: readonly string[]
): MeaningOf<K> | undefined {
  for (const name of names.length === 0 ? [is] : names) {
    const meaning = edges.get(name)?.meaning;
    if (meaning !== undefined && isOf(meaning, is)) return meaning;
  }
  return undefined;
}
const isOf = <K extends Kind>(meaning: Meaning, is: K): meaning is MeaningOf<K> =>
  meaning.is === is;

export const number = (args: Args, ...names: readonly string[]): number | undefined =>
  take(args, "number", ...names)?.n;
export const pointOf = (args: Args, name = "point"): Point | undefined =>
  take(args, "point", name)?.point;
export const point = (made: Point): Meaning => ({ is: "point", point: made });
export const unitIn = (args: Args): LengthPart | undefined =>
  take(args, "unit", "unit", "units", "unit-compact")?.part;

/** So much says a name by its key. */
export const keyed = (gives: string): Production => ({
  gives,
  make: ({ key }) => ({ is: "number", n: Number(key) }),
});

export const isOfDays = (
  unit: LengthPart["unit"],
): unit is Exclude<LengthPart["unit"], "hour" | "minute" | "second"> =>
  unit === "day" || unit === "week" || unit === "month" || unit === "year";

export const isDayNumber = (n: number | undefined): n is number =>
  n !== undefined && n >= 1 && n <= 31;

export const MONTHS = ["month", "month-short", "month-behind"] as const;

/** A date of the parts that were said; undefined: a month has no such day. */
export function dateOf(args: Args): PartialDate | undefined {
  const month = number(args, ...MONTHS, "mm");
  const day = number(args, "day", "dd");
  const short = number(args, "yy");
  const century = (short ?? 0) < 50 ? 2000 : 1900;
  const year = number(args, "yyyy") ?? (short === undefined ? undefined : century + short);
  if (day !== undefined && !isDayNumber(day)) return undefined;
  return {
    ...(month !== undefined && { month }),
    ...(day !== undefined && { day }),
    ...(year !== undefined && { year }),
    ...take(args, "year", "year", "month-away")?.date,
  };
}
