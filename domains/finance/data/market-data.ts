import { z } from "zod";
import { type IsoDate, shift } from "#shared/calendar/days.ts";
import { isPeriod, type Period, rangeOf } from "#shared/calendar/period.ts";
import { RegenteError } from "#shared/contracts/errors.ts";

/** Who said it, and for which moment. */
const sourceOfData = z.strictObject({
  provider: z.string(),
  /** True when the figures are invented for trying things out. */
  sample: z.boolean(),
  /** ISO day, or day and time, that the figures are of. */
  as_of: z.string(),
});
export type SourceOfData = z.infer<typeof sourceOfData>;

const quote = z.strictObject({
  /** As Yahoo Finance writes it: "PETR4.SA", "AAPL", "NDA-SE.ST", "^BVSP" */
  symbol: z.string(),
  name: z.string(),
  /** In `currency`, never in its cents. */
  price: z.number(),
  /** ISO 4217 */
  currency: z.string(),
  previous_close: z.number(),
  /** price - previous_close */
  change: z.number(),
  /** 1.5 is one and a half per cent. */
  change_percent: z.number(),
  /** Shares that changed hands on the day; absent where it is not known. */
  volume: z.number().nonnegative().optional(),
  exchange: z.string().optional(),
  /** ISO instant, or the ISO day for a closing price. */
  as_of: z.string(),
});
export type Quote = z.infer<typeof quote>;

const match = z.strictObject({
  symbol: z.string(),
  name: z.string(),
  exchange: z.string().optional(),
});
export type Match = z.infer<typeof match>;

const pricePoint = z.strictObject({
  date: z.iso.date(),
  /** As traded, corrected for splits. */
  close: z.number().positive(),
  /** Also corrected for dividends: what returns are computed from. */
  adjusted_close: z.number().positive(),
});
export type PricePoint = z.infer<typeof pricePoint>;

/** Daily prices of one symbol, oldest first. */
const series = z.strictObject({
  symbol: z.string(),
  name: z.string(),
  currency: z.string(),
  exchange: z.string().optional(),
  points: z.array(pricePoint),
});
export type Series = z.infer<typeof series>;

const directions = ["gainers", "losers"] as const;
export type Direction = (typeof directions)[number];

/** Shape of each skill: what goes in and what comes out; the MCP tools are declared with these. */
export const skills = {
  quote: {
    input: z.strictObject({ symbols: z.array(z.string().min(1).max(24)).min(1).max(50) }),
    output: z.strictObject({ quotes: z.array(quote), source: sourceOfData }),
  },
  search: {
    input: z.strictObject({
      text: z.string().min(1).max(200),
      limit: z.int().min(1).max(20).default(8),
    }),
    output: z.strictObject({ matches: z.array(match), source: sourceOfData }),
  },
  history: {
    input: z.strictObject({
      symbols: z.array(z.string().min(1).max(24)).min(1).max(5),
      /** ISO 8601, as `shared/calendar/period.ts` writes it: "P6M", "2026-10", "2026-01-01/.." */
      period: z.string().max(40).refine(isPeriod, { error: "is no period" }),
    }),
    output: z.strictObject({
      series: z.array(series),
      from: z.iso.date(),
      to: z.iso.date(),
      source: sourceOfData,
    }),
  },
  movers: {
    input: z.strictObject({
      /** ISO 3166 country code, "BR" */
      market: z.string().length(2),
      direction: z.enum(directions),
      limit: z.int().min(1).max(20).default(5),
    }),
    output: z.strictObject({
      quotes: z.array(quote),
      /** Among how many shares these are the first; null is the whole exchange. */
      among: z.int().positive().nullable(),
      source: sourceOfData,
    }),
  },
} as const;

/** Where a skill that cannot answer says why: a code for programs, beside the text for people and models. */
export const CODE_KEY = "regente/code";

type Skills = typeof skills;
export type SkillName = keyof Skills;
export type SkillInput<Name extends SkillName> = z.input<Skills[Name]["input"]>;
export type SkillOutput<Name extends SkillName> = z.output<Skills[Name]["output"]>;
type Skill<Name extends SkillName> = (
  input: SkillInput<Name>,
  signal: AbortSignal,
) => Promise<SkillOutput<Name>>;

/**
 * Where market data comes from. One call is answered by one source as a whole, never by two mixed.
 * What is unknown is left out of the answer, in the order that was asked; it is not an error.
 * Errors: ProviderUnavailableError when the source cannot answer now; the signal's reason when aborted
 */
export type MarketData = { readonly [Name in SkillName]: Skill<Name> };

/** The source of market data did not answer, or not with something that can be used. */
export class ProviderUnavailableError extends RegenteError {
  override readonly name = "ProviderUnavailableError";
  readonly code = "PROVIDER_UNAVAILABLE";
  override readonly retryable = true;
  readonly provider: string;
  /** `what` is a short fact without URLs or tokens: "HTTP 429", "no connection". */
  constructor(provider: string, what: string, options?: ErrorOptions) {
    super(`Market data provider "${provider}" cannot answer: ${what}`, options);
    this.provider = provider;
  }
}

/** The quotes that rose (or fell) most, the strongest first; those that went the other way are never among them. */
export function rankMovers(quotes: readonly Quote[], direction: Direction, limit: number): Quote[] {
  const sign = direction === "gainers" ? 1 : -1;
  return quotes
    .filter((quote) => quote.change_percent * sign > 0)
    .sort((a, b) => (b.change_percent - a.change_percent) * sign)
    .slice(0, limit);
}

/** All there is, where a period has no beginning. */
const MAX_YEARS = 10;

/**
 * The days of a period that prices may be known of: what ends after `last`, the last day of the source, ends there, and
 * a duration counts back from there.
 * Shape: "P6M/2026-11-18" of a source that ends on 2026-10-30 gives 2026-04-30 to 2026-10-30; a period that begins
 *        later keeps its days, of which there are no prices
 */
export function priceRange(period: Period, last: IsoDate): { from: IsoDate; to: IsoDate } {
  const [length = "", end = ""] = period.split("/");
  const isLate = length.startsWith("P") && end > last;
  const { from, to = last } = rangeOf(isLate ? length : period, last) ?? {};
  const start = from ?? shift(to < last ? to : last, -MAX_YEARS, "year");
  return { from: start, to: to > last && start <= last ? last : to };
}
