import { expect, it } from "vitest";
import type { Json } from "../contracts/json.ts";
import { callsTo } from "../testing/call-domain.ts";
import { success } from "./answers.ts";
import { defineDomain } from "./define-domain.ts";
import { todayOf } from "./execute.ts";
import { silentLog } from "./log.ts";

const NOON = Date.parse("2026-11-18T15:00:00Z");
const { app, manifest } = defineDomain(
  {
    manifest_version: "1",
    domain: "rain",
    version: "1.0.0",
    description: { en: "Rain" },
    goals: [
      {
        goal: "RAIN",
        description: { en: "Rain" },
        capability: "rain",
        entities_schema: {
          when_text: { type: "string" },
          when: { type: "period", leaning: "coming" },
        },
        hints: { examples: { en: ["rain on [friday](when_text)", "will it rain", "rain please"] } },
      },
    ],
    capabilities: [
      {
        capability: "rain",
        effect: "read",
        params_schema: {
          type: "object",
          properties: {
            period_text: { type: "string" },
            period: { type: "string", format: "period" },
            when_text: { type: "string" },
            when: { type: "string", format: "period" },
            currency_text: { type: "string" },
            currency: { type: "string", format: "currency" },
          },
        },
      },
    ],
  },
  {
    rain: async (params, { today }) =>
      success({ result: { params, today: today() }, explanation: "" }),
  },
  { log: silentLog, clock: { now: () => NOON } },
);
const call = callsTo({ app, manifest }, () => NOON);
const given = async (params: Record<string, Json>) => (await call("rain", params)).result;

it.each([
  [{ period_text: "últimos 6 meses" }, { period: "P6M/2026-11-18" }],
  [
    { period_text: "sexta", when_text: "sexta" },
    { period: "2026-11-13", when: "2026-11-20" },
  ],
  [{ currency_text: "em dólar" }, { currency: "USD" }],
  [{ period_text: "ontem", period: "2026-01" }, { period: "2026-01" }],
  [{ period_text: "quando chover" }, {}],
])("%j comes with what it means: %j", async (params, meant) =>
  expect(await given(params)).toEqual({ params: { ...params, ...meant }, today: "2026-11-18" }),
);

it.each([{ period: "last week" }, { period: "2026-02-3" }, { currency: "dollars" }])(
  "%j is refused: it is not in its canonical form",
  async (params) =>
    expect(await call("rain", params)).toMatchObject({
      status: "failure",
      metadata: { code: "INVALID_PARAMS" },
    }),
);

it("today is the day where the user is, and in UTC where no one knows the zone", () => {
  const night = Date.parse("2026-11-19T01:30:00Z");
  expect(todayOf("America/Sao_Paulo", night)).toBe("2026-11-18");
  expect(todayOf("Nowhere/Else", night)).toBe("2026-11-19");
});
