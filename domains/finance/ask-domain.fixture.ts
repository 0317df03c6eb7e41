import { expect } from "vitest";
import { makeProbe } from "#shared/conformance/domain-probe.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { type DomainOutput, domainOutput } from "#shared/contracts/output.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import type { MarketData } from "./data/market-data.ts";
import { sampleMarketData } from "./data/sample.ts";
import { makeFinanceDomain } from "./domain.ts";

/** The whole domain on a free port of this machine. */
export const serveFinance = (data: MarketData = sampleMarketData()) =>
  makeFinanceDomain(data, { log: silentLog }).serve({ port: 0 });

export type Parameters = Record<string, string | number | string[]>;
export type Ask = (
  capability: string,
  parameters: Parameters,
  locale?: Locale,
  sentence?: string,
) => Promise<DomainOutput>;

/** Asks the domain at `url` over HTTP; `sentence` is what the person said. */
export function asking(url: string): Ask {
  const probe = makeProbe(url, undefined);
  return async (capability, parameters, locale = "pt-BR", sentence = "") => {
    const request = probe.request("finance", capability, parameters, { locale });
    const intent = { ...request.intent, original_query: sentence };
    const { status, body } = await probe.execute({ ...request, intent });
    expect(status).toBe(200);
    return domainOutput.parse(body);
  };
}
