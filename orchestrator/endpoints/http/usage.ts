import { type UsageReport, usageQuery, usageReport } from "#shared/contracts/native-endpoints.ts";
import type { UsageTotalsRow } from "#shared/contracts/usage.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { userOf } from "./identity.ts";
import { readQuery } from "./read-query.ts";
import type { Route } from "./route.ts";

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;

type Counted = UsageReport["total"];

const nothing: Counted = {
  calls: 0,
  llm_calls: 0,
  tokens_input: 0,
  tokens_output: 0,
  tokens_cached: 0,
  tokens_counterfactual: 0,
  duration_ms: 0,
};

const add = (sum: Counted, row: UsageTotalsRow): Counted => ({
  calls: sum.calls + row.calls,
  llm_calls: sum.llm_calls + row.llm_calls,
  tokens_input: sum.tokens_input + row.tokens_input,
  tokens_output: sum.tokens_output + row.tokens_output,
  tokens_cached: sum.tokens_cached + row.tokens_cached,
  tokens_counterfactual: sum.tokens_counterfactual + row.tokens_counterfactual,
  duration_ms: sum.duration_ms + row.duration_ms,
});

function addedUp(rows: readonly UsageTotalsRow[], nameOf: (row: UsageTotalsRow) => string) {
  const sums = new Map<string, Counted>();
  for (const row of rows) {
    const name = nameOf(row);
    sums.set(name, add(sums.get(name) ?? nothing, row));
  }
  return [...sums];
}

const dayOf = ({ day }: UsageTotalsRow) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** What messages cost, and who answered them. Pure. */
export function reportUsage(
  since: number,
  rows: UsageTotalsRow[],
  models: Pick<UsageReport, "by_model" | "limits">,
): UsageReport {
  return {
    ...models,
    since,
    total: rows.reduce(add, nothing),
    by_day: addedUp(rows, dayOf).map(([day, sum]) => ({ day, ...sum })),
    by_goal: addedUp(rows, ({ goal }) => goal).map(([goal, sum]) => ({ goal, ...sum })),
    by_tier: addedUp(rows, ({ tier }) => tier).map(([tier, sum]) => ({ tier, ...sum })),
    rows,
  };
}

export const usageRoutes = ({ deps, settings }: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/v1/usage",
    right: "usage:read",
    tag: "usage",
    summary: `Messages, model calls and tokens by day, goal and tier; ${SHOWN_DAYS} days unless asked otherwise`,
    query: usageQuery,
    answer: usageReport,
    handle: async (context) => {
      const { since } = readQuery(context, usageQuery);
      const today = Math.floor(deps.clock.now() / DAY_MS) * DAY_MS;
      const day = since === undefined ? today - (SHOWN_DAYS - 1) * DAY_MS : Date.parse(since);
      const owner = { user_id: userOf(context, settings) };
      const { usage } = deps.store;
      const { limits } = deps.budget;
      const [rows, by_model, spent] = await Promise.all([
        usage.totals(owner, day),
        usage.byModel(owner, day),
        usage.spent({ ...owner, session_id: "" }, deps.clock.now()),
      ]);
      // What everybody has spent together is no user's to know.
      const seesAll = context.get("principal")?.mayEnter("metrics:read") ?? true;
      const shown = seesAll ? (["user_day", "day"] as const) : (["user_day"] as const);
      const set = shown.flatMap((limit) => {
        const tokens = limits[limit];
        return tokens === undefined ? [] : [{ limit, tokens, spent: spent[limit] }];
      });
      return context.json(reportUsage(day, rows, { by_model, limits: set }));
    },
  },
];
