import type { Domain, DomainOptions, Handler } from "#shared/domain-kit/define-domain.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { compareQuotes } from "./capabilities/compare-quotes.ts";
import { answering, type Finance } from "./capabilities/finance.ts";
import { getPriceHistory } from "./capabilities/get-price-history.ts";
import { getRiskMetrics } from "./capabilities/get-risk-metrics.ts";
import { getStockPrice } from "./capabilities/get-stock-price.ts";
import { getTopMovers } from "./capabilities/get-top-movers.ts";
import { searchSymbol } from "./capabilities/search-symbol.ts";
import { noting, puttingRight } from "./capabilities/told.ts";
import { makeChartDrawer } from "./charts/chart-drawer.ts";
import type { MarketData } from "./data/market-data.ts";
import { mcpRoute } from "./skills/mcp-route.ts";
import { openLocalSkills, whenOpen } from "./skills/open-skills.ts";

/**
 * The finance domain on a source of market data. The capabilities reach it through the MCP skills, which open in the
 * background, so that the service can answer /health and /manifest before the SDK is loaded.
 */
export function makeFinanceDomain(data: MarketData, options: DomainOptions = {}): Domain {
  const opening = new Promise<void>((resolve) => setImmediate(resolve)).then(() =>
    openLocalSkills(data),
  );
  // Whoever needs the skills is told; no one else has to be.
  opening.catch(() => {});
  const finance: Finance = { data: whenOpen(opening), charts: makeChartDrawer() };
  return defineDomain(loadManifest(new URL(".", import.meta.url)), handlersOf(finance), {
    ...options,
    routes: mcpRoute(data),
  });
}

/** One handler for each capability of the manifest. */
export function handlersOf(finance: Finance): Record<string, Handler> {
  const handlers = {
    get_stock_price: puttingRight(finance, getStockPrice(finance)),
    compare_quotes: compareQuotes(finance),
    get_top_gainers: getTopMovers(finance, "gainers"),
    get_top_losers: getTopMovers(finance, "losers"),
    get_price_history: puttingRight(finance, getPriceHistory(finance)),
    get_risk_metrics: puttingRight(finance, getRiskMetrics(finance)),
    search_symbol: searchSymbol(finance),
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, answering(noting(handler))]),
  );
}
