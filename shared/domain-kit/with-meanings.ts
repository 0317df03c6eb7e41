import { dayIn, type IsoDate } from "../calendar/days.ts";
import type { Manifest } from "../contracts/manifest.ts";
import { readCurrency } from "../recognisers/currency.ts";
import { readPeriod } from "../recognisers/period.ts";
import type { Call } from "./call.ts";

type Params = Readonly<Record<string, unknown>>;

/**
 * The parameters with what their words mean, where only the words came: `period_text` alone, of a caller's own plan or
 * an answer to a question, gives `period` as well, for a parameter of that name with `format: period` (or `currency`).
 * Shape: read as the orchestrator reads them, on the day that it is where the user is; what cannot be read stays absent
 */
export function withMeanings(
  params: Params,
  capability: Manifest["capabilities"][number],
  manifest: Manifest,
  { locale, today }: Pick<Call, "locale" | "today">,
): Record<string, unknown> {
  const read = Object.entries(capability.params_schema.properties ?? {}).flatMap(
    ([name, { format }]) => {
      const words = params[`${name}_text`];
      if (params[name] !== undefined || typeof words !== "string") return [];
      const value =
        format === "period"
          ? readPeriod(words, { locale, today, leaning: leaningOf(name, manifest) })
          : format === "currency"
            ? readCurrency(words)
            : undefined;
      return value === undefined ? [] : [[name, value] as const];
    },
  );
  return { ...params, ...Object.fromEntries(read) };
}

/** Which day "friday" is, as the goals of the manifest have it. */
const leaningOf = (name: string, { goals }: Manifest) =>
  goals
    .map(({ entities_schema }) => entities_schema[name])
    .find((entity) => entity?.type === "period")?.leaning;

/** The day of an instant where the user is; in UTC where no one knows the zone. */
export function todayOf(timezone: string, now: number): IsoDate {
  try {
    return dayIn(timezone, now);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return dayIn("UTC", now);
  }
}
