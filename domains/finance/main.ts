import { ownValue } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import {
  type Domain,
  type DomainOptions,
  defineDomain,
  type Handler,
  startDomain,
} from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { makeLog } from "#shared/domain-kit/log.ts";
import { compareQuotes } from "./capabilities/compare-quotes.ts";
import { answering, type Finance, textParam } from "./capabilities/finance.ts";
import { findSymbol, searchSymbol } from "./capabilities/find-symbol.ts";
import { getPriceHistory } from "./capabilities/get-price-history.ts";
import { getRiskMetrics } from "./capabilities/get-risk-metrics.ts";
import { getStockPrice } from "./capabilities/get-stock-price.ts";
import { getTopMovers } from "./capabilities/get-top-movers.ts";
import { makeChartDrawer } from "./charts/chart-drawer.ts";
import type { MarketData, SourceOfData } from "./data/market-data.ts";
import { openMarketData } from "./data/open-market-data.ts";
import { mcpRoute, openLocalSkills, whenOpen } from "./skills/skills.ts";
import { sampleWarning, words } from "./words.ts";

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
  return defineDomain(loadManifest(new URL("./", import.meta.url)), handlersOf(finance), {
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

/** The handler, whose answer says which note it ends with: several answers told together carry it once. */
const noting =
  (handler: Handler): Handler =>
  async (params, call) =>
    withNote(await handler(params, call), call.locale);

function withNote(output: DomainOutput, locale: Locale): DomainOutput {
  const note = noteOf(output, locale);
  return note !== undefined && output.explanation.endsWith(note)
    ? { ...output, metadata: { ...output.metadata, note } }
    : output;
}

function noteOf({ result }: DomainOutput, locale: Locale): string | undefined {
  const source = ownValue(result, "source");
  const as_of = ownValue(source, "as_of");
  if (ownValue(source, "sample") !== true || typeof as_of !== "string") return undefined;
  const warning = sampleWarning({ ...(source as SourceOfData), as_of }, locale);
  return warning === undefined ? undefined : `(${warning})`;
}

/** The handler of one symbol's figures: a clear slip in a name is put right, and said. */
const puttingRight =
  (finance: Finance, handler: Handler): Handler =>
  async (params, call) => {
    if (textParam(params, "symbol") !== undefined) return handler(params, call);
    const found = await findSymbol(params, finance, call);
    if ("answer" in found) return found.answer;
    const { symbol, said, meant } = found;
    const output = await handler({ ...params, symbol }, call);
    if (said === undefined || meant === undefined || output.status !== "success") return output;
    return { ...output, explanation: withMeant(output.explanation, said, meant, call.locale) };
  };

/** Behind a sentence, before its note; above a list. */
function withMeant(text: string, said: string, meant: string, locale: Locale): string {
  const understood = words(locale)("understood", { said, meant });
  if (text.includes("\n"))
    return `${understood.slice(0, 1).toUpperCase()}${understood.slice(1)}.\n${text}`;
  const note = text.lastIndexOf(" (");
  const at = note !== -1 && text.endsWith(")") ? note : text.length;
  return `${text.slice(0, at)}; ${understood}${text.slice(at)}`;
}

if (import.meta.main) {
  const log = makeLog("finance");
  const onChange = (live: boolean, why?: Error) =>
    live
      ? log.info({}, "quotes are live")
      : log.warn({ error: why }, "live quotes are unavailable; answering with sample data");
  const open = () => openMarketData(process.env["FINANCE_PROVIDER"], { onChange });
  await startDomain(() => makeFinanceDomain(open(), { log }), { port: 8101 });
}
