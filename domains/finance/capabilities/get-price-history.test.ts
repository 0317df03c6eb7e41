import { expect, it } from "vitest";
import { type IsoDate, shift } from "#shared/calendar/days.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { callsTo } from "#shared/testing/call-domain.ts";
import { sampleMarketData } from "../data/sample.ts";
import { handlersOf } from "../main.ts";
import type { Finance } from "./finance.ts";

let instant = "2026-11-27T12:00:00Z";
const now = () => Date.parse(instant);
const finance: Finance = {
  data: sampleMarketData({ now }),
  // Charts are the same on any day.
  charts: { draw: async () => ({ png: new Uint8Array(), svg: "" }) },
};
const domain = defineDomain(loadManifest(new URL("..", import.meta.url)), handlersOf(finance), {
  log: silentLog,
  clock: { now },
});
const ask = callsTo(domain, now);

const monthBefore = (today: IsoDate): string =>
  shift(`${today.slice(0, 7)}-01`, -1, "month").slice(0, 7);

/** The first two days and the last one of each month of two years. */
const days = Array.from({ length: 24 }, (_, months) =>
  shift("2026-11-01", months, "month"),
).flatMap((first) => [first, shift(first, 1, "day"), shift(shift(first, 1, "month"), -1, "day")]);

it.each(days)("on %s last month and this year have prices", async (today) => {
  instant = `${today}T12:00:00Z`;
  const said = { symbol_text: "petr4" };
  const month = await ask("get_price_history", { ...said, period: monthBefore(today) });
  expect(month).toMatchObject({ status: "success", result: { symbol: "PETR4.SA" } });
  expect(month.explanation).toContain(`/${monthBefore(today).slice(5)}/`);
  const year = await ask("get_price_history", { ...said, period: today.slice(0, 4) });
  expect(year.status).toBe("success");
  const days = await ask("get_price_history", { ...said, period: shift(today, -1, "day") });
  expect(days.status).toBe("success");
});

it.each([
  [
    "2027-01-01T12:00:00Z",
    "2027",
    "Ainda não houve fechamento desde 01/01/2027. No pregão anterior, o de 30/12/2026, Petrobras PN (PETR4) fechou em R$ ",
  ],
  [
    "2026-11-21T12:00:00Z",
    "2026-11-20",
    "Não houve pregão em 20/11/2026. No pregão anterior, o de 19/11/2026, Petrobras",
  ],
  [
    "2026-11-29T12:00:00Z",
    "2026-11-28",
    "Não houve pregão em 28/11/2026. No pregão anterior, o de 27/11/2026, Petrobras",
  ],
  // In São Paulo it is still the day before; in UTC the sample's day has begun.
  ["2026-12-02T01:00:00Z", "2026-11-30", "Petrobras PN (PETR4) fechou em R$ "],
])("at %s of %s it says: %s", async (moment, period, expected) => {
  instant = moment;
  const { explanation } = await ask("get_price_history", { symbol_text: "petr4", period });
  expect(explanation).toContain(expected);
});

it("who is a day ahead of the exchange hears that there is no close yet", async () => {
  instant = "2026-12-01T20:00:00Z";
  const said = { symbol_text: "apple", period: "2026-12-01" };
  const { explanation } = await ask("get_stock_price", said, {
    timezone: "Asia/Tokyo",
    locale: "en",
  });
  expect(explanation).toMatch(
    /^There is no close for Dec 1, 2026 yet\. In the previous session, on Nov 30, 2026, Apple/,
  );
});
