import { failure } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import type { ChartDrawer } from "../charts/chart-drawer.ts";
import { type MarketData, ProviderUnavailableError, type Quote } from "../data/market-data.ts";
import { words } from "../words.ts";

/** What the capabilities work with. */
export type Finance = { data: MarketData; charts: Pick<ChartDrawer, "draw"> };

/** A text parameter that says something, without the space around it. */
export function textParam(params: Record<string, unknown>, name: string): string | undefined {
  const value = params[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A period was said, and it is not today: for what knows the latest session only. */
export function isOtherTime(params: Record<string, unknown>, call: Call): boolean {
  const period = textParam(params, "period");
  return period !== undefined && period !== call.today();
}

/** The handler, whose data provider may be away: that is an answer, not a fault of the service. */
export const answering =
  (handler: Handler): Handler =>
  async (params, call) => {
    try {
      return await handler(params, call);
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError)) throw error;
      call.log.warn({ code: error.code, error }, "market data provider is down");
      return failure({
        code: error.code,
        explanation: words(call.locale)("provider_down"),
      });
    }
  };

/** A quote as the results carry it; figures rounded to what they mean. */
export const quoteResult = (quote: Quote) => ({
  symbol: quote.symbol,
  name: quote.name,
  price: rounded(quote.price),
  currency: quote.currency,
  change: rounded(quote.change),
  change_percent: rounded(quote.change_percent),
  as_of: quote.as_of,
  ...(quote.volume !== undefined && { volume: quote.volume }),
});

/** Floating-point dust off: four decimals are finer than any tick. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
