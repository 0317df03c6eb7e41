import { expect } from "vitest";
import { makeProbe } from "#shared/conformance/domain-probe.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { type DomainOutput, domainOutput } from "#shared/contracts/output.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import type { MarketData } from "./data/market-data.ts";
import { sampleMarketData } from "./data/sample.ts";
import { makeFinanceDomain } from "./main.ts";

/** Noon in São Paulo on a day, or the time that it is. */
const clockOn = (day: string | undefined) => ({
  now: () => (day === undefined ? Date.now() : Date.parse(`${day}T15:00:00Z`)),
});
const DEADLINE_MS = 200_000;

/** The whole domain on a free port of this machine; `day` is today there. */
export const serveFinance = (data: MarketData = sampleMarketData(), day?: string) =>
  makeFinanceDomain(data, { log: silentLog, clock: clockOn(day) }).serve({ port: 0 });

export type Parameters = Record<string, string | number | string[]>;
export type Ask = (
  capability: string,
  parameters: Parameters,
  locale?: Locale,
) => Promise<DomainOutput>;

/** Asks the domain at `url` over HTTP, with deadlines of its own clock. */
export function asking(url: string, day?: string): Ask {
  const { now } = clockOn(day);
  const probe = makeProbe(url, undefined);
  return async (capability, parameters, locale = "pt-BR") => {
    const request = probe.request("finance", capability, parameters, {
      locale,
      deadline_at: now() + DEADLINE_MS,
    });
    const { status, body } = await probe.execute(request);
    expect(status).toBe(200);
    return domainOutput.parse(body);
  };
}
